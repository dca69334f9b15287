"""The one entry: picks an engine, imports it when it runs, has the referee check its grids."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

from patience.errors import EngineError, PatienceError, RefereeError, unknown
from patience.game.diagnosis import diagnose
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.game.referee import verify
from patience.game.validation import validate
from patience.proofs.certificates import known_bound
from patience.result import Limits, Observer, Result, Stats, Status
from patience.words.lexicon import Lexicon

# Name of an engine: the module whose `run` it is. Adding an engine is a line here.
ENGINES = {
    "auto": "patience.engines.portfolio",
    "beam": "patience.engines.beam.engine",
    "cpsat": "patience.engines.cpsat.engine",
    "prove": "patience.engines.exhaustive.engine",
}

MAX_THREADS = 256
MAX_COUNT = 1000


def solve(
    puzzle: Puzzle,
    lexicon: Lexicon,
    *,
    engine: str = "auto",
    limits: Limits | None = None,
    seed: int = 0,
    threads: int | None = None,
    observer: Observer | None = None,
    params: Any = None,
) -> Result:
    """Search for the cheapest grid of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    lexicon : Lexicon
    engine : str
        One of `ENGINES`.
    limits : Limits, optional
        When to stop; by default after 60 seconds.
    seed : int
        Same seed, threads and a bound by work (``Limits.max_width``): same grid.
    threads : int, optional
        By default one a core. The outcome of a beam does not depend on it.
    observer : Observer, optional
        Hears of each better grid, refereed already.
    params
        The engine's own parameters.

    Returns
    -------
    Result
        Its grid has passed the referee.

    Raises
    ------
    EngineError
        If the engine does not exist or cannot take the puzzle.
    PuzzleError
        If required words or tiles laid already break a rule.
    RefereeError
        If an engine hands over a grid that breaks a rule: a fault of this program.
    """
    if engine not in ENGINES:
        raise EngineError(unknown("engine", engine, ENGINES))
    if threads is not None and not 1 <= threads <= MAX_THREADS:
        raise PatienceError(f"threads {threads}: give 1 to {MAX_THREADS}")
    if not 0 <= seed < 2**31:
        raise PatienceError(f"seed {seed}: give 0 to {2**31 - 1}")
    validate(puzzle, lexicon)
    reason = diagnose(puzzle, lexicon)
    if reason:
        return Result(None, None, 0, Status.INFEASIBLE, Stats(), reason)
    desk = _Desk(puzzle, lexicon, engine, observer or Observer())
    run = import_module(ENGINES[engine]).run
    limits = limits or Limits()
    known = known_bound(puzzle, lexicon) if engine == "auto" else 0
    if known > 0:  # what costs no more than is proven is the best there is
        desk.on_bound(known)
        limits = replace(limits, target=max(known, limits.target or 0))
    result: Result = run(
        puzzle,
        lexicon,
        limits=limits,
        seed=seed,
        threads=threads,
        observer=desk,
        params=params,
    )
    if result.best is not None:
        desk.check(result.best, result.cost)
    return _bounded(result, known)


def _bounded(result: Result, known: int) -> Result:
    """Return the result with a bound that was proven before, if that is better."""
    if known <= result.bound:
        return result
    status = Status.OPTIMAL if result.cost == known else result.status
    return replace(result, bound=known, status=status)


def solve_many(
    puzzle: Puzzle,
    lexicon: Lexicon,
    count: int,
    *,
    cells_apart: int = 1,
    words_apart: int = 0,
    limits: Limits | None = None,
    seed: int = 0,
    **options: Any,
) -> Result:
    """Search for several grids of a puzzle that differ from each other.

    Parameters
    ----------
    count : int
        How many; each gets the same share of the time.
    cells_apart, words_apart : int
        In how many cells any two of them must differ at least, and how many words of each the
        others may not have.
    limits, seed, **options
        As in `solve`.

    Returns
    -------
    Result
        The cheapest grid is its best, `others` are the rest, cheapest first; fewer than asked if
        the time did not suffice. Bound and status are those of the first search.
    """
    if not 1 <= count <= MAX_COUNT:
        raise PatienceError(f"count {count}: give 1 to {MAX_COUNT} grids")
    limits = limits or Limits()
    if limits.seconds is not None:
        limits = replace(limits, seconds=limits.seconds / count)
    first = solve(puzzle, lexicon, limits=limits, seed=seed, **options)
    if first.best is None:
        return first
    grids = [first.best]
    for number in range(1, count):
        rules = replace(
            puzzle.rules, unlike=tuple(grids), cells_apart=cells_apart, words_apart=words_apart
        )
        other = replace(puzzle, rules=rules)
        result = solve(other, lexicon, limits=limits, seed=seed + number, **options)
        if result.best is None or result.stats.notes.get("stopped") == "KeyboardInterrupt":
            break
        grids.append(result.best)
    best, *others = sorted(grids, key=puzzle.cost)
    return replace(first, best=best, cost=puzzle.cost(best), others=tuple(others))


class _Desk(Observer):
    """The referee's desk between engine and user: every grid passes it."""

    def __init__(self, puzzle: Puzzle, lexicon: Lexicon, engine: str, outer: Observer) -> None:
        self._puzzle = puzzle
        self._lexicon = lexicon
        self._engine = engine
        self._outer = outer

    def check(self, grid: Grid, cost: int | None) -> None:
        """Raise RefereeError unless the grid obeys the rules and costs what is claimed."""
        report = verify(self._puzzle, grid, self._lexicon)
        if report.valid and report.cost == cost:
            return
        faults = "; ".join(violation.message for violation in report.violations)
        raise RefereeError(
            f"internal error: engine {self._engine} handed over a grid that the referee rejects "
            f"(claimed cost {cost}, refereed {report.cost}): {faults}\n{grid}\n"
            "please report this with the command you ran"
        )

    def on_best(self, grid: Grid, cost: int) -> None:
        self.check(grid, cost)
        self._outer.on_best(grid, cost)

    def on_bound(self, bound: int) -> None:
        self._outer.on_bound(bound)

    def on_progress(self, stats: Stats) -> None:
        self._outer.on_progress(stats)

    def on_notice(self, text: str) -> None:
        self._outer.on_notice(text)
