"""Draw the pages of booklets for the documentation: ``python -m scripts.data.booklet_pictures``.

They are written to ``docs/pictures``, as all pages of a PDF side by side. Look at them.
"""

from __future__ import annotations

import io
from datetime import date
from typing import Any

import pypdfium2
from PIL import Image

from patience.analysis.daily import boxes_of_week, measure
from patience.files.text import write_bytes, write_text
from patience.render.formats import Options, render
from patience.web.exchange import on_paper
from patience.web.messages import NamedDay, Print, PuzzleMessage, Tiles
from scripts.common import ROOT
from scripts.data.pictures import FOLDER, scenes_in

_TOLD: dict[str, Any] = {
    "title": "Pour le train",
    "author": "Une verbicruciste",
    "imprint": "Éditions du Carré. 6,50 €",
}
# Of each booklet its options, the columns of the picture, and which pages are shown.
BOOKLETS: dict[str, tuple[dict[str, Any], int, slice]] = {
    "booklet-a4": ({"page": "a4", "booklet": 2}, 5, slice(None)),
    "booklet-a5": ({"page": "a5", "booklet": 1}, 8, slice(None)),
    "booklet-large": ({"page": "a4", "booklet": 1, "large": True}, 8, slice(None)),
    "booklet-imposed": ({"page": "a5", "booklet": 1, "imposed": True}, 4, slice(None)),
    "booklet-crop": ({"page": "a5", "booklet": 1, "crop": True}, 3, slice(3)),
}
# Pixels to a point, and between pages.
_SCALE, _GAP = 0.55, 8


def side_by_side(data: bytes, columns: int, shown: slice) -> bytes:
    """Return pages of a PDF as one picture."""
    pages = [
        page.render(scale=_SCALE).to_pil().convert("L")
        for page in list(pypdfium2.PdfDocument(data))[shown]
    ]
    wide, high = pages[0].width + _GAP, pages[0].height + _GAP
    rows = -(-len(pages) // columns)
    whole = Image.new("L", (wide * min(columns, len(pages)) + _GAP, high * rows + _GAP), 150)
    for n, page in enumerate(pages):
        whole.paste(page, (n % columns * wide + _GAP, n // columns * high + _GAP))
    file = io.BytesIO()
    whole.quantize(16).save(file, "PNG", optimize=True)
    return file.getvalue()


def week() -> bytes:
    """Return the page's booklet of a week."""
    boxes = boxes_of_week(date(2026, 11, 30), measure)
    names = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
    days = [NamedDay(box.day, name) for box, name in zip(boxes, names, strict=True)]
    tiles = boxes[0].puzzle.tiles
    asked = PuzzleMessage(goal="frame", tiles=Tiles(list(tiles.counts), tiles.jokers), size=(9, 7))
    message = Print(asked, "days", language="fr", title="Une semaine", days=days)
    return bytes(on_paper(message, boxes).body)


def main() -> None:
    """Draw them all."""
    scenes = scenes_in(ROOT / "docs" / "data" / "booklet.txt", "fr")
    for name, (options, columns, shown) in BOOKLETS.items():
        data = render(scenes, "pdf", Options(**options, **_TOLD))
        assert isinstance(data, bytes)
        write_bytes(FOLDER / f"{name}.png", side_by_side(data, columns, shown))
    write_bytes(FOLDER / "booklet-week.png", side_by_side(week(), 4, slice(None)))
    block = render(scenes[:1], "svg", Options(width=90, title="Problème 1"))
    write_text(FOLDER / "puzzle-90mm.svg", str(block))


if __name__ == "__main__":
    main()
