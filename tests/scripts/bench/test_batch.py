"""The batch's bench; what it measures is not tested, as tests measure no time."""

from __future__ import annotations

from click.testing import CliRunner

from scripts.bench import batch as bench


def test_made_up_results_are_all_different() -> None:
    assert len({record.run for record in bench.made_up(5000)}) == 5000


def test_the_summary_of_few_results_is_measured() -> None:
    done = CliRunner().invoke(bench.batch, ["summary", "--runs", "50"])
    assert done.exit_code == 0, done.output
    assert "tables and report of 50 results" in done.output
    assert done.output.count("| ✓ |") == 2
