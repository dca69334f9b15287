"""All words of a list and no other in the smallest rectangle."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from patience import Compact, Frame, Lexicon, Limits, Puzzle, Rules, Status, solve, verify
from patience.errors import EngineError, PuzzleError
from patience.files.instances import load_instance
from patience.game.tiles import any_letters
from patience.question.spec import Spec
from tests import naive
from tests.cli.running import run
from tests.engines.running import Watcher

LIMITS = Limits(seconds=20)


def asked(words: list[str], within: tuple[int, int] | None = None) -> tuple[Puzzle, Lexicon]:
    rules = Rules(require=tuple(words), distinct_words=True)
    return Puzzle(any_letters(), Compact(within), rules), Lexicon.of(words)


LISTS = ["AB BC", "ABC AD CE", "ABCD BE DA"]


@pytest.mark.parametrize("listed", LISTS)
def test_brute_force_fills_no_smaller_rectangle(listed: str) -> None:
    words = listed.split()
    puzzle, lexicon = asked(words)
    watcher = Watcher()
    result = solve(puzzle, lexicon, limits=LIMITS, threads=2, observer=watcher)
    assert result.status is Status.OPTIMAL
    assert result.best is not None
    assert naive.is_valid(puzzle, result.best, words)
    assert result.cost == result.best.width * result.best.height == watcher.costs[-1]
    assert result.report == verify(puzzle, result.best, lexicon)
    assert result.request is not None
    assert result.request.puzzle == puzzle
    for height in range(1, result.cost):
        width = (result.cost - 1) // height
        if width >= height:
            frame = Puzzle(any_letters(), Frame(width, height), puzzle.rules)
            assert naive.best(frame, words) is None


def test_a_word_that_crosses_no_other_is_named() -> None:
    result = solve(*asked(["CHAT", "CHIEN", "POU"]))
    assert result.status is Status.INFEASIBLE
    assert result.reason == "no other word shares a letter with POU, so they cannot cross"


@pytest.mark.slow
def test_brute_force_lays_no_words_that_cannot_be_laid() -> None:
    """Of random short lists some can be laid and some cannot: the answer is that of brute force."""
    came_to = Counter[bool]()
    for number in range(5):
        rng = Random(number)
        words = sorted({"".join(rng.choices("ABCD", k=2)) for _ in range(3)})
        result = solve(*asked(words), limits=LIMITS, threads=2)
        up = sum(map(len, words)) - len(words) + 1
        frame = Puzzle(any_letters(), Frame(up, (up + 1) // 2), asked(words)[0].rules)
        possible = naive.best(frame, words) is not None
        assert result.status is (Status.OPTIMAL if possible else Status.INFEASIBLE), words
        came_to[possible] += 1
    assert min(came_to[True], came_to[False]) > 1


def test_words_that_cannot_be_laid_are_refused_with_the_word() -> None:
    result = solve(*asked(["PUT", "RU", "US"]), limits=LIMITS, threads=2)
    assert result.status is Status.INFEASIBLE
    assert result.reason == (
        "no grid can hold all of these words; without PUT or RU or US the others can"
    )


def test_the_table_is_kept() -> None:
    words = ["CHAT", "CHIEN", "TASSE"]
    small = solve(*asked(words, (5, 6)), limits=LIMITS, threads=2)
    assert small.best is not None
    assert (small.best.width, small.best.height) <= (5, 6)
    none = solve(*asked(words, (5, 2)), limits=LIMITS, threads=2)
    assert (none.status, none.reason) == (Status.INFEASIBLE, "the words do not fit on the table")
    with pytest.raises(PuzzleError, match="it has 5 letters"):
        solve(*asked(words, (4, 4)), limits=LIMITS)


def test_no_proof_takes_it_for_a_set_of_tiles() -> None:
    from patience.engines.rectangles import candidate_rectangles  # noqa: PLC0415

    with pytest.raises(EngineError, match="one frame after the other"):
        candidate_rectangles(asked(["AB", "BC"])[0])


WORDS = "chat\nchien\ntasse\nnid\n"


def test_the_command_and_the_instance_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(WORDS)
    (tmp_path / "words.toml").write_text('place_all = "list.txt"\n')
    flags = ["--place-all", str(tmp_path / "list.txt"), "--time-limit", "20"]
    done = run("solve", *flags)
    assert done.exit_code == 0
    assert "; require: CHAT,CHIEN,NID,TASSE\n" in done.stdout
    assert run("verify", "-", stdin=done.stdout).exit_code == 0
    spec = load_instance(tmp_path / "words.toml")
    assert isinstance(spec, Spec)
    assert spec.rules.require == ["CHAT", "CHIEN", "NID", "TASSE"]
    assert isinstance(spec.goal, Compact)
    both = run("solve", *flags, "--frame", "5x5", "--tiles", "any")
    assert both.exit_code == 2
    assert "drop frame and tiles" in both.stderr
