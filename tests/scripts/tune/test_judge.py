"""Weights as text and as vectors, and the judging of them, at the size of a toy."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from patience.engines.beam.weights import weights
from patience.engines.params import Weights
from scripts.common import execute
from scripts.tune import commands, judging
from scripts.tune.beams import Trial
from scripts.tune.judging import diversity_classes, judged
from scripts.tune.puzzles import Whole
from scripts.tune.weight_vectors import STEPS, size_of, text_of, turned
from tests.scripts.tune.conftest import tune

TOY = Whole(4, 4, (6, 6), jokers=(0,), total=16, redrawn=8, lexicon="fr-basic")


@pytest.mark.parametrize("kind", ["frame", "compact"])
def test_text_and_weights_are_inverse(kind: str) -> None:
    shipped = weights(kind)
    text = text_of(kind, shipped, ["how they were made"])
    assert text.startswith("# how they were made\n")
    assert Weights.from_mapping(tomllib.loads(text)[kind]) == shipped


def test_each_number_is_turned_by_its_step() -> None:
    start = weights("compact")
    size = size_of(start)
    assert size == 5 + 5 + 3 + 1 + 1 + 1 + 2 + 2 + 2 + 2 + 1 + 1 + 26
    assert turned(start, np.zeros(size)) == start
    moved = np.zeros(size)
    moved[[1, 13, -25]] = 2.0, 1.0, 3.0
    other = turned(start, moved)
    assert other.alpha == (start.alpha[0], start.alpha[1] + 2 * STEPS["alpha"], *start.alpha[2:])
    assert other.pairs == start.pairs + STEPS["pairs"]
    assert other.price == (start.price[0], start.price[1] + 3 * STEPS["price"], *start.price[2:])
    assert replace(other, alpha=start.alpha, pairs=start.pairs, price=start.price) == start
    least = turned(start, np.full(size, -1000.0))
    assert max(*least.spread, *least.heavy, least.pairs, least.set_share) == 0.0
    assert (least.empty, least.alone) == (start.empty, start.alone)  # slow to turn
    assert least.joker < 0


def test_a_better_grid_counts_for_more() -> None:
    shipped = weights("frame")
    few, many = (
        diversity_classes(Trial(whole.question(1), (shipped, shipped), 200, 1))
        for whole in (TOY, replace(TOY, blanks=(9, 9)))
    )
    assert few[0] == few[1] > 0
    assert many[0] > few[0]


def test_shipped_weights_beat_bad_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "HELD_OUT", {"frame": [TOY]})
    shipped, file = weights("frame"), tmp_path / "new.toml"
    bad = replace(shipped, tile_penalty=tuple(-x for x in shipped.tile_penalty))
    file.write_text(text_of("frame", bad, []))
    done = tune("judge", file, "--width", 50, "--sets", 3)
    assert done.exit_code == 0, done.output
    row = next(line for line in done.stdout.splitlines() if str(TOY) in line)
    assert float(row.split("|")[-2]) < 0
    same = judged("frame", [shipped, shipped], 50, 3, 1)
    assert f"{row.rsplit('|', 3)[0]}|" in same
    assert "| +0.00 |" in same


@pytest.mark.parametrize("text", ["", "[frame]\n", "[frame", "[loose]\nrho = 1\n"])
def test_a_file_without_weights_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "new.toml"
    file.write_text(text)
    assert execute(commands.main, ["judge", str(file)]) == 2
