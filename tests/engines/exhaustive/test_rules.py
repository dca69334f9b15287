"""Every rule of the kernels is needed, and none is too strong: without it an answer is wrong."""

from __future__ import annotations

import pytest

from tests.engines.exhaustive.support import Rule, answers_wrongly_without, nodes_with_and_without

# What is replaced in the kernel's text, and a puzzle that tells: its goal, its number, and whether
# it has a mix of rules.
RULES: dict[str, Rule] = {
    "lone letters": (
        [("if size == 1 or (connected and pieces > 1)", "if connected and pieces > 1")],
        "compact",
        3,
        False,
    ),
    "connected": (
        [("if size == 1 or (connected and pieces > 1)", "if size == 1")],
        "board",
        31,
        False,
    ),
    "tiles": (
        [("        if counts[tile] == 0:\n            return SPELL\n", "")],
        "compact",
        23,
        True,
    ),
    "jokers are tiles": (
        [("if counts[tile] == 0:\n", "if counts[tile] == 0 and tile < JOKER:\n")],
        "compact",
        23,
        True,
    ),
    "rows end with a word": (
        [
            (
                "        elif nodes[target] & EMPTY_BIT:\n            return LAY",
                "        else:\n            return LAY",
            )
        ],
        "frame",
        10,
        True,
    ),
    "columns end with a word": (
        [
            (
                "after[length, a] = 0 if nodes[reached[length, a]] & EMPTY_BIT else NEVER",
                "after[length, a] = 0",
            )
        ],
        "frame",
        21,
        True,
    ),
    "missing tiles": (
        [("if missing > p.max_unused", "if missing >= p.max_unused")],
        "compact",
        1,
        True,
    ),
    "missing tiles, counted": (
        [
            (
                "missing += max(counts[k] - cells[k], 0)",
                "missing += max(counts[k] - cells[k] + 1, 0)",
            )
        ],
        "compact",
        1,
        True,
    ),
    "few ways, none": ([("        if few == 0:\n", "        if few <= 1:\n")], "compact", 1, True),
    "few ways, steps": (
        [
            ("FEW_STEPS = 200", "FEW_STEPS = 4"),
            (
                "                return found\n    return FEW\n",
                "                return found\n    return found\n",
            ),
        ],
        "board",
        1,
        True,
    ),
    "few ways, blanks": (
        [
            (
                "        if left < 0:\n            continue\n",
                "        if left <= 0:\n            continue\n",
            )
        ],
        "compact",
        1,
        True,
    ),
    "propagate, one": (
        [
            (
                "        if least > budget:\n            return False\n",
                "        if least >= budget:\n            return False\n",
            )
        ],
        "board",
        7,
        True,
    ),
    "propagate, at the root": (
        [("    if need > max_blanks:  #", "    if need >= max_blanks:  #")],
        "compact",
        1,
        True,
    ),
    "propagate, sum": (
        [("need += least - own", "need += least")],
        "frame",
        9,
        False,
    ),
    "propagate, letters": (
        [("letters = some & available\n", "letters = some & available & np.uint32(0xFFFFFFEF)\n")],
        "compact",
        23,
        True,
    ),
    "memo, blanks": (
        [
            (
                "return (pattern | (np.uint64(budget) << np.uint64(60))) + np.uint64(1)",
                "return pattern + np.uint64(1)",
            )
        ],
        "compact",
        20,
        False,
    ),
    "memo, pattern": (
        [
            (
                "    if known != key or rows[slot, 2] != letters:",
                "    if rows[slot, 2] != letters:",
            ),
            # In a table of few rows columns meet for certain.
            ("np.uint64(len(rows) - 1)", "np.uint64(3)"),
        ],
        "frame",
        31,
        True,
    ),
    "lines, back": (
        [("if blanks + cost <= budget:", "if blanks + cost < budget:")],
        "compact",
        1,
        True,
    ),
    "lines, ahead": (
        [
            (
                "                if most > budget:\n                    continue\n",
                "                if most >= budget:\n                    continue\n",
            )
        ],
        "compact",
        1,
        True,
    ),
    "lines, fewest back": ([("fewest = min(fewest, cost)", "fewest = cost")], "compact", 3, False),
    "lines, what is priced": ([("priced[i] = symbol == 0", "priced[i] = 1")], "board", 7, True),
    "lines, many blanks": (
        [("NEVER - 1 if budget == MANY else budget", "budget"), ("MANY = 14", "MANY = 1")],
        "board",
        29,
        False,
    ),
    "present, last tile": (
        [
            ("if counts[tile] == 1 and (tile", "if counts[tile] <= 2 and (tile"),
            (
                "            counts[tile] = 0\n",
                "            before, counts[tile] = counts[tile], 0\n",
            ),
            ("            counts[tile] = 1\n", "            counts[tile] = before\n"),
        ],
        "compact",
        1,
        True,
    ),
    "present, last blank": (
        [("elif max_blanks == 0:", "elif max_blanks <= 1:")],
        "compact",
        20,
        False,
    ),
    "present, own row": (
        [("unfilled = ~(s.filled[level] | (1 << s.row[level]))", "unfilled = ~s.filled[level]")],
        "compact",
        1,
        True,
    ),
    "present, filled rows": ([("if (unfilled >> r) & 1 and mask", "if mask")], "compact", 1, True),
    "present, closed cells": (
        [
            (
                "if (unfilled >> r) & 1 and mask & available == 0 and kinds[r, col] == OPEN:",
                "if (unfilled >> r) & 1 and mask & available == 0:",
            )
        ],
        "compact",
        28,
        True,
    ),
    "available, blanks": (
        [
            (
                "    if max_blanks > 0:\n        symbols |=",
                "    if max_blanks > 1:\n        symbols |=",
            )
        ],
        "board",
        19,
        False,
    ),
    "available, jokers": (
        [("    if counts[JOKER] == 0:\n", "    if counts[JOKER] <= 1:\n")],
        "compact",
        28,
        True,
    ),
    "least blanks, others": (
        [("if others > max_blanks:", "if others >= max_blanks:")],
        "compact",
        1,
        True,
    ),
    "least blanks, column": (
        [("        if column > budget:\n", "        if column >= budget:\n")],
        "compact",
        1,
        True,
    ),
    "least blanks, own": (
        [("others = s.need[level, col] - column\n", "others = s.need[level, col]\n")],
        "compact",
        3,
        False,
    ),
    "blanks of a row, too strong": (
        [("if max_blanks < 0 or (holds", "if max_blanks <= 0 or (holds")],
        "compact",
        1,
        True,
    ),
    "letter wanted, nowhere": (
        [("height + (left_over <= p.max_unused)", "height")],
        "frame",
        23,
        False,
    ),
    "letter wanted, left over": (
        [
            (
                "left_over = missing - max(counts[k] - cells[k], 0) + counts[k]",
                "left_over = missing + counts[k] + 1",
            )
        ],
        "board",
        27,
        True,
    ),
    "letter wanted, last cell": (
        [("col >= s.last[level])", "col >= s.last[level] - 1)")],
        "board",
        2,
        True,
    ),
    "letter wanted, laid already": (
        [
            (
                "if k == letter and kinds[r, col] == OPEN:",
                "if k == letter and kinds[r, col] != OPEN:",
            )
        ],
        "board",
        27,
        True,
    ),
    "together, one": ([("pieces > 1)", "pieces > 0)")], "board", 31, False),
    "together, looked at": (
        [("if loose and not", "if False and not")],
        "compact",
        3,
        False,
    ),
    "together, two": ([("if size == 1 or", "if size <= 2 or")], "board", 27, True),
    "together, open cells": (
        [
            (
                "symbols[i, j] != empty and not visited[i, j]",
                "0 < symbols[i, j] != empty and not visited[i, j]",
            )
        ],
        "compact",
        20,
        False,
    ),
    "partitions, none left out": (
        [("% head[PARTITIONS] == head[PARTITION]", "% head[PARTITIONS] == 0")],
        "board",
        2,
        True,
    ),
    "what is taken off": (
        [("s.counts[s.tile[level, c]] += 1", "s.counts[s.tile[level, c]] += 0")],
        "compact",
        3,
        False,
    ),
}

# What only spares work: without it the answer is the same, the tree larger.
PRUNES: dict[str, Rule] = {
    "missing tiles": (
        [("    if missing > p.max_unused:\n        return False\n", "")],
        "compact",
        6,
        False,
    ),
    "columns with the letters left": (
        [("letters = some & available\n", "letters = some\n")],
        "compact",
        27,
        True,
    ),
    "dead ends": (
        [("    return NEVER if dead else least\n", "    return least\n")],
        "compact",
        23,
        False,
    ),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value", "ignore:divide by zero")
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_needed_and_none_too_strong(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answers_wrongly_without(RULES[rule], "by cell", monkeypatch)


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("rule", PRUNES)
def test_what_spares_work_does(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, larger = nodes_with_and_without(PRUNES[rule], "by cell", monkeypatch)
    assert larger > usual
