"""The batch's bench; what it measures is not tested, as tests measure no time."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from click.testing import CliRunner

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
bench = importlib.import_module("bench_batch")


def test_made_up_results_are_all_different() -> None:
    assert len({record.run for record in bench.made_up(5000)}) == 5000


def test_the_summary_of_few_results_is_measured() -> None:
    done = CliRunner().invoke(bench.main, ["summary", "--runs", "50"])
    assert done.exit_code == 0, done.output
    assert "tables and report of 50 results" in done.output
    assert done.output.count("| ✓ |") == 2
