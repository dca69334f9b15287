"""Word lists that a user adds under a name, in the folder where `words.named` looks for them."""

from __future__ import annotations

import gzip
import json
from contextlib import AbstractContextManager
from pathlib import Path

from patience.encodings import why
from patience.errors import FileError, LexiconError, unknown
from patience.files.locks import locked
from patience.files.text import is_reserved, make_folder, write_bytes
from patience.game.alphabet import faces
from patience.words.lexicon import Lexicon, available
from patience.words.named import NAME, added_folder

# Of compression: at 9 millions of words take eight seconds, for files that are hardly smaller.
_LEVEL = 6
# Writing a list takes less than a second; a network disk may take longer.
_LOCK_SECONDS = 30.0


def add_lexicon(name: str, lexicon: Lexicon, source: str) -> Path:
    """Store the words of a lexicon under a name of their own; return the folder.

    Parameters
    ----------
    name : str
        Small letters and digits, in parts joined by hyphens.
    lexicon : Lexicon
    source : str
        Where the words come from.

    Raises
    ------
    LexiconError
        If the name is not one, or taken.
    FileError
        If the folder cannot be written to.
    """
    if not NAME.fullmatch(name):
        raise LexiconError(f"{name!r} is not a lexicon name: use lower-case letters, such as de")
    if is_reserved(name):
        raise LexiconError(f"no file of Windows can be called {name}: take another name")
    _check_new(name)
    folder, words = added_folder(), lexicon.words
    about = {
        "name": name,
        "description": f"{source}: {len(words):,} words",
        "licence": "",
        "source": source,
        "alphabet": lexicon.alphabet.name or None,
        "words": {"count": len(words), "sha256": words.sha256},
    }
    text = faces(words.alphabet.decoded(words.text[:-1]))  # as people write them
    packed = gzip.compress(text.encode(), _LEVEL, mtime=0)
    make_folder(folder)
    with _alone(folder):
        _check_new(name)
        write_bytes(folder / f"{name}.txt.gz", packed)
        # A list exists once its description does, so none is ever half there.
        write_bytes(folder / f"{name}.json", json.dumps(about, ensure_ascii=False).encode())
    return folder


def _check_new(name: str) -> None:
    if name in available():
        raise LexiconError(f"a lexicon {name} already exists: take another name, or remove it")


def _alone(folder: Path) -> AbstractContextManager[None]:
    """Let no other process add or remove a list of the folder meanwhile."""
    taken = f"{folder} is in use: another command adds or removes a lexicon; try again"
    return locked(folder / ".lock", taken, seconds=_LOCK_SECONDS)


def added_lexicons() -> list[str]:
    """Return the names of the lists that the user has added."""
    return sorted(path.stem for path in added_folder().glob("*.json"))


def remove_lexicon(name: str) -> None:
    """Remove a list that the user has added.

    Raises
    ------
    LexiconError
        If there is no such list.
    FileError
        If its files cannot be removed.
    """
    folder, mine = added_folder(), added_lexicons()
    if name not in mine:
        raise LexiconError(
            unknown("lexicon of your own", name, mine) if mine else "you have not added a lexicon"
        )
    try:
        with _alone(folder):
            (folder / f"{name}.json").unlink()
            (folder / f"{name}.txt.gz").unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"lexicon {name} in {folder} cannot be removed: {why(error)}") from None
