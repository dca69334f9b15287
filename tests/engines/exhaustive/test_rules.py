"""Every rule of the kernels is needed, and none is too strong; what only spares work does.

``rules.toml`` is the table: what is replaced in the kernels' text, and a puzzle that tells.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from patience.engines.exhaustive.rows import tree as row_tree
from patience.engines.exhaustive.slots import kernels
from patience.engines.exhaustive.slots import tree as slot_tree
from patience.errors import RefereeError
from tests.engines.exhaustive.slot_stand import SlotStand
from tests.engines.exhaustive.support import ask, plain_kernels, use
from tests.engines.running import right, with_rules
from tests.strategies import TINY, Case, case

TABLE = tomllib.loads(Path(__file__).with_name("rules.toml").read_text("utf-8"))
TREES: dict[str, Any] = {"by cell": row_tree, "slots": slot_tree}

pytestmark = pytest.mark.filterwarnings(
    "ignore:overflow", "ignore:invalid value", "ignore:divide by zero"
)


def rows(search: str, kind: str) -> list[Any]:
    """Return the rows of a part of the table: the search, the puzzle, what replaces what."""
    return [
        pytest.param(
            search, puzzle, [*zip(texts[::2], texts[1::2], strict=True)], id=f"{search}, {name}"
        )
        for name, (puzzle, *texts) in TABLE[search][kind].items()
    ]


def asked(puzzle: str) -> Case:
    goal, number, *mixed = puzzle.split()
    some = case(int(number), goal, TINY)
    return with_rules(some, int(number)) if mixed else some


@pytest.mark.slow
@pytest.mark.parametrize(
    ("search", "puzzle", "mutations"), [*rows("by cell", "needed"), *rows("slots", "needed")]
)
def test_every_rule_is_needed_and_none_too_strong(
    search: str, puzzle: str, mutations: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    some, tree = asked(puzzle), TREES[search]
    use(search, monkeypatch)
    assert right(some, ask(some))
    monkeypatch.setattr(tree, "kernels", plain_kernels(*mutations, of=tree.kernels))
    try:
        is_right = right(some, ask(some))
    except (AssertionError, IndexError, RefereeError):
        is_right = False  # noticed on the way
    assert not is_right


@pytest.mark.parametrize(("search", "puzzle", "mutations"), rows("by cell", "spare"))
def test_what_spares_nodes_does(
    search: str, puzzle: str, mutations: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    some = asked(puzzle)
    use(search, monkeypatch)
    usual = ask(some)
    tree = TREES[search]
    monkeypatch.setattr(tree, "kernels", plain_kernels(*mutations, of=tree.kernels))
    other = ask(some)
    assert (other.cost, other.status) == (usual.cost, usual.status)
    assert other.stats.nodes > usual.stats.nodes


@pytest.mark.parametrize(("search", "seed", "mutations"), rows("slots", "spare"))
def test_what_spares_tests_of_words_does(
    search: str, seed: str, mutations: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, grids = work(plain_kernels(of=kernels), int(seed), monkeypatch)
    larger, same = work(plain_kernels(*mutations, of=kernels), int(seed), monkeypatch)
    assert sorted(same) == sorted(grids)
    assert larger > usual


def work(module: ModuleType, seed: int, patch: pytest.MonkeyPatch) -> tuple[int, list[list[int]]]:
    """Return the words that the search of a tree tests and filters, and its grids."""
    looked_at = []
    keep = module.keep

    def counted(source: Any, low: int, high: int, *where: Any) -> Any:
        looked_at.append(high - low)
        return keep(source, low, high, *where)

    patch.setattr(module, "keep", counted)
    patch.setattr(slot_tree, "kernels", module)
    nodes, grids = SlotStand(seed).searched()
    return nodes + sum(looked_at), grids
