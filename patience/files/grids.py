"""Grid files: one grid or several, each with the lines above it that say what it answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from patience.files.exchange import read_exchanged
from patience.files.spec import Spec, check_lexicon
from patience.files.text import STREAM, named, read_text
from patience.game.grid import Grid


class GridFile(NamedTuple):
    """A grid as read, with the ``; key: value`` lines above it (keys in lower case).

    `name` is what messages call it, `number` which of its file's grids it is, from 1.
    """

    name: str
    folder: Path
    grid: Grid
    header: dict[str, str]
    number: int = 1

    def spec(self, over: Spec | None = None, *, words: bool = True) -> Spec:
        """Return what the header says of the puzzle.

        Parameters
        ----------
        over : Spec, optional
            What is to override it: word lists that it replaces need not be there any more.
        words : bool
            False where nobody asks which words are allowed: then no list is read.
        """
        flags = over or Spec()
        replaced = {
            "lexicon": flags.lexicon is not None,
            "ban": bool(flags.conventions.ban),
            "only": flags.conventions.only is not None,
        }
        unread = {key for key, other in replaced.items() if other or not words}
        header = {key: text for key, text in self.header.items() if key not in unread}
        with named(self.name):
            spec = Spec.from_header(header, self.grid, self.folder)
            check_lexicon(spec)
            return spec


def read_grid(path: str | Path) -> GridFile:
    """Read a grid.

    Parameters
    ----------
    path : str or Path
        A file, or ``-`` for the standard input.

    Raises
    ------
    FileError
        If the file cannot be read or is no text.
    GridError
        If its text is no grid.
    """
    return next(_grids_in(path, whole=True))


def read_grids(path: str | Path) -> list[GridFile]:
    """Read a file that may hold several grids, each below comment lines of its own.

    Parameters and errors are those of `read_grid`.
    """
    return list(_grids_in(path, whole=False))


def parse_grid(text: str, name: str) -> GridFile:
    """Read a grid from text that is in no file; files that its header names are not looked for.

    Raises
    ------
    GridError
        If it is no grid.
    """
    with named(name):
        exchanged = read_exchanged(text)
        grid, header = exchanged or (Grid.parse(text), _header(text))
        return GridFile(name, Path(), grid, header)


def _grids_in(path: str | Path, *, whole: bool) -> Iterator[GridFile]:
    """Yield the grids of a file; as a single one if it is to be taken as a `whole`."""
    source, folder = "standard input" if str(path) == STREAM else str(path), Path(path).parent
    text = read_text(path)
    with named(source):
        exchanged = read_exchanged(text)
    if exchanged is not None:
        yield GridFile(source, folder, *exchanged)
        return
    parts = [text] if whole else _parts(text)
    for number, part in enumerate(parts, 1):
        name = source if len(parts) == 1 else f"{source}, grid {number}"
        with named(name):
            grid = Grid.parse(part)
        yield GridFile(name, folder, grid, _header(part), number)


def _parts(text: str) -> list[str]:
    """Split a text before each comment line that follows an empty line below a grid.

    Comments at the very end belong to the last grid.
    """
    parts = [""]
    before = ""
    for line in text.splitlines(keepends=True):
        if line[:1] == ";" and not before.strip() and _has_cells(parts[-1]):
            parts.append("")
        parts[-1] += line
        before = line
    if len(parts) > 1 and not _has_cells(parts[-1]):
        last = parts.pop()
        parts[-1] += last
    return parts


def _has_cells(text: str) -> bool:
    return any(line.strip() and line[:1] != ";" for line in text.splitlines())


def _header(text: str) -> dict[str, str]:
    """Return the comment lines of the form ``; key: value``."""
    comments = (line[1:] for line in text.removeprefix("\ufeff").splitlines() if line[:1] == ";")
    pairs = (line.partition(":") for line in comments)
    return {key.strip().lower(): value.strip() for key, _, value in pairs if value.strip()}
