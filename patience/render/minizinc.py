"""A frame or a compact grid as a model for MiniZinc with its data, so that solvers can compare."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from math import isqrt
from pathlib import Path

from patience.engines.dawg import END, FIRST_DEEP, ROOT, Dawg, build
from patience.errors import PatienceError
from patience.game.alphabet import Alphabet, written
from patience.game.grid import BLANK
from patience.game.puzzle import Board, Compact, Puzzle
from patience.question.header import from_header, to_header
from patience.question.spec import chosen_rules
from patience.render.scene import Scene
from patience.words.lexicon import load

_MODELS = files("patience.render") / "templates"


def minizinc(scene: Scene) -> str:
    """Return a model that finds the best grid of a scene's puzzle, and its data.

    The table of a compact grid is as large as a better grid than the scene's can need.

    Raises
    ------
    PatienceError
        If the model has no part for a rule of the puzzle, or the header names no words.
    """
    puzzle = scene.puzzle
    _refuse_what_the_model_lacks(puzzle)
    spec = from_header(scene.header, scene.grid, Path()).for_grid(scene.grid)
    lexicon, tiles = load(*spec.vocabulary), puzzle.tiles
    columns, rows = _table(puzzle, scene.cost)
    data: dict[str, object] = {
        "rows": rows,
        "columns": columns,
        "kinds": len(tiles.alphabet),
        "faces": [BLANK, *(written(x) for x in tiles.alphabet.symbols)],
        "supply": list(tiles.counts),
        "jokers": tiles.jokers,
        "connected": puzzle.rules.connected,
        "header": [f"; {key}: {text}\n" for key, text in to_header(spec).items()],
    }
    if isinstance(puzzle.goal, Compact):
        data["turned_is_the_same"] = puzzle.goal.within is None
    graph = build(lexicon.words, max(rows, columns), tiles.counts, tiles.jokers)
    parts = (_MODELS / f"{x}.mzn" for x in ("grid", puzzle.goal_name))
    model = "".join(part.read_text("utf-8") for part in parts)
    return "\n".join(
        [model, "% The data.", "", *_assigned(data), *_automaton(graph, tiles.alphabet)]
    )


def _refuse_what_the_model_lacks(puzzle: Puzzle) -> None:
    """Reject a puzzle with a rule that the model does not state.

    Raises
    ------
    PatienceError
        It names the rule.
    """
    lacks = {
        "boards": isinstance(puzzle.goal, Board),
        "cells laid before": puzzle.start is not None,
        "as many tiles as wanted": puzzle.tiles.free,
        "compact grids in pieces": puzzle.goal_name == "compact" and not puzzle.rules.connected,
    }
    missing = [what for what, asked in lacks.items() if asked]
    rules = chosen_rules(puzzle.rules).keys() - {"connected"}
    missing += [f"the rule {name.replace('_', '-')}" for name in sorted(rules)]
    if missing:
        raise PatienceError(
            f"the model for MiniZinc has frames and compact grids, but not {missing[0]}: "
            "take a puzzle without"
        )


def _table(puzzle: Puzzle, cost: int | None) -> tuple[int, int]:
    """Return the columns and rows that a grid of the puzzle can need.

    Around n letters in one piece, w + h is at most n + 1; a compact grid that is turned is as good.
    """
    if puzzle.size is not None:
        return puzzle.size
    assert isinstance(puzzle.goal, Compact)
    if puzzle.goal.within is not None:
        return puzzle.goal.within
    letters = puzzle.tiles.total
    if cost is None:
        return (letters + 1) // 2, letters
    return min(isqrt(cost), (letters + 1) // 2), min(cost, letters)


def _automaton(graph: Dawg, alphabet: Alphabet) -> Iterator[str]:
    """Yield the automaton of a line: the nodes of a word graph, and the way back from each end."""
    letters = range(len(alphabet))
    number, rows = {ROOT: 1}, []
    queue = [ROOT]
    for node in queue:  # it grows
        after = [graph.after(node, letter) for letter in letters]
        for to in after:
            if to is not None and to not in number:
                number[to] = len(number) + 1
                queue.append(to)
        # A run of one letter is no word across, but may be one down.
        ends = node < FIRST_DEEP or bool(int(graph.nodes[node]) & END)
        rows.append([int(ends), *(0 if to is None else number[to] for to in after)])
    yield f"states = {len(rows)};"
    accepting = ", ".join(str(n) for n, row in enumerate(rows, 1) if row[0])
    yield f"accepting = {{{accepting}}};"
    table = "\n | ".join(", ".join(map(str, row)) for row in rows)
    yield f"next = [| {table} |];\n"


def _assigned(data: Mapping[str, object]) -> Iterator[str]:
    """Yield assignments; MiniZinc writes these values as JSON does."""
    for key, value in data.items():
        yield f"{key} = {json.dumps(value, ensure_ascii=False)};"
