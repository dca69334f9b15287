"""The bench of the boxes of the day, on one week; what it times is not tested."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from scripts.bench.commands import main

pytestmark = pytest.mark.slow


def test_a_week_is_told_by_its_days(tmp_path: Path) -> None:
    asked = ["boxes", "--weeks", "1", "--plot", str(tmp_path / "boxes.svg")]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    assert "| Monday |" in done.output
    assert "7 boxes from 2026-11-23 on" in done.output
    assert (tmp_path / "boxes.svg").read_text("utf-8").startswith("<?xml")
