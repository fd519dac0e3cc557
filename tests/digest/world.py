"""A bot with its channels, its clock and its notes, without Slack."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from bot.digest.editions import Editions
from bot.digest.runner import Policy, Runner
from bot.digest.stock import Stock
from bot.digest.subscription import read_configured
from bot.notes.model import Note
from bot.state.ledger import Key, Progress
from bot.state.stores import Stores
from tests.digest.channel import TEAM, Channels
from tests.digest.reviews import review
from tests.state.clock import SetClock

HOUR = datetime(2026, 12, 1, 1, 30, tzinfo=UTC)  # 09:30 in Shanghai, a Tuesday
DAY = date(2026, 12, 1)
RULE = "09:30 Asia/Shanghai"


@dataclass
class World:
    """A bot with its channels, its clock and its notes."""

    stores: Stores
    clock: SetClock
    channels: Channels = field(default_factory=Channels)
    notes: list[Note] = field(default_factory=lambda: [review("n1"), review("n2")])

    def runner(
        self, digests: str = f"C1 {RULE}", *, repeats: bool = False, wait: float = 6
    ) -> Runner:
        configured = read_configured(digests, zone="UTC", language="zh")
        policy = Policy(configured, timedelta(hours=wait), repeats_unsure=repeats)
        return Runner(Editions(self.stores, self.stock, self.clock), self.channels, policy)

    def stock(self) -> Stock:
        return Stock(tuple(self.notes))

    def state(self, day: date = DAY, channel: str = "C1") -> Progress | None:
        entry = self.stores.ledger.get(Key(TEAM, channel, day))
        return entry.state if entry else None

    def shown(self, place: int = -1) -> set[str]:
        topics = self.channels.posted[place].digest.topics
        return {item.note.id for topic in topics for item in topic.items}
