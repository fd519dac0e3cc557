"""An index brought up to date equals one built anew."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.notes.model import Note, Paragraph, Source
from bot.search.collection import Collection
from bot.search.index import PostingIndex
from bot.search.tuning import Tuning

TUNING = Tuning()
WORDS = st.lists(
    st.sampled_from(["FlashInfer", "内核", "预热编译", "KV cache", "#12", "gpu", "图"]), max_size=6
)
TEXTS = WORDS.map(" ".join)


@st.composite
def notes(draw: st.DrawFn, *, most: int = 7) -> tuple[Note, ...]:
    """Notes with ids from a small pool, so that two draws share some."""
    ids = draw(st.lists(st.integers(0, 9), unique=True, max_size=most).map(sorted))
    return tuple(
        Note(
            id=f"n{number}",
            title=draw(TEXTS) or "note",
            paragraphs=tuple(
                Paragraph(text, 1) for text in draw(st.lists(TEXTS.filter(bool), max_size=3))
            ),
            source=Source("notes.txt", 1),
        )
        for number in ids
    )


def content(index: PostingIndex) -> dict[str, list[tuple[int, float]]]:
    """Where every term stands, and what it adds there."""
    found = {term: index.postings(term) for term in index.vocabulary}
    return {
        term: list(zip(here.ids.tolist(), here.impacts.tolist(), strict=True))
        for term, here in found.items()
    }


@given(notes(), notes())
def test_a_revision_equals_a_rebuild(before: tuple[Note, ...], after: tuple[Note, ...]) -> None:
    """Whatever came, went and changed, every posting and every number is that of a new index."""
    revised = Collection.build(before, TUNING).revised(after, TUNING)

    if revised is not None:
        assert_equal(Collection.build(after, TUNING), revised)


@given(st.lists(notes(), min_size=3, max_size=5))
def test_revisions_may_follow_each_other(states: list[tuple[Note, ...]]) -> None:
    """A term may come, go and come back; what one revision leaves is what the next begins with."""
    collection = Collection.build(states[0], TUNING)
    for state in states[1:]:
        rebuilt = Collection.build(state, TUNING)
        collection = collection.revised(state, TUNING) or rebuilt

        assert_equal(rebuilt, collection)


def assert_equal(rebuilt: Collection, revised: Collection) -> None:
    """Whatever an answer is made of is the same in both."""
    assert rebuilt.notes == revised.notes
    assert content(rebuilt.fields.words) == content(revised.fields.words)
    assert content(rebuilt.fields.bigrams) == content(revised.fields.bigrams)
    assert rebuilt.first.tolist() == revised.first.tolist()
    assert rebuilt.note_of.tolist() == revised.note_of.tolist()
    assert rebuilt.tie.tolist() == revised.tie.tolist()
    assert rebuilt.fields.words.doc_len.tolist() == revised.fields.words.doc_len.tolist()
    assert rebuilt.chunks == revised.chunks
    assert set(rebuilt.fields.bigrams.vocabulary) == set(revised.fields.bigrams.vocabulary)
    assert len(rebuilt.fields.words.vocabulary) == len(revised.fields.words.vocabulary)


def _note(number: int, text: str) -> Note:
    return Note(f"n{number}", f"note {number}", (Paragraph(text, 1),), Source("a.txt", number))


def test_a_note_added_removed_and_changed_is_a_revision() -> None:
    """A library that changes a little is not analysed again."""
    before = tuple(_note(number, "FlashInfer 内核") for number in range(9))
    after = (*before[:2], _note(3, "其他"), *before[4:], _note(10, "zyzzyva"))

    revised = Collection.build(before, TUNING).revised(after, TUNING)

    assert revised is not None
    assert 7 == revised.fields.words.frequency("flashinf")
    assert [8] == revised.fields.words.postings("zyzzyva").ids.tolist()


def test_a_revised_index_finds_the_same_best_documents() -> None:
    """Its impacts are worked out list by list, and are the same to the last bit."""
    words = ["FlashInfer", "内核", "预热编译", "KV cache", "gpu"]
    before = tuple(
        _note(number, " ".join(words[: number % 6] + words[: number % 4])) for number in range(400)
    )
    after = (*before[:7], *before[9:], _note(500, "内核 gpu gpu"))
    revised = Collection.build(before, TUNING).revised(after, TUNING)
    rebuilt = Collection.build(after, TUNING)

    assert revised is not None
    for question in ([("gpu", 1.0)], [("flashinf", 1.0), ("内核", 0.6)], [("nowhere", 1.0)]):
        best = [
            [part.tolist() for part in collection.fields.words.top_k(question, 10)]
            for collection in (rebuilt, revised)
        ]
        assert best[0] == best[1]


def test_another_order_is_built_anew() -> None:
    """Postings stay sorted because documents keep their order; else all is rebuilt."""
    before = tuple(_note(number, "内核") for number in range(4))

    assert Collection.build(before, TUNING).revised(before[::-1], TUNING) is None


def test_labels_and_dates_are_taken_from_the_new_notes() -> None:
    """A note whose words stayed is not analysed again, but shown as it is now."""
    before = (_note(1, "内核"), _note(2, "内核"))
    after = (replace(before[0], labels=("ROCm",)), before[1])

    revised = Collection.build(before, TUNING).revised(after, TUNING)

    assert revised is not None
    assert ("ROCm",) == revised.notes[0].labels
    assert ["rocm"] == list(revised.facets.labels)
