from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from scripts.data.man import make, pages
from tests.needs import needs

PAGES = pages()


def test_each_command_has_a_page() -> None:
    assert {"patience.1", "patience-solve.1", "patience-lexicon-check.1"} <= PAGES.keys()
    page = PAGES["patience-hint.1"]
    for text in (".SS Puzzle", ".SS Conventions", ".SH EXAMPLES", ".SH EXIT STATUS", r"\-\-tiles"):
        assert text in page


@pytest.mark.slow
@needs("man")
def test_man_reads_them_without_a_complaint(tmp_path: Path) -> None:
    assert CliRunner().invoke(make, [str(tmp_path / "man1")]).exit_code == 0
    files = sorted((tmp_path / "man1").glob("*.1"))
    assert [path.name for path in files] == sorted(PAGES)
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", *map(str, files)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "patience solve" in done.stdout
