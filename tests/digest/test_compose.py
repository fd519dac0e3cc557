"""A digest shows the must-reads first, grouped by what they share, and loses none to its pages."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bot.digest.compose import Digest, Occasion, compose, shortened
from bot.digest.grouping import grouped
from bot.notes.model import Note
from tests.digest.reviews import LEVELS, review

TODAY = Occasion(date(2026, 12, 1))


def ids(digest: Digest) -> list[str]:
    return [item.note.id for topic in digest.topics for item in topic.items]


def names(digest: Digest) -> list[str]:
    return [topic.name for topic in digest.topics]


def test_must_reads_come_first_then_the_newest() -> None:
    """Advice goes before age, and what may be skipped comes last."""
    notes = [
        review("skip", advice="跳过"),
        review("quick", advice="浏览"),
        review("plain"),
        review("old", advice="精读", date=date(2026, 11, 1)),
        review("new", advice="精读", date=date(2026, 11, 30)),
    ]
    digest = compose(notes, TODAY, top=3)

    assert ["new", "old", "plain"] == ids(digest)
    assert (5, 2, 2) == (digest.total, digest.rest, digest.must_reads)


def test_notes_that_share_a_term_stand_together() -> None:
    """The term is named; what shares nothing stands last without a name."""
    notes = [
        review("a", "修复 ROCm 图模式"),
        review("b", "Gumbel 采样改用 Murmur3"),
        review("c", "ROCm 默认关闭捕获"),
        review("d", "升级 CUTLASS"),
    ]
    digest = compose(notes, TODAY, top=10)

    assert ["ROCm", ""] == names(digest)
    assert ["a", "c", "b", "d"] == ids(digest)


def test_label_goes_before_a_term() -> None:
    """People's own labels tell more than words of titles."""
    notes = [
        review("a", "ROCm 一", labels=("性能",)),
        review("b", "ROCm 二", labels=("性能",)),
        review("c", "别的"),
        review("d", "另外的"),
    ]

    assert ["性能", ""] == names(compose(notes, TODAY, top=10))


def test_repositories_are_kept_apart() -> None:
    """Notes of one repository stand together before any other topic."""
    notes = [review("a"), review("b", repo="sgl/sglang"), review("c"), review("d", repo=None)]
    digest = compose(notes, TODAY, top=10)

    assert [["a", "c"], ["b"], ["d"]] == [[i.note.id for i in t.items] for t in digest.topics]
    assert ("vllm-project/vllm", "sgl/sglang") == digest.repos


def test_topics_that_people_search_by_name_groups() -> None:
    """A topic in Chinese, which no one could tell from a title's other words."""
    notes = [
        review("a", "融合算子的预热"),
        review("b", "内核预热并行"),
        review("c", "一"),
        review("d", "二"),
    ]

    assert ["预热", ""] == names(compose(notes, TODAY, top=10, topics=["预热", "解码"]))


def test_repositorys_own_name_is_no_topic() -> None:
    """Inside vllm everything is about vllm."""
    notes = [review(str(number), f"vLLM 的第 {number} 个改动") for number in range(4)]

    assert [""] == names(compose(notes, TODAY, top=10, topics=["vLLM"]))


def test_few_notes_need_no_headings() -> None:
    """Three lines are read at one glance."""
    notes = [review(str(number), "ROCm") for number in range(3)]

    assert [""] == names(compose(notes, TODAY, top=10))


def test_no_notes_make_an_empty_digest() -> None:
    """Nothing new is a value too."""
    digest = compose([], TODAY, top=10)

    assert ((), 0, 0) == (digest.topics, digest.total, digest.rest)


def test_page_behind_the_end_is_the_last() -> None:
    """Notes that went away since the button was drawn leave something to read."""
    assert ["a"] == ids(compose([review("a")], TODAY, top=10, start=30))


def test_shortened_page_keeps_the_first_by_rank() -> None:
    """Which topic a note stands in does not decide whether it is cut."""
    notes = [review("a", "ROCm", advice="精读"), review("b", "别的", advice="精读")]
    notes += [review("c", "ROCm", advice="浏览"), review("d", "又一", advice="浏览")]
    digest = compose(notes, TODAY, top=4)

    assert ["a", "c", "b", "d"] == ids(digest)
    assert ["a", "b"] == ids(shortened(digest, 2))
    assert 2 == shortened(digest, 2).rest


WORDS = ["ROCm", "MoE", "预填充", "修复", "GLM-5", "vLLM", "缓存", ""]


@st.composite
def some_notes(draw: st.DrawFn) -> list[Note]:
    return [
        review(
            f"n{number}",
            " ".join(draw(st.lists(st.sampled_from(WORDS), max_size=3))),
            advice=draw(st.sampled_from(["", *LEVELS])),
            text=" ".join(draw(st.lists(st.sampled_from(WORDS), max_size=6))),
            repo=draw(st.sampled_from(["a/b", "a/c", None])),
            labels=tuple(draw(st.lists(st.sampled_from(["x", "ROCm"]), max_size=2, unique=True))),
            date=draw(st.none() | st.dates(date(2026, 1, 1), date(2026, 12, 1))),
        )
        for number in range(draw(st.integers(0, 25)))
    ]


@given(some_notes(), st.integers(1, 12), st.integers(1, 12))
def test_pages_show_each_note_once(notes: list[Note], top: int, fits: int) -> None:
    """However many notes fit on a page, paging shows every one, once."""
    seen: list[str] = []
    while len(seen) < len(notes):
        page = compose(notes, TODAY, top=top, start=len(seen), topics=WORDS)
        page = shortened(page, fits)
        assert page.shown
        assert page.start == len(seen)
        seen += ids(page)

    assert sorted(note.id for note in notes) == sorted(seen)


@given(some_notes())
def test_grouping_neither_loses_nor_invents(notes: list[Note]) -> None:
    """Groups part the notes: each in one, those with a name with two or more."""
    groups = grouped(notes, WORDS)

    assert sorted(note.id for note in notes) == sorted(n.id for g in groups for n in g.notes)
    assert all(len(group.notes) >= 2 for group in groups if group.topic)
    assert all(note.repo == group.repo for group in groups for note in group.notes)


@given(some_notes(), st.randoms(use_true_random=False))
def test_digest_does_not_depend_on_the_order_of_reading(notes: list[Note], chance: object) -> None:
    """All replicas compose the same page of the same notes."""
    other = list(notes)
    chance.shuffle(other)  # type: ignore[attr-defined]

    assert compose(notes, TODAY, top=9) == compose(other, TODAY, top=9)
