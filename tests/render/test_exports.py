"""Exports: what other programs read, and what comes back from them."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import ipuz
import puz
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from patience import records
from patience.cli import main
from patience.errors import PatienceError
from patience.files.grids import GridFile, parse_grid, read_grid
from patience.files.ipuz import OWN_KEY
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.game.tiles import TileSet
from patience.question.catalogue import parse
from patience.render.clues import entries, numbers
from patience.render.formats import Options, render
from patience.render.letters import one_line
from patience.render.scene import Scene, scene_of
from tests.render.test_pictures import HOSTILE, SMALL
from tests.strategies import grids

CLUES = {"ABC": "Letters, <first>", "ADF": ", 2 linked clues?", "ZZ": "of no word"}
BACK = ("text", "json", "ipuz", "exolve")


def written(scene: Scene, form: str) -> bytes:
    content = render([scene], form)
    return content if isinstance(content, bytes) else content.encode()


def text_of(scene: Scene, form: str, **options: Any) -> str:
    content = render([scene], form, Options(**options))
    assert isinstance(content, str)
    return content


def scene_in(file: GridFile) -> Scene:
    return scene_of(file.spec().for_grid(file.grid).puzzle(), file.grid, file.header)


def any_scene(grid: Grid, header: dict[str, Any] | None = None) -> Scene:
    return scene_of(Puzzle(TileSet("many", (9,) * 26, 9), Compact()), grid, header)


# ---- there and back -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", records.names())
@pytest.mark.parametrize("form", BACK)
def test_every_record_comes_back(name: str, form: str, tmp_path: Path) -> None:
    file = read_grid(records.path_of(name))
    path = tmp_path / "grid"
    path.write_bytes(written(scene_in(file), form))
    again = read_grid(path)
    assert again.grid == file.grid
    assert again.header == file.header
    assert again.spec() == file.spec()


@given(grids(), st.booleans(), st.dictionaries(st.sampled_from(["ABC", "DE"]), HOSTILE))
@pytest.mark.parametrize("form", ["ipuz", "exolve"])
def test_any_grid_comes_back(form: str, grid: Grid, solved: bool, clues: dict[str, str]) -> None:
    read = parse_grid(text_of(any_scene(grid), form, solved=solved, clues=clues))
    assert read.grid == grid
    assert not read.notes


@given(grids(), HOSTILE, HOSTILE)
@settings(max_examples=40)
def test_no_text_breaks_an_export(grid: Grid, lexicon: str, name: str) -> None:
    header = {"lexicon": lexicon, "exolve-end": name}
    scene = scene_of(Puzzle(TileSet(name, (9,) * 26, 3), Compact()), grid, header)
    for form in ("json", "ipuz", "exolve"):
        read = parse_grid(written(scene, form))
        assert read.grid == grid
    assert "<b>" not in text_of(scene, "markdown")
    assert len(list(csv.reader(text_of(scene, "csv").splitlines()))) == len(scene.words) + 1


@given(grids("ABEKZ.*"), HOSTILE, HOSTILE)
def test_any_plain_grid_comes_back_from_puz(grid: Grid, lexicon: str, name: str) -> None:
    header = {"goal": "compact", "lexicon": lexicon}
    scene = scene_of(Puzzle(TileSet(name, (9,) * 26, 3), Compact()), grid, header)
    read = parse_grid(written(scene, "puz"))
    assert read.grid == grid
    assert read.header == {"goal": "compact", "lexicon": one_line(lexicon).strip()}
    assert not read.notes


def test_verify_and_show_read_them(tmp_path: Path) -> None:
    grid = str(records.path_of("gay-play-frame-9x7"))
    runner = CliRunner()
    expected = runner.invoke(main, ["show", grid]).stdout
    for form in BACK:
        content = runner.invoke(main, ["show", grid, "--format", form]).stdout
        assert runner.invoke(main, ["show", "-"], input=content).stdout == expected
        judged = runner.invoke(main, ["verify", "-"], input=content)
        assert judged.exit_code == 0, judged.output


def test_the_result_of_a_search_is_read_as_json() -> None:
    value = {
        "goal": "frame",
        "size": "2x2",
        "cost": 1,
        "bound": 1,
        "grid": ["AB", "B."],
        "tiles": {"name": "custom", "letters": "A1 B2 C1", "jokers": 0},
        "lexicon": {"name": "words.txt"},
    }
    read = parse_grid(json.dumps(value))
    assert (read.grid, read.header) == (
        Grid(("AB", "B.")),
        {
            "goal": "frame",
            "size": "2x2",
            "cost": "1",
            "bound": "1",
            "tiles": "A1 B2 C1",
            "jokers": "0",
            "lexicon": "words.txt",
        },
    )


# ---- ipuz ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", records.names())
def test_the_ipuz_package_takes_every_record(name: str) -> None:
    text = text_of(scene_in(read_grid(records.path_of(name))), "ipuz")
    value = ipuz.read(text)
    assert value["kind"] == ["http://ipuz.org/crossword#1"]


def test_an_ipuz_is_a_puzzle_beside_its_solution() -> None:
    value = json.loads(text_of(SMALL, "ipuz"))
    assert not {"saved", "clues"} & value.keys()
    solved = json.loads(text_of(SMALL, "ipuz", solved=True))
    assert solved == {**value, "saved": value["solution"]}
    clued = ipuz.read(text_of(SMALL, "ipuz", clues=CLUES))
    assert clued["clues"]["Across"] == [
        {"number": 1, "clue": CLUES["ABC"]},
        {"number": 3, "clue": ""},
    ]
    assert value["puzzle"][0] == [1, 0, 2]
    assert value["puzzle"][1] == [0, "#", 0]
    assert value["puzzle"][2][2]["style"]["shapebg"] == "circle"
    assert re.fullmatch(r"[0-9a-f]{6}", value["puzzle"][2][2]["style"]["color"])
    assert value["solution"] == [["A", "B", "C"], ["D", "#", "E"], ["F", "G", "H"]]
    own = value[OWN_KEY]
    assert own["tiles"] == {"name": "custom", "letters": "A1 B1 C1 D1 E1 F1 G1 K1", "jokers": 1}
    assert own["devils"] == [[2, 2]]
    assert own["hidden"] == ["K"]
    board = Puzzle(parse("ABC"), Board(Grid(("..#", "..."))))
    void = json.loads(text_of(scene_of(board, Grid(("AB#", ".C."))), "ipuz"))
    assert void["puzzle"] == [[1, 2, None], [None, 0, None]]


# ---- others -------------------------------------------------------------------------------------


def lines_of(form: str, **options: Any) -> list[str]:
    return [line.strip() for line in text_of(SMALL, form, **options).splitlines()]


@pytest.mark.parametrize(("solved", "mark"), [(False, ""), (True, "!")])
def test_exolve_has_cells_to_fill_or_filled(solved: bool, mark: str) -> None:
    lines = lines_of("exolve", solved=solved)
    at = lines.index("exolve-grid:")
    assert [re.sub(r"\s", "", line) for line in lines[at + 1 : at + 4]] == [
        "ABC".replace("", mark).removeprefix(mark),
        f"D{mark}.E{mark}",
        f"F{mark}G{mark}H{mark}@",
    ]
    assert "exolve-option: ignore-unclued" in lines
    assert "exolve-down:" not in lines


def test_exolve_has_clues() -> None:
    lines = lines_of("exolve", clues=CLUES)
    assert "exolve-option: ignore-unclued" not in lines
    assert lines[lines.index("exolve-across:") + 1 :][:2] == [
        "1 Letters, &lt;first&gt; (3)",
        "3  (3)",
    ]
    assert lines[lines.index("exolve-down:") + 1] == "1 &ZeroWidthSpace;, 2 linked clues? (3)"


def test_words_are_numbered_as_in_crosswords() -> None:
    assert list(numbers(SMALL).values()) == [1, 2, 3]
    assert [(n, word.text) for n, word, _ in entries(SMALL, {})["Across"]] == [
        (1, "ABC"),
        (3, "FGH"),
    ]


def test_puz_holds_plain_crosswords_only() -> None:
    plain = scene_of(Puzzle(parse("ABCDEFGHK"), Frame(3, 3)), Grid(("ABC", "D.E", "FGH")))
    data = render([plain], "puz")
    assert isinstance(data, bytes)
    again = puz.load(data)
    assert (again.width, again.height, again.solution) == (3, 3, "ABCD.EFGH")
    assert again.fill == "----.----"
    assert again.clues == [""] * 4
    whole = puz.load(render([plain], "puz", Options(solved=True, clues=CLUES)))
    assert whole.fill == whole.solution
    assert whole.clues == [CLUES["ABC"], CLUES["ADF"], "", ""]
    with pytest.raises(PatienceError, match="cannot hold jokers"):
        render([SMALL], "puz")
    board = Puzzle(parse("AB"), Board(Grid(("..#",))))
    with pytest.raises(PatienceError, match="closed cells"):
        render([scene_of(board, Grid(("AB#",)))], "puz")


def test_lists_of_words() -> None:
    rows = list(csv.DictReader(text_of(SMALL, "csv").splitlines()))
    assert rows[0] == {
        "grid": "1",
        "word": "ABC",
        "direction": "across",
        "row": "1",
        "column": "1",
        "letters": "3",
    }
    lines = text_of(SMALL, "markdown").splitlines()
    assert lines[0] == "## Frame 3 × 3: 1 face down"  # noqa: RUF001
    assert "| F | G | **h** |" in lines
    assert "- face down: K" in lines
