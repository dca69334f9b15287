"""The box of the day: a set of letters drawn by the date, the same for everyone."""

from __future__ import annotations

import hashlib
from datetime import date

from patience.game.tiles import TileSet, from_letters, named

# To be incremented whenever the draw of a day changes.
DRAW = 1

_TILES = 61
_DEVILS = 2


def box_of_the_day(day: date) -> TileSet:
    """Draw 61 of the letters of two boxes, and two jokers.

    Letters are sorted by a hash of the day and the tile, so the draw does not depend on the
    version of a random generator.
    """
    double = named("diamino-double")
    letters = [(letter, copy) for letter, count in double.supply.items() for copy in range(count)]

    def place(tile: tuple[str, int]) -> bytes:
        return hashlib.sha256(f"{DRAW} {day.isoformat()} {tile[0]}{tile[1]}".encode()).digest()

    drawn = sorted(letters, key=place)[:_TILES]
    return from_letters((letter for letter, _ in drawn), _DEVILS, f"box of {day.isoformat()}")
