"""Tables of TOML, JSON and flags, checked by msgspec; what is wrong is told in a player's words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar, get_type_hints

from patience.errors import PatienceError, PuzzleError, shown, unknown

T = TypeVar("T")

_WRONG_KIND = re.compile(r"Expected `(.+)`, got `.+?`(?: - at `\$\.?(.*)`)?")
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")

# Larger numbers mean nothing to this program, and Python refuses to print very large ones.
_MOST_DIGITS = 18

# What msgspec calls the kinds of values, and what a player does.
_KINDS = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
}


def checked(
    table: Mapping[str, Any],
    kind: type[T],
    where: str = "",
    error: type[PatienceError] = PuzzleError,
) -> T:
    """Return a table whose keys and values are known to be of the kinds they should be.

    Parameters
    ----------
    table : mapping
        As a reader of TOML or JSON gives it.
    kind : type
        A `TypedDict`.
    where : str
        What to say before the name of a key, such as ``[rules]``.
    error : type
        What to raise.

    Raises
    ------
    PatienceError
        Of the type `error`, naming the first key that does not exist or has a value of another
        kind.
    """
    known = get_type_hints(kind)
    where = f"{where} " if where else ""
    for key in table:
        if key not in known:
            raise error(f"{where}{unknown('key', key, known)}")
        if _is_huge(table[key]):
            raise error(f"{where}{key}: no number here has more than {_MOST_DIGITS} digits")
    if not table:
        return kind()
    import msgspec  # noqa: PLC0415 (only what someone wrote has to be checked)

    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as fault:
        raise error(where + _sentence(str(fault), table)) from None


def from_json(data: str | bytes, kind: type[T]) -> T:
    """Return what JSON says, as a dataclass or another type that msgspec knows.

    Raises
    ------
    ValueError
        If it is no JSON, or its values are of other kinds.
    """
    import msgspec  # noqa: PLC0415 (as above)

    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise ValueError(str(fault)) from None


def _is_huge(value: object) -> bool:
    """Tell whether a value is, or holds, a number that is far too large."""
    match value:
        case int():
            return bool(abs(value) >= 10**_MOST_DIGITS)
        case list():
            return any(map(_is_huge, value))
        case dict():
            return any(map(_is_huge, value.values()))
    return False


def _sentence(fault: str, table: Mapping[str, Any]) -> str:
    """Say in a player's words what msgspec finds wrong."""
    found = _WRONG_KIND.fullmatch(fault)
    if found is None:
        return fault
    kinds, path = found[1].split(" | "), found[2] or ""
    value: Any = table
    for key, index in _STEP.findall(path):
        value = value[int(index)] if index else value[key]
    wanted = " or ".join(_KINDS.get(each, each) for each in kinds)
    return f"{path}: {shown(value)} is not {wanted}"
