"""Grids, verdicts and results as JSON objects; rows and columns count from 0."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from patience.game.alphabet import faces, written
from patience.game.grid import Cell, Grid, Run, bounding_sides
from patience.game.puzzle import Puzzle
from patience.game.tiles import TileSet
from patience.referee import read
from patience.referee.report import Report
from patience.render.text import size_phrase
from patience.result import Result
from patience.words.scores import NO_SCORE, Worth


def dumps(value: object) -> str:
    """Return JSON text in ASCII, which every terminal can show."""
    return json.dumps(value, indent=2) + "\n"


def result_json(result: Result) -> dict[str, Any]:
    """Return the object that ``solve --format json`` prints, of a result with its request.

    The keys are the same whether or not a grid was found: `cost`, `grid` and, for a free shape,
    `size` are then null, and the lists empty.
    """
    best, request = result.best, result.request
    assert request is not None, "the request is part of the JSON"
    puzzle = request.puzzle
    reading = None if best is None else result.report or read(puzzle, best)
    stats = asdict(result.stats)
    elapsed, history = stats.pop("elapsed_s"), stats.pop("history")
    if result.others:
        stats["others"] = [
            {"grid": rows_json(other), "cost": puzzle.cost(other)} for other in result.others
        ]
    return {
        "goal": puzzle.goal_name,
        "size": _size(puzzle, best),
        "status": result.status.value,
        "cost": result.cost,
        "bound": result.bound,
        "proven": sorted(result.proven),
        "grid": None if best is None else rows_json(best),
        "words": [] if reading is None else words_json(reading.words),
        **({} if result.worth is None else {"worth": _worth_json(result.worth)}),
        "face_down": [] if reading is None else [*map(faces, reading.face_down)],
        "jokers": [] if reading is None else [*map(faces, reading.jokers)],
        "tiles": hand_json(puzzle.tiles),
        "lexicon": {
            "name": request.lexicon,
            "sha256": request.lexicon_sha256,
            "words": request.lexicon_words,
        },
        "engine": result.stats.engine or request.engine,
        "seed": request.seed,
        "threads": request.threads,
        "elapsed_s": round(elapsed, 3),
        "history": [[round(seconds, 3), cost] for seconds, cost in history],
        "stats": {**stats, "stopped": result.stopped.value, "reason": result.reason},
    }


def verdict_json(name: str, number: int, report: Report) -> dict[str, Any]:
    """Return the entry of ``verify --json`` for one grid, the `number`-th of its file from 1."""
    return {
        "file": name,
        "grid": number,
        "valid": report.valid,
        "cost": report.cost,
        "violations": violations_json(report),
        "words": words_json(report.words),
        "face_down": [*map(faces, report.face_down)],
        "jokers": [*map(faces, report.jokers)],
    }


def grid_json(grid: Grid, header: Mapping[str, str]) -> dict[str, Any]:
    """Return the object of ``show --format json``: the grid, its words and its header."""
    return {
        "size": size_phrase((grid.width, grid.height)),
        "grid": rows_json(grid),
        "words": words_json(grid.runs()),
        "jokers": [*map(faces, sorted(x.upper() for x in grid.face_up().values() if x.islower()))],
        "header": dict(header),
    }


def hint_json(word: Run | None, cells: Iterable[Cell], finished: Grid) -> dict[str, Any] | None:
    """Return the object of ``hint --json``: a word and its tiles to lay, or null."""
    if word is None:
        return None
    tiles = [
        {
            "letter": faces(finished[cell].upper()),
            "joker": finished[cell].islower(),
            "row": cell.row,
            "col": cell.col,
        }
        for cell in cells
    ]
    return {**words_json([word])[0], "tiles": tiles}


def hand_json(tiles: TileSet) -> dict[str, Any]:
    """Return a tile set: its name, its letters counted, its jokers, its alphabet if it has one."""
    language = {"alphabet": tiles.alphabet.name} if tiles.alphabet.name else {}
    return {"name": tiles.name, "letters": tiles.counted(), "jokers": tiles.jokers, **language}


def rows_json(grid: Grid) -> list[str]:
    """Return the rows of a grid as text, tiles of several letters in brackets."""
    return [written(row) for row in grid.rows]


def violations_json(report: Report) -> list[dict[str, Any]]:
    """Return the breaches of rules with their sentences and cells."""
    return [
        {"rule": each.rule, "message": each.message, "cells": [list(c) for c in each.cells]}
        for each in report.violations
    ]


def words_json(words: Iterable[Run]) -> list[dict[str, Any]]:
    """Return words with their first cells and directions."""
    return [
        {"text": w.spelling, "row": w.start.row, "col": w.start.col, "across": w.across}
        for w in words
    ]


def _worth_json(worth: Worth) -> dict[str, Any]:
    """Return the mean score of words, and each with its own, the worst first."""
    words = [{"text": faces(word), "score": _score(score)} for word, score in worth.words]
    return {"mean": _score(worth.mean), "words": words}


def _score(score: float) -> float | None:
    return None if score == NO_SCORE else score


def _size(puzzle: Puzzle, best: Grid | None) -> str | None:
    """Return the size of the puzzle, or of the grid found for a compact puzzle of free shape."""
    sides = puzzle.size or (best and bounding_sides(best))
    return size_phrase(sides) if sides else None
