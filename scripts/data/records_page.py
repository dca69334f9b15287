"""The tables of the pages of records, from the best known grids and the records of others.

python -m scripts.data.records_page     write them between the marks of the pages, and records.json
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from patience import records
from patience.encodings import read_toml
from patience.files.grids import GridFile, read_grid
from patience.files.text import write_text
from patience.game.puzzle import Puzzle
from patience.question.header import question_of, to_header
from patience.question.spec import Spec
from patience.records import Record
from patience.referee import verify
from patience.render.json import rows_json
from patience.render.language import language
from patience.render.text import cost_phrase, size_phrase
from patience.render.wording import vocabulary
from patience.words.lexicon import TIERS, Lexicon, load
from scripts.common import ROOT, execute

FOLDER = ROOT / "instances" / "records"
JSON = FOLDER / "records.json"
PAGES = {code: ROOT / "docs" / code / "records.md" for code in ("en", "fr")}

_MARKS = r"(<!-- {0} -->\n).*(<!-- end of {0} -->)"
_TEXTS: Mapping[str, Mapping[str, Any]] = {
    "en": {
        "tables": ("puzzle", "best known", "proven", "found after", "command"),
        "others": ("question", "published", "ours", "proven", "words", "run"),
        "best": "best",
        "bound": "not below {}",
        "none": "none known to us",
    },
    "fr": {
        "tables": ("problème", "record", "prouvé", "trouvé après", "commande"),
        "others": ("question", "publié", "ici", "prouvé", "mots", "durée"),
        "best": "optimal",
        "bound": "pas moins de {}",
        "none": "rien à notre connaissance",
    },
}


@dataclass(frozen=True)
class Other:
    """A question that others ask: its texts, what is published, and our grid."""

    name: str
    asked: Mapping[str, Any]
    file: GridFile
    puzzle: Puzzle
    lexicon: Lexicon
    cost: int

    @property
    def bound(self) -> int:
        """What is proven, by the search or by a certificate that ships."""
        return records.proven(self.file, self.puzzle, self.lexicon)

    def to_json(self) -> dict[str, Any]:
        """Return the question and all that is known of it."""
        lexicon = self.lexicon
        name = Path(lexicon.name).name
        return {
            "name": self.name,
            "asked": self.asked["en"],
            "published": self.asked.get("published"),
            "question": question_of(self.file.header),
            "words": {"name": name, "sha256": lexicon.sha256, "words": len(lexicon)},
            "cost": self.cost,
            "bound": self.bound,
            "rows": rows_json(self.file.grid),
            "found": {key: self.file.header[key] for key in records.FOUND},
            "file": self.asked.get("grid", f"{self.name}.txt"),
        }


@click.command()
def make() -> None:
    """Write the tables into the pages, and the file beside the grids."""
    write_text(JSON, records_json())
    for code, page in PAGES.items():
        write_text(page, with_tables(page.read_text("utf-8"), code))


@cache
def others() -> tuple[Other, ...]:
    """Return the records of others, with our grids judged anew."""
    published = read_toml(FOLDER / "published.toml")
    return tuple(_other(name, asked) for name, asked in published.items())


@cache
def _listed() -> list[Record]:
    """Return our records, in the order of the tables, judged anew."""
    return sorted(map(records.read, records.names()), key=lambda x: (x.lexicon, x.name))


def records_json() -> str:
    """Return the records of others as JSON, a line for each."""
    lines = [json.dumps(each.to_json(), ensure_ascii=False) for each in others()]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def with_tables(page: str, code: str) -> str:
    """Return a page with the tables of today, in its language."""
    head, tables = _head(code, "tables"), ""
    for _, (first, *more) in groupby(_listed(), lambda x: x.lexicon):
        rows = "".join(_row(x, code) for x in (first, *more))
        tables += f"\n### {_words(first, code)}\n\n{head}{rows}"
    asked = _head(code, "others") + "".join(_other_row(x, code) for x in others())
    return _marked(_marked(page, "tables", tables), "others", "\n" + asked)


def _words(record: Record, code: str) -> str:
    """Return the lexicon of a record with its conventions, those of a tier too."""
    name = record.file.header["lexicon"]
    agreed = to_header(Spec(conventions=TIERS[name].conventions)) if name in TIERS else {}
    _, *limits = vocabulary({**agreed, **record.file.header}, language(code))
    return ", ".join([name, *limits])


def _head(code: str, table: str) -> str:
    names = _TEXTS[code][table]
    return f"| {' | '.join(names)} |\n|{'---|' * len(names)}\n"


def _marked(page: str, name: str, content: str) -> str:
    marks = re.compile(_MARKS.format(name), re.DOTALL)
    return marks.sub(lambda found: found[1] + content + "\n" + found[2], page)


def _other(name: str, asked: Mapping[str, Any]) -> Other:
    file = read_grid((FOLDER / asked.get("grid", f"{name}.txt")).resolve())
    spec = file.spec()
    puzzle, lexicon = spec.puzzle(), load(*spec.vocabulary)
    report = verify(puzzle, file.grid, lexicon)
    assert report.cost is not None, f"{name}: {report.violations}"
    return Other(name, asked, file, puzzle, lexicon, report.cost)


def _row(record: Record, code: str) -> str:
    assert record.cost is not None, f"{record.name} is no record"
    goal, found = record.puzzle.goal_name, record.found
    cells = (
        f"`{record.name}`, {goal} {size_phrase(record.size)}",
        cost_phrase(record.puzzle, record.cost, language(code)),
        _proven(record.cost, record.bound, code),
        f"{_seconds(found['seconds'], code)}, {found['date']}",
        f"`{found['command']}`",
    )
    return f"| {' | '.join(cells)} |\n"


def _other_row(other: Other, code: str) -> str:
    texts, file = _TEXTS[code], Path(other.file.name).name
    cells = (
        other.asked[code],
        "; ".join(_published(other.asked, code)) or texts["none"],
        f"{cost_phrase(other.puzzle, other.cost, language(code))} (`{file}`)",
        _proven(other.cost, other.bound, code),
        f"`{Path(other.lexicon.name).name}`",
        _seconds(other.file.header["seconds"], code),
    )
    return f"| {' | '.join(cells)} |\n"


def _published(asked: Mapping[str, Any], code: str) -> Iterator[str]:
    if told := asked.get("published"):
        told = {**told, **told.get(code, {})}
        yield f"{told['figure']}, {told['words']} ([{told['by']}]({told['where']}))"
        if "later" in told:
            yield told["later"]


def _seconds(text: str, code: str) -> str:
    return f"{text.replace('.', language(code)('point'))} s"


def _proven(cost: int, bound: int, code: str) -> str:
    texts = _TEXTS[code]
    return str(texts["best"] if cost == bound else texts["bound"].format(bound))


if __name__ == "__main__":
    execute(make)
