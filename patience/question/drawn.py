"""Hands drawn blindly from a tile set; the same chance draws the same hand on every machine."""

from __future__ import annotations

from random import Random

from patience.errors import TileError
from patience.game.tiles import TileSet, from_letters


def draw(tiles: TileSet, k: int, chance: Random) -> TileSet:
    """Draw `k` tiles from a set.

    Raises
    ------
    TileError
        If the set has fewer.
    """
    if tiles.free:
        raise TileError("any letters have no bag to draw from: name a set")
    bag = [x for x, n in tiles.supply.items() for _ in range(n)] + ["?"] * tiles.jokers
    if k > len(bag):
        raise TileError(f"{k} tiles cannot be drawn from {tiles.name}, which has {len(bag)}")
    hand = chance.sample(bag, k)
    letters = (x for x in hand if x != "?")
    return from_letters(letters, hand.count("?"), f"{k} of {tiles.name}", tiles.alphabet)
