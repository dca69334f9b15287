"""Make the screenshots of the page for the documentation.

    python -m scripts.data.page_pictures [NAME]...

They are written to ``docs/play``. Needs the extras ``play`` and ``dev``, and Chromium. Check each
by eye before it is committed.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from patience.files.grids import read_grid
from scripts.common import ROOT
from tests.web.server import serving

FOLDER = ROOT / "docs" / "play"

EXAMPLE = list(read_grid(ROOT / "tests" / "golden" / "example2.txt").grid.rows)
_HALF = [*EXAMPLE[:4], "U........", "E........", "Z........"]
_BEGUN = ["THERMIDOR", "R........", "U........", "Q........", "U........", "E........", "ZIGO....."]
_PATIENCE_MS = 300_000
# What a search that is shown has reached: the first grids are of a few words.
_GOOD = 12
# Who has played here is taught no first game.
_TAUGHT = """localStorage["patience.prefs"] = '{"taught":true}'"""


class Shot(NamedTuple):
    """A screenshot: page size, colour scheme, language, and content."""

    width: int
    height: int
    scheme: str
    language: str
    stage: Callable[[Page], None]


def lay(page: Page, rows: list[str]) -> None:
    """Lay a grid, and wait for the referee."""
    page.evaluate("rows => window.patience.play.replace(rows)", rows)
    page.locator(".seal.valid, .seal.faulty, .seal.pending b").first.wait_for()


def laid(page: Page) -> None:
    """Show the finished grid of the rule sheet's example."""
    lay(page, [row.replace(".", "*") for row in EXAMPLE])


def begun(page: Page) -> None:
    """Show an unfinished game."""
    lay(page, _BEGUN)
    page.evaluate("window.patience.play.moveTo({row: 6, col: 4})")


def outlook(page: Page) -> None:
    """Show how good a half-finished grid can still be."""
    lay(page, _HALF)
    page.evaluate("window.patience.panels.show('outlook')")
    page.evaluate("window.patience.search.start(window.patience.play.game, 'outlook', 6)")
    ended(page)


def finishing(page: Page) -> None:
    """Show a search that proposes better and better grids."""
    lay(page, [*_BEGUN[:6], "Z........"])
    page.evaluate("window.patience.panels.show('help')")
    page.evaluate("window.patience.searchFor('finish')")
    page.wait_for_function(
        "cost => window.patience.search.best?.cost <= cost || window.patience.search.ended",
        arg=_GOOD,
        timeout=_PATIENCE_MS,
    )


def looking_back(page: Page) -> None:
    """Show a critique."""
    for number in range(1, 8):
        rows = [row if i < number else row[0] + "." * 8 for i, row in enumerate(EXAMPLE)]
        page.evaluate("rows => window.patience.play.replace(rows)", rows)
    laid(page)
    page.evaluate("window.patience.panels.show('review')")
    page.evaluate("window.patience.panels.review.critique()")
    ended(page)
    page.locator(".critique .lost").first.click()
    page.locator("#panel").evaluate("panel => window.scrollTo(0, 0)")


def board(page: Page) -> None:
    """Show the stand-in for the competition's board."""
    page.evaluate(
        "() => { const app = window.patience, name = 'competition-standin', {start} = app;"
        " app.begin({...app.play.game.puzzle, goal: 'board', size: null, board: start.boards[name],"
        " tiles: {...start.tiles[name], name}}); app.search.start(app.play.game, 'finish', 40); }"
    )
    ended(page)
    page.evaluate("window.patience.keep()")
    page.locator(".seal.valid").wait_for()


def ended(page: Page) -> None:
    """Wait until the search is over."""
    over = "() => window.patience.search.ended && !window.patience.search.running"
    page.wait_for_function(over, timeout=_PATIENCE_MS)


SHOTS = (
    Shot(1280, 800, "light", "fr", laid),
    Shot(1280, 800, "dark", "en", outlook),
    Shot(1280, 800, "light", "en", finishing),
    Shot(1280, 800, "dark", "fr", looking_back),
    Shot(390, 844, "light", "fr", begun),
    Shot(390, 844, "dark", "en", laid),
    Shot(390, 844, "light", "en", outlook),
    Shot(390, 844, "dark", "fr", board),
)


def main(names: list[str]) -> None:
    """Draw the pictures of those names, all if none is given."""
    FOLDER.mkdir(exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        chromium = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        for shot in SHOTS:
            name = f"{shot.width}-{shot.scheme}-{shot.language}"
            if names and name not in names:
                continue
            context = chromium.new_context(
                viewport={"width": shot.width, "height": shot.height},
                locale={"fr": "fr-FR", "en": "en-GB"}[shot.language],
                color_scheme="dark" if shot.scheme == "dark" else "light",
            )
            context.add_init_script(_TAUGHT)
            page = context.new_page()
            page.goto(server.address)
            page.wait_for_selector("html[data-ready]")
            shot.stage(page)
            page.wait_for_timeout(600)
            save(page.screenshot(), FOLDER / f"{name}.png")
            print(name)
            context.close()
        chromium.close()


def save(picture: bytes, path: Path) -> None:
    """Write a picture as a palette image."""
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    # Two rounds of k-means keep the reds and greens of small marks.
    drawn.quantize(256, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
