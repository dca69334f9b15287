"""Ruin and recreate, compiled: whole words are laid on a padded flat grid, and cleared again.

A cell is 0 where it is empty, a letter's place in the alphabet plus 1, or `WALL` where no tile may
lie. Walls surround the grid, so that no kernel asks for a border. Numbers of one kind stand in one
array with names for its rows: numba compiles a function with few arrays in half the time.

Kernels, their callees and constants stay in this file or in `patience.engines.bits`: machine code
cached before an edit of another file is reused.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from patience.engines.bits import lowest, mix, ones, symbol_of
from patience.engines.compiled import compiled

KINDS = 30  # of tiles, as in `patience.engines.dawg`
WALL = -1

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_LETTERS = (_ONE << np.uint64(KINDS)) - _ONE
_END = _ONE << np.uint64(KINDS)
_FIRST = np.uint64(32)  # shift of the first child in a packed node
_ROOT, _DEAD_END = 0, -1

# Columns of `Field.lines`.
FIRST, ALONG, ACROSS, CELLS = 0, 1, 2, 3

# Indices in `Field.shape`: the stride of the padded grid, width and height without the walls, and
# whether letters are fixed, the grid must be connected, words may not repeat, the grid must differ
# from others.
STRIDE, WIDTH, HEIGHT, STARTED, CONNECTED, DISTINCT, UNLIKE = range(7)

# Indices in `GridState.numbers` after the tiles left of each letter, which are negative where
# jokers stand for it: jokers left, letters up, broken rules, the value that the next iteration must
# not fall below; then what an iteration does not take back: the work so far (word-graph nodes
# visited and cells looked at) and the state of the random numbers.
JOKERS, UP, FAULTS, VALUE, WORK, RANDOM = range(KINDS, KINDS + 6)
NUMBERS = KINDS + 6

# Rows of `Scratch.grids`: the grid before an iteration, the best one.
BEFORE, BEST = 0, 1

# Rows of `Scratch.cells`: the number of the connected piece, 0 for none; what is wrong; a list of
# cells.
PIECE, WRONG, QUEUE = 0, 1, 2

# What is wrong with a cell: a fixed run across or down is no word, a fixed letter has no run, a
# piece is loose.
_BAD_ACROSS, _BAD_DOWN, _LONE, _LOOSE = 1, 2, 4, 8

# Rows of `Scratch.lines`: the lines in random order; whether a line has no move.
ORDER, DRY = 0, 1

# Rows of `Scratch.path`. For each cell of a line: the letters that it may take, as bits, and
# whether it has a letter or one beside the line. For each depth of a word: its letter, the
# word-graph node before it, the letters not yet tried, whether the word has touched what is laid.
# Last, the letters of the best move.
ALLOWED, HOOK, LETTER, NODE, UNTRIED, TOUCHED, WORD = range(7)

# Indices in `Scratch.found`: the best move; the first cell, step and length of a run to clear
# (length 0 for none); the letters of the best grid.
SCORE, LINE, OFFSET, LENGTH, BAD_CELL, BAD_STEP, BAD_LENGTH, BEST_VALUE = range(8)
_NO_MOVE = -1

# A fixed letter weighs more than any number of others.
_FIXED = 10_000

# Worth of a move: _TILE for each new tile, or for each saved while letters of the start are wrong,
# up to _NOISE more at random, _REPAIR for each fault that it mends. Noise of three tiles, the two
# limits below and the sizes of ruins are those of a prototype, not tuned since.
_TILE, _NOISE, _REPAIR = 1 << 10, 3 << 10, 1 << 20

# Nodes of the word graph visited from each first cell of a word, and lines whose best move is
# compared, at most.
_BUDGET, _LINES = 400, 4

# Wrong cells whose lines are looked at first. Fourteen open boards with a third of the letters
# given, three seeds each, have a grid after 92 million work in all with two, 142 with one, 121 with
# three; without, ten of twelve had none after 60 million with one seed.
_MENDED = 2

# First cells of a word tried in one line, if there is a move by then: lines of 170 cells would take
# most of the time otherwise.
_STARTS = 24

# One in so many random ends of an iteration comes true.
_STOP = 3

# Ruins: the longest side of a rectangle, and the most runs.
_SIDE, _RUNS = 6, 3


class Field(NamedTuple):
    """What is constant for all searches of one rectangle, but for `fixed`: each cycle sets it."""

    lines: Any  # int64 (lines, 4): first cell, step along, step across, number of cells
    lines_of: Any  # int64 (cells, 2): the lines across and down through a cell, -1 for none
    fixed: Any  # bool (cells,): the letter stays
    nodes: Any  # uint64 (nodes,): the word graph, see `patience.engines.dawg`
    child: Any  # uint16 or uint32 (edges,)
    required: Any  # int64 (words, 1 + longest): length and letters of each required word
    marks: Any  # uint64 (words,): hash of each required word
    shape: Any  # int64 (7,): see STRIDE and the following


class GridState(NamedTuple):
    """A grid and what is left to lay; modified in place."""

    cells: Any  # int8 (cells,)
    numbers: Any  # int64 (NUMBERS,): tiles left, then see JOKERS and the following


class Scratch(NamedTuple):
    """Buffers of one search."""

    grids: Any  # int8 (2, cells): see BEFORE
    numbers: Any  # int64 (NUMBERS,): those before an iteration
    runs: Any  # uint64 (2 cells + 2,): hashes of the runs, after their number
    cells: Any  # int64 (3, cells): see PIECE and the following
    lines: Any  # int64 (2, lines): see ORDER
    path: Any  # int64 (7, longest line + 2): see ALLOWED and the following
    found: Any  # int64 (8,): see SCORE and the following


# ---- basic steps --------------------------------------------------------------------------------


@compiled
def below(state, n):
    """Return a random number from 0 to `n` - 1 (splitmix64)."""
    random = np.uint64(state.numbers[RANDOM]) + np.uint64(0x9E3779B97F4A7C15)
    state.numbers[RANDOM] = np.int64(random)
    return np.int64((mix(random) >> np.uint64(11)) % np.uint64(n))


@compiled
def step(field, node, letter):
    """Return the word-graph node after a letter, or -1."""
    packed, bit = field.nodes[node], _ONE << np.uint64(letter)
    if packed & bit == _NONE:
        return np.int64(_DEAD_END)
    return np.int64(field.child[np.int64(packed >> _FIRST) + np.int64(ones(packed & (bit - _ONE)))])


@compiled
def take(numbers, letter):
    """Take a tile, or a joker if there is none; there must be one."""
    numbers[letter] -= 1
    if numbers[letter] < 0:
        numbers[JOKERS] -= 1
    numbers[UP] += 1


@compiled
def give(numbers, letter):
    """Give a tile back."""
    if numbers[letter] < 0:
        numbers[JOKERS] += 1
    numbers[letter] += 1
    numbers[UP] -= 1


@compiled
def clear(field, state, cell):
    """Clear a cell with a letter, unless it is fixed; return whether it was cleared."""
    if field.fixed[cell]:
        return False
    give(state.numbers, np.int64(state.cells[cell]) - 1)
    state.cells[cell] = 0
    return True


@compiled
def extended(mark, letter):
    """Return the hash of a word (FNV-1a) with one letter more."""
    return (mark ^ np.uint64(letter + 1)) * np.uint64(0x100000001B3)


@compiled
def holds(runs, count, mark):
    """Return whether a hash is among the first `count` of `runs`."""
    for i in range(1, count + 1):
        if runs[i] == mark:
            return True
    return False


# ---- what is laid -------------------------------------------------------------------------------


@compiled
def read_runs(field, state, scratch):
    """Hash all runs; note one to clear, as it is no word or repeats one, if there is one.

    Fixed runs that are no words stay, are noted among the wrong cells, and their number is
    returned.
    """
    cells, runs, wrong = state.cells, scratch.runs, scratch.cells[WRONG]
    count, faults = 0, 0
    scratch.found[BAD_LENGTH] = 0
    wrong[:] = 0
    for line in range(field.lines.shape[0]):
        cell, along = field.lines[line, FIRST], field.lines[line, ALONG]
        end = cell + field.lines[line, CELLS] * along
        while cell < end:
            if cells[cell] <= 0:
                cell += along
                continue
            first, node, mark, movable = cell, np.int64(_ROOT), _NONE, False
            while cells[cell] > 0:
                letter = np.int64(cells[cell]) - 1
                if node != _DEAD_END:
                    node = step(field, node, letter)
                mark = extended(mark, letter)
                movable |= not field.fixed[cell]
                cell += along
            length = (cell - first) // along
            if length < 2:
                continue
            good = node != _DEAD_END and field.nodes[node] & _END != _NONE
            if good and field.shape[DISTINCT]:
                good = not holds(runs, count, mark)
            if good:
                count += 1
                runs[count] = mark
            elif movable:
                scratch.found[BAD_CELL], scratch.found[BAD_STEP] = first, along
                scratch.found[BAD_LENGTH] = length
            else:
                faults += 1
                for i in range(length):
                    wrong[first + i * along] |= _BAD_ACROSS if along == 1 else _BAD_DOWN
    runs[0] = np.uint64(count)
    return faults


@compiled
def label_pieces(field, state, scratch):
    """Number the connected pieces; return their number and that of the one to keep.

    That is the one with most fixed letters, then with most letters.
    """
    cells, piece, queue = state.cells, scratch.cells[PIECE], scratch.cells[QUEUE]
    stride = field.shape[STRIDE]
    piece[:] = 0
    pieces, keep, most = 0, 0, 0
    for start in range(len(cells)):
        if cells[start] <= 0 or piece[start] != 0:
            continue
        pieces += 1
        piece[start] = pieces
        queue[0] = start
        done, listed, weight = 0, 1, 0
        while done < listed:
            cell = queue[done]
            done += 1
            weight += _FIXED if field.fixed[cell] else 1
            for way in (1, stride, -1, -stride):
                other = cell + way
                if cells[other] > 0 and piece[other] == 0:
                    piece[other] = pieces
                    queue[listed] = other
                    listed += 1
        if weight > most:
            keep, most = pieces, weight
    return pieces, keep


@compiled
def is_lone(field, cells, cell):
    """Return whether no letter lies beside a cell."""
    stride = field.shape[STRIDE]
    return max(cells[cell - 1], cells[cell + 1], cells[cell - stride], cells[cell + stride]) <= 0


@compiled
def drop_pieces(field, state, scratch):
    """Clear lone letters and, if the grid must be connected, all pieces but one.

    Returns whether a cell was cleared; fixed letters stay.
    """
    _, keep = label_pieces(field, state, scratch)
    dropped = False
    for cell in range(len(state.cells)):
        if state.cells[cell] > 0 and (
            (field.shape[CONNECTED] and scratch.cells[PIECE, cell] != keep)
            or is_lone(field, state.cells, cell)
        ):
            dropped |= clear(field, state, cell)
    return dropped


@compiled
def missing(field, scratch):
    """Return the number of required words that are not laid."""
    count = 0
    for word in range(len(field.marks)):
        count += not holds(scratch.runs, np.int64(scratch.runs[0]), field.marks[word])
    return count


@compiled
def count_faults(field, state, scratch):
    """Count the broken rules: wrong fixed runs and letters, loose pieces, words not laid."""
    faults = read_runs(field, state, scratch) + missing(field, scratch)
    if field.shape[STARTED]:
        pieces, keep = label_pieces(field, state, scratch)
        if field.shape[CONNECTED]:
            faults += max(pieces - 1, 0)
        for cell in range(len(state.cells)):
            if field.fixed[cell] and is_lone(field, state.cells, cell):
                scratch.cells[WRONG, cell] |= _LONE
                faults += 1
            if field.shape[CONNECTED] and scratch.cells[PIECE, cell] not in (0, keep):
                scratch.cells[WRONG, cell] |= _LOOSE
    state.numbers[FAULTS] = faults


@compiled
def tidy(field, state, scratch):
    """Clear runs that are no words or repeat, lone letters and loose pieces; count the faults."""
    while True:
        read_runs(field, state, scratch)
        length, cell = scratch.found[BAD_LENGTH], scratch.found[BAD_CELL]
        for _ in range(length):
            if state.cells[cell] > 0:
                clear(field, state, cell)
            cell += scratch.found[BAD_STEP]
        if length == 0 and not drop_pieces(field, state, scratch):
            break
    count_faults(field, state, scratch)


# ---- moves --------------------------------------------------------------------------------------


@compiled
def stock(numbers):
    """Return the letters that there is a tile for, as bits."""
    if numbers[JOKERS] > 0:
        return _LETTERS
    found = _NONE
    for letter in range(KINDS):
        if numbers[letter] > 0:
            found |= _ONE << np.uint64(letter)
    return found


@compiled
def crossing_letters(field, cells, cell, across, tiles):
    """Return those of some letters that make the run across a line through a cell a word."""
    start, node = cell, np.int64(_ROOT)
    while cells[start - across] > 0:
        start -= across
    while start != cell:
        node = step(field, node, np.int64(cells[start]) - 1)
        start += across
        if node == _DEAD_END:
            return _NONE
    found, todo = _NONE, field.nodes[node] & tiles
    while todo != _NONE:
        bit = lowest(todo)
        todo ^= bit
        after, beyond = step(field, node, symbol_of(bit)), cell + across
        while after != _DEAD_END and cells[beyond] > 0:
            after = step(field, after, np.int64(cells[beyond]) - 1)
            beyond += across
        if after != _DEAD_END and field.nodes[after] & _END != _NONE:
            found |= bit
    return found


@compiled
def find_hooks(field, state, scratch, line):
    """Find for each cell of a line the letters it may take and whether it touches a letter."""
    cells, path = state.cells, scratch.path
    cell, along = field.lines[line, FIRST], field.lines[line, ALONG]
    across, length = field.lines[line, ACROSS], field.lines[line, CELLS]
    tiles = stock(state.numbers)
    for i in range(length):
        letter, allowed = np.int64(cells[cell]), tiles
        crossed = cells[cell - across] > 0 or cells[cell + across] > 0
        if letter > 0:
            allowed = _ONE << np.uint64(letter - 1)
        elif crossed:
            allowed = crossing_letters(field, cells, cell, across, tiles)
        path[ALLOWED, i] = np.int64(allowed)
        path[HOOK, i] = letter > 0 or crossed
        cell += along
    path[ALLOWED, length] = 0
    state.numbers[WORK] += length


@compiled
def is_laid(field, scratch, letters):
    """Return whether a word is laid."""
    mark = _NONE
    for letter in letters:
        mark = extended(mark, letter)
    return holds(scratch.runs, np.int64(scratch.runs[0]), mark)


@compiled
def repairs(field, state, scratch, line, offset, length):
    """Return how many faults of the fixed letters a move mends: words made, pieces joined."""
    along, across = field.lines[line, ALONG], field.lines[line, ACROSS]
    cell = field.lines[line, FIRST] + offset * along
    bad = _LONE | (_BAD_ACROSS if along == 1 else _BAD_DOWN)
    mended, joined = 0, 0
    for _ in range(length):
        mended |= scratch.cells[WRONG, cell] & bad
        for other in (cell, cell - across, cell + across):
            if state.cells[other] > 0:
                mended |= scratch.cells[WRONG, other] & _LONE
                joined |= 1 << min(scratch.cells[PIECE, other], 62)
        cell += along
    return np.int64(mended != 0) + max(np.int64(ones(np.uint64(joined))) - 1, 0)


@compiled
def consider(field, state, scratch, line, offset, length, laid):
    """Keep the word on the path if it is the best move so far; return whether it is a move."""
    found, path = scratch.found, scratch.path
    score = below(state, np.int64(_NOISE))
    if field.shape[STARTED] and state.numbers[FAULTS] > 0:
        score += (field.lines[line, CELLS] - laid) * _TILE
        score += _REPAIR * repairs(field, state, scratch, line, offset, length)
    else:
        score += laid * _TILE
    if score <= found[SCORE]:
        return True  # or it repeats a word: then the line is looked at once more for nothing
    if field.shape[DISTINCT] and is_laid(field, scratch, path[LETTER, :length]):
        return False
    found[SCORE], found[LINE], found[OFFSET], found[LENGTH] = score, line, offset, length
    for i in range(length):
        path[WORD, i] = path[LETTER, i]
    return True


@compiled
def try_words(field, state, scratch, line, offset, required):
    """Try words from one cell of a line on, depth first, letters in random order.

    Keeps the best move; returns whether there is one. `required` is the index of the only word to
    try, or -1. The tiles are as before afterwards.
    """
    cells, numbers, path = state.cells, state.numbers, scratch.path
    along, length = field.lines[line, ALONG], field.lines[line, CELLS]
    start = field.lines[line, FIRST] + offset * along
    longest = length - offset if required < 0 else field.required[required, 0]
    depth, nodes, laid, is_move = 0, 0, 0, False
    path[NODE, 0], path[TOUCHED, 0] = _ROOT, not field.shape[CONNECTED] or numbers[UP] == 0
    path[UNTRIED, 0] = path[ALLOWED, offset]
    while depth >= 0:
        todo = np.uint64(path[UNTRIED, depth])
        if required >= 0 and depth < longest:
            todo &= _ONE << np.uint64(field.required[required, 1 + depth])
        if todo == _NONE or depth == longest or nodes >= _BUDGET:
            depth -= 1
            if depth >= 0 and cells[start + depth * along] == 0:
                give(numbers, path[LETTER, depth])
                laid -= 1
            continue
        above = todo & (_LETTERS << np.uint64(below(state, np.int64(KINDS))))
        bit = lowest(above if above != _NONE else todo)
        path[UNTRIED, depth] ^= np.int64(bit)
        letter, cell = symbol_of(bit), start + depth * along
        after = step(field, path[NODE, depth], letter)
        if after == _DEAD_END or (
            cells[cell] == 0 and numbers[letter] <= 0 and numbers[JOKERS] <= 0
        ):
            continue
        nodes += 1
        path[LETTER, depth] = letter
        if cells[cell] == 0:
            take(numbers, letter)
            laid += 1
        touched = path[TOUCHED, depth] | path[HOOK, offset + depth]
        depth += 1
        ends = field.nodes[after] & _END != _NONE and (required < 0 or depth == longest)
        if ends and depth > 1 and laid > 0 and touched and cells[cell + along] <= 0:
            is_move |= consider(field, state, scratch, line, offset, depth, laid)
        path[NODE, depth], path[TOUCHED, depth] = after, touched
        path[UNTRIED, depth] = np.int64(field.nodes[after]) & path[ALLOWED, offset + depth]
    numbers[WORK] += nodes
    return is_move


@compiled
def find_move(field, state, scratch, line, required):
    """Look for a better move than the best so far in one line; return whether it has any.

    `required` is the index of the only word to lay, or -1: then a line without a move is marked.
    """
    dry = scratch.lines[DRY]
    if required < 0 and dry[line]:
        return False
    find_hooks(field, state, scratch, line)
    first, along = field.lines[line, FIRST], field.lines[line, ALONG]
    length = field.lines[line, CELLS]
    free = not field.shape[CONNECTED] or state.numbers[UP] == 0
    turn, is_move = below(state, length), False
    for i in range(length):
        if i >= _STARTS and is_move:
            break
        offset = (i + turn) % length
        if state.cells[first + (offset - 1) * along] > 0:
            continue  # a run begins earlier
        hook = offset
        while not free and hook < length and not scratch.path[HOOK, hook]:
            hook += 1
        if hook < length:
            is_move |= try_words(field, state, scratch, line, offset, required)
    if required < 0 and not is_move:
        dry[line] = 1
    return is_move


@compiled
def random_cell(state, marks):
    """Return a random cell whose mark is positive, -1 for none."""
    start = below(state, np.int64(len(marks)))
    for i in range(len(marks)):
        cell = (start + i) % len(marks)
        if marks[cell] > 0:
            return cell
    return np.int64(-1)


@compiled
def find_mending(field, state, scratch):
    """Look for the best move in the lines through some wrong cells; return whether one mends."""
    for _ in range(_MENDED):
        cell = random_cell(state, scratch.cells[WRONG])
        for way in range(2):
            if cell >= 0 and field.lines_of[cell, way] >= 0:
                find_move(field, state, scratch, field.lines_of[cell, way], np.int64(-1))
    return scratch.found[SCORE] >= _REPAIR


@compiled
def find_best(field, state, scratch, required):
    """Look for the best move of the first few lines, in random order, that have one.

    With a required word all lines are looked at; where letters are wrong, those through them first.
    """
    lines, order = len(scratch.lines[ORDER]), scratch.lines[ORDER]
    most, seen = 1 + below(state, np.int64(_LINES)), 0
    is_wrong = field.shape[STARTED] and state.numbers[FAULTS] > 0
    if required >= 0:
        most = lines
    elif is_wrong and find_mending(field, state, scratch):
        return
    for i in range(lines):
        k = i + below(state, lines - i)
        line = order[k]
        order[k] = order[i]
        order[i] = line
        if find_move(field, state, scratch, line, required):
            seen += 1
            if seen == most:
                return


@compiled
def lay(field, state, scratch):
    """Lay the best move; list its new cells, return their number, and wake the lines near them.

    A line without a move can only get one where a letter is laid in it or beside it.
    """
    found, queue = scratch.found, scratch.cells[QUEUE]
    line, stride, count = found[LINE], field.shape[STRIDE], 0
    cell = field.lines[line, FIRST] + found[OFFSET] * field.lines[line, ALONG]
    for i in range(found[LENGTH]):
        if state.cells[cell] == 0:
            letter = scratch.path[WORD, i]
            take(state.numbers, letter)
            state.cells[cell] = letter + 1
            queue[count] = cell
            count += 1
            for near in (cell, cell - 1, cell + 1, cell - stride, cell + stride):
                for way in range(2):
                    if field.lines_of[near, way] >= 0:
                        scratch.lines[DRY, field.lines_of[near, way]] = 0
        cell += field.lines[line, ALONG]
    return count


# ---- one iteration ------------------------------------------------------------------------------


@compiled
def clear_run(field, state, cell):
    """Clear the run across or down through a letter, half of the time but for its crossings."""
    cells, stride = state.cells, field.shape[STRIDE]
    along = 1 if below(state, np.int64(2)) == 0 else stride
    across, spares = 1 + stride - along, below(state, np.int64(2)) == 0
    while cells[cell - along] > 0:
        cell -= along
    while cells[cell] > 0:
        if not (spares and max(cells[cell - across], cells[cell + across]) > 0):
            clear(field, state, cell)
        cell += along


@compiled
def ruin(field, state):
    """Clear a rectangle around a letter, or a few runs."""
    stride = field.shape[STRIDE]
    height = 1 + below(state, min(field.shape[HEIGHT], np.int64(_SIDE)))
    width = 1 + below(state, min(field.shape[WIDTH], np.int64(_SIDE)))
    whole = below(state, np.int64(2)) == 0
    for _ in range(1 if whole else 1 + below(state, np.int64(_RUNS))):
        cell = random_cell(state, state.cells)
        if cell < 0:
            return
        if not whole:
            clear_run(field, state, cell)
            continue
        top = max(cell // stride - below(state, height), 1)
        left = max(cell % stride - below(state, width), 1)
        for row in range(top, min(top + height, field.shape[HEIGHT] + 1)):
            for column in range(left, min(left + width, field.shape[WIDTH] + 1)):
                if state.cells[row * stride + column] > 0:
                    clear(field, state, row * stride + column)


@compiled
def recreate(field, state, scratch):
    """Lay words until none fits.

    It ends at random before that while a rule is broken, and where the grid must differ from
    others, so that lesser grids are seen too.
    """
    words = np.int64(len(field.marks))
    judged = field.shape[STARTED] or field.shape[DISTINCT] or words > 0
    scratch.lines[DRY] = 0
    while not (field.shape[UNLIKE] and below(state, np.int64(_STOP)) == 0):
        scratch.found[SCORE] = _NO_MOVE
        lacking = missing(field, scratch)
        if lacking > 0:
            turn = below(state, words)
            for i in range(words):
                word = (i + turn) % words
                if scratch.found[SCORE] == _NO_MOVE and not holds(
                    scratch.runs, np.int64(scratch.runs[0]), field.marks[word]
                ):
                    find_best(field, state, scratch, word)
        if scratch.found[SCORE] == _NO_MOVE:
            find_best(field, state, scratch, np.int64(-1))
        if scratch.found[SCORE] == _NO_MOVE:
            return
        faults, count = state.numbers[FAULTS], lay(field, state, scratch)
        if not judged:
            continue
        for i in range(count):  # counting the faults writes over the list
            scratch.path[LETTER, i] = scratch.cells[QUEUE, i]
        count_faults(field, state, scratch)
        # A required word became another one, or a crossing word is there twice.
        if missing(field, scratch) > lacking or scratch.found[BAD_LENGTH] > 0:
            for i in range(count):
                clear(field, state, scratch.path[LETTER, i])
            count_faults(field, state, scratch)
            return
        if state.numbers[FAULTS] >= max(faults, 1) and below(state, np.int64(_STOP)) == 0:
            return


@compiled
def copy_numbers(source, target):
    """Copy what an iteration takes back."""
    for i in range(WORK):
        target[i] = source[i]


@compiled
def copy_cells(source, target):
    """Copy a grid."""
    for cell in range(len(source)):
        target[cell] = source[cell]


@compiled
def lay_grid(field, state, grid):
    """Lay a grid where only the fixed letters are laid."""
    for cell in range(len(grid)):
        if grid[cell] > 0 and not field.fixed[cell]:
            take(state.numbers, np.int64(grid[cell]) - 1)
        state.cells[cell] = grid[cell]


@compiled
def value_of(numbers):
    """Return the value of a grid: its letters, or less than 0 by the rules that are broken."""
    return -numbers[FAULTS] if numbers[FAULTS] > 0 else numbers[UP]


@compiled
def settle(field, state, scratch):
    """Judge a grid that was put in place; the next iteration must not fall below its value."""
    count_faults(field, state, scratch)
    state.numbers[VALUE] = value_of(state.numbers)


@compiled
def improve(field, state, scratch, work):
    """Ruin and recreate until some work is done; a grid is kept if it is not worse.

    The best grid without a fault goes to ``scratch.grids``, its letters to ``scratch.found``.
    """
    numbers, before = state.numbers, scratch.grids[BEFORE]
    end = numbers[WORK] + work
    while numbers[WORK] < end:
        copy_cells(state.cells, before)
        copy_numbers(numbers, scratch.numbers)
        ruin(field, state)
        tidy(field, state, scratch)
        recreate(field, state, scratch)
        numbers[WORK] += len(state.cells)
        value = value_of(numbers)
        if value > scratch.found[BEST_VALUE]:
            scratch.found[BEST_VALUE] = value
            copy_cells(state.cells, scratch.grids[BEST])
        if value >= scratch.numbers[VALUE]:
            numbers[VALUE] = value
        else:
            copy_cells(before, state.cells)
            copy_numbers(scratch.numbers, numbers)
