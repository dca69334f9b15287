"""``patience batch``: many puzzles, settings and seeds, resumed where they stopped."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import click

from patience.batch.comparison import compare, comparison_text
from patience.batch.executors import LOCAL, Place, cluster, local
from patience.batch.folder import Ending, carry_out
from patience.batch.journal import read_journal
from patience.batch.plan import Fault, Inputs, Setting, plan, read_inputs
from patience.cli.batch_progress import number_of, progress
from patience.cli.errors import INTERRUPTED, complain
from patience.cli.search import DEFAULT_SECONDS
from patience.cli.signals import stop_on_signal
from patience.errors import PatienceError
from patience.result import DEFAULT_MEMORY_GB, Limits
from patience.solve import ENGINES, MAX_THREADS

MAX_SEEDS = 1_000_000
MAX_JOBS = 4096

# Share of the machine's memory that the searches of a batch may take together.
_MEMORY_SHARE = 0.7

_STOPPING = (
    "\npatience: no new runs; those running are still finished and kept (Ctrl-C again quits at "
    "once)\n"
)


@click.command("batch")
@click.argument("instances", nargs=-1, metavar="INSTANCE...")
@click.option("--out", metavar="DIR", help="Where results go; the same command again resumes.")
@click.option(
    "--seeds",
    type=click.IntRange(1, MAX_SEEDS),
    metavar="N",
    help="Seeds 0 to N-1 for each puzzle and engine.  [default: 1, or what a sweep says]",
)
@click.option(
    "--engine",
    "engines",
    type=click.Choice(list(ENGINES)),
    multiple=True,
    help="How to search; give it again to compare engines.  [default: auto]",
)
@click.option(
    "--time-limit",
    type=float,
    metavar="S",
    help="Seconds a run.  [default: 60; none if --max-width is given]",
)
@click.option("--target", type=int, metavar="N", help="End a run at a cost of N or less.")
@click.option("--max-width", type=int, metavar="N", help="Widest beam: a bound on the work.")
@click.option("--memory", type=float, metavar="GB", help="Most memory that a run takes.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MAX_JOBS),
    metavar="N",
    help="Runs at a time.  [default: as many as the processors allow]",
)
@click.option(
    "--threads",
    type=click.IntRange(1, MAX_THREADS),
    metavar="N",
    help="Processors a run.  [default: all, shared among the runs at a time; on a cluster 1]",
)
@click.option(
    "--cluster",
    "address",
    metavar="ADDRESS",
    help=f"A Dask scheduler, such as tcp://10.0.0.1:8786; '{LOCAL}' starts one here.",
)
@click.option(
    "--compare",
    "compared",
    nargs=2,
    metavar="DIR1 DIR2",
    help="Run nothing: tell which of two batches is better, on what.",
)
@click.option("--quiet", is_flag=True, help="Nothing on the standard error but errors.")
def command(
    *,
    instances: tuple[str, ...],
    out: str | None,
    seeds: int | None,
    engines: tuple[str, ...],
    time_limit: float | None,
    target: int | None,
    max_width: int | None,
    memory: float | None,
    jobs: int | None,
    threads: int | None,
    address: str | None,
    compared: tuple[str, str] | None,
    quiet: bool,
) -> int:
    """Search many puzzles with many seeds and engines; keep all results in a folder.

    INSTANCE is a TOML file, a shipped puzzle, a folder of instances, a glob in quotes, or a
    sweep: a TOML file with a table [sweep] of goals, tiles, lexicons and seeds.

    DIR holds report.html, summary.csv, summary.json, and for each run its result and its grid.
    Stop the batch in any way: the same command again does only what is missing.

    Exit code 0: all runs are done; 1: some failed, or an input is no puzzle; 2: nothing could be
    run; 130: stopped before all was done.
    """
    if compared is not None:
        if instances or out:
            raise click.UsageError("--compare takes two folders and runs nothing: drop the rest")
        return _compare(*map(Path, compared))
    if not instances:
        raise click.UsageError("name an instance, a folder, a glob or a sweep")
    if out is None:
        raise click.UsageError("name the folder for the results: --out DIR")
    if jobs is not None and address not in {None, LOCAL}:
        raise click.UsageError(
            "--jobs is for this machine: a cluster runs as many as it has workers"
        )
    if time_limit is None and max_width is None:
        time_limit = DEFAULT_SECONDS
    jobs, threads, notice = share_out(jobs, threads, _cores(), address)
    limits = Limits(time_limit, target, max_width, _memory_each(memory, jobs, address))
    settings = [Setting(engine, limits) for engine in dict.fromkeys(engines or ("auto",))]
    inputs = read_inputs(instances)
    for fault in inputs.faults:
        complain(fault.message)
    if not inputs.instances:
        raise PatienceError("none of the inputs is a puzzle: nothing was run")
    runs = plan(inputs.instances, settings, _seeds(seeds, inputs))
    say = _say(quiet)
    if notice:
        say(notice)
    with stop_on_signal(quiet=quiet, message=_STOPPING) as stop, progress(quiet=quiet) as watcher:
        ending = carry_out(
            Path(out),
            runs,
            _place(jobs, address, watcher.say),
            threads=threads,
            watcher=watcher,
            faults=inputs.faults,
            stopping=lambda: stop.asked,
            say=watcher.say,
            begin=watcher.begin,
        )
    return _tell(ending, inputs.faults, Path(out), say)


def share_out(
    jobs: int | None, threads: int | None, cores: int, address: str | None
) -> tuple[int, int, str]:
    """Return runs at a time, threads a run, and what to tell the user of it.

    On this machine they never need more processors than there are.
    """
    if address is not None and address != LOCAL:
        return jobs or 1, threads or 1, ""
    share = min(threads or 1, cores)
    most = cores // share
    chosen = min(jobs or most, most)
    notice = ""
    if (jobs or 1) > most or (threads or 1) > cores:
        asked = f"{jobs or 'as many'} jobs of {threads or 1} threads"
        notice = f"{asked} asked, {cores} processors here: {chosen} at a time, {share} threads each"
    return chosen, share if threads else cores // chosen, notice


def _cores() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def _memory_each(asked: float | None, jobs: int, address: str | None) -> float:
    """Return the memory of a run, in GB: what was asked, else its share of this machine's."""
    if asked is not None:
        return asked
    if address not in {None, LOCAL}:
        return DEFAULT_MEMORY_GB
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e9
    except (ValueError, OSError, AttributeError):
        return DEFAULT_MEMORY_GB
    return max(min(DEFAULT_MEMORY_GB, _MEMORY_SHARE * total / jobs), 0.05)


def _seeds(asked: int | None, inputs: Inputs) -> tuple[int, ...]:
    if asked is not None:
        return tuple(range(asked))
    return inputs.seeds or (0,)


def _place(
    jobs: int, address: str | None, say: Callable[[str], None]
) -> Callable[[], AbstractContextManager[Place]]:
    if address is None:
        return lambda: local(jobs)
    return lambda: cluster(address, jobs, say)


def _say(quiet: bool) -> Callable[[str], None]:
    return lambda text: None if quiet else click.echo(text, err=True)


def _tell(ending: Ending, faults: list[Fault], out: Path, say: Callable[[str], None]) -> int:
    """Say how the batch ended and return the exit code."""
    failed = [record for record in ending.records if not record.done]
    for record in failed[:_MOST_TOLD]:
        complain(f"{record.run} failed: {record.reason}")
    if len(failed) > _MOST_TOLD:
        complain(f"and {len(failed) - _MOST_TOLD:,} more failed: see {out / 'summary.csv'}")
    done = len(ending.records) - len(failed)
    say(
        f"{number_of(done, 'run')} of {number_of(len(ending.puzzles), 'puzzle')} done, "
        f"{len(failed):,} failed: "
        f"{out / 'report.html'}"
    )
    if ending.left:
        complain(f"stopped with {number_of(ending.left, 'run')} left: the same command does them")
        return INTERRUPTED
    return 1 if failed or faults else 0


_MOST_TOLD = 10


def _compare(first: Path, second: Path) -> int:
    past = [read_journal(folder).records.values() for folder in (first, second)]
    click.echo(comparison_text(compare(*past), str(first), str(second)), nl=False)
    return 0
