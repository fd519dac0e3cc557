"""What `prbot serve` runs: each part, started in order, and how each is stopped.

Each starter registers on the stack how its part ends. The stack ends them in the opposite order:
nothing new is heard, what is in hand is answered, and then the state is closed.
"""

import logging
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus

from flask import Request, Response
from slack_bolt import App
from slack_bolt.adapter.flask.handler import to_flask_response
from slack_sdk import WebClient

from bot.app import (
    build_digests,
    build_links,
    build_live,
    build_page_addresses,
    build_pages,
    build_polling,
    build_poster,
    build_sources,
    build_stores,
    build_team_glossary,
    build_topics,
    build_watcher,
)
from bot.app.live_topics import LiveTopics
from bot.commands.curfew import Curfew
from bot.digest.loop import DigestLoop
from bot.digest.poster import PostingError
from bot.digest.runner import Runner
from bot.digest.stock import CurrentStock
from bot.links import Links
from bot.notes.watch import LiveNotes
from bot.search.searcher import Searcher
from bot.settings import Settings
from bot.slack.access import Access
from bot.slack.answering import PAGE, Answering
from bot.slack.app import make_app
from bot.slack.client import web_client
from bot.slack.deliveries import request_of
from bot.slack.deps import Deps
from bot.slack.digest_command import DigestDesk
from bot.slack.features import Feature, granted
from bot.slack.identity import Identity, identify
from bot.slack.once import Once
from bot.slack.pool import Pool
from bot.slack.recovery import Recovery
from bot.slack.sentences import Language
from bot.slack.socket import Socket
from bot.state.expiry import expire
from bot.state.stores import Stores
from bot.web.health import Health, make_health
from bot.web.server import Server, make_site

_LOG = logging.getLogger("prbot")
_DRAIN = 25.0  # seconds; orchestrators kill after thirty
_SOCKET_CALL = 10
_TURN = 0.0005
"""Seconds until a thread at work lets another go on. An answer hands over dozens of times, at each
array it works on; by Python's own 5 ms it takes 40 times as long while notes or topics are read."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What all parts stand on."""

    settings: Settings
    stores: Stores
    live: LiveNotes[Searcher]
    topics: LiveTopics
    links: Links
    health: Health


def start_service(settings: Settings, parts: ExitStack) -> None:
    """Start everything; `parts` ends it, in less than half a minute."""
    parts.callback(sys.setswitchinterval, sys.getswitchinterval())
    sys.setswitchinterval(_TURN)
    curfew = Curfew()
    parts.callback(curfew.lift)
    ground = _start_notes(settings, parts)
    client = web_client(_secret(settings.slack_bot_token), settings.slack_api_url)
    identity = identify(client)
    runner, loop = _start_digests(ground, parts)
    pool = Pool(settings.workers)
    parts.callback(_drain, pool)
    desk = _digest_desk(ground, identity, runner)
    deps = _deps(ground, identity, desk)
    secret = _secret(settings.slack_signing_secret)
    app = make_app(client, deps, pool, signing_secret=secret, more=[desk.register])
    recovery = Recovery(client, deps)
    recovery.start()
    parts.callback(recovery.stop)
    _add_probes(ground, deps, pool)
    server = _start_server(ground, app, parts)
    if settings.slack_app_token is not None:
        _start_socket(ground, app, parts)
    mode = "Socket Mode" if settings.slack_app_token else "HTTP"
    where = f"{identity.team_name or identity.me.team} ({identity.me.team})"
    _LOG.info("serving %s by %s; health and pages at %s", where, mode, server.address)
    # First of all at the end: no further digest is begun while the other parts are ended.
    parts.callback(loop.begin_stop)
    parts.callback(curfew.begin)


def _start_notes(settings: Settings, parts: ExitStack) -> Ground:
    stores = build_stores(settings)
    parts.callback(stores.close)
    sources = build_sources(settings)
    live = build_live(settings, sources, first_seen=stores.first_seen.days)
    topics = build_topics(live)
    topics.start()
    parts.callback(topics.stop)
    links = build_links(settings, page=build_page_addresses(settings))
    health = Health()
    watcher = build_watcher(live, settings, sources)
    watcher.start()
    parts.callback(watcher.stop)
    if (glossary := build_team_glossary(live, settings)) is not None:
        glossary.start()
        parts.callback(glossary.stop)
        health.add("glossary", lambda: {"ok": True, "problem": glossary.problem})
    if sources:
        polling = build_polling(settings, sources)
        polling.start()
        parts.callback(polling.stop)
        health.add("sources", lambda: {"sources": [s.as_record() for s in polling.statuses]})
    for problem in live.current.library.problems:
        _LOG.warning("%s", problem)
    _LOG.info("read %d notes", len(live.current.library.notes))
    return Ground(settings, stores, live, topics, links, health)


def _start_digests(ground: Ground, parts: ExitStack) -> tuple[Runner, DigestLoop]:
    poster = build_poster(ground.settings, ground.links)
    stock = CurrentStock(lambda: ground.live.current.searcher)
    runner = build_digests(ground.settings, ground.stores, poster, stock)
    with suppress(PostingError):  # the loop asks again, and says what is wrong
        poster.workspace()
    loop = DigestLoop(runner, lambda now: expire(ground.stores.database, now))
    loop.start()
    parts.callback(loop.stop)

    def report() -> Mapping[str, object]:
        health = loop.health()
        troubled = [s.subscription.channel for s in health.standings if s.is_in_trouble]
        return {
            "ok": health.is_well,
            "trouble": health.trouble,
            "channels": len(health.standings),
            "channels_in_trouble": troubled,
        }

    ground.health.add("digests", report)
    return runner, loop


def _digest_desk(ground: Ground, identity: Identity, runner: Runner) -> DigestDesk:
    settings = ground.settings
    chosen = _features(settings, identity)
    return DigestDesk(
        runner=runner,
        links=ground.links,
        language=Language.EN if settings.language == "en" else Language.ZH,
        editors=frozenset(settings.digest_editors),
        needs_no_invitation=Feature.PUBLIC in chosen,
    )


def _deps(ground: Ground, identity: Identity, desk: DigestDesk) -> Deps:
    settings, live = ground.settings, ground.live
    access = Access(
        teams=frozenset(settings.allowed_teams),
        channels=frozenset(settings.allowed_channels),
        users=frozenset(settings.allowed_users),
        repos=dict(settings.channel_repos),
    )
    answering = Answering(
        searcher=lambda: live.current.searcher,
        links=ground.links,
        access=access,
        today=lambda: datetime.now(UTC).astimezone().date(),
        language=settings.language,
        page_size=min(PAGE, settings.limit),
        topics=ground.topics,
    )
    return Deps(
        me=identity.me,
        answering=answering,
        access=access,
        once=Once(ground.stores.seen_events),
        votes=ground.stores.feedback,
        features=_features(settings, identity),
        digest=desk.command,
        read_at=lambda: live.current.read_at,
    )


def _features(settings: Settings, identity: Identity) -> frozenset[Feature]:
    """What the app may do: by its scopes, or by the settings where Slack does not tell them."""
    if identity.scopes is not None:
        return granted(identity.scopes)
    return frozenset(Feature(name) for name in settings.features)


def _add_probes(ground: Ground, deps: Deps, pool: Pool) -> None:
    def slack() -> Mapping[str, object]:
        refusal = deps.tokens.refusal
        return {"ok": not refusal, "team": deps.me.team, "refusal": refusal}

    def notes() -> Mapping[str, object]:
        served = ground.live.current
        problems = [str(problem) for problem in served.library.problems]
        return {
            "ok": True,
            "notes": len(served.library.notes),
            "problems": problems[:20],
            "read_at": served.read_at.isoformat(timespec="seconds"),
        }

    def state() -> Mapping[str, object]:
        return {"ok": not deps.once.trouble, "trouble": deps.once.trouble}

    for name, probe in (("slack", slack), ("notes", notes), ("state", state)):
        ground.health.add(name, probe)
    ground.health.add("answers", pool.report)


def _start_server(ground: Ground, app: App, parts: ExitStack) -> Server:
    settings = ground.settings
    pages = build_pages(settings, lambda: ground.live.current, ground.links, ground.topics)
    is_http = settings.slack_app_token is None
    site = make_site([make_health(ground.health), pages], _taking(app) if is_http else None)
    server = Server(site, settings.host, settings.port)
    server.start()
    parts.callback(server.stop)
    return server


def _taking(app: App) -> Callable[[Request], Response]:
    def take(request: Request) -> Response:
        raw, query = request.get_data(as_text=True), request.query_string.decode()
        delivery = request_of(raw, dict(request.headers), query)
        if delivery is None:
            return Response(status=HTTPStatus.BAD_REQUEST)
        return to_flask_response(app.dispatch(delivery))

    return take


def _start_socket(ground: Ground, app: App, parts: ExitStack) -> None:
    settings = ground.settings
    # The watchdog tries again by itself, and another connection is better than a longer wait.
    client = WebClient(base_url=settings.slack_api_url, timeout=_SOCKET_CALL, retry_handlers=[])
    token = _secret(settings.slack_app_token) or ""
    socket = Socket(app, token, client, settings.socket_timeout)
    ground.health.add("socket", socket.report)
    socket.start()
    parts.callback(socket.stop)


def _drain(pool: Pool) -> None:
    if left := pool.drain(_DRAIN):
        _LOG.error("%d answers were not finished in %.0f s and are given up", left, _DRAIN)
        logging.shutdown()
        os._exit(1)  # their threads would keep the process for as long as they like


def _secret(value: object) -> str:
    get = getattr(value, "get_secret_value", None)
    return str(get()) if get is not None else ""
