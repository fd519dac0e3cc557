"""Where each channel stands: what comes next, what came last, and why a day had none."""

from dataclasses import dataclass
from datetime import datetime

from bot.digest.runner import Runner
from bot.digest.schedule import Due, next_due
from bot.digest.subscription import Subscription
from bot.state.ledger import OPEN, Entry, Progress


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a channel stands.

    Args:
        subscription: What it wants.
        next_due: What comes next, if anything.
        last: Its last delivered digest, if any.
        without: The newest day that ended, or is, without a digest, if it is newer than `last`.
    """

    subscription: Subscription
    next_due: Due | None
    last: Entry | None
    without: Entry | None

    @property
    def is_in_trouble(self) -> bool:
        """Whether a digest should be there and is not."""
        return self.without is not None and self.without.state in {
            Progress.REFUSED, Progress.UNSURE, Progress.WAITING,
        }  # fmt: skip


def standings(runner: Runner) -> tuple[Standing, ...]:
    """Where all channels stand."""
    subscriptions = runner.subscriptions()
    if not subscriptions:
        return ()
    ledger, workspace = runner.stores.ledger, subscriptions[0].workspace
    newest = ledger.newest_of_all(workspace)
    last = ledger.newest_of_all(workspace, Progress.DELIVERED)
    now = runner.clock()
    return tuple(
        _standing(each, newest.get(each.channel), last.get(each.channel), now)
        for each in subscriptions
    )


def standing(runner: Runner, subscription: Subscription) -> Standing:
    """Where one channel stands."""
    ledger, place = runner.stores.ledger, (subscription.workspace, subscription.channel)
    newest = next(iter(ledger.newest(*place, limit=1)), None)
    return _standing(subscription, newest, ledger.last_delivered(*place), runner.clock())


def _standing(
    subscription: Subscription, newest: Entry | None, last: Entry | None, now: datetime
) -> Standing:
    schedule = subscription.rule.schedule
    due = next_due(schedule, now)
    if due is not None and newest is not None and newest.key.day == due.day:
        # Posted before its hour, by hand: that day is done.
        due = due if newest.state in OPEN else next_due(schedule, due.moment)
    is_newer = newest is not None and (last is None or newest.key.day > last.key.day)
    return Standing(subscription, due, last, newest if is_newer else None)
