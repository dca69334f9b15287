"""What goes in and out of the page: files opened and saved, pictures of how a grid came about."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Any

from starlette.responses import Response

from patience.files.grids import parse_grid, read_grid
from patience.files.spec import Spec
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.game.referee import verify
from patience.render.json import dumps, grid_json
from patience.render.svg import grid_svg
from patience.render.text import grid_text
from patience.shipped import data_dir
from patience.web.guard import Refusal
from patience.web.messages import Open, Replay, Save, puzzle_json
from patience.words.lexicon import Lexicon
from patience.words.wordlist import fold, is_word

# Each form the page can save: the ending of its files, and its media type.
FORMS = {
    "text": "txt",
    "json": "json",
    "svg": "svg",
}
_TYPES = {
    "txt": "text/plain; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}

# Header lines whose values may name files: from a page they may hold words and names only.
_WORD_LISTS = ("ban", "only")


def opened(said: Open, lexicons: Container[str]) -> dict[str, Any]:
    """Return the puzzle and the grid of a file's text, as the page keeps them.

    Raises
    ------
    PatienceError
        If the text is no grid, or its header makes no sense.
    """
    file = parse_grid(said.text, said.name or "the file")
    header = dict(file.header)
    for key in _WORD_LISTS:
        if key in header:
            header[key] = ",".join(w for w in header[key].split(",") if is_word(fold(w.strip())))
            if not header[key]:
                del header[key]
    if header.get("lexicon") not in lexicons:
        header.pop("lexicon", None)
    spec = replace(Spec.from_header(header, file.grid, file.folder), start=None)
    spec = spec.for_grid(file.grid)
    grid = file.grid.settled(spec.tile_set.jokers)
    return {"puzzle": puzzle_json(spec, lexicons), "rows": list(grid.rows)}


def saved(said: Save, lexicon: Lexicon) -> Response:
    """Write a grid in one of `FORMS`."""
    grid, puzzle = Grid(tuple(said.rows)), said.puzzle.puzzle()
    if said.form not in FORMS:
        raise Refusal(422, "form", f"no form {said.form!r}: take one of {', '.join(FORMS)}")
    header = _header(said, puzzle, grid, lexicon)
    match said.form:
        case "json":
            text = dumps(grid_json(grid, header))
        case "svg":
            text = grid_svg(grid, bare=not isinstance(puzzle.goal, Frame))
        case _:
            text = grid_text(grid, header)
    return _download(text.encode(), FORMS[said.form])


def replayed(said: Replay) -> Response:
    """Draw the stages of a grid one after the other."""
    raise Refusal(501, "form", "this version draws no films")


def shipped_boards() -> dict[str, list[str]]:
    """Return the boards that ship, by name."""
    folder = data_dir("instances") / "boards"
    return {path.stem: list(read_grid(path).grid.rows) for path in sorted(folder.glob("*.txt"))}


def _header(said: Save, puzzle: Puzzle, grid: Grid, lexicon: Lexicon) -> dict[str, Any]:
    """Return the lines above a grid; its cost is told only if the referee finds no fault."""
    report = verify(puzzle, grid, lexicon)
    cost = {"cost": report.cost} if report.valid else {}
    return {**said.puzzle.spec().to_header(), **cost}


def _download(body: bytes, ending: str) -> Response:
    return Response(
        body,
        media_type=_TYPES[ending],
        headers={
            "content-disposition": f'attachment; filename="patience.{ending}"',
            "cache-control": "no-store",
        },
    )
