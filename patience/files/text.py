"""Files are written whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from patience.encodings import why
from patience.errors import FileError

# Windows keeps these for devices, whatever follows a dot.
_RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9¹²³])(\..*)?", re.IGNORECASE)


def is_reserved(name: str) -> bool:
    """Tell whether no file or folder of Windows can have a name."""
    return _RESERVED.fullmatch(name) is not None


def check_writable(path: str | Path) -> None:
    """Raise if a path is not writable, before a long search is spent on it.

    Raises
    ------
    FileError
        If the path is a folder, or its folder is missing or not writable.
    """
    target = Path(path)
    with writing(path):
        if target.is_dir():
            raise FileError(f"{path} is a folder: name a file to write")
        if _is_special(target):
            return
        with tempfile.TemporaryFile(dir=target.resolve().parent):
            pass


def write_text(path: str | Path, text: str) -> None:
    """Write a text file whole or not at all; errors are those of `write_bytes`."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file atomically: the old content stays until the new one is on disk.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    target = Path(path)
    with writing(path):
        if _is_special(target):
            target.write_bytes(data)
        else:
            _replace(target.resolve(), data)  # of a link what it leads to


def make_folder(path: Path) -> None:
    """Create a folder, and those above it, if it does not exist; errors are those of `writing`."""
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Raise a FileError if the system does not write a file or folder."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise FileError(f"{path} cannot be written: {why(error)}") from None


def _replace(target: Path, data: bytes) -> None:
    """Write a temporary file beside the target and rename it."""
    beside = target.with_name(f".patience-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with open(beside, "xb") as file:  # with the default permissions of a new file
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(beside, target.stat().st_mode & 0o777)
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _is_special(path: Path) -> bool:
    """Tell whether a path is a device or pipe, which cannot be replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()
