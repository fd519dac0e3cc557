"""Which channels get a digest, and by which rule; what a rule means is up to `bot.digest`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from bot.state.database import Database
from bot.state.tables import subscriptions


@dataclass(frozen=True, slots=True)
class Kept:
    """What a channel last decided; a channel that said `off` stays here, as off.

    Args:
        workspace: The team.
        channel: The channel.
        is_on: Whether it wants a digest.
        rule: When and what, as JSON values.
        changed_by: The user who decided.
        changed_at: When.
        told: The reason that user was last told why no digest came; `None` once one came.
    """

    workspace: str
    channel: str
    is_on: bool
    rule: Mapping[str, Any]
    changed_by: str
    changed_at: datetime
    told: str | None = None


@dataclass(frozen=True, slots=True)
class Subscriptions:
    """What all channels decided."""

    database: Database

    def put(self, kept: Kept) -> None:
        values = {name: getattr(kept, name) for name in Kept.__slots__}
        values["rule"] = dict(kept.rule)
        place = ["workspace", "channel"]
        changed = {name: value for name, value in values.items() if name not in place}
        statement = (
            self.database.insert(subscriptions)
            .values(**values)
            .on_conflict_do_update(index_elements=place, set_=changed)
        )
        self.database.change(statement)

    def get(self, workspace: str, channel: str) -> Kept | None:
        found = [kept for kept in self.all(workspace) if kept.channel == channel]
        return found[0] if found else None

    def all(self, workspace: str | None = None) -> tuple[Kept, ...]:
        """Return what was decided, on and off alike, in the order of channels."""
        statement = select(*(subscriptions.c[name] for name in Kept.__slots__))
        if workspace is not None:
            statement = statement.where(subscriptions.c.workspace == workspace)
        statement = statement.order_by(subscriptions.c.workspace, subscriptions.c.channel)
        with self.database.read() as connection:
            return tuple(Kept(**row) for row in connection.execute(statement).mappings())

    def tell(self, workspace: str, channel: str, reason: str | None) -> bool:
        """Note what the subscriber is told, and return whether that is news to them.

        One statement decides, so of several replicas one alone tells.
        """
        told = subscriptions.c.told
        news = told.is_not(None) if reason is None else (told.is_(None) | (told != reason[:200]))
        statement = (
            subscriptions.update()
            .where(subscriptions.c.workspace == workspace, subscriptions.c.channel == channel, news)
            .values(told=None if reason is None else reason[:200])
        )
        return bool(self.database.change(statement))
