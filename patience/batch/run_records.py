"""The record of a run, as the journal keeps it: plain data."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from patience.tables import from_json

DONE = "done"
FAILED = "failed"


@dataclass(frozen=True)
class RunRecord:
    """One run of a batch, as in its journal and tables.

    Attributes
    ----------
    run : str
        ``PUZZLE/SETTING/seed-N``: unique in a batch, and the path of its files.
    puzzle, setting : str
        Their names.
    engine : str
        The engine that searched.
    seed : int
    state : str
        ``done`` or ``failed``.
    reason : str
        Why it failed, or why there is no grid.
    goal, size, status : str
        As in the result; empty if the run failed.
    cost : int or None
        None if no grid was found.
    bound : int
        The proven lower bound.
    elapsed_s, overhead_s : float
        Seconds of the search, and seconds outside it.
    history : tuple of (seconds, cost)
        Each improvement.
    threads : int
    lexicon, lexicon_sha256, puzzle_sha256, version : str
        What the answer depends on.
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
        """Whether it finished, with a grid or without."""
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
        """Cost minus proven bound; 0 means proven optimal."""
        return None if self.cost is None else self.cost - self.bound

    @property
    def json_file(self) -> str:
        """The path of the result in the batch's folder."""
        return f"runs/{self.run}.json"

    @property
    def grid_file(self) -> str:
        """The path of the grid in the batch's folder; empty without a grid."""
        return "" if self.cost is None else f"runs/{self.run}.txt"

    @property
    def question(self) -> tuple[str, str]:
        """The hashes of its puzzle and its words."""
        return self.puzzle_sha256, self.lexicon_sha256

    def to_line(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"

    @classmethod
    def from_line(cls, line: str | bytes) -> RunRecord:
        """Parse a line of `to_line`; keys of later versions are ignored.

        Raises
        ------
        ValueError
            If the line is no run record.
        """
        return from_json(line, cls)
