from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.helpers import TINY, WORDS


@pytest.fixture
def tiny(own_folder: Path) -> Path:
    """A folder with three puzzles, in a folder to run from."""
    inside = own_folder / "tiny"
    inside.mkdir()
    (inside / "words.txt").write_text("\n".join(WORDS))
    (inside / "set.toml").write_text('letters = "ABCDEFGH"\n')
    (inside / "a.toml").write_text(TINY)
    (inside / "b.toml").write_text(TINY.replace("3x2", "2x3"))
    (inside / "c.toml").write_text(TINY.replace("3x2", "3x3"))
    return inside
