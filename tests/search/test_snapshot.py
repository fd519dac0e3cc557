"""An index that is kept on disk answers as before, and is never believed where it is not whole."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notes.model import Note
from bot.search import stored_terms
from bot.search.collection import Collection
from bot.search.glossary import Glossary
from bot.search.query import parse_query
from bot.search.results import Results
from bot.search.searcher import Searcher
from bot.search.snapshot import load, save
from bot.search.stored_notes import StoredNotes, decode, encode, stored
from bot.search.stored_terms import StoredTerms, pack
from bot.search.tuning import Tuning
from tests.search.asking import TODAY, note
from tests.search.texts import FEW, TEXTS

TUNING = Tuning()
NOTES = (
    note("a", "FlashInfer 缓存键", "优化 autotune，见 #55385。", labels=("ROCm",), repo="o/n"),
    note("b", "预热", "并行编译 `compile_many`", "第二段 FlashInfer", date=date(2026, 11, 3)),
    note("c", "只有摘要"),
)


def searcher(collection: Collection) -> Searcher:
    return Searcher(collection, Glossary.load(), TUNING)


def answer(collection: Collection, question: str) -> Results:
    return searcher(collection).search(parse_query(question, today=TODAY), explain=True)


@pytest.fixture
def built() -> Collection:
    return Collection.build(NOTES, TUNING)


@pytest.mark.parametrize(
    "question",
    [
        "FlashInfer 相关的 PR",
        "#55385",
        "label:rocm",
        "repo:n 缓存",
        "键",
        "flashinfra",
        "最近的 PR",
        "没有的事",
    ],
)
def test_a_restored_index_answers_as_before(
    built: Collection, question: str, tmp_path: Path
) -> None:
    """Hits, snippets, scores, filters, near spellings: all the same, and what was kept beside."""
    save(tmp_path, "key", built, {"files": ["a.md"]})
    restored = load(tmp_path, "key", TUNING)

    assert restored is not None
    assert {"files": ["a.md"]} == restored.extra
    assert answer(built, question) == answer(restored.collection, question)


@pytest.mark.parametrize("notes", [(), NOTES[2:]])
def test_few_notes(notes: tuple[Note, ...], tmp_path: Path) -> None:
    """Arrays without anything in them are kept, too."""
    save(tmp_path, "key", Collection.build(notes, TUNING), None)
    restored = load(tmp_path, "key", TUNING)

    assert restored is not None
    assert notes == tuple(restored.collection.notes)


def test_a_restored_index_can_be_revised(built: Collection, tmp_path: Path) -> None:
    """What comes after a restart costs no more than before."""
    save(tmp_path, "key", built, None)
    restored = load(tmp_path, "key", TUNING)
    assert restored is not None
    after = (*NOTES, note("d", "zyzzyva 的笔记"))

    revised = restored.collection.revised(after, TUNING)

    assert revised is not None
    assert answer(Collection.build(after, TUNING), "zyzzyva") == answer(revised, "zyzzyva")


def test_a_revised_index_can_be_kept(built: Collection, tmp_path: Path) -> None:
    """Without what is gone, and with what came, as if it had been built."""
    after = (*NOTES[1:], note("d", "zyzzyva 的笔记"))
    revised = built.revised(after, TUNING)
    assert revised is not None
    save(tmp_path, "key", revised, None)
    restored = load(tmp_path, "key", TUNING)

    assert restored is not None
    for question in ("zyzzyva", "FlashInfer", "autotune"):
        assert answer(Collection.build(after, TUNING), question) == answer(
            restored.collection, question
        )


def test_another_key_is_another_snapshot(built: Collection, tmp_path: Path) -> None:
    """Nothing is found where nothing is, nor under a name that was changed by hand."""
    save(tmp_path, "key", built, None)
    (tmp_path / "key").rename(tmp_path / "other")

    assert load(tmp_path, "key", TUNING) is None
    assert load(tmp_path, "other", TUNING) is None
    assert load(tmp_path / "nowhere", "key", TUNING) is None


def _parts() -> list[str]:
    collection = Collection.build(NOTES, TUNING)
    from bot.search.snapshot import _unmade  # noqa: PLC0415  the names of the files

    return ["table.json", *_unmade(collection)]


@pytest.mark.parametrize("part", _parts())
@pytest.mark.parametrize("fault", ["torn", "flipped", "gone", "longer"])
def test_a_broken_snapshot_is_not_believed(
    built: Collection, part: str, fault: str, tmp_path: Path
) -> None:
    """Whichever file is cut short, changed, lost or longer: it is as if there were none."""
    save(tmp_path, "key", built, None)
    file = tmp_path / "key" / part
    content = file.read_bytes()
    file.unlink()
    if fault == "torn":
        file.write_bytes(content[:-1])
    elif fault == "flipped":
        middle = len(content) // 2
        flipped = bytes([content[middle] ^ 1]) if content else b""
        file.write_bytes(content[:middle] + flipped + content[middle + 1 :])
    elif fault == "longer":
        file.write_bytes(content + b"\0")

    assert load(tmp_path, "key", TUNING) is None


def test_old_snapshots_are_let_go(built: Collection, tmp_path: Path) -> None:
    """The folder does not grow with every change of the notes; the newest stays."""
    for number in range(6):
        save(tmp_path, f"key{number}", built, None)

    assert 3 == len(list(tmp_path.iterdir()))
    assert load(tmp_path, "key5", TUNING) is not None


def test_the_same_may_be_kept_twice(built: Collection, tmp_path: Path) -> None:
    """Two processes that start at once both try; neither breaks what the other wrote."""
    save(tmp_path, "key", built, 1)
    save(tmp_path, "key", built, 2)

    assert ["key"] == [place.name for place in tmp_path.iterdir()]
    assert load(tmp_path, "key", TUNING) is not None


def test_a_folder_that_cannot_be_written_is_an_error(built: Collection, tmp_path: Path) -> None:
    """The caller decides what that means; nothing is left behind."""
    (tmp_path / "file").write_text("")

    with pytest.raises(OSError, match="file"):
        save(tmp_path / "file", "key", built, None)


@FEW
@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=3))
def test_a_note_is_written_and_read(title: str, author: str, parts: list[str]) -> None:
    """Whatever characters it holds."""
    made: Any = note("id", title, *parts, author=author, date=date(2026, 1, 2), labels=(title,))

    assert made == decode(encode(made))


def test_stored_notes_are_a_sequence() -> None:
    """As the tuple they came from."""
    kept = StoredNotes(*stored(NOTES))

    assert list(NOTES) == list(kept)
    assert NOTES == kept
    assert kept == NOTES
    assert NOTES[1:] == kept[1:]
    assert NOTES[-1] == kept[-1]
    assert kept != NOTES[:2]
    with pytest.raises(IndexError):
        kept[3]


@FEW
@given(st.lists(TEXTS, unique=True), TEXTS)
def test_stored_terms_are_a_mapping(terms: list[str], other: str) -> None:
    """Every term has its number, and no other text has one."""
    kept = StoredTerms(**{_ARGUMENT.get(name, name): part for name, part in pack(terms).items()})  # type: ignore[arg-type]

    assert {term: number for number, term in enumerate(terms)} == dict(kept)
    assert (other in terms) == (other in kept)
    assert len(terms) == len(kept)


def test_many_and_long_terms_are_found() -> None:
    """However many are hashed in one go, and beyond the places that have numbers of their own."""
    terms = [f"{number}" * (number % 90) for number in range(1, 3_000) if number % 90]
    made = pack(terms)
    kept = StoredTerms(**{_ARGUMENT.get(name, name): part for name, part in made.items()})  # type: ignore[arg-type]

    assert list(range(len(terms))) == [kept[term] for term in terms]
    assert made == pack(kept)


def test_terms_of_one_hash_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash may be shared; a term is not."""
    monkeypatch.setattr(stored_terms, "_OF_PLACE", [1] * 64)
    terms = ["ab", "ba", "abc", "cab", "bca"]
    kept = StoredTerms(**{_ARGUMENT.get(name, name): part for name, part in pack(terms).items()})  # type: ignore[arg-type]

    assert [0, 1, 2, 3, 4] == [kept[term] for term in terms]
    assert "acb" not in kept


_ARGUMENT = {"term_bounds": "bounds"}
