"""The best grids known, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from patience.records import Record
from patience.render.json import rows_json
from patience.render.text import cost_phrase, size_phrase, table_text


def records_text(records: Sequence[Record]) -> str:
    """Return a table of records."""
    head = ("instance", "puzzle", "best known", "bound", "found")
    return table_text(head, map(_row, records)) + "\n"


def record_json(record: Record) -> dict[str, Any]:
    """Return the object of a record in ``records --format json``."""
    return {
        "instance": record.name,
        "file": record.file.name,
        "valid": record.valid,
        "faults": list(record.faults),
        "goal": record.puzzle.goal_name,
        "size": size_phrase(record.size),
        "lexicon": record.lexicon,
        "cost": record.cost,
        "bound": record.bound,
        "grid": rows_json(record.grid),
        "found": record.found,
    }


def _row(record: Record) -> tuple[str, ...]:
    best = "NOT valid"
    if record.valid and record.cost is not None:
        best = cost_phrase(record.puzzle, record.cost)
    puzzle = f"{record.puzzle.goal_name} {size_phrase(record.size)}"
    how, found = {"seconds": "after {} s", "seed": "seed {}", "date": "{}"}, record.found
    told = ", ".join(text.format(found[key]) for key, text in how.items() if key in found)
    return record.name, puzzle, best, str(record.bound), told
