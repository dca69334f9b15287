"""The best known grids, one per shipped instance, refereed again on every read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from patience.errors import FileError, unknown
from patience.files.grids import GridFile, read_grid
from patience.files.instances import load_instance
from patience.game.grid import Grid, bounding_sides
from patience.game.puzzle import Puzzle
from patience.proofs.certificates import known_bound
from patience.question.hash import puzzle_sha256, question_sha256
from patience.question.header import whole_number
from patience.question.spec import Spec
from patience.referee import verify
from patience.referee.report import Report
from patience.shipped import data_dir
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, load
from patience.words.reading import How

# Header lines that say how a grid was found; `solve` writes the first two as well.
FOUND = ("engine", "seed", "command", "seconds", "date", "version")


@dataclass(frozen=True)
class Record:
    """The best known grid of an instance, with the referee's report.

    `bound` is proven by the search that found the grid, or by a shipped certificate; `lexicon`
    names the lexicon and its filters; `faults` are sentences on why the grid is not a valid record.
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
        """The grid."""
        return self.file.grid

    @property
    def valid(self) -> bool:
        """Tell whether the grid solves its instance at the cost in its header."""
        return not self.faults

    @property
    def cost(self) -> int | None:
        """The cost by the referee's count; None if the grid does not answer the instance."""
        return self.report.cost

    @property
    def size(self) -> tuple[int, int]:
        """Width and height; for a compact grid those of its bounding rectangle."""
        return self.puzzle.size or bounding_sides(self.grid)

    @property
    def found(self) -> dict[str, str]:
        """How the grid was found: the header lines of `FOUND`."""
        return {key: self.file.header[key] for key in FOUND if key in self.file.header}


def names() -> list[str]:
    """Return the names of the instances that have a record."""
    return sorted(path.stem for path in _folder().glob("*.txt"))


def path_of(name: str) -> Path:
    """Return the path of an instance's record, whether or not it exists."""
    return _folder() / f"{name}.txt"


def read(name: str) -> Record:
    """Read and referee the record of an instance.

    Raises
    ------
    FileError
        If the instance has no record.
    PatienceError
        If the record or the instance cannot be read.
    """
    if name not in names():
        raise FileError(unknown("record", name, names()))
    return judge(name, read_grid(path_of(name)))


def proven(file: GridFile, puzzle: Puzzle, lexicon: Lexicon) -> int:
    """Return the bound that the search for a grid, or a shipped certificate, proves."""
    return max(_number(file, "bound") or 0, known_bound(puzzle, lexicon))


def of(asked: Spec) -> Record | None:
    """Return the record of the shipped instance equivalent to a puzzle, or None."""
    puzzle = asked.puzzle()
    wanted = {puzzle_sha256(each) for each in (puzzle, puzzle.transposed())}
    words = _words(asked)
    for name in names():
        ships = _instance(name)
        if words == _words(ships) and puzzle_sha256(ships.puzzle()) in wanted:
            return read(name)
    return None


def _words(spec: Spec) -> tuple[str, Conventions, How]:
    """Return what chooses the words; the puzzle has the kinds of tiles that spell them."""
    return spec.lexicon_name, spec.conventions, replace(spec.how, alphabet=None)


def judge(name: str, file: GridFile) -> Record:
    """Referee a grid as the record of an instance.

    Raises
    ------
    PatienceError
        If there is no such instance, or the grid's header cannot be read.
    """
    asked = _instance(name)
    puzzle = asked.puzzle()
    lexicon = load(*asked.vocabulary)
    report = verify(puzzle, file.grid, lexicon)
    bound = proven(file, puzzle, lexicon)
    called = ", ".join(filter(None, [lexicon.name, lexicon.filters]))
    return Record(name, puzzle, file, report, bound, called, tuple(_faults(asked, file, report)))


def _instance(name: str) -> Spec:
    return load_instance(data_dir("instances") / f"{name}.toml")


def _folder() -> Path:
    return data_dir("instances") / "best"


def _faults(asked: Spec, file: GridFile, report: Report) -> Iterator[str]:
    """Yield why a grid is not a valid record: rule violations, then faults of the header."""
    yield from (violation.message for violation in report.violations)
    if _question(file.spec().for_grid(file.grid)) != _question(asked):
        yield "the lines above the grid describe another question than the instance"
    if _number(file, "cost") != report.cost:
        yield f"the lines above the grid do not give its cost, which is {report.cost}"
    missing = [key for key in FOUND if key not in file.header]
    if missing:
        yield f"the lines above the grid do not say how it was found: no {', '.join(missing)}"


def _question(spec: Spec) -> str:
    return question_sha256(spec.puzzle(), load(*spec.vocabulary))


def _number(file: GridFile, key: str) -> int | None:
    text = file.header.get(key)
    return None if text is None else whole_number(f"{file.name}: {key}", text)
