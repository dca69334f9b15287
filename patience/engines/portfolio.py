"""The engine that chooses: beams for large puzzles, a proof on top for small ones.

Of the two that prove, the exhaustive search is fast where few cells stay empty, CP-SAT where many
do: with the 897 words of music a 4x4 took 47 s and 0.2 s, a 5x4 on all of `fr` 7 s and 82 s.
"""

from __future__ import annotations

import os
from dataclasses import replace

from patience.engines.beam import engine as beam
from patience.engines.exact import Relay, Search, start_with_beam
from patience.engines.jit import announce_compiling
from patience.engines.stops import heed, until_stopped
from patience.game.puzzle import Puzzle
from patience.result import Limits, Observer, Result, Status
from patience.words.lexicon import Lexicon

# Cells up to which a proof is thought of. 6x5 with as many tiles is proven in minutes, 6x6 seldom.
_SMALL = 36

# The first beam's share of the time limit, its most seconds, and its width where none is given.
_BEAM_SHARE = 0.1
_BEAM_SECONDS = 5.0
_BEAM_WIDTH = 10_000

# Seconds spent on guessing the size of a proof, and nodes a second and thread it is taken to have:
# 5x5 on the whole lexicon had 0.6 million.
_GUESS_SECONDS = 4.0
_SPEED = 500_000

# Seconds that stand for no limit.
_FOR_EVER = 1e8

# A proof is begun if it should end within the time left, or within this where there is no limit.
_PATIENCE = 120.0


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
    """Search by what suits the puzzle; the arguments are those of `patience.solve.solve`."""
    if _cells(puzzle) > _SMALL:
        return beam.run(
            puzzle,
            lexicon,
            limits=limits,
            seed=seed,
            threads=threads,
            observer=observer,
            params=params,
        )
    from patience.engines.exhaustive.engine import settle  # noqa: PLC0415
    from patience.engines.exhaustive.proof import Prover  # noqa: PLC0415

    search = Search(puzzle, limits, observer)
    threads = threads or os.cpu_count() or 1

    def look(seconds: float, width: int | None) -> None:
        start_with_beam(search, lexicon, seconds=seconds, width=width, seed=seed, threads=threads)

    with until_stopped(search.stats):
        search.stats.notes["engine"] = "beam"
        look(min(_BEAM_SECONDS, _BEAM_SHARE * search.remaining), limits.max_width or _BEAM_WIDTH)
        prover = Prover(puzzle, lexicon, threads)
        with search.getting_ready(), announce_compiling(observer):
            prover.prepare(prover.most)
        nodes = prover.expect(search.bound, search.cost, _GUESS_SECONDS)
        if nodes / (_SPEED * threads) <= min(search.remaining, _PATIENCE):
            search.stats.notes["engine"] = "beam and prove"
            settle(search, prover)
        if not search.over and limits.max_width is None:
            search.stats.notes["engine"] = "beam and cpsat"
            _ask_cpsat(search, lexicon, seed, threads)
    return search.result()


def _ask_cpsat(search: Search, lexicon: Lexicon, seed: int, threads: int) -> None:
    """Have CP-SAT close in on the least cost, from both sides."""
    from patience.engines.cpsat import engine as cpsat  # noqa: PLC0415

    result = cpsat.run(
        search.puzzle,
        lexicon,
        limits=replace(search.limits, seconds=min(search.remaining, _FOR_EVER)),
        seed=seed,
        threads=threads,
        observer=Relay(search),
        params=cpsat.Params(beam_seconds=0),
    )
    if result.status is Status.INFEASIBLE:
        search.give_up(result.reason)
    search.raise_bound(result.bound)
    heed(result)


def _cells(puzzle: Puzzle) -> int:
    """Return the cells of the rectangle, of a free shape at least."""
    return puzzle.size[0] * puzzle.size[1] if puzzle.size else puzzle.tiles.total
