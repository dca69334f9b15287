"""The weights learnt from the layers of beams, at the size of a toy."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from patience.engines.beam import kernels
from patience.engines.beam.weights import Weights, weights
from patience.errors import PatienceError
from patience.game.tiles import ALPHABET, named
from scripts.tune import layers as of_beams
from scripts.tune import learn_score
from scripts.tune.fit_score import Ask
from scripts.tune.layers import LayerSample, layers
from scripts.tune.lessons import LESSONS, Lesson, Question, Sampled, Whole
from scripts.tune.regression import _hats, height, learnt
from scripts.tune.weight_vectors import text_of

TOYS: dict[str, Lesson] = {
    "frame": Whole(Ask("frame", 5, 4, 4, jokers=1)),
    "compact": Whole(Ask("compact", 7, 3, 5)),
    "surplus": Sampled(5, 4, 1, jokers=(2,), sets=(2, 3)),
    "large-surplus": Sampled(6, 5, 4, jokers=(0, 2), sets=(2, 3)),
}
WIDTH = 1000

PRICES = {x: 0.1 * k for k, x in enumerate(ALPHABET)}


@cache
def asked(kind: str, number: int) -> tuple[Question, ...]:
    return tuple(TOYS[kind].questions(number))


@cache
def seen_in(kind: str, given: Weights, *numbers: int) -> Sequence[LayerSample]:
    return [x for n in numbers for each in asked(kind, n) for x in layers(each, given, WIDTH, n)]


@pytest.mark.parametrize("kind", sorted(TOYS))
def test_scores_told_are_those_that_chose_the_layer(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best `WIDTH` states are in the layer: so the worst one's score is the cut of the beam."""
    monkeypatch.setattr(of_beams, "SAMPLED", {True: WIDTH, False: WIDTH})
    cuts: dict[int, int] = {}
    step = of_beams.Watched._fill_cell

    def watched(self: Any, *args: Any) -> Any:
        cell, context = self.reached, args[3]
        result = step(self, *args)
        part = self._buffers.candidates[0]
        kept = np.sort(part.bucket[: result[2]])[::-1][: len(result[0].moves)]
        if len(kept):
            cuts[cell] = context.floor + int(kept[-1]) * kernels.ONE
        return result

    monkeypatch.setattr(of_beams.Watched, "_fill_cell", watched)
    # Even ones: those of the tiles change with the letters laid, which layers tell by cells.
    even = dict.fromkeys(("spread", "vowels", "common", "heavy"), (1.5,))
    given = Weights.from_mapping(asdict(weights(kind)) | even | {"price": PRICES})
    compared = 0
    for question in asked(kind, 1):
        height, width = question.subproblem.cells.shape
        for layer in layers(question, given, WIDTH, 1):
            cell = round(layer.done * height * width) - 1
            assert layer.won.any()
            if (cell + 1) % width == 0:
                continue  # a letter alone in the row that ended is not told
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
        x._replace(before=-x.before, told={name: -values for name, values in x.told.items()})
        for x in seen_in("frame", given, 1)
    ]
    with pytest.raises(PatienceError, match="take more sets"):
        learnt(upside_down, given, 100)


def test_weights_of_which_no_layer_speaks_stay() -> None:
    given = weights("frame")
    late = [layer for layer in seen_in("frame", given, 1) if layer.done > 0.5]
    assert late
    after = learnt(late, given, 100)
    assert after.tile_penalty[:2] == pytest.approx(given.tile_penalty[:2])
    assert after.tile_penalty[3] != pytest.approx(given.tile_penalty[3])


def test_set_0_has_the_games_letters() -> None:
    game = np.array(named("diamino-61").counts)
    (few,), (many,) = asked("frame", 0), asked("surplus", 0)
    assert np.all(few.tiles.counts <= game)
    assert any(np.array_equal(many.tiles.counts, k * game) for k in (2, 3))
    assert asked("frame", 7)[0].tiles.counts != few.tiles.counts


def test_samples_have_fewer_tiles_than_the_set() -> None:
    (question,) = asked("surplus", 3)
    assert question.sample is not None
    subproblem = question.subproblem
    assert 1.1 * subproblem.open_cells < subproblem.tiles < 1.4 * subproblem.open_cells
    assert sum(question.sample) + subproblem.jokers == pytest.approx(1.275 * 20)
    assert all(a <= b for a, b in zip(subproblem.counts, question.tiles.counts, strict=True))


def test_knots_that_change_nothing_are_the_same_weights() -> None:
    assert _hats(0.5, 1) == [1.0]
    assert _hats(0.25, 3) == [0.5, 0.5, 0.0]


@pytest.mark.parametrize("kind", ["frame", "surplus"])
def test_a_file_that_the_program_can_read(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LESSONS, kind, [[TOYS[kind]]])
    out = tmp_path / "new.toml"
    options = ["--rounds", "2", "--sets", "1", "--width", str(WIDTH), "--held-out", "1"]
    command = [kind, "--like", "frame", *options, "--output", str(out)]
    result = CliRunner().invoke(learn_score.main, command, catch_exceptions=False)
    assert result.exit_code == 0
    assert result.output.count("held out:") == 2
    fitted = Weights.from_mapping(tomllib.loads(out.read_text())[kind])
    assert fitted != weights("frame")
    assert f"2 rounds of 1 sets, 1,000 states, pull 100:\n#   {TOYS[kind]}\n" in out.read_text()


def test_a_start_without_the_kind_is_refused(tmp_path: Path) -> None:
    start = tmp_path / "start.toml"
    text = text_of("compact", weights("compact"), [])
    start.write_text(text)
    command = ["frame", "--start", str(start), "--output", str(tmp_path / "new.toml")]
    result = CliRunner().invoke(learn_score.main, command)
    assert result.exit_code == 2
    assert "no table [frame]" in result.output
    assert not (tmp_path / "new.toml").exists()
    result = CliRunner().invoke(learn_score.main, [*command, "--like", "large"])
    assert result.exit_code == 2
    assert "give one of them" in result.output


def test_a_stage_that_is_not_there_is_refused(tmp_path: Path) -> None:
    command = ["surplus", "--stage", "3", "--output", str(tmp_path / "new.toml")]
    result = CliRunner().invoke(learn_score.main, command)
    assert result.exit_code == 2
    assert "--stage 3: surplus has 2" in result.output
