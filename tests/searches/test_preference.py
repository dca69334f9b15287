"""Of grids of equal cost the one of the worthiest words."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from patience import (
    Frame,
    Lexicon,
    Limits,
    Observer,
    Puzzle,
    Result,
    Rules,
    Stats,
    Status,
    solve,
    solve_many,
    verify,
)
from patience.errors import LexiconError, PatienceError
from patience.game.grid import Grid
from patience.game.tiles import from_letters
from patience.searches.preference import preferred
from patience.searches.search import Task
from patience.words.scores import NO_SCORE, worth
from tests import naive
from tests.cli.running import run
from tests.engines.running import Watcher
from tests.strategies import GOALS, SMALL, Case, case

LIMITS = Limits(seconds=2)


def scored(some: Case, number: int) -> tuple[Lexicon, dict[str, float]]:
    """Return the words of a case with random scores; one of eight has none."""
    rng = Random(number)
    scores = {word: float(rng.randint(1, 9)) for word in sorted(some.words) if rng.random() < 0.875}
    return replace(Lexicon.of(some.words), read_scores=lambda: scores), scores


def plain(some: Case) -> Case:
    """Return a case without required or laid words, which do not count."""
    rules = replace(some.puzzle.rules, require=())
    return replace(some, puzzle=replace(some.puzzle, rules=rules, start=None))


def best_worst(some: Case, scores: dict[str, float]) -> tuple[tuple[int, int], float] | None:
    """Return the best rank, and the best worst score of the grids that have it."""
    whole = naive.best(some.puzzle, some.words)
    if whole is None:
        return None
    rank = naive.rank(some.puzzle, whole[1])
    for least in (*range(9, 0, -1), NO_SCORE):
        words = frozenset(x for x in some.words if scores.get(x, NO_SCORE) >= least)
        found = naive.best(some.puzzle, words) if words else None
        if found is not None and naive.rank(some.puzzle, found[1]) == rank:
            return rank, least
    raise AssertionError("the last words are all words")


class Until(Watcher):
    """Ends the search with the first grid that meets a wish: a busy machine takes longer."""

    def __init__(self, is_met: Callable[[Grid], bool]) -> None:
        super().__init__()
        self._is_met = is_met

    def on_best(self, grid: Grid, cost: int) -> None:
        super().on_best(grid, cost)
        if self._is_met(grid):
            raise KeyboardInterrupt


@pytest.mark.parametrize("goal", GOALS)
def test_the_worst_word_is_the_best_of_all_grids(goal: str) -> None:
    some = plain(case(1, goal, SMALL))
    puzzle = some.puzzle
    lexicon, scores = scored(some, 1)
    wanted = best_worst(some, scores)

    def value(grid: Grid) -> tuple[tuple[int, int], float]:
        return naive.rank(puzzle, grid), worth((run.text for run in grid.runs()), scores).worst

    watcher = Until(lambda grid: value(grid) == wanted)
    long = Limits(seconds=60)
    result = solve(puzzle, lexicon, limits=long, prefer="score", observer=watcher, threads=2)
    if wanted is None:
        assert (result.best, result.worth) == (None, None)
        return
    assert result.best is not None
    assert result.worth is not None
    assert naive.is_valid(puzzle, result.best, some.words)
    assert value(result.best) == wanted
    assert result.worth == worth((run.text for run in result.best.runs()), scores)
    assert result.report == verify(puzzle, result.best, lexicon)
    assert watcher.costs == sorted(watcher.costs, reverse=True)
    assert result.request is not None
    assert result.request.lexicon_sha256 == lexicon.sha256


WORDS = {"CHAT": 9.0, "CHAR": 2.0, "CHAS": 5.0, "OS": 3.0}
LEXICON = replace(Lexicon.of(WORDS), read_scores=lambda: WORDS)
LINE = Puzzle(from_letters("CHATRSOS"), Frame(4, 1))


@pytest.mark.slow
def test_several_grids_are_ranked_by_their_words() -> None:
    result = solve_many(LINE, LEXICON, count=3, cells_apart=1, prefer="score", limits=LIMITS)
    assert [str(result.best), *map(str, result.others)] == ["CHAT", "CHAS", "CHAR"]
    assert result.worth is not None
    assert result.worth.worst == 9


def test_required_and_laid_words_do_not_count() -> None:
    puzzle = replace(LINE, rules=Rules(require=("CHAR",)))
    result = solve(puzzle, LEXICON, prefer="score", limits=LIMITS)
    assert str(result.best) == "CHAR"
    assert result.worth is not None
    assert result.worth.words == ()
    laid = replace(LINE, goal=Frame(4, 2), start=Grid(("CHAR", "....")), rules=Rules(False))
    found = solve(laid, LEXICON, prefer="score", limits=LIMITS)
    assert found.best is not None
    assert found.best.rows[0] == "CHAR"


def test_a_grid_of_given_words_alone_ends_the_search() -> None:
    scores = {"AB": 1.0, "AC": 1.0, "CC": 2.0}
    lexicon = replace(Lexicon.of(scores), read_scores=lambda: scores)
    rules = Rules(connected=False, require=("AB",))
    puzzle = Puzzle(from_letters("AABBC"), Frame(5, 1), rules)
    found = [
        Result(Grid((row,)), 1, 0, Status.FEASIBLE, Stats(history=[(0.0, 1)]))
        for row in ("AB.AC", "AB.AB")
    ]
    task = Task(puzzle, lexicon, Limits(seconds=None), 0, Observer())
    result = preferred(lambda _: found.pop(0), task)
    assert str(result.best) == "AB.AB"
    assert result.worth is not None
    assert result.worth.words == ()


def test_a_list_without_scores_is_refused() -> None:
    with pytest.raises(LexiconError, match="has no scores: give a file"):
        solve(LINE, Lexicon.of(WORDS), prefer="score")
    with pytest.raises(PatienceError, match="no preference is called"):
        solve(LINE, LEXICON, prefer="beauty")


def test_a_work_limit_ends_it_and_decides_all() -> None:
    limits = Limits(seconds=None, max_width=50)
    once, again = (
        solve(LINE, LEXICON, prefer="score", engine="beam", limits=limits) for _ in range(2)
    )
    assert once.best == again.best
    assert once.worth is not None
    assert once.worth.worst == 9


def test_the_command_names_the_worst_words(tmp_path: Path) -> None:
    path = tmp_path / "scored.csv"
    path.write_text("".join(f"{word};{score:g}\n" for word, score in WORDS.items()))
    flags = ["--frame", "4x1", "--tiles", "CHATRSOS", "--lexicon", str(path), "--prefer", "score"]
    flags += ["--engine", "beam", "--max-width", "50"]
    done = run("solve", *flags)
    assert done.exit_code == 0
    assert "; prefer: score\n" in done.stdout
    assert "worst words: CHAT 9; mean score 9.0\n" in done.stderr
    assert run("verify", "-", stdin=done.stdout).exit_code == 0
    value = json.loads(run("solve", *flags, "--json").stdout)
    assert value["worth"] == {"mean": 9.0, "words": [{"text": "CHAT", "score": 9.0}]}
