"""The site of the documentation builds without a warning and names all that is public."""

from __future__ import annotations

import subprocess
import sys
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
