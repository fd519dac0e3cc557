"""Made-up notes for measuring what reads raw text: Chinese with English names, as in the seeds.

Chinese words are drawn by their frequency in jieba's own dictionary, so that cutting them is as
much work as cutting prose. One word in six is Latin, as in the seeds: English words of the
glossary, and names put together from them (`BatchScheduler`, `batch_size`, `kv/cache.py`, `#4711`),
a hundred thousand of them by Zipf's law, so that caches know the common ones and no more.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from random import Random

PARAGRAPHS = 5  # of one note
FILES = 100  # that the notes are spread over
LATIN = 1 / 6  # share of words
DIFFERENT = 100_000  # Latin words and names
WORDS = range(32, 68)  # of one paragraph: about 60 terms, once jieba has cut them


def write_notes(folder: Path, paragraphs: int, *, seed: int = 0) -> None:
    """Write notes with so many paragraphs in all, as JSON lines; the same for the same seed."""
    folder.mkdir(parents=True, exist_ok=True)
    random = Random(seed)  # noqa: S311  nothing secret comes of it
    notes = paragraphs // PARAGRAPHS
    for file in range(FILES):
        rows = [note(random, number) for number in range(file, notes, FILES)]
        text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
        (folder / f"{file:03}.jsonl").write_text(text, encoding="utf-8")


def note(random: Random, number: int) -> Mapping[str, str]:
    """One note: a title and five paragraphs."""
    text = "\n\n".join(sentence(random, random.choice(WORDS)) for _ in range(PARAGRAPHS))
    return {"id": f"note-{number}", "title": sentence(random, 8), "text": text}


def sentence(random: Random, words: int) -> str:
    """Words in a row: Latin ones parted by spaces, a mark after some, a full stop at the end."""
    parts = []
    for _ in range(words):
        if random.random() < LATIN:
            known, steps = _latin()
            parts.append(f" {random.choices(known, cum_weights=steps)[0]} ")
        else:
            words_of_han, counts = _chinese()
            parts.append(random.choices(words_of_han, cum_weights=counts)[0])
        if random.random() < 1 / 12:
            parts.append(random.choice("，，，、；。"))
    return re.sub(r" +", " ", "".join(parts)).strip() + "。"


def _camel(random: Random) -> str:
    return "".join(random.choice(_english()).capitalize() for _ in range(2))


def _snake(random: Random) -> str:
    return "_".join(random.choice(_english()) for _ in range(random.randint(2, 3)))


def _path(random: Random) -> str:
    return f"{random.choice(_english())}/{random.choice(_english())}.py"


def _number(random: Random) -> str:
    return f"#{random.randint(1, 99_999)}"


SHAPES: tuple[Callable[[Random], str], ...] = (_camel, _snake, _path, _number)


@cache
def _latin() -> tuple[list[str], list[float]]:
    """Words and names, and their weights summed up: by Zipf's law, common words first."""
    random = Random(0)  # noqa: S311  nothing secret comes of it
    found = random.sample(_english(), len(_english()))
    found += [random.choice(SHAPES)(random) for _ in range(DIFFERENT - len(found))]
    return found, list(accumulate(1 / (rank + 2.7) for rank in range(1, DIFFERENT + 1)))


@cache
def _chinese() -> tuple[list[str], list[int]]:
    """Words of Han, and their frequencies summed up."""
    lines = files("jieba").joinpath("dict.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" ") for line in lines]
    known = [
        (word, int(count)) for word, count, _ in rows if re.fullmatch(r"[\u4e00-\u9fff]+", word)
    ]
    return [word for word, _ in known], list(accumulate(count for _, count in known))


@cache
def _english() -> list[str]:
    text = files("bot.search").joinpath("glossary.txt").read_text(encoding="utf-8")
    forms = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    return sorted(set(re.findall(r"[a-z]{3,}", forms)))


def texts(folder: Path) -> Iterator[str]:
    """The paragraphs that were written."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from json.loads(line)["text"].split("\n\n")
