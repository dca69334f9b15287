"""Other languages: the Scrabble sets with the lexicons of their languages, 9x7 and compact.

French and English ship; another language has words once `patience lexicon add` kept a list under
its name. A language without words is skipped with a notice.
"""

from __future__ import annotations

from collections.abc import Iterator

from patience.game.alphabet import languages
from patience.question.catalogue import named
from patience.words.lexicon import available
from scripts.bench.ladder import Rung
from scripts.common import tell


def rungs() -> Iterator[Rung]:
    """Yield two puzzles per set: 9x7, and all tiles in a compact grid."""
    for language, about in languages().items():
        if language not in available():
            tell(f"{about['name']}: no words yet; {about['words']['how']}")
            continue
        for name in about["sets"]:
            yield Rung((9, 7), name, named(name), {}, language)
            yield Rung(None, name, named(name), {}, language)
