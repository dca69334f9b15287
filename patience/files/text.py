"""Text in and out: files read whole, and written whole or not at all."""

from __future__ import annotations

import os
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

# On the command line this name means the standard input or output.
STREAM = "-"

# No grid, tile set or instance comes near it: what is larger is another kind of file.
MAX_BYTES = 4_000_000


def called(path: str | Path) -> str:
    """Return what messages call a file."""
    return "standard input" if str(path) == STREAM else str(path)


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
        raise FileError(f"{name} is larger than {MAX_BYTES:,} bytes: not a file of this kind")
    return data


def read_text(path: str | Path) -> str:
    """Read a text file; errors are those of `read_bytes` and `decoded`."""
    return decoded(read_bytes(path), path).text


def decoded(data: bytes, path: str | Path) -> Decoded:
    """Return the text that a file's bytes are in any usual encoding.

    Raises
    ------
    FileError
        If they are no text, or nothing but space.
    """
    name, found = called(path), decode(data)
    if found is None:
        raise FileError(f"{name} is not text: save it as text in UTF-8")
    if not found.text.strip():
        raise FileError(f"{name} is empty")
    return found


def read_toml(path: str | Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises
    ------
    FileError
        If it cannot be read or is no TOML.
    """
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also of a number of thousands of digits
        raise FileError(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise FileError(f"{path} is not TOML: its brackets are nested too deep") from None


def check_writable(path: str | Path) -> None:
    """Refuse a path that nothing can be written to, before a long search is spent on it.

    Raises
    ------
    FileError
        If the folder is missing or takes no files, or the path is a folder.
    """
    target = Path(path)
    try:
        if target.is_dir():
            raise FileError(f"{path} is a folder: name a file to write")
        if _is_special(target):
            return
        with tempfile.TemporaryFile(dir=_real(target).parent):
            pass
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def write_text(path: str | Path, text: str) -> None:
    """Write a text file whole or not at all; errors are those of `write_bytes`."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file whole or not at all: what was there stays until all is on the disk.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    target = Path(path)
    try:
        if _is_special(target):
            target.write_bytes(data)
        else:
            _replace(_real(target), data)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def unwritable(path: str | Path, error: OSError | ValueError) -> FileError:
    """Say that a file or folder cannot be written, and why."""
    return FileError(f"{path} cannot be written: {why(error)}")


def _replace(target: Path, data: bytes) -> None:
    """Write a file beside the target, then let it take the target's place."""
    beside = target.with_name(f".patience-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with open(beside, "xb") as file:  # with the permissions that any new file gets
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
    """Follow a link, so that the file behind it is replaced and not the link."""
    return path.resolve()


def _is_special(path: Path) -> bool:
    """Tell whether a path is a device or pipe, which nothing can take the place of."""
    return path.exists() and not path.is_file() and not path.is_dir()


def why(error: OSError | ValueError) -> str:
    """Say why a file cannot be read or written."""
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
    """Put a file's name before the message of an error in what it says."""
    try:
        yield
    except FileError:  # names its file already
        raise
    except PatienceError as error:
        if str(error).startswith(name):
            raise
        raise type(error)(f"{name}: {error}") from None
