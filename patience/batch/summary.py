"""What came of a batch: tables of its runs and puzzles as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from patience.batch.plan import Fault
from patience.batch.runs import PuzzleSummary, RunRecord

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


def in_order(records: Iterable[RunRecord]) -> list[RunRecord]:
    """Sort runs by puzzle, setting and seed."""
    return sorted(records, key=lambda each: (each.puzzle, each.setting, each.seed))


def by_puzzle(records: Iterable[RunRecord]) -> list[PuzzleSummary]:
    """Sum up the runs of each puzzle."""
    groups: defaultdict[str, list[RunRecord]] = defaultdict(list)
    for record in records:
        groups[record.puzzle].append(record)
    return [_summed_up(puzzle, runs) for puzzle, runs in groups.items()]


def csv_text(records: Sequence[RunRecord]) -> str:
    """Return a row a run."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_row(record).values() for record in records])
    return text.getvalue()


def json_text(
    records: Sequence[RunRecord],
    puzzles: Sequence[PuzzleSummary],
    faults: Sequence[Fault],
    version: str,
) -> str:
    """Return ``summary.json``: an object a line, so that tools for lines can read it, too."""
    failed = sum(not record.done for record in records)
    parts = {
        "version": json.dumps(version),
        "done": str(len(records) - failed),
        "failed": str(failed),
        "unreadable": json.dumps([fault._asdict() for fault in faults]),
        "puzzles": _lines(puzzle.to_json() for puzzle in puzzles),
        "runs": _lines(map(_row, records)),
    }
    return "{" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "}\n"


def _row(record: RunRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in COLUMNS}


def _lines(objects: Iterable[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(map(json.dumps, objects)) + "]"


def _summed_up(puzzle: str, runs: Sequence[RunRecord]) -> PuzzleSummary:
    done = [run for run in runs if run.done]
    found = [run for run in done if run.cost is not None]
    # No grid is worse than any grid.
    costs = sorted(math.inf if run.cost is None else run.cost for run in done)
    best_run = min(found, key=lambda run: (run.cost, run.best_s or 0.0, run.run), default=None)
    about = best_run or next(iter(done), runs[0])
    return PuzzleSummary(
        puzzle=puzzle,
        goal=about.goal,
        size=about.size,
        runs=len(runs),
        failed=len(runs) - len(done),
        without_grid=len(done) - len(found),
        best=None if best_run is None else best_run.cost,
        median=_finite(statistics.median(costs)) if costs else None,
        worst=None if len(found) < len(done) or not costs else int(costs[-1]),
        bound=max((run.bound for run in done), default=0),
        proven=any(run.status in {"optimal", "infeasible"} for run in done),
        best_run=best_run,
    )


def _finite(number: float) -> float | None:
    return None if math.isinf(number) or math.isnan(number) else number
