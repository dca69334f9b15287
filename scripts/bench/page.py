"""What a player waits for on the page: its opening, and the verdict on a move."""

from __future__ import annotations

import random
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.common import document, mark, tell
from scripts.data.page_pictures import EXAMPLE, READY, serving

USABLE_GOAL = 1.0  # seconds from the address to a page that takes a tile
MOVE_GOAL = 0.1  # seconds from a move to its verdict on the page, at the 99th percentile
MOVES = 500

# Lays a tile, waits for the verdict to be drawn, and takes the time between.
_MOVE = """rows => new Promise((done, fail) => {
  const begin = performance.now();
  const app = window.patience;
  app.judge.addEventListener("verdict", () => done(performance.now() - begin), {once: true});
  app.judge.addEventListener("failed", ({detail}) => fail(detail), {once: true});
  app.play.replace(rows);
})"""


class Opener(NamedTuple):
    """Opens the page, each time as if for the first time."""

    browser: Browser
    address: str

    def __call__(self) -> Page:
        """Return the page once it takes a tile."""
        page = self.browser.new_context().new_page()
        page.goto(self.address)
        page.wait_for_selector("html[data-ready]")
        return page


class Measured(NamedTuple):
    """Seconds: of each opening, of each move while nothing else runs, and during a search."""

    openings: list[float]
    idle: list[float]
    searching: list[float]


def measure(repeats: int) -> Measured:
    """Open the page so many times, and make 500 moves, idle and during a search."""
    with serving() as address, opener(address) as opened:
        openings = []
        for _ in range(repeats + 1):
            begin = time.perf_counter()
            page = opened()
            openings.append(time.perf_counter() - begin)
        page.evaluate(READY)
        idle = moves(page)
        tell(f"a move: {percentile(idle):.3f} s at the 99th percentile, idle")
        other = opened()  # a move would end a search of its own page
        other.evaluate(
            "rows => { const app = window.patience;"
            " app.search.start({puzzle: app.play.game.puzzle, rows}, 'finish', 600); }",
            ["." * 9] * 7,
        )
        other.wait_for_function("() => window.patience.search.ladder.length > 0", timeout=90_000)
        searching = moves(page)
        tell(f"a move: {percentile(searching):.3f} s at the 99th percentile, during a search")
        return Measured(openings[1:], idle, searching)  # the first one starts the browser


def table(measured: Measured, machine: str) -> str:
    """Return the measures as Markdown, each with its goal."""
    usable = statistics.median(measured.openings)
    rows = [["the page, until it takes a tile; median", *judged(usable, USABLE_GOAL)]]
    for when, times in (("idle", measured.idle), ("during a search", measured.searching)):
        what = f"a move and its verdict, {when}; 99th percentile of {len(times)}"
        rows.append([what, *judged(percentile(times), MOVE_GOAL)])
    return document(["what", "s", "goal"], rows, [machine])


def judged(seconds: float, goal: float) -> list[str]:
    """Return a time and its goal, with a tick or a cross."""
    return [f"{seconds:.3f}", f"{goal:g} {mark(seconds <= goal)}"]


def moves(page: Page) -> list[float]:
    """Make moves, half of them good ones, and return the seconds until each was judged."""
    luck = random.Random(1)
    cells = [(r, c) for r, row in enumerate(EXAMPLE) for c, x in enumerate(row) if x != "."]
    times = []
    for _ in range(MOVES):
        shown = set(luck.sample(cells, luck.randrange(1, len(cells))))
        rows = [
            "".join(x if (r, c) in shown else "." for c, x in enumerate(row))
            for r, row in enumerate(EXAMPLE)
        ]
        times.append(page.evaluate(_MOVE, rows) / 1000)
    return times


def percentile(times: list[float]) -> float:
    """Return the 99th percentile."""
    return statistics.quantiles(times, n=100)[98]


@contextmanager
def opener(address: str) -> Iterator[Opener]:
    """Start a browser, and end it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        yield Opener(browser, address)
        browser.close()
