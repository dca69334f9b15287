"""Several grids that differ from each other: a loop above the engines, each with its share.

Each search bars what is near a grid found before, so any two of them differ as asked.
"""

from __future__ import annotations

from dataclasses import replace

from patience.errors import PatienceError
from patience.game.puzzle import Puzzle
from patience.result import Proven, Result, Status, StopReason
from patience.searches.search import LEAST_SECONDS, Loop, SearchFunction, Task, first_grid
from patience.words.scores import Worth


def several(search: SearchFunction, task: Task, count: int, cells_apart: int) -> Result:
    """Return `count` grids, any two of them different in so many cells, the cheapest first.

    The bound is that of the first search; what it proves, it proves of grids as good as its own.
    """
    if count == 1:
        return search(task)
    puzzle, limits = task.puzzle, task.limits
    apart = replace(puzzle.rules, cells_apart=cells_apart)
    first = first_grid(search, task, 1 / count)
    if first.best is None:
        return first
    if limits.seconds is not None:  # the first may have taken more than its share
        left = max(limits.seconds - first.stats.elapsed_s, LEAST_SECONDS) / (count - 1)
        limits = replace(limits, seconds=min(limits.seconds / count, left))
    loop, found = Loop.after(search, task, first), [first]
    while len(found) < count and found[-1].stopped is not StopReason.INTERRUPT:
        grids = tuple(each.best for each in found if each.best is not None)
        others = replace(puzzle, rules=replace(apart, unlike=grids))
        try:
            result, _ = loop.ask(others, limits)
        except PatienceError as error:
            task.observer.on_notice(f"the search for further grids ended early: {error}")
            break
        if result.best is None:
            break
        found.append(result)
    best, *others_found = sorted(found, key=lambda each: _rank(puzzle, each))
    is_as_good = _rank(puzzle, best)[0] == _rank(puzzle, first)[0]
    proven = first.proven if is_as_good else frozenset()
    if best.cost is not None and best.cost <= first.bound:
        proven |= {Proven.COST}
    if best.cost is not None and best.cost < first.bound:
        why = (
            f"internal error: a grid of cost {best.cost} stands against the proof that none costs "
            f"less than {first.bound}; please report this with the command you ran"
        )
        task.observer.on_notice(why)
        proven = frozenset()
        first = replace(
            first, bound=0, status=Status.FEASIBLE, reason=why, stopped=StopReason.ERROR
        )
    return replace(
        first,
        best=best.best,
        cost=best.cost,
        stats=loop.stats(),
        report=best.report,
        worth=best.worth,
        status=Status.OPTIMAL if Proven.COST in proven else first.status,
        proven=proven,
        others=tuple(each.best for each in others_found if each.best is not None),
    )


def _rank(puzzle: Puzzle, found: Result) -> tuple[tuple[int, int], float, float]:
    """Return by what several results are ordered: the cost, then the worth of the words."""
    assert found.best is not None, "only grids are ranked"
    worth = found.worth or Worth(())
    return puzzle.rank(found.best), -worth.worst, -worth.mean
