"""patience: solver and referee for the solitaire of Diamino."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from patience.game import displayed, tiles

if TYPE_CHECKING:
    from patience.analysis.hint import Hint, next_word
    from patience.batch.statistics import Comparison
    from patience.engines.params import AutoParams, BeamParams, CpsatParams, ProveParams, Weights
    from patience.errors import PatienceError
    from patience.files.benchmark import Instance, instances
    from patience.files.grids import GridFile, parse_grid, read_grid, read_grids
    from patience.files.instances import load_instance, shipped_instances
    from patience.game.grid import Cell, Grid, Run
    from patience.game.puzzle import Board, Compact, Frame, Puzzle, Rules
    from patience.game.tiles import TileSet
    from patience.library import (
        compare,
        draw,
        hint,
        prove,
        solve,
        solve_all,
        solve_async,
        solve_many,
        verify,
    )
    from patience.proofs.propositions import ProofResult
    from patience.question.catalogue import TILE_SETS, tile_set
    from patience.question.spec import Spec
    from patience.referee.report import Report, Violation
    from patience.result import Limits, Observer, Request, Result, Stats, Status, StopReason
    from patience.searches.every import Grids
    from patience.solve import ENGINES
    from patience.words.conventions import Conventions
    from patience.words.lexicon import Lexicon
    from patience.words.lexicon import available as lexicons
    from patience.words.lexicon import load as load_lexicon
    from patience.words.reading import How

    __version__: str

__all__ = [
    "ENGINES",
    "TILE_SETS",
    "AutoParams",
    "BeamParams",
    "Board",
    "Cell",
    "Compact",
    "Comparison",
    "Conventions",
    "CpsatParams",
    "Frame",
    "Grid",
    "GridFile",
    "Grids",
    "Hint",
    "How",
    "Instance",
    "Lexicon",
    "Limits",
    "Observer",
    "PatienceError",
    "ProofResult",
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
    "Weights",
    "compare",
    "draw",
    "hint",
    "instances",
    "lexicons",
    "load_instance",
    "load_lexicon",
    "next_word",
    "parse_grid",
    "prove",
    "read_grid",
    "read_grids",
    "shipped_instances",
    "solve",
    "solve_all",
    "solve_async",
    "solve_many",
    "tile_set",
    "verify",
]


# Where the public names are at home. Each is imported when it is first used: all together take a
# tenth of a second, which `patience --help` does not need.
_HOMES = {
    "analysis.hint": "Hint next_word",
    "batch.statistics": "Comparison",
    "files.benchmark": "Instance instances",
    "engines.params": "AutoParams BeamParams CpsatParams ProveParams Weights",
    "errors": "PatienceError",
    "files.grids": "GridFile parse_grid read_grid read_grids",
    "files.instances": "load_instance shipped_instances",
    "game.grid": "Cell Grid Run",
    "game.puzzle": "Board Compact Frame Puzzle Rules",
    "referee.report": "Report Violation",
    "game.tiles": "TileSet",
    "library": "compare draw hint prove solve solve_all solve_async solve_many verify",
    "proofs.propositions": "ProofResult",
    "question.catalogue": "TILE_SETS tile_set",
    "question.spec": "Spec",
    "result": "Limits Observer Request Result Stats Status StopReason",
    "searches.every": "Grids",
    "solve": "ENGINES",
    "words.conventions": "Conventions",
    "words.lexicon": "Lexicon lexicons load_lexicon",
    "words.reading": "How",
}
# Public names that are others at home.
_RENAMED = {"lexicons": "available", "load_lexicon": "load"}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}


class _Package(ModuleType):
    """This package. Importing the module `patience.solve` does not hide the function `solve`."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME_OF and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package

if not TYPE_CHECKING:  # a type checker is to know each name, and no others

    def __getattr__(name: str) -> Any:
        """Import a public name, or look up the version."""
        if name == "__version__":
            return import_module("patience.version").program_version()
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(f"patience.{_HOME_OF[name]}")
        found = globals()[name] = getattr(module, _RENAMED.get(name, name))
        return found


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})


def _draw(value: object, form: str) -> str | None:
    """Draw an object for a notebook; the drawing code is imported on first use."""
    from patience.render.notebook import drawn  # noqa: PLC0415

    return drawn(value, form)


displayed.draw = _draw


def _tiles(text: str) -> Any:
    """Read a tile set that is given by its name, its letters or its file."""
    from patience.question.catalogue import tile_set as read  # noqa: PLC0415

    return read(text)


tiles.written = _tiles
