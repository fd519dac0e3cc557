"""What only a server needs, made from the settings: pages, state, digests."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.app.notes import now
from bot.links import Links
from bot.notes.model import Note
from bot.settings import Settings

# What only some commands need is imported where it is built: it would cost all of them time.
if TYPE_CHECKING:
    from flask import Blueprint

    from bot.app.live_topics import LiveTopics
    from bot.digest.poster import Poster
    from bot.digest.runner import Runner
    from bot.digest.stock import Stock
    from bot.digest.subscription import Configured
    from bot.notes.watch import Served
    from bot.search.searcher import Searcher
    from bot.slack.digest_poster import SlackPoster
    from bot.state.stores import Stores
    from bot.web.signing import LinkSigner


def build_page_addresses(settings: Settings) -> Callable[[Note, tuple[str, ...]], str] | None:
    """Make the maker of pages' addresses, for `build_links`; `None` where no page is public."""
    if settings.public_url is None:
        return None
    from bot.web.signing import PageAddresses

    is_open = settings.pages == "open"
    return PageAddresses(settings.public_url, None if is_open else _signer(settings))


def build_pages(
    settings: Settings,
    current: "Callable[[], Served[Searcher]]",
    links: Links,
    topics: "LiveTopics",
) -> "Blueprint":
    """Make the pages of the notes that `current` gives, for a Flask application."""
    from bot.web.pages import PageOptions, make_pages

    options = PageOptions(
        links=links,
        today=lambda: now().astimezone().date(),
        signer=_signer(settings),
        is_open=settings.pages == "open",
        language=settings.language,
        days=settings.link_days,
        topics=topics,
    )
    return make_pages(current, options)


def build_stores(settings: Settings) -> "Stores":
    """Open what must survive, brought to the newest schema.

    Raises:
        BotError: It cannot be used; the sentence says why.
    """
    from bot.state.stores import open_stores

    where = settings.state.get_secret_value()
    return open_stores(where, clock=now, lease=timedelta(seconds=settings.digest_lease))


def build_poster(settings: Settings, links: Links) -> "SlackPoster":
    """Make what posts digests into Slack.

    Raises:
        NoTokenError: There is no bot token.
    """
    from bot.slack.digest_poster import NoTokenError, SlackPoster

    if settings.slack_bot_token is None:
        raise NoTokenError
    token = settings.slack_bot_token.get_secret_value()
    # A call must end long before its lease does: after that, another replica may post.
    timeout = min(30, settings.digest_lease / 4)
    return SlackPoster(token, settings.slack_api_url, links, timeout=timeout)


def read_digests(settings: Settings) -> "tuple[Configured, ...]":
    """Read which channels the settings give a digest.

    Raises:
        DigestsSettingError: `PRBOT_DIGESTS` cannot be read.
    """
    from bot.digest.subscription import read_configured

    language = "en" if settings.language == "en" else "zh"
    return read_configured(settings.digests, zone="UTC", language=language)


def build_digests(
    settings: Settings, stores: "Stores", poster: "Poster", stock: "Callable[[], Stock]"
) -> "Runner":
    """Make what posts each digest once; `stock` gives the notes as they are at the moment.

    Raises:
        DigestsSettingError: `PRBOT_DIGESTS` cannot be read.
    """
    from bot.digest.editions import Editions
    from bot.digest.runner import Policy, Runner
    from bot.slack.access import Access

    policy = Policy(
        configured=read_digests(settings),
        catch_up=timedelta(hours=settings.digest_catch_up),
        repeats_unsure=settings.digest_unsure == "repeat",
    )
    may_see = Access(repos=dict(settings.channel_repos)).may_see
    return Runner(Editions(stores, stock, now, may_see), poster, policy)


def _signer(settings: Settings) -> "LinkSigner | None":
    from bot.web.signing import LinkSigner

    if settings.secret_key is None:
        return None
    secret = settings.secret_key.get_secret_value()
    return LinkSigner(secret, timedelta(days=settings.link_days), now)
