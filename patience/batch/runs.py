"""What a batch remembers of a run, and what it tells of a puzzle: plain data."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

DONE = "done"
FAILED = "failed"


@dataclass(frozen=True)
class RunRecord:
    """One run of a batch, as its journal and its tables have it.

    Attributes
    ----------
    run : str
        ``PUZZLE/SETTING/seed-N``: unique in a batch, and where its files lie.
    puzzle, setting : str
        Names of the puzzle and of the way it was searched.
    engine : str
        The engine that searched.
    seed : int
    state : str
        ``done`` or ``failed``.
    reason : str
        Why it failed, or why there is no grid.
    goal, size, status : str
        Those of the result; empty if it failed.
    cost : int or None
        None where no grid was found.
    bound : int
        What is proven.
    elapsed_s, overhead_s : float
        Seconds of the search, and seconds beside it.
    history : tuple of (seconds, cost)
        Each better grid.
    threads : int
    lexicon, lexicon_sha256, puzzle_sha256, version : str
        What the answer rests on.
    """

    run: str
    puzzle: str
    setting: str
    engine: str
    seed: int
    state: str
    reason: str = ""
    goal: str = ""
    size: str = ""
    status: str = ""
    cost: int | None = None
    bound: int = 0
    elapsed_s: float = 0.0
    overhead_s: float = 0.0
    history: tuple[tuple[float, int], ...] = ()
    threads: int = 0
    lexicon: str = ""
    lexicon_sha256: str = ""
    puzzle_sha256: str = ""
    version: str = ""

    @property
    def done(self) -> bool:
        """Whether it came to its end, with a grid or without."""
        return self.state == DONE

    @property
    def first_s(self) -> float | None:
        """Seconds to the first grid."""
        return self.history[0][0] if self.history else None

    @property
    def best_s(self) -> float | None:
        """Seconds to the best grid."""
        return self.history[-1][0] if self.history else None

    @property
    def gap(self) -> int | None:
        """What separates the cost from the proven bound; 0 is proven to be the best."""
        return None if self.cost is None else self.cost - self.bound

    @property
    def json_file(self) -> str:
        """Where the result lies, from the batch's folder."""
        return f"runs/{self.run}.json"

    @property
    def grid_file(self) -> str:
        """Where the grid lies, from the batch's folder; empty if there is none."""
        return "" if self.cost is None else f"runs/{self.run}.txt"

    def cost_at(self, seconds: float) -> int | None:
        """Return the cost of the best grid found by then."""
        costs = [cost for found, cost in self.history if found <= seconds]
        return costs[-1] if costs else None

    def to_line(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"

    @classmethod
    def from_line(cls, line: str | bytes) -> RunRecord:
        """Read a line that `to_line` wrote; keys of a later version are left alone.

        Raises
        ------
        ValueError
            If it is no such line.
        """
        try:
            said = json.loads(line)
            known = {key: value for key, value in said.items() if key in _FIELDS}
            history = tuple((seconds, cost) for seconds, cost in known.pop("history", ()))
            return cls(**known, history=history)
        except (TypeError, AttributeError) as error:
            raise ValueError(str(error)) from None


_FIELDS = {field.name for field in fields(RunRecord)}


@dataclass(frozen=True)
class PuzzleSummary:
    """What the runs of one puzzle came to.

    Attributes
    ----------
    puzzle, goal, size : str
    runs, failed, without_grid : int
    best, median, worst : number or None
        Costs over the finished runs; a run without a grid counts as worse than any other, so the
        median or worst may be None.
    bound : int
        The best proven bound.
    proven : bool
        No grid is better than the best, or there is none at all.
    best_run : RunRecord or None
        The run of the best grid that found it soonest.
    """

    puzzle: str
    goal: str
    size: str
    runs: int
    failed: int
    without_grid: int
    best: int | None
    median: float | None
    worst: int | None
    bound: int
    proven: bool
    best_run: RunRecord | None

    @property
    def gap(self) -> int | None:
        """What separates the best cost from the proven bound."""
        return None if self.best is None else max(self.best - self.bound, 0)

    def to_json(self) -> dict[str, Any]:
        """Return it as an object of ``summary.json``."""
        best_run = self.best_run
        return {
            **{f.name: getattr(self, f.name) for f in fields(self) if f.name != "best_run"},
            "gap": self.gap,
            "best_run": best_run and best_run.run,
            "grid": best_run and best_run.grid_file,
        }
