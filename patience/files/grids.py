"""Grid files: one grid or several, each with the lines above it that say what it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from patience.errors import GridError, PatienceError
from patience.files import pasted
from patience.files.exchange import read_exchanged
from patience.files.spec import Spec
from patience.files.text import STREAM, named, read_decoded
from patience.game.grid import Grid
from patience.game.puzzle import Board, Frame, parse_size

_NOTHING = Spec()


class GridFile(NamedTuple):
    """A grid as read, with the ``; key: value`` lines above it (keys in lower case).

    `name` is what messages call it, `number` which of its file's grids it is, from 1. `notes` say
    what was taken for what where the text was no plain grid.
    """

    name: str
    folder: Path
    grid: Grid
    header: dict[str, str]
    number: int = 1
    notes: tuple[str, ...] = ()

    def spec(self) -> Spec:
        """Return what the header says of the puzzle."""
        with named(self.name):
            return Spec.from_header(self.header, self.grid, self.folder)


def read_grid(path: str | Path, given: Spec = _NOTHING) -> GridFile:
    """Read a grid.

    Parameters
    ----------
    path : str or Path
        A file, or ``-`` for the standard input.
    given : Spec
        What is known of its puzzle: it decides where a text can be read as grids of two sizes.

    Raises
    ------
    FileError
        If the file cannot be read or is no text.
    GridError
        If its text is no grid, or could be two.
    """
    return next(_grids_in(path, given, whole=True))


def read_grids(path: str | Path, given: Spec = _NOTHING) -> list[GridFile]:
    """Read a file that may hold several grids, each below comment lines of its own.

    Parameters and errors are those of `read_grid`.
    """
    return list(_grids_in(path, given, whole=False))


def parse_grid(text: str, name: str = "the text") -> GridFile:
    """Read a grid from text that is in no file; files that its header names are not looked for.

    Raises
    ------
    GridError
        If it is no grid, or could be two.
    """
    return next(_grids(text, name, Path(), _NOTHING, whole=True))


def _grids_in(path: str | Path, given: Spec, *, whole: bool) -> Iterator[GridFile]:
    """Yield the grids of a file; as a single one if it is to be taken as a `whole`."""
    name = "standard input" if str(path) == STREAM else str(path)
    decoded = read_decoded(path)
    guess = () if decoded.certain or decoded.text.isascii() else (f"read as {decoded.encoding}",)
    for file in _grids(decoded.text, name, Path(path).parent, given, whole=whole):
        yield file._replace(notes=(*guess, *file.notes))


def _grids(text: str, source: str, folder: Path, given: Spec, *, whole: bool) -> Iterator[GridFile]:
    with named(source):
        exchanged = read_exchanged(text)
        if exchanged is not None:
            yield GridFile(source, folder, *exchanged)
            return
        lines, notes = pasted.unwrapped(text)
    parts = pasted.parts(lines)
    if whole and len(parts) > 1:
        raise GridError(f"{source} holds {len(parts)} grids: give a file with one")
    for number, part in enumerate(parts, 1):
        name = source if len(parts) == 1 else f"{source}, grid {number}"
        header = pasted.header(part)
        with named(name):
            grid, more = pasted.read(part, partial(_fits, given, header, folder))
        yield GridFile(name, folder, grid, header, number, (*notes, *more))


def _fits(given: Spec, header: Mapping[str, str], folder: Path, grid: Grid) -> bool:
    """Tell whether a grid has the size that flags or header name; else whether all tiles fill it.

    Of a grid to complete that says nothing: so at least half of its cells show letters.

    What is wrong with a header comes out when it is read for the puzzle.
    """
    sides, cells = (grid.width, grid.height), grid.width * grid.height
    named_in_goal = " " in header.get("goal", "") or {"size", "board"} & set(header)
    with suppress(PatienceError):
        spec = given.over(Spec.from_header(header, grid, folder))
        match spec.goal if given.goal or named_in_goal else None:
            case Frame(width, height):
                return sides == (width, height)
            case Board(layout):
                return sides == (layout.width, layout.height)
        if "size" in header:
            return sides == parse_size(header["size"])
        return cells == spec.tile_set.total <= 2 * len(grid.face_up())
    return False
