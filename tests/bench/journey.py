"""Where a question's time goes: from the bytes of a Slack event to the blocks that stand in Slack.

The real site, app, state and client are put together in this process, against the tests' own Slack
on loopback. Mentions come in as signed bytes. One change: the listener runs in the thread that the
event came in by, so that the steps follow each other and each has a time of its own; in service a
thread of the pool runs it. Every step is timed at the seam where the parts meet, less what the
steps inside it take.
"""

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from werkzeug.test import EnvironBuilder

from bot.links import Links
from bot.search.query import Query
from bot.search.results import Results
from bot.search.searcher import Searcher
from bot.slack.access import Access
from bot.slack.answering import Answering
from bot.slack.app import make_app
from bot.slack.client import web_client
from bot.slack.deps import Deps
from bot.slack.identity import identify
from bot.slack.once import Once
from bot.slack.publisher import Publisher
from bot.state.stores import open_stores
from bot.web.server import EVENTS_PATH, make_site
from tests.bench.measures import quantile
from tests.fakes.slack import BOT, Attempt, Delivery, FakeSlack
from tests.fakes.slack.http_mode import encode

ARRIVAL = "signature, JSON, Bolt's dispatch"
ONCE = "asked before? (SQLite)"
READING = "reading the question"
SEARCH = "search for the page"
NARROWING = "counting ways to narrow"
DRAWING = "drawing blocks"
POSTING = "posting (HTTP on loopback)"
STEPS = (ARRIVAL, ONCE, READING, SEARCH, NARROWING, DRAWING, POSTING)

ROUNDS = 25
WARM_UP = 3  # rounds


@dataclass
class Watch:
    """Adds up what each step takes, less the steps inside it."""

    spent: dict[str, float] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)
    _since: float = 0.0

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time a step."""
        self._turn()
        self._open.append(name)
        try:
            yield
        finally:
            self._turn()
            self._open.pop()

    def taken(self) -> dict[str, float]:
        """What was spent since this was last asked, in milliseconds."""
        taken = {name: 1000 * seconds for name, seconds in self.spent.items()}
        self.spent = {}
        return taken

    def _turn(self) -> None:
        now = time.perf_counter()
        if self._open:
            name = self._open[-1]
            self.spent[name] = self.spent.get(name, 0.0) + now - self._since
        self._since = now


class Timed:
    """A part whose methods are steps.

    Args:
        part: The part.
        watch: Times it.
        step: What its methods count as.
        given: For a method whose result is a part too, what the methods of that count as.
    """

    def __init__(
        self, part: Any, watch: Watch, step: str, given: Mapping[str, str] | None = None
    ) -> None:
        self._part, self._watch, self._step, self._given = part, watch, step, given or {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._part, name)
        if not callable(found):
            return found

        def call(*args: Any, **options: Any) -> Any:
            with self._watch.step(self._step):
                result = found(*args, **options)
            inner = self._given.get(name)
            return Timed(result, self._watch, inner) if inner else result

        return call


class TimedSearcher(Timed):
    """The searcher, asked for a page, or for the number of notes that a way to narrow leaves."""

    def search(self, query: Query, *, limit: int, **options: Any) -> Results:
        with self._watch.step(SEARCH if limit else NARROWING):
            results: Results = self._part.search(query, limit=limit, **options)
        return results


class AtOnce(Executor):
    """Runs in the thread that asks for it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **options))
        return future


class Mail:
    """Takes what the tests' Slack sends, in place of carrying it."""

    def __init__(self, slack: FakeSlack) -> None:
        self._slack = slack
        self._sent: list[Delivery] = []
        slack.courier.transport = self

    def carry(self, delivery: Delivery, attempt: Attempt) -> None:
        self._sent.append(delivery)
        self._slack.courier.answered(delivery, attempt, 200, "")

    def mention(self, question: str) -> dict[str, Any]:
        """A person mentions the app: the request that Slack makes of it."""
        self._slack.user("U1").says("C1", f"<@{BOT}> {question}")
        self._slack.settle()
        events = [sent for sent in self._sent if sent.payload["event"]["type"] == "app_mention"]
        self._sent.clear()
        content_type, raw = encode(events[-1])
        builder = EnvironBuilder(EVENTS_PATH, method="POST", data=raw, content_type=content_type)
        builder.headers.update(self._slack.http.sign(raw))
        return builder.get_environ()


def journey(
    searcher: Searcher, questions: Sequence[str], *, rounds: int = ROUNDS, warm_up: int = WARM_UP
) -> dict[str, float]:
    """Ask every question so often; the median of each step and of the whole, in milliseconds."""
    watch = Watch()
    times: dict[str, list[float]] = {name: [] for name in (*STEPS, "all")}
    with tempfile.TemporaryDirectory() as home, FakeSlack() as slack:
        site, mail = _site(Path(home), slack, searcher, watch), Mail(slack)
        for number in range((warm_up + rounds) * len(questions)):
            request = mail.mention(questions[number % len(questions)])
            with watch.step(ARRIVAL):
                answer = site.wsgi_app(request, lambda *_: None)
            answer.close()
            taken = watch.taken()
            if number >= warm_up * len(questions):
                for name in STEPS:
                    times[name].append(taken.get(name, 0.0))
                times["all"].append(sum(taken.values()))
        answered = len(slack.said_by_bot())
    if answered != (warm_up + rounds) * len(questions):
        raise RuntimeError(f"{answered} answers stand in Slack")
    return {name: quantile(values, 0.5) for name, values in times.items()}


def _site(home: Path, slack: FakeSlack, searcher: Searcher, watch: Watch) -> Any:
    """The site of `prbot serve` in HTTP mode, its parts timed."""
    from slack_bolt.adapter.flask import SlackRequestHandler

    client = web_client(slack.installation.bot_token, slack.api_url)
    stores = open_stores(home / "state.sqlite3")
    timed_searcher: Any = TimedSearcher(searcher, watch, READING)
    links = Links(notes_base_url="https://notes.example/")
    answering = Answering(lambda: timed_searcher, links, Access(), date.today)
    deps = Deps(
        me=identify(client).me,
        answering=_as_any(Timed(answering, watch, READING, {"answer": DRAWING})),
        access=Access(),
        once=_as_any(Timed(Once(stores.seen_events), watch, ONCE)),
        votes=stores.feedback,
        publisher=_as_any(Timed(Publisher(), watch, POSTING)),
    )
    app = make_app(client, deps, AtOnce(), signing_secret=slack.installation.signing_secret)
    return make_site([], SlackRequestHandler(app).handle)


def _as_any(part: object) -> Any:
    return part
