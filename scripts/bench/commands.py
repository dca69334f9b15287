"""Benchmarks of the solver, as Markdown tables; no test measures time.

    python -m scripts.bench quality    costs after 10, 60 and 600 s, five seeds per job: hours
    python -m scripts.bench kernel     children per second on one and two threads: minutes
    python -m scripts.bench growth     time and memory against the beam width: minutes
    python -m scripts.bench start      waiting times at the start: a minute
    python -m scripts.bench ladder     costs with more and more spare tiles, also of other programs
    python -m scripts.bench languages  the Scrabble sets, in their languages
    python -m scripts.bench batch      overhead of a batch: minutes
    python -m scripts.bench boxes      difficulty and guarantee of the boxes of a year: minutes
    python -m scripts.bench ablate     the value of each part of the beam engine: an hour
    python -m scripts.bench plot       pictures of what `quality` and `growth` wrote with --raw

    python -m scripts.bench quality --raw docs/data/quality.json
    python -m scripts.bench plot quality docs/data/quality.json docs/pictures/quality.svg

Each takes ``--output FILE`` for the table and ``--help``. Run it from a checkout on an idle
machine. Goals are at the heads of the modules in scripts/bench/; a figure is followed by its goal
and a tick or a cross.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click

from patience.encodings import read_text
from patience.engines.machine import processors
from patience.files.text import write_text
from scripts.bench import ablation, beam, waits
from scripts.bench import boxes as days
from scripts.bench import ladder as rise
from scripts.bench import languages as tongues
from scripts.bench import quality as costs
from scripts.bench.batch import batch
from scripts.common import checked, deliver, listed, machine_line, output_option, tell
from scripts.data.records import keep

raw_option = click.option(
    "--raw", metavar="FILE", callback=checked, help="Write every run there as JSON."
)
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
    kept = costs.Raw(machine_line(), sorted(seconds), threads, stop_at_goal)
    jobs = jobs or tuple(costs.GOALS)
    for job in jobs:
        costs.question(job, seeds[0])  # a typing error shows before hours have passed
    for job in jobs:
        target = costs.target_of(job) if stop_at_goal else None
        costs.warm_up(job, threads)
        for seed in seeds:
            run, result = costs.run_job(job, seed, max(seconds), target=target, threads=threads)
            kept.runs.append(run)
            tell(f"{job}, seed {seed}: {costs.number(run.cost)} after {run.best_s:.1f} s")
            if records and job != costs.HELD_OUT:
                tell(keep(job, result, command=run.command, seed=seed))
            if raw is not None:
                write_text(raw, kept.dumps())
            if output is not None:
                write_text(output, costs.table(kept))
    deliver(costs.table(kept), output)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="RAW...")
@output_option
def table(*, files: tuple[str, ...], output: str | None) -> None:
    """Make the table of `quality` again, from files that --raw has written."""
    first, *others = (costs.Raw.loads(read_text(name)) for name in files)
    for other in others:
        if other.settings != first.settings:
            raise click.ClickException("the files differ in machine, times or threads")
        first.stop_at_goal = first.stop_at_goal or other.stop_at_goal
        first.runs += other.runs
    if len({(run.job, run.seed) for run in first.runs}) < len(first.runs):
        raise click.ClickException("a job was run twice with one seed: leave one of the files out")
    deliver(costs.table(first), output)


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
@listed("--widths", "10000,30000,100000,300000,1000000,2000000,4000000", "Widths of the beam.")
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
@raw_option
@output_option
def growth(*, widths: list[int], threads: int, raw: str | None, output: str | None) -> None:
    """Tell how time and memory grow with the width of the beam."""
    measured: list[beam.Growth] = []
    for width in widths:
        measured.append(beam.grow(width, threads))
        tell(f"width {width:,}: {measured[-1].seconds:.1f} s")
        if raw is not None:
            write_text(raw, json.dumps([each._asdict() for each in measured], indent=1) + "\n")
    deliver(beam.growth_table(measured, threads, machine_line()), output)


@main.command("one-beam", hidden=True)
@click.option("--width", type=int, required=True)
@click.option("--threads", type=int, required=True)
def one_beam(*, width: int, threads: int) -> None:
    """Measure one width in this process, for `growth`."""
    click.echo(json.dumps(beam.measure_growth(width, threads)))


@main.command("boxes")
@click.option("--first", metavar="DATE", default="2026-11-23", help="A day of the first week.")
@click.option("--weeks", type=click.IntRange(1), default=53, show_default=True, help="How many.")
@click.option("--plot", metavar="FILE", callback=checked, help="Draw the difficulties there.")
@output_option
def boxes(*, first: str, weeks: int, plot: str | None, output: str | None) -> None:
    """Tell how hard the boxes of the day are by weekday, and what each guarantees."""
    found = days.boxes(date.fromisoformat(first), weeks)
    if plot is not None:
        days.plot(found, Path(plot))
    deliver(days.table(found, machine_line()), output)


@main.command()
@repeats_option
@output_option
def start(*, repeats: int, output: str | None) -> None:
    """Tell how long a user waits for the help, a verdict and a first grid."""
    deliver(waits.table(waits.measure(waits.WAITS, repeats), machine_line()), output)


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
    _climb(rise.select(tiles), seeds, seconds, threads, against, output)


@main.command()
@listed("--seeds", "1-5", "One run each.")
@listed("--seconds", "10", "Times to tell the cost at; the longest is the time limit.")
@threads_option
@against_option
@output_option
def languages(
    *,
    seeds: list[int],
    seconds: list[int],
    threads: int,
    against: tuple[str, ...],
    output: str | None,
) -> None:
    """Tell how good grids are in other languages, with their Scrabble sets.

    9x7 and all tiles in a compact grid; a language without a lexicon is left out.
    """
    _climb(list(tongues.rungs()), seeds, seconds, threads, against, output)


def _climb(
    chosen: Sequence[rise.Rung],
    seeds: list[int],
    seconds: list[int],
    threads: int,
    against: tuple[str, ...],
    output: str | None,
) -> None:
    """Run the rungs with all programs; rewrite the table after every run."""
    programs = {**{path: [path] for path in against}, "this": rise.this_program()}
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


@main.group()
def plot() -> None:
    """Draw what was measured; this needs matplotlib, the rest does not."""


@plot.command("quality")
@click.argument("raw", type=click.Path(path_type=Path))
@click.argument("picture", type=click.Path(path_type=Path))
def plot_quality(*, raw: Path, picture: Path) -> None:
    """Draw the cost of the best grid against time, from ``quality --raw``."""
    from scripts.bench import plots  # noqa: PLC0415

    figure = plots.quality_figure(costs.Raw.loads(read_text(raw)))
    write_text(picture, plots.svg(figure))


@plot.command("growth")
@click.argument("raw", type=click.Path(path_type=Path))
@click.argument("picture", type=click.Path(path_type=Path))
def plot_growth(*, raw: Path, picture: Path) -> None:
    """Draw time and memory against the width, from ``growth --raw``."""
    from scripts.bench import plots  # noqa: PLC0415

    figure = plots.growth_figure([beam.Growth(**each) for each in json.loads(read_text(raw))])
    write_text(picture, plots.svg(figure))


main.add_command(batch)
