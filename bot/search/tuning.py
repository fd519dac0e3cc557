"""Every number the ranking and the match rule turn on, in one place.

`bot/search/README.md` shows what each is worth (`make eval` with `--ablation`). The same values
serve every set of notes: they are not settings.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tuning:
    """Weights and switches; the defaults are what is served.

    Args:
        k1: BM25's saturation of a term's frequency.
        b: BM25's share of length normalisation.
        delta: BM25+'s floor for a term that is there at all.
        title_weight: How many times a term of the title or heading counts (0: not indexed).
        bigram_weight: Weight of the Han bigram field beside words.
        group_weight: Weight of the other forms of the same concept (`=` groups).
        loose_weight: Weight of loose translations (`~` groups).
        literal_first: Whether, to a short question, notes that hold it in the asker's own words
            stand before those that hold a translation.
        coverage_power: How strongly a note's share of a long question bends its score.
        typos: Whether a word found nowhere is looked for under its nearest spelling.
        long_question: From how many words on a question is read as a sentence, of which a note
            need not hold every word.
        enough: The share of such a question (by idf) that is enough to answer it.
        closest: The share below which a note of a short question is not even near, unless it holds
            the rarest thing asked for.
        closest_long: The same for a long one.
        beside: The share that a note must hold to stand near beside others that answer in full.
        rarest: From which part of the largest idf on a word counts as rarest.
        rarest_open: The same for a sentence, of which less need be held.
    """

    k1: float = 1.2
    b: float = 0.75
    delta: float = 1.0
    title_weight: int = 2
    bigram_weight: float = 0.2
    group_weight: float = 0.8
    loose_weight: float = 0.6
    literal_first: bool = True
    coverage_power: float = 1.0
    typos: bool = True
    long_question: int = 4
    enough: float = 0.6
    closest: float = 0.5
    closest_long: float = 0.2
    beside: float = 0.4
    rarest: float = 0.85
    rarest_open: float = 0.7
