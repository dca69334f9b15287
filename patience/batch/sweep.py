"""Sweeps: one TOML file for every combination of its lists."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from patience.errors import PatienceError, PuzzleError
from patience.files.instances import instance_of
from patience.question.fields import Swept
from patience.question.spec import Spec
from patience.result import SEEDS
from patience.tables import checked

# The table that makes a TOML file a sweep.
SWEEP = "sweep"

# Most seeds of a batch: more are a typing error.
MAX_SEEDS = 1_000_000

# Numbered tile sets, such as the rolls of dice: q-less-1..1000.
_RANGE = re.compile(r"(.*-)(\d{1,9})\.\.(\d{1,9})")

# Most sets of a range: more are a typing error.
MAX_RANGE = 100_000


class Sweep(NamedTuple):
    """The named puzzles of a sweep, the errors of its other combinations, and its seeds."""

    puzzles: list[tuple[str, Spec]]
    faults: list[str]
    seeds: tuple[int, ...] | None


def read_sweep(source: str, table: Mapping[str, Any]) -> Sweep:
    """Read all combinations of a sweep, each named by its parts.

    Parameters
    ----------
    source : str
        Path of the file, for messages and for relative paths in it.
    table : mapping
        Content of the file.

    Raises
    ------
    PuzzleError
        If the file is no valid sweep.
    """
    sweep = checked(table, Swept, f"{source}:").sweep
    sets = [each for text in _or_none(sweep.tiles) for each in _numbered(source, text)]
    lists = [sweep.goals or [], sets, _or_none(sweep.lexicons)]
    if not all(lists):
        raise PuzzleError(f"{source}: [sweep] goals, tiles, lexicons: list at least one of each")
    common = {key: value for key, value in table.items() if key != SWEEP}
    read = Sweep([], [], None if sweep.seeds is None else _seeds(source, sweep.seeds))
    for goal, tiles, lexicon in itertools.product(*lists):
        name = "-".join(Path(part).stem for part in (goal, tiles, lexicon) if part)
        given = {"tiles": tiles, "lexicon": lexicon}
        try:
            entry = {**common, **_goal_entry(goal), **{k: v for k, v in given.items() if v}}
            read.puzzles.append((name, instance_of(entry, Path(source).parent)))
        except PatienceError as error:
            read.faults.append(f"{source}: {name}: {error}")
    return read


def _or_none(names: list[str] | None) -> list[str]:
    """Return a list of a sweep; without one there is one choice, the default."""
    return [""] if names is None else names


def _numbered(source: str, text: str) -> list[str]:
    """Return the sets of a range such as ``q-less-1..1000``, or the text itself."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return [text]
    first, last = int(found[2]), int(found[3])
    if not first <= last < first + MAX_RANGE:
        raise PuzzleError(
            f"{source}: [sweep] tiles {text!r}: write the first and the last number, "
            f"at most {MAX_RANGE:,} of them"
        )
    return [f"{found[1]}{number}" for number in range(first, last + 1)]


def _seeds(source: str, seeds: int | list[int]) -> tuple[int, ...]:
    if isinstance(seeds, int) and 0 < seeds <= MAX_SEEDS:
        return tuple(range(seeds))
    if isinstance(seeds, list) and seeds and all(0 <= seed < SEEDS for seed in seeds):
        return tuple(seeds)
    raise PuzzleError(
        f"{source}: [sweep] seeds: give their number (at most {MAX_SEEDS:,}) or a list of them"
    )


def _goal_entry(text: str) -> dict[str, str]:
    """Parse ``frame 9x7``, ``compact``, ``compact 9x12`` (size of the table) or ``board FILE``."""
    goal, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if goal in {"frame", "board"} and rest:
        return {goal: rest}
    if goal == "compact":
        return {"goal": goal, **({"within": rest} if rest else {})}
    raise PuzzleError(
        f"goal {text!r}: write 'frame 9x7', 'compact', 'compact 9x12' or 'board FILE'"
    )
