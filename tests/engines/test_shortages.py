"""Letter groups that run short: they give up only what cannot be finished."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from patience import Lexicon
from patience.engines.bits import DONE, FOUND
from patience.engines.fill import kernels
from patience.engines.fill.base import full_cost
from patience.engines.fill.kernels import FillTables
from patience.engines.fill.shortages import fewest, watching, with_letter_groups
from patience.engines.fill.tables import tables_of
from patience.engines.subproblem import subproblem_of
from patience.game.alphabet import LATIN
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import TileSet, from_letters
from patience.words.lexicon import load
from tests.strategies import Case, case

_ALL = np.iinfo(np.int32).min


def drawn() -> list[Case]:
    """Return random frames and boards that might have fills."""
    some = [case(seed, goal) for goal in ("frame", "board") for seed in range(12)]
    return [each for each in some if full_cost(each.puzzle) is not None]


def tables(puzzle: Puzzle, lexicon: Lexicon) -> FillTables:
    """Return the tables of a puzzle's fills."""
    assert puzzle.size is not None
    return tables_of(subproblem_of(puzzle, *puzzle.size).with_max_blanks(0), lexicon.words)


def fills(tables: FillTables) -> tuple[set[bytes], int]:
    """Return all fills, and the nodes that they took."""
    search = kernels.new_descent(tables)
    kernels.begin(tables, np.zeros(0, np.uint8), search)
    thresholds = np.full(len(tables.plan.left), _ALL, np.int32)
    found, nodes = set(), 0
    while True:
        answer, more = kernels.descend(tables, thresholds, False, search, 0, 10_000)
        nodes += more
        if answer == FOUND:
            found.add(search.letters.tobytes())
        elif answer == DONE:
            return found, nodes


def random_groups(seed: int) -> NDArray[np.uint8]:
    """Return eight random letter groups, small and large."""
    rng = np.random.default_rng(seed)
    return (rng.random((kernels.KINDS, 8)) < rng.random(8)).astype(np.uint8)


@pytest.mark.parametrize("some", drawn())
def test_no_fill_is_lost(some: Case) -> None:
    plain = tables(some.puzzle, Lexicon.of(some.words))
    every, nodes = fills(plain)
    for seed in range(2):
        found, fewer = fills(watching(plain, random_groups(seed)))
        assert found == every
        assert fewer <= nodes
    chosen = with_letter_groups(plain, 1.0, np.random.default_rng(0), lambda: None)
    assert fills(chosen)[0] == every


def test_groups_pay_where_letters_are_short() -> None:
    plain = tables(Puzzle(from_letters("AAEEIRSTNLOUDM"), Frame(4, 3)), load("fr-basic"))
    chosen = with_letter_groups(plain, 1.0, np.random.default_rng(0), lambda: None)
    every, nodes = fills(plain)
    found, fewer = fills(chosen)
    assert found == every
    assert fewer < 0.8 * nodes


def test_a_plenty_of_tiles_needs_no_groups() -> None:
    plain = tables(Puzzle(TileSet("many", (38,) * 26), Frame(5, 4)), load("fr-basic"))
    chosen = with_letter_groups(plain, 1.0, np.random.default_rng(0), lambda: None)
    assert not chosen.graph.needs.any()
    assert fills(watching(plain, random_groups(0)))[1] == fills(plain)[1]


@pytest.mark.parametrize("seed", range(5))
def test_the_fewest_letters_that_finish_a_slot(seed: int) -> None:
    words = [word for word in load("fr-basic") if len(word) == 5]
    puzzle = Puzzle(TileSet("many", (9,) * 26), Frame(5, 5))
    plain = tables(puzzle, Lexicon.of(words))
    members = random_groups(seed)
    needs = fewest(plain.graph, members)
    told = {LATIN.symbols[k]: members[k].astype(int) for k in range(26)}
    root = plain.graph.roots[5]
    least = np.min([sum(told[x] for x in word) for word in words], axis=0)
    assert needs[root].tolist() == least.tolist()
    before_p = np.uint64((1 << LATIN.symbols.index("P")) - 1)
    node = kernels.step(plain.graph, root, before_p)
    begun = [word for word in words if word.startswith("P")]
    least = np.min([sum(told[x] for x in word[1:]) for word in begun], axis=0)
    assert needs[node].tolist() == least.tolist()


def test_rectangles_too_large_for_bytes_have_no_groups() -> None:
    plain = tables(Puzzle(TileSet("many", (9,) * 26), Frame(12, 11)), load("fr-basic"))
    assert with_letter_groups(plain, 1.0, np.random.default_rng(0), lambda: None) is plain
