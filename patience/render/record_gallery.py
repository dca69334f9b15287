"""The best grids known as a page: pictures, and a table of how they were found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from patience.records import Record
from patience.render.gallery import Card, Table, gallery
from patience.render.scene import scene_of
from patience.render.text import cost_phrase, size_phrase

_COLUMNS = ("instance", "goal", "size", "cost", "bound", "seconds", "engine", "seed", "date")


def records_html(records: Sequence[Record]) -> str:
    """Return a page of records, which may be none."""
    return gallery(
        "The best grids known",
        {
            "instances": f"{len(records):,}",
            "proven best": f"{sum(map(_proven, records)):,}",
            "not valid": f"{sum(not record.valid for record in records):,}",
        },
        [_card(record) for record in records],
        [Table("Records", _COLUMNS, [_row(record) for record in records])],
    )


def _card(record: Record) -> Card:
    facts = {
        "best known": "not valid"
        if not record.valid or record.cost is None
        else cost_phrase(record.puzzle, record.cost),
        "proven bound": str(record.bound),
        "tiles": record.puzzle.tiles.name,
        "lexicon": record.lexicon,
    }
    how = {"seconds": "found after {} s", "seed": "seed {}", "date": "{}"}
    found = record.found
    return Card(
        record.name,
        record.puzzle.goal_name,
        f"{record.puzzle.goal_name} {size_phrase(record.size)}",
        scene_of(record.puzzle, record.grid, record.file.header),
        {key: text for key, text in facts.items() if text},
        ", ".join(text.format(found[key]) for key, text in how.items() if key in found),
        proven=_proven(record),
        reasons=dict.fromkeys(record.faults, 1),
    )


def _row(record: Record) -> list[Any]:
    found = record.found
    return [
        [record.name, f"#{record.name}"],
        record.puzzle.goal_name,
        size_phrase(record.size),
        record.cost if record.valid else None,
        record.bound,
        _number(found.get("seconds")),
        found.get("engine"),
        _number(found.get("seed")),
        found.get("date"),
    ]


def _proven(record: Record) -> bool:
    return record.valid and record.cost is not None and record.cost == record.bound


def _number(text: str | None) -> float | str | None:
    """Return a number where a header has one, for a table to sort by."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return text
