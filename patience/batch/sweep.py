"""Sweeps: one TOML file that stands for every combination of its lists."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from patience.errors import PatienceError, PuzzleError
from patience.files.instances import instance_of
from patience.files.spec import Spec

# What marks a TOML file as a sweep, and the lists that it may hold beside an instance's own tables.
SWEEP = "sweep"
_SWEPT = ("goals", "tiles", "lexicons")
_COMMON = ("jokers", "rules", "lexicon_filter")


# Seeds of one batch: more are a slip of the keyboard.
MAX_SEEDS = 1_000_000

# What a sweep's puzzles are called: by their parts, or by a number.
_PARTS = ("goal", "tiles", "lexicon", "n")
_FIELD = re.compile(r"\{(\w*)\}")


class Sweep(NamedTuple):
    """The puzzles of a sweep under their names, what is wrong with the others, its seeds."""

    puzzles: list[tuple[str, Spec]]
    faults: list[str]
    seeds: tuple[int, ...] | None


def read_sweep(source: str, table: Mapping[str, Any], pattern: str | None = None) -> Sweep:
    """Read every combination that a sweep names.

    Parameters
    ----------
    source : str
        The file, for messages and for the files that it names.
    table : mapping
        What stands in it.
    pattern : str, optional
        How the puzzles are called, such as ``"hand-{n}"``: its fields are ``{goal}``, ``{tiles}``,
        ``{lexicon}`` and ``{n}``, a number from 1. It overrides the sweep's own ``name``. By
        default a puzzle is called by its parts.

    Raises
    ------
    PuzzleError
        If it is no sweep.
    """
    sweep = table[SWEEP]
    unknown = [key for key in table if key not in {SWEEP, *_COMMON}]
    if not isinstance(sweep, dict):
        raise PuzzleError(f"{source}: [sweep] is a table of lists: {', '.join(_SWEPT)}, seeds")
    unknown += [f"[sweep] {key}" for key in sweep if key not in {*_SWEPT, "seeds", "name"}]
    if unknown:
        raise PuzzleError(
            f"{source}: unknown key {unknown[0]!r}; [sweep] takes {', '.join(_SWEPT)}, seeds and "
            f"name, and beside it a sweep takes {', '.join(_COMMON)}"
        )
    lists = [_texts(source, key, sweep.get(key)) for key in _SWEPT]
    name_of = _names(source, sweep.get("name") if pattern is None else pattern)
    common = {key: table[key] for key in _COMMON if key in table}
    read = Sweep([], [], None if "seeds" not in sweep else _seeds(source, sweep["seeds"]))
    for number, (goal, tiles, lexicon) in enumerate(itertools.product(*lists), 1):
        name = name_of(goal, tiles, lexicon, number)
        said = {"tiles": tiles, "lexicon": lexicon}
        try:
            entry = {**common, **_goal_entry(goal), **{k: v for k, v in said.items() if v}}
            read.puzzles.append((name, instance_of(entry, Path(source).parent)))
        except PatienceError as error:
            read.faults.append(f"{source}: {name}: {error}")
    return read


def _names(source: str, pattern: object) -> Callable[[str, str, str, int], str]:
    """Return what names a combination; a pattern without any field gets the number at its end."""
    if pattern is None:
        return lambda *parts: "-".join(Path(part).stem for part in parts[:3] if part)
    if not isinstance(pattern, str) or not pattern.strip():
        raise PuzzleError(f"{source}: [sweep] name: write a text, such as 'hand-{{n}}'")
    unknown = [field for field in _FIELD.findall(pattern) if field not in _PARTS]
    if unknown:
        fields = ", ".join(f"{{{part}}}" for part in _PARTS)
        raise PuzzleError(f"{source}: name {pattern!r}: {{{unknown[0]}}} is none of {fields}")
    if not _FIELD.search(pattern):
        pattern += "-{n}"

    def name_of(goal: str, tiles: str, lexicon: str, number: int) -> str:
        stems = [Path(part).stem for part in (goal, tiles, lexicon)]
        parts = dict(zip(_PARTS, [*stems, str(number)], strict=True))
        return _FIELD.sub(lambda field: parts[field[1]], pattern)

    return name_of


def _texts(source: str, key: str, values: object) -> list[str]:
    """Return a sweep's list; only the goals have no default."""
    if values is None and key != "goals":
        return [""]
    if not isinstance(values, list) or not values or not all(isinstance(v, str) for v in values):
        raise PuzzleError(f"{source}: [sweep] {key}: write a list of texts, at least one")
    return values


def _seeds(source: str, value: object) -> tuple[int, ...]:
    if type(value) is int and 0 < value <= MAX_SEEDS:
        return tuple(range(value))
    if isinstance(value, list) and value and all(type(v) is int and 0 <= v < 2**31 for v in value):
        return tuple(value)
    raise PuzzleError(
        f"{source}: [sweep] seeds: write how many (at most {MAX_SEEDS:,}), or a list of them"
    )


def _goal_entry(text: str) -> dict[str, str]:
    """Read ``frame 9x7``, ``compact``, ``compact 9x12`` (a table's sides) or ``board FILE``."""
    goal, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    match goal:
        case "frame" if rest:
            return {"frame": rest}
        case "board" if rest:
            return {"board": rest}
        case "compact":
            return {"goal": "compact", **({"within": rest} if rest else {})}
    raise PuzzleError(
        f"goal {text!r}: write 'frame 9x7', 'compact', 'compact 9x12' or 'board FILE'"
    )
