"""The comparison of two cutters sees where they differ."""

from tests.bench.cutters import agreement


def halves(run: str) -> list[str]:
    return [run[: len(run) // 2], run[len(run) // 2 :]]


def whole_or_halves(run: str) -> list[str]:
    return [run] if "整" in run else halves(run)


def test_texts_cut_otherwise_are_counted() -> None:
    """A run that differs counts each text that holds it, and is named once."""
    found = agreement(["預热 a 整体", "整体，预热", "预热", ""], halves, whole_or_halves)

    assert (4, 2, ("整体",)) == (found.texts, found.texts_differing, found.differing)
    assert "rjieba gives jieba's words in 2 of 4 texts; not in 整体" == str(found)


def test_where_all_is_alike_nothing_is_named() -> None:
    """The line says so, and no more."""
    found = agreement(["预热"], halves, halves)

    assert "rjieba gives jieba's words in 1 of 1 texts" == str(found)
