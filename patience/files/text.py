"""File access: files are read whole, and written whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from patience.encodings import Decoded, decode
from patience.errors import FileError, PatienceError

# The standard input or output, on the command line.
STREAM = "-"

# No grid, tile set or instance is nearly as large.
MAX_BYTES = 4_000_000

# Windows keeps these for devices, whatever follows a dot.
_RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9¹²³])(\..*)?", re.IGNORECASE)


def called(path: str | Path) -> str:
    """Return the name of a file for messages."""
    return "standard input" if str(path) == STREAM else str(path) or "''"


def is_reserved(name: str) -> bool:
    """Tell whether no file or folder of Windows can have a name."""
    return _RESERVED.fullmatch(name) is not None


def read_bytes(path: str | Path) -> bytes:
    """Read a file, or the standard input if the path is ``-``.

    Raises
    ------
    FileError
        If it cannot be read or is too large.
    """
    name = called(path)
    try:
        if str(path) == STREAM:
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise FileError(f"{name} cannot be read: {why(error)}") from None
    if len(data) > MAX_BYTES:
        raise FileError(f"{name} is larger than {MAX_BYTES:,} bytes, too large for such a file")
    return data


def read_text(path: str | Path) -> str:
    """Read a text file; errors are those of `read_bytes` and `decoded`."""
    return decoded(read_bytes(path), path).text


def decoded(data: bytes, path: str | Path) -> Decoded:
    """Decode the content of a file in any usual encoding.

    Raises
    ------
    FileError
        If it is not text, or only white space.
    """
    name, found = called(path), decode(data)
    if found is None:
        raise FileError(f"{name} is not text: save it as text in UTF-8", "not-text")
    if not found.text.strip():
        raise FileError(f"{name} is empty", "empty")
    return found


def read_toml(path: str | Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises
    ------
    FileError
        If it cannot be read or is not TOML.
    """
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # includes numbers with thousands of digits
        raise FileError(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise FileError(f"{path} is not TOML: its brackets are nested too deep") from None


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
        with tempfile.TemporaryFile(dir=_real(target).parent):
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
            _replace(_real(target), data)


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


def _real(path: Path) -> Path:
    """Follow a link, so that its target is replaced and not the link."""
    return path.resolve()


def _is_special(path: Path) -> bool:
    """Tell whether a path is a device or pipe, which cannot be replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def why(error: OSError | ValueError) -> str:
    """Return why a file cannot be read or written."""
    match error:
        case FileNotFoundError():
            return "there is no such file or folder"
        case IsADirectoryError():
            return "it is a folder"
        case OSError():
            return error.strerror or str(error)
    return str(error)


@contextmanager
def named(name: str) -> Iterator[None]:
    """Prefix the message of a `PatienceError` with a file's name."""
    try:
        yield
    except FileError:  # already names its file
        raise
    except PatienceError as error:
        if str(error).startswith(name):
            raise
        error.args = (f"{name}: {error}",)
        raise
