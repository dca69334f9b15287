"""Validation of required words and fixed cells before a search."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

from patience.errors import PuzzleError
from patience.game.grid import Grid, places
from patience.game.lines import longest_word
from patience.game.puzzle import Puzzle

# Tells which limits leave a word out of the words.
Limits = Callable[[str], Sequence[str]]


def validate(puzzle: Puzzle, words: Container[str], limits: Limits = lambda _word: ()) -> None:
    """Raise if required words or fixed cells already break a rule.

    Raises
    ------
    PuzzleError
        It names the word or the cells, and the rule.
    """
    longest = longest_word(puzzle) if puzzle.rules.require else 0
    for word in puzzle.rules.require:
        if word not in words and (reasons := limits(word)):
            message = (
                f"required word {word}: it is in the lexicon, but left out by "
                f"{' and '.join(map(repr, reasons))}; drop the word, or that limit"
            )
            raise PuzzleError(message, "require-left-out", word=word)
        _check_required(puzzle, word, words, longest)
    if puzzle.fixed_cells is not None:
        _check_fixed(puzzle.fixed_cells, words, limits)


def _check_required(puzzle: Puzzle, word: str, words: Container[str], longest: int) -> None:
    if word not in words:
        message = (
            f"required word {word}: it is not in the lexicon; leave it out, or take another lexicon"
        )
        raise PuzzleError(message, "require-unknown", word=word)
    if not puzzle.tiles.can_spell(word):
        message = f"required word {word}: the tiles of {puzzle.tiles.name} cannot spell it"
        raise PuzzleError(message, "require-tiles", word=word)
    if len(word) > longest:
        message = f"required word {word}: it has {len(word)} letters, no line more than {longest}"
        raise PuzzleError(message, "require-long", word=word, longest=longest)


def _check_fixed(fixed: Grid, words: Container[str], limits: Limits) -> None:
    """Raise for fixed runs that cannot be extended and are not words."""
    # Those that no tile can extend, single letters included.
    finished = [x for x in fixed.runs(shortest=1) if not any(map(fixed.is_open, x.ends))]
    for run in finished:
        if len(run.text) > 1 and run.text not in words:
            reasons = " and ".join(map(repr, limits(run.text)))
            missing = f"left out by {reasons}" if reasons else "not in the lexicon"
            message = (
                f"what already lies there spells {run.text} ({places(run.cells)}), which is "
                f"{missing} and cannot go on: take it away"
            )
            raise PuzzleError(
                message, "laid-word", word=run.text, row=run.start.row + 1, col=run.start.col + 1
            )
    singles = [run.start for run in finished if len(run.text) == 1]
    for cell in singles:
        if singles.count(cell) == 2:
            message = (
                f"the letter {fixed[cell]} already lying at {places([cell])} can never be part of "
                "a word: all cells around it are closed"
            )
            raise PuzzleError(
                message, "laid-letter", letter=fixed[cell], row=cell.row + 1, col=cell.col + 1
            )
