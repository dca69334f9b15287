"""The best grids known: one a shipped instance, judged anew whenever it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from patience.errors import FileError, unknown
from patience.files.grids import GridFile, read_grid
from patience.files.instances import load_instance
from patience.files.question import puzzle_sha256, question_sha256
from patience.files.spec import Spec, whole_number
from patience.game.grid import Grid, bounding_sides
from patience.game.puzzle import Puzzle
from patience.game.referee import verify
from patience.game.report import Report
from patience.proofs.certificates import known_bound
from patience.shipped import data_dir
from patience.words.lexicon import load

# What the lines above a grid say of how it was found; `solve` writes the first two as well.
FOUND = ("engine", "seed", "command", "seconds", "date", "version")


@dataclass(frozen=True)
class Record:
    """A grid kept for an instance, and what the referee says of it.

    Parameters
    ----------
    name : str
        The instance's.
    puzzle : Puzzle
        The instance's.
    file : GridFile
    report : Report
        On the grid as an answer to the instance.
    bound : int
        No grid costs less: proven by the search that found it, or by a shipped certificate.
    lexicon : str
        Name of the lexicon, and what limits its words.
    faults : tuple of str
        Sentences on why this is no record; empty if it is one.
    """

    name: str
    puzzle: Puzzle
    file: GridFile
    report: Report
    bound: int
    lexicon: str
    faults: tuple[str, ...]

    @property
    def grid(self) -> Grid:
        """The grid as written."""
        return self.file.grid

    @property
    def valid(self) -> bool:
        """Tell whether the grid answers its instance at the cost written above it."""
        return not self.faults

    @property
    def cost(self) -> int | None:
        """The cost as the referee counts it; None for a grid that is no answer."""
        return self.report.cost

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, of a compact grid those of the rectangle around its letters."""
        return self.puzzle.size or bounding_sides(self.grid)

    @property
    def found(self) -> dict[str, str]:
        """How it was found: what its file says under the keys `FOUND`."""
        return {key: self.file.header[key] for key in FOUND if key in self.file.header}


def names() -> list[str]:
    """Return the names of the instances that have a record."""
    return sorted(path.stem for path in _folder().glob("*.txt"))


def path_of(name: str) -> Path:
    """Return where the record of an instance lies, or will."""
    return _folder() / f"{name}.txt"


def read(name: str) -> Record:
    """Read the record of an instance and have it judged.

    Raises
    ------
    FileError
        If there is none.
    PatienceError
        If its file, or the instance, cannot be read.
    """
    if name not in names():
        raise FileError(unknown("record", name, names()))
    return judge(name, read_grid(path_of(name)))


def of(asked: Spec) -> Record | None:
    """Return the record of the shipped instance that asks what `asked` does, if there is one."""
    puzzle = asked.puzzle()
    wanted = {puzzle_sha256(each) for each in (puzzle, puzzle.transposed())}
    words = (asked.lexicon_name, asked.conventions)
    for name in names():
        ships = _instance(name)
        if words == (ships.lexicon_name, ships.conventions) and (
            puzzle_sha256(ships.puzzle()) in wanted
        ):
            return read(name)
    return None


def judge(name: str, file: GridFile) -> Record:
    """Have a grid judged as the record of an instance.

    Raises
    ------
    PatienceError
        If there is no such instance, or the lines above the grid cannot be read.
    """
    asked = _instance(name)
    puzzle = asked.puzzle()
    lexicon = load(asked.lexicon_name, asked.conventions)
    report = verify(puzzle, file.grid, lexicon)
    bound = max(_number(file, "bound") or 0, known_bound(puzzle, lexicon))
    called = ", ".join(filter(None, [lexicon.name, lexicon.filters]))
    return Record(name, puzzle, file, report, bound, called, tuple(_faults(asked, file, report)))


def _instance(name: str) -> Spec:
    return load_instance(data_dir("instances") / f"{name}.toml")


def _folder() -> Path:
    return data_dir("instances") / "best"


def _faults(asked: Spec, file: GridFile, report: Report) -> Iterator[str]:
    """Tell why a grid is no record: what the referee says, then what is wrong above the grid."""
    yield from (violation.message for violation in report.violations)
    if _question(file.spec().for_grid(file.grid)) != _question(asked):
        yield "the lines above the grid ask another question than the instance"
    if _number(file, "cost") != report.cost:
        yield f"the lines above the grid do not give its cost, which is {report.cost}"
    missing = [key for key in FOUND if key not in file.header]
    if missing:
        yield f"the lines above the grid do not tell how it was found: no {', '.join(missing)}"


def _question(spec: Spec) -> str:
    return question_sha256(spec.puzzle(), load(spec.lexicon_name, spec.conventions))


def _number(file: GridFile, key: str) -> int | None:
    text = file.header.get(key)
    return None if text is None else whole_number(f"{file.name}: {key}", text)
