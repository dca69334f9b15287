"""The weights of the score as vectors for a fit, and as text."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patience.encodings import read_text
from patience.engines.params import Weights
from patience.errors import FileError
from patience.game.alphabet import LATIN

# The fitted weights and their step sizes. A step is about the change of one weight that halves the
# diversity classes. The steps of alpha, tile_penalty, rho, pairs, joker, set_share and price are
# longer: smaller effects on the final grids are lost in the noise. The weights of lines, `empty`
# and `alone`, are not fitted: their tables are slow to rebuild.
STEPS = {
    "alpha": 0.2,
    "tile_penalty": 1.0,
    "rho": 0.2,
    "pairs": 0.25,
    "scarce": 0.12,
    "joker": 1.0,
    "spread": 0.4,
    "vowels": 0.8,
    "common": 0.15,
    "heavy": 0.15,
    "set_share": 0.08,
    "component_penalty": 0.3,
    "price": 1.0,
}

# Weights that make no sense below zero.
_NEVER_NEGATIVE = {
    "pairs", "spread", "vowels", "common", "heavy", "set_share", "component_penalty", "pace",
}  # fmt: skip


def size_of(start: Weights) -> int:
    """Return the number of fitted values."""
    return sum(np.size(getattr(start, name)) for name in STEPS)


def turned(start: Weights, x: NDArray[np.float64]) -> Weights:
    """Return `start` moved by `x` steps, in the order of `STEPS`."""
    table, at = asdict(start), 0
    for name, step in STEPS.items():
        old = np.atleast_1d(table[name])
        new = (old + step * x[at : at + old.size]).tolist()
        table[name] = tuple(new) if isinstance(table[name], tuple) else new[0]
        at += old.size
    return sound(table)


def sound(table: Mapping[str, Any]) -> Weights:
    """Return the weights, with the values of `_NEVER_NEGATIVE` clipped at zero."""
    values = dict(table)
    for name in _NEVER_NEGATIVE:
        least = np.maximum(values[name], 0.0).tolist()
        values[name] = tuple(least) if isinstance(least, list) else least
    return Weights(**values)


def text_of(kind: str, fitted: Weights, how: Sequence[str]) -> str:
    """Return weights as a table of ``weights.toml``, with `how` in its header."""
    table = asdict(fitted)
    price = table.pop("price")
    lines = [f"# {line}" for line in how] + [f"[{kind}]"]
    for name, value in table.items():
        numbers = [f"{x:.4g}" for x in (value if isinstance(value, tuple) else [value])]
        joined = ", ".join(x if "." in x or "e" in x else f"{x}.0" for x in numbers)
        lines.append(f"{name} = [{joined}]" if isinstance(value, tuple) else f"{name} = {joined}")
    lines += ["", f"[{kind}.price]"]
    lines += [f"{x} = {p:.2f}" for x, p in zip(LATIN.symbols, price, strict=True)]
    return "\n".join(lines) + "\n"


def read_weights(file: Path, kinds: Collection[str]) -> dict[str, Weights]:
    """Return the tables of these kinds in a file of weights.

    Raises
    ------
    FileError
        If the file has none of them.
    """
    try:
        tables = tomllib.loads(read_text(file))
        found = {kind: Weights.from_mapping(tables[kind]) for kind in kinds if kind in tables}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise FileError(f"{file}: no file of weights: {error}") from None
    if not found:
        raise FileError(f"{file}: has no table {' or '.join(kinds)}")
    return found
