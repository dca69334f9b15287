"""How good and how fast the solver is, as Markdown tables; no test measures time.

    python scripts/bench.py quality    costs after 10, 60 and 600 s, five seeds a job: hours
    python scripts/bench.py kernel     children a second on one thread and on two: a minute
    python scripts/bench.py growth     time and memory against the width of the beam: minutes
    python scripts/bench.py start      what a user waits for at the start: a minute

Each takes ``--output FILE`` for the table and ``--help``. Run it from a checkout, on a machine that
does nothing else. Goals stand in the tables at the head of this file; a figure is followed by its
goal and a tick or a cross.
"""

from __future__ import annotations

import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

import click
from common import (
    ROOT,
    SecondReferee,
    checked,
    counted,
    deliver,
    document,
    listed,
    machine_line,
    mark,
    output_option,
    ranges,
    tell,
)
from records import keep

from patience import Limits, Observer, solve
from patience.errors import PatienceError
from patience.files import load_instance, read_text, write_text
from patience.lexicon import Lexicon, load
from patience.puzzle import Frame, Puzzle
from patience.result import Result, Stats
from patience.spec import DEFAULT_LEXICON


class Goal(NamedTuple):
    """What the runs of a job should cost at most: their median, the worst, the best of them."""

    median: int
    worst: int | None = None
    best: int | None = None


# Not an instance: the box with eight of its 61 letters drawn anew, other ones for each seed; no fit
# of the score has seen these sets.
HELD_OUT = "held-out-sets-9x7"

# The cost that each job should have after so many seconds, on two cores.
GOALS: dict[str, dict[int, Goal]] = {
    "gay-play-frame-9x7": {10: Goal(5), 60: Goal(5, 5), 600: Goal(5, 5, 4)},
    "dujardin-compact-61": {10: Goal(72, 72), 60: Goal(69, 69), 600: Goal(69, 69, 68)},
    "gay-play-compact-63": {10: Goal(75), 60: Goal(72), 600: Goal(70)},
    "frame-8x8-64": {10: Goal(6), 60: Goal(5), 600: Goal(5)},
    "frame-14x9-double": {10: Goal(14), 60: Goal(11), 600: Goal(10)},
    "frame-9x7-fr-common": {10: Goal(8), 60: Goal(7), 600: Goal(6)},
    HELD_OUT: {10: Goal(7), 60: Goal(6), 600: Goal(5)},
    "competition-standin": {10: Goal(4), 60: Goal(0), 600: Goal(0)},
}

# Of the kernel, at this width: children a second on one thread, and two threads against one.
KERNEL_WIDTH = 200_000
KERNEL_RATE = 30e6
KERNEL_RATIO = 1.7

# The beam that `kernel` and `growth` run: the box, asked for at most so many face down.
KERNEL_INSTANCE = "gay-play-frame-9x7"
KERNEL_CEILING = 6

VALID_GRID = ROOT / "tests" / "golden" / "example2.txt"


class Wait(NamedTuple):
    """Something a user waits for: a command, at most so many seconds."""

    what: str
    arguments: tuple[str, ...]
    goal: float
    cold: bool = False


# A target that every grid meets ends a search at its first one.
_ANY = ("--target", "999999", "--quiet")
WAITS = (
    Wait("`patience --help`", ("--help",), 0.3),
    Wait("`patience verify`, 9x7", ("verify", str(VALID_GRID)), 1.5),
    Wait("first grid, frame 9x7", ("solve", "gay-play-frame-9x7", *_ANY), 5.0),
    Wait("first grid, compact 61", ("solve", "dujardin-compact-61", *_ANY), 5.0),
    Wait("first grid, frame 9x7, cold", ("solve", "gay-play-frame-9x7", *_ANY), 30.0, cold=True),
)

NEVER = math.inf  # the cost of no grid, and the time of what did not come to pass


# ---- quality: data ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """One search.

    Attributes
    ----------
    job : str
        Name or file of the instance, or `HELD_OUT`.
    seed : int
    seconds : float
        The time limit.
    elapsed_s : float
        When the search ended: earlier if it reached its target or proved its grid the best.
    history : list of (seconds, cost)
        Each better grid.
    grid : list of str or None
        The rows of the best.
    bound : int
        What is proven.
    command : str
        What does it again.
    """

    job: str
    seed: int
    seconds: float
    elapsed_s: float
    history: list[tuple[float, int]]
    grid: list[str] | None
    bound: int
    command: str

    def cost_at(self, seconds: float) -> float:
        """Return the cost of the best grid found until then; the last one stands for ever."""
        return min((cost for when, cost in self.history if when <= seconds), default=NEVER)

    @property
    def first_s(self) -> float:
        """Seconds to the first grid."""
        return self.history[0][0] if self.history else NEVER

    @property
    def best_s(self) -> float:
        """Seconds to the best grid."""
        return self.history[-1][0] if self.history else NEVER


@dataclass
class Raw:
    """All that a table of `quality` is made of; as JSON, the file of ``--raw``."""

    machine: str
    seconds: list[int]
    threads: int
    stop_at_goal: bool
    runs: list[Run] = field(default_factory=list)

    @property
    def settings(self) -> tuple[object, ...]:
        """What all runs of one table have in common."""
        return self.machine, self.seconds, self.threads

    def dumps(self) -> str:
        """Return it as JSON text."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def loads(cls, text: str) -> Raw:
        """Read what `dumps` wrote."""
        values = json.loads(text)
        for run in values["runs"]:
            run["history"] = [(when, cost) for when, cost in run["history"]]
        return cls(**{**values, "runs": [Run(**run) for run in values["runs"]]})


# ---- quality: searching -------------------------------------------------------------------------


def question(job: str, seed: int) -> tuple[Puzzle, Lexicon, str]:
    """Return what a job asks with a seed, and how to ask it on the command line."""
    if job != HELD_OUT:
        spec = load_instance(job)
        return spec.puzzle(), load(spec.lexicon_name, spec.conventions), job
    # It brings the engines in, which the parts that only start processes can do without.
    import fit_score  # noqa: PLC0415

    tiles = fit_score.redrawn(fit_score.HELD_OUT["frame"][0], seed, "held out")
    said = f"--frame 9x7 --tiles {''.join(tiles.counted().split())} --jokers {tiles.jokers}"
    return Puzzle(tiles, Frame(9, 7)), load(DEFAULT_LEXICON), said


def run_job(
    job: str, seed: int, seconds: float, *, target: int | None, threads: int
) -> tuple[Run, Result]:
    """Search once.

    Raises
    ------
    click.Abort
        If the user interrupts it: half a run is no measurement.
    """
    puzzle, lexicon, said = question(job, seed)
    result = solve(
        puzzle,
        lexicon,
        limits=Limits(seconds=seconds, target=target),
        seed=seed,
        threads=threads,
        observer=SecondReferee(puzzle, lexicon),
    )
    if result.stats.notes.get("stopped") == "KeyboardInterrupt":
        raise click.Abort
    run = Run(
        job,
        seed,
        seconds,
        round(result.stats.elapsed_s, 3),
        result.stats.history,
        None if result.best is None else list(result.best.rows),
        result.bound,
        _command(said, seed, seconds, target, threads),
    )
    return run, result


def _command(said: str, seed: int, seconds: float, target: int | None, threads: int) -> str:
    """Return the command that does a run again."""
    flags = {"--time-limit": f"{seconds:g}", "--target": target, "--threads": threads}
    given = [f"{flag} {value}" for flag, value in flags.items() if value is not None]
    return " ".join(["patience solve", said, f"--seed {seed}", *given])


def warm_up(job: str, threads: int) -> None:
    """Have the kernels compiled, so that no run is charged for it."""
    run_job(job, 0, 60.0, target=999_999, threads=threads)


def target_of(job: str) -> int | None:
    """Return a cost that meets every goal of a job after its longest time."""
    goals = GOALS.get(job)
    if not goals:
        return None
    return min(cost for cost in goals[max(goals)] if cost is not None)


# ---- quality: the table -------------------------------------------------------------------------


def quality_table(raw: Raw) -> str:
    """Return the table of costs: a row a job."""
    jobs = list(dict.fromkeys(run.job for run in raw.runs))
    head = ["job"]
    for seconds in raw.seconds:
        head += [f"{seconds} s", "goal"]
    head += ["first grid, s", "best grid, s", "seeds"]
    rows = [_quality_row([r for r in raw.runs if r.job == job], raw.seconds) for job in jobs]
    notes = [
        "Costs: median / worst (best) over the seeds, read from one run a seed at the longest time "
        f"limit, {counted(raw.threads, 'thread')}. First grid: median / worst; best grid: median; "
        "seconds from the start of the search, words and kernels loaded. Every grid has passed the "
        "referee and tests/naive.py.",
        raw.machine,
    ]
    if raw.stop_at_goal:
        notes.insert(
            1,
            "A run stopped as soon as it met its job's goals for the longest time; its cost then "
            "stands for all later times.",
        )
    return document(head, rows, notes)


def _quality_row(runs: Sequence[Run], limits: Sequence[int]) -> list[str]:
    row = [runs[0].job]
    for limit in limits:
        costs = [run.cost_at(limit) for run in runs]
        row += [figures(costs), _judged(costs, GOALS.get(runs[0].job, {}).get(limit))]
    first = [run.first_s for run in runs]
    return [
        *row,
        f"{_seconds(middle(first))} / {_seconds(max(first))}",
        _seconds(middle([run.best_s for run in runs])),
        ranges([run.seed for run in runs]),
    ]


def figures(costs: Sequence[float]) -> str:
    """Return costs as ``median / worst (best)``."""
    return f"{_number(middle(costs))} / {_number(max(costs))} ({_number(min(costs))})"


def _judged(costs: Sequence[float], goal: Goal | None) -> str:
    """Return a goal in the form of `figures`, and whether the costs meet it."""
    if goal is None:
        return ""
    text = str(goal.median)
    text += "" if goal.worst is None else f" / {goal.worst}"
    text += "" if goal.best is None else f" ({goal.best})"
    return f"{text} {mark(meets(costs, goal))}"


def meets(costs: Sequence[float], goal: Goal) -> bool:
    """Tell whether costs meet a goal."""
    return (
        middle(costs) <= goal.median
        and max(costs) <= (NEVER if goal.worst is None else goal.worst)
        and min(costs) <= (NEVER if goal.best is None else goal.best)
    )


def middle(values: Sequence[float]) -> float:
    """Return the median; of an even number of values the worse middle one, a real outcome."""
    return statistics.median_high(values)


# ---- kernel -------------------------------------------------------------------------------------


class Timing(NamedTuple):
    """One beam: children made, and the seconds that took."""

    children: int
    seconds: float

    @property
    def rate(self) -> float:
        """Children a second."""
        return self.children / self.seconds


class Bench9x7:
    """Beams on the 9x7 box with a given number of threads, ready to be timed."""

    def __init__(self, threads: int) -> None:
        # Engines bring numba in, which the parts that only start processes can do without.
        from patience.engines.beam.score import weights  # noqa: PLC0415
        from patience.engines.beam.workshop import Workshop  # noqa: PLC0415
        from patience.engines.fill import fill_of  # noqa: PLC0415

        spec = load_instance(KERNEL_INSTANCE)
        puzzle = spec.puzzle()
        width, height = puzzle.size or (0, 0)
        self._threads = threads
        self._fill = fill_of(puzzle, width, height).transposed().sparing(KERNEL_CEILING)
        self._shop = Workshop(
            load(spec.lexicon_name).words,
            max(width, height),
            puzzle.tiles.counts,
            puzzle.tiles.jokers,
            (weights("frame"), weights("loose")),
            Limits(seconds=None),
            threads,
            Observer(),
            Stats(),
        )

    def beam(self, width: int, seed: int) -> Timing:
        """Run one beam."""
        start = time.perf_counter()
        finished = self._shop.beam(self._fill, width, seed, 1)
        return Timing(finished.children, time.perf_counter() - start)

    def bytes_per_state(self) -> int:
        """Return the bytes that the search counts for each state of a beam's width."""
        from patience.engines.beam.arrays import bytes_per_state, tile_bytes  # noqa: PLC0415
        from patience.engines.beam.score import GROUPS  # noqa: PLC0415

        cells, kind = self._fill.cells, self._shop.dawg.child.dtype
        tiles = len(tile_bytes(self._fill, GROUPS).full)
        return bytes_per_state(cells.shape[1], tiles, cells.size, kind, self._threads)

    def close(self) -> None:
        """Let the threads go."""
        self._shop.close()


Timings = dict[tuple[int, int], list[Timing]]  # by width and threads


def time_kernel(widths: Sequence[int], threads: Sequence[int], repeats: int) -> Timings:
    """Time beams, all numbers of threads in turn, so that a busy machine wrongs none of them."""
    benches = {n: Bench9x7(n) for n in threads}
    timings: Timings = {}
    for width in widths:
        for bench in benches.values():
            bench.beam(width, 0)  # compiles, fills the tables of lines, touches the memory
        for repeat in range(1, repeats + 1):
            for n, bench in benches.items():
                timings.setdefault((width, n), []).append(bench.beam(width, repeat))
    for bench in benches.values():
        bench.close()
    return timings


def kernel_table(timings: Timings, machine: str) -> str:
    """Return the table of `kernel`."""
    head = ["width", "threads", "children a beam", "children a second", "min", "max", "goal"]
    head += ["against one thread", "goal"]
    rows = [_kernel_row(timings, width, threads) for width, threads in timings]
    notes = [
        f"Frame 9x7, `fr`, asked for {KERNEL_CEILING} face down or less; {_repeats(timings)} beams "
        "a row, numbers of threads in turn. Medians.",
        machine,
    ]
    return document(head, rows, notes)


def _kernel_row(timings: Timings, width: int, threads: int) -> list[str]:
    own = timings[width, threads]
    rates = [timing.rate for timing in own]
    rate = statistics.median(rates)
    row = [
        f"{width:,}",
        str(threads),
        _millions(statistics.median(timing.children for timing in own)),
        *map(_millions, (rate, min(rates), max(rates))),
        _at_least(rate, KERNEL_RATE, _millions) if (width, threads) == (KERNEL_WIDTH, 1) else "",
    ]
    single = timings.get((width, 1))
    if single is None or threads == 1:
        return [*row, "", ""]
    # Beam for beam, as the two of a pair met the same machine.
    ratio = statistics.median(b.rate / a.rate for a, b in zip(single, own, strict=True))
    judged = (width, threads) == (KERNEL_WIDTH, 2)
    return [*row, f"{ratio:.2f}", _at_least(ratio, KERNEL_RATIO, "{:g}".format) if judged else ""]


def _repeats(timings: Timings) -> int:
    return min(map(len, timings.values()))


# ---- growth -------------------------------------------------------------------------------------


class Growth(NamedTuple):
    """One beam in a process of its own; memory in bytes."""

    width: int
    children: int
    seconds: float
    arrays: int
    resting: int  # peak of the process before the beam: Python, lexicon, word graph, tables
    peak: int


def measure_growth(width: int, threads: int, seed: int = 1) -> Growth:
    """Run one beam in this process, which must be fresh."""
    bench = Bench9x7(threads)
    bench.beam(1000, 0)
    resting = _peak_memory()
    timing = bench.beam(width, seed)
    arrays = bench.bytes_per_state() * width
    bench.close()
    return Growth(width, timing.children, timing.seconds, arrays, resting, _peak_memory())


def _peak_memory() -> int:
    """Return the most bytes this process has held."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def grow(width: int, threads: int) -> Growth:
    """Measure one width in a fresh process."""
    arguments = ["one-beam", "--width", str(width), "--threads", str(threads)]
    done = subprocess.run(
        [sys.executable, __file__, *arguments], check=True, stdout=subprocess.PIPE, cwd=ROOT
    )
    return Growth(*json.loads(done.stdout))


def growth_table(measured: Iterable[Growth], threads: int, machine: str) -> str:
    """Return the table of `growth`."""
    head = ["width", "seconds", "children", "children a second"]
    head += ["arrays, MB", "process before, MB", "process at most, MB", "bytes a state"]
    rows = [
        [
            f"{each.width:,}",
            f"{each.seconds:.2f}",
            _millions(each.children),
            _millions(each.children / each.seconds),
            *(f"{size / 1e6:,.0f}" for size in (each.arrays, each.resting, each.peak)),
            f"{each.arrays / each.width:.0f}",
        ]
        for each in measured
    ]
    notes = [
        f"Frame 9x7, `fr`, asked for {KERNEL_CEILING} face down or less; one beam a row, each in a "
        f"process of its own, {counted(threads, 'thread')}. Arrays: what the memory limit counts.",
        machine,
    ]
    return document(head, rows, notes)


# ---- start --------------------------------------------------------------------------------------


def time_waits(waits: Iterable[Wait], repeats: int) -> dict[Wait, list[float]]:
    """Run each command so many times, the warm ones once more beforehand."""
    times: dict[Wait, list[float]] = {}
    for wait in waits:
        if not wait.cold:
            time_command(wait.arguments)
        for _ in range(repeats):
            with tempfile.TemporaryDirectory() as folder:
                cache = {"NUMBA_CACHE_DIR": folder} if wait.cold else {}
                times.setdefault(wait, []).append(time_command(wait.arguments, cache))
        tell(f"{wait.what}: {min(times[wait]):.2f} s at best")
    return times


def time_command(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> float:
    """Return the seconds from the start of a ``patience`` command to its end.

    Raises
    ------
    click.ClickException
        If it fails.
    """
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "patience", *arguments],
        env={**os.environ, **(environment or {})},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        command = " ".join(["patience", *arguments])
        raise click.ClickException(f"{command} ended with {done.returncode}: {done.stderr}")
    return seconds


def start_table(times: Mapping[Wait, Sequence[float]], machine: str) -> str:
    """Return the table of `start`."""
    rows = []
    for wait, seconds in times.items():
        median = statistics.median(seconds)
        judged = f"{wait.goal:g} {mark(median <= wait.goal)}"
        row = [median, min(seconds), max(seconds)]
        rows.append([wait.what, *(f"{each:.2f}" for each in row), judged])
    notes = [
        "Seconds from the command to its end, which for a first grid is when that is found. Cold: "
        "with an empty NUMBA_CACHE_DIR, as when the program runs for the first time.",
        machine,
    ]
    return document(["what", "median, s", "min", "max", "goal"], rows, notes)


# ---- text ---------------------------------------------------------------------------------------


def _number(cost: float) -> str:
    return "none" if cost == NEVER else str(cost)


def _seconds(seconds: float) -> str:
    return "never" if seconds == NEVER else f"{seconds:.1f}"


def _millions(value: float) -> str:
    return f"{value / 1e6:.1f} M"


def _at_least(value: float, goal: float, write: Callable[[float], str]) -> str:
    return f"{write(goal)} {mark(value >= goal)}"


# ---- commands -----------------------------------------------------------------------------------


raw_option = click.option(
    "--raw", metavar="FILE", callback=checked, help="Write every run there as JSON."
)
repeats_option = click.option(
    "--repeats", type=click.IntRange(1), default=5, show_default=True, help="Measurements a row."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Measure how good and how fast the solver is; each part prints a Markdown table."""


@main.command()
@click.argument("jobs", nargs=-1, metavar="[JOB]...")
@listed("--seeds", "1-5", "One run each.")
@listed("--seconds", "10,60,600", "Times to tell the cost at; the longest is the time limit.")
@click.option("--threads", type=click.IntRange(1), default=os.cpu_count, help="Threads a search.")
@click.option("--stop-at-goal", is_flag=True, help="End a run once it meets the last goal.")
@click.option("--records", is_flag=True, help="Keep grids that better those in instances/best/.")
@raw_option
@output_option
def quality(
    *,
    jobs: tuple[str, ...],
    seeds: list[int],
    seconds: list[int],
    threads: int,
    stop_at_goal: bool,
    records: bool,
    raw: str | None,
    output: str | None,
) -> None:
    """Tell the cost of the best grid after some seconds; JOB is an instance, by default all.

    One is none: held-out-sets-9x7 is the box with another set of letters for each seed.

    Each job runs once a seed for the longest time; what it had found earlier tells the rest, as
    a search does not know its limit beforehand. Files are written after every run.
    """
    kept = Raw(machine_line(), sorted(seconds), threads, stop_at_goal)
    jobs = jobs or tuple(GOALS)
    for job in jobs:
        question(job, seeds[0])  # a slip of the keyboard shows before hours have passed
    for job in jobs:
        target = target_of(job) if stop_at_goal else None
        warm_up(job, threads)
        for seed in seeds:
            run, result = run_job(job, seed, max(seconds), target=target, threads=threads)
            kept.runs.append(run)
            tell(f"{job}, seed {seed}: {_number(run.cost_at(NEVER))} after {run.best_s:.1f} s")
            if records and job != HELD_OUT:
                tell(keep(job, result, command=run.command, seed=seed))
            if raw is not None:
                write_text(raw, kept.dumps())
            if output is not None:
                write_text(output, quality_table(kept))
    deliver(quality_table(kept), output)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="RAW...")
@output_option
def table(*, files: tuple[str, ...], output: str | None) -> None:
    """Make the table of `quality` again, from files that --raw has written."""
    first, *others = (Raw.loads(read_text(name)) for name in files)
    for other in others:
        if other.settings != first.settings:
            raise click.ClickException("the files differ in machine, times or threads")
        first.stop_at_goal = first.stop_at_goal or other.stop_at_goal
        first.runs += other.runs
    if len({(run.job, run.seed) for run in first.runs}) < len(first.runs):
        raise click.ClickException("a job was run twice with one seed: leave one of the files out")
    deliver(quality_table(first), output)


@main.command()
@listed("--widths", str(KERNEL_WIDTH), "Widths of the beam.")
@listed("--threads", "1,2", "Numbers of threads.")
@repeats_option
@output_option
def kernel(*, widths: list[int], threads: list[int], repeats: int, output: str | None) -> None:
    """Tell how many children the beam makes in a second."""
    deliver(kernel_table(time_kernel(widths, threads, repeats), machine_line()), output)


@main.command()
@listed("--widths", "10000,30000,100000,300000,1000000,2000000,4000000", "Widths of the beam.")
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
@raw_option
@output_option
def growth(*, widths: list[int], threads: int, raw: str | None, output: str | None) -> None:
    """Tell how time and memory grow with the width of the beam."""
    measured: list[Growth] = []
    for width in widths:
        measured.append(grow(width, threads))
        tell(f"width {width:,}: {measured[-1].seconds:.1f} s")
        if raw is not None:
            write_text(raw, json.dumps([each._asdict() for each in measured], indent=1) + "\n")
    deliver(growth_table(measured, threads, machine_line()), output)


@main.command("one-beam", hidden=True)
@click.option("--width", type=int, required=True)
@click.option("--threads", type=int, required=True)
def one_beam(*, width: int, threads: int) -> None:
    """Measure one width in this process, for `growth`."""
    click.echo(json.dumps(measure_growth(width, threads)))


@main.command()
@repeats_option
@output_option
def start(*, repeats: int, output: str | None) -> None:
    """Tell how long a user waits for the help, a verdict and a first grid."""
    deliver(start_table(time_waits(WAITS, repeats), machine_line()), output)


if __name__ == "__main__":
    try:
        main()
    except PatienceError as error:
        sys.exit(f"bench: {error}")
