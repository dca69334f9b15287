"""The state of a search by beams, whatever the goal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.base import SearchContext
from patience.engines.beam.beam import BeamResult
from patience.engines.beam.kernels import KINDS
from patience.engines.beam.pool import BeamPool, BeamTask
from patience.engines.branching import Pattern, root_branches
from patience.engines.subproblem import Subproblem
from patience.errors import Note
from patience.game.grid import Grid

# Finished grids read back from one beam.
KEEP = 2000

# Maximum width of beams that continue from half of the first rows, selected by the seed, so that
# seeds start in different places. On 9x7, seeds 0 to 47, to 5 face down: 3.4 million children
# against 4.4 without (medians), and 9 of 48 against 4 do not end in the commonest grid's family.
# With half at 8,000 too the mean is that without; at any width a quarter of the seeds takes 18
# million or more.
_BEGIN_WIDTH = 4000

# Maximum root branches (regions, required words) per attempt.
_MAX_BRANCHES = 12

# Where words may not repeat: grids read to find repeated words, and maximum beams per root branch.
# Each rerun leaves some words out, so few are allowed.
_GRIDS_READ = 100
_MAX_RERUNS = 6

# Letters named when no grid was found.
_LETTERS_NAMED = 6


class Attempt(NamedTuple):
    """Results of the beams on a subproblem."""

    beams: list[BeamResult]  # one per root branch tried
    improved: bool  # a better grid was found
    infeasible: bool  # proven: the subproblem has no solution


class BeamSearch:
    """The state of one search by beams, none wider than `max_width` if the work is bounded.

    Each beam has a pattern of the required words laid; there must be one if words are required.
    """

    def __init__(
        self,
        context: SearchContext,
        pool: BeamPool,
        max_width: int | None,
        patterns: Sequence[Pattern],
    ) -> None:
        self.context = context
        self.pool = pool
        self.puzzle = context.puzzle
        self.max_width = max_width
        self._patterns = patterns  # of the required words
        self.incumbent = context.incumbent
        # The best grid of these beams, or before they began: they go their own way, whatever other
        # engines find meanwhile, as a limit far below their own grids guides them to none.
        self.best, self.cost = self.incumbent.best, self.incumbent.cost
        self.rng = random.Random(context.seed)  # for every choice that depends on the seed
        self.variant = 0  # the score variant in use
        self._runs = 0
        self._left_over = np.zeros(KINDS)
        self._farthest = (0, 0, 0)  # most cells filled by a beam; its width, height
        self._narrowed = False

    def run_beam(
        self, subproblem: Subproblem, width: int, *, transient: bool = False
    ) -> BeamResult:
        """Run one beam of the score variant in use with freshly perturbed weights."""
        begin = self.context.seed if width <= _BEGIN_WIDTH and not transient else None
        self._runs += 1
        seed = self.context.seed * 1_000_003 + self._runs
        task = BeamTask(subproblem, width, seed, KEEP, transient, variant=self.variant, begin=begin)
        finished = self.pool.run_beam(task)
        self._left_over += finished.left_over
        height, columns = subproblem.cells.shape
        self._farthest = max(self._farthest, (finished.died_at, columns, height))
        return finished

    def attempt(
        self,
        subproblem: Subproblem,
        width: int,
        to_grid: Callable[[NDArray[np.uint8]], Grid],
        *,
        transient: bool = False,
    ) -> Attempt:
        """Run a beam on each root branch until one finds a better grid."""
        self.context.tick()  # there may be no branches
        if self.puzzle.rules.require and not self._patterns:
            return Attempt([], improved=False, infeasible=False)
        begun = root_branches(subproblem, self._patterns, _MAX_BRANCHES, self.rng)
        beams: list[BeamResult] = []
        for branch in begun.subproblems:
            fits = self.fitting(branch, width)
            finished, improved = self._run_branch(
                branch, fits, to_grid, transient or branch is not subproblem
            )
            beams.append(finished)
            if improved:
                return Attempt(beams, improved=True, infeasible=False)
        infeasible = begun.complete and all(
            beam.complete and not len(beam.letters) for beam in beams
        )
        return Attempt(beams, improved=False, infeasible=infeasible)

    def _run_branch(
        self,
        subproblem: Subproblem,
        width: int,
        to_grid: Callable[[NDArray[np.uint8]], Grid],
        transient: bool,
    ) -> tuple[BeamResult, bool]:
        """Run a beam and offer its grids; return its result and whether one is better.

        If words may not repeat and every grid repeats one, leave out the most repeated words from
        here on and run the beam again.
        """
        for _ in range(_MAX_RERUNS):
            self.context.stats.beams += 1
            finished = self.run_beam(subproblem, width, transient=transient)
            if self.offer(finished, to_grid):
                return finished, True
            words = self._repeated([to_grid(x) for x in finished.letters[:_GRIDS_READ]])
            if not words:
                break
            self.context.tick()  # the tables of other words take a while
            self.pool.exclude_words(words)
        return finished, False

    def _repeated(self, grids: Sequence[Grid]) -> set[str]:
        """Return the words that most grids repeat, if words may not repeat."""
        rules, fixed = self.puzzle.rules, self.puzzle.fixed_cells
        if not rules.distinct_words:
            return set()
        times: Counter[str] = Counter()
        for grid in grids:
            words = Counter(run.text for run in grid.runs())
            times.update(text for text, n in words.items() if n > 1)
        laid = fixed.runs() if fixed else ()
        for word in [*rules.require, *(run.text for run in laid)]:
            times.pop(word, None)
        most = max(times.values(), default=0)
        return {word for word, n in times.items() if n == most or n > len(grids) / 2}

    def offer(self, finished: BeamResult, to_grid: Callable[[NDArray[np.uint8]], Grid]) -> bool:
        """Keep the first valid grid that beats those before; return whether there is one.

        Raises
        ------
        TargetReached
            If the grid costs no more than the target.
        """
        rank = None if self.best is None else self.puzzle.rank(self.best)
        for letters in finished.letters:
            grid = to_grid(letters)
            if (rank is None or self.puzzle.rank(grid) < rank) and self.puzzle.rules.allow(grid):
                self.best, self.cost = grid, self.puzzle.cost(grid)
                self.incumbent.offer(grid)
                return True
        return False

    def fitting(self, subproblem: Subproblem, width: int) -> int:
        """Return the width, or the largest that the memory allows; notify the user once."""
        widest = self.pool.max_width(subproblem)
        if widest < width and not self._narrowed:
            self._narrowed = True
            text = (
                f"memory for beams of {widest:,} states only ({self.pool.memory / 1e9:.1f} GB): "
                "wider ones, which may find better grids, are left out"
            )
            self.context.observer.on_notice(Note(text, "memory"))
        return min(width, widest)

    def explain_failure(self) -> str:
        """Explain to a player without a grid how far the searches came."""
        order = np.argsort(-self._left_over, kind="stable")[:_LETTERS_NAMED]
        faces = self.context.puzzle.tiles.alphabet.faces
        most = [faces[k] for k in order if self._left_over[k] > 0]
        if not most:
            return ""
        cells, width, height = self._farthest
        message = (
            "no grid was found before the search ended; the best try filled "
            f"{cells} of the {width * height} cells of {width}x{height}; "
            f"the letters most often left over where tries failed: {', '.join(most)}"
        )
        return Note(
            message,
            "letters-left",
            cells=int(cells),
            of=int(width * height),
            letters=", ".join(most),
        )
