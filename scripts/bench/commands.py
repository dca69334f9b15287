"""Benchmarks of the solver, as Markdown tables; no test measures time.

    python -m scripts.bench quality    costs after 10, 60 and 600 s, five seeds per job: hours
    python -m scripts.bench kernel     children per second on one and two threads: minutes
    python -m scripts.bench ladder     costs with more and more spare tiles, also of other programs
    python -m scripts.bench batch      overhead of a batch: minutes
    python -m scripts.bench ablate     the value of each part of the beam engine: an hour

Each takes ``--output FILE`` for the table and ``--help``. Run it from a checkout on an idle
machine. Goals are at the heads of the modules in scripts/bench/; a figure is followed by its goal
and a tick or a cross.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from patience.engines.machine import processors
from patience.files.text import write_text
from scripts.bench import ablation, beam
from scripts.bench import ladder as rise
from scripts.bench import quality as costs
from scripts.bench.batch import batch
from scripts.common import deliver, listed, machine_line, output_option, tell
from scripts.data.records import keep

threads_option = click.option(
    "--threads", type=click.IntRange(1), default=processors, help="Threads a search."
)
against_option = click.option(
    "--against", metavar="COMMAND", multiple=True, help="Another patience, such as one of before."
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
@threads_option
@click.option("--records", is_flag=True, help="Keep grids that better those in instances/best/.")
@output_option
def quality(
    *,
    jobs: tuple[str, ...],
    seeds: list[int],
    seconds: list[int],
    threads: int,
    records: bool,
    output: str | None,
) -> None:
    """Tell the cost of the best grid after some seconds; JOB is an instance, by default all.

    One is none: held-out-sets-9x7 is the box with another set of letters for each seed.

    Each job runs once a seed for the longest time; what it had found earlier tells the rest, as
    a search does not know its limit beforehand. The file is written after every run.
    """
    runs: list[costs.BenchRun] = []
    jobs = jobs or tuple(costs.GOALS)
    for job in jobs:
        costs.question(job, seeds[0])  # a typing error shows before hours have passed
    for job in jobs:
        costs.run_job(job, 0, 60.0, threads, target=999_999)  # compiles the kernels
        for seed in seeds:
            result = costs.run_job(job, seed, max(seconds), threads)
            runs.append(run := costs.BenchRun(job, seed, result.stats.history))
            tell(f"{job}, seed {seed}: {costs.number(run.cost)} after {run.best_s:.1f} s")
            if records and job != costs.HELD_OUT:
                command = costs.command(job, seed, max(seconds), threads)
                tell(keep(job, result, command=command, seed=seed))
            if output is not None:
                write_text(output, costs.table(runs, sorted(seconds), threads))
    deliver(costs.table(runs, sorted(seconds), threads), output)


@main.command()
@listed("--widths", ",".join(map(str, beam.RATES)), "Widths of the beam.")
@listed("--threads", "1,2", "Numbers of threads.")
@repeats_option
@output_option
def kernel(*, widths: list[int], threads: list[int], repeats: int, output: str | None) -> None:
    """Tell how many children the beam makes in a second."""
    timings = beam.time_beams(widths, threads, repeats)
    deliver(beam.speed_table(timings, machine_line()), output)


@main.command()
@click.argument("tiles", nargs=-1, metavar="[TILES]...")
@listed("--seeds", "1-5", "One run each.")
@listed("--seconds", "10", "Times to tell the cost at; the longest is the time limit.")
@threads_option
@against_option
@output_option
def ladder(
    *,
    tiles: tuple[str, ...],
    seeds: list[int],
    seconds: list[int],
    threads: int,
    against: tuple[str, ...],
    output: str | None,
) -> None:
    """Tell how good grids are with ever more tiles to spare.

    TILES are rungs, or how their names begin: "9x7, k = 2", "9x7, n", 12x12; by default all. With
    --against the same is asked of another program in turn. The file is written after every run.
    """
    chosen = rise.select(tiles)
    programs = {**{path: [path] for path in against}, "this": [sys.executable, "-m", "patience"]}
    goals = {str(rung): rung.goals for rung in chosen}
    below = rise.notes(threads, machine_line())
    found: list[rise.Outcome] = []
    for outcome in rise.climb(programs, chosen, seeds, sorted(seconds), threads):
        found.append(outcome)
        if output is not None:
            write_text(output, rise.table(found, goals, sorted(seconds), below))
    deliver(rise.table(found, goals, sorted(seconds), below), output)


@main.command()
@click.argument("jobs", nargs=-1, type=click.Choice(sorted(ablation.TARGETS)), metavar="[JOB]...")
@listed("--seeds", "1-5", "One search each.")
@click.option(
    "--most", type=click.IntRange(1), default=1000, show_default=True,
    help="Million children after which a search ends.",
)  # fmt: skip
@click.option("--processes", type=click.IntRange(1), default=2, show_default=True)
@output_option
def ablate(
    *, jobs: Sequence[str], seeds: list[int], most: int, processes: int, output: str | None
) -> None:
    """Tell what the parts of the beam engine are worth: searches without one of them."""
    deliver(ablation.table(jobs or sorted(ablation.TARGETS), seeds, most, processes), output)


main.add_command(batch)
