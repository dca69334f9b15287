"""A puzzle in the page's form, as its server sends it and its files hold it."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from patience.errors import PatienceError
from patience.game.alphabet import Alphabet
from patience.game.puzzle import GOALS, Board, Compact, Frame, Rules
from patience.game.tiles import TileSet
from patience.question.fields import RuleKeys, keys
from patience.question.spec import DEFAULT_LEXICON, Spec
from patience.words.conventions import WORD_LISTS

# The page is meant for tables of a size that people play on.
MAX_SIDE = 30
MAX_TILES = 300


def tiles_name(alphabet: Alphabet) -> str:
    """Return the page's name of an alphabet: that of its tiles, empty for A to Z."""
    return "" if alphabet.is_latin else alphabet.name


def tiles_json(tiles: TileSet) -> dict[str, Any]:
    """Return the page's form of a tile set."""
    return {
        "counts": list(tiles.counts),
        "jokers": tiles.jokers,
        "name": tiles.name[:80],
        "alphabet": tiles_name(tiles.alphabet),
        "free": tiles.free,
    }


def alphabet_json(alphabet: Alphabet) -> list[tuple[str, str]]:
    """Return symbol and face of each kind of tile."""
    return list(zip(alphabet.symbols, alphabet.faces, strict=True))


def rules_json() -> list[dict[str, Any]]:
    """Return the rules that people choose, with what is said of each, and its usual value."""
    return [
        {"goals": GOALS, **key.extra, "name": key.name, "usual": getattr(Rules(), key.name)}
        for key in keys(RuleKeys)
    ]


def puzzle_json(spec: Spec, lexicons: Container[str]) -> dict[str, Any]:
    """Return the page's form of a puzzle from the command line or a file.

    Raises
    ------
    PatienceError
        If the puzzle is too large for the page.
    """
    puzzle = spec.puzzle()
    goal = puzzle.goal
    size = puzzle.size
    tiles = puzzle.tiles
    if (size and max(size) > MAX_SIDE) or (tiles.total > MAX_TILES and not tiles.free):
        raise PatienceError(
            f"the page plays on tables of at most {MAX_SIDE}x{MAX_SIDE} with at most {MAX_TILES} "
            "tiles: choose a smaller puzzle",
            "large",
        )
    lexicon = spec.lexicon_name
    # All words, whichever files they came from.
    words = {name: list(getattr(spec.conventions, name) or ()) for name in WORD_LISTS}
    return {
        "goal": puzzle.goal_name,
        "tiles": tiles_json(tiles),
        "size": [goal.width, goal.height] if isinstance(goal, Frame) else None,
        "within": list(goal.within) if isinstance(goal, Compact) and goal.within else None,
        "board": list(goal.layout.rows) if isinstance(goal, Board) else None,
        "lexicon": lexicon if lexicon in lexicons else tiles.alphabet.name or DEFAULT_LEXICON,
        "filters": {name: words.get(name, value) for name, value in spec.filters.items()},
        **{key.name: getattr(puzzle.rules, key.name) for key in keys(RuleKeys)},
    }
