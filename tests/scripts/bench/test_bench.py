"""The tables of the bench; what they measure is not tested, as tests measure no time."""

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from patience import Frame, Grid, Lexicon, Puzzle
from patience.errors import PatienceError
from patience.files.instances import shipped_instances
from patience.question.catalogue import named, parse
from scripts import common
from scripts.bench import beam, commands, quality

TINY = """\
goal = "frame"
frame = "3x3"
tiles = "ABCDEFGHI"
lexicon = "words.txt"
"""
FRAME = "gay-play-frame-9x7"


def run_of(seed: int, *history: tuple[float, int], job: str = FRAME) -> Any:
    return quality.BenchRun(job, seed, list(history))


def table_of(*runs: Any) -> str:
    return quality.table(runs, [10, 60], 2)


def cells(table: str, row: int = 0) -> list[str]:
    """Return the cells of a row of a Markdown table; the head is -2."""
    line = table.splitlines()[row + 2]
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    (tmp_path / "words.txt").write_text("ABC\nDEF\nGHI\nADG\nBEH\nCFI\n")
    (tmp_path / "tiny.toml").write_text(TINY)
    return str(tmp_path / "tiny.toml")


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(commands.main, arguments, catch_exceptions=False)


# ---- quality -----------------------------------------------------------------------------------


def test_every_job_with_a_goal_is_a_shipped_instance() -> None:
    assert set(quality.GOALS) - {quality.HELD_OUT} <= set(shipped_instances())
    assert beam.INSTANCE in shipped_instances()


def test_a_seed_draws_the_held_out_set_too() -> None:
    one, lexicon, said = quality.question(quality.HELD_OUT, 1)
    assert lexicon.name == "fr"
    assert (one.tiles.letters, one.tiles.jokers, one.size) == (61, 2, (9, 7))
    assert parse(said.split()[3], 2).counts == one.tiles.counts
    other = quality.question(quality.HELD_OUT, 2)[0].tiles
    assert len({one.tiles.counts, other.counts, named("diamino-61").counts}) == 3
    assert one.tiles.counted().startswith("A5 B3 C1 D3 E6 F1 G3 H2 I3 ")


def test_the_cost_at_a_time_is_that_of_the_last_grid_before() -> None:
    run = run_of(1, (2.0, 9), (10.0, 7), (30.0, 6))
    assert [run.cost_at(t) for t in (1, 2, 10, 29, 600)] == [quality.NEVER, 9, 7, 7, 6]
    assert (run.first_s, run.best_s) == (2.0, 30.0)


def test_a_row_tells_costs_goals_and_seconds() -> None:
    runs = [
        run_of(1, (1.0, 8), (5.0, 7), (20.0, 5)),
        run_of(2, (2.0, 7), (50.0, 4)),
        run_of(3, (3.0, 8), (12.0, 5)),
    ]
    assert cells(table_of(*runs)) == [
        FRAME,
        "7 / 8 (7)",
        "5 ✗",
        "5 / 5 (4)",
        "5 / 5 ✓",
        "2.0 / 3.0",
        "20.0",
        "1-3",
    ]


def test_a_run_without_a_grid_is_the_worst() -> None:
    row = cells(table_of(run_of(1, (1.0, 6)), run_of(4)))
    assert row[1:5] == ["none / none (6)", "5 ✗", "none / none (6)", "5 / 5 ✗"]
    assert row[5:] == ["never / never", "never", "1,4"]


def test_a_job_of_ones_own_has_no_goals() -> None:
    row = cells(table_of(run_of(1, (1.0, 6), job="own.toml")))
    assert row[:5] == ["own.toml", "6 / 6 (6)", "", "6 / 6 (6)", ""]


def test_a_goal_may_bound_the_median_the_worst_and_the_best() -> None:
    costs = [5, 6, 6, 6, 7]
    assert quality.meets(costs, quality.Goal(6))
    assert not quality.meets(costs, quality.Goal(5))
    assert quality.meets(costs, quality.Goal(6, 7, 5))
    assert not quality.meets(costs, quality.Goal(6, 6, 5))
    assert not quality.meets(costs, quality.Goal(6, 7, 4))


def test_a_job_is_run_once_a_seed(tiny: str, tmp_path: Path) -> None:
    output = tmp_path / "table.md"
    done = invoke(
        *("quality", tiny, "--seeds", "1,3", "--seconds", "1,20", "--threads", "1"),
        *("--output", str(output)),
    )
    assert done.exit_code == 0
    assert output.read_text("utf-8") == done.stdout
    row = cells(done.stdout)
    assert (row[3], row[-1]) == ("0 / 0 (0)", "1,3")


def test_the_command_repeats_a_run(tiny: str) -> None:
    said = f"patience solve {tiny} --seed 1 --time-limit 20 --threads 2"
    assert quality.command(tiny, 1, 20.0, 2) == said


def test_a_grid_that_the_twin_rejects_ends_the_bench() -> None:
    puzzle = Puzzle(parse("ABCDEFGHI"), Frame(3, 3))
    judge = common.SecondReferee(puzzle, Lexicon.of(["ABC", "ADG"]))
    good = Grid(("ABC", "D..", "G.."))
    judge.on_best(good, 4)
    with pytest.raises(click.ClickException, match="costs 4"):
        judge.on_best(good, 3)
    with pytest.raises(click.ClickException, match="NOT VALID"):
        judge.on_best(Grid(("ABC", "DE.", "G..")), 3)


def test_an_unknown_job_is_refused_at_once() -> None:
    with pytest.raises(PatienceError, match="no instance"):
        invoke("quality", "nonesuch")


# ---- kernel -------------------------------------------------------------------------------------


def test_the_kernel_is_judged_at_the_widths_that_have_goals() -> None:
    timings = {
        (1000, 1): [beam.Timing(10_000_000, 1.0)],
        (200_000, 1): [beam.Timing(60_000_000, s) for s in (2.0, 1.5, 3.0)],
        (200_000, 2): [beam.Timing(60_000_000, s) for s in (1.0, 1.0, 2.0)],
        (4_000_000, 1): [beam.Timing(70_000_000, 2.0)],
        (4_000_000, 2): [beam.Timing(70_000_000, 1.0)],
    }
    table = beam.speed_table(timings, "a machine")
    assert cells(table, 0)[3:] == ["10.0 M", "10.0 M", "10.0 M", "", "", ""]
    assert cells(table, 1)[3:] == ["30.0 M", "20.0 M", "40.0 M", "45.0 M ✗", "", ""]
    assert cells(table, 2)[3:] == ["60.0 M", "30.0 M", "60.0 M", "", "1.50", "1.8 ✗"]
    assert cells(table, 3)[3:] == ["35.0 M", "35.0 M", "35.0 M", "35.0 M ✓", "", ""]
    assert cells(table, 4)[3:] == ["70.0 M", "70.0 M", "70.0 M", "", "2.00", "1.8 ✓"]


# ---- text --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values"), [("1-3,7", [1, 2, 3, 7]), ("5", [5]), ("10,60", [10, 60])]
)
def test_lists_of_numbers_are_read_and_written(text: str, values: list[int]) -> None:
    assert common.numbers(text) == values
    assert common.ranges(values) == text


@pytest.mark.parametrize("text", ["", "a", "3-1", "1,1", "1-", "-1"])
def test_other_text_is_no_list(text: str) -> None:
    assert invoke("kernel", "--widths", text).exit_code == 2


def test_a_table_names_its_machine() -> None:
    assert "Python 3." in common.machine_line()
    assert table_of(run_of(1, (1.0, 6))).endswith(f"\n\n{common.machine_line()}\n")
