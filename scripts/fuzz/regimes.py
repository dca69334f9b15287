"""Random puzzles of every regime: from one word to the full list, from one row to 21x21 cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random
from typing import NamedTuple

from patience import Compact, Frame, Grid, Lexicon, Puzzle, Rules
from patience.game.grid import BLANK, CLOSED
from patience.game.puzzle import Board, Goal
from patience.game.tiles import TileSet, from_letters
from patience.question.catalogue import TILE_SETS, named
from patience.render.text import number_of
from patience.words.lexicon import load
from patience.words.wordlist import WordList

# The longest French word.
_MAX_LENGTH = 26

# A smaller and a larger choice of lengths.
_LENGTHS = {
    "2 letters": ({2}, {2, 4}),
    "7 letters": ({7}, {3, 7}),
    "9 letters or more": ({*range(9, _MAX_LENGTH + 1)}, {*range(8, _MAX_LENGTH + 1)}),
    "3 or 6 letters": ({3, 6}, {2, 3, 6}),
}


@dataclass(frozen=True)
class Question:
    """A puzzle without start and its lexicon; one with more words, and a grid, where known."""

    regime: str
    puzzle: Puzzle
    lexicon: Lexicon = field(repr=False)
    more_words: Lexicon | None = field(default=None, repr=False)
    grid: Grid | None = None


Words = tuple[Lexicon, Lexicon | None]


class Parts(NamedTuple):
    """What a question is made of."""

    goal: Goal
    tiles: TileSet
    words: Words
    rules: Rules
    grid: Grid | None = None


def drawn(seed: int, number: int) -> Question:
    """Return the question of a number; the regimes take turns."""
    names = list(REGIMES)
    regime = names[number % len(names)]
    parts = REGIMES[regime](Random(f"{seed} {number}"))
    puzzle = Puzzle(parts.tiles, parts.goal, parts.rules)
    return Question(regime, puzzle, *parts.words, parts.grid)


# ---- words --------------------------------------------------------------------------------------


@cache
def _by_length() -> dict[int, list[str]]:
    found: dict[int, list[str]] = {n: [] for n in range(2, _MAX_LENGTH + 1)}
    for word in load("fr").words:
        found[len(word)].append(word)
    return found


@cache
def _of_lengths(lengths: frozenset[int]) -> Lexicon:
    words = sorted(word for n in lengths for word in _by_length()[n])
    return Lexicon(f"words of {min(lengths)} to {max(lengths)} letters", WordList.of_sorted(words))


def _with_lengths(regime: str, _rng: Random) -> Words:
    few, more = _LENGTHS[regime]
    return _of_lengths(frozenset(few)), _of_lengths(frozenset(more))


def _some(rng: Random, number: int) -> Words:
    """Draw so many words, none longer than a random length, and some more."""
    longest = rng.randint(3 if number < 100 else 5, 9)
    pool = [word for n in range(2, longest + 1) for word in _by_length()[n]]
    words = rng.sample(pool, min(2 * number + 5, len(pool)))
    return _list(words[:number]), _list(words)


def _list(words: Iterable[str]) -> Lexicon:
    kept = WordList.of(words)
    return Lexicon(number_of(len(kept), "word"), kept)


def _french(rng: Random) -> Words:
    if rng.random() < 0.5:
        return load("fr"), None
    return load("fr-basic"), load("fr")


# ---- tiles and rules ----------------------------------------------------------------------------


def _tiles(rng: Random, fewest: int) -> TileSet:
    """Return a named set or a hand of some more tiles than asked, jokers among them."""
    sets = [TILE_SETS[name][0] for name in ("diamino-61", "diamino-63", "diamino-double")]
    sets = [tiles for tiles in sets if tiles.total >= fewest]
    if sets and rng.random() < 0.5:
        return rng.choice(sets)
    return _hand(rng, max(10, fewest + rng.randint(0, 10)))


def _hand(rng: Random, total: int) -> TileSet:
    box = [x for x, n in named("diamino-61").supply.items() for _ in range(n)]
    jokers = rng.choice((0, 0, 1, 2, 3))
    letters = rng.sample(box * (1 + total // len(box)), total - jokers)
    return from_letters(letters, jokers, f"{total} tiles")


def _rules(rng: Random, require: tuple[str, ...] = ()) -> Rules:
    return Rules(connected=rng.random() < 0.8, distinct_words=rng.random() < 0.35, require=require)


# ---- goals --------------------------------------------------------------------------------------


def _frame(rng: Random, fewest: int, most: int) -> Frame:
    return Frame(rng.randint(fewest, most), rng.randint(fewest, most))


def _board(width: int, height: int, closed: Callable[[int, int], bool]) -> Board:
    """Return a board whose cells at some rows and columns are closed."""
    rows = ((CLOSED if closed(r, c) else BLANK for c in range(width)) for r in range(height))
    return Board(Grid(tuple(map("".join, rows))))


def _holes(rng: Random) -> Board:
    """Return a board of which up to two cells in five are closed."""
    width, height, share = rng.randint(4, 15), rng.randint(4, 15), rng.uniform(0.05, 0.4)
    return _board(width, height, lambda r, c: r + c > 1 and rng.random() < share)


def _plus(rng: Random) -> Board:
    width, height = rng.randint(5, 21), rng.randint(5, 21)
    row, col = rng.randrange(height), rng.randrange(width)
    return _board(width, height, lambda r, c: r != row and c != col)


def _stripes(rng: Random) -> Board:
    """Return rows apart from each other, which a column joins, or some of them."""
    width, height = rng.randint(5, 21), rng.randint(5, 21)
    col, bridges = rng.randrange(width), rng.choice((1.0, 1.0, 0.7))
    return _board(width, height, lambda r, c: r % 2 == 1 and (c != col or rng.random() > bridges))


def _islands(rng: Random) -> Board:
    """Return blocks of cells that do not touch."""
    wide, high = rng.randint(2, 5), rng.randint(1, 5)
    width, height = rng.randint(wide, 21), rng.randint(high, 21)
    return _board(width, height, lambda r, c: c % (wide + 1) == wide or r % (high + 1) == high)


def _strip(rng: Random) -> Frame:
    sides = [rng.randint(1, 3), rng.choice((rng.randint(15, 60), rng.randint(60, 200)))]
    rng.shuffle(sides)
    return Frame(*sides)


# ---- regimes ------------------------------------------------------------------------------------


def _framed(words: Callable[[Random], Words], longer: int = 3) -> Callable[[Random], Parts]:
    """Return a regime of frames, of `longer` cells at least on one side, and of boards."""

    def regime(rng: Random) -> Parts:
        if rng.random() < 0.3:
            return Parts(_holes(rng), _tiles(rng, 10), words(rng), _rules(rng))
        sides = [rng.randint(longer, max(11, longer + 4)), rng.randint(3, 11)]
        rng.shuffle(sides)
        frame = Frame(*sides)
        return Parts(frame, _tiles(rng, frame.cells), words(rng), _rules(rng))

    return regime


def _boarded(board: Callable[[Random], Board]) -> Callable[[Random], Parts]:
    """Return a regime of such boards with many words or some."""

    def regime(rng: Random) -> Parts:
        words = _french(rng) if rng.random() < 0.6 else _some(rng, rng.choice((5, 50, 500)))
        return Parts(board(rng), _tiles(rng, 10), words, _rules(rng))

    return regime


def _striped(rng: Random) -> Parts:
    frame = _strip(rng)
    words = _french(rng) if rng.random() < 0.7 else _some(rng, 500)
    return Parts(frame, _tiles(rng, frame.cells), words, _rules(rng))


def _with_required(rng: Random) -> Parts:
    """Return a frame, a board or a table with up to six common words to lay."""
    pool = [word for word in load("fr-basic").words if 3 <= len(word) <= 9]
    if rng.random() < 0.6:
        frame = rng.choice((Frame(9, 7), _frame(rng, 6, 14)))
        tiles = _tiles(rng, frame.cells)
        grid = _comb(rng, frame.width, frame.height, pool, tiles)
        require = tuple(run.text for run in grid.runs())
        goal: Goal = frame
        if rng.random() < 0.3:
            goal = _board(frame.width, frame.height, lambda _r, _c: False)
        return Parts(goal, tiles, _french(rng), _rules(rng, require), grid)
    goal = rng.choice((_holes(rng), Compact((12, 12))))
    tiles = _tiles(rng, 50) if isinstance(goal, Board) else _hand(rng, rng.randint(30, 50))
    spelled = [word for word in rng.sample(pool, 100) if len(word) < 6 and tiles.can_spell(word)]
    require = tuple(spelled[: rng.randint(1, 6)])
    return Parts(goal, tiles, _french(rng), _rules(rng, require))


def _comb(rng: Random, width: int, height: int, pool: list[str], tiles: TileSet) -> Grid:
    """Lay a word across, and up to five words down through every other letter of it."""
    spines = [word for word in pool if 5 <= len(word) <= width and tiles.can_spell(word)]
    spine, row = rng.choice(spines), rng.randrange(height)
    grid = [list(spine.ljust(width, BLANK)) if r == row else [BLANK] * width for r in range(height)]
    words = {spine}
    for col in range(rng.randint(0, 1), len(spine), 2)[: rng.randint(1, 5)]:
        for word in rng.sample(pool, 200):
            top = row - word.find(spine[col])
            letters = "".join(map("".join, grid)).replace(BLANK, "") + word.replace(
                spine[col], "", 1
            )
            fits = spine[col] in word and top >= 0 and top + len(word) <= height
            if fits and word not in words and tiles.can_spell(letters):
                words.add(word)
                for r, x in enumerate(word, top):
                    grid[r][col] = x
                break
    return Grid(tuple(map("".join, grid)))


def _compact(rng: Random) -> Parts:
    tiles = _hand(rng, rng.randint(10, 40))
    area, width = rng.uniform(1.4, 3.0) * tiles.total, rng.randint(4, 12)
    words = _french(rng) if rng.random() < 0.8 else _some(rng, 500)
    return Parts(Compact((width, 1 + int(area / width))), tiles, words, _rules(rng))


def _dense(rng: Random) -> Parts:
    if rng.random() < 0.3:
        width, height = rng.randint(5, 14), rng.randint(5, 14)
        board = _board(width, height, lambda _r, _c: False)
        return Parts(board, _tiles(rng, 40), _french(rng), _rules(rng))
    frame = _frame(rng, 4, 12)
    return Parts(frame, _tiles(rng, frame.cells), _french(rng), _rules(rng))


#: The regimes by name, the sparse ones first.
REGIMES: dict[str, Callable[[Random], Parts]] = {
    "1 word": _framed(lambda rng: _some(rng, 1)),
    "5 words": _framed(lambda rng: _some(rng, 5)),
    "50 words": _framed(lambda rng: _some(rng, 50)),
    **{name: _framed(partial(_with_lengths, name), min(_LENGTHS[name][0])) for name in _LENGTHS},
    "plus": _boarded(_plus),
    "stripes": _boarded(_stripes),
    "islands": _boarded(_islands),
    "holes": _boarded(_holes),
    "strips": _striped,
    "required words": _with_required,
    "compact": _compact,
    "500 words": _framed(lambda rng: _some(rng, 500)),
    "dense": _dense,
}
