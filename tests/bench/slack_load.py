"""Measure one `prbot serve` under load over HTTP, against the tests' own Slack on loopback.

    python -m tests.bench.slack_load [--json FILE] [--rates 10,50,200] [--questions 20000]

Mentions arrive at a fixed rate, whatever the answers do (an open loop: a slow answer does not slow
the next question down), spread over channels as in a real workspace. Then memory: so many
questions with a fixed number in hand, which also tells how many it can answer a second. Slack's
part runs in this process, on the same cores, and its time counts against the bot.
"""

import argparse
import json
import os
import platform
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.measures import quantile
from tests.fakes.slack import BOT, Channel, FakeSlack, Message
from tests.serve.bot import Bot

QUESTIONS = (
    "FlashInfer 相关的 PR",
    "ROCm 值得精读的 PR",
    "which PRs touch speculative decoding?",
    "最近有哪些 PR？",
    "量化 kernel bug",
    "#55385",
    "MoE 性能",
    "今天天气怎么样",
)
CHANNELS = 400
IN_HAND = 32
WARM_UP = 500
_LONGEST_WAIT = 120.0
_LONGEST_RUN = 900.0


@dataclass
class Run:
    """What was asked and answered in one stretch.

    Args:
        asked: Each question by its key, with the hour it was to be asked.
        answered: How often each was answered.
        answer_ms: From the hour a question was asked to its answer standing in Slack.
    """

    asked: dict[str, tuple[Message, float]] = field(default_factory=dict)
    answered: Counter[str] = field(default_factory=Counter)
    answer_ms: list[float] = field(default_factory=list)
    last_at: float = 0.0

    def open(self) -> int:
        return len(self.asked) - len(self.answered)


@dataclass(frozen=True)
class Row:
    """The figures of one stretch."""

    asked_a_second: float | None
    asked: int
    answered_once: int
    answered_twice: int
    unanswered: int
    answered_a_second: float
    retries: int
    ack_p50_ms: float
    ack_p99_ms: float
    answer_p50_ms: float
    answer_p99_ms: float


@dataclass(frozen=True)
class Memory:
    """Resident memory of the bot, in megabytes."""

    started_mb: float
    warm_mb: float
    after_mb: float
    questions: int


class Load:
    """Asks one bot and counts what comes back."""

    def __init__(self, slack: FakeSlack, bot: Bot) -> None:
        self._slack = slack
        self._bot = bot
        self._people = [slack.user(name) for name in ("U1", "U2", "U3")]
        self._run = Run()
        slack.desk.posted.append(self._posted)
        for number in range(CHANNELS):
            members = {BOT, *(person.id for person in self._people)}
            slack.workspace.add_channel(
                Channel(f"CL{number:04d}", f"load-{number}", members=members)
            )

    def at_rate(self, rate: float, seconds: float) -> Row:
        """Ask so many a second for so long, then wait for what is still open."""
        self._run = Run()
        start = time.monotonic()
        for number in range(round(rate * seconds)):
            due = start + number / rate
            time.sleep(max(0.0, due - time.monotonic()))
            self._ask(number, self._slack.clock.now() - (time.monotonic() - due))
        self._drain()
        return self._row(rate)

    def closed_loop(self, questions: int) -> Row:
        """Ask so many with a fixed number in hand."""
        self._run = run = Run()
        deadline = time.monotonic() + _LONGEST_RUN
        for number in range(questions):
            with self._slack.changed:
                self._slack.changed.wait_for(lambda: run.open() < IN_HAND, _LONGEST_WAIT)
            if time.monotonic() > deadline:
                break
            self._ask(number, self._slack.clock.now())
        self._drain()
        return self._row(None)

    def _ask(self, number: int, due: float) -> None:
        person = self._people[number % len(self._people)]
        text = f"<@{BOT}> {QUESTIONS[number % len(QUESTIONS)]}"
        with self._slack.changed:
            message = person.says(f"CL{number % CHANNELS:04d}", text)
            self._run.asked[message.ts] = message, due

    def _posted(self, answer: Message) -> None:
        asked = self._run.asked.get(answer.thread_ts or "")
        if asked is not None:
            self._run.answered[asked[0].ts] += 1
            self._run.answer_ms.append(1000 * (answer.posted_at - asked[1]))
            self._run.last_at = answer.posted_at

    def _drain(self) -> None:
        with self._slack.changed:
            self._slack.changed.wait_for(lambda: not self._run.open(), _LONGEST_WAIT)
        self._slack.settle(_LONGEST_WAIT)

    def _row(self, rate: float | None) -> Row:
        run, acks, retries = self._run, [], 0
        for message, _ in run.asked.values():
            for delivery in self._slack.events.by_message.pop(message.ts, ()):
                acks.append(1000 * (delivery.ack_seconds or float("inf")))
                retries += len(delivery.attempts) - 1
        first = min(due for _, due in run.asked.values())
        answered_once = sum(count == 1 for count in run.answered.values())
        return Row(
            asked_a_second=rate,
            asked=len(run.asked),
            answered_once=answered_once,
            answered_twice=len(run.answered) - answered_once,
            unanswered=run.open(),
            answered_a_second=round(len(run.answered) / (run.last_at - first), 1),
            retries=retries,
            ack_p50_ms=round(quantile(acks, 0.5), 1),
            ack_p99_ms=round(quantile(acks, 0.99), 1),
            answer_p50_ms=round(quantile(run.answer_ms, 0.5), 1),
            answer_p99_ms=round(quantile(run.answer_ms, 0.99), 1),
        )


@contextmanager
def loaded() -> Iterator[tuple[Load, Bot]]:
    """Give a bot that serves HTTP, and the load for it."""
    with (
        tempfile.TemporaryDirectory() as home,
        FakeSlack() as slack,
        Bot(Path(home), slack.environment(socket_mode=False)) as bot,
    ):
        bot.meet(slack, socket_mode=False)
        yield Load(slack, bot), bot


def resident_mb(pid: int) -> float:
    """Resident memory of a process as the kernel tells it."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return round(int(line.split()[1]) / 1024, 1)


def measure(rates: Sequence[float], seconds: float, questions: int) -> dict[str, Any]:
    """Run it all, one bot for the rates and a fresh one for memory."""
    rows: list[Row] = []
    with loaded() as (load, _):
        load.closed_loop(WARM_UP)
        for rate in rates:
            rows.append(load.at_rate(rate, seconds))
            print(_line(rows[-1]))
    if not questions:
        return {"machine": _machine(), "rows": [asdict(row) for row in rows]}
    with loaded() as (load, bot):
        started = resident_mb(bot.process.pid)
        load.closed_loop(WARM_UP)
        warm = resident_mb(bot.process.pid)
        rows.append(load.closed_loop(questions))
        memory = Memory(started, warm, resident_mb(bot.process.pid), rows[-1].asked)
        print(_line(rows[-1]))
    return {
        "machine": _machine(),
        "rows": [asdict(row) for row in rows],
        "memory": asdict(memory),
    }


def _machine() -> str:
    return f"{os.cpu_count()} cores, Python {platform.python_version()}"


_HEAD = (
    "                    answered                              ack ms          answer ms\n"
    "asked/s   asked  once  twice  none   answers/s  retries      p50   p99         p50   p99"
)


def _line(row: Row) -> str:
    rate = "max" if row.asked_a_second is None else f"{row.asked_a_second:g}"
    return (
        f"{rate:>7} {row.asked:>7} {row.answered_once:>5} {row.answered_twice:>6}"
        f" {row.unanswered:>5} {row.answered_a_second:>11} {row.retries:>8}"
        f" {row.ack_p50_ms:>8} {row.ack_p99_ms:>5} {row.answer_p50_ms:>11} {row.answer_p99_ms:>5}"
    )


def _memory_line(memory: dict[str, Any]) -> str:
    return (
        f"memory: {memory['started_mb']} MB at the start, {memory['warm_mb']} MB after {WARM_UP}"
        f" questions, {memory['after_mb']} MB after {memory['questions']} more"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table, and keep the figures where told."""
    parser = argparse.ArgumentParser(description="Measure one `prbot serve` under load over HTTP.")
    parser.add_argument("--rates", default="10,50,200", help="mentions a second, by commas")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each rate lasts")
    parser.add_argument(
        "--questions", type=int, default=20_000, help="how many for memory; 0 for none"
    )
    parser.add_argument("--json", type=Path, help="a file for the figures")
    args = parser.parse_args(argv)
    print(_HEAD)
    figures = measure([float(rate) for rate in args.rates.split(",")], args.seconds, args.questions)
    if "memory" in figures:
        print(_memory_line(figures["memory"]))
    if args.json is not None:
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
