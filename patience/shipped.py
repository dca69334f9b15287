"""Locations of the shipped word lists and instances."""

from __future__ import annotations

from pathlib import Path

from patience.errors import FileError


def data_dir(kind: str) -> Path:
    """Return the folder of the shipped ``"lexicons"`` or ``"instances"``.

    An installed package contains the folder; a checkout has it at the top level.

    Raises
    ------
    FileError
        If neither folder exists: the installation is incomplete.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / kind, package.parent / kind):
        if folder.is_dir():
            return folder
    raise FileError(f"no folder {kind!r} in {package} or beside it; install patience again")
