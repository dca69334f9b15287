"""What checks the laws: it reports what breaks one, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from patience import Compact, Frame, Grid, Lexicon, Puzzle
from patience.game.puzzle import Board, Goal
from patience.question.catalogue import TILE_SETS
from scripts.fuzz import laws
from scripts.fuzz.laws import Answer, Ask, Check, Comparison, comparisons
from scripts.fuzz.regimes import Question
from tests import naive
from tests.strategies import GOALS, TINY, case

BOX = TILE_SETS["diamino-63"][0]
WORDS, MORE = Lexicon.of(["LION", "CHAT"]), Lexicon.of(["LION", "CHAT", "ANE"])

GOAL: dict[str, Goal] = {
    "frame": Frame(9, 7),
    "board": Board(Grid(("....#", "....#", "#...."))),
    "compact": Compact((12, 11)),
}


def question(goal: str = "frame") -> Question:
    return Question("some", Puzzle(BOX, GOAL[goal]), WORDS, MORE)


def all_laws(goal: str) -> dict[str, Comparison]:
    """Return the laws of a question by name; of two of one name the last."""
    return {each.law: each for each in comparisons(question(goal), 1, Random(1))}


def found(up: int, most: int = 63, bound: int = 0) -> Answer:
    return Answer(up, most, 63 - up if up else None, bound)


def broken(law: Comparison, *given: Answer, smaller: Answer) -> list[str]:
    """Check one law whose larger question is answered so with seeds 0, 1, 2."""
    check = Check(lambda ask, seed: smaller if ask == law.smaller else given[seed])
    return check.run([law]).broken


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", [0, 1, 6, 7])
def test_no_law_is_broken_by_a_brute_force(goal: str, seed: int) -> None:
    some, rng = case(seed, goal, TINY), Random(seed)
    words = sorted(some.words)
    fewer = Lexicon.of(rng.sample(words, (len(words) + 1) // 2))
    asked = Question("tiny", replace(some.puzzle, start=None), fewer, Lexicon.of(words))

    def exact(ask: Ask, _seed: int) -> Answer:
        best = naive.best(ask.puzzle, [*ask.lexicon])
        if best is None:
            return Answer(0, 0, None, 0, infeasible=True)
        up = len(Grid(best[1]).face_up())
        return Answer(up, laws.most_letters(ask.puzzle, best[0]), *2 * best[:1])

    checked = Check(exact).run(comparisons(asked, 1, rng))
    assert checked.laws > 4
    assert not checked.broken


@pytest.mark.parametrize(("goal", "law"), [(goal, law) for goal in GOALS for law in all_laws(goal)])
def test_a_larger_question_that_has_less_is_reported(goal: str, law: str) -> None:
    each = all_laws(goal)[law]
    told = broken(each, *3 * [found(40)], smaller=found(43))
    assert told == [f"{law}: 40 letters for {each.larger}, 43 letters for {each.smaller}"]
    assert not broken(each, found(43), smaller=found(43))


@pytest.mark.parametrize(
    ("goal", "larger", "smaller", "holds"),
    [
        ("board", (42,), 44, True),  # noise
        ("board", (41, 41, 41), 44, False),
        ("board", (41, 41, 42), 44, True),  # a seed may find it
        ("board", (38, 38, 38), 40, False),  # of forty none may be lost
        ("board", (38, 40), 40, True),
        ("board", (0, 50, 50), 50, False),  # none against some counts at once
        ("compact", (0, 0, 0), 50, False),
        ("compact", (0, 0, 50), 50, True),  # but all tiles may be hard to lay
        ("compact", (0,), 0, True),
    ],
)
def test_a_loss_counts_beyond_the_noise_of_three_seeds(
    goal: str, larger: tuple[int, ...], smaller: int, holds: bool
) -> None:
    law = replace(all_laws(goal)["more words"], law="some law")
    told = broken(law, *map(found, larger), smaller=found(smaller))
    assert holds != any(line.startswith("some law: ") for line in told)


@pytest.mark.parametrize(
    ("law", "larger", "smaller", "refuted"),
    [
        ("a frame inside", found(41, most=41), found(42), True),
        ("a frame inside", found(41, most=42), found(42), False),
        ("a frame inside", found(42), found(40, most=40), False),
        ("more time", found(42), found(40, most=41), True),  # the same question
        ("more time", found(42), found(40, most=42), False),
        ("more time", found(42), Answer(42, 63, 21, 22), True),
        ("more words", found(42), Answer(0, 0, None, 0, infeasible=True), False),
        ("more words", Answer(0, 0, None, 0, infeasible=True), found(42), True),
    ],
)
def test_a_proof_that_an_answer_refutes_is_reported(
    law: str, larger: Answer, smaller: Answer, refuted: bool
) -> None:
    each = all_laws("compact")[law]
    told = broken(each, larger, larger, larger, smaller=smaller)
    assert refuted == any("a false proof" in line for line in told)


@pytest.mark.parametrize(
    ("asked", "engine", "infeasible", "said"),
    [
        (question(), "auto", False, ["a grid exists: none found"]),
        (question("board"), "auto", False, ["a grid exists: none found"]),
        (question(), "auto", True, ["a grid exists: none is said to exist"]),
        (question(), "cpsat", True, ["a grid exists: none is said to exist"]),
        (question(), "cpsat", False, []),
        (question("compact"), "auto", True, []),
    ],
)
def test_no_grid_where_a_word_can_be_laid_is_reported(
    asked: Question, engine: str, infeasible: bool, said: list[str]
) -> None:
    check = Check(lambda _ask, _seed: Answer(0, 63, None, 0, infeasible))
    check.ask(Ask(asked.puzzle, asked.lexicon, 1, engine))
    assert [line.partition(" for ")[0] for line in check.checked.broken] == said


def test_a_search_that_ends_late_or_in_an_error_is_reported() -> None:
    ask = Ask(question().puzzle, WORDS, 1)
    late = Check(lambda _ask, _seed: replace(found(40), seconds=2.2, preparing=0.5))
    late.ask(ask)
    assert late.checked.late == [f"a limit holds: 2.2 s for {ask}"]
    assert (round(late.checked.overrun, 1), late.checked.preparing) == (1.2, 0.5)
    on_time = Check(lambda _ask, _seed: replace(found(40), seconds=2.05))
    on_time.ask(ask)
    assert not on_time.checked.late

    def failing(_ask: Ask, _seed: int) -> Answer:
        raise ZeroDivisionError

    failed = Check(failing)
    assert failed.ask(ask) is failed.ask(ask) is None
    assert len(failed.checked.broken) == 1
    assert "ZeroDivisionError" in failed.checked.broken[0]
