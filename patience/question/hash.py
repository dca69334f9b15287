"""Hashes that identify a question: the puzzle and the words.

Batches, proofs, certificates and records compare questions by them, so a tile set under another
name, or the same words from another path, is the same question everywhere.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from patience.game.grid import BLANK
from patience.game.puzzle import Compact, Frame, Puzzle
from patience.question.spec import chosen_rules
from patience.words.lexicon import Lexicon


def puzzle_sha256(puzzle: Puzzle, prefer: str | None = None) -> str:
    """Return the hash of a puzzle and what is preferred, without the names of its parts."""
    preferred = {} if prefer is None else {"prefer": prefer}
    text = json.dumps(_canonical(puzzle) | preferred, sort_keys=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def question_sha256(puzzle: Puzzle, lexicon: Lexicon) -> str:
    """Return the hash of a puzzle and its words, wherever these come from."""
    text = f"{puzzle_sha256(puzzle)} {lexicon.sha256}"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _canonical(puzzle: Puzzle) -> dict[str, Any]:
    rules, fixed = puzzle.rules, puzzle.fixed_cells
    if isinstance(puzzle.goal, Frame) and fixed is not None and set("".join(fixed.rows)) == {BLANK}:
        fixed = None  # no fixed cells
    entry: dict[str, Any] = {
        "goal": puzzle.goal_name,
        "size": puzzle.size,
        "within": puzzle.goal.within if isinstance(puzzle.goal, Compact) else None,
        "fixed": None if fixed is None else fixed.rows,
        "tiles": [*puzzle.tiles.counts, puzzle.tiles.jokers],
        # Younger rules are told where they are chosen, so that older hashes stay.
        "connected": rules.connected,
        "distinct_words": rules.distinct_words,
        **chosen_rules(rules),
        "require": sorted(set(rules.require)),
    }
    if puzzle.tiles.free:
        entry["free"] = True
    if not puzzle.tiles.alphabet.is_latin:
        entry["alphabet"] = puzzle.tiles.alphabet.faces
    if rules.unlike:
        entry["unlike"] = sorted(grid.rows for grid in rules.unlike)
        entry["apart"] = [rules.cells_apart, 0]  # 0 words apart: so that older hashes stay
    return entry
