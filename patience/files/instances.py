"""Instances: puzzles as TOML files, shipped or the player's."""

from __future__ import annotations

import dataclasses
import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from patience.encodings import STREAM, naming, read_toml
from patience.errors import FileError, GridError, Note, PuzzleError, unknown
from patience.files.grids import GridFile, read_grid
from patience.game.alphabet import LATIN, Alphabet
from patience.game.grid import Grid
from patience.game.puzzle import GOALS, Frame
from patience.question.catalogue import TILE_SETS
from patience.question.fields import Question
from patience.question.resolve import resolve
from patience.question.spec import Spec
from patience.shipped import data_dir
from patience.tables import checked
from patience.words.lexicon import available
from patience.words.reading import How

_SIZE = re.compile(r"\d+\s*[xX*\u00d7]\s*\d+")


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
    path = instance_path(name_or_path)
    with naming(str(path)):
        return instance_of(read_toml(path), path.parent)


def shipped_instances() -> list[str]:
    """Return the names of the shipped instances."""
    return sorted(path.stem for path in data_dir("instances").glob("*.toml"))


def is_shipped(name: str) -> bool:
    """Tell whether an instance ships under a name, such as ``mini/4x4-1``."""
    return os.path.isfile(_shipped_path(name))


def _shipped_path(name: str) -> Path:
    return data_dir("instances") / f"{name}.toml"


def instance_path(name_or_path: str | Path) -> Path:
    """Return the path of an instance, whether or not it exists."""
    path = Path(name_or_path)
    if path.suffix or os.path.exists(path):
        return path
    if not is_shipped(str(name_or_path)):
        raise FileError(unknown("instance", str(name_or_path), shipped_instances()))
    return _shipped_path(str(name_or_path))


def instance_or_grid(name_or_path: str, given: Callable[[], Spec] = Spec) -> Spec | GridFile:
    """Read an instance, or a grid that is the start of a puzzle.

    The argument is the name of a shipped instance, a TOML file, a grid file, or ``-`` for a grid on
    the standard input. What flags say, `given`, decides between two readings of a grid.

    Raises
    ------
    PatienceError
        If it is none of these; the message suggests what was probably meant.
    """
    path = Path(name_or_path)
    is_name = name_or_path != STREAM and not os.path.exists(path)
    if is_name and not is_shipped(name_or_path) and (meant := _meant(name_or_path)):
        raise FileError(f"no instance is called {name_or_path!r}; did you mean {meant}?")
    if is_name or path.suffix.lower() == ".toml" or path.is_dir():
        return load_instance(name_or_path)
    try:
        return read_grid(name_or_path, given())
    except GridError as error:
        with suppress(FileError):  # a TOML file may have any extension
            return load_instance(name_or_path)
        raise GridError(f"{error}; a puzzle is a grid to complete, or an instance (TOML)") from None


def instance_of(table: Mapping[str, Any], folder: Path) -> Spec:
    """Return the puzzle of an instance's TOML; paths in it are relative to `folder`.

    Raises
    ------
    PatienceError
        If an entry is unknown or invalid.
    """
    question = checked(table, Question)
    if question.start.rows is not None and question.start.file is not None:
        raise PuzzleError("[start] has rows and a file: give one of them")
    question = replace(question, lexicon=question.lexicon and _lexicon(question.lexicon, folder))

    def board(name: str, alphabet: Alphabet) -> Grid:
        file = _plain_grid(folder / name, alphabet)
        return file.layout or file.grid

    spec = resolve(question, folder, board)
    if spec.goal is None:
        raise PuzzleError(f"no goal: write goal = one of {', '.join(GOALS)}")
    if question.start.file is None:
        return spec
    start = _plain_grid(folder / question.start.file, spec.alphabet or LATIN).grid
    return dataclasses.replace(spec, start=start)


def instance_text(spec: Spec) -> str:
    """Return a frame or a compact grid as the TOML of an instance; files by their whole paths."""
    tiles, named = spec.tile_set, spec.lexicon_name
    within = spec.within and f"{spec.within[0]}x{spec.within[1]}"
    frame = spec.goal
    entries = {
        "title": spec.title,
        "goal": "frame" if isinstance(frame, Frame) else "compact",
        "frame": f"{frame.width}x{frame.height}" if isinstance(frame, Frame) else None,
        "within": within,
        # A set of jokers alone is written "?", as it has no letters to count.
        "tiles": tiles.counted() or "?",
        "jokers": tiles.jokers,
        "lexicon": named if named in available() else os.path.abspath(named),
        "difficulty": spec.difficulty,
        "unique": spec.unique,
    }
    lines = [f"{key} = {_toml(x)}" for key, x in entries.items() if x is not None]
    if spec.start is not None:
        lines += ["", "[start]", f"rows = {_toml(spec.start.rows)}"]
    filters = [f"{key} = {_toml(x)}" for key, x in spec.filters.items()]
    return "\n".join([*lines, *(["", "[lexicon_filter]", *filters] if filters else []), ""])


def _meant(text: str) -> str:
    """Return the flag for a value given without one, or an empty string."""
    if _SIZE.fullmatch(text):
        return "--frame " + re.sub(r"[^\d]+", "x", text)
    name = text.lower()
    flags = {"--": GOALS, "--tiles ": TILE_SETS, "--lexicon ": available()}
    return next((f"{flag}{name}" for flag, names in flags.items() if name in names), "")


def _toml(value: object) -> str:
    """Return a text, a number, yes or no, or a list of texts; TOML writes them as JSON does."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _lexicon(name: str, folder: Path) -> str:
    path = folder / name
    return str(path) if name not in available() and (path.suffix or os.path.exists(path)) else name


def _plain_grid(path: Path, alphabet: Alphabet) -> GridFile:
    """Read a grid, with an error for any ambiguity: an instance should need no guess."""
    file = read_grid(path, Spec(how=How(alphabet=alphabet.name or None)))
    guesses = [x for x in file.notes if not (isinstance(x, Note) and x.kind == "remark")]
    if guesses and file.layout is None:
        raise GridError(
            f"{path}: {'; '.join(guesses)}: an instance must be unambiguous: write it "
            "as 'patience show FILE --format text' does"
        )
    return file
