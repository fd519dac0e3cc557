"""Who is answered, where, about what."""

from datetime import date

import pytest

from bot.search.query import Filters, Query
from bot.slack.access import Access, Verdict
from bot.slack.hygiene import Me
from tests.slack.notes import note

ME = Me("T1", "UBOT", enterprise="E1")
REPOS = {"C1": ("a/b", "c/d"), "*": ("e/f",)}


@pytest.mark.parametrize(
    ("access", "asker", "expected"),
    [
        (Access(), ("U1", "T1", "C1"), Verdict.ALLOWED),
        (Access(), ("U1", None, "C1"), Verdict.ALLOWED),
        (Access(), ("U1", "E1", "C1"), Verdict.ALLOWED),
        (Access(), ("U9", "T9", "C1"), Verdict.STRANGER),
        (Access(teams=frozenset({"T1", "T9"})), ("U9", "T9", "C1"), Verdict.ALLOWED),
        (Access(teams=frozenset({"T9"})), ("U1", "T1", "C1"), Verdict.NOT_FOR_YOU),
        (Access(users=frozenset({"U2"})), ("U1", "T1", "C1"), Verdict.NOT_FOR_YOU),
        (Access(users=frozenset({"U1"})), ("U1", "T1", "C1"), Verdict.ALLOWED),
        (Access(channels=frozenset({"C2"})), ("U1", "T1", "C1"), Verdict.NOT_HERE),
        (Access(channels=frozenset({"C2"})), ("U1", "T1", "C2"), Verdict.ALLOWED),
        (Access(channels=frozenset({"C2"})), ("U1", "T1", "D1"), Verdict.ALLOWED),
        (Access(channels=frozenset({"C2"})), ("U1", "T1", None), Verdict.ALLOWED),
    ],
)
def test_lists_decide(
    access: Access, asker: tuple[str, str | None, str | None], expected: Verdict
) -> None:
    """Strangers before people before places; a direct message is no channel."""
    assert expected == access.verdict(ME, *asker)


@pytest.mark.parametrize(
    ("channel", "asked", "expected"),
    [
        ("C1", (), ("a/b", "c/d")),
        ("C1", ("a/b",), ("a/b",)),
        ("C1", ("B",), ("a/b",)),
        ("C1", ("x/y",), None),
        ("C2", (), ("e/f",)),
        (None, (), ("e/f",)),
        ("C2", ("a/b",), None),
    ],
)
def test_a_place_sees_its_repositories_and_no_more(
    channel: str | None, asked: tuple[str, ...], expected: tuple[str, ...] | None
) -> None:
    """A question can only narrow what a place may see."""
    query = Query("q", "q", filters=Filters(repos=asked, since=date(2026, 1, 1)))
    limited = Access(repos=REPOS).limited(query, channel)

    assert expected == (limited.filters.repos if limited else None)
    assert limited is None or date(2026, 1, 1) == limited.filters.since


def test_without_lists_everything_is_seen() -> None:
    """No list leaves the question as it is."""
    query = Query("q", "q")

    assert query is Access().limited(query, "C1")
    assert Access().may_see(note(1), "C1")


def test_a_note_out_of_sight_is_not_shown() -> None:
    """By a note's own repository; one without any is seen where all are."""
    access = Access(repos={"C1": ("vllm",)})

    assert [True, False, True] == [
        access.may_see(note(1), "C1"),
        access.may_see(note(1, repo=None), "C1"),
        access.may_see(note(1, repo=None), "C2"),
    ]
