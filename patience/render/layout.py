"""Where the parts of a picture stand: the tiles, and the caption below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from patience.game.grid import Grid
from patience.render.drawing import CELL, Drawing, Item, Placed, Shape, Text, rounded
from patience.render.letters import CAPITAL, PLAIN, STRONG, TILE, drawable, width
from patience.render.scene import Kind, Scene, Tile

# Around the whole picture, and around the tiles on their table.
MARGIN = 10.0
TABLE_EDGE = 7.0

# The letter of a tile, its em in cells; a devil's is smaller, below its horns.
_LETTER = 0.66
_DEVIL_LETTER = 0.54
_DEVIL_DROP = 0.075

# The caption: sizes of its text in units, and the narrowest column it is set in.
_TITLE, _TEXT, _LINE, _ICON = 15.0, 11.0, 16.0, 15.0
# The words across and down start below each other.
_LABEL = 40.0
_NARROWEST = 8.5 * CELL
# Longer lists of words end in "and N more".
_MOST_WORDS = 400


@dataclass(frozen=True)
class Parts:
    """A picture in its parts, from back to front: the table, each row of tiles, the caption."""

    width: float
    height: float
    table: Item
    rows: tuple[tuple[Item, ...], ...]
    caption: tuple[Item, ...]


def picture(scene: Scene, *, caption: bool = True, margin: float = MARGIN) -> Drawing:
    """Return the picture of a scene: its tiles, and below them what there is to tell."""
    parts = arrange(scene, caption=caption, margin=margin)
    items = (parts.table, *(item for row in parts.rows for item in row), *parts.caption)
    return Drawing(parts.width, parts.height, items, scene.title, description(scene))


def arrange(scene: Scene, *, caption: bool = True, margin: float = MARGIN) -> Parts:
    """Return the picture of a scene in its parts."""
    across, down = scene.grid.width * CELL, scene.grid.height * CELL
    inner = max(across + 2 * TABLE_EDGE, _NARROWEST if caption else 0.0)
    left, top = margin + (inner - across) / 2, margin + TABLE_EDGE
    lines: list[Item] = []
    bottom = top + down + TABLE_EDGE
    if caption:
        lines, bottom = caption_below(scene, margin, bottom, inner)
    return Parts(
        inner + 2 * margin,
        bottom + margin,
        table(scene.grid, left, top),
        tuple(rows_of_tiles(scene.tiles, scene.grid.width, left, top)),
        tuple(lines),
    )


def bare_picture(grid: Grid, tiles: Sequence[Tile], title: str) -> Drawing:
    """Return the picture of tiles of which nothing else is known."""
    rows = rows_of_tiles(tiles, grid.width, TABLE_EDGE, TABLE_EDGE)
    items = (table(grid, TABLE_EDGE, TABLE_EDGE), *(item for row in rows for item in row))
    sides = grid.width * CELL + 2 * TABLE_EDGE, grid.height * CELL + 2 * TABLE_EDGE
    return Drawing(*sides, items, title, f"Rows: {', '.join(grid.rows)}.")


def table(grid: Grid, x: float, y: float, cell: float = CELL) -> Item:
    """Return the table below the tiles, of which the first has its upper left corner there."""
    edge = TABLE_EDGE * cell / CELL
    sides = grid.width * cell + 2 * edge, grid.height * cell + 2 * edge
    return Shape(rounded(x - edge, y - edge, *sides, edge), "table")


def rows_of_tiles(
    tiles: Sequence[Tile], width: int, x: float, y: float, cell: float = CELL
) -> Iterator[tuple[Item, ...]]:
    """Yield the tiles of each row; the first tile has its upper left corner there."""
    for start in range(0, len(tiles), width):
        yield tuple(
            item
            for tile in tiles[start : start + width]
            for item in tile_at(
                tile.kind, tile.letter, x + tile.cell.col * cell, y + tile.cell.row * cell, cell
            )
        )


def tile_at(kind: Kind, letter: str, x: float, y: float, cell: float = CELL) -> Iterator[Item]:
    """Yield a tile and the letter on it."""
    yield Placed(kind.value, x, y, cell)
    if letter:
        devil = kind is Kind.DEVIL
        size = cell * (_DEVIL_LETTER if devil else _LETTER)
        yield Text(
            x + (cell - width(TILE, size, letter)) / 2,
            y + (cell + CAPITAL * size) / 2 + (_DEVIL_DROP * cell if devil else 0.0),
            size,
            TILE,
            "devil-ink" if devil else "ink",
            letter,
        )


def caption_below(
    scene: Scene, x: float, y: float, room: float, scale: float = 1.0
) -> tuple[list[Item], float]:
    """Return the caption and where it ends.

    Parameters
    ----------
    scene : Scene
    x, y : float
        Upper left corner.
    room : float
        Width to set it in.
    scale : float
        Of its text.
    """
    flow = _Flow(x, y + 4 * scale, room, scale)
    flow.heading(scene.title)
    commas = [f"{fact}," for fact in scene.facts[:-1]]
    flow.paragraph([*commas, *scene.facts[-1:]], between=" ", colour="soft")
    if scene.hidden:
        flow.gap()
        tiles = scene.hidden_phrase.split()
        flow.paragraph(tiles, between=" ", label=scene.hidden_name, kind=Kind.DOWN)
    if scene.devils:
        flow.gap()
        flow.paragraph(
            scene.devils_phrase.split(),
            between=" ",
            label="devil as" if len(scene.devils) == 1 else "devils as",
            kind=Kind.DEVIL if scene.marked else None,
        )
    for label, words in (("across", scene.across), ("down", scene.down)):
        if words:
            texts = [word.text for word in words[:_MOST_WORDS]]
            if len(words) > _MOST_WORDS:
                texts.append(f"and {len(words) - _MOST_WORDS} more")
            flow.gap()
            flow.paragraph(texts, between="   ", label=label, label_width=_LABEL)
    return flow.items, flow.bottom


def description(scene: Scene) -> str:
    """Return what a picture shows in words, for those who cannot see it."""
    parts = [
        f"{scene.title}; {', '.join(scene.facts)}.",
        f"Rows: {', '.join(scene.grid.rows)}." if len(scene.tiles) <= _MOST_WORDS else "",
    ]
    if scene.hidden:
        parts.append(f"{scene.hidden_name.capitalize()}: {scene.hidden_phrase}.")
    if scene.devils:
        parts.append(f"Devils as {scene.devils_phrase}.")
    return " ".join(filter(None, parts))


class _Flow:
    """Sets lines of text one below the other; `items` and `bottom` grow."""

    def __init__(self, x: float, y: float, room: float, scale: float) -> None:
        self.items: list[Item] = []
        self.bottom = y
        self._x, self._room, self._scale = x, room, scale

    def gap(self) -> None:
        """Leave some room."""
        self.bottom += 4 * self._scale

    def heading(self, text: str) -> None:
        """Set a line in the larger size."""
        self.bottom += (_TITLE - _TEXT) * self._scale
        self._set(text.split(), " ", STRONG, _TITLE, "text", self._x)

    def paragraph(
        self,
        words: Sequence[str],
        *,
        between: str,
        label: str = "",
        label_width: float = 0.0,
        kind: Kind | None = None,
        colour: str = "text",
    ) -> None:
        """Set words with a text between them, beside a label and a small tile."""
        scale, left = self._scale, self._x
        base = self.bottom + _LINE * scale
        if kind is not None:
            self.items += tile_at(kind, "", left, base - 11.5 * scale, _ICON * scale)
            left += (_ICON + 5) * scale
        if label:
            self.items.append(Text(left, base, _TEXT * scale, STRONG, colour, label))
            left += max(width(STRONG, _TEXT * scale, label) + 8 * scale, label_width * scale)
        self._set(words, between, PLAIN, _TEXT, colour, left)

    def _set(
        self, words: Sequence[str], between: str, face: str, size: float, colour: str, left: float
    ) -> None:
        size *= self._scale
        room = self._x + self._room - left
        for line in _lines([drawable(word) for word in words], between, face, size, room):
            self.bottom += _LINE * self._scale
            self.items.append(Text(left, self.bottom, size, face, colour, line))


def _lines(
    words: Sequence[str], between: str, face: str, size: float, room: float
) -> Iterator[str]:
    """Yield lines that fit the room, as many words in each as go; a word too long is cut."""
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
    """Yield a word, cut into pieces if it is wider than the room."""
    start, taken = 0, 0.0
    for end, letter in enumerate(word):
        wide = width(face, size, letter)
        if end > start and taken + wide > room:
            yield word[start:end]
            start, taken = end, 0.0
        taken += wide
    yield word[start:]
