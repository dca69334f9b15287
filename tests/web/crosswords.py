"""Random grids of all kinds, valid and with every fault, each with its puzzle and its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from patience.errors import PatienceError
from patience.game.alphabet import Alphabet, alphabet_of, faces
from patience.game.grid import Grid
from patience.game.puzzle import SYMMETRIES, Board, Compact, Frame, Goal, Puzzle, Rules
from patience.game.tiles import any_letters, from_letters
from patience.render.page_form import tiles_json
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, load
from tests import naive
from tests.strategies import random_words

# A to Z, and alphabets with accents or tiles of two letters.
LANGUAGES = ("", "", "ca", "de", "es", "nl", "pt")

SHIPPED = ("fr", "fr", "fr-common", "en")
CONVENTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"no_conjugated": True},
    {"infinitives": True},
    {"common": 8, "no_literary": True},
    {"pos": {"adj"}},
    {"min_length": 4},
    {"no_foreign": True, "common": 7},
    {"only": ("été", "tête", "thé", "té", "et", "ça", "cœur", "noël", "an", "ne", "os", "or")},
)

# Grids are judged by sets of words: each has many grids.
OF_EACH = 25

Rows = list[str]


@dataclass(frozen=True)
class Words:
    """Words to look up: a set of 200,000 with a few more or less is long to make."""

    known: frozenset[str]
    also: tuple[str, ...]
    ban: tuple[str, ...]

    def __contains__(self, word: object) -> bool:
        return word not in self.ban and (word in self.also or word in self.known)


@dataclass(frozen=True)
class Judged:
    """A grid to judge: the words are those of `lexicon` and `also`, without `ban`."""

    puzzle: Puzzle
    rows: Rows
    lexicon: Lexicon = field(repr=False)
    also: tuple[str, ...] = ()
    ban: tuple[str, ...] = ()

    @property
    def words(self) -> Words:
        """The words that count."""
        return Words(_words(self.lexicon), self.also, self.ban)

    @property
    def asked(self) -> dict[str, Any]:
        """The puzzle as the page has it; required words as they are written."""
        goal, rules = self.puzzle.goal, self.puzzle.rules
        return {
            "goal": self.puzzle.goal_name,
            "tiles": tiles_json(self.puzzle.tiles),
            "size": [goal.width, goal.height] if isinstance(goal, Frame) else None,
            "within": goal.within if isinstance(goal, Compact) else None,
            "board": goal.layout.rows if isinstance(goal, Board) else None,
            "filters": {"also": self.also, "ban": self.ban},
            "connected": rules.connected,
            "distinct_words": rules.distinct_words,
            "require": list(map(faces, rules.require)),
            "symmetry": rules.symmetry,
        }


@lru_cache(2)
def _words(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(lexicon)


@lru_cache(2)
def _sample(lexicon: Lexicon) -> list[str]:
    """Return some words, all if they are few."""
    known = list(lexicon)
    return Random(len(known)).sample(known, min(len(known), 5000))


def crosswords(seed: int, number: int) -> Iterator[Judged]:
    """Yield so many grids to judge, the same for each seed."""
    rng = Random(seed)
    lexicon = random_lexicon(rng)
    for n in range(number):
        if n % OF_EACH == 0:
            lexicon = random_lexicon(rng) if rng.random() < 0.8 else _shipped_lexicon(rng)
        yield _judged(rng, lexicon)


def random_lexicon(rng: Random) -> Lexicon:
    """Return some words of some letters, in any alphabet."""
    alphabet = alphabet_of(rng.choice(LANGUAGES) or None)
    wide = [x for x, face in zip(alphabet.symbols, alphabet.faces, strict=True) if len(face) > 1]
    letters = list({*rng.sample(alphabet.symbols, rng.randint(3, 7)), *wide[:2]})
    words = random_words(rng, sorted(letters), rng.randint(20, 200), 7)
    # Written out, L and L would be one tile LL.
    return Lexicon.of({faces(x) for x in words}, alphabet=alphabet)


def _shipped_lexicon(rng: Random) -> Lexicon:
    name = rng.choice(SHIPPED)
    chosen = rng.choice(CONVENTIONS) if name == "fr" else {}
    return load(name, Conventions(**chosen))


def _judged(rng: Random, lexicon: Lexicon) -> Judged:
    while True:
        try:
            return _attempt(rng, lexicon)
        except PatienceError:
            continue  # the puzzle contradicts itself


def _attempt(rng: Random, lexicon: Lexicon) -> Judged:
    known = _sample(lexicon)
    width, height = rng.randint(2, 9), rng.randint(2, 8)
    also: tuple[str, ...] = ()
    ban: tuple[str, ...] = ()
    if rng.random() < 0.2:
        also = ("".join(rng.choices(known[0] + known[-1], k=rng.randint(2, 5))),)
        ban = tuple(rng.sample(known, 2))
    some = [x for x in rng.sample(known, min(len(known), 400)) if len(x) <= max(width, height)]
    some = [x for x in (*some, *also) if x not in ban]
    rows = crossword(rng, some, Words(_words(lexicon), also, ban), width, height)
    rows = _with_devils(rng, rows)
    puzzle = _puzzle_of(rng, rows, lexicon.alphabet, known)
    if isinstance(puzzle.goal, Board):
        closed = enumerate(puzzle.goal.layout.rows)
        rows = [
            "".join("#" if puzzle.goal.layout[r, c] == "#" else x for c, x in enumerate(rows[r]))
            for r, _ in closed
        ]
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
        rows = rng.choice(MUTATIONS)(rng, rows, lexicon.alphabet)
    return Judged(puzzle, list(Grid(tuple(rows)).rows), lexicon, also, ban)


def crossword(rng: Random, some: list[str], words: Words, width: int, height: int) -> Rows:
    """Return a table on which words were laid, each across another, all runs being words."""
    rows = ["." * width] * height
    for _ in range(rng.randint(0, 40)):
        if not some:
            break
        word, across = rng.choice(some), rng.random() < 0.5
        cells = naive.rules.letter_cells(rows)
        r, c = rng.choice(cells) if cells else (rng.randrange(height), rng.randrange(width))
        at = rng.randrange(len(word))
        table = rows if across else naive.rules.turned(rows)
        line, first = (r, c - at) if across else (c, r - at)
        if first < 0 or first + len(word) > len(table[0]):
            continue
        there = table[line][first : first + len(word)]
        if any(x not in (".", y) for x, y in zip(there, word, strict=True)):
            continue
        laid = table[line][:first] + word + table[line][first + len(word) :]
        table = [*table[:line], laid, *table[line + 1 :]]
        table = table if across else naive.rules.turned(table)
        if all(run in words for run in naive.runs_of(table)):
            rows = table
    return rows


def _with_devils(rng: Random, rows: Rows) -> Rows:
    cells = naive.rules.letter_cells(rows)
    for r, c in rng.sample(cells, min(len(cells), rng.choice((0, 0, 1, 2)))):
        rows = _put(rows, r, c, rows[r][c].lower())
    return rows


def _puzzle_of(rng: Random, rows: Rows, alphabet: Alphabet, known: list[str]) -> Puzzle:
    """Return a puzzle that a grid answers, unless its rules say more."""
    shown = [rows[r][c] for r, c in naive.rules.letter_cells(rows)]
    jokers = sum(x.islower() for x in shown)
    letters = [x for x in shown if x.isupper()]
    width, height = len(rows[0]), len(rows)
    kind = rng.choice(("frame", "compact", "board"))
    goal: Goal
    if kind == "frame":
        more = max(0, width * height - len(shown)) + rng.choice((0, 1, 5))
        goal = Frame(width, height)
        letters += rng.choices(alphabet.symbols, k=more)
    elif kind == "compact":
        within = (max(1, width - rng.choice((0, 1))), height)
        goal = Compact(rng.choice((None, within)))
    else:
        layout = [
            "".join(
                rng.choice("..#*" if rng.random() < 0.4 else ".")
                if x == "."
                else rng.choice((".", ".", ".", x))
                for x in row
            )
            for row in rows
        ]
        goal = Board(Grid(tuple(layout)))
        letters += rng.choices(alphabet.symbols, k=rng.choice((0, 3)))
    laid = naive.runs_of(rows) or known[:1]
    rules = Rules(
        connected=rng.random() < 0.8,
        distinct_words=rng.random() < 0.3,
        require=(rng.choice((rng.choice(laid), rng.choice(known))),) if rng.random() < 0.2 else (),
        symmetry="none" if kind == "compact" or rng.random() < 0.8 else rng.choice([*SYMMETRIES]),
    )
    as_wanted = not isinstance(goal, Compact) and rng.random() < 0.1
    tiles = (
        any_letters(alphabet) if as_wanted else from_letters(letters, jokers, "random", alphabet)
    )
    return Puzzle(tiles, goal, rules)


def _put(rows: Rows, r: int, c: int, x: str) -> Rows:
    return [*rows[:r], rows[r][:c] + x + rows[r][c + 1 :], *rows[r + 1 :]]


def _changed(rng: Random, rows: Rows, alphabet: Alphabet) -> Rows:
    r, c = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
    x = rng.choice(alphabet.symbols)
    return _put(rows, r, c, rng.choice((x, x.lower(), ".", ".", "#", "*")))


def _swapped(rng: Random, rows: Rows, alphabet: Alphabet) -> Rows:
    (a, b), (c, d) = ((rng.randrange(len(rows)), rng.randrange(len(rows[0]))) for _ in "ab")
    one, other = rows[a][b], rows[c][d]
    return _put(_put(rows, a, b, other), c, d, one)


def _other_case(rng: Random, rows: Rows, _: Alphabet) -> Rows:
    cells = naive.rules.letter_cells(rows)
    if not cells:
        return rows
    r, c = rng.choice(cells)
    return _put(rows, r, c, rows[r][c].swapcase())


def _unmarked(_: Random, rows: Rows, __: Alphabet) -> Rows:
    return [row.upper() for row in rows]


def _small(_: Random, rows: Rows, __: Alphabet) -> Rows:
    return [row.lower() for row in rows]


def _turned(_: Random, rows: Rows, __: Alphabet) -> Rows:
    return naive.rules.turned(rows)


def _longer(rng: Random, rows: Rows, _: Alphabet) -> Rows:
    return rng.choice(([*rows, "." * len(rows[0])], [row + "." for row in rows]))


def _shorter(_: Random, rows: Rows, __: Alphabet) -> Rows:
    return rows[1:] if len(rows) > 1 else rows


def _emptied(_: Random, rows: Rows, __: Alphabet) -> Rows:
    return ["." * len(rows[0])] * len(rows)


MUTATIONS = (
    *(_changed,) * 4,
    *(_swapped,) * 2,
    *(_other_case,) * 2,
    _unmarked,
    _unmarked,
    _small,
    _turned,
    _longer,
    _shorter,
    _emptied,
)
