"""What a search takes and what it returns: limits, observer, status, stop reason, result."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from patience.arguments import check_fields
from patience.errors import PatienceError
from patience.game.displayed import Displayed
from patience.game.grid import Grid
from patience.game.report import Report

DEFAULT_MEMORY_GB = 8.0


class Status(StrEnum):
    """How much is known about the answer."""

    OPTIMAL = "optimal"  # cost == bound, proven
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"  # proven
    UNKNOWN = "unknown"


class StopReason(StrEnum):
    """Why a search ended."""

    COMPLETE = "complete"  # nothing is left to search
    TARGET = "target"  # a grid costs no more than the target
    TIME = "time"  # the time limit
    WORK = "work"  # the widest beam allowed is done
    INTERRUPT = "interrupt"  # the user
    ERROR = "error"  # something failed after a grid was found


@dataclass(frozen=True)
class Limits:
    """When a search ends.

    Parameters
    ----------
    seconds : float or None
        Wall time; None for no such limit.
    target : int or None
        Stop as soon as a grid costs this or less.
    max_width : int or None
        Bound by work: the widest beam tried. The outcome then depends on the seed and the
        puzzle alone, not on the machine's speed (as long as `seconds` does not strike first).
    memory_gb : float
        Bound on the memory of the search arrays, in GB.

    Raises
    ------
    PatienceError
        If a number makes no sense.
    """

    seconds: float | None = 60.0
    target: int | None = None
    max_width: int | None = None
    memory_gb: float = DEFAULT_MEMORY_GB

    def __post_init__(self) -> None:
        check_fields(self)
        if self.seconds is not None and not 0 < self.seconds <= 1e8:
            raise PatienceError(f"time limit {self.seconds:g}: give seconds above 0 (at most 1e8)")
        if self.target is not None and self.target < 0:
            raise PatienceError(f"target {self.target}: a cost is 0 or more")
        if self.max_width is not None and not 1 <= self.max_width <= 10**9:
            raise PatienceError(f"width {self.max_width}: give 1 to 1,000,000,000 states")
        if not 0.05 <= self.memory_gb <= 1e4:
            raise PatienceError(f"memory {self.memory_gb:g} GB: give 0.05 or more")


@dataclass
class Stats:
    """What a search has done so far; engines fill in what applies to them.

    Attributes
    ----------
    elapsed_s : float
        Seconds since the search began.
    children : int
        States that beams have generated.
    beams, neighbourhoods : int
        Beams run on the whole puzzle, and on the neighbourhoods of good grids.
    nodes : int
        Nodes of depth-first searches.
    width : int
        Width of the present beam.
    phase : str
        What the search is doing, for people.
    engine : str
        The engines that took part, such as ``beam and prove``.
    seeds : int
        Searches that took part.
    history : list of (float, int)
        Second and cost of each better grid.
    """

    elapsed_s: float = 0.0
    children: int = 0
    beams: int = 0
    neighbourhoods: int = 0
    nodes: int = 0
    width: int = 0
    phase: str = ""
    engine: str = ""
    seeds: int = 1
    history: list[tuple[float, int]] = field(default_factory=list)


class Improvement(NamedTuple):
    """A better grid: when it was found (seconds from the start), and its cost."""

    seconds: float
    cost: int


class History(tuple[Improvement, ...]):
    """Each better grid of a search, in the order found."""

    __slots__ = ()

    def to_dicts(self) -> list[dict[str, float | int]]:
        """Return a row a grid, as ``pandas.DataFrame`` and ``polars.DataFrame`` take them."""
        return [step._asdict() for step in self]


@dataclass(frozen=True)
class Result(Displayed):
    """The outcome of a search.

    Attributes
    ----------
    best : Grid or None
        The cheapest grid found.
    cost : int or None
        Its cost.
    bound : int
        A proven lower bound on the cost.
    status : Status
    stats : Stats
    reason : str
        A sentence for the player if there is no grid, or if something failed.
    others : tuple of Grid
        Further grids, if several were asked for.
    stopped : StopReason
        Why the search ended.
    report : Report or None
        The referee's verdict on the best grid.
    """

    best: Grid | None
    cost: int | None
    bound: int
    status: Status
    stats: Stats
    reason: str = ""
    others: tuple[Grid, ...] = ()
    stopped: StopReason = StopReason.COMPLETE
    report: Report | None = None

    def __repr__(self) -> str:
        return f"Result({self._summary()})"

    def __str__(self) -> str:
        return self._summary() if self.best is None else f"{self.best}\n{self._summary()}"

    @property
    def history(self) -> History:
        """When each better grid was found."""
        return History(Improvement(*each) for each in self.stats.history)

    def plot(self, axes: Any = None) -> Any:
        """Draw the cost of the best grid against time with matplotlib.

        Parameters
        ----------
        axes : matplotlib.axes.Axes, optional
            Where to draw; by default on a new figure.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        MissingExtraError
            If matplotlib is not installed.
        """
        return self._drawn("plot", axes)

    def _summary(self) -> str:
        cost = "no grid" if self.best is None else f"cost {self.cost}"
        size = "" if self.best is None else f"{self.best.width}x{self.best.height}, "
        return f"{size}{cost}, bound {self.bound}, {self.status}, {self.stats.elapsed_s:.1f} s"


class Observer:
    """Hears of progress; this base class ignores all of it.

    Methods are called from the thread that called `solve` (`on_notice` may come from another). An
    observer may raise KeyboardInterrupt to end the search with the best grid so far.
    """

    def on_best(self, grid: Grid, cost: int) -> None:
        """Hear of a better grid, already refereed."""

    def on_bound(self, bound: int) -> None:
        """Hear of a better proven lower bound."""

    def on_progress(self, stats: Stats) -> None:
        """Hear how far the search is."""

    def on_notice(self, text: str) -> None:
        """Hear a sentence for the user, such as what the program waits for."""
