"""Sums over runs, and comparisons by a sign test."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.batch import journal
from patience.batch.comparison import comparison_text
from patience.batch.run_records import RunRecord
from patience.batch.statistics import Tally, by_puzzle, compare
from patience.batch.tables import Tables, csv_text, json_text
from tests.batch.helpers import (
    batch,
    run_of,
)


def test_a_puzzle_is_summed_up() -> None:
    runs = [
        run_of("p", 1, (1.0, 9), (4.0, 6), bound=2),
        run_of("p", 2, (3.0, 6)),
        run_of("p", 3, (3.0, 8), bound=3),
        run_of("p", 4, state="failed", reason="lost"),
    ]
    (summary,) = by_puzzle(runs)
    assert (summary.best, summary.median, summary.worst) == (6, 6, 8)
    assert (summary.bound, summary.gap, summary.proven) == (3, 3, False)
    assert (summary.runs, summary.failed, summary.without_grid) == (4, 1, 0)
    assert summary.best_run is runs[1]  # the soonest of the best


def test_a_run_without_a_grid_is_worse_than_any() -> None:
    (summary,) = by_puzzle([run_of("p", 1, (1.0, 9)), run_of("p", 2), run_of("p", 3)])
    assert (summary.best, summary.median, summary.worst) == (9, None, None)
    (nothing,) = by_puzzle([run_of("p", 1, state="failed")])
    assert (nothing.best, nothing.median, nothing.worst, nothing.best_run) == (None,) * 4


def test_tables_can_be_read_back() -> None:
    tables = Tables.of([run_of("p", 2, (1.5, 9), bound=4), run_of("p", 1, reason='a, "b"')])
    lines = csv_text(tables).splitlines()
    assert lines[1].endswith('"a, ""b"""')
    told = json.loads(json_text(tables, [], "1.0"))
    assert [run["seed"] for run in told["runs"]] == [1, 2]
    assert told["runs"][1]["gap"] == 5
    assert told["puzzles"][0]["best"] == 9


@given(st.text(st.sampled_from("=+-@'\",;ab é"), max_size=5))
def test_no_name_is_a_formula_of_a_spreadsheet(name: str) -> None:
    tables = Tables.of([run_of(name, 1, reason=name)])
    (row,) = csv.DictReader(io.StringIO(csv_text(tables), newline=""))
    for text in row.values():
        assert not text.startswith(("=", "+", "-", "@"))
    assert row["puzzle"].removeprefix("'") == name.removeprefix("'")
    assert tables.to_dicts()[0]["puzzle"] == name


def test_the_sign_test_is_that_of_the_tables() -> None:
    assert Tally(0, 0).p == 1.0
    assert Tally(5, 5).p == 1.0
    assert Tally(0, 5).p == pytest.approx(0.0625)
    assert Tally(8, 0).p == pytest.approx(2 / 2**8)
    assert Tally(9, 1).p == pytest.approx(22 / 1024)


def test_the_better_batch_is_named_with_its_chance() -> None:
    first = [run_of(f"p{n}", s, (1.0, 5)) for n in range(8) for s in range(3)]
    second = [run_of(f"p{n}", s, (1.0, 6)) for n in range(8) for s in range(3)]
    comparison = compare(first, second)
    assert (comparison.pairs, comparison.cost) == (24, Tally(8, 0, 0))
    text = comparison_text(comparison, "one", "two")
    assert "cost: one is cheaper (8 : 0, 0 draws; sign test p = 0.0078)" in text
    assert "p0: cost 3 : 0, 0 draws (p = 0.25)" in text
    assert "cost: one is ahead" not in comparison_text(compare(second, first), "two", "one")


def test_few_puzzles_may_be_chance() -> None:
    comparison = compare([run_of("p", 1, (1.0, 5))], [run_of("p", 1, (1.0, 6))])
    assert "one is ahead, perhaps by chance" in comparison_text(comparison, "one", "two")
    assert "no difference" in comparison_text(compare([], []), "one", "two")


def test_time_counts_to_the_cost_that_both_reach() -> None:
    first = [run_of("p", 1, (1.0, 8), (9.0, 5))]
    second = [run_of("p", 1, (2.0, 8))]
    comparison = compare(first, second)
    assert (comparison.cost, comparison.speed) == (Tally(1, 0, 0), Tally(1, 0, 0))
    about_equal = compare([run_of("p", 1, (1.0, 8))], [run_of("p", 1, (1.05, 8))])
    assert about_equal.speed == Tally(0, 0, 1)


def test_no_grid_loses_against_any_and_failed_runs_do_not_count() -> None:
    first = [run_of("p", 1, (1.0, 50)), run_of("p", 2, (1.0, 5)), run_of("q", 1, (1.0, 1))]
    second = [run_of("p", 1), run_of("p", 2, state="failed"), run_of("q", 1, (1.0, 1))]
    comparison = compare(first, second)
    assert comparison.by_puzzle["p"][0] == Tally(1, 0, 0)
    assert comparison.unpaired == (1, 0)
    assert comparison.cost == Tally(1, 0, 1)


def test_single_settings_are_what_is_compared_several_must_match() -> None:
    beam = [run_of("p", 1, (1.0, 5))]
    cpsat = [run_of("p", 1, (1.0, 6), setting="cpsat-10s")]
    assert compare(beam, cpsat).cost == Tally(1, 0, 0)
    both = compare([*beam, *cpsat], cpsat)
    assert (both.pairs, both.cost, both.unpaired) == (1, Tally(0, 0, 1), (1, 0))


def test_another_question_is_left_out_and_named() -> None:
    comparison = compare([run_of("p", 1, (1.0, 5), puzzle_sha256="a")], [run_of("p", 1, (1.0, 4))])
    assert comparison.pairs == 0
    assert "left out, as puzzle or lexicon differ: p" in comparison_text(comparison, "one", "two")


# ---- the command --------------------------------------------------------------------------------


def folder_with(path: Path, *runs: RunRecord) -> str:
    with journal.opened(path) as (open_journal, _):
        for run in runs:
            open_journal.append(run)
    return str(path)


BEAM = [run_of("p", seed, (1.0, 5)) for seed in range(3)]
CPSAT = [run_of("p", seed, (1.0, 6), setting="cpsat-10s") for seed in range(3)]


def test_settings_of_one_folder_are_compared(tmp_path: Path) -> None:
    out = folder_with(tmp_path / "out", *BEAM, *CPSAT)
    said = batch("--compare", f"{out}:beam-10s", f"{out}:cpsat-10s")
    assert said.exit_code == 0, said.stderr
    assert f"cost: {out}:beam-10s is ahead" in said.stdout
    assert batch("--compare", out, out).stdout == said.stdout


def test_a_comparison_as_json(tmp_path: Path) -> None:
    out = folder_with(tmp_path / "out", *BEAM, *CPSAT)
    told = json.loads(batch("--compare", out, out, "--format", "json").stdout)
    assert told == json.loads(batch("--compare", out, out, "--json").stdout)
    assert (told["pairs"], told["cost"]["first"], told["speed"]["draws"]) == (3, 1, 1)
    assert told["puzzles"][0]["cost"] == {"first": 3, "second": 0, "draws": 0, "p": 0.25}
    assert told["unpaired"] == [0, 0]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ([run_of("q", 1, (1.0, 6))], "no puzzle and seed in common"),
        ([run_of("p", 1, (1.0, 6), puzzle_sha256="x")], "the puzzles differ between them: p"),
        ([run_of("p", 1, state="failed")], "has finished"),
    ],
)
def test_without_a_common_pair_there_is_nothing_to_compare(
    tmp_path: Path, other: list[RunRecord], said: str
) -> None:
    one = folder_with(tmp_path / "one", *BEAM)
    done = batch("--compare", one, folder_with(tmp_path / "two", *other))
    assert (done.exit_code, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "cannot be compared" in line
    assert said in line


def test_the_same_runs_on_both_sides_are_refused(tmp_path: Path) -> None:
    out = folder_with(tmp_path / "out", *BEAM)
    done = batch("--compare", out, out)
    assert done.exit_code == 2
    assert "both sides are the same runs; name two settings" in done.stderr
    done = batch("--compare", out, f"{out}:auto-1s")
    assert done.exit_code == 2
    assert "no finished run of setting 'auto-1s' (it has: beam-10s)" in done.stderr


# ---- rows ---------------------------------------------------------------------------------------


def test_tables_are_rows_for_data_frames() -> None:
    tables = Tables.of([run_of("p", 1), run_of("p", 2, (1.0, 9), (4.0, 6)), run_of("q", 1)])
    runs = tables.to_dicts()
    assert [(row["puzzle"], row["seed"], row["cost"]) for row in runs] == [
        ("p", 1, None),
        ("p", 2, 6),
        ("q", 1, None),
    ]
    assert [row["best"] for row in tables.to_dicts("puzzles")] == [6, None]
    history = tables.to_dicts("history")
    assert [(row["seconds"], row["cost"]) for row in history] == [(1.0, 9), (4.0, 6)]
    for table in ("runs", "puzzles", "history"):
        rows = tables.to_dicts(table)
        keys = list(rows[0])
        assert all(list(row) == keys for row in rows)
        plain = (str, int, float, bool, type(None))
        assert all(isinstance(value, plain) for row in rows for value in row.values())


def test_an_unknown_table_is_an_error() -> None:
    with pytest.raises(ValueError, match="'runs', 'puzzles' or 'history'"):
        Tables.of([]).to_dicts("grids")  # type: ignore[arg-type]
