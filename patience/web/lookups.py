"""What the page looks up: the record of a puzzle, and a word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from patience import records
from patience.question.spec import Spec
from patience.words.accents import spelled_forms
from patience.words.lexicon import Lexicon, load, origins


def best_known(asked: Spec) -> tuple[str | None, int | None]:
    """Return the name of a puzzle that ships, and its least cost in the records; else None.

    A record stands with words that the players add, and with words barred that it does not use.
    """
    found = records.of(replace(asked, conventions=asked.conventions.without_own_words()))
    if found is None:
        return None, None
    uses = {run.text for run in found.report.words}
    stands = found.valid and not uses.intersection(asked.conventions.ban)
    return found.name, found.cost if stands else None


def word(asked: Spec, lexicon: Lexicon, text: str) -> dict[str, Any]:
    """Return whether a word is in the list and may be laid, how people write it, and its origins.

    The list is that without the players' own words.
    """
    text = lexicon.alphabet.spelled(text)
    name, conventions, how = asked.vocabulary
    listed = load(name, conventions.without_own_words(), how)
    found = origins(name, text)
    return {
        "word": text,
        "listed": text in listed,
        "allowed": text in lexicon,
        "forms": spelled_forms(text, name),
        "origins": [{"kinds": kinds, "lemmas": lemmas} for kinds, lemmas in found.items()],
    }
