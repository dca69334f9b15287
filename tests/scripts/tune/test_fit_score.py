"""The fit of the score's weights, at the size of a toy."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from patience.engines.beam.weights import Weights, weights
from patience.game.tiles import named
from scripts.common import execute
from scripts.tune import fit_score, weight_vectors

TOY = fit_score.Ask("frame", 4, 4, 6, lexicon="fr-basic")


@pytest.fixture(autouse=True)
def _toys_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in ("FITS", "HELD_OUT"):
        monkeypatch.setattr(fit_score, table, {"frame": [TOY], "compact": [TOY]})

    def measure(tasks: Any, jobs: int) -> list[float]:
        return [fit_score.diversity_classes(task) for task in tasks]

    monkeypatch.setattr(fit_score, "measure", measure)


@pytest.mark.parametrize("kind", ["frame", "compact"])
def test_text_and_weights_are_inverse(kind: str) -> None:
    shipped = weights(kind)
    text = weight_vectors.text_of(kind, shipped, ["how they were made"])
    assert text.startswith("# how they were made\n")
    assert Weights.from_mapping(tomllib.loads(text)[kind]) == shipped


def test_knobs_turn_what_they_say() -> None:
    start = weights("compact")
    every = weight_vectors.knobs_of(start)
    assert weight_vectors.turned(start, every, [0.0] * len(every)) == start
    assert {"tile_penalty.4", "price.Z", "joker"} <= {knob.name for knob in every}
    knobs = [
        weight_vectors.Knob("alpha.1", 0.5),
        weight_vectors.Knob("empty", 1.0, log=True),
        weight_vectors.Knob("price.B", 0.1),
        weight_vectors.Knob("heavy.0", 5.0),
    ]
    other = weight_vectors.turned(start, knobs, [2.0, 1.0, 3.0, -1.0])
    assert other.alpha == (start.alpha[0], start.alpha[1] + 1.0, *start.alpha[2:])
    assert other.empty == pytest.approx(start.empty * math.e)
    assert other.price[1] == pytest.approx(start.price[1] + 0.3)
    assert other.heavy[0] == 0.0  # never negative
    assert (other.tile_penalty, other.price[2:], other.vowels) == (
        start.tile_penalty,
        start.price[2:],
        start.vowels,
    )


def test_sets_are_the_game_s_or_some_letters_away() -> None:
    ask = fit_score.HELD_OUT["frame"][0]._replace(rows=9, columns=7, jokers=2)
    game = named("diamino-61")
    assert fit_score.redrawn(ask, None, "fit").counts == game.counts
    drawn = fit_score.redrawn(ask, 1, "fit")
    assert drawn == fit_score.redrawn(ask, 1, "fit")
    assert drawn.counts != fit_score.redrawn(ask, 1, "held out").counts
    assert (drawn.letters, drawn.jokers) == (61, 2)
    away = sum(abs(a - b) for a, b in zip(drawn.counts, game.counts, strict=True))
    assert 0 < away <= 2 * fit_score.REDRAWN


def test_sets_fit_the_rectangle() -> None:
    for ask in (fit_score.Ask("compact", 23, 3, 9), fit_score.Ask("frame", 9, 9, 6, jokers=2)):
        for number in (None, 1):
            tiles = fit_score.redrawn(ask, number, "fit")
            assert tiles.total == ask.tiles


def test_a_better_grid_counts_for_more() -> None:
    tiles = fit_score.redrawn(TOY, 1, "fit")
    few, many = (
        fit_score.diversity_classes(fit_score.Task(ask, tiles, weights("frame"), 200, 1))
        for ask in (TOY, TOY._replace(blanks=9))
    )
    assert many > few > 0


def test_fits_and_judges(tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    runner = CliRunner()
    arguments = ["--generations", "2", "--population", "4", "--sets", "2", "--width", "50"]
    done = runner.invoke(
        fit_score.main, ["fit", "frame", "--output", str(file), *arguments], catch_exceptions=False
    )
    assert done.exit_code == 0
    fitted = weight_vectors.read_weights(file, fit_score.FITS)["frame"]
    assert fitted != weights("frame")
    assert "2 generations of 4" in file.read_text("utf-8")
    done = runner.invoke(
        fit_score.main, ["judge", str(file), "--width", "50"], catch_exceptions=False
    )
    assert done.exit_code == 0
    assert str(TOY) in done.stdout


@pytest.mark.parametrize("text", ["", "[frame]\n", "[frame", "[loose]\nrho = 1\n"])
def test_what_is_no_file_of_weights_is_said(tmp_path: Path, text: str) -> None:
    file = tmp_path / "new.toml"
    file.write_text(text)
    assert execute(fit_score.main, ["judge", str(file)]) == 2
