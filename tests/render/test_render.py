from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given

from patience.analysis.hint import to_lay
from patience.cli import main
from patience.durations import duration
from patience.files.grids import read_grid
from patience.game.alphabet import languages
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle
from patience.question.catalogue import named, parse
from patience.referee import verify
from patience.render.json import dumps, grid_json, verdict_json
from patience.render.letters import lacking
from patience.render.text import (
    bound_phrase,
    cost_phrase,
    grid_summary,
    grid_text,
    hint_text,
    result_header,
    result_summary,
    survey_text,
    verdict_text,
)
from patience.result import Proven, Request, Result, Stats, Status
from patience.words.lexicon import Leaves, Lexicon
from tests.strategies import grids

GOLDEN = Path(__file__).parent.parent / "golden"
LEXICON = Lexicon.of(["ABC", "ADF", "CEH", "FGH", "AB", "AC"], "six")
SQUARE = Grid(("ABC", "D.E", "FGh"))
TILES = parse("ABCDEFGK?")


def result(grid: Grid | None, **values: object) -> Result:
    fields = {"cost": 1, "bound": 0, "status": Status.FEASIBLE, "stats": Stats(1.23456)}
    return Result(grid, **(fields | values))  # type: ignore[arg-type]


@given(grids())
def test_a_grid_survives_being_written(grid: Grid) -> None:
    assert Grid.parse(grid_text(grid, {"goal": "frame", "cost": 3})) == grid


def test_the_header_says_the_puzzle_then_the_search() -> None:
    header = result_header(result(SQUARE), {"goal": "compact"}, engine="beam", seed=7)
    assert header == {
        "goal": "compact",
        "size": "3x3",
        "cost": 1,
        "bound": 0,
        "status": "feasible",
        "engine": "beam",
        "seed": 7,
    }
    assert grid_text(Grid(("AB",)), {"cost": 1}) == "; cost: 1\nAB\n"


@pytest.mark.parametrize(
    ("goal", "cost", "phrase"),
    [
        (Frame(3, 3), 6, "6 face down"),
        (Compact(), 72, "area 72"),
        (Board(Grid(("..",))), 1, "1 tile left over"),
        (Board(Grid(("..",))), 0, "0 tiles left over"),
    ],
)
def test_a_cost_in_the_players_words(goal: Goal, cost: int, phrase: str) -> None:
    assert cost_phrase(Puzzle(parse("ABCDEFGHI"), goal), cost) == phrase


@pytest.mark.parametrize(
    ("goal", "tiles", "start"),
    [
        (Frame(3, 3), "ABCDEFGK?", "1 face down (K); 8 tiles up in 4 words; joker as H"),
        (Frame(3, 3), "ABCDEFGKLM?", "1 face down, 2 in the box (K L M); 8 tiles"),
        (Frame(3, 3), "A12 B9 C3 D1 E1 F1 G1?", "1 face down, 20 in the box (A11 B8 C2); 8"),
        (
            Compact(),
            "ABCDEFG?",
            "area 9, 3 wide and 3 high, 1 blank, density 0.889; 8 tiles up in 4 words",
        ),
        (Board(Grid(("...",) * 3)), "ABCDEFGKL?", "2 tiles left over (K L); 8 tiles up"),
    ],
)
def test_a_summary_tells_what_the_goal_counts(goal: Goal, tiles: str, start: str) -> None:
    puzzle = Puzzle(parse(tiles), goal)
    assert grid_summary(puzzle, SQUARE, verify(puzzle, SQUARE, LEXICON)).startswith(start)


@pytest.mark.parametrize(
    ("values", "last"),
    [
        ({"status": Status.OPTIMAL}, "proven: no grid costs less"),
        (
            {"status": Status.OPTIMAL, "proven": frozenset({Proven.COST, Proven.WORST})},
            "proven: no grid costs less, none as good has a better worst word",
        ),
        ({"bound": 1, "cost": 2}, "proven: at least 1 must stay face down"),
        ({"reason": "The memory ran out."}, "The memory ran out."),
    ],
)
def test_a_summary_tells_what_is_proven(values: dict[str, object], last: str) -> None:
    puzzle = Puzzle(TILES, Frame(3, 3))
    report = verify(puzzle, SQUARE, LEXICON)
    assert result_summary(puzzle, result(SQUARE, **values), report)[-1] == last


@pytest.mark.parametrize(
    ("goal", "phrase"),
    [
        (Frame(3, 3), "at least 1 must stay face down"),
        (Compact(), "the area is at least 1"),
        (Board(Grid(("...",))), "at least 1 tile must be left over"),
    ],
)
def test_a_bound_is_put_into_words(goal: Goal, phrase: str) -> None:
    assert bound_phrase(Puzzle(TILES, goal), 1) == phrase


def test_the_rule_sheets_frame_is_described() -> None:
    puzzle = Puzzle(named("diamino-63"), Frame(9, 7))
    grid = read_grid(GOLDEN / "example2.txt").grid
    words = {run.text for run in grid.runs()}
    text = verdict_text("g.txt", puzzle, grid, verify(puzzle, grid, words))
    assert text == (
        "g.txt: valid as frame 9x7: 16 face down (A B B C F G J L O O O U V V W Y); "
        "47 tiles up in 16 words; jokers as I and N"
    )


def test_a_verdict_has_a_line_a_fault() -> None:
    puzzle = Puzzle(TILES, Frame(3, 3))
    lexicon = Lexicon.of(["ABC", "ADF"])
    lines = verdict_text("g", puzzle, SQUARE, verify(puzzle, SQUARE, lexicon)).splitlines()
    assert lines[0].startswith("g: NOT valid, 2 faults as frame 3x3: ")
    assert [line.split(" (")[0] for line in lines[1:]] == ["  word: FGH", "  word: CEH"]


def test_repeated_words_are_told() -> None:
    grid = Grid(("AB", "B."))
    puzzle = Puzzle(parse("ABBC"), Frame(2, 2))
    report = verify(puzzle, grid, {"AB"})
    assert grid_summary(puzzle, grid, report).endswith("more than once: AB")


@pytest.mark.parametrize(("rows", "advised"), [(("AB", "BA"), True), (("AB", "CA"), False)])
def test_a_grid_that_repeats_most_words_suggests_the_rule_against_it(
    rows: tuple[str, ...], advised: bool
) -> None:
    grid, puzzle = Grid(rows), Puzzle(parse("AABBC"), Frame(2, 2))
    report = verify(puzzle, grid, {"AB", "BA", "CA", "AC"})
    lines = result_summary(puzzle, result(grid, cost=0), report)
    assert any("--distinct-words" in line for line in lines) is advised


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (None, "Lay A B C D E F G in row 1, columns 1 to 7 with joker as D: ABCDEFG."),
        ("A......", "Lay B C D E F G in row 1, columns 2 to 7 with joker as D: ABCDEFG."),
        ("ABC.E..", "Lay D F G in row 1, columns 4, 6 and 7 with joker as D: ABCDEFG."),
        ("...d...", "Lay A B C E F G in row 1, columns 1 to 3 and 5 to 7: ABCDEFG."),
        ("ABCDEF.", "Lay G in row 1, column 7: ABCDEFG."),
    ],
)
def test_a_hint_tells_the_tiles_to_lay(start: str | None, sentence: str) -> None:
    finished = Grid(("ABCdEFG",))
    [word] = finished.runs()
    cells = to_lay(word, None if start is None else Grid((start,)))
    assert hint_text(word, cells, finished, "en") == sentence
    assert hint_text(None, (), finished, "en").startswith("Nothing is left to lay")


def test_a_hint_says_how_people_write_its_word() -> None:
    finished = Grid(("RIVATES",))
    [word] = finished.runs()
    sentence = "Lay R I V A T E S in row 1, columns 1 to 7: RIVATES (rivâtes)."
    assert hint_text(word, word.cells, finished, "fr") == sentence


def test_a_survey_is_a_table() -> None:
    rows = [Leaves("all", 1234, {2: 1000, 3: 234}), Leaves("few", 2, {3: 2})]
    assert survey_text(rows).splitlines() == [
        "(1) all: 1,234 words",
        "(2) few: 2 words",
        "letters    (1)  (2)",
        "      2  1,000    0",
        "      3    234    2",
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.04, "0.0 s"),
        (9.94, "9.9 s"),
        (119, "119 s"),
        (120, "2 minutes"),
        (58, "58 s"),
        (7200, "2 hours"),
        (86400 * 3.3, "3.3 days"),
        (86400 * 365.25 * 12, "12 years"),
    ],
)
def test_a_time_is_said_in_the_unit_that_fits(seconds: float, text: str) -> None:
    assert duration(seconds) == text


# ---- JSON ---------------------------------------------------------------------------------------

KEYS = [
    "goal", "size", "status", "cost", "bound", "proven", "grid", "words", "face_down", "jokers",
    "tiles", "lexicon", "engine", "seed", "threads", "elapsed_s", "history", "stats",
]  # fmt: skip


def as_json(found: Result, puzzle: Puzzle) -> dict[str, object]:
    request = Request.of(puzzle, LEXICON, "beam", seed=3, threads=2)
    again: dict[str, object] = json.loads(replace(found, request=request).to_json())
    assert list(again) == KEYS
    return again


def test_a_result_as_json() -> None:
    stats = Stats(elapsed_s=1.23456, children=5, history=[(0.51234, 2), (1.0, 1)])
    value = as_json(result(SQUARE, stats=stats), Puzzle(TILES, Frame(3, 3)))
    assert value["goal"] == "frame"
    assert value["size"] == "3x3"
    assert value["status"] == "feasible"
    assert value["cost"] == 1
    assert value["grid"] == ["ABC", "D.E", "FGh"]
    assert value["words"] == [
        {"text": "ABC", "row": 0, "col": 0, "across": True},
        {"text": "FGH", "row": 2, "col": 0, "across": True},
        {"text": "ADF", "row": 0, "col": 0, "across": False},
        {"text": "CEH", "row": 0, "col": 2, "across": False},
    ]
    assert value["face_down"] == ["K"]
    assert value["jokers"] == ["H"]
    assert value["tiles"] == {"name": "custom", "letters": "A1 B1 C1 D1 E1 F1 G1 K1", "jokers": 1}
    assert value["lexicon"] == {"name": "six", "sha256": LEXICON.sha256, "words": 6}
    assert (value["engine"], value["seed"], value["threads"]) == ("beam", 3, 2)
    assert value["elapsed_s"] == 1.235
    assert value["history"] == [[0.512, 2], [1.0, 1]]


@pytest.mark.parametrize(("goal", "size"), [(Frame(3, 2), "3x2"), (Compact(), None)])
def test_no_grid_as_json(goal: Goal, size: str | None) -> None:
    found = result(None, cost=None, status=Status.INFEASIBLE, reason="No word fits.")
    value = as_json(found, Puzzle(TILES, goal))
    assert (value["cost"], value["grid"], value["words"]) == (None, None, [])
    assert (value["size"], value["status"]) == (size, "infeasible")
    assert "No word fits." in json.dumps(value["stats"])


def test_a_compact_grid_has_the_size_it_takes() -> None:
    assert as_json(result(Grid(("...", ".AB"))), Puzzle(parse("AB"), Compact()))["size"] == "2x1"


def test_a_verdict_as_json() -> None:
    puzzle = Puzzle(TILES, Frame(3, 3))
    report = verify(puzzle, SQUARE, Lexicon.of(["ABC", "ADF", "CEH"]))
    value = json.loads(dumps(verdict_json("g.txt", 2, report)))
    assert list(value) == [
        "file", "grid", "valid", "cost", "violations", "words", "face_down", "jokers",
    ]  # fmt: skip
    assert (value["file"], value["grid"]) == ("g.txt", 2)
    assert (value["valid"], value["cost"]) == (False, 1)
    [fault] = value["violations"]
    assert (fault["rule"], fault["cells"]) == ("word", [[2, 0], [2, 1], [2, 2]])
    assert "FGH" in fault["message"]


def test_a_grid_as_json() -> None:
    value = grid_json(SQUARE, {"goal": "frame"})
    assert (value["size"], value["jokers"]) == ("3x3", ["H"])
    assert value["grid"] == list(SQUARE.rows)
    assert value["header"] == {"goal": "frame"}


def test_the_fonts_have_the_letters_of_every_alphabet() -> None:
    for about in languages().values():
        assert lacking([about["tiles"], about["tiles"].lower(), about["name"]]) == []


def test_characters_that_the_fonts_lack_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "grid.txt"
    path.write_text("; title: Юж!\nABC\n", "utf-8")
    printed = ("--page", "a4", "--output", "grid.pdf")
    for flags, told in ((printed, True), (("--output", "grid.svg"), False)):
        monkeypatch.chdir(tmp_path)
        shown = CliRunner().invoke(main, ["show", str(path), *flags])
        notice = "the font of pictures, Lato, lacks Ю ж: ? stands for each" in shown.stderr
        assert (shown.exit_code, notice) == (0, told)
