"""Tables of TOML, checked key by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from patience.errors import PuzzleError
from patience.words.conventions import unknown


def check_keys(table: Mapping[str, Any], kinds: Mapping[str, Any], where: str = "") -> None:
    """Refuse unknown keys and values of another kind."""
    for key, value in table.items():
        if key not in kinds:
            raise PuzzleError(where + unknown("key", key, kinds))
        # A bool is an int to Python, never to a player.
        if not isinstance(value, kinds[key]) or (isinstance(value, bool) and kinds[key] is int):
            raise PuzzleError(f"{where}{key}: {value!r} is not {_KIND_NAMES[kinds[key]]}")


_KIND_NAMES = {
    str: "a text in quotes",
    int: "a whole number",
    bool: "true or false",
    list: "a list in [ ]",
    dict: "a table",
    str | dict: "a text in quotes or a table",
}
