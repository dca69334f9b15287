"""Tile sets of any size: the game's several times over, or distributed like the words' letters."""

from __future__ import annotations

from patience.engines import dawg
from patience.game.tiles import TileSet
from patience.question.catalogue import named
from patience.words.lexicon import load

LEXICON = "fr"


def times(k: int) -> TileSet:
    """Return `k` of the game's sets in one, each with its two jokers."""
    game = named("diamino-63")
    return TileSet(f"{k} sets", tuple(k * n for n in game.counts), k * game.jokers)


def natural(total: int) -> TileSet:
    """Return `total` tiles distributed like the letters of the words, without jokers."""
    usual = dawg.letter_counts(load(LEXICON).words, 9)
    exact = usual / usual.sum() * total
    counts = exact.astype(int)
    for k in sorted(range(26), key=lambda k: counts[k] - exact[k])[: total - int(counts.sum())]:
        counts[k] += 1
    return TileSet(f"{total} natural tiles", tuple(counts.tolist()))
