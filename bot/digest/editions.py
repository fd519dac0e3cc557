"""Makes digests from what the state knows: the next one of a channel, and pages of one it had."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.digest.compose import Digest, Occasion, compose
from bot.digest.rule import Rule
from bot.digest.schedule import Due
from bot.digest.stock import Stock
from bot.digest.subscription import Subscription
from bot.digest.window import covered, new_notes
from bot.notes.model import Note
from bot.state.ledger import Key, Window
from bot.state.stores import Clock, Stores

_LATE = timedelta(minutes=15)  # what is later than this says so


def _anywhere(note: Note, channel: str) -> bool:
    del note, channel
    return True


@dataclass(frozen=True, slots=True)
class Editions:
    """Makes digests.

    Args:
        stores: The state shared with all replicas.
        stock: Gives the notes as they are now.
        clock: The present moment.
        may_see: Whether a channel may see a note.
    """

    stores: Stores
    stock: Callable[[], Stock]
    clock: Clock
    may_see: Callable[[Note, str], bool] = _anywhere

    def next(self, subscription: Subscription, due: Due, start: int = 0) -> tuple[Digest, Window]:
        """Make the digest that a channel gets next, and say what it covers.

        Args:
            subscription: The channel.
            due: Which day's.
            start: How many notes come before the page.
        """
        now, stock, rule = self.clock(), self.stock(), subscription.rule
        last = self.stores.ledger.last_delivered(subscription.workspace, subscription.channel)
        window = last.window if last is not None else Window()
        met = self.stores.first_seen.after(window.until, window.left_behind)
        found, window = new_notes(stock.notes, met, window, now)
        is_late = now - due.moment > _LATE
        occasion = Occasion(due.day, is_late=is_late, is_first=last is None)
        wanted = self._wanted(found, rule, subscription.channel)
        digest = compose(wanted, occasion, top=rule.top, start=start, topics=stock.topics)
        return digest, window

    def page(self, key: Key, rule: Rule, start: int) -> Digest | None:
        """Make a page of a digest that was delivered; `None` where the ledger has none.

        Args:
            key: Which digest.
            rule: The channel's rule.
            start: How many notes come before the page.
        """
        entry = self.stores.ledger.get(key)
        if entry is None or entry.posting_at is None:
            return None
        stock, window = self.stock(), entry.window
        met = self.stores.first_seen.after(window.since, window.carried)
        found = covered(stock.notes, met, window)
        occasion = Occasion(key.day, is_late=entry.is_late, is_first=window.since == 0)
        wanted = self._wanted(found, rule, key.channel)
        return compose(wanted, occasion, top=rule.top, start=start, topics=stock.topics)

    def _wanted(self, notes: Sequence[Note], rule: Rule, channel: str) -> list[Note]:
        return [note for note in notes if rule.wants(note) and self.may_see(note, channel)]


def due_now(subscription: Subscription, moment: datetime) -> Due:
    """The present as if it were the channel's hour: for a look at what would come."""
    return Due(subscription.rule.schedule.local_date(moment), moment)
