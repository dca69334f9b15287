"""What is common to the search for every goal: the best grid so far, and the pool to mend from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.beam import Finished
from patience.engines.beam.branching import ways
from patience.engines.beam.runner import Workshop
from patience.engines.subproblem import Fill
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.game.tiles import ALPHABET
from patience.result import Limits, Observer, TargetReached

# Finished grids read back from one beam: enough for every family, few enough to cost nothing.
KEEP = 2000

# Ways to begin (regions, required words) that one ask tries.
_WAYS = 12

# Where words may not repeat: grids read to find the words in the way, and how many beams one look
# may take. Each makes the lexicon some words poorer, so few.
_GRIDS_READ = 100
_LOOKS = 6

# Letters named when no grid was found.
_LETTERS_TOLD = 6


class Answer(NamedTuple):
    """What beams found on a fill.

    Attributes
    ----------
    beams : list of Finished
        One for each way to begin that was tried.
    better : bool
        The best grid got better.
    none : bool
        Proven: the fill has no solution.
    """

    beams: list[Finished]
    better: bool
    none: bool


@dataclass
class Hunt:
    """The state of one search.

    Attributes
    ----------
    shop : Workshop
    puzzle : Puzzle
    limits : Limits
    observer : Observer
    seed : int
    best, cost : Grid and int, or None
    bound : int
        Proven lower bound on the cost.
    reason : str
        Why there is no grid, if that is proven.
    rng : random.Random
        For every choice that the seed decides.
    """

    shop: Workshop
    puzzle: Puzzle
    limits: Limits
    observer: Observer
    seed: int
    best: Grid | None = None
    cost: int | None = None
    bound: int = 0
    reason: str = ""
    rng: random.Random = field(init=False)
    _runs: int = field(default=0, init=False)
    _left_over: NDArray[np.float64] = field(default_factory=lambda: np.zeros(26), init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def beam(self, fill: Fill, width: int, *, passing: bool = False) -> Finished:
        """Run one beam with prices shaken afresh."""
        self._runs += 1
        if passing:
            self.shop.stats.repairs += 1
        else:
            self.shop.stats.beams += 1
        seed = self.seed * 1_000_003 + self._runs
        finished = self.shop.beam(fill, width, seed, KEEP, passing=passing)
        self._left_over += finished.left_over
        return finished

    def ask(
        self,
        fill: Fill,
        width: int,
        to_grid: Callable[[NDArray[np.uint8]], Grid],
        *,
        passing: bool = False,
    ) -> Answer:
        """Run a beam on each way to begin, until the best gets better."""
        self.shop.tick()  # there may be no way at all
        begun = ways(fill, self.puzzle.rules.require, self.rng)
        beams: list[Finished] = []
        for way in begun.fills[:_WAYS]:
            fits = min(width, self.shop.widest(way))
            finished, better = self._look(way, fits, to_grid, passing or way is not fill)
            beams.append(finished)
            if better:
                return Answer(beams, better=True, none=False)
        none = begun.complete and len(begun.fills) <= _WAYS
        none = none and all(beam.complete and beam.total == 0 for beam in beams)
        return Answer(beams, better=False, none=none)

    def _look(
        self,
        fill: Fill,
        width: int,
        to_grid: Callable[[NDArray[np.uint8]], Grid],
        passing: bool,
    ) -> tuple[Finished, bool]:
        """Run a beam and offer its grids; tell whether the best got better.

        Where words may not repeat and all grids have one that does, the words met most often so
        are left out of the lexicon from here on, and the beam runs again.
        """
        for _ in range(_LOOKS):
            finished = self.beam(fill, width, passing=passing)
            if self.offer(finished, to_grid):
                return finished, True
            words = self._repeated([to_grid(x) for x in finished.letters[:_GRIDS_READ]])
            if not words:
                break
            self.shop.forget(words)
        return finished, False

    def _repeated(self, grids: Sequence[Grid]) -> set[str]:
        """Return the words in the way if words may not repeat: that many grids have twice."""
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

    def offer(self, finished: Finished, to_grid: Callable[[NDArray[np.uint8]], Grid]) -> bool:
        """Take the first finished grid that obeys all rules if it beats the best; tell whether.

        Raises
        ------
        TargetReached
        """
        for letters in finished.letters:
            grid = to_grid(letters)
            rank = self.puzzle.rank(grid)
            if self.best is not None and rank >= self.puzzle.rank(self.best):
                continue
            if not self.puzzle.rules.allow(grid):
                continue
            self.best, self.cost = grid, rank[0]
            self.shop.stats.history.append((round(self.shop.elapsed, 3), rank[0]))
            self.observer.on_best(grid, rank[0])
            if self.limits.target is not None and rank[0] <= self.limits.target:
                raise TargetReached
            return True
        return False

    def raise_bound(self, bound: int) -> None:
        """Note a better proven lower bound."""
        if bound > self.bound:
            self.bound = bound
            self.observer.on_bound(bound)

    def where_it_ended(self) -> str:
        """Say which letters the searches were left with, for a player who has no grid yet."""
        order = np.argsort(-self._left_over, kind="stable")[:_LETTERS_TOLD]
        most = [ALPHABET[k] for k in order if self._left_over[k] > 0]
        if not most:
            return ""
        return (
            "no grid was found before the search ended; the letters most often left over where "
            f"it failed: {', '.join(most)}"
        )

    @property
    def settled(self) -> bool:
        """Whether the best grid is proven to be the best there is."""
        return self.cost is not None and self.cost <= self.bound
