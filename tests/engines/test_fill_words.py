"""The fill between given blocks, of any letters or counted tiles, against the brute force."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from patience import Frame, Grid, Lexicon, Limits, Puzzle, Rules, Status, StopReason, solve, verify
from patience.engines import portfolio
from patience.engines.base import OutOfTime
from patience.engines.fill import words as module
from patience.engines.fill.base import full_cost
from patience.engines.fill.words import WordFill, has_slots
from patience.game.grid import BLANK, CLOSED
from patience.game.puzzle import Board
from patience.game.tiles import any_letters, from_letters
from patience.words.lexicon import load
from tests import naive
from tests.engines.running import Watcher, context_of, interrupted
from tests.strategies import Case, Size, case

# Few words, so that many patterns have no fill.
_SIZE = replace(Size(), words=(20, 60))


def drawn() -> Iterator[Case]:
    """Yield random patterns that might have a fill, with any letters, then with counted tiles."""
    yield from free()
    yield from counted()


def counted() -> Iterator[Case]:
    """Yield patterns with the letters of random words, as many as open cells or a few more."""
    for seed in range(70):
        some, rng = case(seed, "board", _SIZE), Random(seed)
        assert isinstance(some.puzzle.goal, Board)
        jokers, cells = rng.choice((0, 0, 1)), some.puzzle.goal.layout.count(".")
        texts = rng.sample(sorted(some.words), len(some.words))
        letters = "".join(texts)[: cells + rng.randrange(4) - jokers]
        if cells < 2 or not letters:
            continue
        tiles = from_letters(letters).with_jokers(jokers)
        puzzle = Puzzle(tiles, some.puzzle.goal, some.puzzle.rules)
        if full_cost(puzzle) is not None:
            yield Case(puzzle, some.words)


def free() -> Iterator[Case]:
    """Yield random patterns that might have a fill, with any letters."""
    for seed in range(80):
        some = case(seed, "board", _SIZE)
        rules = Rules(connected=seed % 2 == 0, distinct_words=seed % 4 < 2)
        tiles = any_letters().with_jokers(some.puzzle.tiles.jokers)  # those that lie
        puzzle = replace(some.puzzle, tiles=tiles, rules=rules)
        if has_slots(puzzle) and full_cost(puzzle) is not None:
            yield Case(puzzle, some.words)


def has_one(some: Case) -> bool:
    """Tell whether a pattern has a fill."""
    best = naive.best(some.puzzle, some.words)
    return best is not None and best[0] == full_cost(some.puzzle)


def searched(some: Case, step: Callable[[WordFill], object] = WordFill.run) -> Grid | None:
    """Search to the end, step by step."""
    context = context_of(some.puzzle, Lexicon.of(some.words))
    engine, best = WordFill(context), full_cost(some.puzzle)
    while not engine.is_done:
        step(engine)
    engine.run()
    assert best is not None
    assert (context.incumbent.best is None) == (context.incumbent.bound > best)
    return context.incumbent.best


@pytest.mark.parametrize("failures", [1.0, 200.0])
@pytest.mark.parametrize("some", list(drawn()))
def test_a_fill_is_found_or_there_is_none(
    some: Case, failures: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FAILURES", failures)  # few: it starts anew
    grid = searched(some)
    assert (grid is not None) == has_one(some)
    if grid is not None:
        assert naive.is_valid(some.puzzle, grid, some.words)
        assert naive.cost(some.puzzle, grid) == full_cost(some.puzzle)


def test_a_slot_is_named_only_where_there_is_no_fill() -> None:
    named = 0
    for some in drawn():
        watcher = Watcher()
        WordFill(context_of(some.puzzle, Lexicon.of(some.words), observer=watcher))
        named += len(watcher.notices)
        assert not (watcher.notices and has_one(some)), watcher.notices
    assert named > 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ABC", "DEF"], "row 1, columns 1 to 2: no word of 2 letters"),
        (["AB", "CD", "ABC"], "column 1, rows 1 to 2: no word of 2 letters fits what crosses it"),
    ],
)
def test_the_slot_that_nothing_fits_is_named(words: list[str], said: str) -> None:
    watcher, board = Watcher(), Board(Grid(("..#", "...")))
    WordFill(context_of(Puzzle(any_letters(), board), Lexicon.of(words), observer=watcher))
    (notice,) = watcher.notices
    assert said in notice


def test_words_of_high_scores_are_laid_first(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = {"ABC": 1.0, "ABD": 2.0, "ABE": 3.0}
    lexicon = Lexicon.of(scores)
    context = context_of(Puzzle(any_letters(), Board(Grid(("...#",)))), lexicon)
    context.scores = scores
    monkeypatch.setattr(module, "_NOISE", 1)
    (words,) = WordFill(context)._words  # of the only slot, as sets of letters
    last = ["ABCDE"[word[-1].bit_length() - 1] for word in words.letters]
    assert last == ["E", "D", "C"]


@pytest.mark.parametrize("kind", [free, counted])
def test_the_drawn_patterns_are_of_both_kinds(kind: Callable[[], Iterator[Case]]) -> None:
    both = Counter(has_one(some) for some in kind())
    assert min(both[True], both[False]) > 5


@pytest.mark.parametrize("some", list(drawn())[::6])
def test_pauses_change_nothing(some: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FAILURES", 2.0)
    grid = searched(some)

    def little(engine: WordFill) -> None:
        engine.run(1)

    assert searched(some, little) == grid
    assert searched(some, interrupted(itertools.repeat(2))) == grid


def test_a_fill_that_the_rules_do_not_allow_is_passed_over() -> None:
    board = Board(Grid(("..#", "...", "#..")))
    words = ["AB", "BA", "ABA", "BAB"]
    fills: list[Grid] = []
    while True:
        rules = Rules(unlike=tuple(fills))
        grid = searched(Case(Puzzle(any_letters(), board, rules), frozenset(words)))
        if grid is None:
            break
        fills.append(grid)
    assert sorted(grid.rows for grid in fills) == [("AB#", "BAB", "#BA"), ("BA#", "ABA", "#AB")]


def test_who_has_slots() -> None:
    board, sparse = Board(Grid(("..#", "..."))), Board(Grid(("...", ".#.", "#..")))
    assert has_slots(Puzzle(any_letters(), board))
    assert not has_slots(Puzzle(from_letters("ABCDEFG"), board))
    assert has_slots(Puzzle(from_letters("ABCDEFG"), sparse))
    assert not has_slots(Puzzle(any_letters(), Board(Grid(("...", "...")))))
    assert not has_slots(Puzzle(any_letters(), Frame(3, 2)))


PLANTED = (
    "####LIPOLYSE/######Y#A##N/###M#NO#V##C/##RESIGNEZ#A/######E####G/##A#S#N#F##E/"
    "##PHANERE#DE/##P#P###REES/#CODERONS#C#/##S#######I#/#RAVILIR##S#/##T#########"
)
CROSSWORD = Grid(tuple(PLANTED.split("/")))


@pytest.mark.parametrize("seed", range(2))
def test_a_crossword_is_completed_from_a_third_of_its_letters(seed: int) -> None:
    words, luck = load("fr"), Random(seed)
    layout = CROSSWORD.mapped(lambda _, x: x if x == CLOSED else BLANK)
    given = CROSSWORD.mapped(lambda _, x: x if x == CLOSED or luck.random() < 1 / 3 else BLANK)
    letters = "".join(CROSSWORD.face_up().values())
    puzzle = Puzzle(from_letters(letters), Board(layout), start=given)
    context = context_of(puzzle, words)
    WordFill(context).run(5_000)
    grid = context.incumbent.best
    assert grid is not None
    assert naive.is_valid(puzzle, grid, words)
    assert naive.cost(puzzle, grid) == 0


ROWS = "...#...../...#...../...#...../......###/....#..../###....../.....#.../.....#.../.....#..."
PATTERN = Board(Grid(tuple(ROWS.split("/"))))


@pytest.mark.parametrize("limits", [Limits(seconds=60), Limits(seconds=None, max_width=50)])
def test_the_portfolio_fills_a_pattern(limits: Limits) -> None:
    puzzle, words = Puzzle(any_letters(), PATTERN, Rules(distinct_words=True)), load("fr")
    result = solve(puzzle, words, limits=limits)
    assert result.best is not None
    assert (result.cost, result.status) == (0, Status.OPTIMAL)
    assert verify(puzzle, result.best, words).valid


def test_a_square_of_any_letters_with_one_blank_left_is_filled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """CP-SAT, whose turn it is with a hand of tiles, had no 6x6 of English words in a minute."""
    monkeypatch.setattr(portfolio, "_ends_within", lambda *_: False)
    words = Lexicon.of(["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "GH", "CF"])
    context = context_of(Puzzle(any_letters(), Frame(3, 3), Rules(distinct_words=True)), words)

    class Finders:
        def run(self) -> StopReason:
            context.incumbent.offer(Grid(("ABC", "DEF", "GH.")))
            raise OutOfTime

    finders: Any = Finders()
    assert portfolio._auto(context, finders) is StopReason.COMPLETE
    assert context.incumbent.cost == 0
    assert context.stats.engine == "fill"
