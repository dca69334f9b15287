from __future__ import annotations

import subprocess

from scripts.data.man import FOLDER, pages
from tests.needs import needs

PAGES = pages()


def test_the_pages_are_up_to_date() -> None:
    there = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.1")}
    assert there == PAGES, "run python -m scripts.data.man"


def test_each_command_has_a_page() -> None:
    assert {"patience.1", "patience-solve.1", "patience-lexicon-check.1"} <= PAGES.keys()
    page = PAGES["patience-hint.1"]
    for text in (".SS Puzzle", ".SS Conventions", ".SH EXAMPLES", ".SH EXIT STATUS", r"\-\-tiles"):
        assert text in page


@needs("man")
def test_man_reads_them_without_a_complaint() -> None:
    files = sorted(map(str, FOLDER.glob("*.1")))
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", *files],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "patience solve" in done.stdout
