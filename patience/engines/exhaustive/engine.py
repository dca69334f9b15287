"""The exhaustive engine's entry: a puzzle in, a result with proven bounds out.

A beam finds a first grid; then every cheaper cost is refuted in turn, from the lowest up, and of
compact grids of the same area the smaller perimeters. The first grid met on the way is optimal, and
if none is, the beam's was.
"""

from __future__ import annotations

import math
import os

from patience.engines.exact import Search, start_with_beam
from patience.engines.exhaustive.proof import Progress, Prover
from patience.engines.jit import announce_compiling
from patience.engines.stops import until_stopped
from patience.game.puzzle import Puzzle
from patience.result import Limits, Observer, Result
from patience.words.lexicon import Lexicon

# The beam's share of the time limit, its most seconds, and its width: enough for the best grid of
# most small puzzles.
_BEAM_SHARE = 0.1
_BEAM_SECONDS = 5.0
_BEAM_WIDTH = 10_000


def run(
    puzzle: Puzzle,
    lexicon: Lexicon,
    *,
    limits: Limits,
    seed: int,
    threads: int | None,
    observer: Observer,
    params: None = None,
) -> Result:
    """Search exhaustively; the arguments are those of `patience.solve.solve`."""
    search = Search(puzzle, limits, observer)
    search.stats.notes["engine"] = "prove"
    threads = threads or os.cpu_count() or 1
    seconds = min(_BEAM_SECONDS, _BEAM_SHARE * search.remaining)
    with until_stopped(search.stats):
        # First, as it refuses what is too large for it.
        prover = Prover(puzzle, lexicon, threads)
        with search.getting_ready(), announce_compiling(observer):
            prover.prepare(prover.most)
        start_with_beam(
            search, lexicon, seconds=seconds, width=_BEAM_WIDTH, seed=seed, threads=threads
        )
        settle(search, prover)
    return search.result()


def settle(search: Search, prover: Prover) -> None:
    """Refute all that is better than the best grid, or find the best grid on the way.

    Raises
    ------
    OutOfTime
        If the time limit strikes first.
    """
    progress = Progress()
    highest, perimeter = prover.most, 0
    if search.best is not None:
        cost, perimeter = search.puzzle.rank(search.best)
        highest = cost - 1

    def turn() -> None:
        _note(search, progress)
        search.hurry()

    grid = prover.search(search.bound, highest, progress, turn, perimeter)
    _note(search, progress)
    if grid is not None:
        search.raise_bound(search.puzzle.cost(grid))
        search.offer(grid)
    elif search.cost is None:
        search.give_up("every way to lay the tiles is refuted")
    else:
        search.settle()


def _note(search: Search, progress: Progress) -> None:
    """Take over the bound that the proof has reached, and say where it stands."""
    stage, refuted = progress.stage, progress.refuted
    search.stats.notes["nodes"] = str(progress.nodes)
    if stage is not None:
        search.stats.phase = f"refuting {stage.label}, {math.floor(100 * progress.fraction)} % done"
        search.raise_bound(stage.cost)  # all that is cheaper came before it
    elif refuted:
        search.raise_bound(refuted[-1].cost + 1)
