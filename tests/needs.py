"""Programs that a test needs: without one it is skipped, or fails where nothing may be missing."""

from __future__ import annotations

import os
import shutil

import pytest

# Set where each test has to run, as in CI.
NOTHING_MISSING = "PATIENCE_NOTHING_MISSING"


def needs(*programs: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test where none of these programs is installed."""
    missing = NOTHING_MISSING not in os.environ and not any(map(shutil.which, programs))
    return pytest.mark.skipif(missing, reason=f"{programs[0]} is not installed")
