"""`solve` and `solve_all`: run an engine and have the referee check its grids."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pkgutil import resolve_name

from patience.engines.base import Clock, Incumbent, SearchContext, SearchStopped
from patience.engines.judge import judge
from patience.engines.machine import processors
from patience.engines.params import AutoParams, BeamParams, CpsatParams, Params, ProveParams
from patience.errors import EngineError, PatienceError, unknown, whole
from patience.extras import why_no_cpsat
from patience.game.diagnosis import diagnose
from patience.game.grid import BLANK, FACE_DOWN, OF_LETTERS, Grid
from patience.game.puzzle import Compact, Puzzle
from patience.game.tiles import TileSet, check_language, other_language
from patience.game.validation import validate
from patience.proofs.certificates import known_bound
from patience.question.fields import PREFERENCES
from patience.referee import verify
from patience.result import SEEDS, Limits, Observer, Request, Result, Stats, Status, StopReason
from patience.searches.every import Grids
from patience.searches.placing import placed
from patience.searches.preference import preferred
from patience.searches.search import SearchFunction, Task
from patience.searches.several import several
from patience.searches.symmetry import symmetric
from patience.words.lexicon import Lexicon

#: The engines by name, each with the class of its parameters.
ENGINES: dict[str, type[Params]] = {
    "auto": AutoParams,
    "beam": BeamParams,
    "cpsat": CpsatParams,
    "prove": ProveParams,
}

MAX_THREADS = 256
MAX_COUNT = 1000


def solve(
    puzzle: Puzzle,
    lexicon: Lexicon | Collection[str],
    *,
    count: int = 1,
    cells_apart: int = 1,
    engine: str = "auto",
    limits: Limits | None = None,
    seed: int = 0,
    threads: int | None = None,
    observer: Observer | None = None,
    params: Params | None = None,
    prefer: str | None = None,
) -> Result:
    """Search for the cheapest grids of a puzzle; see `patience.library.solve_many`."""
    if not 1 <= count <= MAX_COUNT:
        raise PatienceError(f"count {count}: give 1 to {MAX_COUNT} grids")
    if engine not in ENGINES:
        raise EngineError(unknown("engine", engine, ENGINES))
    threads = checked_threads(threads)
    if not 0 <= seed < SEEDS:
        raise PatienceError(f"seed {seed}: give 0 to {SEEDS - 1}")
    wanted = ENGINES[engine]
    params = wanted() if params is None else params
    if type(params) is not wanted:
        given = type(params).__name__
        raise EngineError(f"engine {engine} takes {wanted.__name__} as params, not {given}")
    if puzzle.goal_name not in params.goals:
        fills = " and ".join(params.goals)
        raise EngineError(f"engine {engine} fills a {fills}, not a {puzzle.goal_name}: take auto")
    if prefer is not None and prefer not in PREFERENCES:
        raise PatienceError(unknown("preference", prefer, PREFERENCES))
    limits, observer = limits or Limits(), observer or Observer()
    lexicon = lexicon_of(lexicon, puzzle.tiles, observer)
    search: SearchFunction = partial(_search, threads=threads, params=params)
    refute = search
    if isinstance(params, AutoParams):
        if why := why_no_cpsat():
            observer.on_notice(f"{why}; the other engines search")
        else:  # it is better at proofs that there is no grid
            refute = partial(_search, threads=threads, params=CpsatParams(beam_seconds=0))
    if puzzle.rules.symmetry not in {"none", *OF_LETTERS} and not params.takes_symmetry:
        search = partial(symmetric, search)
    if puzzle.tiles.free and isinstance(puzzle.goal, Compact):
        search = partial(placed, search, refute)
    if prefer is not None:
        search = partial(preferred, search)
    return several(search, Task(puzzle, lexicon, limits, seed, observer), count, cells_apart)


def _search(task: Task, *, threads: int, params: Params) -> Result:
    """Search once with the engine of some parameters."""
    (engine,) = (name for name, kind in ENGINES.items() if isinstance(params, kind))
    puzzle, lexicon, limits, observer = task.puzzle, task.lexicon, task.limits, task.observer
    clock = Clock(limits.seconds)
    validate(puzzle, lexicon, lexicon.left_out_by)
    request = Request.of(puzzle, lexicon, engine, task.seed, threads)
    reason = diagnose(puzzle, lexicon)
    if reason:
        return Result(None, None, 0, Status.INFEASIBLE, Stats(), reason, request=request)
    context = SearchContext(
        puzzle,
        lexicon,
        limits,
        task.seed,
        threads,
        observer,
        clock,
        Incumbent(puzzle, partial(judge, puzzle, lexicon, engine), clock, observer, limits.target),
        Stats(engine=engine),
        lexicon.scores() if task.prefers_scores else {},
    )
    context.incumbent.raise_bound(known_bound(puzzle, lexicon))
    return replace(_run(context, params), request=request)


def lexicon_of(words: Collection[str], tiles: TileSet, observer: Observer) -> Lexicon:
    """Return the words as a lexicon for the tiles, with a notice for what is skipped.

    A notice that a lexicon is of another language joins its notes, so that it is given once.
    """
    if isinstance(words, Lexicon):
        check_language(tiles, words.name, words.alphabet)
        other = other_language(tiles.alphabet, words.name, words.alphabet)
        if other is None or other in words.notes:
            return words
        observer.on_notice(other)
        return replace(words, notes=(*words.notes, other))
    lexicon = Lexicon.of(words, alphabet=tiles.alphabet)
    for note in lexicon.notes:
        observer.on_notice(f"{lexicon.name}: {note}")
    return lexicon


def _run(context: SearchContext, params: Params) -> Result:
    """Run an engine and return its best grid, whatever ends the search."""
    try:
        with context.preparing():
            search = resolve_name(params.search)  # numba takes its time
        _offer_start(context)
        stopped = search(context, params)
    except SearchStopped as stop:
        stopped = stop.reason
    except KeyboardInterrupt:
        stopped = StopReason.INTERRUPT
    except Exception as error:
        if context.incumbent.best is None:
            raise
        stopped = StopReason.ERROR
        what = str(error) if isinstance(error, PatienceError) else repr(error)
        context.failure = f"the search ended early and the best grid so far is kept: {what}"
        with suppress(Exception):  # the observer itself may be what failed
            context.observer.on_notice(context.failure)
    return context.result(stopped)


def _offer_start(context: SearchContext) -> None:
    """Offer the start as the first incumbent if it is already a valid grid."""
    laid = context.puzzle.fixed_cells
    if context.puzzle.start is None or laid is None:
        return
    grid = Grid(tuple(row.replace(FACE_DOWN, BLANK) for row in laid.rows))
    if verify(context.puzzle, grid, context.lexicon).valid:
        context.incumbent.offer(grid)


def solve_all(
    puzzle: Puzzle,
    lexicon: Lexicon | Collection[str],
    *,
    at_most: int | None = None,
    limits: Limits | None = None,
    threads: int | None = None,
    observer: Observer | None = None,
) -> Grids:
    """Find every grid of the least cost, each once; see `patience.library.solve_all`."""
    observer = observer or Observer()
    lexicon = lexicon_of(lexicon, puzzle.tiles, observer)
    threads = checked_threads(threads)
    return Grids(puzzle, lexicon, at_most, limits or Limits(), threads, observer)


def checked_threads(threads: int | None) -> int:
    """Return a number of threads, by default one for each processor; refuse what is none."""
    if threads is None:
        return min(processors(), MAX_THREADS)
    threads = whole(threads)
    if not 1 <= threads <= MAX_THREADS:
        raise PatienceError(f"threads {threads}: give 1 to {MAX_THREADS}")
    return threads
