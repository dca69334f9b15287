"""What a batch of rolls came to; rolls without an answer are searched word by word.

    python -m scripts.bench.dice FOLDER [--seconds 60]

The second search shares nothing with the engines. A letter that few words have must lie in one of
them: from each of these words the crossword grows, by words that share a cell with it and bring a
tile. The cells before and after a word are shut, so each is laid in its full length; what arises
between words is judged once every tile lies.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

import click

from patience.words.conventions import Conventions
from patience.words.lexicon import load
from scripts.common import execute, tell

Cell = tuple[int, int]
Letters = Mapping[Cell, str]
ACROSS, DOWN = (0, 1), (1, 0)


class Late(Exception):
    """The time is over."""


class Crosswords:
    """The crosswords of all tiles of a hand."""

    def __init__(self, tiles: str, words: Iterator[str], seconds: float) -> None:
        self.tiles = Counter(tiles)
        self._words = {x: n for x in words if not (n := Counter(x)) - self.tiles}
        self._seen: set[object] = set()
        self._deadline = time.monotonic() + seconds

    def find(self) -> Letters | None:
        """Return one of them, or None if there is none.

        Raises
        ------
        Late
            If the time is over.
        """
        with_letter = {x: [word for word in self._words if x in word] for x in self.tiles}
        for word in min(with_letter.values(), key=len):
            letters = {(0, k): x for k, x in enumerate(word)}
            shut = frozenset({(0, -1), (0, len(word))})
            found = self._grow(letters, shut, self.tiles - self._words[word])
            if found is not None:
                return found
        return None

    def _grow(self, letters: Letters, shut: frozenset[Cell], rest: Counter[str]) -> Letters | None:
        if time.monotonic() > self._deadline:
            raise Late
        if not rest:
            return letters if all(run in self._words for run in _runs(letters)) else None
        if (key := _key(letters, shut)) in self._seen:
            return None
        self._seen.add(key)
        laid = Counter(letters.values())
        usable = [
            word
            for word, need in self._words.items()
            if not rest.keys().isdisjoint(need) and not (need - rest) - laid
        ]
        if rest.keys() - set().union(*usable):
            return None  # a tile has no word any more
        for cell, x in letters.items():
            for word in usable:
                for at in (k for k, y in enumerate(word) if y == x):
                    for step in (ACROSS, DOWN):
                        found = self._lay(word, at, cell, step, letters, shut, rest)
                        if found is not None:
                            return found
        return None

    def _lay(
        self,
        word: str,
        at: int,
        cell: Cell,
        step: Cell,
        letters: Letters,
        shut: frozenset[Cell],
        rest: Counter[str],
    ) -> Letters | None:
        """Lay a word whose letter number `at` lies in a cell, and grow on from there."""
        (row, col), (down, right) = cell, step
        span = [(row + down * k, col + right * k) for k in range(-at - 1, len(word) - at + 1)]
        ends = {span[0], span[-1]}
        new = {}
        for place, x in zip(span[1:-1], word, strict=True):
            if letters.get(place, x) != x or place in shut:
                return None
            if place not in letters:
                new[place] = x
        taken = Counter(new.values())
        if not new or taken - rest or not ends.isdisjoint(letters):
            return None
        return self._grow({**letters, **new}, shut | ends, rest - taken)


def _runs(letters: Letters) -> Iterator[str]:
    for row, col in letters:
        for down, right in (ACROSS, DOWN):
            run = ""
            if (row - down, col - right) not in letters:
                while x := letters.get((row + down * len(run), col + right * len(run))):
                    run += x
            if len(run) > 1:
                yield run


def _key(letters: Letters, shut: frozenset[Cell]) -> object:
    """Return what a crossword has in common with the same elsewhere, or turned over."""
    marks = [(*cell, x) for cell, x in letters.items()] + [(*cell, "") for cell in shut]
    keys = []
    for cells in (marks, [(col, row, x) for row, col, x in marks]):
        top, left = min(row for row, _, _ in cells), min(col for _, col, _ in cells)
        keys.append(sorted((row - top, col - left, x) for row, col, x in cells))
    return tuple(min(keys))


def outcome(result: dict[str, Any], seconds: float) -> str:
    """Return ``solved``, ``none`` or ``open``, with a ``by words`` of the second search."""
    if result["cost"] is not None:
        return "solved"
    if result["status"] == "infeasible":
        return "none"
    conventions = Conventions(min_length=int(result["puzzle"].get("min-length", 2)))
    words = load(result["lexicon"]["name"], conventions)
    hand = "".join(x[0] * int(x[1:]) for x in result["tiles"]["letters"].split())
    try:
        found = Crosswords(hand, iter(words), seconds).find()
    except Late:
        return "open"
    return "none, by words" if found is None else "solved, by words"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--seconds", default=60.0, show_default=True, help="For each open roll.")
def main(folder: Path, seconds: float) -> None:
    """Count what the runs of a batch in FOLDER came to, by lexicon."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    times: defaultdict[str, list[float]] = defaultdict(list)
    for path in sorted(folder.glob("runs/*/*/seed-*.json")):
        result = json.loads(path.read_text("utf-8"))
        name = result["lexicon"]["name"]
        came_to = outcome(result, seconds)
        counts[name][came_to] += 1
        if came_to == "solved":
            times[name].append(result["history"][0][0])
        elif came_to != "none":
            tell(f"{result['run']}: {came_to}")
    for name, number in counts.items():
        each = ", ".join(f"{n} {what}" for what, n in sorted(number.items()))
        first = times[name]
        click.echo(f"{name}: {each}; first grid {median(first):.2f} s, worst {max(first):.1f} s")


if __name__ == "__main__":
    sys.exit(execute(main))
