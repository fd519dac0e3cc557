"""`/prnotes digest on | off | status | preview`: a channel's digest, set up where it will be read.

What is typed is read by `bot.digest.rule_words`; who may type it is decided here. A command can
only be typed in a channel by someone who is in it, so without a list every member may.
"""

import logging
import re
from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from slack_bolt import App
from slack_sdk import WebClient
from slack_sdk.errors import SlackClientError

from bot.digest.editions import due_now
from bot.digest.rule import Rule, from_json
from bot.digest.rule_words import RuleError, read_rule
from bot.digest.runner import Runner
from bot.digest.status import standing
from bot.digest.status_words import fault_words, rule_words, standing_lines
from bot.digest.subscription import Subscription, kept
from bot.digest.wording import Says
from bot.links import Links
from bot.slack.actions import COMMAND, OutdatedButtonError
from bot.slack.blocks import Message
from bot.slack.deps import Deps
from bot.slack.digest_blocks import BACK, PAGE, Page, draw_digest, unpack_page
from bot.slack.failures import error_of
from bot.slack.mrkdwn import literal, unescape
from bot.slack.payloads import Call, call_of
from bot.slack.sentences import Language
from bot.state.ledger import Key

_LOG = logging.getLogger(__name__)
EXAMPLE = "09:30 Asia/Shanghai mon-fri top 10 label:ROCm"
_ZONE = "UTC"
_USUAL = "09:30"
_ON = frozenset({"on", "开", "打开", "开启", "订阅"})
_OFF = frozenset({"off", "关", "关闭", "取消", "退订"})
_STATUS = frozenset({"", "status", "状态"})
_PREVIEW = frozenset({"preview", "预览"})


@dataclass(frozen=True, slots=True)
class DigestDesk:
    """Answers what people say and press about digests.

    Args:
        runner: Knows all digests.
        links: Makes the addresses.
        language: The language where the words do not tell.
        editors: Who may change a digest; empty for every member of its channel.
        needs_no_invitation: Whether the app may post in public channels that it is not in.
    """

    runner: Runner
    links: Links
    language: Language
    editors: frozenset[str] = frozenset()
    needs_no_invitation: bool = False

    def register(self, app: App, deps: Deps) -> None:
        """Listen for the buttons below a digest."""

        def turn(body: dict[str, Any]) -> None:
            call = call_of(body)
            if deps.admits(call):
                page, message = unpack_page(call.value), self.turned(call)
                is_private = page is not None and page.is_private
                deps.publisher.respond(call.response_url, message, replaces=is_private)

        for name in (PAGE, BACK):
            app.action(name)(turn)

    def command(self, call: Call, words: str, client: WebClient) -> Message:
        """Answer `/prnotes digest …`, for the asker alone."""
        verb, _, rest = unescape(words).strip().partition(" ")
        verb = verb.casefold()
        language: str = Language.ZH if _has_han(words) else self.language
        if call.channel is None or call.channel.startswith("D"):
            return _said(Says.NOT_IN_DIRECT(language))
        if verb in _STATUS:
            return self._status(call.channel, language)
        if verb in _PREVIEW:
            return self.preview(call.channel, 0, language)
        if verb not in _ON | _OFF:
            return _said(Says.HOW(language, command=COMMAND, example=EXAMPLE))
        return self._change(call, rest if verb in _ON else None, client, language)

    def turned(self, call: Call) -> Message:
        """The page that a press asks for.

        Raises:
            OutdatedButtonError: The button carries what this version cannot read.
        """
        page = unpack_page(call.value)
        if page is None or call.channel is None:
            raise OutdatedButtonError(call.value)
        if not page.key:
            return self.preview(call.channel, page.start, page.language)
        key = Key.parsed(page.key)
        if key is None or key.channel != call.channel:  # a digest is read where it was posted
            raise OutdatedButtonError(call.value)
        digest = self.runner.editions.page(key, self._rule(key.channel), page.start)
        if digest is None or not digest.total:
            return _said(Says.GONE(page.language))
        page = replace(page, start=digest.start, is_private=True)
        return draw_digest(digest, page, self.links)

    def preview(self, channel: str, start: int, language: str) -> Message:
        """What the channel would get now."""
        found = self._subscription(channel)
        workspace = self.runner.poster.workspace()
        usual = read_rule(_USUAL, zone=_ZONE, language=str(language))
        subscription = found or Subscription(workspace, channel, usual)
        language = subscription.rule.language
        due = due_now(subscription, self.runner.clock())
        digest, _ = self.runner.editions.next(subscription, due, start)
        page = Page("", digest.start, language, is_private=True)
        return draw_digest(digest, page, self.links, lead=Says.PREVIEW(language))

    def _rule(self, channel: str) -> Rule:
        """The rule of a channel, also of one that has turned its digest off since."""
        row = self.runner.stores.subscriptions.get(self.runner.poster.workspace(), channel)
        if row is not None:
            return from_json(row.rule)
        found = self._subscription(channel)
        usual = read_rule(_USUAL, zone=_ZONE, language=str(self.language))
        return found.rule if found else usual

    def _status(self, channel: str, language: str) -> Message:
        subscription = self._subscription(channel)
        if subscription is None:
            return _said(Says.IS_NOT_ON(language, command=COMMAND, example=EXAMPLE))
        language = language if language == Language.ZH else subscription.rule.language
        found = standing(self.runner, subscription)
        lines = [rule_words(subscription.rule, language)]
        lines += standing_lines(found, language, channel=f"<#{channel}>")
        return _said("\n".join(f"• {line}" for line in lines), channel)

    def _change(self, call: Call, words: str | None, client: WebClient, language: str) -> Message:
        """Turn a digest on by the words of a rule, or off where there are none."""
        if self.editors and call.user not in self.editors:
            return _said(Says.NOT_AN_EDITOR(language))
        if words is None:
            return self._turn_off(call, language)
        return self._turn_on(call, words, client, language)

    def _turn_off(self, call: Call, language: str) -> Message:
        subscription = self._subscription(call.channel or "")
        if subscription is None:
            return _said(Says.IS_NOT_ON(language, command=COMMAND, example=EXAMPLE))
        off = replace(subscription, subscriber=call.user)
        now = self.runner.clock()
        self.runner.stores.subscriptions.put(kept(off, changed_at=now, is_on=False))
        return _said(Says.IS_OFF(language))

    def _turn_on(self, call: Call, words: str, client: WebClient, language: str) -> Message:
        channel, asker = call.channel or "", _asker(call.user, client)
        language = language if _has_han(words) else asker.language or language
        try:
            rule = read_rule(words, zone="", language=str(language))
        except RuleError as fault:
            how = Says.HOW(language, command=COMMAND, example=EXAMPLE)
            return _said(f"{fault_words(fault, language)}\n{how}")
        language, is_named = rule.language, bool(rule.schedule.zone)
        zone = rule.schedule.zone or asker.zone or _ZONE
        rule = replace(rule, schedule=replace(rule.schedule, zone=zone))
        now = self.runner.clock()
        asked = Subscription(self.runner.poster.workspace(), channel, rule, call.user, now)
        self.runner.stores.subscriptions.put(kept(asked, changed_at=now))
        lines = [Says.IS_ON(language, rule=rule_words(rule, language))]
        lines += list(standing_lines(standing(self.runner, asked), language, channel=channel))[:1]
        if not (is_named or asker.zone):
            example = f"{rule.schedule.at:%H:%M} Asia/Shanghai"
            lines.append(Says.ZONE_UNKNOWN(language, zone=zone, command=COMMAND, example=example))
        if not (self.needs_no_invitation or _is_member(channel, client)):
            lines.append(Says.INVITE(language))
        return _said("\n".join(lines))

    def _subscription(self, channel: str) -> Subscription | None:
        found = (each for each in self.runner.subscriptions() if each.channel == channel)
        return next(found, None)


def _has_han(words: str) -> bool:
    """Whether Chinese was typed; `on` is typed by everyone, so English is not told by words."""
    return re.search("[\u4e00-\u9fff]", words) is not None


def _said(text: str, channel: str = "") -> Message:
    """A message of our own sentences, in which people's words may stand and ping no one.

    Args:
        text: The sentences; code marks in them are ours.
        channel: A channel that they may link to.
    """
    drawn = "`".join(literal(part) for part in text.split("`"))
    return Message(drawn.replace(f"&lt;#{channel}&gt;", f"<#{channel}>") if channel else drawn)


@dataclass(frozen=True, slots=True)
class _Asker:
    """What Slack tells of a person; empty where the app may not look."""

    zone: str = ""
    language: str = ""


def _asker(user: str, client: WebClient) -> _Asker:
    try:
        found: dict[str, Any] = client.users_info(user=user, include_locale=True)["user"]
    except (SlackClientError, OSError) as fault:
        _LOG.info("what is told of %s cannot be read: %s", user, error_of(fault))
        return _Asker()
    zone, locale = str(found.get("tz") or ""), str(found.get("locale") or "")
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # an empty name is a folder
        zone = ""
    languages = {"zh": Language.ZH, "en": Language.EN}
    return _Asker(zone, languages.get(locale[:2], ""))


def _is_member(channel: str, client: WebClient) -> bool:
    """Whether the app is in a channel, as far as it may look; in doubt it is."""
    try:
        found: dict[str, Any] = client.conversations_info(channel=channel)["channel"]
    except (SlackClientError, OSError) as fault:
        return error_of(fault) != "channel_not_found"
    return bool(found.get("is_member", True))
