"""A bot and a Slack that hear each other: what every scenario begins with."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.fakes.slack import BOT, FakeSlack, Installation, Message
from tests.serve.bot import ROOT, Bot

MODES = ("socket", "http")
QUESTION = "FlashInfer 相关的 PR"
ASKED = f"<@{BOT}> {QUESTION}"
_PATIENCE = 60.0


@dataclass(frozen=True)
class Meeting:
    """The two of them."""

    slack: FakeSlack
    bot: Bot

    def ask(self, text: str = ASKED, *, user: str = "U1", channel: str = "C1") -> Message:
        """Say something in a channel and return the question."""
        return self.slack.user(user).says(channel, text)

    def answer(self, question: Message) -> Message:
        """Wait for the first answer to a question."""
        return self.slack.wait_for(lambda: self.slack.answers(question), _PATIENCE)[0]

    def asked(self, text: str = ASKED, *, user: str = "U1", channel: str = "C1") -> Message:
        """Ask, and return the answer."""
        return self.answer(self.ask(text, user=user, channel=channel))

    def told(self, user: str, after: int = 0) -> Message:
        """Wait for what one person alone is told, after so many such messages."""
        return self.slack.wait_for(lambda: self.slack.ephemerals(user)[after:], _PATIENCE)[0]

    def end(self) -> None:
        """End the bot in order: whatever it had in hand is done then."""
        self.slack.settle()

        assert 0 == self.bot.stop()


REPOS = ("owner/alpha", "owner/beta")


def write_extra_notes(folder: Path) -> None:
    """Write six notes of two repositories, three labels and old dates, all about one word."""
    lines = [
        json.dumps(
            {
                "id": f"extra-{number}",
                "title": f"Frobnicate part {number}",
                "text": f"How to frobnicate, part {number}.",
                "repo": REPOS[number % 2],
                "labels": [f"label-{number % 3}"],
                "date": f"2025-0{1 + number}-01",
            }
        )
        for number in range(6)
    ]
    (folder / "extra.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


Start = Callable[..., Meeting]
"""Starts a bot in a mode, with settings."""


@cache
def manifest(*flags: str) -> str:
    """Return what `prbot manifest` prints."""
    command = [sys.executable, "-m", "bot", "manifest", *flags]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return printed.stdout


def installation(*flags: str) -> Installation:
    """Return the app as it is installed by its own manifest."""
    return Installation.from_manifest(json.loads(manifest(*flags)))


def installed() -> FakeSlack:
    """Return a Slack in which the app is installed with every feature."""
    return FakeSlack(installation("--all"))
