"""What a batch is asked to do: instances, folders, globs and sweeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from patience.batch.inputs import read_inputs
from patience.batch.plan import Setting, plan
from patience.question.catalogue import named
from patience.result import Limits
from tests.batch.helpers import (
    TINY,
    WORDS,
)

SWEEP = """\
[sweep]
goals = ["frame 3x2", "compact", "compact 4x4", "frame 9x9"]
tiles = ["ABCDEF", "set.toml"]
lexicons = ["words.txt"]
seeds = [3, 5]

[rules]
distinct_words = true
"""


def test_a_folder_gives_its_instances_but_not_the_tile_sets_beside_them(tiny: Path) -> None:
    inputs = read_inputs([str(tiny)])
    assert [each.name for each in inputs.instances] == ["a", "b", "c"]
    assert inputs.faults == []


def test_a_glob_and_a_shipped_name_and_the_same_file_twice(tiny: Path) -> None:
    inputs = read_inputs(["tiny/[ab].toml", "gay-play-frame-9x7", "./tiny/a.toml"])
    assert [each.name for each in inputs.instances] == ["a", "b", "gay-play-frame-9x7"]


def test_equal_names_are_told_apart_by_their_folders(tiny: Path) -> None:
    other = tiny.parent / "other"
    other.mkdir()
    (other / "words.txt").write_text("\n".join(WORDS))
    (other / "a.toml").write_text(TINY)
    inputs = read_inputs([str(tiny), str(other)])
    assert [each.name for each in inputs.instances] == ["tiny-a", "b", "c", "other-a"]


def test_a_sweep_is_every_combination(tiny: Path) -> None:
    (tiny / "sweep.toml").write_text(SWEEP)
    inputs = read_inputs([str(tiny / "sweep.toml")])
    assert [each.name for each in inputs.instances] == [
        "frame_3x2-ABCDEF-words",
        "frame_3x2-set-words",
        "compact-ABCDEF-words",
        "compact-set-words",
        "compact_4x4-ABCDEF-words",
        "compact_4x4-set-words",
    ]
    assert inputs.seeds == (3, 5)
    assert all(each.spec.rules.distinct_words for each in inputs.instances)
    # Both frames of 9x9 have more cells than tiles.
    assert len(inputs.faults) == 2
    assert "frame 9x9 has 81 cells" in inputs.faults[0].message


def test_a_range_of_rolls_is_one_puzzle_each(tiny: Path) -> None:
    text = '[sweep]\ngoals = ["compact"]\ntiles = ["q-less-9..11", "AB"]\nlexicons = ["en"]\n'
    (tiny / "sweep.toml").write_text(text)
    inputs = read_inputs([str(tiny / "sweep.toml")])
    rolls = [f"compact-q-less-{number}-en" for number in (9, 10, 11)]
    assert [each.name for each in inputs.instances] == [*rolls, "compact-AB-en"]
    assert inputs.instances[1].spec.tiles == named("q-less-10")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[sweep]\ngoals = ["frame"]\n', "'frame 9x7'"),
        ('[sweep]\ngoals = "compact"\n', "[sweep] goals: 'compact' is not a list"),
        ("[sweep]\n", "goals"),
        ('[sweep]\ngoals = ["compact"]\nseeds = 0\n', "seeds"),
        ('[sweep]\ngoals = ["compact"]\ntile = ["AB"]\n', "[sweep] no key is called 'tile'"),
        ('[sweep]\ngoals = ["compact"]\nname = "hand"\n', "[sweep] no key is called 'name'"),
        ('goal = "frame"\n[sweep]\ngoals = ["compact"]\n', "'goal'"),
        ('[sweep]\ngoals = ["compact"]\ntiles = ["q-less-9..3"]\n', "'q-less-9..3'"),
        ('[sweep]\ngoals = ["compact"]\ntiles = ["q-less-0..999999999"]\n', "at most 100,000"),
        ("sweep = 1\n", "sweep: 1 is not a table"),
    ],
)
def test_a_sweep_with_a_slip_says_which(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "sweep.toml"
    path.write_text(text)
    (fault,) = read_inputs([str(path)]).faults
    assert str(path) in fault.message
    assert said in fault.message


def test_runs_go_seed_by_seed() -> None:
    inputs = read_inputs(["gay-play-frame-9x7", "dujardin-compact-61"])
    setting = Setting("beam", Limits(10, target=6, max_width=500))
    runs = plan(inputs.instances, [setting], (0, 1))
    assert [run.id for run in runs[:3]] == [
        "gay-play-frame-9x7/beam-10s-w500-t6/seed-0",
        "dujardin-compact-61/beam-10s-w500-t6/seed-0",
        "gay-play-frame-9x7/beam-10s-w500-t6/seed-1",
    ]
