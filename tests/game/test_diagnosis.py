from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from patience.errors import Note, PuzzleError
from patience.game.diagnosis import diagnose
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle, Rules
from patience.game.tiles import from_letters
from patience.game.validation import validate
from patience.question.catalogue import TILE_SETS, parse
from tests import naive
from tests.strategies import GOALS, TINY, Case, case

WORDS = ("ABBE", "BAC", "CAB", "DE")


def start(text: str, letters: str = "AAAABBBBCCDEE") -> Puzzle:
    grid = Grid.parse(text)
    return Puzzle(from_letters(letters), Frame(grid.width, grid.height), start=grid)


def board(text: str) -> Board:
    return Board(Grid(tuple(text.split("/"))))


def kind(puzzle: Puzzle, words: tuple[str, ...] = ()) -> str:
    reason = diagnose(puzzle, words or puzzle.rules.require)
    return reason.kind if isinstance(reason, Note) else reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("EE..\n....", "fits EE at row 1 column 1, row 1 column 2"),
        ("....\n.A*.\n....", ""),
        ("*E*.\n....", "fits the letter E at row 1 column 2"),
        ("AB..\n....", ""),
        (".AB.\n....", ""),  # CAB ends there
    ],
)
def test_letters_no_word_can_hold(text: str, said: str) -> None:
    reason = diagnose(start(text), WORDS)
    assert said in reason
    assert bool(reason) == bool(said)


@pytest.mark.parametrize("text", ["..E", ".\n.\nE"])
def test_a_letter_that_only_words_beyond_the_tiles_can_hold(text: str) -> None:
    assert not diagnose(start(text, "ABBE"), ("AB", "ABE"))
    assert "fits the letter E" in diagnose(start(text, "ABBE"), ("AB", "AAE"))


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (board(".#.#./#.#.#/.#.#."), "no-line"),
        (board(".#.#./#.#.#/.#..#"), ""),
        (board("..#../..#.."), "no-short-word"),
        (board("..#../..#../.##.."), ""),  # downwards there are three
        (Compact((2, 9)), ""),
        (Compact((2, 2)), "no-short-word"),
        (Frame(1, 1), "no-short-word"),
    ],
)
def test_the_open_cells_in_a_line_bound_the_words(goal: Goal, said: str) -> None:
    words = ("AB", "BA") if said in {"no-line", ""} and isinstance(goal, Board) else ("BAC",)
    assert kind(Puzzle(parse("ABC"), goal), words) == said


def test_tiles_that_stay_face_down_close_a_line() -> None:
    assert kind(start("..*..\n..*.."), ("CAB",)) == "no-short-word"
    assert kind(start("*.*\n.*."), ("CAB",)) == "no-line"


@pytest.mark.parametrize(
    ("tiles", "words", "said"),
    [
        ("LIONTGRE", "LION TIGRE", ""),  # they cross at I
        ("LIONTGR", "LION TIGRE", "require-letters"),
        ("LIONTGR?", "LION TIGRE", ""),
        ("RATE", "RAT TARE", "require-letters"),  # two words share one cell
        ("RATEARX", "RAT TARE", ""),
        ("ZABCDEFG", "ZA ZB ZC", "require-letters"),  # a Z lies in two words
        ("ZZABCDEFG", "ZA ZB ZC", ""),
        ("ZABCDEFG", "ZA ZB", ""),
        ("ZABCDEFG", "ZA ZA", ""),  # named twice, required once
    ],
)
def test_letters_of_required_words_are_shared_where_they_cross(
    tiles: str, words: str, said: str
) -> None:
    goal = Board(Grid(("." * 9,) * 9))
    puzzle = Puzzle(parse(tiles), goal, Rules(connected=False, require=(*words.split(),)))
    assert kind(puzzle) == said


@pytest.mark.parametrize(
    ("goal", "words", "connected", "said"),
    [
        (Frame(9, 1), "LION CHAT", False, ""),
        (Frame(8, 1), "LION CHAT", False, "require-together"),
        (Frame(9, 1), "LION CHAT", True, "require-together"),  # nothing crosses them
        (Frame(9, 2), "LION CHAT", True, ""),
        (Frame(20, 1), "LION CHAT TIGRE OURS", False, ""),
        (Frame(19, 1), "LION CHAT TIGRE OURS", False, "require-together"),
        # Both words only in the one row and the one column, which cross at O and I.
        (board("##.##/##.##/...../##.##/##.##"), "TIGRE LOUPS", True, "require-together"),
        (board("##.##/##.##/...../##.##/##.##"), "TIGRE AIGUE", True, ""),
        (board("....##/######/##...."), "LION CHAT", True, "require-together"),
        (board("....##/######/##...."), "LION CHAT", False, ""),
        (board("....#..../.#.##.##."), "LION CHAT", True, "require-together"),
        (board("LI..#.../....#..."), "CHAT", True, ""),
        (board("LI..#...../....#....."), "CHAT TIGRE", True, "require-place"),
        (board("L.T.###"), "LION", True, "require-place"),
        (board("LION."), "ION LION", True, "require-place"),
        (board("LION#LION"), "LION", True, "parts"),
        (board("LION#LION"), "LION", False, ""),
    ],
)
def test_required_words_lie_in_lines_side_by_side_or_crossing(
    goal: Goal, words: str, connected: bool, said: str
) -> None:
    tiles = TILE_SETS["diamino-double"][0]
    puzzle = Puzzle(tiles, goal, Rules(connected=connected, require=(*words.split(),)))
    assert kind(puzzle, (*puzzle.rules.require, "LION", "LOTO")) == said


def test_a_table_with_room_for_all_required_words_is_not_refused() -> None:
    words = ("LION", "TIGRE", "CHAT", "ANE", "OURS", "LOUP", "VACHE", "COQ", "DAIM", "ELAN")
    tiles = parse(3 * "".join(words))
    for goal in (Frame(9, 7), Board(Grid(("." * 200,) * 200)), Compact((12, 12)), Compact()):
        assert not diagnose(Puzzle(tiles, goal, Rules(require=words)), words)


def tight(seed: int, goal: str) -> Case:
    """Return a random puzzle with more closed cells and required words than usual."""
    drawn, rng = case(seed, goal, TINY), Random(f"tight {goal} {seed}")
    puzzle, words = drawn.puzzle, sorted(drawn.words)
    if goal == "compact" and puzzle.start is None:
        sides = (rng.randint(1, 4), rng.randint(1, 4))
        puzzle = replace(puzzle, goal=Compact(sides))
    if goal == "board" and puzzle.start is None:
        width, height = rng.choice(((5, 1), (6, 1), (4, 2), (3, 3), (4, 3)))
        cells = [rng.choice(".##" if rng.random() < 0.5 else "..#") for _ in range(width * height)]
        held = "".join(x * n for x, n in puzzle.tiles.supply.items())
        cells[0] = "."
        for x in rng.sample(held, min(rng.choice((0, 0, 1, 2)), len(held))):
            cells[rng.randrange(len(cells))] = x
        rows = tuple("".join(cells[r * width : (r + 1) * width]) for r in range(height))
        puzzle = replace(puzzle, goal=Board(Grid(rows)))
    require = tuple(rng.sample(words, min(rng.randint(0, 3), len(words))))
    rules = replace(puzzle.rules, connected=rng.random() < 0.6, require=require)
    return Case(replace(puzzle, rules=rules), drawn.words)


def refusals(seeds: range, goal: str) -> Iterator[tuple[str, Case]]:
    """Yield the puzzles that are called impossible before a search, and the kind of reason."""
    for seed in seeds:
        some = tight(seed, goal)
        words = sorted(some.words)
        try:
            validate(some.puzzle, words)
        except PuzzleError as error:
            yield error.kind, some
        else:
            if diagnose(some.puzzle, words):
                yield kind(some.puzzle, tuple(words)), some


@pytest.mark.parametrize(
    "seeds",
    [range(300), pytest.param(range(300, 2000), marks=pytest.mark.slow)],
    ids=["few", "many"],
)
@pytest.mark.parametrize("goal", GOALS)
def test_whatever_is_called_impossible_has_no_grid(goal: str, seeds: range) -> None:
    kinds = set()
    for reason, some in refusals(seeds, goal):
        kinds.add(reason)
        assert naive.best(some.puzzle, some.words) is None, (reason, some)
    assert {"require-letters", "require-together", "no-spelling"} <= kinds
    if goal == "board":
        assert {"no-line", "no-fit", "parts", "require-place"} <= kinds
