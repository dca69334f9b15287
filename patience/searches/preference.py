"""Of grids of equal cost the one of the worthiest words: a loop above the engines.

Each try leaves out the words below a score and searches for a grid of the same cost, so every
engine serves, and a proof that there is none is a proof that no grid's worst word is better. First
the threshold rises, by bisection of the scores. Then the words of the best grid stay, whatever
their scores, and the others rise: that raises the mean.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection
from dataclasses import replace

from patience.engines.base import Clock
from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.result import SEEDS, Limits, Result, Status, StopReason
from patience.searches.search import OnlyBetter, Search, Task
from patience.words.lexicon import Lexicon
from patience.words.scores import NO_SCORE, Worth, worth
from patience.words.wordlist import WordList

# Share of the time limit for the cheapest grid, whatever its words.
_CHEAPEST_SHARE = 0.4

# Share of the time left for one try, its usual shortest time, and the least in seconds.
_TRY_SHARE, _TRY_SECONDS, _LEAST_SECONDS = 0.15, 0.5, 0.001

# Share of the time limit after which only the mean rises.
_WORST_SHARE = 0.75

# Steps from the mean score down to the worst.
_STEPS = 4


def preferred(search: Search, task: Task) -> Result:
    """Return the cheapest grid found, of those of equal cost that of the best worst word.

    The mean score breaks ties. Words that the puzzle requires, or has laid, do not count.

    Raises
    ------
    LexiconError
        If the lexicon has no scores.
    """
    task.lexicon.scores()
    limits = task.limits
    if limits.seconds is not None:
        limits = replace(limits, seconds=limits.seconds * _CHEAPEST_SHARE)
    first = search(replace(task, limits=limits))
    if first.best is None:
        return first
    rising = _Rising(search, task, first)
    if first.stopped is not StopReason.INTERRUPT:
        rising.run()
    return rising.result()


class _Rising:
    """The best grid so far, and the tries that raise its worth."""

    def __init__(self, search: Search, task: Task, first: Result) -> None:
        assert first.best is not None, "there is a grid to better"
        self._search, self._task = search, task
        self._puzzle, self._limits = task.puzzle, task.limits
        self._first, self._latest = first, first
        self._best, self._report = first.best, first.report
        self._history = list(first.stats.history)
        self._before = first.stats.elapsed_s
        seconds = task.limits.seconds
        left = None if seconds is None else max(seconds - self._before, 0.0)
        self._clock = Clock(left)
        self._tries = 0
        laid = task.puzzle.fixed_cells
        texts = [run.text for run in laid.runs()] if laid else []
        self._given = frozenset([*task.puzzle.rules.require, *texts])
        self._scores = task.lexicon.scores()
        self._levels = sorted({self._scores.get(word, NO_SCORE) for word in task.lexicon})

    def run(self) -> None:
        """Raise the worst score, then the mean, until the time ends or nothing can rise."""
        if self._level() < len(self._levels):  # some word is the search's own
            self._raise_worst()
            self._raise_mean()

    def result(self) -> Result:
        """Return the best grid, with what the first search has proven."""
        first, cost = self._first, self._puzzle.cost(self._best)
        return replace(
            first,
            best=self._best,
            cost=cost,
            status=Status.OPTIMAL if cost <= first.bound else first.status,
            report=self._report,
            stats=replace(first.stats, elapsed_s=self._elapsed, history=self._history),
            stopped=StopReason.INTERRUPT if self._is_interrupted else first.stopped,
            worth=self._worth(self._best),
        )

    @property
    def _elapsed(self) -> float:
        return self._before + self._clock.elapsed

    @property
    def _is_interrupted(self) -> bool:
        return self._latest.stopped is StopReason.INTERRUPT

    @property
    def _goes_on(self) -> bool:
        return self._clock.remaining > 0 and not self._is_interrupted

    @property
    def _is_refuted(self) -> bool:
        """Whether the latest try proves that its words make no other grid of the best cost."""
        latest, cost = self._latest, self._puzzle.cost(self._best)
        return latest.status is Status.INFEASIBLE or latest.bound > cost

    def _raise_worst(self) -> None:
        """Bisect the scores above that of the worst word; again, with other seeds, in its time."""
        seconds = self._limits.seconds
        until = math.inf if seconds is None else seconds * _WORST_SHARE
        refuted = len(self._levels)  # no grid has only words of this level and above
        while self._goes_on and self._elapsed < until:
            high = refuted
            while (low := self._level() + 1) < high and self._goes_on:
                level = (low + high) // 2
                if not self._bettered(self._levels[level]):
                    high = level
                    if self._is_refuted:
                        refuted = level
            if seconds is None or self._level() + 1 >= refuted:
                return

    def _raise_mean(self) -> None:
        """Keep the words of the best grid and others above a score: at first its mean, then less.

        At last that of the worst word; if nothing is better, all begins again with other seeds.
        """
        lowered = 0
        while self._goes_on:
            lowest, mean = self._level(), bisect_left(self._levels, self._worth(self._best).mean)
            level = mean - (mean - lowest) * lowered // _STEPS
            stay = frozenset(run.text for run in self._best.runs())
            if self._bettered(self._levels[level], stay):
                lowered = 0
            elif lowered < _STEPS:
                lowered += 1
            elif self._limits.seconds is None or self._is_refuted:
                return
            else:
                lowered = 0

    def _bettered(self, least: float, stay: Collection[str] = ()) -> bool:
        """Search with the words of a score and some others; return whether a grid is better.

        Where words `stay`, the grid that has them is barred.
        """
        self._tries += 1
        puzzle, rank, since = self._puzzle, self._rank(self._best), self._elapsed
        if stay and not puzzle.rules.unlike:
            puzzle = replace(puzzle, rules=replace(puzzle.rules, unlike=(self._best,)))
        part = replace(
            self._task,
            puzzle=puzzle,
            lexicon=self._words(least, stay),
            limits=self._part(),
            seed=(self._task.seed + self._tries) % SEEDS,
            observer=OnlyBetter(self._task.observer, puzzle.cost, self._rank, rank, since),
        )
        try:
            self._latest = self._search(part)
        except PatienceError:  # these words alone make no question
            return False
        grid = self._latest.best
        if grid is None or self._rank(grid) >= rank:
            return False
        self._best, self._report = grid, self._latest.report
        self._history.append((round(self._elapsed, 3), puzzle.cost(grid)))
        return True

    def _part(self) -> Limits:
        """Return the limits of one try."""
        target, left = self._puzzle.cost(self._best), self._clock.remaining
        if math.isinf(left):
            return replace(self._limits, target=target)
        seconds = min(max(_TRY_SECONDS, _TRY_SHARE * left), max(left, _LEAST_SECONDS))
        return replace(self._limits, target=target, seconds=seconds)

    def _words(self, least: float, stay: Collection[str]) -> Lexicon:
        """Return the words of a score, those that stay, and those that are given."""
        words = self._task.lexicon.words
        kept = (
            word
            for word in words
            if self._scores.get(word, NO_SCORE) >= least or word in stay or word in self._given
        )
        return replace(self._task.lexicon, words=WordList.of_sorted(kept, words.alphabet))

    def _level(self) -> int:
        """Return the place of the worst score of the best grid among all scores."""
        return bisect_left(self._levels, self._worth(self._best).worst)

    def _rank(self, grid: Grid) -> tuple[tuple[int, int], float, float]:
        found = self._worth(grid)
        return self._puzzle.rank(grid), -found.worst, -found.mean

    def _worth(self, grid: Grid) -> Worth:
        return worth((run.text for run in grid.runs()), self._scores, self._given)
