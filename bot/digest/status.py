"""Where each channel stands: what comes next, what came last, and why a day had none."""

from dataclasses import dataclass
from datetime import timedelta

from bot.digest.runner import Runner
from bot.digest.schedule import Due, next_due
from bot.digest.subscription import Subscription
from bot.state.ledger import Entry, Progress

_LOOK_BACK = timedelta(days=8)  # a week and a day: a weekly digest has one in it


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
    ledger, now = runner.stores.ledger, runner.clock()
    workspace, channel = subscription.workspace, subscription.channel
    last = ledger.last_delivered(workspace, channel)
    newest = next(iter(ledger.newest(workspace, channel, limit=1)), None)
    is_newer = newest is not None and (last is None or newest.key.day > last.key.day)
    schedule = subscription.rule.schedule
    upcoming = next_due(schedule, now)
    return Standing(subscription, upcoming, last, newest if is_newer else None)
