"""A Slack, a state and a few notes, for real processes to be set upon."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.state.database import Database
from bot.state.ledger import Entry, Ledger
from bot.state.stores import open_stores
from tests.digest.processes import Child, Nursery
from tests.fakes.slack.installation import MINIMUM_SCOPES, Installation
from tests.fakes.slack.server import FakeSlack
from tests.fakes.slack.workspace import BOT, TEAM, Channel

LEASE = 2.0
NOTES = """vllm-project/vllm · 标签视图

ROCm 修复图模式解析失败

值得精读。重点看归一化在平台更新前后各跑一次的顺序契约。

为采样添加上限，防止资源耗尽

值得快速浏览。它展示了如何为用户可控参数添加多层防御。
"""


def rule_that_is_due() -> str:
    """A rule that was due within the last hours, in a zone where that is not about midnight."""
    now = datetime.now(UTC)
    zone = next(
        name
        for name in ("UTC", "Asia/Shanghai", "Asia/Tokyo", "America/New_York")
        if 4 <= now.astimezone(ZoneInfo(name)).hour < 20
    )
    local = now.astimezone(ZoneInfo(zone)) - timedelta(hours=1)
    return f"{local:%H:%M} {zone}"


@dataclass
class Town:
    """All that a process meets.

    Args:
        slack: The fake Slack.
        database: The state, seen by the test itself.
        folder: Where processes run.
        address: The state's address.
        rule: What is due.
        nursery: Where processes come from.
    """

    slack: FakeSlack
    database: Database
    folder: Path
    address: str
    rule: str
    nursery: Nursery

    def add_channels(self, count: int, prefix: str = "K") -> list[str]:
        """Add channels with the app in them."""
        names = [f"C{prefix}{number:03}" for number in range(count)]
        for name in names:
            self.slack.workspace.add_channel(Channel(name, name.lower(), members={BOT, "U1"}))
        return names

    def run(self, *channels: str) -> Child:
        """Start `prbot digest --due` for channels."""
        env = {
            **self.slack.environment(),
            "PRBOT_STATE": self.address,
            "PRBOT_NOTES": str(self.folder / "notes.txt"),
            "PRBOT_DIGEST_LEASE": str(LEASE),
            "PRBOT_DIGESTS": "; ".join(f"{channel} {self.rule}" for channel in channels),
        }
        return self.nursery.run(["digest", "--due"], self.folder, env)

    def restart(self, *channels: str) -> None:
        """Run the same again, to its end."""
        child = self.run(*channels)

        assert 0 == child.wait(), child.log.read_text("utf-8")

    def digests_in(self, channel: str) -> int:
        """How many digests stand in a channel."""
        return len(self.slack.messages(channel, by=BOT))

    def entry(self, channel: str) -> Entry | None:
        return next(iter(Ledger(self.database).newest(TEAM, channel, limit=1)), None)


@contextmanager
def town(folder: Path, address: str, nursery: Nursery, *, can_read: bool = True) -> Iterator[Town]:
    """Found a town.

    Args:
        folder: For the notes and the processes.
        address: The state's address.
        nursery: Where processes come from.
        can_read: Whether the app may read channels back.
    """
    (folder / "notes.txt").write_text(NOTES, "utf-8")
    scopes = {*MINIMUM_SCOPES, *(("channels:history", "groups:history") if can_read else ())}
    stores = open_stores(address)
    try:
        with FakeSlack(Installation(scopes=scopes)) as slack:
            yield Town(slack, stores.database, folder, address, rule_that_is_due(), nursery)
    finally:
        stores.close()
