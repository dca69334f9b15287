"""The weights learnt from the layers of beams, at the size of a toy."""

from __future__ import annotations

import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from patience.engines.beam import kernels
from patience.engines.beam.score import Weights, weights
from patience.game.tiles import ALPHABET, TileSet
from scripts.tune import fit_score, learn_score
from scripts.tune.fit_score import Ask
from scripts.tune.weight_vectors import text_of

TOYS = {"frame": Ask("frame", 5, 4, 4, jokers=1), "compact": Ask("compact", 7, 3, 5)}
WIDTH = 3000

PRICES = {x: 0.1 * k for k, x in enumerate(ALPHABET)}


@pytest.mark.parametrize("kind", sorted(TOYS))
def test_scores_told_are_those_that_chose_the_layer(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best `WIDTH` states are in the layer: so the worst one's score is the cut of the beam."""
    monkeypatch.setattr(learn_score, "SAMPLED", {True: WIDTH, False: WIDTH})
    cuts: dict[int, int] = {}
    step = learn_score.Watched._fill_cell

    def watched(self: Any, *args: Any) -> Any:
        cell, context = len(self.taken), args[3]
        result = step(self, *args)
        part = self._buffers.candidates[0]
        kept = np.sort(part.bucket[: result[2]])[::-1][: len(result[0].moves)]
        cuts[cell] = context.floor + int(kept[-1]) * kernels.ONE
        return result

    monkeypatch.setattr(learn_score.Watched, "_fill_cell", watched)
    ask = TOYS[kind]
    # Even ones: those of the tiles change with the letters laid, which layers tell by cells.
    even = dict.fromkeys(("spread", "vowels", "common", "heavy"), (1.5,))
    given = Weights.from_mapping(asdict(weights(kind)) | even | {"price": PRICES})
    seen = list(learn_score.layers(ask, 1, given, WIDTH))
    assert len(seen) >= 2
    for layer in seen:
        cell = round(layer.done * ask.rows * ask.columns) - 1
        assert layer.won.any()
        if (cell + 1) % ask.columns == 0:
            continue  # a letter alone in the row that ended is not told
        # Whole numbers in the kernel: half a unit a line, and a bucket.
        assert layer.before.min() * kernels.UNIT == pytest.approx(cuts[cell], abs=kernels.UNIT / 4)
        assert layer.before.max() > layer.before.min()


@pytest.mark.parametrize("kind", sorted(TOYS))
def test_ancestors_rise(kind: str) -> None:
    given = weights(kind)
    seen = [x for n in (1, 2) for x in learn_score.layers(TOYS[kind], n, given, WIDTH)]
    after = learn_score.learnt(seen, given, 100)
    assert learn_score.height(seen, after) < learn_score.height(seen, given) - 0.05
    assert min(after.spread) >= 0


def test_weights_of_which_no_layer_speaks_stay() -> None:
    given = weights("frame")
    seen = list(learn_score.layers(TOYS["frame"], 1, given, WIDTH))
    late = [layer for layer in seen if layer.done > 0.5]
    assert late
    after = learn_score.learnt(late, given, 100)
    assert after.tile_penalty[:2] == pytest.approx(given.tile_penalty[:2])
    assert after.tile_penalty[3] != pytest.approx(given.tile_penalty[3])


def test_set_0_is_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    redrawn = fit_score.redrawn

    def watched(ask: Ask, number: int | None, purpose: str) -> TileSet:
        asked.append(number)
        return redrawn(ask, number, purpose)

    monkeypatch.setattr(learn_score, "redrawn", watched)
    for number in (0, 7):
        list(learn_score.layers(TOYS["frame"], number, weights("frame"), 500))
    assert asked == [None, 7]


def test_knots_that_change_nothing_are_the_same_weights() -> None:
    assert learn_score._hats(0.5, 1) == [1.0]
    assert learn_score._hats(0.25, 3) == [0.5, 0.5, 0.0]


def test_a_file_that_the_program_can_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn_score, "ASKS", {"frame": [TOYS["frame"]]})
    out = tmp_path / "new.toml"
    command = ["frame", "--rounds", "2", "--sets", "1", "--width", str(WIDTH), "--output", str(out)]
    result = CliRunner().invoke(learn_score.main, command, catch_exceptions=False)
    assert result.exit_code == 0
    fitted = Weights.from_mapping(tomllib.loads(out.read_text())["frame"])
    assert fitted != weights("frame")
    assert "2 rounds of 1 sets" in out.read_text()


def test_a_start_without_the_kind_is_refused(tmp_path: Path) -> None:
    start = tmp_path / "start.toml"
    text = text_of("compact", weights("compact"), [])
    start.write_text(text)
    command = ["frame", "--start", str(start), "--output", str(tmp_path / "new.toml")]
    result = CliRunner().invoke(learn_score.main, command)
    assert result.exit_code == 2
    assert "no table [frame]" in result.output
    assert not (tmp_path / "new.toml").exists()
