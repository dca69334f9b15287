"""Solutions, several on a page: a name, a small grid, what it costs, what its rare words are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from patience.render.drawing import CELL
from patience.render.flow import Flow, Line, cell_for, grid_line, height_of, stacked
from patience.render.language import Language
from patience.render.puzzles import heading
from patience.render.scene import Scene
from patience.render.sheets import Block, Sheet
from patience.render.text import cost_phrase
from patience.render.tiles import TABLE_EDGE
from patience.words.accents import spelled_forms
from patience.words.lexicon import everyday_of, load, origins

# The largest and the smallest good side of a cell, most columns, and the gap between them.
_MAX_CELL, _MIN_CELL, _COLUMNS, _GAP = 18.0, 11.0, 4, 20.0
_NAME, _TITLE = 12.0, 17.0
_SCALE, _SMALL = 0.85, 0.65


def solutions(scenes: Sequence[Scene], sheet: Sheet, *, caption: bool) -> Iterator[Block]:
    """Yield rows of solutions, spread evenly over as few pages as they need."""
    edge = 2 * TABLE_EDGE / CELL
    widest = max(scene.grid.width for scene in scenes) + edge
    fitting = (sheet.across + _GAP) / (_MIN_CELL * sheet.scale * widest + _GAP)
    columns = max(min(int(fitting), _COLUMNS, len(scenes)), 1)
    room = (sheet.across + _GAP) / columns - _GAP
    title = Flow(sheet.across, sheet.scale)
    title.heading(scenes[0].language("solutions"), _TITLE)
    if caption and any(map(rare_words, scenes)):
        title.lines += _small(scenes[0].language("rare"), sheet.across, sheet.scale)
    title.gap(8.0)
    down = sheet.down - height_of(title.lines)
    cells = [solution(scene, room, down, sheet.scale, caption) for scene in scenes]
    for n, row in enumerate(_row(some, room) for some in _in_rows(cells, columns)):
        yield Block([*([] if n else title.lines), row], fresh=n == 0)


def _in_rows(cells: Sequence[list[Line]], columns: int) -> Iterator[Sequence[list[Line]]]:
    """Yield rows of solutions; the last one is not alone in its row if there are several."""
    ends = [*range(columns, len(cells), columns), len(cells)]
    if len(ends) > 1 and columns > 1 and ends[-1] - ends[-2] == 1:
        ends[-2] -= 1
    for first, last in pairwise([0, *ends]):
        yield cells[first:last]


def _small(text: str, room: float, scale: float) -> list[Line]:
    """Return a text in small print."""
    flow = Flow(room, scale * _SMALL)
    flow.paragraph(text.split(" "), colour="soft")
    return flow.lines


def rare_words(scene: Scene) -> list[str]:
    """Return the words that are in no everyday list, spelled and explained as far as is known."""
    base = scene.header.get("lexicon", "").partition("-")[0]
    common = everyday_of(base)
    if common is None:
        return []
    everyday = load(common)
    rare = sorted({run.text for run in scene.words if run.text not in everyday})
    return [_explained(word, base, scene.language) for word in rare]


def _explained(word: str, base: str, words: Language) -> str:
    """Return how people write a word, its kinds, and what it is a form of: ``halait, v. haler``."""
    found: dict[tuple[str, ...], dict[str, None]] = {}
    for kinds, lemmas in origins(base, word).items():
        label = words(f"kind_{kinds[0]}") if kinds else ""
        found.setdefault(tuple(lemmas), {}).update({label: None} if label else {})
    parts = (" ".join(filter(None, [", ".join(kinds), *lemmas])) for lemmas, kinds in found.items())
    written = "/".join(spelled_forms(word, base) or [word.lower()])
    return ", ".join(filter(None, [written, *parts]))


def solution(scene: Scene, room: float, down: float, scale: float, caption: bool) -> list[Line]:
    """Return the solution of a puzzle, no wider than a room and, if it can be, no higher."""
    flow = Flow(room, scale * _SCALE)
    flow.heading(heading(scene), _NAME)
    flow.gap()
    below = Flow(room, scale * _SCALE)
    if caption and scene.cost is not None:
        below.paragraph(cost_phrase(scene.puzzle, scene.cost, scene.language).split(" "))
        below.lines += _small("; ".join(rare_words(scene)), room, scale)
    left = down - height_of(flow.lines) - height_of(below.lines)
    cell = min(cell_for(scene.grid, room, left), _MAX_CELL * scale)
    return [*flow.lines, grid_line(scene.grid, scene.tiles, cell), *below.lines]


def _row(cells: Sequence[Sequence[Line]], room: float) -> Line:
    """Return solutions side by side as one line."""
    items = (x for n, lines in enumerate(cells) for x in stacked(lines, n * (room + _GAP), 0.0))
    return Line(max(map(height_of, cells)), tuple(items))
