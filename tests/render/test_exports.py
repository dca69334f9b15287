"""Exports: what other programs read, and what comes back from them."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import ipuz
import puz
import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st

from patience import records
from patience.cli import main
from patience.files.grids import parse_grid, read_grid
from patience.files.ipuz import OWN_KEY
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Puzzle
from patience.game.tiles import TileSet
from patience.question.catalogue import parse
from patience.question.header import question_of
from patience.render.clues import entries, numbers
from patience.render.formats import CROSSWORDS
from patience.render.scene import Scene, scene_of
from tests.render.test_pictures import EXAMPLES, HOSTILE, SMALL, drawn, scene_in
from tests.render.test_printed import worded
from tests.strategies import grids

CLUES = {"ABC": "Letters, <first>", "ADF": ", 2 linked clues?", "ZZ": "of no word"}
BACK = ("text", "json", *CROSSWORDS)


def text_of(scene: Scene, form: str, **options: Any) -> str:
    return drawn(scene, form, **options).decode()


def any_scene(grid: Grid) -> Scene:
    return scene_of(Puzzle(TileSet("many", (9,) * 26, 9), Compact()), grid)


# ---- there and back -----------------------------------------------------------------------------


@pytest.mark.watch("records")
@pytest.mark.parametrize("form", BACK)
def test_every_record_comes_back(form: str, tmp_path: Path) -> None:
    path = tmp_path / "grid"
    for name in records.names():
        file = read_grid(records.path_of(name))
        path.write_bytes(drawn(scene_in(file), form))
        again = read_grid(path)
        assert again.grid == file.grid, name
        told = question_of(file.header) if form in CROSSWORDS else file.header
        assert again.header == told, name
        assert again.spec() == file.spec(), name


@given(grids(), st.booleans(), st.dictionaries(st.sampled_from(["ABC", "DE"]), HOSTILE))
@pytest.mark.parametrize("form", CROSSWORDS)
def test_any_grid_comes_back(form: str, grid: Grid, solved: bool, clues: dict[str, str]) -> None:
    read = parse_grid(drawn(any_scene(grid), form, solved=solved, clues=clues))
    assert read.grid == grid
    assert not read.notes


@given(grids(), HOSTILE, HOSTILE)
@example(Grid(("A*A*A",)), "", "")
@settings(max_examples=40)
def test_no_text_breaks_an_export(grid: Grid, lexicon: str, name: str) -> None:
    header = {"lexicon": lexicon, "exolve-end": name}
    scene = scene_of(Puzzle(TileSet(name, (9,) * 26, 3), Compact()), grid, header)
    for form in ("json", *CROSSWORDS):
        read = parse_grid(drawn(scene, form))
        assert read.grid == grid
    assert "<b>" not in text_of(scene, "markdown")


def test_verify_and_show_read_them(tmp_path: Path) -> None:
    grid = str(records.path_of("gay-play-frame-9x7"))
    runner = CliRunner()
    expected = runner.invoke(main, ["show", grid]).stdout
    for form in BACK:
        content = runner.invoke(main, ["show", grid, "--format", form]).stdout_bytes
        again = runner.invoke(main, ["show", "-"], input=content).stdout
        assert again.splitlines()[-7:] == expected.splitlines()[-7:]
        assert (again == expected) is (form not in CROSSWORDS)
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


@pytest.mark.watch("records")
@pytest.mark.parametrize("name", records.names())
def test_the_ipuz_package_takes_every_record(name: str) -> None:
    text = text_of(scene_in(read_grid(records.path_of(name))), "ipuz")
    value = ipuz.read(text)
    assert value["kind"] == ["http://ipuz.org/crossword#1"]


def test_an_ipuz_is_a_puzzle_beside_its_solution() -> None:
    value = json.loads(text_of(SMALL, "ipuz"))
    assert "saved" not in value
    assert value["title"] == "Frame 3 × 3"  # noqa: RUF001
    assert "1 face down" in value["intro"]
    assert "Letters: A1 B1 C1 D1 E1 F1 G1 K1, 1 devil" in value["intro"]
    assert "notes" not in value
    solved = json.loads(text_of(SMALL, "ipuz", solved=True))
    assert solved == {**value, "saved": value["solution"]}
    clued = ipuz.read(text_of(SMALL, "ipuz", clues=CLUES))
    assert clued["clues"]["Across"] == [
        {"number": 1, "clue": CLUES["ABC"], "enumeration": "3"},
        {"number": 3, "clue": "", "enumeration": "3"},
    ]
    assert value["puzzle"][0] == [1, 0, 2]
    assert value["puzzle"][1] == [0, "#", 0]
    assert value["puzzle"][2][2].keys() == {"style"}
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


def test_puz_has_circles_for_devils() -> None:
    again = puz.load(drawn(SMALL, "puz"))
    assert (again.width, again.height, again.solution) == (3, 3, "ABCD.EFGH")
    assert again.fill == "----.----"
    assert again.clues == [""] * 4
    assert again.markup().get_markup_squares() == [8]
    task, *_ = again.notes.splitlines()
    assert task.startswith("Fill 3 × 3 cells from 9 tiles (1 devil)")  # noqa: RUF001
    whole = puz.load(drawn(SMALL, "puz", solved=True, clues=CLUES))
    assert whole.fill == whole.solution
    assert whole.clues == [CLUES["ABC"], CLUES["ADF"], "", ""]


def test_jpz_has_words_with_places_and_clues() -> None:
    text = text_of(SMALL, "jpz", clues=CLUES)
    root = ET.fromstring(text)
    names = {"p": "http://crossword.info/xml/rectangular-puzzle"}
    assert "Letters: A1 B1" in (root.findtext("p:rectangular-puzzle/p:instructions", "", names))
    description = root.findtext("p:rectangular-puzzle/p:metadata/p:description", "", names)
    assert "Letters: A1 B1" in description
    words = {
        word.get("id"): [(cells.get("x"), cells.get("y")) for cells in word]
        for word in root.iterfind(".//p:word", names)
    }
    assert words == {
        "1": [("1", "1"), ("2", "1"), ("3", "1")],
        "2": [("1", "3"), ("2", "3"), ("3", "3")],
        "3": [("1", "1"), ("1", "2"), ("1", "3")],
        "4": [("3", "1"), ("3", "2"), ("3", "3")],
    }
    clues = [(clue.attrib, clue.text) for clue in root.iterfind(".//p:clue", names)]
    assert clues[0] == ({"word": "1", "number": "1", "format": "3"}, CLUES["ABC"])
    circled = list(root.iterfind(".//p:cell[@background-shape]", names))
    assert [(cell.get("x"), cell.get("y")) for cell in circled] == [("3", "3")]


@pytest.mark.parametrize("form", CROSSWORDS)
def test_an_export_tells_the_task_and_nothing_of_the_search(form: str) -> None:
    scene = worded(EXAMPLES[1], "fr", "Le premier", engine="beam", seed="4711", status="feasible")
    data = drawn(scene, form)
    text = data.decode("latin-1" if form == "puz" else "utf-8")
    if form == "ipuz":
        text = json.dumps(json.loads(text), ensure_ascii=False)
    for part in ("Le premier", "Remplir 9", "2 diables", "16 carrés à l", "A5 B2 C2"):
        assert part in text, part
    # The devils of this grid are not marked, those of the other are.
    for other, marked in ((scene, False), (worded(SMALL, "fr"), True)):
        assert (b"Un cercle marque" in drawn(other, form)) is marked
    for part in ("beam", "4711", "feasible", "densité", "mots,", "THERMIDOR,"):
        assert part not in text, part


def test_each_grid_gets_its_own_file(tmp_path: Path) -> None:
    grids = [str(records.path_of(name)) for name in ("gay-play-frame-9x7", "story-first")]
    folder = tmp_path / "out"
    for form in ("jpz", "puz"):
        arguments = ["show", *grids, "--format", form, "--output-dir", str(folder)]
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 0, done.output
        assert done.stderr == f"2 files in {folder}\n"
        for grid in grids:
            again = read_grid(folder / f"{Path(grid).stem}.{form}")
            assert again.grid == read_grid(grid).grid
    both = CliRunner().invoke(main, [*arguments, "--output", "x.puz"])
    assert "give one of them" in both.stderr


def test_no_file_is_written_over_another(tmp_path: Path) -> None:
    places = [tmp_path / "1" / "a.txt", tmp_path / "2" / "a.txt", tmp_path / "a-1.txt"]
    for place in places:
        place.parent.mkdir(exist_ok=True)
        place.write_text(str(SMALL.grid), "utf-8")
    arguments = ["show", *map(str, places), "--format", "ipuz", "--output-dir"]
    done = CliRunner().invoke(main, [*arguments, str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "out").iterdir())) == len(places)


def test_markdown_is_a_table_and_lists_of_words() -> None:
    lines = text_of(SMALL, "markdown").splitlines()
    assert lines[0] == "## Frame 3 × 3: 1 face down"  # noqa: RUF001
    assert "| F | G | **h** |" in lines
    assert "- face down: K" in lines
