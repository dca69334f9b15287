"""Slots: every rule is needed, and none is too strong; what only spares work does."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from patience.engines.exhaustive.slots import kernels, tree
from tests.engines.exhaustive.slot_stand import SlotStand
from tests.engines.exhaustive.support import answers_wrongly_without, plain_kernels

# What is replaced in the kernels' text, and a puzzle that tells: goal, number, with a mix of rules.
RULES = {
    "jokers are tiles": ("if left[k] == 0:", "if False:", "compact 6 mixed"),
    "tiles laid before": ("if table.laid[level, p.cells[slot, i]]:", "if False:", "frame 26"),
    "missing tiles, counted": ("left[k] - cells[k], 0)", "left[k] - cells[k] + 1, 0)", "frame 50"),
    "missing tiles, after a word": (
        "passed = missing_tiles(",
        "passed = 1 + missing_tiles(",
        "frame 50",
    ),
    "missing tiles, after the slots": (
        "passed and missing_tiles(",
        "passed and 1 + missing_tiles(",
        "frame 50",
    ),
    "missing tiles, a level down": ("return missing <= p", "return missing < p", "frame 50"),
    "lack, jokers": ("two))) <= jokers", "two))) < jokers", "frame 50"),
    "lack, laid before": (
        "if fresh and unlaid(p, table, level, slot) == length:",
        "if fresh:",
        "frame 50",
    ),
    "lack, once": (
        "one = scarce(p, table, level, 0)",
        "one = scarce(p, table, level, 1)",
        "frame 50",
    ),
    "lack, twice": (
        "0), scarce(p, table, level, 1)",
        "0), scarce(p, table, level, 2)",
        "board 42 mixed",
    ),
    "filter, masks": ("letters |= np.uint64(1)", "letters = np.uint64(1)", "frame 50"),
    "scarce, jokers": ("below, JOKER] == 0", "below, JOKER] <= 1", "compact 30 mixed"),
    "scarce, last tile": ("scarce(p, table, below, 0)", "scarce(p, table, below, 1)", "frame 50"),
    "scarce, laid before": ("if not table.laid[below, x]:", "if True:", "frame 50"),
    "excluded, own slot": (
        "letter, table.first[level], slot)",
        "letter, table.first[level], slot + 1)",
        "frame 55",
    ),
    "excluded, laid before": ("if not table.laid[level, x]:", "if True:", "board 42 mixed"),
    "excluded, first slots": (
        "range(first, end):\n        for i",
        "range(0):\n        for i",
        "frame 42 mixed",
    ),
    "letter nowhere": ("(left_over <= p.max_unused)", "0", "board 42 mixed"),
    "letter nowhere, left over": ("(left_over <=", "(left_over <", "board 42 mixed"),
    "letter nowhere, counted": (
        "- max(left[k] - buffers.cells[k], 0) + left",
        "+ left",
        "frame 12 mixed",
    ),
    "letter nowhere, its words": ("lays = is_slot(", "lays = True or (", "board 42 mixed"),
    "letter wanted, its words": ("lays = is_slot(", "lays = letter < 0 and (", "frame 58"),
    "letter wanted, laid before": (
        "and not table.laid[level, p",
        "and table.laid[level, p",
        "frame 55",
    ),
    "letter wanted, first slot": (
        "first[level] = k, first",
        "first[level] = k, first + 1",
        "frame 55",
    ),
    "letter wanted, last slot": ("= end - first + (", "= end - first - 1 + (", "frame 12 mixed"),
    "no letter wanted": ("table.letter[level] = -1", "pass", "frame 50"),
    "prices, jokers": ("prices[top] * left[JOKER]", "0", "board 8 mixed"),
    "prices, highest": ("prices[k] > prices[top]", "prices[k] < prices[top]", "board 8 mixed"),
    "prices, exactly enough": ("if slack < 0:", "if slack <= 0:", "frame 50"),
    "prices, laid before": ("if not laid[p.cells[t, z]]:", "if True:", "frame 50"),
    "prices, not negative": ("lacking[k]), 0)", "lacking[k]), -1 << 40)", "frame 50"),
    "prices, cheapest": (
        "if price < best:",
        "if best == 1 << 60 or price > best:",
        "board 42 mixed",
    ),
    "prices, tiles left": ("prices[k] * left[k]", "prices[k] * (left[k] > 0)", "frame 6 mixed"),
    "test, word laid": ("i]] |= 2", "i]] |= 0", "frame 50"),
    "test, word taken off": ("i]] &= 1", "i]] &= 3", "frame 50"),
    "test, laid before": ("i]] &= 1", "i]] = 0", "frame 6"),
    "all laid": ("if best == np.inf:", "if best > 0:", "compact 41 mixed"),
    "one cell left": ("if free == 0:", "if free <= 1:", "frame 0"),
    "branch with one cell left": (
        "slot) > 0:\n        open",
        "slot) > 1:\n        open",
        "frame 50",
    ),
    "partitions": ("!= head[PARTITION]:", "!= 0:", "frame 30 mixed"),
    "partitions, at the root": (
        "    if level == 0:\n        head",
        "    if level <= 1:\n        head",
        "compact 6 mixed",
    ),
    "branches begin anew": ("path.turn[level + 1] = 0", "pass", "frame 1 mixed"),
    "children begin anew": (
        "path.child[level] = 0, 0",
        "path.child[level] = 0, path.child[level]",
        "board 35",
    ),
    "crossing, its letter": ("level, t, k + 1]", "level, t, k]", "frame 50"),
    "crossing, masks": (
        "candidates[p.cells[t, z]] = buffers.mask[z]",
        "candidates[p.cells[t, z]] = buffers.mask[z] & 1",
        "frame 50",
    ),
    "parallel, masks": (
        "candidates[p.cells[other, z]] = buffers.mask[z]",
        "candidates[p.cells[other, z]] = buffers.mask[z] & 1",
        "frame 50",
    ),
    "parallel, set up anew": ("is_listed[other] = False", "is_listed[other] |= False", "frame 39"),
    "parallel, meets anew": ("other, i] = -1", "other, i] += 0", "board 13 mixed"),
    "parallel, end of the bits": ("& 63:\n        both", "& 0:\n        both", "frame 20 mixed"),
    "lay, tiles": ("table.laid[below, p.cells[slot, i]] = 1", "pass", "frame 50"),
    "cells without a letter": ("if mask else KINDS", "if mask else 0", "frame 50"),
}

# What only spares work, and the number of a random tree that tells.
PRUNES = {
    "tiles": ("if left[k] < 0:", "if False:", 54),
    "missing tiles": ("max(left[k] - cells[k], 0)", "0", 138),
    "missing tiles, after a word": ("passed = missing_tiles(", "passed = 0 * missing_tiles(", 135),
    "missing tiles, a level down": ("return missing <= p.max_unused", "return True", 178),
    "prices": ("MAX_PRICED = 4000", "MAX_PRICED = -1", 135),
    "prices, steps": ("STEPS = 8", "STEPS = 1", 135),
    "parallel words": ("if some == 0:", "if False:", 230),
    "parallel masks": ("candidates[p.cells[other, z]] = buffers.mask[z]", "pass", 103),
    "lack": ("if fresh and", "if False and", 170),
    "lack, twice": ("& one))\n", "& none))\n", 14),
    "scarce letters": ("if table.counts[below, JOKER] == 0:", "if False:", 216),
    "filters": ("|= bit_of(p.at[slot, i])\n    return", "|= 0\n    return", 27),
    "an empty list": ("return end > begin", "return True", 289),
    "places that changed": (
        "!= table.candidates[level, x]:\n            places |= bit_of(i)",
        "!= 0:\n            places |= bit_of(i)",
        135,
    ),
    "letters wanted, down": ("for direction in (0, p.across):", "for direction in (0,):", 13),
    "letters wanted": ("if table.counts[level, k] > 0 and", "if False and", 169),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value", "ignore:divide by zero")
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_needed_and_none_too_strong(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new, puzzle = RULES[rule]
    goal, number, *mixed = puzzle.split()
    asked = [(old, new)], goal, int(number), bool(mixed)
    assert answers_wrongly_without(asked, "slots", monkeypatch)


@pytest.mark.filterwarnings("ignore:overflow", "ignore:divide by zero")
@pytest.mark.parametrize("rule", PRUNES)
def test_what_spares_work_does(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, seed = PRUNES[rule]
    usual, grids = work(plain_kernels(of=kernels), seed, monkeypatch)
    larger, same = work(plain_kernels((old, new), of=kernels), seed, monkeypatch)
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
    patch.setattr(tree, "kernels", module)
    nodes, grids = SlotStand(seed).searched()
    return nodes + sum(looked_at), grids
