"""The next word to lay, on the way from the present tiles to a finished grid."""

from __future__ import annotations

from collections.abc import Container

from patience.arguments import checked_arguments
from patience.game.grid import BLANK, Cell, Grid, Run, is_face_up


@checked_arguments
def next_word(start: Grid | None, finished: Grid, lexicon: Container[str]) -> Run | None:
    """Return the next word of a finished grid to lay; None if all are laid.

    Words that touch a laid letter come first, then those that leave a grid in which every run is a
    word, then long words, then the first in reading order.

    Parameters
    ----------
    start : Grid, optional
        The tiles laid so far, in a grid of the size of `finished`.
    finished : Grid
    lexicon : container of str
    """
    laid = frozenset() if start is None else frozenset(start.face_up())
    open_words = [run for run in finished.runs() if not laid.issuperset(run.cells)]

    def rank(run: Run) -> tuple[bool, bool, int, Cell]:
        holds = not laid.isdisjoint(run.cells)
        return (
            not holds,
            not _stands(finished, laid.union(run.cells), lexicon),
            -len(run.text),
            run.start,
        )

    return min(open_words, key=rank, default=None)


def to_lay(word: Run, start: Grid | None) -> tuple[Cell, ...]:
    """Return the cells of a word that show no letter yet, in reading order."""
    laid = {} if start is None else start.face_up()
    return tuple(cell for cell in word.cells if cell not in laid)


def _stands(finished: Grid, up: frozenset[Cell], lexicon: Container[str]) -> bool:
    """Tell whether the cells laid so far form only words."""
    laid = finished.mapped(lambda cell, x: x if cell in up or not is_face_up(x) else BLANK)
    return all(run.text in lexicon for run in laid.runs())
