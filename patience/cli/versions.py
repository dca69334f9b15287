"""The output of ``patience --version``, without loading lexicon or engines."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from patience.question.spec import DEFAULT_LEXICON
from patience.solve import ENGINES
from patience.version import program_version
from patience.words.lexicon import available


def versions() -> list[str]:
    """Return one line each for the program, its lexicon and its engines."""
    try:  # the library that determines an engine's speed and outcome
        ortools = version("ortools")
    except PackageNotFoundError:
        ortools = "is missing"
    return [
        f"patience {program_version()}",
        f"lexicon {DEFAULT_LEXICON}: {available()[DEFAULT_LEXICON]}",
        f"engines: {', '.join(ENGINES)}".replace("cpsat", f"cpsat (ortools {ortools})"),
    ]
