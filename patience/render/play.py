"""A game in one file: the page with its table, its words and the best grid known, sealed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from patience import records
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.question.header import from_header
from patience.question.spec import Spec
from patience.referee import verify
from patience.render.bundle import bundled
from patience.render.graphs import base64, deflated, graph_of, page_words
from patience.render.page_form import alphabet_json, puzzle_json, rules_json, tiles_name
from patience.render.scene import Scene
from patience.version import program_version
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, available, everyday_of, load
from patience.words.reading import PLAIN


def play(scene: Scene, note: str = "") -> str:
    """Return a page to play a scene's puzzle on.

    The words are those of the lexicon and the conventions that the header names; those that the
    players add or bar are in the puzzle. The note is shown first.

    Raises
    ------
    PatienceError
        If the table is too large for the page, or the header names no words.
    """
    puzzle = scene.puzzle
    spec = from_header(scene.header, scene.grid, Path()).for_grid(scene.grid)
    name, conventions, how = spec.vocabulary
    lexicon = load(name, conventions, how)
    best = _best(scene, spec, lexicon)
    held = {
        "version": program_version(),
        "language": scene.language.code,
        "name": scene.name,
        "note": note,
        "puzzle": puzzle_json(replace(spec, start=None), available()),
        "rows": puzzle.start and puzzle.start.rows,
        "alphabets": {tiles_name(lexicon.alphabet): alphabet_json(lexicon.alphabet)},
        "rules": rules_json(),
        **page_words(name, conventions.without_own_words(), how),
        "everyday": _everyday(puzzle, name),
        "cost": best and puzzle.cost(best),
        "sealed": best and base64(deflated("/".join(best.rows).encode())),
    }
    content = json.dumps(held, ensure_ascii=False)
    # Its progress is kept under this name.
    named = {"id": hashlib.sha256(content.encode()).hexdigest()[:16]} | held
    return bundled("box.js", json.dumps(named, ensure_ascii=False), scene.language)


def _everyday(puzzle: Puzzle, lexicon: str) -> str | None:
    """Return the everyday words of a lexicon, for the badge of a frame; None if it knows none."""
    common = everyday_of(lexicon) if isinstance(puzzle.goal, Frame) else None
    return common and base64(graph_of(common, Conventions(), PLAIN))


def _best(scene: Scene, spec: Spec, lexicon: Lexicon) -> Grid | None:
    """Return the best grid known: that of the scene, if it is valid, or the record's."""
    grids = (grid for grid in _known(scene, spec) if verify(scene.puzzle, grid, lexicon).valid)
    return min(grids, key=scene.puzzle.rank, default=None)


def _known(scene: Scene, spec: Spec) -> Iterator[Grid]:
    conventions = spec.conventions.without_own_words()
    record = records.of(replace(spec, conventions=conventions))
    for grid in [scene.grid, *([record.grid] if record else [])]:
        yield _upright(scene.puzzle, grid)


def _upright(puzzle: Puzzle, grid: Grid) -> Grid:
    """Return a grid as the table lies."""
    is_turned = isinstance(puzzle.goal, Frame) and puzzle.size != (grid.width, grid.height)
    return grid.transposed() if is_turned else grid
