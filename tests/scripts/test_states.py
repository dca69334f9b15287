"""The terms of the score, stated beside the kernel for the drawings."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from patience.engines.beam import kernels
from patience.engines.beam.kernels import BeamLayer
from patience.engines.beam.weights import weights
from patience.engines.params import Weights
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.game.alphabet import LATIN
from patience.game.tiles import from_letters
from patience.words.lexicon import load
from scripts.data.drawings.states import beam_of, part_of, set_up, terms_of, value_of

WIDTH = 1000


def rectangle(rows: int, columns: int, letters: str, jokers: int, blanks: int) -> Subproblem:
    tiles = from_letters(letters, jokers, "a toy")
    cells = np.full((rows, columns), CELL_OPEN, np.int8)
    return Subproblem(cells, tiles.counts, tiles.jokers, blanks, connected=True)


TOYS = {
    "frame": rectangle(5, 4, "AABCDEEEEINORSSTTUL", 1, 4),
    "compact": rectangle(7, 3, "AABCDEEINORSSTTU", 0, 5),
    "surplus": rectangle(5, 4, "AABCDEEEEINORSSTTULAEIRSTNOP", 2, 1),
    "large-surplus": rectangle(6, 5, "AABCDEEEEINORSSTTULAEIRSTNOPELMNAIRU", 2, 4),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(TOYS))
def test_scores_read_from_layers_are_those_that_chose_them(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best `WIDTH` states are in the layer: so the worst one's score is the cut of the beam."""
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
    prices = {x: 0.1 * k for k, x in enumerate(LATIN.symbols)}
    given = Weights.from_mapping(asdict(weights(kind)) | even | {"price": prices})
    setup = set_up(TOYS[kind], load("fr").words, given)
    layers: list[BeamLayer] = []
    with ThreadPoolExecutor(1) as pool:
        beam, _ = beam_of(setup, WIDTH, pool)
        beam.run(
            WIDTH, on_layer=lambda _, layer, states: layers.append(part_of(layer, slice(states)))
        )
    rows, columns = TOYS[kind].cells.shape
    compared = 0
    for cell, layer in enumerate(layers):
        at_row_end = (cell + 1) % columns == 0  # nothing shows a letter alone in that row
        if len(layer.blanks) < WIDTH or at_row_end:
            continue
        values = value_of(terms_of(layer, cell, setup), given, (cell + 1) / (rows * columns))
        values = values[layer.is_first]
        # Whole numbers in the kernel: half a unit a line, and a bucket.
        assert values.min() * kernels.UNIT == pytest.approx(cuts[cell], abs=kernels.UNIT / 4)
        assert values.max() > values.min()
        compared += 1
    assert compared >= 2
