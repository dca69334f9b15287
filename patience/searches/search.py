"""What loops above the engines share: a search as a function, and one incumbent of several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

from patience.engines.base import Clock, Incumbent
from patience.engines.judge import judge
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.result import SEEDS, Limits, Observer, Request, Result, Stats, StopReason
from patience.words.lexicon import Lexicon

# Least seconds of a search: a limit is above 0.
LEAST_SECONDS = 0.001


@dataclass(frozen=True)
class Task:
    """What a search is given; `prefers_scores` if words of high scores are laid first."""

    puzzle: Puzzle
    lexicon: Lexicon
    limits: Limits
    seed: int
    observer: Observer
    prefers_scores: bool = False


#: A search by an engine.
SearchFunction = Callable[[Task], Result]


def first_grid(search: SearchFunction, task: Task, share: float) -> Result:
    """Search with a share of the time, and again with all that is left if that gives no grid."""
    observer, limits = task.observer, task.limits
    if limits.seconds is None:
        return search(task)
    first = search(replace(task, limits=replace(limits, seconds=limits.seconds * share)))
    spent = first.stats.elapsed_s
    left = limits.seconds - spent
    if first.best is not None or first.stopped is not StopReason.TIME or left <= 0:
        return first
    told = _Part(observer, lambda grid: observer.on_best(grid, task.puzzle.cost(grid)), spent)
    seed, limits = (task.seed + 1) % SEEDS, replace(limits, seconds=left)
    again = search(replace(task, limits=limits, seed=seed, observer=told))
    history = [(spent + seconds, cost) for seconds, cost in again.stats.history]
    elapsed = spent + again.stats.elapsed_s
    return replace(again, stats=replace(again.stats, elapsed_s=elapsed, history=history))


class Loop:
    """A task that takes several searches, which share one incumbent.

    Each grid that a search tells of is turned into one of the task, judged anew and kept at once,
    so an end at any time loses none.
    """

    def __init__(self, search: SearchFunction, task: Task) -> None:
        self._search, self._task = search, task
        self._puzzle, self._limits = task.puzzle, task.limits
        self._clock = Clock(task.limits.seconds)
        judged = partial(judge, task.puzzle, task.lexicon, "loop")
        self.incumbent = Incumbent(task.puzzle, judged, self._clock, task.observer, rank=self._rank)
        self._latest: Result | None = None
        self._engines: dict[str, None] = {}  # those that ran, in order
        self._tries = 0

    @classmethod
    def after(cls, search: SearchFunction, task: Task, first: Result) -> Self:
        """Begin with the grid of a search of the whole question, whose time counts."""
        loop, kept = cls(search, task), first.stats
        loop._clock.leave_out(-kept.elapsed_s)
        found = loop.incumbent
        found.best, found.cost, found.report = first.best, first.cost, first.report
        found.history = list(kept.history)
        loop._note(first)
        return loop

    def _rank(self, grid: Grid) -> Any:
        """Return by what grids are ordered."""
        return self._puzzle.rank(grid)

    def _as_asked(self, grid: Grid) -> Grid | None:
        """Return the grid of the task that a search's grid is, if it is one."""
        return grid

    def take(self, grid: Grid) -> None:
        """Keep a search's grid if it is a better one of the task."""
        own = self._as_asked(grid)
        if own is not None and self._puzzle.rules.allow(own):
            self.incumbent.offer(own)

    def _note(self, found: Result) -> None:
        self._tries += 1
        self._latest = found
        self._engines.update(dict.fromkeys(found.stats.engine.split(" and ")))

    @property
    def _is_good_enough(self) -> bool:
        cost, target = self.incumbent.cost, self._limits.target
        return cost is not None and target is not None and cost <= target

    @property
    def _is_interrupted(self) -> bool:
        return self._latest is not None and self._latest.stopped is StopReason.INTERRUPT

    @property
    def _goes_on(self) -> bool:
        """Whether there is time, and nobody has ended it."""
        return self._clock.remaining > 0 and not self._is_interrupted

    @property
    def _is_done(self) -> bool:
        """Whether the search is over: by its time, its target, a proof or the user."""
        return self.incumbent.is_decided or self._is_good_enough or not self._goes_on

    def _limited(self, seconds: float, target: int | None) -> Limits:
        """Return the limits of a search of so many seconds, or as many as are left."""
        if self._limits.seconds is None:
            return replace(self._limits, target=target)
        left = max(self._clock.remaining, LEAST_SECONDS)
        return replace(self._limits, target=target, seconds=min(seconds, left))

    def ask(
        self,
        puzzle: Puzzle,
        limits: Limits,
        *,
        search: SearchFunction | None = None,
        lexicon: Lexicon | None = None,
    ) -> tuple[Result, bool]:
        """Search once, each time with another seed; return also whether the incumbent is better.

        The preparation of the first search, in which kernels may compile, counts against no limit.
        """
        since, before = self._clock.elapsed, self.incumbent.best
        part = replace(
            self._task,
            puzzle=puzzle,
            limits=limits,
            lexicon=lexicon or self._task.lexicon,
            seed=(self._task.seed + self._tries) % SEEDS,
            observer=_Part(self._task.observer, self.take, since),
        )
        found = (search or self._search)(part)
        if self._latest is None:
            unused = self._clock.elapsed - since - found.stats.elapsed_s
            self._clock.leave_out(unused)
            kept = self.incumbent.history
            kept[:] = [(max(0, int(1000 * (at - unused))) / 1000, cost) for at, cost in kept]
        self._note(found)
        if found.best is not None:
            self.take(found.best)
        return found, self.incumbent.best is not before

    def stats(self) -> Stats:
        """Return the statistics of the latest search, with the time and the grids of all."""
        assert self._latest is not None, "there was a search"
        return replace(
            self._latest.stats,
            elapsed_s=self._clock.elapsed,
            history=self.incumbent.history,
            engine=" and ".join(filter(None, self._engines)),
        )

    def result(self) -> Result:
        """Return the best grid and what is proven."""
        latest, kept, task = self._latest, self.incumbent, self._task
        assert latest is not None, "there was a search"
        request = latest.request
        if request is not None:
            engine, threads = request.engine, request.threads
            request = Request.of(self._puzzle, task.lexicon, engine, task.seed, threads)
        return replace(kept.result(self.stats(), self._stopped()), request=request)

    def _stopped(self) -> StopReason:
        if self._is_interrupted:
            return StopReason.INTERRUPT
        if self.incumbent.is_decided:
            return StopReason.COMPLETE
        if self._is_good_enough:
            return StopReason.TARGET
        return StopReason.WORK if self._limits.seconds is None else StopReason.TIME


class _Part(Observer):
    """What a search in a loop, which began after `since` seconds, tells.

    Its bounds are not told on: they hold only for its narrower question.
    """

    def __init__(self, outer: Observer, take: Callable[[Grid], None], since: float) -> None:
        self._outer, self._take, self._since = outer, take, since

    def on_best(self, grid: Grid, cost: int) -> None:
        """Let the loop keep a grid."""
        del cost
        self._take(grid)

    def on_progress(self, stats: Stats) -> None:
        """Forward the statistics, with the time of the whole search."""
        self._outer.on_progress(replace(stats, elapsed_s=self._since + stats.elapsed_s))

    def on_notice(self, text: str) -> None:
        """Forward a notice."""
        self._outer.on_notice(text)
