"""The report of a batch: one self-contained HTML page."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from patience.batch.run_records import RunRecord
from patience.batch.statistics import PuzzleSummary
from patience.errors import PatienceError
from patience.files.grids import read_grid
from patience.render.drawing import Drawing, Item
from patience.render.html import inline
from patience.render.layout import picture
from patience.render.pages import markup, page, style_sheet
from patience.render.scene import scene_of
from patience.render.svg import definitions
from patience.render.theme import AUTO

# Puzzles beyond these have no card: the page must load.
MAX_CARDS = 300

_COST_NAMES = {"frame": "face down", "compact": "area", "board": "tiles left over"}


def report_html(
    name: str, records: Sequence[RunRecord], puzzles: Sequence[PuzzleSummary], folder: Path
) -> str:
    """Return the page, titled `name`; its links are relative to the batch's `folder`."""
    reasons: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        if record.reason and (not record.done or record.cost is None):
            reasons[record.puzzle][record.reason] += 1
    shown, cards = list[Item](), []
    for puzzle in puzzles[:MAX_CARDS]:
        run = puzzle.best_run
        drawing = None if run is None else _drawing(folder / run.grid_file)
        shown += drawing.items if drawing else ()
        cards.append(_card(puzzle, reasons[puzzle.puzzle], drawing))
    tables = [_puzzle_table(puzzles), _run_table(records)]
    # Nothing in the data may end their script.
    data = json.dumps(tables, separators=(",", ":")).replace("<", "\\u003c")
    return page(
        "report.html",
        name=name,
        colours=markup(style_sheet(AUTO)),
        shapes=markup(definitions(shown, AUTO)),
        facts=_facts(records, puzzles),
        cards=cards,
        count=len(puzzles),
        tables=tables,
        data=markup(data),
    )


def _facts(records: Sequence[RunRecord], puzzles: Sequence[PuzzleSummary]) -> dict[str, str]:
    failed = sum(not record.done for record in records)
    proven = sum(puzzle.proven for puzzle in puzzles)
    hours = sum(record.elapsed_s for record in records) / 3600
    return {
        "puzzles": f"{len(puzzles):,}",
        "runs": f"{len(records):,}",
        "failed": f"{failed:,}",
        "proven": f"{proven:,}",
        "hours searched": f"{hours:.2f}" if hours < 10 else f"{hours:,.0f}",
        "version": ", ".join(sorted({record.version for record in records})) or "-",
    }


# ---- cards --------------------------------------------------------------------------------------


def _card(
    puzzle: PuzzleSummary, reasons: Counter[str], drawing: Drawing | None
) -> Mapping[str, Any]:
    """Return a puzzle's part of the page: what its row in the table does not show."""
    run, found, cost = puzzle.best_run, "no grid", ""
    if run is not None:
        found = f"{run.setting}, seed {run.seed}" if drawing else "the file of its grid is missing"
        cost = f", {_COST_NAMES.get(puzzle.goal, 'cost')}: {run.cost}"
    return {
        "name": puzzle.puzzle,
        "about": " ".join(filter(None, [puzzle.goal, puzzle.size])) + cost,
        "picture": inline(drawing, drawing.title) if drawing else "",
        "found": found,
        "link": "" if run is None else run.grid_file,
        "reasons": reasons,  # why runs failed or found nothing
    }


def _drawing(path: Path) -> Drawing | None:
    """Return the picture of a run's grid; None if its file cannot be read."""
    try:
        file = read_grid(path)
        spec = file.spec(words=False).for_grid(file.grid)
        scene = scene_of(spec.puzzle(), file.grid, file.header)
    except PatienceError:
        return None
    return picture(scene, caption=False, margin=0.0)


# ---- tables -------------------------------------------------------------------------------------


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Return a table without its empty columns; a link in it is a pair of text and target."""
    kept = [n for n in range(len(columns)) if any(row[n] not in (None, "") for row in rows)]
    cells = [[row[n] for n in kept] for row in rows]
    return {"title": title, "columns": [columns[n] for n in kept], "rows": cells}


def _puzzle_table(puzzles: Sequence[PuzzleSummary]) -> dict[str, Any]:
    names = ["goal", "size", "runs", "failed", "best", "median", "worst", "bound", "gap"]
    cards = {puzzle.puzzle for puzzle in puzzles[:MAX_CARDS]}
    rows = [
        [
            [p.puzzle, f"#{p.puzzle}"] if p.puzzle in cards else p.puzzle,
            *[_shown(p, column) for column in names],
            [p.best_run.setting, p.best_run.grid_file] if p.best_run else None,
        ]
        for p in puzzles
    ]
    return _table("Puzzles", ["puzzle", *names, "best grid"], rows)


def _shown(puzzle: PuzzleSummary, column: str) -> object:
    """Return an entry; a missing cost is "none" if runs ended without a grid."""
    value: object = getattr(puzzle, column)
    missing = value is None and column in {"best", "median", "worst"}
    return "none" if missing and puzzle.without_grid else value


def _run_table(records: Iterable[RunRecord]) -> dict[str, Any]:
    measured = ["cost", "bound", "gap", "best_s", "elapsed_s"]
    rows = [
        [
            *[r.puzzle, r.setting, r.seed, r.status if r.done else r.state],
            *[getattr(r, name) if r.done else None for name in measured],
            ["grid", r.grid_file] if r.grid_file else None,
            ["json", r.json_file] if r.done else None,
            r.reason,
        ]
        for r in records
    ]
    columns = ["puzzle", "setting", "seed", "status", "cost", "bound", "gap", "best after s"]
    return _table("Runs", [*columns, "seconds", "grid", "result", "reason"], rows)
