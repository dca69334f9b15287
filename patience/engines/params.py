"""Public parameters of the engines, with defaults."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import ClassVar

from patience.errors import EngineError, shown
from patience.game.puzzle import GOALS


@dataclass(frozen=True)
class Weights:
    """The weights of a beam's score: one table of ``beam/weights.toml``, which explains them.

    A tuple holds the values of a weight at equal steps from the first cell to the last; in between
    they are interpolated linearly.
    """

    alpha: tuple[float, ...]
    tile_penalty: tuple[float, ...]
    rho: tuple[float, ...]
    pairs: float
    empty: float
    alone: float
    scarce: float
    joker: float
    spread: tuple[float, ...]
    vowels: tuple[float, ...]
    common: tuple[float, ...]
    heavy: tuple[float, ...]
    set_share: float
    pace: float
    component_penalty: float
    perturbation: float
    price: tuple[float, ...]

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, list):
                value = tuple(value)
                object.__setattr__(self, each.name, value)
            if not all(map(math.isfinite, value if isinstance(value, tuple) else (value,))):
                raise EngineError(f"weight {each.name}: {shown(value)} is no finite number")


@dataclass(frozen=True)
class Params:
    """The parameters of an engine, and what it can.

    `exact` engines prove, given the time, that no grid is better, or that there is none. `goals`
    are what it fills. One that `takes_symmetry` searches symmetric grids itself; for others
    `searches.symmetry` draws blocks first. `search` names the function that searches, given a
    `SearchContext` and these parameters.
    """

    exact: ClassVar[bool] = False
    goals: ClassVar[tuple[str, ...]] = GOALS
    takes_symmetry: ClassVar[bool] = False
    search: ClassVar[str]


@dataclass(frozen=True)
class BeamParams(Params):
    """Parameters of engine beam, to replace or turn off parts of the search.

    Attributes
    ----------
    weights : Weights, optional
        Replaces the shipped weights for subproblems with few blanks.
    narrow_rows : bool
        Search frames and boards with the narrow side as rows.
    """

    search = "patience.engines.portfolio:beam"

    weights: Weights | None = None
    narrow_rows: bool = True


@dataclass(frozen=True)
class AutoParams(Params):
    """Parameters of engine auto.

    Attributes
    ----------
    beam : BeamParams
        Parameters of its beams.
    """

    exact = True
    search = "patience.engines.portfolio:auto"

    beam: BeamParams = field(default_factory=BeamParams)


@dataclass(frozen=True)
class _FirstGrid(Params):
    """Limits of the search for a first grid, an upper bound on the cost, for a prover."""

    exact = True
    takes_symmetry = True  # in its model, or as it searches

    beam_seconds: float
    beam_width: int

    def __post_init__(self) -> None:
        if not 0 <= self.beam_seconds < math.inf or self.beam_width < 1:
            name = type(self).__name__
            raise EngineError(f"{name}: beam_seconds must be 0 or more, beam_width 1 or more")


@dataclass(frozen=True)
class CpsatParams(_FirstGrid):
    """Parameters of engine cpsat: limits of the search for its first grid.

    Attributes
    ----------
    beam_seconds : float
        Its time limit in seconds; 0 for no such search.
    beam_width : int
        Maximum beam width.

    Raises
    ------
    EngineError
        If a number is out of range.
    """

    search = "patience.engines.portfolio:cpsat"

    beam_seconds: float = 10.0
    beam_width: int = 20_000


@dataclass(frozen=True)
class ProveParams(_FirstGrid):
    """Parameters of engine prove: limits of the search for its first grid.

    Attributes
    ----------
    beam_seconds : float
        Its time limit in seconds; 0 for no such search.
    beam_width : int
        Maximum beam width; the default finds the best grid of most small puzzles.

    Raises
    ------
    EngineError
        If a number is out of range.
    """

    search = "patience.engines.portfolio:prove"

    beam_seconds: float = 5.0
    beam_width: int = 10_000
