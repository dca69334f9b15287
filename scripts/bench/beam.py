"""Speed: children per second of one beam against its width and its threads."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from patience.files.instances import load_instance
from patience.words.lexicon import load
from scripts.common import document, mark

# Goals: children per second of one thread at each width; speed-up of two threads.
RATES = {200_000: 45e6, 4_000_000: 35e6}
RATIO = 1.8

# The measured beam: the 9x7 frame of the box with a limit on the blanks.
INSTANCE = "gay-play-frame-9x7"
CEILING = 6


class Timing(NamedTuple):
    """The children of one beam, and its seconds."""

    children: int
    seconds: float

    @property
    def rate(self) -> float:
        """Children per second."""
        return self.children / self.seconds


class Bench9x7:
    """Beams on the 9x7 frame with a given number of threads."""

    def __init__(self, threads: int) -> None:
        # The engine imports numba, which scripts that only start processes do not need.
        from patience.engines.beam.pool import BeamPool, BeamTask  # noqa: PLC0415
        from patience.engines.beam.variants import Variant  # noqa: PLC0415
        from patience.engines.beam.weights import weights  # noqa: PLC0415
        from patience.engines.subproblem import subproblem_of  # noqa: PLC0415

        spec = load_instance(INSTANCE)
        puzzle = spec.puzzle()
        width, height = puzzle.size or (0, 0)
        self._threads = threads
        self._subproblem = (
            subproblem_of(puzzle, width, height).transposed().with_max_blanks(CEILING)
        )
        self._task = partial(BeamTask, self._subproblem, keep=1)
        self._pool = BeamPool(
            load(spec.lexicon_name).words,
            max(width, height),
            puzzle.tiles.counts,
            puzzle.tiles.jokers,
            [Variant(weights("frame"), weights("loose"))],
            threads=threads,
        )

    def beam(self, width: int, seed: int) -> Timing:
        """Run one beam."""
        start = time.perf_counter()
        finished = self._pool.run_beam(self._task(width=width, seed=seed))
        return Timing(finished.children, time.perf_counter() - start)

    def close(self) -> None:
        """Stop the threads."""
        self._pool.close()


Timings = dict[tuple[int, int], list[Timing]]  # by width and threads


def time_beams(widths: Sequence[int], threads: Sequence[int], repeats: int) -> Timings:
    """Time beams, alternating the numbers of threads so that load affects them equally."""
    benches = {n: Bench9x7(n) for n in threads}
    timings: Timings = {}
    for width in widths:
        for bench in benches.values():
            bench.beam(width, 0)  # compiles, fills the line tables, touches the memory
        for repeat in range(1, repeats + 1):
            for n, bench in benches.items():
                timings.setdefault((width, n), []).append(bench.beam(width, repeat))
    for bench in benches.values():
        bench.close()
    return timings


def speed_table(timings: Timings, machine: str) -> str:
    """Return the table of children per second."""
    head = ["width", "threads", "children a beam", "children a second", "min", "max", "goal"]
    head += ["against one thread", "goal"]
    rows = [_speed_row(timings, width, threads) for width, threads in timings]
    repeats = min(map(len, timings.values()))
    notes = [
        f"Frame 9x7, `fr`, asked for {CEILING} face down or less; {repeats} beams "
        "a row, numbers of threads in turn. Medians.",
        machine,
    ]
    return document(head, rows, notes)


def _speed_row(timings: Timings, width: int, threads: int) -> list[str]:
    own = timings[width, threads]
    rates = [timing.rate for timing in own]
    rate = statistics.median(rates)
    row = [
        f"{width:,}",
        str(threads),
        _millions(statistics.median(timing.children for timing in own)),
        *map(_millions, (rate, min(rates), max(rates))),
        _at_least(rate, RATES[width], _millions) if threads == 1 and width in RATES else "",
    ]
    single = timings.get((width, 1))
    if single is None or threads == 1:
        return [*row, "", ""]
    # Ratio per pair of beams, since both ran under the same load.
    ratio = statistics.median(b.rate / a.rate for a, b in zip(single, own, strict=True))
    judged = threads == 2 and width in RATES
    return [*row, f"{ratio:.2f}", _at_least(ratio, RATIO, "{:g}".format) if judged else ""]


def _millions(value: float) -> str:
    return f"{value / 1e6:.1f} M"


def _at_least(value: float, goal: float, write: Callable[[float], str]) -> str:
    return f"{write(goal)} {mark(value >= goal)}"
