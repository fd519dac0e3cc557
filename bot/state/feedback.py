"""What people found helpful or not: the question, the notes they were shown, their vote."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from bot.state.database import Database
from bot.state.tables import feedback


@dataclass(frozen=True, slots=True)
class Vote:
    """One person's word on one answer; a second word of theirs takes the first one's place.

    Args:
        workspace: The team it was given in.
        channel: The channel of the answer.
        message: The `ts` of the answer.
        user: Who gave it.
        at: When.
        helpful: Which button was pressed.
        question: What had been asked.
        shown: The ids of the notes that the answer showed.
    """

    workspace: str
    channel: str
    message: str
    user: str
    at: datetime
    helpful: bool
    question: str
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Feedback:
    """All votes."""

    database: Database

    def put(self, vote: Vote) -> None:
        values = {name: getattr(vote, name) for name in Vote.__slots__}
        values["shown"] = list(vote.shown)
        values["question"] = _storable(vote.question)
        statement = (
            self.database.insert(feedback)
            .values(**values)
            .on_conflict_do_update(
                index_elements=["workspace", "channel", "message", "user"],
                set_={name: values[name] for name in ("at", "helpful", "question", "shown")},
            )
        )
        self.database.change(statement)

    def newest(self, *, limit: int = 1000, helpful: bool | None = None) -> tuple[Vote, ...]:
        """Votes, newest first.

        Args:
            limit: How many at most.
            helpful: Only those that say so; `None` for all.
        """
        statement = select(*(feedback.c[name] for name in Vote.__slots__))
        if helpful is not None:
            statement = statement.where(feedback.c.helpful == helpful)
        statement = statement.order_by(feedback.c.at.desc(), feedback.c.id.desc()).limit(limit)
        with self.database.read() as connection:
            rows = connection.execute(statement).mappings().all()
        return tuple(Vote(**{**row, "shown": tuple(row["shown"])}) for row in rows)


def _storable(text: str) -> str:
    """Text that both databases take: PostgreSQL knows no NUL, and neither knows half a pair."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()
