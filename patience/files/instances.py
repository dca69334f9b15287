"""Instances: puzzles as TOML files, shipped or the player's."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

from patience.arguments import checked_arguments
from patience.errors import FileError, GridError, PuzzleError, unknown
from patience.files.grids import GridFile, read_grid
from patience.files.spec import GOALS, Spec, goal_of, words
from patience.files.text import named, read_toml
from patience.files.tilesets import tiles_of
from patience.game.alphabet import Alphabet
from patience.game.grid import Grid
from patience.game.puzzle import Goal, parse_size
from patience.shipped import data_dir
from patience.tables import checked
from patience.words.conventions import Conventions
from patience.words.lexicon import available


@checked_arguments
def load_instance(name_or_path: str | Path) -> Spec:
    """Read an instance.

    Parameters
    ----------
    name_or_path : str or Path
        A TOML file, or the name of a shipped instance. Paths in it are relative to its folder.

    Raises
    ------
    PatienceError
        If the instance does not exist, or an entry is unknown or invalid.
    """
    path = _instance_path(name_or_path)
    with named(str(path)):
        return instance_of(read_toml(path), path.parent)


def shipped_instances() -> list[str]:
    """Return the names of the shipped instances."""
    return sorted(path.stem for path in data_dir("instances").glob("*.toml"))


def _instance_path(name_or_path: str | Path) -> Path:
    path = Path(name_or_path)
    if path.suffix or os.path.exists(path):
        return path
    shipped = data_dir("instances") / f"{name_or_path}.toml"
    if not os.path.isfile(shipped):
        raise FileError(unknown("instance", str(name_or_path), shipped_instances()))
    return shipped


def instance_of(table: Mapping[str, Any], folder: Path) -> Spec:
    """Return the puzzle of an instance's TOML; paths in it are relative to `folder`.

    Raises
    ------
    PatienceError
        If an entry is unknown or invalid.
    """
    entries = checked(table, _Table)
    rules = checked(entries.get("rules", {}), _Rules, "[rules]")
    required, filters = rules.get("require"), dict(entries.get("lexicon_filter", {}))
    named_parts = filters.get("alphabet"), entries.get("tiles"), entries.get("lexicon")
    tiles, alphabet = tiles_of(*named_parts, folder)
    if alphabet.name:
        filters["alphabet"] = alphabet.name
    return Spec(
        goal=_goal(entries, folder, alphabet),
        within=parse_size(entries["within"]) if "within" in entries else None,
        tiles=tiles,
        jokers=entries.get("jokers"),
        lexicon=_lexicon(entries.get("lexicon"), folder),
        conventions=Conventions.from_mapping(filters, folder),
        connected=rules.get("connected"),
        distinct_words=rules.get("distinct_words"),
        require=None if required is None else words(required, alphabet),
        start=_start(checked(entries.get("start", {}), _Start, "[start]"), folder, alphabet),
    )


def _goal(table: _Table, folder: Path, alphabet: Alphabet) -> Goal:
    """Return the goal; a frame's size or a board's file implies it, and only one is allowed."""
    implied = [name for name in ("frame", "board") if name in table]
    named = {*implied, *([table["goal"]] if "goal" in table else [])}
    if len(named) > 1:
        raise PuzzleError(f"{' and '.join(sorted(named))}: a puzzle has one goal, keep one")
    if not named:
        raise PuzzleError(f"no goal: write goal = one of {', '.join(GOALS)}")
    size = parse_size(table["frame"]) if "frame" in table else None
    file = _plain_grid(folder / table["board"], alphabet) if "board" in table else None
    return goal_of(named.pop(), size, file and (file.layout or file.grid))


def _lexicon(name: str | None, folder: Path) -> str | None:
    if name is None or name in available():
        return name
    path = folder / name
    return str(path) if path.suffix or os.path.exists(path) else name


def _start(table: _Start, folder: Path, alphabet: Alphabet) -> Grid | None:
    if not table:
        return None
    if len(table) > 1:
        raise PuzzleError("[start] has rows and a file: give one of them")
    if "file" in table:
        return _plain_grid(folder / table["file"], alphabet).grid
    return Grid.parse("\n".join(table["rows"]), alphabet)


def _plain_grid(path: Path, alphabet: Alphabet) -> GridFile:
    """Read a grid, with an error for any ambiguity: an instance should need no guess."""
    file = read_grid(path, Spec(conventions=Conventions(alphabet=alphabet.name or None)))
    if file.notes and file.layout is None:
        raise GridError(
            f"{path}: {'; '.join(file.notes)}: an instance must be unambiguous: write it "
            "as 'patience show FILE --format text' does"
        )
    return file


class _Table(TypedDict, total=False):
    goal: str
    frame: str
    within: str
    board: str
    tiles: str
    jokers: int
    lexicon: str
    rules: dict[str, Any]
    lexicon_filter: dict[str, Any]
    start: dict[str, Any]


class _Rules(TypedDict, total=False):
    """The table ``[rules]``."""

    connected: bool
    distinct_words: bool
    require: list[str]


class _Start(TypedDict, total=False):
    """The table ``[start]``."""

    rows: list[str]
    file: str
