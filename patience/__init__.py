"""patience: solver and referee for the solitaire of Diamino."""

from typing import Any

from patience.analysis.hint import next_word
from patience.benchmark import Instance, instances
from patience.engines.params import AutoParams, BeamParams, CpsatParams, ProveParams
from patience.errors import PatienceError
from patience.files.grids import GridFile, parse_grid, read_grid, read_grids
from patience.files.instances import load_instance, shipped_instances
from patience.game import displayed
from patience.game.grid import Cell, Grid, Run
from patience.game.puzzle import Board, Compact, Frame, Puzzle, Rules
from patience.game.referee import verify
from patience.game.report import Report, Violation
from patience.game.tiles import TileSet
from patience.question.catalogue import TILE_SETS
from patience.question.spec import Spec
from patience.question.tilesets import tile_set
from patience.result import Limits, Observer, Request, Result, Stats, Status, StopReason
from patience.solve import ENGINES, solve, solve_many
from patience.version import program_version
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon
from patience.words.lexicon import available as lexicons
from patience.words.lexicon import load as load_lexicon
from patience.words.reading import How

__all__ = [
    "ENGINES",
    "TILE_SETS",
    "AutoParams",
    "BeamParams",
    "Board",
    "Cell",
    "Compact",
    "Conventions",
    "CpsatParams",
    "Frame",
    "Grid",
    "GridFile",
    "How",
    "Instance",
    "Lexicon",
    "Limits",
    "Observer",
    "PatienceError",
    "ProveParams",
    "Puzzle",
    "Report",
    "Request",
    "Result",
    "Rules",
    "Run",
    "Spec",
    "Stats",
    "Status",
    "StopReason",
    "TileSet",
    "Violation",
    "instances",
    "lexicons",
    "load_instance",
    "load_lexicon",
    "next_word",
    "parse_grid",
    "read_grid",
    "read_grids",
    "shipped_instances",
    "solve",
    "solve_many",
    "tile_set",
    "verify",
]


def _draw(value: object, form: str, axes: Any) -> Any:
    """Draw an object for a notebook; the drawing code is imported on first use."""
    from patience.render.notebook import drawn  # noqa: PLC0415

    return drawn(value, form, axes)


displayed.draw = _draw


def __getattr__(name: str) -> str:
    """Look up the version lazily: it costs more than all other imports here."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return program_version()
