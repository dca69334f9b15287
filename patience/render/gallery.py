"""A page of many grids: pictures to filter, tables to sort. One file that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from patience.render.html import inline
from patience.render.layout import picture
from patience.render.pages import markup, page, style_sheet
from patience.render.scene import Scene
from patience.render.svg import definitions
from patience.render.theme import AUTO


@dataclass(frozen=True)
class Card:
    """A puzzle's part of the page.

    Parameters
    ----------
    name, goal, about : str
        Its name for links and tables, the goal's name (may be empty), the question in few words.
    scene : Scene or None
        Its best grid.
    facts : mapping
    found, link : str
        How its grid was found, or why there is none, and the address of its file.
    proven : bool
        No grid is better.
    reasons : mapping
        Why runs failed, and how often.
    """

    name: str
    goal: str
    about: str
    scene: Scene | None
    facts: Mapping[str, str]
    found: str = ""
    link: str = ""
    proven: bool = False
    reasons: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A table to sort and filter; a cell is a text, a number, None, or a pair of text and link."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


def gallery(
    name: str,
    facts: Mapping[str, str],
    cards: Sequence[Card],
    tables: Sequence[Table],
    *,
    count: int | None = None,
    links: Sequence[str] = (),
) -> str:
    """Return the page.

    Parameters
    ----------
    name : str
        Its heading.
    facts : mapping
        Shown below the heading.
    cards : sequence of Card
    tables : sequence of Table
        The first stands above the pictures, the others below.
    count : int, optional
        The number of puzzles, if not all are among the cards.
    links : sequence of str
        Files beside the page with the same data.
    """
    drawings = [
        None if card.scene is None else picture(card.scene, caption=False, margin=0.0)
        for card in cards
    ]
    shown = [item for drawing in drawings if drawing for item in drawing.items]
    return page(
        "gallery.html",
        name=name,
        colours=markup(style_sheet(AUTO)),
        shapes=markup(definitions(shown, AUTO)),
        facts=facts,
        cards=[
            {
                **vars(card),
                "picture": inline(drawing, card.scene.title) if drawing and card.scene else "",
            }
            for card, drawing in zip(cards, drawings, strict=True)
        ],
        count=len(cards) if count is None else count,
        goals=sorted({card.goal for card in cards}),
        tables=tables,
        links=links,
        data=markup(_embedded([vars(_filled(table)) for table in tables])),
    )


def _filled(table: Table) -> Table:
    """Return a table without its empty columns."""
    columns = range(len(table.columns))
    kept = [n for n in columns if any(row[n] not in (None, "") for row in table.rows)]
    rows = [[row[n] for n in kept] for row in table.rows]
    return Table(table.title, [table.columns[n] for n in kept], rows)


def _embedded(value: object) -> str:
    """Return JSON without anything that could end its script."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
