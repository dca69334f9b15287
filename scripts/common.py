"""Shared by the scripts: the checkout's path, a second referee, tables and options."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import click

from patience import Grid, Lexicon, Observer, Puzzle, Result, solve
from patience.cli.errors import exit_code_of
from patience.engines.machine import processors
from patience.files.text import check_writable, write_text
from patience.result import StopReason
from tests import naive

ROOT = Path(__file__).resolve().parent.parent

F = TypeVar("F", bound=Callable[..., Any])


class SecondReferee(Observer):
    """Has every grid checked by tests/naive too; `solve` calls the referee itself."""

    def __init__(self, puzzle: Puzzle, lexicon: Lexicon) -> None:
        self._puzzle = puzzle
        self._words = frozenset(lexicon.words)

    def on_best(self, grid: Grid, cost: int) -> None:
        """Stop the benchmark if tests/naive rejects a grid or counts another cost."""
        valid = naive.is_valid(self._puzzle, grid, self._words)
        counted = naive.cost(self._puzzle, grid) if valid else None
        if counted != cost:
            verdict = f"costs {counted}" if valid else "is NOT VALID"
            raise click.ClickException(
                f"a grid of cost {cost} {verdict} by tests/naive, though the referee passed it:"
                f"\n{grid}"
            )


def searched(puzzle: Puzzle, lexicon: Lexicon, **options: Any) -> Result:
    """Search as `solve` does, with the second referee.

    Raises
    ------
    click.Abort
        If the user interrupts it: a partial search is no measurement.
    """
    result = solve(puzzle, lexicon, observer=SecondReferee(puzzle, lexicon), **options)
    if result.stopped is StopReason.INTERRUPT:
        raise click.Abort
    return result


# ---- text ---------------------------------------------------------------------------------------


def document(head: Sequence[str], rows: Sequence[Sequence[str]], notes: Iterable[str]) -> str:
    """Return a Markdown table with one paragraph per note below it."""
    ruler = ["---"] + ["---:"] * (len(head) - 1)
    lines = [f"| {' | '.join(row)} |" for row in (head, ruler, *rows)]
    return "\n\n".join(["\n".join(lines), *notes]) + "\n"


def machine_line() -> str:
    """Describe the machine and the versions."""
    return (
        f"{_processor()}, {processors()} processors; Python {platform.python_version()}, "
        f"numba {version('numba')}."
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def numbers(text: str) -> list[int]:
    """Parse ``1-3,7`` as 1, 2, 3, 7.

    Raises
    ------
    ValueError
        If the text is invalid, or repeats a number.
    """
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        found += range(int(first), int(last if dash else first) + 1)
    if not found or len(set(found)) < len(found):
        raise ValueError(text)
    return found


def ranges(values: Iterable[int]) -> str:
    """Format 1, 2, 3, 7 as ``1-3,7``."""
    runs: list[list[int]] = []
    for value in sorted(values):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def table_of(path: Path) -> dict[str, Any]:
    """Return the table of a file of JSON; it is empty if there is no file yet."""
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


def write_table(path: Path, table: Mapping[str, Any], names: Iterable[str]) -> None:
    """Write the entries of those names, one a line."""
    lines = [f"  {json.dumps(name)}: {json.dumps(table[name])}" for name in names if name in table]
    write_text(path, "{\n" + ",\n".join(lines) + "\n}\n")


def mark(good: bool) -> str:
    """Return a tick or a cross."""
    return "✓" if good else "✗"


def tell(text: str) -> None:
    """Print a line of progress."""
    click.echo(text, err=True)


# ---- options ------------------------------------------------------------------------------------


def _numbers(_ctx: click.Context, _param: click.Parameter, text: str) -> list[int]:
    try:
        found = numbers(text)
    except ValueError:
        found = []
    if not found or min(found) < 1:
        raise click.BadParameter(f"{text!r}: write whole numbers above 0, such as 1-3,7")
    return found


def listed(flag: str, default: str, text: str) -> Callable[[F], F]:
    """Return an option that takes a list of numbers."""
    return click.option(
        flag, metavar="N,...", default=default, show_default=True, callback=_numbers, help=text
    )


def checked(_ctx: click.Context, _param: click.Parameter, path: str | None) -> str | None:
    """Refuse a file that cannot be written, before hours of work."""
    if path is not None:
        check_writable(path)
    return path


output_option = click.option(
    "--output", metavar="FILE", callback=checked, help="Write the table there too."
)


def deliver(table: str, output: str | None) -> None:
    """Print a table, and write it to a file if one is given."""
    click.echo(table, nl=False)
    if output is not None:
        write_text(output, table)


# ---- running ------------------------------------------------------------------------------------


def execute(command: click.Command, arguments: Sequence[str] | None = None) -> int:
    """Run a script's command with the program's error handling; return the exit code.

    A command that ends well may return one of its own.
    """
    return exit_code_of(lambda: command(arguments, standalone_mode=False))
