"""The suite itself: the same tests wherever, whenever and however often they are collected."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def collected(hash_seed: str) -> list[str]:
    """Return the names of all tests, in the order of their collection."""
    # Processes of pytest-xdist compare what each has collected, so order counts, too.
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", ""]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in done.stdout.splitlines() if "::" in line]


@pytest.mark.slow
def test_no_name_depends_on_clock_hash_address_or_folder() -> None:
    # Either takes more than a second, so the clock stands elsewhere.
    once, again = collected("1"), collected("2")
    assert len(once) > 3000
    assert once == again
    assert len(set(once)) == len(once)
    assert not [name for name in once if str(ROOT) in name]
