"""Which notes are new to a channel: those first met since its last delivered digest. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from bot.notes.model import Note
from bot.state.first_seen import Met
from bot.state.ledger import Window

_PATIENCE = timedelta(days=7)  # how long a note that is not at hand is waited for


def new_notes(
    notes: Sequence[Note], met: Mapping[str, Met], last: Window, now: datetime
) -> tuple[tuple[Note, ...], Window]:
    """Select what a digest covers.

    Args:
        notes: What this replica has at hand.
        met: What any replica has met since, in which order, with what was left behind.
        last: What the last delivered digest covered; an empty window before the first.
        now: The present moment.
    """
    since, carried = last.until, frozenset(last.left_behind)
    at_hand = {note.id for note in notes}
    absent = {
        id_: place
        for id_, place in met.items()
        if id_ not in at_hand and (place.number > since or id_ in carried)
    }
    window = Window(
        since=since,
        until=max([since, *(place.number for place in met.values())]),
        carried=tuple(sorted(carried & at_hand)),
        left_behind=tuple(sorted(id_ for id_, at in absent.items() if now - at.at < _PATIENCE)),
    )
    return covered(notes, met, window), window


def covered(notes: Sequence[Note], met: Mapping[str, Met], window: Window) -> tuple[Note, ...]:
    """Find the notes of a digest again, as far as they are still at hand."""
    carried = frozenset(window.carried)
    inside = {id_ for id_, place in met.items() if window.since < place.number <= window.until}
    return tuple(note for note in notes if note.id in carried or note.id in inside)
