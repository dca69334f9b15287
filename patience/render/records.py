"""The best grids known: as text, as JSON, and as a page of pictures and a table to sort."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from patience.records import Record
from patience.render.gallery import Card, Table, gallery
from patience.render.json import rows_json
from patience.render.scene import scene_of
from patience.render.text import cost_phrase, size_phrase, table_text

_COLUMNS = ("instance", "goal", "size", "cost", "bound", "seconds", "engine", "seed", "date")


def records_text(records: Sequence[Record]) -> str:
    """Return a table of records."""
    head = ("instance", "puzzle", "best known", "bound", "found")
    rows = ([x.name, _puzzle(x), _best(x), str(x.bound), _found(x)] for x in records)
    return table_text(head, rows) + "\n"


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
        "best known": _best(record),
        "proven bound": str(record.bound),
        "tiles": record.puzzle.tiles.name,
        "lexicon": record.lexicon,
    }
    return Card(
        record.name,
        record.puzzle.goal_name,
        _puzzle(record),
        scene_of(record.puzzle, record.grid, record.file.header),
        {key: text for key, text in facts.items() if text},
        _found(record),
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


def _puzzle(record: Record) -> str:
    return f"{record.puzzle.goal_name} {size_phrase(record.size)}"


def _best(record: Record) -> str:
    if not record.valid or record.cost is None:
        return "NOT valid"
    return cost_phrase(record.puzzle, record.cost)


def _found(record: Record) -> str:
    how, found = {"seconds": "after {} s", "seed": "seed {}", "date": "{}"}, record.found
    return ", ".join(text.format(found[key]) for key, text in how.items() if key in found)


def _proven(record: Record) -> bool:
    return record.valid and record.cost is not None and record.cost == record.bound


def _number(text: str | None) -> float | str | None:
    """Return a number where a header has one, for a table to sort by."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return text
