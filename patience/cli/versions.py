"""The output of ``patience --version``, without loading lexicon or engines."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from patience.question.spec import DEFAULT_LEXICON
from patience.solve import ENGINES
from patience.version import program_version
from patience.words.lexicon import available

# The library that determines an engine's speed and outcome.
_LIBRARIES = {"cpsat": "ortools"}


def versions() -> list[str]:
    """Return one line each for the program, its lexicon and its engines."""
    return [
        f"patience {program_version()}",
        f"lexicon {DEFAULT_LEXICON}: {available()[DEFAULT_LEXICON]}",
        f"engines: {', '.join(map(_engine, ENGINES))}",
    ]


def _engine(name: str) -> str:
    library = _LIBRARIES.get(name)
    if library is None:
        return name
    try:
        return f"{name} ({library} {version(library)})"
    except PackageNotFoundError:
        return f"{name} ({library} is missing)"
