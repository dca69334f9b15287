"""A puzzle by the name a player gives: a shipped instance, a TOML file, or a grid to complete."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

from patience.encodings import STREAM
from patience.errors import FileError, GridError
from patience.files.grids import GridFile, read_grid
from patience.files.instances import load_instance, shipped_instances
from patience.game.puzzle import GOALS
from patience.question.catalogue import TILE_SETS
from patience.question.spec import Spec
from patience.words.lexicon import available

_NOTHING = Spec()

_SIZE = re.compile(r"\d+\s*[xX*\u00d7]\s*\d+")


def read_puzzle(name_or_path: str, given: Spec = _NOTHING) -> Spec | GridFile:
    """Read an instance, or a grid that is the start of a puzzle.

    The argument is the name of a shipped instance, a TOML file, a grid file, or ``-`` for a grid on
    the standard input. The flags `given` decide between two readings of a grid.

    Raises
    ------
    PatienceError
        If it is none of these; the message suggests what was probably meant.
    """
    path = Path(name_or_path)
    if name_or_path != STREAM and not os.path.exists(path):
        meant = _meant(name_or_path)
        if meant and name_or_path not in shipped_instances():
            raise FileError(f"no instance is called {name_or_path!r}; did you mean {meant}?")
        return load_instance(name_or_path)
    if path.suffix.lower() == ".toml" or path.is_dir():
        return load_instance(name_or_path)
    try:
        return read_grid(name_or_path, given)
    except GridError as error:
        with suppress(FileError):  # a TOML file may have any extension
            return load_instance(name_or_path)
        raise GridError(f"{error}; a puzzle is a grid to complete, or an instance (TOML)") from None


def _meant(text: str) -> str:
    """Return the flag for a value given without one, or an empty string."""
    if _SIZE.fullmatch(text):
        return "--frame " + re.sub(r"[^\d]+", "x", text)
    name = text.lower()
    flags = {"--": GOALS, "--tiles ": TILE_SETS, "--lexicon ": available()}
    return next((f"{flag}{name}" for flag, names in flags.items() if name in names), "")
