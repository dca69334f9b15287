"""The portfolio: which engines search a puzzle, and in which order.

Only this module knows more than one engine. CP-SAT and the exhaustive search start with beams,
which find a first grid. Engine auto runs beams on large puzzles and alternates beams and a proof on
small ones; a small hand for which beams find no grid is grown word by word. Once only a grid
without blanks would be better, a fill search alternates with the beams.

The exhaustive search is fast where few cells stay empty, CP-SAT where many do: with the 897 words
of music a 4x4 took 47 s and 0.2 s, a 5x4 with all of `fr` 7 s and 82 s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from patience.engines.base import SearchContext
from patience.engines.beam.engine import BeamEngine
from patience.engines.fill.engine import FillEngine, full_cost
from patience.engines.grow.engine import GrowEngine
from patience.engines.params import AutoParams, BeamParams, CpsatParams, Params, ProveParams
from patience.errors import EngineError
from patience.game.puzzle import Puzzle
from patience.result import StopReason

if TYPE_CHECKING:
    from patience.engines.cpsat.engine import CpsatEngine
    from patience.engines.exhaustive.engine import ExhaustiveEngine

# Maximum share of the time limit for the beams before CP-SAT and the exhaustive search.
_CPSAT_SHARE, _PROVE_SHARE = 0.2, 0.1

# Maximum number of cells for a proof. 6x5 with as many tiles is proven in minutes, 6x6 seldom.
_SMALL = 36

# Share of the time limit for the first beams, and their maximum in seconds. A proof that should be
# shorter than the beams starts after the fraction _FIRST_GRID of them, when there is a grid:
# without it a 4x4 waited three seconds for a proof of a quarter of a second.
_BEAM_SHARE = 0.1
_BEAM_SECONDS = 5.0
_FIRST_GRID = 0.05

# Maximum seconds for the estimate of a proof's size, and its share of the time for the proof.
_ESTIMATE_SECONDS = 4.0
_ESTIMATE_SHARE = 0.1

# A proof starts if it should end within this share of the time left, or, without a limit, within
# this many seconds.
_PROOF_SHARE = 0.5
_PATIENCE = 120.0

# Ratio of the beams' turns to those of the exhaustive search, which starts only if it should end in
# time, and to those of CP-SAT.
_BEAMS_TO_PROOF, _BEAMS_TO_CPSAT = 1.0, 4.0

# Share of the time left for growing a first grid of a small hand word by word, if beams found none:
# of 1,000 rolls of twelve dice they leave 3 % open, which are found or refuted in seconds.
_GROW_SHARE = 0.5

# CP-SAT starts after this many seconds of beams if building its model takes at most this share of
# the time left. docs/log/2026-11-25-short-proofs.md has the cost.
_BEAMS_ALONE = 2.0
_BUILD_SHARE = 0.1

# Seconds of the fill's first turn, and the beams' share of each round: on 9x7 beams found no full
# grid in 700 million children, the fill found one in 20 to 60 million nodes.
_FILL_SECONDS = 2.0
_BEAMS_TO_FILL = 0.25


T = TypeVar("T")


class _Resumable(Protocol):
    """An engine whose `run` resumes the search."""

    def run(self) -> StopReason: ...


def run(context: SearchContext, params: Params) -> StopReason:
    """Search with the engine of these parameters until nothing is left to search.

    Grids and bounds go to ``context.incumbent``.

    Raises
    ------
    SearchStopped, KeyboardInterrupt
        If the search ends early.
    EngineError
        If the engine cannot take the puzzle.
    """
    match params:
        case AutoParams():
            context.stats.engine = "beam"
            with BeamEngine(context, params.beam, context.limits.max_width) as beams:
                return _auto(context, beams)
        case BeamParams():
            context.stats.engine = "beam"
            with BeamEngine(context, params, context.limits.max_width) as beams:
                return beams.run()
        case CpsatParams():
            context.stats.engine = "cpsat"
            return _after_beams(context, params, _cpsat(context), _CPSAT_SHARE)
        case ProveParams():
            context.stats.engine = "prove"
            return _after_beams(context, params, _exhaustive(context), _PROVE_SHARE)


def _after_beams(
    context: SearchContext, params: CpsatParams | ProveParams, prover: _Resumable, share: float
) -> StopReason:
    """Find a first grid with beams, then run the prover, which has accepted the puzzle."""
    seconds = min(params.beam_seconds, share * context.clock.remaining)
    if seconds > 0 and not context.incumbent.is_closed:
        _find_first(context, seconds, params.beam_width)
    return prover.run()


def _find_first(context: SearchContext, seconds: float, max_width: int) -> None:
    """Find a first grid with beams; ignore a puzzle that beams cannot take."""
    context.stats.phase = "beam"
    try:
        with (
            BeamEngine(context, BeamParams(), max_width) as beams,
            context.time_slice(seconds),
        ):
            beams.run()
    except EngineError:
        if context.incumbent.best is not None:
            raise


def _auto(context: SearchContext, beams: BeamEngine) -> StopReason:
    """Choose the engines by the puzzle and the limits."""
    if context.limits.max_width is not None:
        return _bounded_by_work(context, beams)
    if _cells(context.puzzle) > _SMALL:
        return _large(context, beams)
    return _bounded_by_time(context, beams)


def _large(context: SearchContext, beams: BeamEngine) -> StopReason:
    """Run beams until only a grid without blanks would be better, then alternate with the fill."""
    best = full_cost(context.puzzle)
    if best is None:
        return beams.run()
    with context.incumbent.stop_at(best + 1):
        beams.run()
    if context.incumbent.is_settled:
        return StopReason.COMPLETE
    context.stats.engine = "beam and fill"
    seconds = _FILL_SECONDS
    with FillEngine(context) as fill:
        while not fill.is_done:
            with context.time_slice(seconds):
                fill.run()
            if context.incumbent.is_settled:
                return StopReason.COMPLETE
            with context.time_slice(_BEAMS_TO_FILL * seconds):
                return beams.run()
            seconds *= 2
    return beams.run()


def _bounded_by_time(context: SearchContext, beams: BeamEngine) -> StopReason:
    """Prove the best grid optimal if that should end in time; else run mostly beams."""
    first = min(_BEAM_SECONDS, _BEAM_SHARE * context.clock.remaining)
    prover: ExhaustiveEngine | None = None
    grower = _if_fit(GrowEngine, context)
    for seconds, patience in ((_FIRST_GRID * first, first), (first, _PATIENCE)):
        with context.time_slice(seconds):
            beams.run()
        if grower is not None:
            with context.time_slice(first):
                grower.run()
        if context.incumbent.is_closed:
            return StopReason.COMPLETE
        prover = prover or _if_fit(_exhaustive, context)
        if prover is not None and _ends_within(patience, context, prover):
            return _by_turns(context, prover, beams, first, _BEAMS_TO_PROOF)
    if grower is not None:
        with context.time_slice(min(_GROW_SHARE * context.clock.remaining, _PATIENCE)):
            grower.run()
    if context.incumbent.is_settled:
        return StopReason.COMPLETE
    with context.time_slice(_BEAMS_ALONE):
        beams.run()
    solver = _affordable_cpsat(context)
    if solver is None:
        return beams.run()
    return _by_turns(context, solver, beams, _BEAMS_ALONE / _BEAMS_TO_CPSAT, _BEAMS_TO_CPSAT)


def _bounded_by_work(context: SearchContext, beams: BeamEngine) -> StopReason:
    """Run the beams, then other engines, each up to a bound on its work instead of the time."""
    beams.run()
    incumbent, best = context.incumbent, full_cost(context.puzzle)
    if best is not None and incumbent.cost == best + 1 and not incumbent.is_settled:
        context.stats.engine = "beam and fill"
        with FillEngine(context) as fill:
            fill.run(context.stats.children)
    if not incumbent.is_closed and _cells(context.puzzle) <= _SMALL:
        prover = _if_fit(_exhaustive, context)
        if prover is not None and _ends_within(_PATIENCE, context, prover):
            return prover.run()
    return StopReason.COMPLETE if incumbent.is_settled else StopReason.WORK


def _by_turns(
    context: SearchContext, prover: _Resumable, beams: BeamEngine, seconds: float, ratio: float
) -> StopReason:
    """Alternate a prover and beams; the turns double in length each round."""
    while True:
        with context.time_slice(seconds):
            return prover.run()
        with context.time_slice(ratio * seconds):
            beams.run()
        if context.incumbent.is_closed:
            return StopReason.COMPLETE
        seconds *= 2


def _ends_within(seconds: float, context: SearchContext, prover: ExhaustiveEngine) -> bool:
    """Return whether a proof should end within `seconds` and in time; if so, name the engine."""
    seconds = min(seconds, _PROOF_SHARE * context.clock.remaining)
    work = prover.expected_seconds(min(_ESTIMATE_SECONDS, _ESTIMATE_SHARE * seconds))
    if work / context.threads > seconds:
        return False
    context.stats.engine = "beam and prove"
    return True


def _affordable_cpsat(context: SearchContext) -> CpsatEngine | None:
    """Return CP-SAT if it takes the puzzle and its model is built in time."""
    engine = _if_fit(_cpsat, context)
    if engine is None or engine.build_seconds > _BUILD_SHARE * context.clock.remaining:
        return None
    context.stats.engine = "beam and cpsat"
    return engine


def _if_fit(make: Callable[[SearchContext], T], context: SearchContext) -> T | None:
    """Return an engine, or None if it rejects the puzzle as too large or for its rules."""
    try:
        return make(context)
    except EngineError:
        return None


def _exhaustive(context: SearchContext) -> ExhaustiveEngine:
    with context.preparing():
        from patience.engines.exhaustive.engine import ExhaustiveEngine  # noqa: PLC0415
    return ExhaustiveEngine(context)


def _cpsat(context: SearchContext) -> CpsatEngine:
    with context.preparing():
        from patience.engines.cpsat.engine import CpsatEngine  # noqa: PLC0415
    return CpsatEngine(context)


def _cells(puzzle: Puzzle) -> int:
    """Return the cells of the rectangle; for a free shape the tiles, a lower bound."""
    return puzzle.size[0] * puzzle.size[1] if puzzle.size else puzzle.tiles.total
