"""Lines of text or of tiles in a column; none is wider than it, however long its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from patience.game.grid import Grid
from patience.render.drawing import CELL, Item, Text, moved
from patience.render.letters import PLAIN, STRONG, drawable, width
from patience.render.scene import Kind, Tile
from patience.render.tiles import TABLE_EDGE, tile_at, tiles_on_table

# Sizes in units: of a heading and of text, of a line, and of the small tile before a label.
TITLE, TEXT, LINE, _ICON = 15.0, 11.0, 16.0, 15.0
# Ends a line within a word that is wider than the column.
_HYPHEN = "-"
# Tiles get as large as the page allows, or as those of the game: 22 mm.
_MAX_CELL = 62.4


class Line(NamedTuple):
    """Items side by side, placed from the top of the line, and its height."""

    height: float
    items: tuple[Item, ...] = ()


def stacked(lines: Iterable[Line], x: float, y: float) -> Iterator[Item]:
    """Yield the items of lines, one below the other from a place on."""
    for line in lines:
        yield from (moved(item, x, y) for item in line.items)
        y += line.height


def height_of(lines: Iterable[Line]) -> float:
    """Return how high lines are together."""
    return sum(line.height for line in lines)


def grid_line(grid: Grid, tiles: Sequence[Tile], cell: float, room: float = 0.0) -> Line:
    """Return the tiles of a grid on their table, centred if there is room."""
    edge = TABLE_EDGE * cell / CELL
    left = max((room - grid.width * cell) / 2, edge)
    return Line(grid.height * cell + 2 * edge, tiles_on_table(grid, tiles, left, edge, cell))


def cell_for(grid: Grid, across: float, down: float) -> float:
    """Return the side of a cell for which a grid and the table's edge fill the room."""
    edge = 2 * TABLE_EDGE / CELL
    fitting = min(across / (grid.width + edge), down / (grid.height + edge), _MAX_CELL)
    return max(fitting, 1.0)


class Flow:
    """A column of text as wide as `room`; `lines` grows with each part, `scale` is its text's."""

    def __init__(self, room: float, scale: float) -> None:
        self.lines: list[Line] = []
        self.room, self._scale = room, scale

    def gap(self, height: float = 4.0) -> None:
        """Leave some room."""
        self.lines.append(Line(height * self._scale))

    def heading(self, text: str, size: float = TITLE, *, plain: bool = False) -> None:
        """Set a text in a larger size."""
        self.gap(size - TEXT)
        self._set(text.split(" "), face=PLAIN if plain else STRONG, size=size)

    def entry(self, label: str, page: int) -> None:
        """Set a label, and behind dots the number of its page at the right edge."""
        self.paragraph(label.split(" "))
        size, last = TEXT * self._scale, self.lines[-1]
        left, right = size, self.room - width(PLAIN, size, str(page))
        left += max(x.x + width(x.face, x.size, x.text) for x in last.items if isinstance(x, Text))
        step = width(PLAIN, size, " .")
        dots = " ." * max(int((right - size - left) / step), 0)
        texts = (right - len(dots) / 2 * step - size, dots), (right, str(page))
        items = (Text(x, last.height, size, PLAIN, "text", text) for x, text in texts if text)
        self.lines[-1] = Line(last.height, (*last.items, *items))

    def paragraph(
        self,
        words: Sequence[str],
        *,
        between: str = " ",
        label: str = "",
        label_width: float = 0.0,
        kind: Kind | None = None,
        colour: str = "text",
    ) -> None:
        """Set words with a text between them, beside a label and a small tile."""
        before: list[Item] = []
        left, scale = 0.0, self._scale
        if kind is not None:
            before += tile_at(kind, "", left, (LINE - 11.5) * scale, _ICON * scale)
            left += (_ICON + 5) * scale
        if label:
            before.append(Text(left, LINE * scale, TEXT * scale, STRONG, colour, drawable(label)))
            left += max(width(STRONG, TEXT * scale, label) + 8 * scale, label_width * scale)
        self._set(words, between, colour=colour, before=before, left=left)

    def _set(
        self,
        words: Sequence[str],
        between: str = " ",
        *,
        face: str = PLAIN,
        size: float = TEXT,
        colour: str = "text",
        before: Sequence[Item] = (),
        left: float = 0.0,
    ) -> None:
        scale = self._scale
        height = (LINE + max(size - TITLE, 0.0)) * scale
        room = self.room - left
        for text in _filled(map(drawable, words), between, face, size * scale, room):
            line = Text(left, height, size * scale, face, colour, text)
            self.lines.append(Line(height, (*before, line)))
            before = ()


def _filled(
    words: Iterable[str], between: str, face: str, size: float, room: float
) -> Iterator[str]:
    """Yield lines that fit the room, as many words in each as go."""
    gap = width(face, size, between)
    line: list[str] = []
    taken = 0.0
    for word in (piece for each in words for piece in _pieces(each, face, size, room)):
        wide = width(face, size, word)
        if line and taken + gap + wide > room:
            yield between.join(line).rstrip()
            line, taken = [], 0.0
        taken += wide + (gap if line else 0.0)
        line.append(word)
    if line:
        yield between.join(line).rstrip()


def _pieces(word: str, face: str, size: float, room: float) -> Iterator[str]:
    """Yield a word, in pieces with hyphens if it is wider than the room."""
    if width(face, size, word) <= room:
        yield word
        return
    room -= width(face, size, _HYPHEN)
    start, taken = 0, 0.0
    for end, letter in enumerate(word):
        wide = width(face, size, letter)
        if end > start and taken + wide > room:
            yield word[start:end] + _HYPHEN
            start, taken = end, 0.0
        taken += wide
    yield word[start:]
