"""The report of a batch: one self-contained HTML page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median

from patience.batch.run_records import RunRecord
from patience.batch.statistics import PuzzleSummary
from patience.errors import PatienceError
from patience.files.grids import read_grid
from patience.render.gallery import Card, Table, gallery
from patience.render.plot import Curve, legend, step_plot
from patience.render.scene import Scene, scene_of

# Puzzles beyond these have no card: the page must load.
MAX_CARDS = 300
# Most single runs drawn behind their median.
_MAX_FAINT = 20
# Most points per line; more are indistinguishable.
_MAX_POINTS = 200

_COST_NAMES = {"frame": "face down", "compact": "area", "board": "tiles left over"}


def report_html(
    name: str, records: Sequence[RunRecord], puzzles: Sequence[PuzzleSummary], folder: Path
) -> str:
    """Return the page, titled `name`; its links are relative to the batch's `folder`."""
    colours = {setting: n for n, setting in enumerate(sorted({r.setting for r in records}))}
    groups: defaultdict[str, list[RunRecord]] = defaultdict(list)
    for record in records:
        groups[record.puzzle].append(record)
    return gallery(
        name,
        _facts(records, puzzles),
        [_card(each, groups[each.puzzle], colours, folder) for each in puzzles[:MAX_CARDS]],
        [_puzzle_table(puzzles), _run_table(records)],
        count=len(puzzles),
        race=_race(records, puzzles, colours),
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


# ---- plots --------------------------------------------------------------------------------------


def _race(
    records: Sequence[RunRecord], puzzles: Sequence[PuzzleSummary], colours: Mapping[str, int]
) -> str:
    """Plot the share of each setting's runs that has reached the best cost, against time."""
    best = {puzzle.puzzle: puzzle.best for puzzle in puzzles}
    arrivals: defaultdict[str, list[float]] = defaultdict(list)
    runs: defaultdict[str, int] = defaultdict(int)
    for record in records:
        runs[record.setting] += record.done
        if record.done and record.cost is not None and record.cost == best[record.puzzle]:
            arrivals[record.setting].append(record.best_s or 0.0)
    lines = []
    for setting, colour in colours.items():
        times = sorted(arrivals[setting])
        points = [(seconds, n / runs[setting]) for n, seconds in enumerate(times, 1)]
        lines.append(Curve(setting, _thinned([(0.0, 0.0), *points]), colour))
    if not any(arrivals.values()):
        return "<p>No run has found a grid.</p>"
    end = max(record.elapsed_s for record in records)
    plot = step_plot(
        lines, end=end, y_label="runs at the best cost", y_text="{:.0%}".format, whole=False
    )
    return plot + legend(lines)


def _progress(runs: Sequence[RunRecord], colours: Mapping[str, int], y_label: str) -> str:
    """Plot the cost of one puzzle against time: each run, and the median of each setting."""
    lines = []
    for setting in sorted({run.setting for run in runs}):
        mine = [run for run in runs if run.setting == setting and run.done]
        lines.append(Curve(setting, _thinned(_median_steps(mine)), colours[setting]))
        if len(mine) <= _MAX_FAINT:
            lines += [
                Curve(f"{setting}, seed {run.seed}", run.history, colours[setting], faint=True)
                for run in mine
            ]
    end = max(run.elapsed_s for run in runs)
    plot = step_plot(lines, end=end, y_label=y_label)
    return plot + legend(lines) if plot else ""


def _median_steps(runs: Sequence[RunRecord]) -> list[tuple[float, float]]:
    """Return the steps of the median cost, from when more than half of the runs have a grid."""
    events = sorted(
        (seconds, n, cost) for n, run in enumerate(runs) for seconds, cost in run.history
    )
    now: dict[int, int] = {}
    steps: list[tuple[float, float]] = []
    for seconds, n, cost in events:
        now[n] = cost
        if 2 * len(now) > len(runs):
            # A run without a grid yet counts as worse than any.
            costs = [*now.values(), *[max(now.values())] * (len(runs) - len(now))]
            value = float(median(costs))
            if not steps or steps[-1][1] != value:
                steps.append((seconds, value))
    return steps


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    every = -(-len(points) // _MAX_POINTS) or 1
    kept = list(points[::every])
    return kept if not points or kept[-1] == points[-1] else [*kept, points[-1]]


# ---- cards --------------------------------------------------------------------------------------


def _card(
    puzzle: PuzzleSummary, runs: Sequence[RunRecord], colours: Mapping[str, int], folder: Path
) -> Card:
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
        _progress(runs, colours, cost_name),
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
    rows = [
        [
            r.puzzle,
            r.setting,
            r.seed,
            r.status if r.done else r.state,
            r.cost,
            r.bound if r.done else None,
            r.gap,
            r.best_s,
            r.elapsed_s if r.done else None,
            ["grid", r.grid_file] if r.grid_file else None,
            ["json", r.json_file] if r.done else None,
            r.reason,
        ]
        for r in records
    ]
    columns = ["puzzle", "setting", "seed", "status", "cost", "bound", "gap", "best after s"]
    return Table("Runs", [*columns, "seconds", "grid", "result", "reason"], rows)
