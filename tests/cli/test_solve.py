from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import puz
import pytest
from rich.text import Text

from patience.cli import options
from patience.cli import solve as solve_command
from patience.errors import EngineError, FileError
from patience.files.grids import read_grid
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import parse
from patience.result import Limits, Stats, Status
from patience.result import Result as Answer
from tests.cli.running import SQUARE, TINY, WORDS, only_line, run


@pytest.mark.usefixtures("folder", "answers")
def test_a_solved_grid_verifies_without_flags() -> None:
    solved = run("solve", *TINY, "--ban", "BA", "--require", "abc", "--distinct-words")
    assert solved.exit_code == 0, solved.stderr
    assert Grid.parse(solved.stdout) == SQUARE
    header = dict(
        line[2:].split(": ") for line in solved.stdout.splitlines() if line.startswith(";")
    )
    assert header == {
        "goal": "frame",
        "size": "3x3",
        "tiles": "A1 B1 C1 D1 E1 F1 G1 H1 I1",
        "jokers": "0",
        "lexicon": str(Path("words.txt").resolve()),
        "ban": "BA",
        "distinct-words": "yes",
        "require": "ABC",
        "cost": "1",
        "bound": "0",
        "status": "feasible",
        "engine": "known",
        "seed": "0",
    }
    verified = run("verify", "-", stdin=solved.stdout)
    assert verified.exit_code == 0, verified.output
    assert verified.stdout.startswith("standard input: valid as frame 3x3, tiles A1 B1 C1")
    assert "distinct-words yes, require ABC, ban BA: 1 face down (I)" in verified.stdout


@pytest.mark.usefixtures("folder", "answers")
def test_progress_and_summary_go_to_stderr() -> None:
    solved = run("solve", *TINY)
    assert solved.stderr.splitlines() == [
        "compiling the search kernels once",
        "0.5 s: 1 face down",
        "1 face down (I); 8 tiles up in 4 words",
    ]
    assert run("solve", *TINY, "--quiet").stderr == ""


@pytest.mark.usefixtures("folder")
def test_the_flags_reach_the_solver(answers: list[dict[str, Any]]) -> None:
    limits = ("--time-limit", "5", "--target", "2", "--max-width", "1000", "--memory", "1.5")
    run("solve", *TINY, *limits, "--seed", "4", "--threads", "3", "--engine", "beam")
    [asked] = answers
    assert asked["limits"] == Limits(5.0, 2, 1000, 1.5)
    assert (asked["seed"], asked["threads"], asked["engine"]) == (4, 3, "beam")
    assert asked["puzzle"] == Puzzle(parse("ABCDEFGHI"), Frame(3, 3))
    assert list(asked["lexicon"].words) == sorted(WORDS)


@pytest.mark.usefixtures("folder")
def test_a_search_is_bound_by_time_or_by_work(answers: list[dict[str, Any]]) -> None:
    by_work = "--max-width", "9"
    for flags in ((), by_work, (*by_work, "--time-limit", "5")):
        run("solve", *TINY, *flags)
    told = [(x["limits"].seconds, x["limits"].max_width) for x in answers]
    assert told == [(60.0, None), (None, 9), (5.0, 9)]


@pytest.mark.usefixtures("folder")
def test_flags_override_an_instance(answers: list[dict[str, Any]]) -> None:
    Path("i.toml").write_text('frame = "3x3"\ntiles = "ABCDEFGHIJ"\nlexicon = "words.txt"\n')
    assert run("solve", "i.toml").exit_code == 0
    assert run("solve", "i.toml", "--compact", "--jokers", "2", "--within", "4x4").exit_code == 0
    assert run("solve", "i.toml", "--disconnected", "--min-length", "3").exit_code == 0
    first, second, third = (asked["puzzle"] for asked in answers)
    assert (first.goal, first.tiles.total) == (Frame(3, 3), 10)
    assert second.goal_name == "compact"
    assert (second.goal.within, second.tiles.total) == ((4, 4), 12)
    assert not third.rules.connected
    assert tuple(answers[2]["lexicon"].words) == ("ABC", "ADF", "CEH", "FGH")


@pytest.mark.usefixtures("folder")
def test_a_start_with_a_header_needs_no_flags(answers: list[dict[str, Any]]) -> None:
    solved = run("solve", *TINY)
    Path("start.txt").write_text(solved.stdout.replace("FGH", "..."))
    again = run("solve", "--start", "start.txt")
    assert again.exit_code == 0, again.stderr
    puzzle = answers[1]["puzzle"]
    assert puzzle.start == Grid(("ABC", "D.E", "..."))
    assert puzzle.tiles.counts == parse("ABCDEFGHI").counts
    assert run("verify", "-", stdin=again.stdout).exit_code == 0
    moved = again.stdout.replace("FGH", "...").replace("ABC\n", "AB.\n")
    judged = run("verify", "-", stdin=moved)
    assert judged.exit_code == 1
    assert "fixed: C lay at row 1, column 3" in judged.stdout


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("named", [("start.txt",), ("--start", "start.txt"), ("-",)])
def test_a_grid_is_a_start(answers: list[dict[str, Any]], named: tuple[str, ...]) -> None:
    Path("start.txt").write_text("ABC\n...\n...\n")
    solved = run("solve", *named, *TINY[2:], stdin="ABC\n...\n...\n")
    assert solved.exit_code == 0, solved.stderr
    puzzle = answers[0]["puzzle"]
    assert puzzle.start == Grid(("ABC", "...", "..."))
    assert puzzle.goal == Frame(3, 3)


@pytest.mark.usefixtures("folder", "answers")
def test_json_is_printed_with_and_without_a_grid() -> None:
    found = run("solve", *TINY, "--format", "json")
    assert run("solve", *TINY, "--json").stdout == found.stdout
    value = json.loads(found.stdout)
    assert (found.exit_code, value["cost"], value["grid"]) == (0, 1, list(SQUARE.rows))
    assert value["lexicon"]["words"] == len(WORDS)
    none = run("solve", *TINY, "--frame", "2x3", "--format", "json")
    value = json.loads(none.stdout)
    assert (none.exit_code, value["cost"], value["grid"]) == (1, None, None)
    assert value["status"] == "unknown"
    assert none.stderr.splitlines()[-1] == "patience: the time was up"


@pytest.mark.usefixtures("folder", "answers")
def test_no_grid_prints_nothing_but_the_reason() -> None:
    none = run("solve", *TINY, "--frame", "2x3", "--quiet", "--output", "out.txt")
    assert (none.exit_code, none.stdout) == (1, "")
    assert only_line(none) == "the time was up"
    assert not Path("out.txt").exists()


@pytest.mark.usefixtures("folder", "answers")
def test_filters_that_leave_no_word_end_at_once() -> None:
    none = run("solve", *TINY, "--min-length", "9")
    assert (none.exit_code, none.stdout) == (1, "")
    assert "no word is left" in only_line(none)
    value = json.loads(run("solve", *TINY, "--min-length", "9", "--format", "json").stdout)
    assert (value["status"], value["grid"], value["lexicon"]["words"]) == ("infeasible", None, 0)


@pytest.mark.usefixtures("folder", "answers")
def test_a_crossword_to_solve_has_the_clues_given() -> None:
    Path("clues.txt").write_text("abc\tletters\nZ\u00c9BU\tox\n", "utf-8")
    solved = run("solve", *TINY, "--clues", "clues.txt", "--output", "out.ipuz")
    assert solved.stderr.splitlines()[-3:-1] == [
        "clues: 3 words without a clue: ADF, CEH, FGH",
        "clues: 1 clue without its word in the grid: ZEBU",
    ]
    value = json.loads(Path("out.ipuz").read_text())
    assert "saved" not in value
    assert value["clues"]["Across"][0]["clue"] == "letters"
    assert run("show", "out.ipuz").stdout.endswith("\nABC\nD.E\nFGH\n")
    assert run("verify", "out.ipuz").exit_code == 0


@pytest.mark.usefixtures("folder", "answers")
def test_a_clue_that_across_lite_does_not_take_is_cut_with_a_word() -> None:
    Path("clues.txt").write_text(f"ABC\t{'x' * 506}\nADF\t{'x' * 505}\nZEBU\t{'x' * 506}\n")
    told = "clues: 1 clue cut to 505 characters, the most that Across Lite takes: ABC"
    for form, cut in (("puz", True), ("ipuz", False)):
        solved = run("solve", *TINY, "--clues", "clues.txt", "--output", f"out.{form}")
        assert (told in solved.stderr.splitlines()) is cut
    clues = puz.read("out.puz").clues
    assert clues[:2] == ["x" * 502 + "...", "x" * 505]
    assert "x" * 506 in Path("out.ipuz").read_text()


@pytest.mark.usefixtures("folder", "answers")
def test_a_picture_is_drawn_as_show_draws_it() -> None:
    look = ("--format", "svg", "--theme", "dark", "--size", "20", "--language", "fr")
    assert run("solve", *TINY, "--output", "grid.txt").exit_code == 0
    drawn = run("solve", *TINY, *look).stdout
    assert drawn == run("show", "grid.txt", *look).stdout
    assert drawn != run("show", "grid.txt", "--format", "svg").stdout


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception, costs: Sequence[int] = (1,)) -> None:
    """Put a solver in place that finds grids of these costs, then fails."""

    def solve(_puzzle: Puzzle, _lexicon: object, **how: Any) -> Answer:
        for cost in costs:
            how["observer"].on_best(SQUARE, cost)
        raise error

    monkeypatch.setattr(solve_command, "solve", solve)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), "out of memory"),
        (EngineError("CP-SAT has no room"), "CP-SAT has no room"),
        (ZeroDivisionError("a fault"), "ZeroDivisionError: a fault"),
        (OSError("no more threads"), "OSError: no more threads"),
    ],
)
@pytest.mark.parametrize("output", [(), ("--output", "out.txt")])
def test_a_grid_once_found_comes_out_whatever_fails(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: str, output: tuple[str, ...]
) -> None:
    failing(monkeypatch, error)
    saved = run("solve", *TINY, *output)
    assert saved.exit_code == 0
    assert "the search ended early: " in saved.stderr
    assert told in saved.stderr
    text = Path("out.txt").read_text() if output else saved.stdout
    assert Grid.parse(text) == SQUARE
    failing(monkeypatch, error, costs=())
    assert run("solve", *TINY, *output).exit_code in {2, 70}


@pytest.mark.usefixtures("folder")
def test_each_better_grid_is_on_the_disk_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def solve(_puzzle: Puzzle, _lexicon: object, **how: Any) -> Answer:
        for grid in (Grid(("ABC", "...", "...")), Grid(("ABC", "D..", "F..")), SQUARE):
            how["observer"].on_best(grid, grid.blanks)
            seen.append(read_grid("out.txt").header["cost"])
        return Answer(SQUARE, 1, 0, Status.FEASIBLE, Stats())

    monkeypatch.setattr(solve_command, "solve", solve)
    assert run("solve", *TINY, "--output", "out.txt", "--quiet").exit_code == 0
    assert seen == ["6", "4", "1"]


@pytest.mark.usefixtures("folder", "answers")
@pytest.mark.parametrize("form", ["text", "json", "svg"])
def test_a_grid_that_cannot_be_written_is_printed(
    monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    def full(path: str, _data: bytes) -> None:
        raise FileError(f"{path} cannot be written: No space left on device")

    monkeypatch.setattr("patience.files.text.write_bytes", full)
    solved = run("solve", *TINY, "--format", form, "--output", "out")
    assert solved.exit_code == 0
    assert Grid.parse(solved.stdout) == SQUARE
    assert solved.stderr.count("No space left on device; the search goes on") == 1
    assert "No space left on device; the grid is on the standard output" in solved.stderr
    assert run("verify", "-", stdin=solved.stdout).exit_code == 0


@pytest.mark.usefixtures("folder", "answers")
def test_colours_are_for_those_who_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, always = run("solve", *TINY), run("solve", *TINY, "--color", "always")
    assert "\x1b" not in plain.stderr
    assert "\x1b[" in always.stderr
    assert always.stdout == plain.stdout
    lines = Text.from_ansi(always.stderr).plain.splitlines()
    assert lines[-4:-1] == ["A B C ", "D . E ", "F G H "]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" in run("show", "good.txt", "--color", "always").stdout
    for color in ("auto", "never"):
        assert run("show", "good.txt", "--color", color).stdout == "ABC\nD.E\nFGH\n"


@pytest.mark.usefixtures("folder")
def test_an_output_folder_is_tried_before_the_search(answers: list[dict[str, Any]]) -> None:
    failed = run("solve", *TINY, "--output", "nowhere/out.txt")
    assert failed.exit_code == 2
    assert "nowhere/out.txt cannot be written" in only_line(failed)
    assert answers == []


@pytest.mark.usefixtures("folder", "answers")
def test_words_left_out_of_a_list_are_counted() -> None:
    Path("words.txt").write_text("ABC\nabc\n\nADF\nCEH\nFGH\nC3PO\n")
    Path("ban.txt").write_text("BA  # too short\nmi-temps\n")
    told = run("solve", *TINY, "--ban", "ban.txt").stderr.splitlines()
    assert {
        "lexicon words.txt: left out 1 with characters that are no letters (C3PO), 1 repeated",
        "word list ban.txt: left out 1 with characters that are no letters (mi-temps), "
        "1 as comment (# too short)",
    } <= {*told}


@pytest.mark.usefixtures("folder", "answers")
def test_a_list_that_takes_long_to_read_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "reading" not in run("solve", *TINY).stderr
    monkeypatch.setattr(options, "_LARGE", 10)
    assert run("solve", *TINY).stderr.startswith("reading words.txt: 24 bytes of words\n")
    assert "reading" not in run("solve", *TINY, "--quiet").stderr
