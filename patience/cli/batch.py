"""``patience batch``: many puzzles, settings and seeds, with resumption."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from patience.batch.comparison import compared, comparison_json, comparison_text, read_samples
from patience.batch.folder import run_batch
from patience.batch.inputs import Fault, read_inputs
from patience.batch.journal import known_puzzles
from patience.batch.plan import Setting, plan
from patience.batch.resources import share_out
from patience.batch.sweep import MAX_SEEDS
from patience.batch.tables import Tables
from patience.cli.batch_progress import progress
from patience.cli.command import command_named, output_option, search_option
from patience.cli.errors import INTERRUPTED, complain, say
from patience.cli.options import json_options, quiet_option, with_options
from patience.cli.search import LIMIT_OPTIONS, cluster_option, limits_of
from patience.cli.shells import complete_instances
from patience.errors import PatienceError
from patience.render.json import dumps
from patience.render.text import number_of
from patience.result import Limits
from patience.solve import ENGINES, MAX_THREADS
from patience.workers.executors import LOCAL, backend_at

MAX_JOBS = 4096


@command_named(
    "batch",
    examples=[
        ("patience batch gay-play-frame-9x7 --seeds 8 --out frames", "One puzzle, eight seeds."),
        ("patience batch 'puzzles/*.toml' --engine beam --engine cpsat --out both", "Two engines."),
        ("patience batch --compare both:beam-60s both:cpsat-60s", "Which is better, and where?"),
    ],
)
@click.argument("instances", nargs=-1, metavar="INSTANCE...", shell_complete=complete_instances)
@output_option("--out", metavar="DIR", help="Where results go; the same command again resumes.")
@search_option(
    "--seeds",
    type=click.IntRange(1, MAX_SEEDS),
    metavar="N",
    help="Seeds 0 to N-1 for each puzzle and engine.  [default: 1, or what a sweep says]",
)
@search_option(
    "--engine",
    "engines",
    type=click.Choice(list(ENGINES)),
    multiple=True,
    metavar="ENGINE",
    help=f"How to search: {', '.join(ENGINES)}; again to compare.  [default: auto]",
)
@partial(with_options, options=LIMIT_OPTIONS, argument="limits", gather=limits_of)
@search_option("--memory", type=float, metavar="GB", help="Most memory that a run takes.")
@search_option(
    "--jobs",
    type=click.IntRange(1, MAX_JOBS),
    metavar="N",
    help="Runs at a time.  [default: as many as the processors allow]",
)
@search_option(
    "--threads",
    type=click.IntRange(1, MAX_THREADS),
    metavar="N",
    help="Processors a run.  [default: all, shared among the runs at a time; on a cluster 1]",
)
@cluster_option
@output_option(
    "--compare",
    "sides",
    nargs=2,
    metavar="DIR1 DIR2",
    help="Run nothing, but compare two batches. DIR:SETTING takes one setting of a folder.",
)
@json_options
@quiet_option
def command(
    *,
    instances: tuple[str, ...],
    out: str | None,
    seeds: int | None,
    engines: tuple[str, ...],
    limits: Limits,
    memory: float | None,
    jobs: int | None,
    threads: int | None,
    address: str | None,
    sides: tuple[str, str] | None,
    as_json: bool,
) -> int:
    """Search many puzzles with many seeds and engines; keep all results in a folder.

    INSTANCE is a TOML file, a shipped puzzle, a folder of instances, a glob in quotes, or a
    sweep: a TOML file with a table [sweep] of goals, tiles, lexicons and seeds.

    DIR holds report.html, summary.csv, summary.json, and for each run its result and its grid.
    Stop the batch in any way: the same command again does only what is missing.

    Exit code 0: all runs are done; 1: some failed, or an input is no puzzle; 2: nothing could be
    run; 130: stopped before all was done.
    """
    if sides is not None:
        if instances or out:
            raise click.UsageError("--compare takes two folders and runs nothing: drop the rest")
        one, two = read_samples(*sides)
        told = compared(one, two), one.name, two.name
        click.echo(dumps(comparison_json(*told)) if as_json else comparison_text(*told), nl=False)
        return 0
    if as_json:
        raise click.UsageError("--format and --json are for --compare")
    if not instances:
        raise click.UsageError("name an instance, a folder, a glob or a sweep")
    if out is None:
        raise click.UsageError("name the folder for the results: --out DIR")
    if jobs is not None and address not in {None, LOCAL}:
        raise click.UsageError(
            "--jobs is for this machine: a cluster runs as many as it has workers"
        )
    shared = share_out(jobs, threads, memory, address)
    limits = replace(limits, memory_gb=shared.memory_gb)
    settings = [Setting(engine, limits) for engine in dict.fromkeys(engines or ("auto",))]
    inputs = read_inputs(instances, known_puzzles(Path(out)))
    for fault in inputs.faults:
        complain(fault.message)
    if not inputs.instances:
        raise PatienceError("none of the inputs is a puzzle: nothing was run")
    runs = plan(inputs.instances, settings, inputs.chosen_seeds(seeds))
    for note in dict.fromkeys(note for each in inputs.instances for note in each.notes):
        say(note)
    if shared.notice:
        say(shared.notice)
    with progress() as observer:
        tables, left = run_batch(
            Path(out),
            runs,
            lambda: backend_at(address, shared.jobs, observer.on_notice),
            threads=shared.threads,
            observer=observer,
            faults=inputs.faults,
        )
    return _tell(tables, left, inputs.faults, Path(out))


def _tell(tables: Tables, left: int, faults: list[Fault], out: Path) -> int:
    failed = [record for record in tables.records if not record.done]
    for record in failed[:_MAX_TOLD]:
        complain(f"{record.run} failed: {record.reason}")
    if len(failed) > _MAX_TOLD:
        complain(f"and {len(failed) - _MAX_TOLD:,} more failed: see {out / 'summary.csv'}")
    done = len(tables.records) - len(failed)
    said = f"{number_of(done, 'run')} of {number_of(len(tables.puzzles), 'puzzle')} done"
    say(f"{said}, {len(failed):,} failed: {out / 'report.html'}")
    if left:
        complain(f"stopped with {number_of(left, 'run')} left: the same command runs them")
        return INTERRUPTED
    return 1 if failed or faults else 0


_MAX_TOLD = 10
