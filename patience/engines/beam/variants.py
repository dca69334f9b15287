"""Score variants: the weights that beams of one puzzle may use, with all tiles or samples."""

from __future__ import annotations

from dataclasses import dataclass, replace

from patience.engines import dawg as word_graph
from patience.engines.beam.surplus import SIZES, expected_counts, has_surplus
from patience.engines.beam.weights import weights
from patience.engines.letters import usual_shares
from patience.engines.params import Weights
from patience.engines.subproblem import subproblem_of
from patience.game.puzzle import Compact, Frame, Puzzle
from patience.words.wordlist import WordList

# Minimum cells of rectangles with weights of their own. Weights learnt on 14x9 finish more 11x9,
# those learnt on 9x7 more 9x9; weights better on 18x13 and 21x21 finish fewer 14x9.
_LARGE, _HUGE = 90, 200


@dataclass(frozen=True)
class Variant:
    """A way to score beams."""

    tight: Weights  # for subproblems with few blanks
    loose: Weights  # for subproblems with many blanks
    sample: tuple[float, ...] | None = None  # (letters,): mean tile sample; None for all tiles


def variants_of(
    puzzle: Puzzle, words: WordList, given: Weights | None = None
) -> tuple[Variant, ...]:
    """Return the score variants for a puzzle, the preferred one first.

    Weights `given` replace the shipped ones for subproblems with few blanks, and all other
    variants.
    """
    kind, loose = kind_of(puzzle), weights("loose")
    if puzzle.size is None or isinstance(puzzle.goal, Compact):
        return (Variant(given or weights(kind), loose),)
    whole = subproblem_of(puzzle, *puzzle.size)
    if has_surplus(whole):
        shares = usual_shares(word_graph.letter_counts(words, puzzle.longest_line))
        size = sum(SIZES) / 2 * whole.open_cells
        sample = tuple(expected_counts(whole.counts, whole.jokers, shares, size).tolist())
        kinds = ["surplus", "large-surplus"]
        kinds = kinds[::-1] if whole.open_cells >= _LARGE else kinds
        found = [Variant(weights(each), loose, sample) for each in kinds]
        found.append(Variant(weights(kind), loose))  # without tile samples
    else:
        kinds = [kind, "frame" if kind == "large" else "large"]
        found = [Variant(weights(each), loose) for each in kinds]
    return tuple(found) if given is None else (replace(found[0], tight=given),)


def kind_of(puzzle: Puzzle) -> str:
    """Return the name of the weights for this puzzle without surplus and with few blanks."""
    if not isinstance(puzzle.goal, Frame):
        return "compact"
    cells = puzzle.goal.cells
    return "huge" if cells >= _HUGE else "large" if cells >= _LARGE else "frame"
