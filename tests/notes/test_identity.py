"""What an id is made of, and which notes are one."""

import random
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.draft import Draft, Fields, Reading
from bot.notes.identity import merge
from bot.notes.model import Note, Paragraph, Source

DAY = date(2026, 1, 5)
SEEN = date(2026, 1, 3)


def draft(
    title: str = "修复崩溃", text: str = "值得精读。", line: int = 1, **more: object
) -> Draft:
    own_id = more.pop("own_id", None)
    fields = Fields(**{"repo": "a/b", **more})  # type: ignore[arg-type]
    paragraphs = (Paragraph(text, line + 2),) if text else ()
    return Draft(title, paragraphs, Source("x", line), fields, own_id)  # type: ignore[arg-type]


def merged(*drafts: Draft) -> tuple[Note, ...]:
    notes, problems = merge([Reading(f"{n}.md", DAY, (d,)) for n, d in enumerate(drafts)], {})
    assert () == problems
    return notes


def id_of(one: Draft) -> str:
    (note,) = merged(one)
    return note.id


@pytest.mark.parametrize(
    ("note", "note_id"),
    [
        (draft(), "bf2d4c48362a17b2"),
        (draft(pr=5), "b0f33e9d1c64ce97"),
        (draft(url="https://x/1"), "b07d6a781fd20759"),
    ],
)
def test_ids_never_change(note: Draft, note_id: str) -> None:
    """An id is the same in every release: links and first-seen dates are kept by it."""
    assert note_id == id_of(note)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (draft(line=1), draft(line=99)),
        (draft(), draft(text="全改过了。")),
        (draft("修复 **崩溃**"), draft("修复崩溃。")),
        (draft(url="https://x/1"), draft("改名", url="https://x/1", repo="c/d")),
        (draft(pr=5), draft("改名", pr=5)),
        (draft(own_id="n1"), draft("改名", own_id="n1", url="https://x/1")),
    ],
)
def test_id_stays(one: Draft, other: Draft) -> None:
    """An id outlives moves, edits of the text, and of all that is less certain than its key."""
    assert id_of(one) == id_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (draft(), draft("另一个")),
        (draft(), draft(repo="c/d")),
        (draft(url="https://x/1"), draft(url="https://x/2")),
        (draft(pr=5), draft(pr=6)),
    ],
)
def test_id_differs(one: Draft, other: Draft) -> None:
    """Notes of different summaries, repositories, addresses or PRs have different ids."""
    assert id_of(one) != id_of(other)


def test_different_notes_with_one_key() -> None:
    """Different reviews of one PR have different ids, the same in either order of reading."""
    one, other = draft(pr=5), draft(pr=5, text="不值得精读。")

    forth, back = merged(one, other), merged(other, one)

    assert 2 == len({note.id for note in forth})
    assert {note.id: note.text for note in forth} == {note.id: note.text for note in back}


@pytest.mark.parametrize(
    "copy",
    [
        draft(),
        draft(text="值得\n 精读。"),
        draft("**修复**崩溃", "**值得精读**。"),
        draft(text=""),
        draft(url="https://x/1"),
        draft(pr=5),
        draft(own_id="n1"),
    ],
)
def test_copies_are_one_note(copy: Draft) -> None:
    """The same note in two files is one, with the fuller words and all that either says."""
    for drafts in [(draft(), copy), (copy, draft())]:
        (note,) = merged(*drafts)

        assert "".join(note.text.split()).replace("*", "") == "值得精读。"
        assert (copy.fields.url, copy.fields.pr) == (note.url, note.pr)
        assert copy.own_id in {None, note.id}


def test_labels_are_joined() -> None:
    """Labels of copies are joined in the order they were met, each once."""
    (note,) = merged(
        draft(labels=("ROCm",)), draft(labels=("MoE", "rocm")), draft(labels=("ROCm", "KV"))
    )

    assert ("ROCm", "MoE", "KV") == note.labels


def test_labels_of_a_summary_alone_come_where_it_was_met() -> None:
    """A summary without its review gives its label, at its place, to the note that has one."""
    (note,) = merged(draft(text="", labels=("MoE",)), draft(labels=("ROCm",)))

    assert ("MoE", "ROCm") == note.labels
    assert "值得精读。" == note.text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (draft(url="https://x/1"), draft(url="https://x/2")),
        (draft(pr=5), draft(pr=6)),
        (draft(own_id="n1"), draft(own_id="n2")),
        (draft(text="", pr=5), draft(text="", pr=6)),
        (draft(), draft(repo="c/d")),
        (draft(), draft(text="另一篇。")),
    ],
)
def test_not_copies(one: Draft, other: Draft) -> None:
    """The same words at two addresses, in two repositories, or under two ids are two notes."""
    assert 2 == len({note.id for note in merged(one, other)})


def test_own_id_used_twice() -> None:
    """Of two different notes with one id of their own, the later is served; it is said so."""
    notes, problems = merge(
        [Reading("a.jsonl", DAY, (draft(own_id="n1"), draft("更正", own_id="n1", line=7)))], {}
    )

    assert ["更正"] == [note.title for note in notes]
    assert ["x:1: the id n1 is used again at x:7, which is served instead"] == list(
        map(str, problems)
    )


def test_own_id_used_twice_for_one_note() -> None:
    """A note that stands in two files with its id is one, and no problem."""
    (note,) = merged(draft(own_id="n1", labels=("A",)), draft(own_id="n1", labels=("B",)))

    assert ("n1", ("A", "B")) == (note.id, note.labels)


def test_own_id_that_is_anothers_hash() -> None:
    """An id brought along never takes the place of another note's."""
    taken = id_of(draft())

    ids = [note.id for note in merged(draft(), draft("别的", own_id=taken))]

    assert 2 == len(set(ids))
    assert taken in ids


def test_dates() -> None:
    """The date is the note's own, else the day it was first met, else the file's."""
    seen = {id_of(draft()): SEEN, id_of(draft("二")): SEEN}
    drafts = (draft(date=date(2025, 1, 1)), draft("二"), draft("三"))

    notes, _ = merge([Reading("a.md", DAY, drafts)], seen)

    assert [date(2025, 1, 1), SEEN, DAY] == [note.date for note in notes]


DRAFTS = st.builds(
    draft,
    title=st.sampled_from(["一", "二"]),
    text=st.sampled_from(["", "甲", "乙"]),
    pr=st.none() | st.integers(1, 2),
)


@given(st.lists(DRAFTS, max_size=8), st.randoms(use_true_random=False))
def test_order_of_reading(drafts: list[Draft], dice: random.Random) -> None:
    """Whatever is read, no two notes share an id; what has a review keeps it in every order."""
    shuffled = drafts.copy()
    dice.shuffle(shuffled)

    forth, back = merged(*drafts), merged(*shuffled)

    assert len({note.id for note in forth}) == len(forth)
    assert len(forth) == len(back)
    assert {(note.title, note.text) for note in forth} == {(note.title, note.text) for note in back}


def test_ten_thousand_notes_of_one_name() -> None:
    """Many notes that only their addresses tell apart are united in linear time."""
    drafts = tuple(draft("Update", "", url=f"https://x/{n}") for n in range(10_000))

    notes, _ = merge([Reading("a.jsonl", DAY, drafts)], {})

    assert 10_000 == len(notes)
