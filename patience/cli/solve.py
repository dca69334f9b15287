"""``patience solve``: find a grid for a puzzle."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import repeat

import click

from patience.cli.command import command as command_named
from patience.cli.command import output_option, search_option
from patience.cli.errors import complain
from patience.cli.formats import Output, format_option
from patience.cli.options import (
    Given,
    load_lexicon,
    output_file_option,
    puzzle_options,
    quiet_option,
)
from patience.cli.progress import observer
from patience.cli.search import Search, search_options
from patience.cli.shells import complete_instances
from patience.cli.signals import stop_on_signal
from patience.errors import NoWordsError
from patience.files.spec import Spec
from patience.game.grid import Grid
from patience.game.hint import next_word
from patience.game.puzzle import Puzzle
from patience.game.referee import verify
from patience.render.formats import FORMATS, STEPS, render
from patience.render.json import dumps, result_json, words_json
from patience.render.scene import scene_of
from patience.render.text import hint_text, result_header, result_summary
from patience.result import Observer, Result, Stats, Status
from patience.solve import solve_many
from patience.words.lexicon import Lexicon


@dataclass(frozen=True)
class _Job:
    """One run of ``solve``, and how its result is to be told."""

    spec: Spec
    puzzle: Puzzle
    lexicon: Lexicon
    search: Search
    form: str
    hint: bool
    found: list[Grid] = field(default_factory=list)  # each better than the one before

    def content(self, result: Result) -> str | bytes:
        """Return the result in the form asked for; JSON tells of a search without a grid too."""
        if result.best is not None and self.hint:
            return self._hint_text(result.best)
        engine = result.stats.notes.get("engine", self.search.engine)
        seed, threads = self.search.seed, self.search.threads
        if self.form == "json":
            value = result_json(
                result, self.puzzle, self.lexicon, engine=engine, seed=seed, threads=threads
            )
            return dumps(value)
        if result.best is None:
            return ""
        header = result_header(result, self.spec.to_header(), engine=engine, seed=seed)
        grids = [result.best, *result.others]
        if self.form in STEPS and not result.others:
            grids = [*(grid for grid in self.found if grid != result.best), result.best]
        headers = [header | {"cost": self.puzzle.cost(grid)} for grid in grids]
        return render(list(map(scene_of, repeat(self.puzzle), grids, headers)), self.form)

    def _hint_text(self, best: Grid) -> str:
        word = next_word(self.puzzle.fixed_cells, best, self.lexicon)
        if self.form == "json":
            return dumps(words_json([] if word is None else [word]))
        return hint_text(word, best, self.puzzle.fixed_cells) + "\n"


@command_named(
    "solve",
    examples=[
        ("patience solve --frame 9x7 > grid.txt", "Fill the box: 9 wide, 7 high."),
        ("patience solve --compact --within 9x12 --output grid.txt", "All tiles, close together."),
        ("patience solve half.txt --theme zool", "Complete a grid with words of animals."),
    ],
)
@click.argument("instance", required=False, shell_complete=complete_instances)
@puzzle_options
@output_option("--hint", is_flag=True, help="Give only the next word to lay, and its cells.")
@search_options
@format_option
@output_file_option
@search_option(
    "--cluster",
    metavar="ADDRESS",
    help="Search with one seed for each thread of a Dask cluster, and give the best grid.",
)
@quiet_option
def command(
    *,
    instance: str | None,
    given: Given,
    search: Search,
    hint: bool,
    form: str | None,
    output: str | None,
    cluster: str | None,
    quiet: bool,
) -> int:
    """Find a grid for a puzzle and print it.

    INSTANCE is a TOML file, the name of a shipped puzzle, or a grid to complete; flags override
    it. Without one, give the goal: --frame, --compact, or --board.

    The result goes to the standard output, all else to the standard error. Ctrl-C ends the
    search with the best grid so far. Exit code 0: a grid was found; 1: none was; 2: the
    question cannot be read.
    """
    place = Output.of(form, output)
    if search.answers > 1 and not FORMATS[place.form].several and place.form != "json":
        raise click.UsageError(
            f"--count and --format {place.form} do not go together: it holds one grid"
        )
    if cluster is not None and search.answers > 1:
        raise click.UsageError("--count and --cluster do not go together: drop one of them")
    spec = given.puzzle(instance)
    puzzle = spec.puzzle()
    try:
        lexicon = load_lexicon(spec.lexicon_name, spec.conventions, quiet=quiet)
    except NoWordsError as error:
        job = _Job(spec, puzzle, Lexicon(spec.lexicon_name), search, place.form, hint)
        return _tell(job, _impossible(str(error)), place, quiet)
    job = _Job(spec, puzzle, lexicon, search, place.form, hint)
    return _tell(job, _run(job, place, cluster, quiet), place, quiet)


def _run(job: _Job, place: Output, cluster: str | None, quiet: bool) -> Result:
    """Search, showing how it goes and writing each better grid at once."""

    def keep(grid: Grid, cost: int) -> None:
        job.found.append(grid)
        if place.file is not None:
            place.give(job.content(Result(grid, cost, 0, Status.FEASIBLE, Stats())))

    search = job.search
    with (
        stop_on_signal(quiet=quiet) as stop,
        observer(stop, keep, job.puzzle, search.limits, quiet=quiet) as watcher,
    ):
        if cluster is not None:
            return _run_on_cluster(job, cluster, watcher)
        return solve_many(
            job.puzzle,
            job.lexicon,
            count=search.answers,
            cells_apart=search.differ,
            words_apart=search.differ_words,
            engine=search.engine,
            limits=search.limits,
            seed=search.seed,
            threads=search.threads,
            observer=watcher,
        )


def _run_on_cluster(job: _Job, address: str, watcher: Observer) -> Result:
    """Search with many seeds at once; a thread a seed, unless more are asked for."""
    from patience.batch.executors import cluster  # noqa: PLC0415
    from patience.batch.multistart import multistart  # noqa: PLC0415
    from patience.batch.plan import BatchRun, Setting, instance_named  # noqa: PLC0415

    asked = click.get_current_context().get_parameter_source("threads")
    threads = job.search.threads if asked is click.core.ParameterSource.COMMANDLINE else 1
    setting = Setting(job.search.engine, job.search.limits)
    run = BatchRun(instance_named("puzzle", job.spec), setting, job.search.seed)
    with cluster(address, job.search.threads, watcher.on_notice) as backend:
        return multistart(run, backend, threads=threads, observer=watcher)


def _impossible(reason: str) -> Result:
    return Result(None, None, 0, Status.INFEASIBLE, Stats(), reason)


def _tell(job: _Job, result: Result, place: Output, quiet: bool) -> int:
    """Print or write a result, tell its story on the standard error, return the exit code."""
    content = job.content(result)
    if content:
        place.give(content)
    if result.best is None:
        complain(result.reason or "no grid was found before the search ended; give it more time")
        return 1
    if not quiet:
        report = verify(job.puzzle, result.best, job.lexicon)
        for line in result_summary(job.puzzle, result, report):
            click.echo(line, err=True)
    return 0
