"""Random small puzzles, for hypothesis and for plain seeded loops, and strategies for grids.

``case(seed, goal)`` is the same puzzle for ever, so that a failing seed can be named;
``cases()`` lets hypothesis choose, and shrink what it finds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle, Rules
from patience.game.tiles import TileSet, from_letters

GOALS = ("frame", "compact", "board")

# Letters that random words are made of: common and rare ones of the game's set.
_POOL = "AEIRSTLNOUCDMPKZ"


@dataclass(frozen=True)
class Size:
    """How large random puzzles get."""

    sides: tuple[tuple[int, int], ...] = ((3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (5, 4), (4, 5))
    letters: tuple[int, int] = (3, 8)
    words: tuple[int, int] = (20, 200)
    compact_tiles: tuple[int, int] = (4, 8)


SMALL = Size()
TINY = Size(((2, 2), (3, 2), (2, 3), (3, 3)), (2, 3), words=(2, 12), compact_tiles=(2, 5))


@dataclass(frozen=True)
class Case:
    """A puzzle with its lexicon."""

    puzzle: Puzzle
    words: frozenset[str] = field(repr=False)


def case(seed: int, goal: str, size: Size = SMALL) -> Case:
    """Return the random puzzle of that number."""
    return random_case(Random(f"{goal} {seed}"), goal, size)


def cases(*goals: str, size: Size = TINY) -> st.SearchStrategy[Case]:
    """Strategy for puzzles with lexicon, of the goals named (all three if none is)."""
    return st.builds(
        random_case,
        st.randoms(use_true_random=False),
        st.sampled_from(goals or GOALS),
        st.just(size),
    )


def random_case(rng: Random, goal: str, size: Size = SMALL) -> Case:
    """Return a random puzzle: any goal, jokers 0 to 2, sometimes a start, sometimes more rules."""
    width, height = rng.choice(size.sides)
    fewest, most = size.letters
    most = min(most, 80 // (width * height))  # more letters take the brute force too long
    alphabet = rng.sample(_POOL, rng.randint(fewest, most))
    words = random_words(rng, alphabet, rng.randint(*size.words), max(width, height))
    jokers = rng.choice((0, 0, 1, 2))
    chosen: Goal
    if goal == "compact":
        tiles = random_tiles(rng, alphabet, rng.randint(*size.compact_tiles), jokers)
        within = (width + rng.randint(0, 2), height + rng.randint(0, 2))
        chosen = Compact(rng.choice((None, None, within)))
    elif goal == "frame":
        total = rng.randint(1, 2) * width * height + rng.randint(0, 4)
        tiles = random_tiles(rng, alphabet, total, jokers)
        chosen = Frame(width, height)
    else:
        cells = [rng.choice("....#") for _ in range(width * height)]
        cells[rng.randrange(len(cells))] = "."
        chosen = Board(Grid(tuple("".join(cells[i::height]) for i in range(height))))
        tiles = random_tiles(rng, alphabet, rng.randint(4, width * height), jokers)
    rules = Rules(
        connected=rng.randint(0, 4) > 0,
        distinct_words=rng.randint(0, 4) == 0,
        require=(rng.choice(sorted(words)),) if rng.randint(0, 6) == 0 else (),
    )
    puzzle = Puzzle(tiles, chosen, rules)
    if rng.randint(0, 2) == 0:
        puzzle = with_start(rng, puzzle, sorted(words), width, height)
    return Case(puzzle, words)


def random_words(rng: Random, alphabet: list[str], number: int, longest: int) -> frozenset[str]:
    """Return up to `number` words of 2 to `longest` letters, a quarter of them of 2."""
    words = set()
    for _ in range(number):
        length = rng.choice((2, rng.randint(2, longest), rng.randint(2, longest), longest))
        code = rng.randrange(len(alphabet) ** length)
        word = ""
        for _ in range(length):
            code, letter = divmod(code, len(alphabet))
            word += alphabet[letter]
        words.add(word)
    return frozenset(words)


def random_tiles(rng: Random, alphabet: list[str], total: int, jokers: int) -> TileSet:
    """Return that many tiles, `jokers` of them jokers; now and then a letter no word has."""
    letters = rng.choices([*alphabet * 4, "X"], k=max(1, total - jokers))
    return from_letters(letters, jokers, "random")


def with_start(rng: Random, puzzle: Puzzle, words: list[str], width: int, height: int) -> Puzzle:
    """Return the puzzle with a word and perhaps a face-down tile laid; as it is if none fits."""
    if isinstance(puzzle.goal, Board):
        rows = [list(row) for row in puzzle.goal.layout.rows]
    else:
        rows = [["."] * width for _ in range(height)]
    word, across = rng.choice(words), rng.random() < 0.5
    r, c = rng.randrange(height), rng.randrange(width)
    for x in word:
        if r >= height or c >= width or rows[r][c] == "#":
            return puzzle
        supply = puzzle.tiles.count(x) - sum(row.count(x) for row in rows)
        rows[r][c] = x if supply > 0 else x.lower()
        r, c = (r, c + 1) if across else (r + 1, c)
    marked = sum(x.islower() for row in rows for x in row)
    if marked > puzzle.tiles.jokers:
        return puzzle
    r, c = rng.randrange(height), rng.randrange(width)
    if rows[r][c] == "." and not isinstance(puzzle.goal, Compact):
        rows[r][c] = rng.choice(".*")
    start = Grid(tuple("".join(row) for row in rows))
    return Puzzle(puzzle.tiles, puzzle.goal, puzzle.rules, start)


def grids(alphabet: str = "ABEKZabekz.#*") -> st.SearchStrategy[Grid]:
    """Strategy for grids of any content, up to 6x6."""
    sides = st.integers(1, 6)
    return st.tuples(sides, sides).flatmap(lambda size: _of_size(alphabet, *size))


def _of_size(alphabet: str, width: int, height: int) -> st.SearchStrategy[Grid]:
    row = st.text(alphabet, min_size=width, max_size=width)
    return st.lists(row, min_size=height, max_size=height).map(lambda rows: Grid(tuple(rows)))
