"""`prbot digest`: posts what is due, posts one channel's digest, or shows it without Slack."""

import argparse
import time
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot.commands.arguments import add_notes_option, tell
from bot.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.digest.runner import Runner
    from bot.digest.stock import Stock
    from bot.digest.subscription import Subscription
    from bot.settings import Settings

_PATIENCE = timedelta(minutes=10)  # for which rate limits and lost answers are waited for
_AGAIN = timedelta(seconds=1)
_SOON = timedelta(seconds=0.1)
_GLANCE = timedelta(seconds=2)  # others may be done long before their leases are over


class DigestUsageError(BotError, ValueError):
    """It is not said which digest."""

    def __init__(self) -> None:
        super().__init__(
            "say which digest: --due posts all that are due, --channel C posts that channel's,"
            " --dry-run shows it here without Slack, --status says where each channel stands"
        )


class DateUnusedError(BotError, ValueError):
    """A date is given where it says nothing."""

    def __init__(self) -> None:
        super().__init__("--date goes with --channel C or --dry-run")


class DateAheadError(BotError, ValueError):
    """A digest is to be posted for a day that has not come."""

    def __init__(self, day: date, today: date) -> None:
        super().__init__(
            f"{day} has not come yet where the channel is ({today} there): that day's digest is"
            " posted then"
        )


class NoDigestsError(BotError, LookupError):
    """No channel has a digest."""

    def __init__(self) -> None:
        super().__init__(
            "no channel has a digest: turn one on in Slack by `/prnotes digest on 09:30`, or name"
            " channels in PRBOT_DIGESTS"
        )


class SlackRefusesError(BotError, PermissionError):
    """Slack does not know the token, or knows it no more."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"Slack refuses SLACK_BOT_TOKEN ({reason}): reinstall the app and replace the token"
        )


class SlackSilentError(BotError, ConnectionError):
    """Slack does not answer."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Slack does not answer ({reason}): try again later")


class ChannelNotSubscribedError(BotError, LookupError):
    """A channel has no digest."""

    def __init__(self, channel: str) -> None:
        super().__init__(
            f"{channel} has no digest: turn it on there by `/prnotes digest on 09:30`, or name it"
            " in PRBOT_DIGESTS"
        )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date like 2026-12-01") from None


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "digest",
        help="post the digest of new reviews, once a day and channel, or show it",
        description="Post digests that are due, or one channel's, or show one here. The same "
        "ledger serves this and `prbot serve`: no digest is ever posted twice.",
        epilog="exit status: 0 all that had to be posted is, 1 some is not or there is nothing, "
        "2 bad usage or configuration",
        allow_abbrev=False,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--due", action="store_true", help="post all that are due, as cron would")
    what.add_argument("--dry-run", action="store_true", help="show it here; Slack is not asked")
    what.add_argument("--status", action="store_true", help="say what is next, last, and why not")
    parser.add_argument("--channel", metavar="C", help="the id of one channel")
    parser.add_argument("--date", type=_day, metavar="D", help="the channel's date; else today")
    parser.add_argument("--all", action="store_true", help="with --dry-run: every page of it")
    add_notes_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: "Settings") -> int:
    """Post, or show."""
    from bot.commands.digest_preview import preview

    if args.dry_run:
        return preview(args, settings)
    if not (args.due or args.status or args.channel):
        raise DigestUsageError
    if args.date is not None and (args.due or args.status):
        raise DateUnusedError
    from bot.app import build_digests, build_links, build_poster, build_stores
    from bot.digest.poster import PostingError, RefusedError

    links = build_links(settings, args.notes)
    poster = build_poster(settings, links)
    stores = build_stores(settings)
    try:
        runner = build_digests(settings, stores, poster, _stock(args.notes, settings))
        if args.status:
            return _status(runner, args.channel)
        return _post_due(runner, args.channel) if args.due else _post_one(runner, args)
    except RefusedError as fault:
        raise SlackRefusesError(fault.reason) from fault
    except PostingError as fault:
        raise SlackSilentError(fault.reason) from fault
    finally:
        stores.close()


def _stock(paths: list[Path], settings: "Settings") -> "Callable[[], Stock]":
    """Read the notes when they are first needed, once."""
    from bot.app import build_searcher, load_library, require_notes
    from bot.digest.stock import stock_of

    @cache
    def stock() -> "Stock":
        library = load_library(settings, paths=paths)
        require_notes(library, settings, paths)
        return stock_of(build_searcher(library.notes, settings))

    return stock


def _post_due(runner: "Runner", channel: str | None) -> int:
    """Run until nothing is put off any more, or patience ends."""
    from bot.digest.poster import PostingError, RefusedError
    from bot.state.errors import StateUnavailableError

    end = runner.clock() + _PATIENCE
    while True:
        try:
            again = runner.run([channel] if channel else [])
            if again is None or again > end:
                return _status(runner, channel)
        except RefusedError:
            raise
        except (StateUnavailableError, PostingError) as fault:
            if runner.clock() > end:
                raise
            tell(str(fault))
            again = runner.clock() + _AGAIN
        _wait_for(again, runner)


def _post_one(runner: "Runner", args: argparse.Namespace) -> int:
    """Post one channel's digest, whatever the hour, unless that day has one."""
    from bot.digest.schedule import Due, due_on
    from bot.state.ledger import Progress

    subscription = _subscription(runner, args.channel)
    schedule = subscription.rule.schedule
    today = schedule.local_date(runner.clock())
    day = args.date or today
    if day > today:
        raise DateAheadError(day, today)
    due = due_on(schedule, day) or Due(day, runner.clock())
    end = runner.clock() + _PATIENCE
    under_way = {Progress.CLAIMED, Progress.POSTING, Progress.WAITING}
    while True:
        entry = runner.post_now(subscription, due)
        if entry is None or entry.state not in under_way or entry.lease_until > end:
            break
        _wait_for(entry.lease_until, runner)
    return _status(runner, args.channel)


def pause_until(moment: datetime, now: datetime) -> timedelta:
    """How long to wait for a moment before another look: what waits there may be settled before."""
    return max(_SOON, min(_GLANCE, moment - now))


def _wait_for(moment: datetime, runner: "Runner") -> None:
    time.sleep(pause_until(moment, runner.clock()).total_seconds())


def _subscription(runner: "Runner", channel: str) -> "Subscription":
    for subscription in runner.subscriptions():
        if subscription.channel == channel:
            return subscription
    raise ChannelNotSubscribedError(channel)


def _status(runner: "Runner", channel: str | None) -> int:
    """Say where each channel stands, a line each; 1 where a digest should be there and is not."""
    from bot.digest.status import standings
    from bot.digest.status_words import standing_lines
    from bot.terminal.console import Console
    from bot.terminal.lines import Run, harmless

    console = Console.on_standard_output()
    found = [s for s in standings(runner) if channel in (None, s.subscription.channel)]
    if not found:
        raise ChannelNotSubscribedError(channel) if channel else NoDigestsError
    for standing in found:
        name, language = standing.subscription.channel, standing.subscription.rule.language
        mark = "。" if language == "zh" else ". "
        said = mark.join(standing_lines(standing, language, channel=name))
        console.show([(Run(harmless(f"{name}  {said}")),)])
    return 1 if any(standing.is_in_trouble for standing in found) else 0
