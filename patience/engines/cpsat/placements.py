"""Words in their places: every run that the lines of a subproblem may show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from patience.engines.cpsat.lines import LineReader, Options
from patience.engines.cpsat.variables import Segment, slots_in
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.game.grid import Cell


class Placement(NamedTuple):
    """A word in its place."""

    cells: Segment
    letters: tuple[int, ...]  # by their places in the alphabet
    around: tuple[Cell, ...]  # the cells before and after the word that are not closed

    @property
    def across(self) -> bool:
        """Whether the word is read from left to right."""
        return self.cells[0].row == self.cells[1].row


def placements(subproblem: Subproblem, reader: LineReader) -> Iterator[Placement]:
    """Yield the placements that the tiles for the open cells can spell."""
    known: dict[Options, list[tuple[int, tuple[int, ...]]]] = {}  # equal lines show the same
    for segment, shown in slots_in(subproblem, reader.letters):
        reader.tick()
        if shown not in known:
            known[shown] = list(reader.words(shown))
        for start, letters in known[shown]:
            end = start + len(letters)
            around = segment[max(start - 1, 0) : start] + segment[end : end + 1]
            placement = Placement(segment[start:end], letters, around)
            if _spellable(subproblem, placement):
                yield placement


def _spellable(subproblem: Subproblem, placement: Placement) -> bool:
    placed = zip(placement.cells, placement.letters, strict=True)
    need = Counter(letter for cell, letter in placed if subproblem.cells[cell] == CELL_OPEN)
    missing = sum(max(n - subproblem.counts[letter], 0) for letter, n in need.items())
    return missing <= subproblem.jokers
