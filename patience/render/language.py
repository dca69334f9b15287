"""The texts of pictures and pages: one catalogue per language, in `languages/`."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from patience.errors import PatienceError, unknown

ENGLISH = "en"
LANGUAGES = (ENGLISH, "fr")


@dataclass(frozen=True)
class Language:
    """A language's catalogue; called with a key, it returns the sentence."""

    code: str
    entries: Mapping[str, Any] = field(repr=False, compare=False)

    def __call__(self, key: str, **values: object) -> str:
        """Return a sentence with its fields filled in; `n` chooses between `one` and `many`."""
        entry = self.entries[key]
        if isinstance(entry, dict):
            entry = entry["one" if values["n"] in self.entries["singular"] else "many"]
        return str(entry.format(**values))

    def paragraphs(self, key: str) -> list[str]:
        """Return a longer text."""
        return list(self.entries[key])


@functools.cache
def language(code: str) -> Language:
    """Return a language's catalogue.

    Raises
    ------
    PatienceError
        If there is none.
    """
    if code not in LANGUAGES:
        raise PatienceError(unknown("language", code, LANGUAGES))
    text = (files("patience.render") / "languages" / f"{code}.toml").read_text("utf-8")
    return Language(code, tomllib.loads(text))
