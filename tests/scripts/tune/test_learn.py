"""Weights learnt from the layers of beams, at the size of a toy."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import asdict, astuple
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from patience.engines.beam import kernels
from patience.engines.beam.beam import Beam, BeamResult
from patience.engines.beam.weights import weights
from patience.engines.params import Weights
from patience.errors import PatienceError
from patience.game.alphabet import LATIN
from scripts.tune import commands
from scripts.tune import layers as of_beams
from scripts.tune.beams import Trial, answers
from scripts.tune.layers import LayerSample, layers
from scripts.tune.puzzles import Whole
from scripts.tune.regression import _hats, height, learnt
from scripts.tune.weight_vectors import text_of
from tests.scripts.tune.conftest import tune

pytestmark = pytest.mark.slow

ALL = ("game", "natural", "redrawn")
TOYS = {
    "frame": Whole(5, 4, (4, 4), jokers=(1,), total=20, redrawn=8),
    "compact": Whole(7, 3, (5, 5), jokers=(0,), total=16, redrawn=8),
    "surplus": Whole(5, 4, (1, 1), (2, 3), (2,), letters=ALL),
    "large-surplus": Whole(6, 5, (4, 4), (2, 3), (0, 2), letters=ALL),
}
WIDTH = 1000

PRICES = {x: 0.1 * k for k, x in enumerate(LATIN.symbols)}


@cache
def seen_in(kind: str, given: Weights, *numbers: int) -> Sequence[LayerSample]:
    return [x for n in numbers for x in layers(TOYS[kind].question(n), given, WIDTH, n)]


def test_a_beam_finds_the_same_watched_and_unwatched(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial(TOYS["frame"].question(1), (weights("frame"),), WIDTH, 1)
    trials = [trial._replace(width=width, seed=seed) for width in (50, WIDTH) for seed in (1, 2)]
    plain = [answers(each, keep=WIDTH)[0] for each in trials]
    cells: list[int] = []
    run: Any = Beam.run

    def watched(beam: Beam, *args: Any) -> BeamResult:
        found: BeamResult = run(beam, *args, on_layer=lambda cell, *_: cells.append(cell))
        return found

    monkeypatch.setattr(Beam, "run", watched)
    for each, before in zip(trials, plain, strict=True):
        (after,) = answers(each, keep=WIDTH)
        assert cells == [*range(after.died_at)]
        assert all(map(np.array_equal, astuple(after), astuple(before)))
        cells.clear()
    assert sum(each.total for each in plain) > 0


@pytest.mark.parametrize("kind", sorted(TOYS))
def test_scores_read_from_layers_are_those_that_chose_them(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best `WIDTH` states are in the layer: so the worst one's score is the cut of the beam."""
    monkeypatch.setattr(of_beams, "SAMPLED", {True: WIDTH, False: WIDTH})
    cuts: list[int] = []  # one per cell
    advance = kernels.advance

    def kept(
        layer: Any, part: Any, start: int, end: int, cut: Any, context: Any, *args: Any
    ) -> Any:
        cuts.append(context.floor + cut.bucket * kernels.ONE)
        return advance(layer, part, start, end, cut, context, *args)

    monkeypatch.setattr(kernels, "advance", kept)
    # Even ones: those of the tiles change with the letters laid, which layers tell by cells.
    even = dict.fromkeys(("spread", "vowels", "common", "heavy"), (1.5,))
    given = Weights.from_mapping(asdict(weights(kind)) | even | {"price": PRICES})
    found = list(layers(TOYS[kind].question(1), given, WIDTH, 1))
    compared = 0
    for layer in found:
        rows, columns = TOYS[kind].rows, TOYS[kind].columns
        cell = round(layer.done * rows * columns) - 1
        assert layer.won.any()
        if (cell + 1) % columns == 0:
            continue  # nothing shows a letter alone in the row that ended
        # Whole numbers in the kernel: half a unit a line, and a bucket.
        cut = pytest.approx(cuts[cell], abs=kernels.UNIT / 4)
        assert layer.before.min() * kernels.UNIT == cut
        assert layer.before.max() > layer.before.min()
        compared += 1
    assert compared >= 2


@pytest.mark.parametrize("kind", sorted(TOYS))
def test_ancestors_rise(kind: str) -> None:
    given = weights(kind)
    seen = seen_in(kind, given, 1, 2)
    after = learnt(seen, given, 100)
    assert height(seen, after) < height(seen, given) - 0.05
    assert min(after.spread) >= 0


def test_ancestors_of_other_sets_rise() -> None:
    given = weights("frame")
    seen, others = seen_in("surplus", given, 1, 2, 3, 4), seen_in("surplus", given, 5, 6, 7, 8)
    after = learnt(seen, given, 100)
    assert height(others, after) < height(others, given) - 0.02


def test_weights_that_rank_upside_down_are_no_start() -> None:
    given = weights("frame")
    upside_down = [
        x._replace(before=-x.before, terms={name: -values for name, values in x.terms.items()})
        for x in seen_in("frame", given, 1)
    ]
    with pytest.raises(PatienceError, match="take more sets"):
        learnt(upside_down, given, 100)


def test_weights_of_which_no_layer_speaks_stay() -> None:
    given = weights("frame")
    late = [layer for layer in seen_in("frame", given, 1, 2) if layer.done > 0.5]
    assert late
    after = learnt(late, given, 100)
    assert after.tile_penalty[:2] == pytest.approx(given.tile_penalty[:2])
    assert after.tile_penalty[3] != pytest.approx(given.tile_penalty[3])


def test_knots_that_change_nothing_are_the_same_weights() -> None:
    assert _hats(0.5, 1) == [1.0]
    assert _hats(0.25, 3) == [0.5, 0.5, 0.0]


@pytest.mark.parametrize("kind", ["frame", "surplus"])
def test_a_file_that_the_program_can_read(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "LEARNT", {kind: [[TOYS[kind]]]})
    out = tmp_path / "new.toml"
    options = ["--rounds", 2, "--sets", 1, "--width", WIDTH, "--held-out", 1]
    result = tune("learn", kind, "--like", "frame", *options, "--output", out)
    assert result.exit_code == 0, result.output
    assert result.output.count("held out:") == 2
    fitted = Weights.from_mapping(tomllib.loads(out.read_text())[kind])
    assert fitted != weights("frame")
    command = (
        f"learn {kind} --output {out} --like frame --rounds 2 --sets 1 --width 1000 --pull 100"
    )
    head = (
        f"# Learnt from layers, round 2, of\n#   {TOYS[kind]}\n# with\n#   {command} --held-out 1\n"
    )
    assert out.read_text().startswith(head)


def test_a_start_without_the_kind_is_refused(tmp_path: Path) -> None:
    start, out = tmp_path / "start.toml", tmp_path / "new.toml"
    start.write_text(text_of("compact", weights("compact"), []))
    command = ["frame", "--start", start, "--output", out]
    result = tune("learn", *command)
    assert "has no table frame" in str(result.exception)
    assert not out.exists()
    result = tune("learn", *command, "--like", "large")
    assert result.exit_code == 2
    assert "give one of them" in result.output


def test_a_stage_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = tune("learn", "surplus", "--stage", 3, "--output", tmp_path / "new.toml")
    assert result.exit_code == 2
    assert "--stage 3: surplus has 2" in result.output
