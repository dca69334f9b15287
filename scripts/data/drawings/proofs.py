"""An exhaustive search of the 9x7 frame without a blank: which rows it fills first."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from patience.engines import dawg as word_graph
from patience.engines.bits import LEVEL, NODES, PAUSED, SEEN
from patience.engines.exhaustive.levels import cost_levels
from patience.engines.exhaustive.rows import kernels
from patience.engines.exhaustive.rows.tree import RowTree, RowWorkspace
from patience.game.alphabet import LATIN
from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import named
from patience.render.drawing import Drawing
from patience.words.lexicon import load
from scripts.data.drawings.canvas import SMALL, WIDTH, Canvas

_SLICE = 100  # nodes between two looks at the search

Branch = tuple[int, str]  # the row filled, and the letter that it had to hold


class Seen(NamedTuple):
    """What a search did: its nodes, and the longest way down that it was seen on."""

    nodes: int
    by_depth: list[int]  # nodes at each depth
    fillings: Counter[Branch]  # fillings of the first row, by its branch
    deepest: list[tuple[Branch, str]]  # branch and text of each row


def searched() -> Seen:
    """Search the whole tree, looking at it from time to time."""
    puzzle, words = Puzzle(named("diamino-63"), Frame(9, 7)), load("fr").words
    dawg = word_graph.kept(words, 9, puzzle.tiles.counts, puzzle.tiles.jokers)
    frequency = np.maximum(word_graph.letter_counts(words, 9), 1)
    level = next(cost_levels(puzzle, 0, 0))
    tree = RowTree(level.subproblems[0], dawg, frequency / frequency.sum())
    height, width = tree.problem.kinds.shape
    workspace = RowWorkspace(dawg, height, width, np.zeros(1, np.uint8))
    state = tree.root(workspace)
    fillings: Counter[Branch] = Counter()
    by_depth = [0] * (height + 1)
    deepest: list[tuple[Branch, str]] = []
    nodes, before, answer = 0, 0, PAUSED
    while answer == PAUSED:
        answer = workspace.search(tree, state, nodes + _SLICE)
        depth = int(state.filled[state.head[LEVEL]]).bit_count()
        by_depth[depth] += int(state.head[NODES]) - nodes
        nodes = int(state.head[NODES])
        branches = [_branch(state, at) for at in range(depth + 1)]
        fillings[branches[0]] += int(state.head[SEEN]) - before
        before = int(state.head[SEEN])
        if depth > len(deepest):
            deepest = [(x, _text(state, x[0])) for x in branches[:depth]]
    return Seen(nodes, by_depth, fillings, deepest)


def _branch(state: kernels.RowState, level: int) -> Branch:
    letter = int(state.letter[level])
    return int(state.row[level]), LATIN.symbols[letter] if letter >= 0 else ""


def _text(state: kernels.RowState, row: int) -> str:
    return "".join(LATIN.symbols[x - 1] for x in state.symbols[row])


def rows() -> Drawing:
    """Draw the deepest way down, and how many fillings the first row has."""
    seen = searched()
    canvas = Canvas()
    canvas.text((14, 26), "The row with the W comes first", 16, strong=True)
    side, left, top = 30.0, 14.0, 66.0
    canvas.text((left, 54), "As deep as it gets", strong=True)
    canvas.box(left - 3, top - 3, side * 7 + 6, side * 9 + 6, "table")
    for n, ((row, letter), text) in enumerate(seen.deepest, 1):
        for column, sign in enumerate(text):
            place = left + side * column, top + side * row
            canvas.tile(*place, sign, side)
            if letter and column == text.index(letter):
                canvas.box(place[0] + 1, place[1] + 1, side - 2, side - 2, "lit", 2.5)
        canvas.text((left + side * 7 + 12, top + side * row + 20), f"{n}.", strong=True)
    x = 292.0
    canvas.text((x, 54), "Fillings of the first row", strong=True)
    most = max(seen.fillings.values())
    for row in range(9):
        y = top + side * row
        branch = next((x for x in seen.fillings if x[0] == row), None)
        many = seen.fillings[branch] if branch else 0
        canvas.box(x, y + 7, max(96 * many / most, 1.5), 16, "lit")
        canvas.text((x + 96 * many / most + 6, y + 20), f"{many:,}", SMALL)
    bottom = canvas.paragraph(
        (14, top + side * 9 + 28),
        f"The W must lie in some row: in row 1; or in row 2 and not in row 1; and so on. Each "
        f"bar counts the ways to fill that row with the W. All {seen.nodes:,} nodes of the search "
        f"are below {sum(seen.fillings.values()):,} fillings. {_depths(seen)}",
        WIDTH - 28,
    )
    return canvas.drawing(bottom, "The order of rows", "Which rows an exhaustive search fills.")


def _depths(seen: Seen) -> str:
    usual = max(range(len(seen.by_depth)), key=seen.by_depth.__getitem__)
    more = sum(seen.by_depth[usual + 1 :]) / seen.nodes
    return (
        f"{seen.by_depth[usual] / seen.nodes:.0%} of the cells are laid with {usual} rows filled, "
        f"{more:.0%} with more: nearly all ways end there."
    )
