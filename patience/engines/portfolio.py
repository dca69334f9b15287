"""The portfolio: which engines search a puzzle, and in which order.

Only this module and `finders` know more than one engine. CP-SAT and the exhaustive search start
with a search for a first grid, an upper bound on the cost. Engine auto begins with the finders,
beams and ruin and recreate, and alternates them with one other engine, in turns that grow: with a
proof where that should end in time, with CP-SAT where few words can be laid, with a fill once only
a grid without blanks would be better. The crosswords of a small hand for which no grid is found at
first are grown. What each is for: the table in docs/en/how/overview.md.

The exhaustive search is fast where few cells stay empty, CP-SAT where many do: with the 897 words
of music a 4x4 took 47 s and 0.2 s, a 5x4 with all of `fr` 7 s and 82 s.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from patience.engines import dawg as word_graph
from patience.engines.base import OutOfTime, SearchContext
from patience.engines.beam.engine import BeamEngine
from patience.engines.branching import Pattern
from patience.engines.fill.base import Fill, full_cost
from patience.engines.fill.engine import FillEngine
from patience.engines.fill.words import WordFill, has_slots
from patience.engines.finders import Finders
from patience.engines.grow.engine import GrowEngine
from patience.engines.params import AutoParams, BeamParams, CpsatParams, ProveParams
from patience.engines.recreate.engine import RecreateEngine
from patience.errors import EngineError, RefereeError
from patience.extras import why_no_cpsat
from patience.game.grid import OF_LETTERS
from patience.game.puzzle import Puzzle
from patience.result import StopReason

if TYPE_CHECKING:
    from patience.engines.cpsat.engine import CpsatEngine
    from patience.engines.exhaustive.drawn import DrawnEngine
    from patience.engines.exhaustive.engine import ExhaustiveEngine

# Share of the time for a start: of the limit for the finders before another engine, of the time
# left for building a model, of the time for a proof for the estimate of its size.
_START = 0.1

# Maximum number of cells for a proof. 6x5 with as many tiles is proven in minutes, 6x6 seldom.
_SMALL = 36

# Maximum seconds of the first turn of the finders. A proof that should be shorter starts after the
# fraction _FIRST_GRID of it: without that a 4x4 waited three seconds for a proof of a quarter of a
# second. So does a fill by words, where blocks are given.
_FIRST_SECONDS = 5.0
_FIRST_GRID = 0.05

# Maximum seconds for the estimate of a proof's size.
_ESTIMATE_SECONDS = 4.0

# Share of the time left, and maximum seconds, for what most likely ends the search: a proof that
# should end within them, crosswords of a small hand for which the finders have no grid (of 1,000
# rolls of twelve dice these are some fifty, each decided in 0.2 to 2 s), CP-SAT's first turn where
# the finders have none.
_PROOF_SHARE, _PATIENCE = 0.5, 120.0

# Where the work is limited, not the time: a proof starts if one thread should end it in so many
# seconds, and is left after so many nodes (1 s of rows, 5 to 20 of slots). Around required words
# some were estimated at seconds and had not ended after ten minutes.
_WORK_PATIENCE, _PROOF_NODES = 1.0, 500_000

# Seconds of the first turn of an engine beside the finders (each turn of CP-SAT presolves for one),
# and for which a proof by CP-SAT is searched again: or-tools 5274 and 5295 are open.
_TURN_SECONDS = 2.0

# Ratio of the finders' turns to those of a fill; else it is 1. On 9x7 beams found no full grid in
# 700 million children, the fill one in 20 to 60 million nodes.
_TO_FILL = 0.25

# Words times cells up to which CP-SAT may place words: some twice its limit, as it counts exactly.
_FEW_WORDS = 20_000

# Work for layouts of several required words before beams alone: half a second.
_LAYOUT_WORK = 20_000_000

# Nodes of a search by cells where the work is limited.
_CELL_NODES = 50_000_000

# Share of the time left for squares that equal their transpose: French 9x9 has its first of 18
# after some seconds, and all are searched after 40 of a core.
_SQUARE_SHARE = 0.25

# Words laid by such a fill where the work is limited: some seconds.
_WORDS_LAID = 1_000


T = TypeVar("T")


class _Resumable(Protocol):
    """An engine whose `run` resumes the search."""

    def run(self) -> StopReason: ...


def auto(context: SearchContext, params: AutoParams) -> StopReason:
    """Search with the engines that suit the puzzle; see the top."""
    if context.puzzle.rules.symmetry in OF_LETTERS:
        context.stats.engine = "prove"
        return _by_cells(context)
    context.stats.engine = ""
    if context.limits.max_width is None:
        _fill_first(context)
    if context.incumbent.is_decided:
        return StopReason.COMPLETE
    with Finders(context, params.beam, context.limits.max_width) as finders:
        try:
            return _auto(context, finders)
        finally:
            ran = [finders.leader, context.stats.engine]
            context.stats.engine = " and ".join(filter(None, ran))


def beam(context: SearchContext, params: BeamParams) -> StopReason:
    """Run the beams; where several words are required, ruin and recreate lays these first."""
    layouts: list[Pattern] = []
    if len(context.puzzle.rules.require) > 1:
        recreate = RecreateEngine(context)
        layouts = recreate.layouts
        recreate.run(_LAYOUT_WORK)
    with BeamEngine(context, params, context.limits.max_width, layouts) as beams:
        return beams.run()


def cpsat(context: SearchContext, params: CpsatParams) -> StopReason:
    """Find a first grid, then run CP-SAT."""
    ended = _after_finders(context, params, _cpsat(context))
    _hold(context)
    return ended


def prove(context: SearchContext, params: ProveParams) -> StopReason:
    """Find a first grid, then run the exhaustive search."""
    return _after_finders(context, params, _exhaustive(context))


def _by_cells(context: SearchContext) -> StopReason:
    """Lay symmetric letters at random, by turns with the search of all."""
    prover = _exhaustive(context)
    if not prover.has_words:
        context.incumbent.prove_infeasible("no word is one backwards too")
        return StopReason.COMPLETE
    drawn = _drawn(context)
    if math.isinf(context.clock.remaining):
        ended = drawn.run(_CELL_NODES)
        if ended is not StopReason.COMPLETE:
            ended = prover.run(_CELL_NODES)
        return ended
    context.run_for(_TURN_SECONDS, drawn.run)
    return _by_turns(context, "prove", prover, drawn)


def _may_be_transposed(puzzle: Puzzle) -> bool:
    """Return whether a grid can equal its transpose, and nothing runs short then."""
    size, rules, laid = puzzle.size, puzzle.rules, puzzle.fixed_cells
    return (
        puzzle.tiles.free
        and size is not None
        and size[0] == size[1] > 1
        and rules.symmetry == "none"
        and not (rules.distinct_words or rules.require or rules.unlike)
        and (laid is None or laid == laid.transposed())
    )


def _transposed_first(context: SearchContext) -> None:
    """Look for a grid without blanks that equals its transpose: there are far fewer to search."""
    whole = context.puzzle
    puzzle = replace(whole, rules=replace(whole.rules, symmetry="transpose"))
    with context.preparing():
        from patience.engines.exhaustive.search import ExhaustiveSearch, Progress  # noqa: PLC0415

        search = ExhaustiveSearch(puzzle, context.lexicon, context.threads)
        search.prepare(0)
    context.stats.phase = "filling a square"
    found = _turn(
        context,
        "prove",
        _SQUARE_SHARE * context.clock.remaining,
        lambda: search.search(0, 0, Progress(), context.tick),
    )
    if found is not None:
        context.incumbent.offer(found)


def _fill_first(context: SearchContext) -> None:
    """Begin with a fill where it is all that is asked for, or with the few that are squares."""
    puzzle, best = context.puzzle, full_cost(context.puzzle)
    if _may_be_transposed(puzzle):
        _transposed_first(context)
    if not context.scores or best is None or context.limits.target != best:
        return
    _turn(context, "fill", math.inf, _fill(context).run)


def _turn(context: SearchContext, name: str, seconds: float, search: Callable[[], T]) -> T | None:
    """Run an engine for some seconds, as `SearchContext.run_for`; the statistics name it."""
    ran = [x for x in context.stats.engine.split(" and ") if x]
    if name not in ran:
        context.stats.engine = " and ".join([*ran, name])
    return context.run_for(seconds, search)


def _after_finders(
    context: SearchContext, params: CpsatParams | ProveParams, prover: _Resumable
) -> StopReason:
    """Find a first grid, then run the prover, which has accepted the puzzle."""
    seconds = min(params.beam_seconds, _START * context.clock.remaining)
    if seconds > 0 and not context.incumbent.is_closed:
        _find_first(context, seconds, params.beam_width)
    return prover.run()


def _find_first(context: SearchContext, seconds: float, max_width: int) -> None:
    """Find a first grid with the finders."""
    if context.puzzle.rules.symmetry in OF_LETTERS:
        context.run_for(seconds, lambda: _drawn(context).run(_CELL_NODES))
        return
    context.stats.phase = "beam"
    with Finders(context, BeamParams(), max_width) as finders:
        context.run_for(seconds, finders.run_by_work)


def _auto(context: SearchContext, finders: Finders) -> StopReason:
    """Alternate the finders and the engine that is best beside them, if there is one."""
    if context.limits.max_width is not None:
        return _bounded_by_work(context, finders)
    name, engine = _beside(context, finders)
    if context.incumbent.is_closed:
        return StopReason.COMPLETE
    if engine is None:
        return finders.run()
    ended = _by_turns(context, name, engine, finders, _TO_FILL if name == "fill" else 1.0)
    if name == "cpsat":
        _hold(context)
    return ended


def _beside(context: SearchContext, finders: Finders) -> tuple[str, _Resumable | None]:
    """Run the finders until it shows which engine is best beside them.

    A small puzzle is proven if that should end in time. Between given blocks a fill is wanted from
    the start, elsewhere once only a grid without blanks would be better. CP-SAT is for few words.
    """
    puzzle, incumbent = context.puzzle, context.incumbent
    if _cells(puzzle) <= _SMALL:
        prover = _small(context, finders)
        if prover is not None or incumbent.is_closed:
            return "prove", prover
    best = full_cost(puzzle)
    if best is not None and has_slots(puzzle):
        context.run_for(_FIRST_GRID * _FIRST_SECONDS, finders.run)
        return "fill", _fill(context)
    if best is None or incumbent.cost != best + 1:
        solver = _affordable_cpsat(context)
        if solver is not None:
            context.run_for(_TURN_SECONDS / 2, finders.run)
            return "cpsat", solver
        if best is None:
            return "", None
        with incumbent.stop_at(best + 1):
            finders.run()
    return "fill", None if incumbent.is_decided else _fill(context)


def _small(context: SearchContext, finders: Finders) -> ExhaustiveEngine | None:
    """Run the finders until a proof should end in time; grow crosswords if these have no grid."""
    first = min(_FIRST_SECONDS, _START * context.clock.remaining)
    grower, prover = _if_fit(GrowEngine, context), None
    for seconds, patience in ((_FIRST_GRID * first, first), (first, _PATIENCE)):
        context.run_for(seconds, finders.run)
        if context.incumbent.best is None and grower is not None:
            _turn(context, "grow", _most_seconds(context), grower.run)
        if context.incumbent.is_closed:
            return None
        prover = prover or _if_fit(_exhaustive, context)
        if prover is not None and _ends_within(patience, context, prover):
            return prover
    return None


def _hold(context: SearchContext) -> None:
    """Hold a proof by CP-SAT against the exhaustive search, where that takes seconds.

    Raises
    ------
    RefereeError
        If it is refuted.
    """
    prover = _if_fit(_exhaustive, context)
    if prover is None:
        return
    with suppress(OutOfTime):  # the proof stands as before
        grid = context.run_for(_TURN_SECONDS, prover.refutation)
        if grid is not None:
            incumbent = context.incumbent
            proven = incumbent.reason or f"no grid is better than one of cost {incumbent.cost}"
            incumbent.withdraw()
            incumbent.offer(grid)
            raise RefereeError(
                f"internal error: CP-SAT has proven that {proven}, and the exhaustive search found "
                f"this grid:\n{grid}\nplease report this with the command you ran"
            )


def _bounded_by_work(context: SearchContext, finders: Finders) -> StopReason:
    """Run the finders, then other engines, each up to a bound on its work instead of the time."""
    finders.run_by_work()
    incumbent, best = context.incumbent, full_cost(context.puzzle)
    by_words = has_slots(context.puzzle)
    if best is not None and (by_words or incumbent.cost == best + 1) and not incumbent.is_decided:
        most = _WORDS_LAID if by_words else context.stats.children
        _turn(context, "fill", math.inf, partial(_fill(context).run, most))
    if not incumbent.is_closed and _cells(context.puzzle) <= _SMALL:
        prover = _if_fit(_exhaustive, context)
        # Whatever the number of threads, so that these change no outcome.
        if prover is not None and prover.expected_seconds(_ESTIMATE_SECONDS) <= _WORK_PATIENCE:
            ended = _turn(context, "prove", math.inf, partial(prover.run, _PROOF_NODES))
            return ended or StopReason.WORK
    return StopReason.COMPLETE if incumbent.is_decided else StopReason.WORK


def _by_turns(
    context: SearchContext,
    name: str,
    engine: _Resumable,
    finders: _Resumable,
    ratio: float = 1.0,
) -> StopReason:
    """Alternate an engine and the finders; the turns double in length each round.

    `ratio` is that of the finders' turns to those of the engine. Where there is no grid at first
    there is none, most likely, and the engine begins with a long turn.
    """
    seconds = _TURN_SECONDS
    if context.incumbent.best is None:
        seconds = max(seconds, _most_seconds(context))
    while True:
        ended = _turn(context, name, seconds, engine.run)
        if context.incumbent.is_closed:
            return StopReason.COMPLETE
        if ended is not None:
            return finders.run()
        context.run_for(ratio * seconds, finders.run)
        if context.incumbent.is_closed:
            return StopReason.COMPLETE
        seconds *= 2


def _most_seconds(context: SearchContext) -> float:
    """Return the seconds for what most likely ends the search."""
    return min(_PROOF_SHARE * context.clock.remaining, _PATIENCE)


def _ends_within(seconds: float, context: SearchContext, prover: ExhaustiveEngine) -> bool:
    """Return whether a proof should end within `seconds` and in time."""
    seconds = min(seconds, _most_seconds(context))
    work = prover.expected_seconds(min(_ESTIMATE_SECONDS, _START * seconds))
    return work / context.threads <= seconds


def _affordable_cpsat(context: SearchContext) -> CpsatEngine | None:
    """Return CP-SAT if few words can be laid and its model is built in time."""
    puzzle = context.puzzle
    counts, jokers = puzzle.tiles.counts, puzzle.tiles.jokers
    dawg = word_graph.kept(context.lexicon.words, puzzle.longest_line, counts, jokers)
    if dawg.words * _cells(puzzle) > _FEW_WORDS:
        return None
    engine = _if_fit(_cpsat, context)
    if engine is None or engine.build_seconds > _START * context.clock.remaining:
        return None
    return engine


def _fill(context: SearchContext) -> Fill:
    return WordFill(context) if has_slots(context.puzzle) else FillEngine(context)


def _if_fit(make: Callable[[SearchContext], T], context: SearchContext) -> T | None:
    """Return an engine, or None if it rejects the puzzle as too large or for its rules."""
    try:
        return make(context)
    except EngineError:
        return None


def _drawn(context: SearchContext) -> DrawnEngine:
    with context.preparing():
        from patience.engines.exhaustive.drawn import DrawnEngine  # noqa: PLC0415
    return DrawnEngine(context)


def _exhaustive(context: SearchContext) -> ExhaustiveEngine:
    with context.preparing():
        from patience.engines.exhaustive.engine import ExhaustiveEngine  # noqa: PLC0415
    return ExhaustiveEngine(context)


def _cpsat(context: SearchContext) -> CpsatEngine:
    if why := why_no_cpsat():
        raise EngineError(why)
    with context.preparing():
        from patience.engines.cpsat.engine import CpsatEngine  # noqa: PLC0415
    return CpsatEngine(context)


def _cells(puzzle: Puzzle) -> int:
    """Return the cells of the rectangle; for a free shape the tiles, a lower bound."""
    return puzzle.size[0] * puzzle.size[1] if puzzle.size else puzzle.tiles.total
