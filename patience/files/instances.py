"""Instances: puzzles as TOML files, shipped or the player's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from patience.errors import FileError, PuzzleError
from patience.files.grids import read_grid
from patience.files.spec import GOALS, Spec, goal_of, words
from patience.files.tables import check_keys
from patience.files.text import named, read_toml
from patience.files.tilesets import read_tiles
from patience.game.grid import Grid
from patience.game.puzzle import Goal, parse_size
from patience.shipped import data_dir
from patience.words.conventions import Conventions, unknown
from patience.words.lexicon import available

_KEYS: dict[str, Any] = {
    "goal": str,
    "frame": str,
    "within": str,
    "board": str,
    "tiles": str,
    "jokers": int,
    "lexicon": str,
    "rules": dict,
    "lexicon_filter": dict,
    "start": dict,
}
_RULES: dict[str, Any] = {"connected": bool, "distinct_words": bool, "require": list}
_START: dict[str, Any] = {"rows": list, "file": str}


def load_instance(name_or_path: str | Path) -> Spec:
    """Read an instance.

    Parameters
    ----------
    name_or_path : str or Path
        A TOML file, or the name of a shipped instance. Files that it names are looked for from
        its own folder.

    Raises
    ------
    PatienceError
        If there is no such instance, or an entry of it is unknown or makes no sense.
    """
    path = _instance_path(name_or_path)
    with named(str(path)):
        return instance_of(read_toml(path), path.parent)


def shipped_instances() -> list[str]:
    """Return the names of the instances that ship with the package."""
    return sorted(path.stem for path in data_dir("instances").glob("*.toml"))


def _instance_path(name_or_path: str | Path) -> Path:
    path = Path(name_or_path)
    if path.suffix or path.exists():
        return path
    shipped = data_dir("instances") / f"{name_or_path}.toml"
    if not shipped.is_file():
        raise FileError(unknown("instance", str(name_or_path), shipped_instances()))
    return shipped


def instance_of(table: Mapping[str, Any], folder: Path) -> Spec:
    """Return the puzzle that an instance's TOML describes; files it names lie in `folder`.

    Raises
    ------
    PatienceError
        If an entry is unknown or makes no sense.
    """
    check_keys(table, _KEYS)
    rules, start = table.get("rules", {}), table.get("start", {})
    check_keys(rules, _RULES, "[rules] ")
    check_keys(start, _START, "[start] ")
    required = rules.get("require")
    return Spec(
        goal=_goal(table, folder),
        within=parse_size(table["within"]) if "within" in table else None,
        tiles=read_tiles(table["tiles"], folder) if "tiles" in table else None,
        jokers=table.get("jokers"),
        lexicon=_lexicon(table.get("lexicon"), folder),
        filters=Conventions.from_mapping(table.get("lexicon_filter", {}), folder).to_mapping(),
        connected=rules.get("connected"),
        distinct_words=rules.get("distinct_words"),
        require=None if required is None else words(_texts("[rules] require", required)),
        start=_start(start, folder),
    )


def _goal(table: Mapping[str, Any], folder: Path) -> Goal:
    """Return the goal; a frame's size or a board's file imply it, more than one contradict."""
    implied = [name for name in ("frame", "board") if name in table]
    named = {*implied, *([table["goal"]] if "goal" in table else [])}
    if len(named) > 1:
        raise PuzzleError(f"{' and '.join(sorted(named))} in one: a puzzle has one goal")
    if not named:
        raise PuzzleError(f"no goal: write goal = one of {', '.join(GOALS)}")
    size = parse_size(table["frame"]) if "frame" in table else None
    layout = read_grid(folder / table["board"]).grid if "board" in table else None
    return goal_of(named.pop(), size, layout)


def _lexicon(name: str | None, folder: Path) -> str | None:
    if name is None or name in available():
        return name
    path = folder / name
    return str(path) if path.suffix or path.exists() else name


def _start(table: Mapping[str, Any], folder: Path) -> Grid | None:
    if not table:
        return None
    if len(table) > 1:
        raise PuzzleError("[start] has rows and a file: give one of them")
    if "file" in table:
        return read_grid(folder / table["file"]).grid
    return Grid.parse("\n".join(_texts("[start] rows", table["rows"])))


def _texts(what: str, values: list[Any]) -> list[str]:
    if not all(isinstance(value, str) for value in values):
        raise PuzzleError(f"{what}: write a list of texts")
    return values
