"""The weights of the beam's score as vectors that a fit turns, and as text."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patience.engines.params import Weights
from patience.errors import FileError
from patience.files.text import read_text
from patience.game.tiles import ALPHABET

# The weights that a fit turns, and the step of each. A step is about what halves the diversity
# classes when a weight alone is changed by it; those of alpha, tile_penalty, rho, pairs, joker,
# set_share and price are longer, as what a beam ends with changes so little with less that the
# gradient is lost in the noise. The weights of lines, `empty` and `alone`, are not turned: their
# tables are slow to make anew.
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

# Weights below nought make no sense for these.
_NEVER_NEGATIVE = {
    "pairs", "spread", "vowels", "common", "heavy", "set_share", "component_penalty", "pace",
}  # fmt: skip


def size_of(start: Weights) -> int:
    """Return how many numbers a fit turns."""
    return sum(np.size(getattr(start, name)) for name in STEPS)


def turned(start: Weights, x: NDArray[np.float64]) -> Weights:
    """Return `start` with its numbers turned by so many steps, in the order of `STEPS`."""
    table, at = asdict(start), 0
    for name, step in STEPS.items():
        old = np.atleast_1d(table[name])
        new = (old + step * x[at : at + old.size]).tolist()
        table[name] = tuple(new) if isinstance(table[name], tuple) else new[0]
        at += old.size
    return sound(table)


def sound(table: Mapping[str, Any]) -> Weights:
    """Return weights, with nought for those that must not be negative and are."""
    values = dict(table)
    for name in _NEVER_NEGATIVE:
        least = np.maximum(values[name], 0.0).tolist()
        values[name] = tuple(least) if isinstance(least, list) else least
    return Weights(**values)


def text_of(kind: str, fitted: Weights, how: Sequence[str]) -> str:
    """Write weights as a table of ``weights.toml``, with how they were made."""
    table = asdict(fitted)
    price = table.pop("price")
    lines = [f"# {line}" for line in how] + [f"[{kind}]"]
    for name, value in table.items():
        numbers = [f"{x:.4g}" for x in (value if isinstance(value, tuple) else [value])]
        joined = ", ".join(x if "." in x or "e" in x else f"{x}.0" for x in numbers)
        lines.append(f"{name} = [{joined}]" if isinstance(value, tuple) else f"{name} = {joined}")
    lines += ["", f"[{kind}.price]"]
    lines += [f"{x} = {p:.2f}" for x, p in zip(ALPHABET, price, strict=True)]
    return "\n".join(lines) + "\n"


def read_weights(file: Path, kinds: Collection[str]) -> dict[str, Weights]:
    """Return the tables of these kinds in a file of weights, by kind.

    Raises
    ------
    FileError
        If there are none.
    """
    try:
        tables = tomllib.loads(read_text(file))
        found = {kind: Weights.from_mapping(tables[kind]) for kind in kinds if kind in tables}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise FileError(f"{file}: no file of weights: {error}") from None
    if not found:
        raise FileError(f"{file}: has no table {' or '.join(kinds)}")
    return found
