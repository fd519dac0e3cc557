"""Who is answered, where, and about which repositories. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from bot.notes.model import Note
from bot.search.query import Query
from bot.slack.hygiene import Me

EVERYWHERE = "*"
"""Stands for all channels that are not listed by themselves, direct messages and Home included."""


class Verdict(Enum):
    """What becomes of someone's question."""

    ALLOWED = auto()
    STRANGER = auto()  # of another organisation: told nothing at all
    NOT_FOR_YOU = auto()
    NOT_HERE = auto()


@dataclass(frozen=True, slots=True)
class Access:
    """The lists of one deployment; an empty list keeps nobody out.

    Args:
        teams: Teams whose people are answered; the app's own alone where there is no list.
        channels: Channels it answers in; direct messages are no channels.
        users: People it answers.
        repos: For a channel, the repositories it may see; `*` for all other places.
    """

    teams: frozenset[str] = frozenset()
    channels: frozenset[str] = frozenset()
    users: frozenset[str] = frozenset()
    repos: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def verdict(self, me: Me, user: str, user_team: str | None, channel: str | None) -> Verdict:
        """Decide about a question.

        Args:
            me: The app.
            user: Who asks.
            user_team: Their team, or their organisation; `None` where Slack does not say.
            channel: Where; `None` for Home.
        """
        is_at_home = user_team in {None, "", me.team, me.enterprise}
        if not is_at_home and user_team not in self.teams:
            return Verdict.STRANGER
        if is_at_home and self.teams and me.team not in self.teams:
            return Verdict.NOT_FOR_YOU
        if self.users and user not in self.users:
            return Verdict.NOT_FOR_YOU
        is_direct = channel is None or channel.startswith("D")
        if self.channels and not is_direct and channel not in self.channels:
            return Verdict.NOT_HERE
        return Verdict.ALLOWED

    def visible(self, channel: str | None) -> tuple[str, ...] | None:
        """The repositories a place may see; `None` for all."""
        return self.repos.get(channel or "", self.repos.get(EVERYWHERE))

    def may_see(self, note: Note, channel: str | None) -> bool:
        """Whether a place may see a note."""
        visible = self.visible(channel)
        return visible is None or any(_is_of(note.repo, repo) for repo in visible)

    def limited(self, query: Query, channel: str | None) -> Query | None:
        """A query that finds what a place may see and no more; `None` where that is nothing."""
        visible = self.visible(channel)
        if visible is None:
            return query
        asked = query.filters.repos
        kept = [repo for repo in visible if not asked or any(_is_of(repo, name) for name in asked)]
        if not kept:
            return None
        return replace(query, filters=replace(query.filters, repos=tuple(kept)))


def _is_of(repo: str | None, name: str) -> bool:
    """Whether a repository is the one called `owner/name`, or `name` alone."""
    if repo is None:
        return False
    whole, asked = repo.casefold(), name.casefold()
    return whole == asked or whole.rpartition("/")[2] == asked
