"""The referee's report on a grid: violations, cost, words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patience.game.displayed import Displayed
from patience.game.grid import Cell, Run

# networkx takes a quarter of a second to import, so it is imported where it is used.
if TYPE_CHECKING:
    import networkx as nx

JOKER = "*"  # in `Report.face_down`


@dataclass(frozen=True)
class Violation:
    """A breach of one rule.

    Parameters
    ----------
    rule : str
        ``word``, ``lone-letter``, ``connected``, ``tiles``, ``distinct``, ``no-word``, ``size``,
        ``closed``, ``face-down``, ``all-tiles``, ``within``, ``fixed``, ``require``, ``unlike`` or
        ``symmetry``.
    message : str
        A sentence for the player; rows and columns count from 1.
    cells : tuple of Cell
        The cells concerned, counted from 0; may be empty.
    """

    rule: str
    message: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Reading:
    """What a grid shows, valid or not.

    Parameters
    ----------
    cost : int or None
        The value that the goal minimises, also for a grid with violations. None if the grid does
        not answer the puzzle (no word, another size, other closed cells).
    words : tuple of Run
        Every run of two or more letters, across first.
    repeated : tuple of str
        Words that occur more than once, whether or not the puzzle forbids it.
    jokers : tuple of str
        The letters that jokers stand for, in alphabetical order.
    face_down : tuple of str
        The tiles not used face up: letters in alphabetical order, then ``*`` for each joker. In a
        frame smaller than its set, some of them stay in the box.
    """

    cost: int | None
    words: tuple[Run, ...]
    repeated: tuple[str, ...]
    jokers: tuple[str, ...]
    face_down: tuple[str, ...]

    def crossings(self) -> nx.Graph:
        """Return the words (`Run`) as nodes of a graph, with an edge per crossing.

        The edge attribute ``cell`` is the shared `Cell`.
        """
        import networkx as nx  # noqa: PLC0415

        down = {cell: word for word in self.words if not word.across for cell in word.cells}
        graph = nx.Graph()
        graph.add_nodes_from(self.words)
        for word in self.words:
            if word.across:
                shared = (cell for cell in word.cells if cell in down)
                graph.add_edges_from((word, down[cell], {"cell": cell}) for cell in shared)
        return graph


@dataclass(frozen=True)
class Report(Reading, Displayed):
    """The referee's report: what a grid shows, and the verdict.

    Parameters
    ----------
    violations : tuple of Violation
        In the order of the rule sheet; empty for a valid grid.
    cost, words, repeated, jokers, face_down
        As in `Reading`.
    """

    violations: tuple[Violation, ...] = ()

    def __repr__(self) -> str:
        return f"Report({str(self).splitlines()[0]})"

    def __str__(self) -> str:
        count = len(self.violations)
        verdict = f"{count} {'fault' if count == 1 else 'faults'}" if count else "valid"
        lines = [f"{verdict}: cost {self.cost}, {len(self.words)} words"]
        return "\n".join([*lines, *(f"  {each.rule}: {each.message}" for each in self.violations)])

    @property
    def valid(self) -> bool:
        """Tell whether the grid obeys every rule."""
        return not self.violations
