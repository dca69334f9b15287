"""Grid files: one grid or several, each with the header lines above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from patience.encodings import called, garbled, naming, read_bytes, ungarbled
from patience.errors import GridError, PatienceError
from patience.files import pasted
from patience.game.alphabet import Alphabet
from patience.game.grid import Grid
from patience.game.puzzle import Board, Frame, Goal, parse_size
from patience.question.header import alphabet_above, check_lexicon, from_header, header_of
from patience.question.spec import Spec

_NOTHING = Spec()


class GridFile(NamedTuple):
    """A grid as read, with the ``; key: value`` lines above it (keys in lower case).

    `name` is for messages, `number` counts the grids of the file from 1, and `notes` state how
    ambiguities were resolved. `layout` is the grid for a board if it differs there: the blocks of
    a crossword are closed cells. `clues` are those of a crossword, by word.
    """

    name: str
    folder: Path
    grid: Grid
    header: dict[str, str]
    number: int = 1
    notes: tuple[str, ...] = ()
    layout: Grid | None = None
    clues: Mapping[str, str] = {}

    def on(self, goal: Goal | None) -> Grid:
        """Return the grid for a goal."""
        return self.layout if self.layout and isinstance(goal, Board) else self.grid

    def spec(self, over: Spec | None = None, *, words: bool = True) -> Spec:
        """Return the puzzle that the header describes.

        Word lists that `over` replaces need not exist any more; without `words`, none is read.
        """
        flags = over or Spec()
        replaced = {
            "lexicon": flags.lexicon is not None,
            "ban": bool(flags.conventions.ban),
            "only": flags.conventions.only is not None,
            "also": bool(flags.conventions.also),
        }
        unread = {key for key, other in replaced.items() if other or not words}
        header = {key: text for key, text in self.header.items() if key not in unread}
        with naming(self.name):
            spec = from_header(header, self.grid, self.folder)
            check_lexicon(spec)
            return spec


def read_grid(path: str | Path, given: Spec = _NOTHING) -> GridFile:
    """Read a grid.

    Parameters
    ----------
    path : str or Path
        A file, or ``-`` for the standard input.
    given : Spec
        What is known of the puzzle; it decides between readings of different sizes.

    Raises
    ------
    FileError
        If the file cannot be read or is not text.
    GridError
        If the text is not a grid, or is ambiguous.
    """
    return next(_grids(read_bytes(path), called(path), Path(path).parent, given, whole=True))


def read_grids(path: str | Path, given: Spec = _NOTHING) -> list[GridFile]:
    """Read a file of one grid or several, each below its own comment lines.

    Parameters and errors are those of `read_grid`.
    """
    return [*_grids(read_bytes(path), called(path), Path(path).parent, given, whole=False)]


def parse_grid(content: str | bytes, name: str = "the text", given: Spec = _NOTHING) -> GridFile:
    """Parse a grid from a text or bytes; files named in its header are not searched for.

    `given` is what is known of the puzzle, as for `read_grid`.

    Raises
    ------
    GridError
        If the content is not a grid, or is ambiguous.
    """
    return next(_grids(content, name, Path(), given, whole=True))


def _grids(
    content: str | bytes, source: str, folder: Path, given: Spec, *, whole: bool
) -> Iterator[GridFile]:
    notes: list[str] = []
    fits = partial(_fits, given, folder)

    def tiles_of(header: Mapping[str, str]) -> Alphabet:
        return given.alphabet or alphabet_above(header)

    with naming(source):
        plain = content.decode() if isinstance(content, bytes) and content.isascii() else content
        lines = pasted.plain_lines(plain) if isinstance(plain, str) else None
        if lines is None:
            from patience.files.exchange import exchanged  # noqa: PLC0415 (most grids are plain)

            text, notes, found = exchanged(content, source, fits, tiles_of)
            if found is not None:
                grid, header, more, layout, clues = found
                yield GridFile(source, folder, grid, header, 1, (*notes, *more), layout, clues)
                return
            _refuse_garbled(text)
            lines, unwrapping = pasted.unwrapped(text)
            notes += unwrapping
    parts = pasted.parts(lines)
    if whole and len(parts) > 1:
        raise GridError(
            f"{source} holds {len(parts)} grids: give a file with one", "several", n=len(parts)
        )
    for number, part in enumerate(parts, 1):
        name = source if len(parts) == 1 else f"{source}, grid {number}"
        with naming(name):
            header, remarks = header_of({x.number: x.text for x in part if x.is_comment})
            grid, said = pasted.read(part, partial(fits, header), tiles_of(header))
        yield GridFile(name, folder, grid, header, number, (*notes, *remarks, *said))


def _refuse_garbled(text: str) -> None:
    """Raise if rows have two signs where the writer had a letter with an accent."""
    for number, line in enumerate(text.splitlines(), 1):
        found = next(iter(garbled(line).items()), ungarbled(line))
        if found and not line.startswith(";"):
            sign, meant = found
            raise GridError(
                f"line {number} is garbled: {sign} was {meant} before the text was read in another "
                "encoding; copy it again from its source, in UTF-8",
                "garbled",
                row=number,
                sign=sign,
                meant=meant,
            )


def _fits(given: Spec, folder: Path, header: Mapping[str, str], grid: Grid) -> bool:
    """Tell whether a grid has the size given by flags or header, else whether all tiles fill it.

    The number of tiles says nothing of a grid to complete, so at least half of the cells must have
    letters. Errors of a header are ignored here: they are reported when it is read for the puzzle.
    """
    sides, cells = (grid.width, grid.height), grid.width * grid.height
    named_in_goal = " " in header.get("goal", "") or {"size", "board"} & set(header)
    with suppress(PatienceError):
        spec = given.over(from_header(header, grid, folder))
        match spec.goal if given.goal or named_in_goal else None:
            case Frame(width, height):
                return sides == (width, height)
            case Board(layout):
                return sides == (layout.width, layout.height)
        if "size" in header:
            return sides == parse_size(header["size"])
        return cells == spec.tile_set.total <= 2 * len(grid.face_up())
    return False
