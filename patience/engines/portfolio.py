"""How engines work together on one puzzle: the only module that knows more than one of them.

Each engine that a user names is composed here. CP-SAT and the exhaustive search begin with beams,
which find a first grid. Engine auto chooses: beams for large puzzles, a proof by turns with them
for small ones. Once only a grid without blanks is better, a search for just that takes turns with
the beams.

Of the two that prove, the exhaustive search is fast where few cells stay empty, CP-SAT where many
do: with the 897 words of music a 4x4 took 47 s and 0.2 s, a 5x4 on all of `fr` 7 s and 82 s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from patience.engines.base import SearchContext
from patience.engines.beam.engine import BeamEngine
from patience.engines.fill.engine import FillEngine, full_cost
from patience.engines.params import AutoParams, BeamParams, CpsatParams, Params, ProveParams
from patience.errors import EngineError
from patience.game.puzzle import Puzzle
from patience.result import StopReason

if TYPE_CHECKING:
    from patience.engines.cpsat.engine import CpsatEngine
    from patience.engines.exhaustive.engine import ExhaustiveEngine

# Most of the time limit that beams have for the first grid of CP-SAT and of the exhaustive search.
_CPSAT_SHARE, _PROVE_SHARE = 0.2, 0.1

# Cells up to which a proof is thought of. 6x5 with as many tiles is proven in minutes, 6x6 seldom.
_SMALL = 36

# The first beams' share of the time limit, and their most seconds. After this part of them there is
# a grid, and a proof that should take no longer than they do comes before the rest: a 4x4 whose
# proof takes a quarter of a second waited for three.
_BEAM_SHARE = 0.1
_BEAM_SECONDS = 5.0
_FIRST_GRID = 0.05

# Seconds spent on estimating the size of a proof, their share of the time that the proof may take,
# and nodes a second and thread that it is taken to have: 5x5 on the whole lexicon had 0.6 million.
_ESTIMATE_SECONDS = 4.0
_ESTIMATE_SHARE = 0.1
_SPEED = 500_000

# A proof is begun if it should end within this share of the time left, or within so many seconds
# where there is no limit.
_PROOF_SHARE = 0.5
_PATIENCE = 120.0

# By turns the beams have so many times the seconds of the exhaustive search, which is begun only if
# it should end in time, and of CP-SAT, which need not.
_BEAMS_TO_PROOF, _BEAMS_TO_CPSAT = 1.0, 4.0

# CP-SAT comes in once beams have had so many seconds, and if its model is built within this share
# of the time left. docs/log/2026-11-25-short-proofs.md tells what that costs.
_BEAMS_ALONE = 2.0
_BUILD_SHARE = 0.1

# Seconds of the first turn of a search for a grid without blanks, and the beams' share of its time:
# on 9x7 beams met none in 700 million children, it in 20 to 60 million nodes.
_FILL_SECONDS = 2.0
_BEAMS_TO_FILL = 0.25


T = TypeVar("T")


class _Resumable(Protocol):
    """An engine that goes on where it stood."""

    def run(self) -> StopReason: ...


def run(context: SearchContext, params: Params) -> StopReason:
    """Search with the engine that has such parameters, until nothing is left to search.

    What is found goes to the incumbent of the context.

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
    """Let beams find a first grid, an upper bound on the cost, then prove the best one optimal.

    The prover is made before, as it refuses what is too large for it.
    """
    seconds = min(params.beam_seconds, share * context.clock.remaining)
    if seconds > 0 and not context.incumbent.is_closed:
        _find_first(context, seconds, params.beam_width)
    return prover.run()


def _find_first(context: SearchContext, seconds: float, max_width: int) -> None:
    """Let beams find a first grid for another engine; a puzzle that they cannot take has none."""
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
    """Search by what suits the puzzle."""
    if context.limits.max_width is not None:
        return _bounded_by_work(context, beams)
    if _cells(context.puzzle) > _SMALL:
        return _large(context, beams)
    return _bounded_by_time(context, beams)


def _large(context: SearchContext, beams: BeamEngine) -> StopReason:
    """Let beams search until only a grid without blanks is better, then look for that as well."""
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
    """Prove the best grid optimal if that should end in time; beams have most of the time else."""
    first = min(_BEAM_SECONDS, _BEAM_SHARE * context.clock.remaining)
    prover: ExhaustiveEngine | None = None
    for seconds, patience in ((_FIRST_GRID * first, first), (first, _PATIENCE)):
        with context.time_slice(seconds):
            beams.run()
        if context.incumbent.is_closed:
            return StopReason.COMPLETE
        prover = prover or _if_fit(_exhaustive, context)
        if prover is not None and _ends_within(patience, context, prover):
            return _by_turns(context, prover, beams, first, _BEAMS_TO_PROOF)
    if context.incumbent.is_settled:
        return StopReason.COMPLETE
    with context.time_slice(_BEAMS_ALONE):
        beams.run()
    solver = _affordable_cpsat(context)
    if solver is None:
        return beams.run()
    return _by_turns(context, solver, beams, _BEAMS_ALONE / _BEAMS_TO_CPSAT, _BEAMS_TO_CPSAT)


def _bounded_by_work(context: SearchContext, beams: BeamEngine) -> StopReason:
    """Let the beams do their work, then others as much; no clock decides anything."""
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
    """Let an engine that proves and beams have their turns, each round twice as long."""
    while True:
        with context.time_slice(seconds):
            return prover.run()
        with context.time_slice(ratio * seconds):
            beams.run()
        if context.incumbent.is_closed:
            return StopReason.COMPLETE
        seconds *= 2


def _ends_within(seconds: float, context: SearchContext, prover: ExhaustiveEngine) -> bool:
    """Tell whether a proof should end in time, and so soon; if so, it is what comes next."""
    seconds = min(seconds, _PROOF_SHARE * context.clock.remaining)
    nodes = prover.expected_nodes(min(_ESTIMATE_SECONDS, _ESTIMATE_SHARE * seconds))
    if nodes / (_SPEED * context.threads) > seconds:
        return False
    context.stats.engine = "beam and prove"
    return True


def _affordable_cpsat(context: SearchContext) -> CpsatEngine | None:
    """Return CP-SAT, which closes in on the least cost from both sides, if it takes the puzzle."""
    engine = _if_fit(_cpsat, context)
    if engine is None or engine.build_seconds > _BUILD_SHARE * context.clock.remaining:
        return None
    context.stats.engine = "beam and cpsat"
    return engine


def _if_fit(make: Callable[[SearchContext], T], context: SearchContext) -> T | None:
    """Return an engine, or None if the puzzle is too large or has rules that it does not know."""
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
    """Return the cells of the rectangle, of a free shape at least."""
    return puzzle.size[0] * puzzle.size[1] if puzzle.size else puzzle.tiles.total
