"""The site of the documentation builds without a warning and names all that is public."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import patience

ROOT = Path(__file__).parent.parent


def test_the_reference_lists_what_the_package_exports() -> None:
    page = (ROOT / "docs" / "reference" / "library.md").read_text("utf-8")
    listed = [x.rpartition("patience.")[2] for x in page.splitlines() if x.startswith(".. auto")]
    assert sorted(listed) == sorted(patience.__all__)


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--quiet"]
    built = subprocess.run(
        [*command, str(ROOT / "docs"), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (built.returncode, built.stderr) == (0, "")
    assert (tmp_path / "fr" / "guide.html").exists()
    # Its style sheet gives drawings the theme that the reader has chosen.
    assert "theme.css" in (tmp_path / "index.html").read_text("utf-8")


def test_the_reference_has_the_rules_of_the_referee() -> None:
    page = (ROOT / "docs" / "reference" / "rules.md").read_text("utf-8")
    code = (ROOT / "patience" / "game" / "referee.py").read_text("utf-8")
    assert set(re.findall(r"^\| `([a-z-]+)`", page, re.M)) == set(
        re.findall(r'Violation\("([a-z-]+)"', code)
    )


def test_the_reference_has_the_subjects_of_the_dictionary() -> None:
    page = (ROOT / "docs" / "reference" / "subjects.md").read_text("utf-8")
    listed = dict(re.findall(r"\| `([^`]+)` \| ([^|]+?) (?=\|)", page))
    assert listed == tomllib.loads((ROOT / "patience/words/themes.toml").read_text("utf-8"))
