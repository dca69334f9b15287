"""The records that ship, how they are shown, and what may replace them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from patience import records
from patience.cli import main
from patience.errors import FileError
from patience.files.grids import read_grid
from patience.files.instances import load_instance, shipped_instances
from patience.game.grid import Grid
from patience.referee import verify
from patience.result import Limits, Stats, Status, StopReason
from patience.result import Result as Answer
from patience.solve import solve
from patience.words.lexicon import load
from scripts.bench import commands as bench
from scripts.bench import quality as measured
from scripts.data import records as bettering
from tests import naive
from tests.words.vocabularies import word_set

INSTANCE = """\
goal = "frame"
frame = "3x3"
tiles = "ABCDEFGHI"
lexicon = "words.txt"
"""
WORDS = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AB", "AD", "BE", "CF"]
FULL = Grid(("ABC", "DEF", "GHI"))
SQUARE = Grid(("ABC", "DEF", "G.."))
CORNER = Grid(("ABC", "D..", "G.."))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in for the shipped instances with a single small one that has no record yet."""
    (tmp_path / "words.txt").write_text("\n".join(WORDS))
    (tmp_path / "tiny.toml").write_text(INSTANCE)
    (tmp_path / "best").mkdir()
    monkeypatch.setattr(records, "data_dir", lambda _kind: tmp_path)
    monkeypatch.setattr("patience.files.instances.data_dir", lambda _kind: tmp_path)
    return tmp_path / "best"


def answer(grid: Grid | None, stopped: StopReason = StopReason.TIME) -> Answer:
    if grid is None:
        return Answer(None, None, 0, Status.UNKNOWN, Stats())
    stats = Stats(history=[(0.5, 8), (1.25, grid.blanks)], engine="beam")
    return Answer(grid, grid.blanks, 0, Status.FEASIBLE, stats, stopped=stopped)


def keep(grid: Grid | None) -> str:
    text: str = bettering.keep("tiny", answer(grid), command="patience solve tiny", seed=7)
    return text


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["records", *args])


# ---- the shipped records ------------------------------------------------------------------------


def test_every_shipped_instance_has_a_record() -> None:
    assert records.names() == shipped_instances()


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        ("gay-play-frame-9x7", "auto"),
        ("frame-9x7-fr-common", "beam"),
        ("gay-play-compact-63", "beam"),
    ],
)
def test_records_and_searches_know_the_same_bound(name: str, engine: str) -> None:
    spec = load_instance(name)
    words = load(*spec.vocabulary)
    result = solve(spec.puzzle(), words, engine=engine, limits=Limits(None, max_width=1))
    assert result.bound == records.read(name).bound > 0


def test_a_record_names_what_limits_its_words() -> None:
    assert records.read("competition-standin-no-foreign").lexicon == "fr, no foreign origin"
    (told,) = json.loads(run("competition-standin-no-foreign", "--json").stdout)
    assert told["lexicon"] == "fr, no foreign origin"


@pytest.mark.watch("records")
@pytest.mark.parametrize("name", records.names())
def test_every_record_passes_both_referees(name: str) -> None:
    record = records.read(name)
    assert record.valid, record.faults
    assert record.found["command"].startswith("patience solve")
    spec = load_instance(name)
    words = word_set(load(*spec.vocabulary).words)
    assert naive.faults(spec.puzzle(), record.grid, words) == set()
    assert naive.cost(spec.puzzle(), record.grid) == record.cost
    # Without any flag the lines above the grid ask the same.
    asked = read_grid(records.path_of(name)).spec()
    report = verify(asked.puzzle(), record.grid, load(*asked.vocabulary))
    assert (report.valid, report.cost) == (True, record.cost)


# ---- judging ------------------------------------------------------------------------------------


def test_a_record_tells_its_cost_and_how_it_was_found(folder: Path) -> None:
    keep(SQUARE)
    record = records.read("tiny")
    assert (record.cost, record.bound, record.size) == (2, 0, (3, 3))
    assert list(record.found) == list(records.FOUND)
    assert (record.found["seed"], record.found["seconds"]) == ("7", "1.2")
    assert record.file.name == str(folder / "tiny.txt")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("G..", "GI.", "not in the lexicon"),
        ("cost: 2", "cost: 1", "its cost, which is 2"),
        ("; cost: 2\n", "", "its cost, which is 2"),
        ("tiles: A1", "tiles: A2", "another question"),
        ("size: 3x3", "size: 3x3\n; distinct-words: yes", "another question"),
        ("size: 3x3", "size: 3x3\n; min-length: 3", "another question"),
        ("; seconds: 1.2\n", "", "how it was found: no seconds"),
    ],
)
def test_what_is_no_record_is_told_apart(folder: Path, old: str, new: str, fault: str) -> None:
    keep(SQUARE)
    path = folder / "tiny.txt"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    record = records.read("tiny")
    assert not record.valid
    assert fault in " ".join(record.faults)
    for args in ([], ["tiny"], ["--json"]):
        shown = run(*args)
        assert shown.exit_code == 1
        assert fault in " ".join(shown.stderr.split())
    assert "NOT valid" in run().stdout


def test_an_unknown_record_gets_the_nearest_name() -> None:
    with pytest.raises(FileError, match="did you mean frame-8x8-64"):
        records.read("frame-8x8")
    assert run("frame-8x8").exit_code == 2


# ---- the command --------------------------------------------------------------------------------


def test_the_table_has_a_line_a_record(folder: Path) -> None:
    keep(SQUARE)
    head, line = run().stdout.splitlines()
    assert head.split() == ["instance", "puzzle", "best", "known", "bound", "found"]
    assert line.startswith("tiny      frame 3x3  2 face down  0      after 1.2 s, seed 7, ")


def test_one_record_is_printed_as_verify_reads_it(folder: Path) -> None:
    keep(SQUARE)
    shown = run("tiny")
    assert shown.exit_code == 0
    assert shown.stdout == (folder / "tiny.txt").read_text()
    assert "valid as frame 3x3: 2 face down" in shown.stderr


@pytest.mark.usefixtures("folder")
def test_json_has_the_same_facts() -> None:
    keep(SQUARE)
    (value,) = json.loads(run("--json").stdout)
    assert json.loads(run("tiny", "--json").stdout) == [value]
    assert value["grid"] == list(SQUARE.rows)
    assert (value["goal"], value["size"], value["cost"]) == ("frame", "3x3", 2)
    assert value["valid"]
    assert value["found"]["command"] == "patience solve tiny"


# ---- bettering ----------------------------------------------------------------------------------


def test_only_a_strictly_better_grid_replaces_a_record(folder: Path) -> None:
    path = folder / "tiny.txt"
    assert keep(None) == "tiny: no grid was found"
    assert not path.exists()
    assert keep(SQUARE) == "tiny: 2 face down, the first"
    first = path.read_text()
    assert keep(CORNER) == "tiny: 4 face down, the record is 2 face down"
    turned = Grid(("ADG", "BE.", "CF."))
    assert keep(turned) == "tiny: 2 face down, the record is 2 face down"
    assert path.read_text() == first
    assert keep(FULL) == "tiny: 0 face down, was 2 face down"
    assert records.read("tiny").grid == FULL


def test_a_grid_that_the_referee_rejects_is_never_kept(folder: Path) -> None:
    keep(CORNER)
    before = (folder / "tiny.txt").read_text()
    with pytest.raises(click.ClickException, match="not in the lexicon"):
        keep(Grid(("ABC", "DFE", "GHI")))
    assert (folder / "tiny.txt").read_text() == before


def test_a_file_that_is_no_record_gives_way_to_any_grid(folder: Path) -> None:
    keep(FULL)
    path = folder / "tiny.txt"
    path.write_text(path.read_text().replace("GHI", "GIH"))
    assert keep(CORNER) == "tiny: 4 face down, the first"
    assert records.read("tiny").valid


def test_a_run_searches_once_and_writes_how(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def solve(*_question: object, **how: Any) -> Answer:
        asked.append(how)
        return answer(FULL)

    monkeypatch.setattr(bettering, "solve", solve)
    flags = ["--time-limit", "5", "--seed", "7", "--threads", "1"]
    runner = CliRunner()
    assert "tiny: 0 face down, the first" in runner.invoke(bettering.main, flags).stderr
    found = records.read("tiny").found
    assert found["command"] == "patience solve tiny --time-limit 5 --seed 7 --threads 1"
    assert (asked[0]["seed"], asked[0]["threads"], asked[0]["limits"].seconds) == (7, 1, 5.0)
    # Its cost is the bound, so there is nothing left to search for.
    assert "proven the best" in runner.invoke(bettering.main, ["tiny"]).stderr
    assert len(asked) == 1


@pytest.mark.usefixtures("folder")
def test_the_bench_keeps_what_is_better_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    keep(CORNER)
    monkeypatch.setattr(measured, "searched", lambda *_question, **_how: answer(SQUARE))
    flags = ["quality", "tiny", "--seeds", "1", "--seconds", "1"]
    runner = CliRunner()
    assert runner.invoke(bench.main, flags).exit_code == 0
    assert records.read("tiny").cost == 4
    done = runner.invoke(bench.main, [*flags, "--records"])
    assert "tiny: 2 face down, was 4 face down" in done.stderr
    assert records.read("tiny").found["command"].startswith("patience solve tiny --seed 1")


@pytest.mark.usefixtures("folder")
def test_what_an_interrupted_run_had_found_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = answer(SQUARE, StopReason.INTERRUPT)
    monkeypatch.setattr(bettering, "solve", lambda *_question, **_how: stopped)
    assert CliRunner().invoke(bettering.main, ["tiny"]).exit_code == 1
    assert records.read("tiny").cost == 2


def test_a_run_refuses_an_unknown_instance() -> None:
    with pytest.raises(FileError, match="did you mean frame-8x8-64"):
        CliRunner().invoke(bettering.main, ["frame-8x8"], catch_exceptions=False)


def test_records_are_text_or_json() -> None:
    refused = run("--format", "html")
    assert refused.exit_code == 2
    assert "'html' is not one of 'text', 'json'" in refused.stderr
