"""Grids, tile sets, reports and results as notebooks show them."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from patience.game.alphabet import faces
from patience.game.grid import Grid
from patience.game.tiles import TileSet
from patience.referee.report import Reading, Report
from patience.render.drawing import CELL, Drawing
from patience.render.json import dumps, result_json
from patience.render.layout import bare_picture
from patience.render.letters import one_line
from patience.render.scene import kinds_of, tiles_of
from patience.render.svg import svg
from patience.render.text import tiles_phrase
from patience.render.tiles import tiles_in_rows
from patience.result import Result

# A notebook's pictures are smaller than those of files; a row of tiles is as wide as a page.
_SCALE = 0.8
_COLUMNS = 16


def drawn(value: object, form: str) -> str | None:
    """Draw an object in a form that `patience.game.displayed.draw` names."""
    draw = _FORMS.get((type(value), form))
    return None if draw is None else draw(value)


def grid_svg(grid: Grid, *, frame: bool = False) -> str:
    """Return a grid whose puzzle is not known: blanks are bare table, unless it is a `frame`."""
    title = f"a grid of {grid.width} × {grid.height} cells"  # noqa: RUF001
    return svg(bare_picture(grid, tiles_of(grid, frame=frame), title), scale=_SCALE)


def _tiles_svg(tiles: TileSet) -> str:
    kinds = kinds_of(tiles)
    columns, rows = min(len(kinds), _COLUMNS), -(-len(kinds) // _COLUMNS)
    items = tuple(tiles_in_rows(kinds, _COLUMNS))
    drawing = Drawing(columns * CELL, rows * CELL, items, tiles.name, str(tiles))
    return svg(drawing, scale=0.6)


def _report_html(report: Report) -> str:
    verdict = f"<b>{'valid' if report.valid else 'not valid'}</b>, cost {report.cost}"
    faults = [f"{_plain(each.rule)}: {_plain(each.message)}" for each in report.violations]
    return f"<div>{'<br>'.join([verdict, *faults, *_lists(report)])}</div>"


def _lists(report: Reading) -> list[str]:
    """Return one line for each list of words or tiles in a report."""
    lists = {
        "across": [word.spelling for word in report.words if word.across],
        "down": [word.spelling for word in report.words if not word.across],
        "more than once": [*map(faces, report.repeated)],
        "jokers as": tiles_phrase(report.jokers).split(),
        "not face up": tiles_phrase(report.face_down).split(),
    }
    return [f"<b>{name}</b> {' '.join(map(_plain, x))}" for name, x in lists.items() if x]


def _result_html(result: Result) -> str:
    text = _plain(repr(result).removeprefix("Result(").removesuffix(")"))
    text += f"<br>{_plain(result.reason)}" if result.reason else ""
    if result.best is None:
        return f"<div>{text}</div>"
    # A result does not know its puzzle, but only a frame's cost is its number of blanks.
    picture = grid_svg(result.best, frame=result.cost == result.best.blanks)
    lists = [] if result.report is None else _lists(result.report)
    return f"<div>{picture}<br>{'<br>'.join([text, *lists])}</div>"


def _plain(text: str) -> str:
    return escape(one_line(text))


_FORMS: dict[tuple[type, str], Callable[[Any], str]] = {
    (Grid, "svg"): grid_svg,
    (TileSet, "svg"): _tiles_svg,
    (Report, "html"): _report_html,
    (Result, "html"): _result_html,
    (Result, "json"): lambda result: dumps(result_json(result)),
}
