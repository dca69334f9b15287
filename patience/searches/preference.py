"""Of grids of equal cost the one of the worthiest words: a loop above the engines.

Each try leaves out the words below a threshold and searches for a grid of the same cost, so every
engine serves, and a proof that there is none is a proof that no grid's worst word is better. First
the threshold rises: halfway to what is refuted, then by steps that double, in turns that grow. Then
the words of the best grid stay, whatever their scores, and the others rise: that raises the mean.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection
from dataclasses import replace

from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.result import Proven, Result, Status, StopReason
from patience.searches.search import Loop, SearchFunction, Task, first_grid
from patience.words.scores import NO_SCORE, Worth, worth
from patience.words.wordlist import WordList

# Share of the time limit for the cheapest grid, whatever its words.
_CHEAPEST_SHARE = 0.4

# Share of the time limit for the first tries, which doubles each round, and its least seconds; that
# of a try of the mean. What took some time takes no more than some times that at a higher score.
_TURN_SHARE, _TURN_SECONDS, _MEAN_SHARE, _AS_LONG, _MOST_SHARE = 0.03, 0.5, 0.1, 3.0, 0.15

# Share of the time limit after which only the mean rises.
_WORST_SHARE = 0.75

# Steps from the mean score down to the worst.
_STEPS = 4


def preferred(search: SearchFunction, task: Task) -> Result:
    """Return the cheapest grid found, of those of equal cost that of the best worst word.

    The mean score breaks ties. Words that the puzzle requires, or has laid, do not count.

    Raises
    ------
    LexiconError
        If the lexicon has no scores.
    """
    task.lexicon.scores()
    first = first_grid(search, task, _CHEAPEST_SHARE)
    if first.best is None:
        return first
    thresholds = _Thresholds.after(search, replace(task, prefers_scores=True), first)
    thresholds.incumbent.bound = first.bound
    if first.stopped is not StopReason.INTERRUPT:
        thresholds.run()
    return thresholds.outcome(first)


class _Thresholds(Loop):
    """The best grid so far, and the tries that raise its worth."""

    def __init__(self, search: SearchFunction, task: Task) -> None:
        super().__init__(search, task)
        laid = task.puzzle.fixed_cells
        texts = [run.text for run in laid.runs()] if laid else []
        self._given = frozenset([*task.puzzle.rules.require, *texts])
        scores = task.lexicon.scores()
        self._scores = {word: scores.get(word, NO_SCORE) for word in task.lexicon}
        self._levels = sorted({*self._scores.values()})
        self._refuted = len(self._levels)  # no grid has only words of this level and above

    def run(self) -> None:
        """Raise the worst score, then the mean, until the time ends or nothing can rise."""
        if self._level() < len(self._levels):  # some word is the search's own
            self._raise_worst()
            self._raise_mean()

    def outcome(self, first: Result) -> Result:
        """Return the best grid, with what is proven: of the first one, and of the worst word."""
        found = replace(self.result(), worth=self._worth(self._grid))
        proven = found.proven
        if first.best is not None and self._puzzle.rank(first.best) == self._puzzle.rank(
            self._grid
        ):
            proven |= first.proven
        if self._level() + 1 >= self._refuted:
            proven |= {Proven.WORST}
        stopped = found.stopped if self._is_interrupted else first.stopped
        return replace(found, proven=proven, stopped=stopped)

    @property
    def _grid(self) -> Grid:
        assert self.incumbent.best is not None, "there was a first grid"
        return self.incumbent.best

    def _raise_worst(self) -> None:
        """Raise the threshold, in turns that grow, until the next is refuted or in its time."""
        seconds = self._limits.seconds
        until = math.inf if seconds is None else seconds * _WORST_SHARE
        turn = math.inf if seconds is None else max(_TURN_SHARE * seconds, _TURN_SECONDS)
        found, _ = self.incumbent.history[-1]
        turn = max(turn, min(_AS_LONG * found, _MOST_SHARE * (seconds or 0.0)))
        high = self._refuted
        while self._goes_on and self._clock.elapsed < until:
            step = high
            while (low := self._level() + 1) < high and self._goes_on:
                level, began = min((low + high) // 2, low + step), self._clock.elapsed
                if self._bettered(self._levels[level], turn):
                    step *= 2
                    turn = max(turn, _AS_LONG * (self._clock.elapsed - began))
                else:
                    high = level
            if seconds is None or self._level() + 1 >= self._refuted:
                return
            # Here the tries failed, some in too little time.
            high, step, turn = self._refuted, 0, 2 * turn

    def _raise_mean(self) -> None:
        """Keep the words of the best grid and others above a score: at first its mean, then less.

        At last that of the worst word; if nothing is better, all begins again with other seeds.
        """
        lowered = 0
        turn = max(_MEAN_SHARE * (self._limits.seconds or math.inf), _TURN_SECONDS)
        most = len(self._levels) - 1
        while self._goes_on and (lowest := self._level()) <= most:
            mean = min(bisect_left(self._levels, self._worth(self._grid).mean), most)
            level = mean - (mean - lowest) * lowered // _STEPS
            stay = frozenset(run.text for run in self._grid.runs())
            if self._bettered(self._levels[level], turn, stay):
                lowered = 0
            elif lowered < _STEPS:
                lowered += 1
            elif self._limits.seconds is None or self._refutes():
                return
            else:
                lowered = 0

    def _bettered(self, least: float, seconds: float, stay: Collection[str] = ()) -> bool:
        """Search with the words of a score and some others; return whether a grid is better.

        Where words `stay`, the grid that has them is barred.
        """
        puzzle = self._puzzle
        if stay and not puzzle.rules.unlike:
            puzzle = replace(puzzle, rules=replace(puzzle.rules, unlike=(self._grid,)))
        always = self._given.union(stay)
        scored = self._scores.items()
        kept = (word for word, score in scored if score >= least or word in always)
        alphabet = self._task.lexicon.alphabet
        lexicon = replace(self._task.lexicon, words=WordList.of_sorted(kept, alphabet))
        limits = self._limited(seconds, self.incumbent.cost)
        try:
            _, is_better = self.ask(puzzle, limits, lexicon=lexicon)
        except PatienceError:  # these words alone make no question
            return False
        if not stay and self._refutes():
            self._refuted = min(self._refuted, bisect_left(self._levels, least))
        return is_better

    def _refutes(self) -> bool:
        """Whether the latest try proves that its words make no other grid of the best cost."""
        assert self._latest is not None, "there was a try"
        cost = self._puzzle.cost(self._grid)
        return self._latest.status is Status.INFEASIBLE or self._latest.bound > cost

    def _level(self) -> int:
        """Return the place of the worst score of the best grid among all scores."""
        return bisect_left(self._levels, self._worth(self._grid).worst)

    def _rank(self, grid: Grid) -> tuple[tuple[int, int], float, float]:
        found = self._worth(grid)
        return self._puzzle.rank(grid), -found.worst, -found.mean

    def _worth(self, grid: Grid) -> Worth:
        return worth((run.text for run in grid.runs()), self._scores, self._given)
