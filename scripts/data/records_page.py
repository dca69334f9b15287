"""The tables of docs/en/records.md, from the best known grids.

python -m scripts.data.records_page     write them between the marks of the page
"""

from __future__ import annotations

import re
from itertools import groupby

import click

from patience import records
from patience.files.text import write_text
from patience.records import Record
from patience.render.text import cost_phrase, size_phrase
from scripts.common import ROOT, execute

PAGE = ROOT / "docs" / "en" / "records.md"

_MARKED = re.compile(r"(<!-- tables -->\n).*(<!-- end of tables -->)", re.DOTALL)
_HEAD = "| puzzle | best known | proven | found after | command |\n|---|---|---|---|---|\n"


@click.command()
def make() -> None:
    """Write the tables into the page."""
    write_text(PAGE, with_tables(PAGE.read_text("utf-8")))


def with_tables(page: str) -> str:
    """Return the page with the tables of today."""
    listed = sorted(map(records.read, records.names()), key=lambda x: (x.lexicon, x.name))
    tables = ""
    for lexicon, some in groupby(listed, lambda x: x.lexicon):
        tables += f"\n### {lexicon}\n\n{_HEAD}" + "".join(map(_row, some))
    return _MARKED.sub(lambda marks: marks[1] + tables + "\n" + marks[2], page)


def _row(record: Record) -> str:
    assert record.cost is not None, f"{record.name} is no record"
    goal, found = record.puzzle.goal_name, record.found
    best = cost_phrase(record.puzzle, record.cost)
    proven = "best" if record.cost == record.bound else f"not below {record.bound}"
    return (
        f"| `{record.name}`, {goal} {size_phrase(record.size)} | {best} | {proven} "
        f"| {found['seconds']} s, {found['date']} | `{found['command']}` |\n"
    )


if __name__ == "__main__":
    execute(make)
