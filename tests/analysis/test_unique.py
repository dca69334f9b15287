"""Puzzles with exactly one solution."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from patience import Frame, Limits, load_instance, solve_all
from patience.analysis.unique import unique
from patience.errors import PatienceError
from patience.question.catalogue import tile_set
from patience.question.spec import Spec
from patience.words.lexicon import load
from patience.words.reading import How
from tests.cli.running import run

ASKED = Spec(goal=Frame(3, 3), tiles=tile_set("diamino-63"), lexicon="fr-basic")


@pytest.mark.slow
def test_each_puzzle_has_one_solution_and_no_letter_too_many() -> None:
    words = load("fr-basic")
    first, second = islice(unique(ASKED, "test"), 2)
    assert first == next(unique(ASKED, "test"))
    for spec in (first, second):
        puzzle = spec.puzzle()
        assert puzzle.tiles.total == 9
        (grid,) = solve_all(puzzle, words)
        assert puzzle.cost(grid) == 0
        assert spec.start is not None
        for cell in spec.start.face_up():
            rows = [*spec.start.rows]
            row = rows[cell.row]
            rows[cell.row] = row[: cell.col] + "." + row[cell.col + 1 :]
            fewer = Spec(**{**vars(spec), "start": type(spec.start)(tuple(rows))}).puzzle()
            assert len([*islice(solve_all(fewer, words, limits=Limits(seconds=None)), 2)]) == 2


def test_a_frame_that_is_never_full_is_given_up() -> None:
    asked = Spec(goal=Frame(3, 3), tiles=tile_set("QQQQQQQQQ"), lexicon="fr-basic")
    with pytest.raises(PatienceError, match="no other grid fills the frame in 20 tries"):
        next(unique(asked, "test"))


def test_tiles_of_several_letters_stay(own_folder: Path) -> None:
    (own_folder / "w.txt").write_text("cho\noch\nllo\noll\n")
    how = How(alphabet="es")
    asked = Spec(goal=Frame(2, 2), tiles=tile_set("scrabble-es"), lexicon="w.txt", how=how)
    assert {x.puzzle().tiles.total for x in islice(unique(asked, "test"), 2)} == {4}


@pytest.mark.usefixtures("own_folder")
def test_the_command_writes_them_as_instances() -> None:
    flags = ["draw", "--frame", "3x2", "--unique", "--lexicon", "fr-basic", "--count", "2"]
    done = run(*flags, "--out", "single")
    assert done.exit_code == 0, done.stderr
    assert done.stderr.endswith("2 puzzles in single, each with one solution\n")
    for path in Path("single").iterdir():
        assert load_instance(path).start is not None
        assert run("prove", str(path), "--unique").exit_code == 0
    done = run(*flags, "--tiles", "9", "--out", "other")
    assert "--unique fills a --frame of its own tiles" in done.stderr
