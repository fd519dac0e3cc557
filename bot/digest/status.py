"""Where each channel stands: what comes next, what came last, and why a day had none."""

from dataclasses import dataclass

from bot.digest.runner import Runner
from bot.digest.schedule import Due, next_due
from bot.digest.subscription import Subscription
from bot.state.ledger import OPEN, Entry, Key, Progress


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
    return tuple(standing(runner, subscription) for subscription in runner.subscriptions())


def standing(runner: Runner, subscription: Subscription) -> Standing:
    """Where one channel stands."""
    ledger = runner.stores.ledger
    workspace, channel = subscription.workspace, subscription.channel
    last = ledger.last_delivered(workspace, channel)
    newest = next(iter(ledger.newest(workspace, channel, limit=1)), None)
    is_newer = newest is not None and (last is None or newest.key.day > last.key.day)
    return Standing(
        subscription, _upcoming(runner, subscription), last, newest if is_newer else None
    )


def _upcoming(runner: Runner, subscription: Subscription) -> Due | None:
    """What comes next; a day that had its digest before its hour, by hand, is done."""
    schedule = subscription.rule.schedule
    due = next_due(schedule, runner.clock())
    if due is None:
        return None
    key = Key(subscription.workspace, subscription.channel, due.day)
    entry = runner.stores.ledger.get(key)
    return due if entry is None or entry.state in OPEN else next_due(schedule, due.moment)
