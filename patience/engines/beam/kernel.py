"""The beam's inner loops: expand, trim, unique, advance. One file, so numba's cache sees edits.

A *state* is a partial fill in reading order: a word-graph node a column, the node of the row being
written (kept as one more column), what is left of each tile, the pieces of the crossword along the
frontier, the blanks used, a hash. A *layer* holds all states that have filled the same cells. A
*candidate* is a state not yet written out: parent, move, bucket of its score, hash.

Step by step, for one cell: `expand` lists the candidates of all states, `trim` keeps the best by
counting buckets, `unique` drops equal states, `advance` writes the next layer. All run without
the GIL, each thread on its own stretch of the parents; the outcome does not depend on how many.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from patience.engines.jit import kernel

# Moves: 0-25 lay that letter, SKIP lay none.
SKIP = 26

# Kinds of cells: 0-25 a letter lies there already.
OPEN = -1
FACE_DOWN = 26  # stays without letter
CLOSED = 27

# Scores are counted in BUCKETS of 1/FINENESS nat; a layer spreads over some 20 nats, and between
# two layers the best score moves by less than 40: the window holds both with room to spare.
BUCKETS = 1 << 14
FINENESS = 128
BELOW = 80  # nats kept below the best score of the layer before

# A log weight below this is that of an impossible line.
IMPOSSIBLE = -1e29

GROUPS = 3  # sets of letters valued together

MAX_COLUMNS = 16  # labels of pieces are packed in four bits a column

# States between two looks at what the other threads have listed (a power of two, less one).
_LOOK_ASIDE = (1 << 11) - 1

_END = np.uint64(1 << 26)
_LETTERS = np.uint64((1 << 26) - 1)
SECOND_PIECE = np.uint64(0xEEEEEEEEEEEEEEEE)  # bits set only by a label of two or more
_JOKER = 26  # place of the jokers in `Packing`
_JOKERS = np.uint64(1 << _JOKER)
_MUST = 26


class Layer(NamedTuple):
    """States as flat arrays; n of them."""

    nodes: Any  # uint16 or uint32 (n, >= width + 1): node of each column, then that of the row
    tiles: Any  # uint8 (n, >= bytes): tiles left, packed as `Packing` says
    node_words: Any  # uint64 (n, ...): the same memory as `nodes`, to copy it by the word
    tile_words: Any  # uint64 (n, ...): the same memory as `tiles`
    labels: Any  # uint64 (n,): piece of each column's frontier cell, 4 bits each, 0 none
    hash: Any  # uint64 (n,)
    lines: Any  # float32 (n,): sum over columns of the log weight of their node
    blanks: Any  # uint16 (n,): open cells left without letter


class Candidates(NamedTuple):
    """Candidates of one thread, in the order of their parents; as many as fit."""

    parent: Any  # uint32
    move: Any  # uint8
    bucket: Any  # uint16
    hash: Any  # uint64
    keep: Any  # bool


class Graph(NamedTuple):
    """The word graph, see `patience.engines.dawg`."""

    nodes: Any  # uint64 (n,)
    child: Any  # uint16 or uint32 (m,)


class Packing(NamedTuple):
    """How the counts of the 26 letters and (last) the jokers stand in a state's bytes."""

    byte: Any  # int64 (27,): which byte
    unit: Any  # uint8 (27,): one tile of it
    field: Any  # uint8 (27,): the bits of its count
    hash: Any  # uint64 (27,): what laying one takes from the hash
    having: Any  # uint32 (bytes, 256): bit k set: a tile k is left (26: a joker)
    groups: Any  # uint32 (bytes, 256): tiles left of each group, ten bits each
    member: Any  # uint8 (26,): bit g set: the letter is in group g


class Site(NamedTuple):
    """The cell to fill and what the score says of the states after it."""

    col: int
    width: int
    kind: int
    closes: bool  # no letter can follow in this row: the run ends here
    started: bool  # a letter lies in an earlier cell already, whatever the state
    letters_after: bool  # a letter lies in a later cell already
    open_before: int  # open cells before and after this one
    open_after: int
    spare: int  # open cells that may stay without letter
    connected: bool
    row_z: Any  # float32 (nodes,): log weight of the row after this cell
    col_z: Any  # float32 (nodes,): log weight of this column after this cell
    col_old: Any  # float32 (nodes,): and before it
    left_z: Any  # float32 (nodes,): log weight of the column to the left after this row
    alpha: float  # weight of the columns
    rho: float  # weight of the row
    apart: float  # price of each piece yet to be joined
    tiles: Any  # float32 (spare + 2, bytes, 256): value of the tiles left in each byte
    groups: Any  # float32 (spare + 2, GROUPS, most + 1): value of the tiles left of each group
    floor: float  # score of bucket 0


@kernel
def ones(x):  # type: ignore[no-untyped-def]
    """Count the bits of a uint64 (LLVM turns this into one instruction)."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@kernel
def mix(x):  # type: ignore[no-untyped-def]
    """Scramble a uint64 (finaliser of splitmix64, Steele, Lea and Flood 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@kernel
def node_hash(col, node):  # type: ignore[no-untyped-def]
    """Hash of a node in a column; the column past the last stands for the row."""
    return mix((np.uint64(col + 1) << np.uint64(32)) | np.uint64(node))


@kernel
def label_hash(labels):  # type: ignore[no-untyped-def]
    """Hash of the pieces; 0 for a single piece, which the nodes tell already."""
    if labels & SECOND_PIECE:
        return mix(labels)
    return np.uint64(0)


@kernel
def extra_pieces(labels):  # type: ignore[no-untyped-def]
    """How many pieces along the frontier have yet to be joined."""
    most = np.uint64(1)
    if labels & SECOND_PIECE:
        while labels:
            most = max(most, labels & np.uint64(15))
            labels >>= np.uint64(4)
    return np.float32(np.int64(most) - 1)


@kernel
def child_place(node, low):  # type: ignore[no-untyped-def]
    """Where in ``Graph.child`` a packed node's child by the letter with bit `low` stands."""
    return np.int64((node >> np.uint64(32)) + ones(node & _LETTERS & (low - np.uint64(1))))


@kernel
def is_single(node):  # type: ignore[no-untyped-def]
    """Tell whether exactly one letter has been read, free to stand alone."""
    return 0 < node <= _MUST


@kernel
def label_at(labels, col):  # type: ignore[no-untyped-def]
    """Piece of the frontier cell in a column, 0 if there is no letter."""
    return (labels >> np.uint64(4 * col)) & np.uint64(15)


@kernel
def with_letter(labels, col, width):  # type: ignore[no-untyped-def]
    """Labels once a letter lies in `col`: it joins the pieces above and to its left."""
    up = label_at(labels, col)
    left = label_at(labels, col - 1) if col > 0 else np.uint64(0)
    if not labels & SECOND_PIECE and (up | left or labels == 0):
        return labels | (np.uint64(1) << np.uint64(4 * col))
    own = left
    if own == 0:
        own = up
    if own == 0:
        own = np.uint64(15)
    joined = np.uint64(0)
    for j in range(width):
        x = label_at(labels, j)
        if j == col or (x and x == up):
            x = own
        joined |= x << np.uint64(4 * j)
    return renumbered(joined, width)


@kernel
def without_letter(labels, col, width):  # type: ignore[no-untyped-def]
    """Labels once `col` holds no letter."""
    rest = labels & ~(np.uint64(15) << np.uint64(4 * col))
    if not labels & SECOND_PIECE:
        return rest
    return renumbered(rest, width)


@kernel
def renumbered(labels, width):  # type: ignore[no-untyped-def]
    """Number the pieces 1, 2, ... from the left, so that equal partitions are equal numbers."""
    names = np.uint64(0)  # four bits a label: its new name
    fresh = np.uint64(0)
    out = np.uint64(0)
    for j in range(width):
        x = label_at(labels, j)
        if x:
            name = (names >> (np.uint64(4) * x)) & np.uint64(15)
            if name == 0:
                fresh += np.uint64(1)
                name = fresh
                names |= name << (np.uint64(4) * x)
            out |= name << np.uint64(4 * j)
    return out


@kernel
def ends_piece(labels, col, width):  # type: ignore[no-untyped-def]
    """Tell whether a piece ends for good when `col` holds no letter."""
    up = label_at(labels, col)
    if up == 0:
        return False
    for j in range(width):
        if j != col and label_at(labels, j) == up:
            return False
    return True


@kernel
def common_cut(hists, quota):  # type: ignore[no-untyped-def]
    """Return the highest bucket that, with all above it, `quota` listed candidates are in."""
    total = 0
    for bucket in range(hists.shape[1] - 1, 0, -1):
        for t in range(len(hists)):
            total += hists[t, bucket]
        if total >= quota:
            return bucket
    return 0


@kernel
def expand(layer, lo, hi, site, graph, packing, out, hists, thread, quota):  # type: ignore[no-untyped-def]
    """List the candidates of the states ``lo:hi``.

    Parameters
    ----------
    out : Candidates
        Filled from its start, in place. Needs room for at least ``2 * quota + 64``.
    hists : ndarray of int64, shape (threads, BUCKETS)
        Candidates a bucket, listed by each thread in this layer; all 0 when the layer begins.
        Those that `quota` better ones already beat are dropped at once and not counted.
    thread : int
        Whose row of `hists` is written. The others are read now and then: as they only grow, what
        they beat stays beaten, whenever that is.
    quota : int
        How many candidates of the whole layer will be kept.

    Returns
    -------
    used, made : int
        How many candidates stand in `out`, and how many children were generated.

    Notes
    -----
    All arrays are bound to local names, and helpers take numbers only: numba counts references
    to what an attribute or a call hands over, and that halves the speed.
    """
    hist = hists[thread]
    nodes, tiles, all_labels, all_blanks = layer.nodes, layer.tiles, layer.labels, layer.blanks
    hashes, all_lines = layer.hash, layer.lines
    packed, child = graph.nodes, graph.child
    byte, unit, tile_hash, member = packing.byte, packing.unit, packing.hash, packing.member
    byte_having, byte_groups = packing.having, packing.groups
    row_z, col_z, col_old, left_z = site.row_z, site.col_z, site.col_old, site.left_z
    tile_values, group_values = site.tiles, site.groups
    parents, all_moves, buckets, new_hashes = out.parent, out.move, out.bucket, out.hash
    col, width, kind, closes, spare = site.col, site.width, site.kind, site.closes, site.spare
    connected, open_before, open_after = site.connected, site.open_before, site.open_after
    started, letters_after = site.started, site.letters_after
    alpha, rho = np.float32(site.alpha), np.float32(site.rho)
    apart = np.float32(site.apart)
    floor = np.float32(site.floor)
    room, tile_bytes = len(parents), tile_values.shape[1]
    # Change of value when a tile of all these groups (bits) is laid.
    one_less = np.zeros(1 << GROUPS, np.float32)
    used, made, alive, cut = 0, 0, 0, 0
    for p in range(lo, hi):
        if (p & _LOOK_ASIDE) == 0 and len(hists) > 1:
            beaten = common_cut(hists, quota)
            while cut < beaten:
                alive -= hist[cut]
                cut += 1
        row_node, col_node = nodes[p, width], nodes[p, col]
        row, down = packed[row_node], packed[col_node]
        labels, blanks = all_labels[p], np.int64(all_blanks[p])

        # What the tiles left are worth, which there are, and how many of each group.
        value, having, groups = np.float32(0), np.uint64(0), np.uint64(0)
        for j in range(tile_bytes):
            x = tiles[p, j]
            value += tile_values[blanks, j, x]
            having |= np.uint64(byte_having[j, x])
            groups += np.uint64(byte_groups[j, x])

        # Letters that both runs can take and the tiles can give.
        moves = row & down & _LETTERS
        if kind != OPEN:
            moves &= (np.uint64(1) << np.uint64(kind)) & _LETTERS
        elif not having & _JOKERS:
            moves &= having
        lone = connected and labels == 0 and (started or blanks < open_before)
        if lone:  # the one piece is complete: no letter may come
            moves = np.uint64(0)
        skip = (row & down & _END) != 0
        if kind == OPEN:
            skip = skip and blanks < spare
        else:
            skip = skip and kind >= FACE_DOWN
        if not moves and not skip:
            continue

        base = hashes[p] - node_hash(col, col_node) - node_hash(width, row_node)
        base -= label_hash(labels)
        lines = all_lines[p] - col_old[col_node]
        for g in range(GROUPS):
            inside = np.int64((groups >> np.uint64(10 * g)) & np.uint64(1023))
            here = group_values[blanks, g, inside]
            value += here
            change = group_values[blanks, g, max(inside - 1, 0)] - here
            for bits in range(1 << g):
                one_less[bits | (1 << g)] = one_less[bits] + change
        laid, unlaid = base, value
        if connected:
            joined = with_letter(labels, col, width)
            laid += label_hash(joined)
            value -= apart * extra_pieces(joined)
        # One turn for each letter, a last one for none.
        while moves or skip:
            made += 1
            if moves:
                low = moves & (~moves + np.uint64(1))
                moves ^= low
                row_next = np.int64(child[child_place(row, low)])
                col_next = np.int64(child[child_place(down, low)])
                row_weight = row_z[row_next]
                if closes:
                    if is_single(row_next) and is_single(col_next):
                        col_next += _MUST
                    row_next = 0
                weight = col_z[col_next]
                if row_weight < IMPOSSIBLE or weight < IMPOSSIBLE:
                    continue
                k = np.int64(ones(low - np.uint64(1)))
                score = value
                h = laid
                if kind == OPEN:
                    tile = k
                    if having & low:
                        score += one_less[member[k]]
                    else:
                        tile = _JOKER
                    j = byte[tile]
                    x = tiles[p, j]
                    score += tile_values[blanks, j, x - unit[tile]] - tile_values[blanks, j, x]
                    h -= tile_hash[tile]
            else:
                skip = False
                k, row_next, col_next = SKIP, 0, 0
                over = blanks
                score = unlaid
                h = base
                weight, row_weight = col_z[0], row_z[0]
                if is_single(row_node):
                    beside = np.int64(nodes[p, col - 1])
                    if is_single(beside):
                        weight += left_z[beside + _MUST] - left_z[beside]
                        h += node_hash(col - 1, beside + _MUST) - node_hash(col - 1, beside)
                if row_weight < IMPOSSIBLE or weight < IMPOSSIBLE:
                    continue
                if kind == OPEN:
                    over += 1
                    score = np.float32(0)
                    for j in range(tile_bytes):
                        score += tile_values[over, j, tiles[p, j]]
                    for g in range(GROUPS):
                        inside = np.int64((groups >> np.uint64(10 * g)) & np.uint64(1023))
                        score += group_values[over, g, inside]
                if connected:
                    rest = without_letter(labels, col, width)
                    if ends_piece(labels, col, width) and (
                        rest != 0 or letters_after or over + open_after > spare
                    ):
                        continue
                    h += label_hash(rest)
                    score -= apart * extra_pieces(rest)
            score += alpha * (lines + weight) + rho * row_weight
            bucket = min(max(np.int64((score - floor) * np.float32(FINENESS)), 0), BUCKETS - 1)
            if bucket < cut or (bucket == cut and hist[cut] >= quota):
                continue
            h += node_hash(col, col_next) + node_hash(width, row_next)
            parents[used], all_moves[used] = p, k
            buckets[used], new_hashes[used] = bucket, h
            used += 1
            hist[bucket] += 1
            alive += 1
            while alive - hist[cut] >= quota:
                alive -= hist[cut]
                cut += 1
            if used == room:
                # More than `quota` ties at the cut are never needed: the first ones will do.
                alive -= max(hist[cut] - quota, 0)
                hist[cut] = min(hist[cut], quota)
                used = trim(out, used, cut, quota)
    return used, made


@kernel
def trim(out, used, cut, ties):  # type: ignore[no-untyped-def]
    """Keep, in place, the candidates above bucket `cut` and the first `ties` in it.

    Returns how many are left.
    """
    kept = 0
    for i in range(used):
        bucket = out.bucket[i]
        if bucket < cut:
            continue
        if bucket == cut:
            if ties == 0:
                continue
            ties -= 1
        out.parent[kept] = out.parent[i]
        out.move[kept] = out.move[i]
        out.bucket[kept] = bucket
        out.hash[kept] = out.hash[i]
        kept += 1
    return kept


@kernel
def choose(hist, width):  # type: ignore[no-untyped-def]
    """Choose what a layer keeps.

    Parameters
    ----------
    hist : ndarray of int64, shape (BUCKETS,)
        Candidates a bucket.
    width : int
        How many to keep at most.

    Returns
    -------
    cut, ties, total, top : int
        All candidates above bucket `cut` stay and the first `ties` in it; how many candidates
        were counted; the highest bucket with any.
    """
    total, top = 0, -1
    cut, above = -1, 0
    for bucket in range(len(hist) - 1, -1, -1):
        n = hist[bucket]
        if n and top < 0:
            top = bucket
        if cut < 0 and total + n > width:
            cut, above = bucket, total
        total += n
    if cut < 0:
        return 0, hist[0], total, max(top, 0)
    return cut, width - above, total, top


@kernel
def clear(table, share, shares):  # type: ignore[no-untyped-def]
    """Zero one share of the table of hashes."""
    size = len(table) // shares
    table[share * size : (share + 1) * size] = 0


@kernel
def unique(out, used, share, shares, table):  # type: ignore[no-untyped-def]
    """Mark in ``out.keep`` the first candidate of each hash among those of one share.

    A share is a slice of the hash values, so that threads never meet in the table.

    Parameters
    ----------
    table : ndarray of uint64
        Hashes met so far; `shares` parts of a power of two each. Modified in place.

    Returns
    -------
    kept : int
    """
    size = np.uint64(len(table) // shares)
    start = np.int64(size) * share
    kept = 0
    for i in range(used):
        h = out.hash[i]
        if np.int64(((h >> np.uint64(48)) * np.uint64(shares)) >> np.uint64(16)) != share:
            continue
        if h == 0:
            h = np.uint64(1)  # 0 marks a free place
        place = h & (size - np.uint64(1))
        found = table[start + np.int64(place)]
        while found != 0 and found != h:
            place = (place + np.uint64(1)) & (size - np.uint64(1))
            found = table[start + np.int64(place)]
        out.keep[i] = found == 0
        if found == 0:
            table[start + np.int64(place)] = h
            kept += 1
    return kept


@kernel
def kept_in(out, lo, hi):  # type: ignore[no-untyped-def]
    """Count the marked candidates in ``lo:hi``."""
    n = 0
    for i in range(lo, hi):
        n += out.keep[i]
    return n


@kernel
def advance(layer, out, lo, hi, site, graph, packing, after, at, parents, moves):  # type: ignore[no-untyped-def]
    """Write the states of the marked candidates ``lo:hi`` into the layer `after` from place `at`.

    `parents` (uint32) and `moves` (uint8) of the written states are filled alike, for the trail.
    """
    nodes, tiles, new_nodes, new_tiles = layer.nodes, layer.tiles, after.nodes, after.tiles
    node_words, new_node_words = layer.node_words, after.node_words
    tile_words, new_tile_words = layer.tile_words, after.tile_words
    all_labels, all_lines, all_blanks = layer.labels, layer.lines, layer.blanks
    new_labels, new_lines, new_blanks = after.labels, after.lines, after.blanks
    new_hashes, hashes = after.hash, out.hash
    keep, all_parents, all_moves = out.keep, out.parent, out.move
    packed, child = graph.nodes, graph.child
    byte, unit, field = packing.byte, packing.unit, packing.field
    col_z, col_old, left_z = site.col_z, site.col_old, site.left_z
    col, width, kind, connected = site.col, site.width, site.kind, site.connected
    closes = site.closes
    for i in range(lo, hi):
        if not keep[i]:
            continue
        p, k = np.int64(all_parents[i]), np.int64(all_moves[i])
        for j in range(node_words.shape[1]):
            new_node_words[at, j] = node_words[p, j]
        for j in range(tile_words.shape[1]):
            new_tile_words[at, j] = tile_words[p, j]
        row_node, col_node = nodes[p, width], nodes[p, col]
        labels, blanks = all_labels[p], all_blanks[p]
        lines = all_lines[p] - col_old[col_node]
        if k == SKIP:
            row_next, col_next = 0, 0
            blanks += np.uint16(kind == OPEN)
            if connected:
                labels = without_letter(labels, col, width)
            if is_single(row_node):
                beside = np.int64(nodes[p, col - 1])
                if is_single(beside):
                    new_nodes[at, col - 1] = beside + _MUST
                    lines += left_z[beside + _MUST] - left_z[beside]
        else:
            low = np.uint64(1) << np.uint64(k)
            row_next = np.int64(child[child_place(packed[row_node], low)])
            col_next = np.int64(child[child_place(packed[col_node], low)])
            if kind == OPEN:
                tile = k if tiles[p, byte[k]] & field[k] else _JOKER
                new_tiles[at, byte[tile]] -= unit[tile]
            if connected:
                labels = with_letter(labels, col, width)
            if closes:
                if is_single(row_next) and is_single(col_next):
                    col_next += _MUST
                row_next = 0
        new_nodes[at, col] = col_next
        new_nodes[at, width] = row_next
        new_labels[at] = labels
        new_hashes[at] = hashes[i]
        new_lines[at] = lines + col_z[col_next]
        new_blanks[at] = blanks
        parents[at] = p
        moves[at] = k
        at += 1
    return at
