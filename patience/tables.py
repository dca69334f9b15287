"""Validation of TOML, JSON and flags with msgspec; errors are reworded for players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar, get_origin, get_type_hints

from patience.errors import PatienceError, PuzzleError, shown, unknown

T = TypeVar("T")

_WRONG_KIND = re.compile(r"Expected `(.+)`, got `.+?`(?: - at `\$\.?(.*)`)?")
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")

# No valid value is larger, and Python refuses to print very large numbers.
_MAX_DIGITS = 18

# msgspec's names for types, reworded for players.
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
    """Return a parsed table after checking it against `kind`, a `TypedDict` or a msgspec struct.

    `where` is the prefix of a key in messages, such as ``[rules]``. A table in a table has a prefix
    of its own, and the kind of error that its struct names.

    Raises
    ------
    PatienceError
        Of type `error`; it names the first key that is unknown or has a value of the wrong type.
    """
    hints = get_type_hints(kind)
    known = {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}
    where = f"{where} " if where else ""
    for key in table:
        if key not in known:
            raise error(f"{where}{unknown('key', key, known)}")
        if _is_huge(table[key]):
            raise error(f"{where}{key}: no number here has more than {_MAX_DIGITS} digits")
        if isinstance(table[key], dict) and hasattr(known[key], "error"):
            checked(table[key], known[key], f"{where}[{key}]", known[key].error)
    if not table:
        return kind()
    import msgspec  # noqa: PLC0415 (needed only for tables that users wrote)

    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as fault:
        raise error(where + _sentence(str(fault), table)) from None


def from_json(data: str | bytes, kind: type[T]) -> T:
    """Decode JSON into a dataclass or another type that msgspec supports.

    Raises
    ------
    ValueError
        If the data is not JSON, or a value has the wrong type.
    """
    import msgspec  # noqa: PLC0415 (as above)

    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise ValueError(str(fault)) from None


def _is_huge(value: object) -> bool:
    """Tell whether a value is or contains a number above the limit."""
    match value:
        case int():
            return bool(abs(value) >= 10**_MAX_DIGITS)
        case list():
            return any(map(_is_huge, value))
        case dict():
            return any(map(_is_huge, value.values()))
    return False


def _sentence(fault: str, table: Mapping[str, Any]) -> str:
    """Reword an error of msgspec for players."""
    found = _WRONG_KIND.fullmatch(fault)
    if found is None:
        return fault
    kinds, path = found[1].removesuffix(" | null").split(" | "), found[2] or ""
    value: Any = table
    for key, index in _STEP.findall(path):
        value = value[int(index)] if index else value[key]
    wanted = " or ".join(_KINDS.get(each, each) for each in kinds)
    return f"{path}: {shown(value)} is not {wanted}"
