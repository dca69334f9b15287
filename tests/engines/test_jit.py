"""Compiled kernels on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MODULE = """
from typing import Any, NamedTuple
import numpy as np
from patience.engines.jit import compiled

class {name}(NamedTuple):
    numbers: Any

@compiled
def total(x):
    return x.numbers.sum()

print(total({name}(np.arange({n}))))
"""


def test_kernels_kept_for_a_class_that_is_gone_are_compiled_again(tmp_path: Path) -> None:
    file = tmp_path / "sums.py"
    for name, n, answer in (("Before", 3, "3"), ("After", 4, "6"), ("After", 4, "6")):
        file.write_text(MODULE.format(name=name, n=n))
        done = subprocess.run(
            [sys.executable, "-c", "import sums"],
            check=False,
            cwd=tmp_path,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")},
            capture_output=True,
            text=True,
        )
        assert (done.stdout.strip(), done.returncode) == (answer, 0), done.stderr
    assert list((tmp_path / "kernels").rglob("*.nbi"))
