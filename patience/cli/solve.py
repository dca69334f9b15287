"""``patience solve``: find a grid for a puzzle."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

import click

from patience.cli.colors import color_console, color_option, drawn, print_in_colours
from patience.cli.command import command_named, refuse_together, search_option
from patience.cli.errors import complain, is_quiet, is_unwritten, say, sentence_of
from patience.cli.formats import Output, grid_output
from patience.cli.options import Given, puzzle_options, quiet_option, words_or_none
from patience.cli.progress import every_grid, observer
from patience.cli.search import SearchFlags, search_options
from patience.cli.shells import complete_instances
from patience.cli.signals import stop_on_signal
from patience.engines.base import Clock
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.question.header import to_header
from patience.question.spec import Spec
from patience.referee import verify
from patience.render.formats import FORMATS
from patience.render.scene import Scene
from patience.render.text import all_phrase, bound_phrase, grid_text, result_header, result_summary
from patience.result import Proven, Request, Result, Stats, Status, StopReason
from patience.searches.every import Grids
from patience.solve import solve
from patience.words.lexicon import Lexicon

# What to change after a search without a grid.
_ADVICE = {
    StopReason.TIME: "; give it more time",
    StopReason.WORK: "; give a larger --max-width, or a --time-limit in its place",
}


@dataclass(frozen=True)
class _Job:
    """One run of ``solve``, with its output options."""

    spec: Spec
    puzzle: Puzzle
    lexicon: Lexicon
    search: SearchFlags
    place: Output
    color: str

    def content(self, result: Result) -> str | bytes:
        """Return the result in its format; JSON also describes a search without a grid."""
        if self.place.form == "json":
            search = self.search
            request = Request.of(
                self.puzzle, self.lexicon, search.engine, search.seed, search.threads
            )
            return replace(result, request=request).to_json()
        if result.best is None:
            return ""
        return self.place.render(self.scenes(result, [result.best, *result.others]))

    def scenes(self, result: Result, grids: Sequence[Grid]) -> list[Scene]:
        costs = [(grid, self.puzzle.cost(grid)) for grid in grids]
        headers = [self._header(replace(result, best=grid, cost=cost)) for grid, cost in costs]
        return [self.place.scene(self.puzzle, *each) for each in zip(grids, headers, strict=True)]

    @property
    def on_terminal(self) -> bool:
        """Whether a text grid goes to a terminal."""
        return self.place.form == "text" and self.place.file is None and sys.stdout.isatty()

    def text(self, result: Result) -> str:
        """Return the best grid as text, which needs no optional library."""
        assert result.best is not None, "there is a grid to print"
        return grid_text(result.best, self._header(result))

    def keep(self, grid: Grid, cost: int) -> None:
        """Write a better grid to the output file, if any."""
        if self.place.file is not None:
            self.place.give(self.content(Result(grid, cost, 0, Status.FEASIBLE, Stats())))

    def _header(self, result: Result) -> dict[str, object]:
        engine = result.stats.engine or self.search.engine
        return result_header(result, to_header(self.spec), engine=engine, seed=self.search.seed)


@command_named(
    "solve",
    examples=[
        ("patience solve --frame 9x7 > grid.txt", "Fill the box: 9 wide, 7 high."),
        ("patience solve --compact --within 9x12 --output grid.txt", "All tiles, close together."),
        ("patience solve --frame 7x7 --tiles any --symmetry transpose --all", "Every such grid."),
        ("patience solve half.txt --subject zool", "Complete a grid with words of animals."),
    ],
)
@click.argument("instance", required=False, shell_complete=complete_instances)
@puzzle_options
@search_options
@search_option("--all", "every", is_flag=True, help="Every grid of the least cost.")
@search_option(
    "--at-most",
    type=click.IntRange(0),
    metavar="K",
    help="With --all: every grid that costs K or less.",
)
@grid_output("Write the result there, and each better grid as it comes.")
@color_option
@quiet_option
def command(
    *,
    instance: str | None,
    given: Given,
    search: SearchFlags,
    every: bool,
    at_most: int | None,
    place: Output,
    color: str,
) -> int:
    """Find a grid for a puzzle and print it.

    INSTANCE is a TOML file, the name of a shipped puzzle, or a grid to complete; flags override
    it. Without one, give the goal: --frame, --compact, or --board.

    The result goes to the standard output, all else to the standard error. Ctrl-C ends the
    search with the best grid so far.

    Exit code 0: a grid was found; 1: none was; 2: the question cannot be read.
    """
    several = every or search.count > 1
    if several and not FORMATS[place.form].several and place.form != "json":
        raise click.UsageError(
            f"{'--all' if every else '--count'} and --format {place.form} do not go together: it "
            "holds one grid"
        )
    if at_most is not None and not every:
        raise click.UsageError("--at-most is a limit on --all: give both, or --target")
    spec = given.puzzle(instance)
    if every:
        _check_all(search, spec.prefer)
    puzzle = spec.puzzle()
    place.rehearse()
    with stop_on_signal(quiet=is_quiet(), what="stopping once the words are read") as stop:
        lexicon, no_words = words_or_none(spec)
    job = _Job(spec, puzzle, lexicon, search, place, color)
    if no_words:
        return _tell(job, Result(None, None, 0, Status.INFEASIBLE, Stats(), no_words))
    if stop.asked:
        none = Result(None, None, 0, Status.UNKNOWN, Stats(), "interrupted before the search began")
        return _tell(job, replace(none, stopped=StopReason.INTERRUPT))
    if every:
        return _give_all(job, at_most)
    return _tell(job, _run(job))


def _check_all(search: SearchFlags, prefer: str | None) -> None:
    """Reject what does not go with all grids."""
    limits, engine = search.limits, search.engine
    others = {
        "--count": search.count > 1,
        "--prefer": prefer,
        "--target": limits.target,
        "--max-width": limits.max_width,
        f"--engine {engine}": engine not in {"auto", "prove"},
    }
    refuse_together("--all", others)


def _give_all(job: _Job, at_most: int | None) -> int:
    """Print every grid, text as it is found, other formats and files in the end."""
    puzzle, search, found, failure = job.puzzle, job.search, list[Grid](), ""
    stats, clock = Stats(engine="prove"), Clock()
    as_found = job.place.form == "text" and job.place.file is None
    asked = puzzle, job.lexicon, at_most, search.limits, search.threads
    with every_grid(*asked, shown=not job.on_terminal) as grids:
        try:
            for grid in grids:
                found.append(grid)
                if len(found) == 1:
                    stats.history.append((clock.elapsed, puzzle.cost(grid)))
                if as_found:
                    text = job.content(_result(puzzle, [grid], puzzle.cost(found[0])))
                    click.echo(text if len(found) == 1 else f"\n{text!s}", nl=False)
        except Exception as error:
            if not found or is_unwritten(error):
                raise
            failure = f"the search ended early: {sentence_of(error)}"
    result = _none(puzzle, grids, at_most)
    if found:
        result = _result(puzzle, found, puzzle.cost(found[0]))
    stopped = StopReason.ERROR if failure else grids.stopped
    stats.elapsed_s = clock.elapsed
    result = replace(result, stopped=stopped, reason=failure or result.reason, stats=stats)
    if not as_found and (content := job.content(result)):
        job.place.give(content)
    said = all_phrase(grids.count, is_complete=grids.is_complete)
    if as_found:
        click.echo(f"; {said}")
    say(said)
    if result.reason:
        complain(result.reason)
    return 0 if found else 1


def _none(puzzle: Puzzle, grids: Grids, at_most: int | None) -> Result:
    """Return what is known without a grid."""
    bound = at_most + 1 if grids.is_complete and at_most is not None else grids.bound
    proven = grids.is_complete and (at_most is None or grids.reason)
    status = Status.INFEASIBLE if proven else Status.UNKNOWN
    least = "there is no grid" if at_most is None else f"no grid costs {at_most} or less"
    so_far = f"no grid so far; {bound_phrase(puzzle, bound)}" if bound else "no grid so far"
    why = grids.reason or (least if grids.is_complete else so_far)
    return Result(None, None, bound, status, Stats(engine="prove"), why)


def _result(puzzle: Puzzle, found: list[Grid], least: int) -> Result:
    """Return grids as a result; `least` is the cost of the first, as the cheapest come first."""
    best, *others = sorted(found, key=puzzle.rank)
    cost = puzzle.cost(best)
    status = Status.OPTIMAL if cost == least else Status.FEASIBLE
    proven = frozenset({Proven.COST}) if status is Status.OPTIMAL else frozenset[Proven]()
    stats = Stats(engine="prove")
    return Result(best, cost, least, status, stats, others=tuple(others), proven=proven)


def _run(job: _Job) -> Result:
    """Search with progress; an error after the first grid does not lose the grid."""
    search = job.search
    shown = observer(job.puzzle, search.limits, job.keep, color=job.color)
    with shown as watcher:
        try:
            return solve(
                job.puzzle, job.lexicon, observer=watcher, prefer=job.spec.prefer, **vars(search)
            )
        except Exception as error:
            if watcher.best is None:
                raise
            why = f"the search ended early: {sentence_of(error)}"
            found = Result(watcher.best, watcher.cost, 0, Status.FEASIBLE, Stats(), why)
            return replace(found, stopped=StopReason.ERROR)


def _tell(job: _Job, result: Result) -> int:
    """Print or write the result, summarise it on the standard error, return the exit code."""
    _deliver(job, result)
    if result.best is None:
        advice = _ADVICE.get(result.stopped, "")
        complain(result.reason or f"no grid was found before the search ended{advice}")
        return 1
    job.place.tell_of_clues([result.best, *result.others])
    if not is_quiet():
        _comment(job, result, result.best)
    return 0


def _deliver(job: _Job, result: Result) -> None:
    """Write the result; a grid that cannot be drawn or written as requested is printed as text."""
    try:
        console = color_console(sys.stdout, job.color) if job.on_terminal else None
        if console is not None and result.best is not None:
            print_in_colours(job.scenes(result, [result.best, *result.others]), console)
        elif content := job.content(result):
            job.place.give(content)
    except Exception as error:
        if result.best is None or is_unwritten(error):
            raise
        click.echo(job.text(result), nl=False)
        complain(f"{sentence_of(error)}; the grid is on the standard output")


def _comment(job: _Job, result: Result, best: Grid) -> None:
    """Print the summary, below the grid in colours unless the terminal already shows it."""
    lines = result_summary(
        job.puzzle, result, result.report or verify(job.puzzle, best, job.lexicon)
    )
    console = None if job.on_terminal else color_console(sys.stderr, job.color)
    if console is not None:
        console.print(drawn(job.puzzle, best, width=console.width), end="")
    click.echo("\n".join(lines), err=True)
