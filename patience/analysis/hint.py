"""The next word to lay, on the way from the present tiles to a finished grid."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from patience.game.grid import Cell, Grid, Run
from patience.result import Result
from patience.words.lexicon import Lexicon, everyday


class Hint(NamedTuple):
    """The next word to lay, its cells that show no letter yet, and the grid on the way to it.

    The word is None if all are laid, or if no grid was found: `result` then says why.
    """

    word: Run | None
    cells: tuple[Cell, ...]
    result: Result


def hint_of(start: Grid | None, lexicon: Lexicon, complete: Callable[[Lexicon], Result]) -> Hint:
    """Complete a grid with everyday words if that can be done, else with all; return the hint.

    Parameters
    ----------
    start : Grid, optional
        The tiles laid so far; their words count as everyday words.
    lexicon : Lexicon
    complete : callable
        Searches with the words that it is given.
    """
    known = everyday(lexicon, () if start is None else [run.text for run in start.runs()])
    result = complete(lexicon if known is None else known)
    if result.best is None and known is not None:
        result = complete(lexicon)
    word = None if result.best is None else next_word(start, result.best, lexicon, known or ())
    return Hint(word, () if word is None else to_lay(word, start), result)


def next_word(
    start: Grid | None, finished: Grid, lexicon: Container[str], known: Container[str] = ()
) -> Run | None:
    """Return the next word of a finished grid to lay; None if all are laid.

    Words that touch a laid letter come first, then those that leave a grid in which every run is a
    word, then known words, then long words, then the first in reading order.

    Parameters
    ----------
    start : Grid, optional
        The tiles laid so far, in a grid of the size of `finished`.
    finished : Grid
    lexicon : container of str
    known : container of str
        The words that people use every day.
    """
    laid = frozenset() if start is None else frozenset(start.face_up())
    open_words = [run for run in finished.runs() if not laid.issuperset(run.cells)]

    def rank(run: Run) -> tuple[bool, bool, bool, int, Cell]:
        holds = not laid.isdisjoint(run.cells)
        return (
            not holds,
            not _stands(finished, laid.union(run.cells), lexicon),
            run.text not in known,
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
    laid = finished.without(finished.face_up().keys() - up)
    return all(run.text in lexicon for run in laid.runs())
