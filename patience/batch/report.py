"""The report of a batch: one self-contained HTML page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from patience.batch.run_records import RunRecord
from patience.batch.statistics import PuzzleSummary
from patience.errors import PatienceError
from patience.files.grids import read_grid
from patience.render.gallery import Card, Table, gallery
from patience.render.scene import Scene, scene_of

# Puzzles beyond these have no card: the page must load.
MAX_CARDS = 300

_COST_NAMES = {"frame": "face down", "compact": "area", "board": "tiles left over"}


def report_html(
    name: str, records: Sequence[RunRecord], puzzles: Sequence[PuzzleSummary], folder: Path
) -> str:
    """Return the page, titled `name`; its links are relative to the batch's `folder`."""
    groups: defaultdict[str, list[RunRecord]] = defaultdict(list)
    for record in records:
        groups[record.puzzle].append(record)
    return gallery(
        name,
        _facts(records, puzzles),
        [_card(each, groups[each.puzzle], folder) for each in puzzles[:MAX_CARDS]],
        [_puzzle_table(puzzles), _run_table(records)],
        count=len(puzzles),
        links=("summary.csv", "summary.json"),
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


def _card(puzzle: PuzzleSummary, runs: Sequence[RunRecord], folder: Path) -> Card:
    cost_name = _COST_NAMES.get(puzzle.goal, "cost")
    run = puzzle.best_run
    scene, found = None, "no grid"
    if run is not None:
        scene = _scene(folder / run.grid_file)
        found = f"{run.setting}, seed {run.seed}" if scene else "the file of its grid is missing"
    return Card(
        puzzle.puzzle,
        puzzle.goal,
        " ".join(filter(None, [puzzle.goal, puzzle.size])) + f": {cost_name}",
        scene,
        {
            **_costs(puzzle),
            "proven bound": _number(puzzle.bound),
            "gap": "proven best"
            if puzzle.proven and puzzle.best is not None
            else _number(puzzle.gap),
            "runs": f"{puzzle.runs:,}" + (f", {puzzle.failed:,} failed" if puzzle.failed else ""),
        },
        found,
        "" if run is None else run.grid_file,
        puzzle.proven,
        # Why runs failed or found nothing.
        Counter(run.reason for run in runs if run.reason and (not run.done or run.cost is None)),
    )


def _costs(puzzle: PuzzleSummary) -> dict[str, str]:
    """Return the costs of the runs; a single value has no distribution."""
    if puzzle.runs - puzzle.failed <= 1:
        return {"cost": _number(puzzle.best)}
    names = ("best", "median", "worst")
    return {name: _number(getattr(puzzle, name)) for name in names}


def _scene(path: Path) -> Scene | None:
    """Return the scene of a run's grid; None if its file cannot be read."""
    try:
        file = read_grid(path)
        spec = file.spec(words=False).for_grid(file.grid)
        return scene_of(spec.puzzle(), file.grid, file.header)
    except PatienceError:
        return None


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:g}"


# ---- tables -------------------------------------------------------------------------------------


def _puzzle_table(puzzles: Sequence[PuzzleSummary]) -> Table:
    """Return the table of puzzles; a link is a pair of text and target."""
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
    return Table("Puzzles", ["puzzle", *names, "best grid"], rows)


def _shown(puzzle: PuzzleSummary, column: str) -> object:
    """Return an entry; a missing cost is "none" if runs ended without a grid."""
    value: object = getattr(puzzle, column)
    missing = value is None and column in {"best", "median", "worst"}
    return "none" if missing and puzzle.without_grid else value


def _run_table(records: Iterable[RunRecord]) -> Table:
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
    return Table("Runs", [*columns, "seconds", "grid", "result", "reason"], rows)
