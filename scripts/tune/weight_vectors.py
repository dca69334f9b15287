"""The weights of the beam's score as vectors that a fit turns, and as text."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from patience.engines.beam.weights import Weights
from patience.errors import FileError
from patience.files.text import read_text
from patience.game.tiles import ALPHABET


class Knob(NamedTuple):
    """A weight that a fit turns, and the step it begins with; `log` for those that are factors."""

    name: str
    step: float
    log: bool = False


# Steps are about what halves the diversity classes when a weight alone is changed by it.
STEPS = (
    Knob("alpha", 0.1),
    Knob("tile_penalty", 0.8),
    Knob("rho", 0.06),
    Knob("pairs", 0.1),
    Knob("empty", 0.4, log=True),
    Knob("alone", 0.2, log=True),
    Knob("scarce", 0.12),
    Knob("joker", 0.5),
    Knob("spread", 0.4),
    Knob("vowels", 0.8),
    Knob("common", 0.15),
    Knob("heavy", 0.15),
    Knob("set_share", 0.05),
    Knob("component_penalty", 0.3),
    Knob("price", 0.15),
)

# Weights below nought make no sense for these.
_NEVER_NEGATIVE = (
    "pairs",
    "spread",
    "vowels",
    "common",
    "heavy",
    "set_share",
    "component_penalty",
    "pace",
)


def knobs_of(start: Weights) -> list[Knob]:
    """Return a knob for each number of the weights; ``vowels.1`` is the second of several."""
    table, knobs = asdict(start), []
    for name, step, log in STEPS:
        if isinstance(table[name], tuple):
            parts = ALPHABET if name == "price" else range(len(table[name]))
            knobs += [Knob(f"{name}.{part}", step, log) for part in parts]
        else:
            knobs.append(Knob(name, step, log))
    return knobs


def turned(start: Weights, knobs: Sequence[Knob], x: Sequence[float]) -> Weights:
    """Return `start` with each knob turned by so many steps."""
    table = asdict(start)
    for knob, steps in zip(knobs, x, strict=True):
        name, _, part = knob.name.partition(".")
        if part == "":
            table[name] = _moved(table[name], knob, steps)
            continue
        values = list(table[name])
        at = ALPHABET.index(part) if name == "price" else int(part)
        values[at] = _moved(values[at], knob, steps)
        table[name] = tuple(values)
    return sound(table)


def sound(table: Mapping[str, Any]) -> Weights:
    """Return weights, with nought for those that must not be negative and are."""
    values = dict(table)
    for name in _NEVER_NEGATIVE:
        value = values[name]
        values[name] = (
            tuple(max(x, 0.0) for x in value) if isinstance(value, tuple) else max(value, 0.0)
        )
    return Weights(**values)


def _moved(value: float, knob: Knob, steps: float) -> float:
    return value * math.exp(knob.step * steps) if knob.log else value + knob.step * steps


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
