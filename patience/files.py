"""Files: grids, tile sets and instances read from disk; results written, whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from patience import tiles
from patience.data import data_dir
from patience.errors import FileError, PatienceError, PuzzleError, TileError
from patience.grid import Grid
from patience.lexicon import available
from patience.puzzle import Goal, parse_size
from patience.spec import GOALS, Spec, goal_of, words
from patience.tiles import ALPHABET, TileSet
from patience.vocabulary import Conventions, unknown

# On the command line this name means the standard input or output.
STREAM = "-"

# No grid, tile set or instance comes near it: what is larger is another kind of file.
MAX_BYTES = 4_000_000


class GridFile(NamedTuple):
    """A grid as read, with the ``; key: value`` lines above it (keys in lower case)."""

    name: str
    folder: Path
    grid: Grid
    header: dict[str, str]

    def spec(self) -> Spec:
        """Return what the header says of the puzzle."""
        with _named(self.name):
            return Spec.from_header(self.header, self.grid, self.folder)


# ---- grids --------------------------------------------------------------------------------------


def read_grid(path: str | Path) -> GridFile:
    """Read a grid.

    Parameters
    ----------
    path : str or Path
        A file, or ``-`` for the standard input.

    Raises
    ------
    FileError
        If the file cannot be read or is no text.
    GridError
        If its text is no grid.
    """
    return next(_grids_in(path, whole=True))


def read_grids(path: str | Path) -> list[GridFile]:
    """Read a file that may hold several grids, each below comment lines of its own.

    Parameters and errors are those of `read_grid`.
    """
    return list(_grids_in(path, whole=False))


def _grids_in(path: str | Path, *, whole: bool) -> Iterator[GridFile]:
    """Yield the grids of a file; as a single one if it is to be taken as a `whole`."""
    name = "standard input" if str(path) == STREAM else str(path)
    text = read_text(path)
    parts = [text] if whole else _parts(text)
    for number, part in enumerate(parts, 1):
        label = name if len(parts) == 1 else f"{name}, grid {number}"
        with _named(label):
            yield GridFile(label, Path(path).parent, Grid.parse(part), _header(part))


def _parts(text: str) -> list[str]:
    """Split a text before each comment line that follows an empty line below a grid.

    Comments at the very end belong to the last grid.
    """
    parts = [""]
    before = ""
    for line in text.splitlines(keepends=True):
        if line[:1] == ";" and not before.strip() and _has_cells(parts[-1]):
            parts.append("")
        parts[-1] += line
        before = line
    if len(parts) > 1 and not _has_cells(parts[-1]):
        last = parts.pop()
        parts[-1] += last
    return parts


def _has_cells(text: str) -> bool:
    return any(line.strip() and line[:1] != ";" for line in text.splitlines())


def _header(text: str) -> dict[str, str]:
    """Return the comment lines of the form ``; key: value``."""
    comments = (line[1:] for line in text.removeprefix("\ufeff").splitlines() if line[:1] == ";")
    pairs = (line.partition(":") for line in comments)
    return {key.strip().lower(): value.strip() for key, _, value in pairs if value.strip()}


# ---- tile sets ----------------------------------------------------------------------------------


def read_tiles(text: str, folder: Path = Path()) -> TileSet:
    """Read a tile set from its name, a TOML file, letters or a counted hand.

    Parameters
    ----------
    text : str
        What names no set and ends in ``.toml`` or contains a ``/`` is a file.
    folder : Path
        Where a relative file name starts.

    Raises
    ------
    TileError, FileError
        If it is none of these.
    """
    is_file = text.lower().endswith(".toml") or "/" in text or os.sep in text
    if not is_file or text in tiles.NAMED:
        return tiles.parse(text)
    path = folder / text
    with _named(str(path)):
        return _tiles_of(read_toml(path), path.stem)


def _tiles_of(table: Mapping[str, Any], name: str) -> TileSet:
    """Return the set that a TOML file describes."""
    _check_keys(table, {"name": str, "letters": str | dict, "jokers": int})
    letters = table.get("letters")
    if not letters:
        raise TileError('no letters: give letters = "AABC", "A2 B1 C1" or a table of counts')
    if isinstance(letters, dict):
        _check_keys(letters, dict.fromkeys(ALPHABET, int))
        counts = tuple(letters.get(x, 0) for x in ALPHABET)
    else:
        counts = tiles.parse(letters).counts
    return TileSet(table.get("name", name), counts, table.get("jokers", 0))


# ---- instances ----------------------------------------------------------------------------------

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
    with _named(str(path)):
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
    _check_keys(table, _KEYS)
    rules, start = table.get("rules", {}), table.get("start", {})
    _check_keys(rules, _RULES, "[rules] ")
    _check_keys(start, _START, "[start] ")
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


def _check_keys(table: Mapping[str, Any], kinds: Mapping[str, Any], where: str = "") -> None:
    """Refuse unknown keys and values of another kind."""
    for key, value in table.items():
        if key not in kinds:
            raise PuzzleError(where + unknown("key", key, kinds))
        # A bool is an int to Python, never to a player.
        if not isinstance(value, kinds[key]) or (isinstance(value, bool) and kinds[key] is int):
            raise PuzzleError(f"{where}{key}: {value!r} is not {_KIND_NAMES[kinds[key]]}")


_KIND_NAMES = {
    str: "a text in quotes",
    int: "a whole number",
    bool: "true or false",
    list: "a list in [ ]",
    dict: "a table",
    str | dict: "a text in quotes or a table",
}


# ---- text in and out ----------------------------------------------------------------------------


def read_text(path: str | Path) -> str:
    """Read a text file in UTF-8, or the standard input if the path is ``-``.

    Raises
    ------
    FileError
        If it cannot be read, is empty, too large or no text.
    """
    name = "standard input" if str(path) == STREAM else str(path)
    try:
        if str(path) == STREAM:
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise FileError(f"{name} cannot be read: {_why(error)}") from None
    if len(data) > MAX_BYTES:
        raise FileError(f"{name} is larger than {MAX_BYTES:,} bytes: not a file of this kind")
    if not data.strip():
        raise FileError(f"{name} is empty")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise FileError(f"{name} is not text in UTF-8")
    return text


def read_toml(path: str | Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises
    ------
    FileError
        If it cannot be read or is no TOML.
    """
    text = read_text(path)
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{path} is not TOML: {error}") from None


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
    """Write a file whole or not at all: what was there stays until all is on the disk.

    Raises
    ------
    FileError
        If it cannot be written.
    """
    target = Path(path)
    try:
        if _is_special(target):
            target.write_text(text, encoding="utf-8")
        else:
            _replace(_real(target), text)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def unwritable(path: str | Path, error: OSError | ValueError) -> FileError:
    """Say that a file or folder cannot be written, and why."""
    return FileError(f"{path} cannot be written: {_why(error)}")


def _replace(target: Path, text: str) -> None:
    """Write a file beside the target, then let it take the target's place."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _mode(target: Path) -> int:
    """Return the permissions of the file there, or those that a new one gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _real(path: Path) -> Path:
    """Follow a link, so that the file behind it is replaced and not the link."""
    return path.resolve()


def _is_special(path: Path) -> bool:
    """Tell whether a path is a device or pipe, which nothing can take the place of."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _why(error: OSError | ValueError) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file or folder"
        case IsADirectoryError():
            return "it is a folder"
        case OSError():
            return error.strerror or str(error)
    return str(error)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Put a file's name before the message of an error in what it says."""
    try:
        yield
    except FileError:  # names its file already
        raise
    except PatienceError as error:
        if str(error).startswith(name):
            raise
        raise type(error)(f"{name}: {error}") from None
