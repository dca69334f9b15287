"""The tables of a batch as CSV, JSON and plain dicts: one row per run, one row per puzzle."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from patience.batch.inputs import Fault
from patience.batch.run_records import RunRecord
from patience.batch.statistics import PuzzleSummary, by_puzzle

COLUMNS = (
    "run",
    "puzzle",
    "setting",
    "engine",
    "seed",
    "state",
    "goal",
    "size",
    "status",
    "cost",
    "bound",
    "gap",
    "first_s",
    "best_s",
    "elapsed_s",
    "overhead_s",
    "threads",
    "lexicon",
    "version",
    "grid_file",
    "reason",
)

# What begins a formula in a spreadsheet; an apostrophe before it makes it text.
_FORMULA = ("=", "+", "-", "@")


class Tables(NamedTuple):
    """The runs of a batch in order, and their summaries by puzzle."""

    records: list[RunRecord]
    puzzles: list[PuzzleSummary]

    @classmethod
    def of(cls, records: Iterable[RunRecord]) -> Tables:
        """Sort runs by puzzle, setting and seed, and summarise them."""
        ordered = sorted(records, key=lambda each: (each.puzzle, each.setting, each.seed))
        return cls(ordered, by_puzzle(ordered))

    def to_dicts(
        self, table: Literal["runs", "puzzles", "history"] = "runs"
    ) -> list[dict[str, Any]]:
        """Return a table as rows of plain values, ready for ``pandas.DataFrame`` or polars.

        Parameters
        ----------
        table : str
            ``runs``: one row per run, as in ``summary.csv``. ``puzzles``: one row per puzzle.
            ``history``: one row per improvement of each run, with its time (``seconds``) and cost
            (``cost``).
        """
        match table:
            case "runs":
                return [_row(record) for record in self.records]
            case "puzzles":
                return [puzzle.to_dict() for puzzle in self.puzzles]
            case "history":
                return [
                    {name: getattr(record, name) for name in ("run", "puzzle", "setting", "seed")}
                    | {"seconds": seconds, "cost": cost}
                    for record in self.records
                    for seconds, cost in record.history
                ]
        raise ValueError(f"no table {table!r}: give 'runs', 'puzzles' or 'history'")


def csv_text(tables: Tables) -> str:
    """Return the table of runs as CSV; a spreadsheet takes no text of it for a formula."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _cell(x) for key, x in row.items()} for row in tables.to_dicts("runs"))
    return text.getvalue()


def json_text(tables: Tables, faults: Sequence[Fault], version: str) -> str:
    """Return ``summary.json``, with one object per line for line-based tools."""
    failed = sum(not record.done for record in tables.records)
    parts = {
        "version": json.dumps(version),
        "done": str(len(tables.records) - failed),
        "failed": str(failed),
        "unreadable": json.dumps([fault._asdict() for fault in faults]),
        "puzzles": _lines(tables.to_dicts("puzzles")),
        "runs": _lines(tables.to_dicts("runs")),
    }
    return "{" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "}\n"


def _row(record: RunRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in COLUMNS}


def _cell(value: object) -> object:
    is_formula = isinstance(value, str) and value.startswith(_FORMULA)
    return f"'{value}" if is_formula else value


def _lines(objects: Iterable[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(map(json.dumps, objects)) + "]"
