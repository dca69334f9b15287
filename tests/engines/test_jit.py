"""Compiled kernels on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from patience.engines import jit

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


@pytest.mark.slow
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


def test_a_numba_that_keeps_its_cache_elsewhere_is_left_alone() -> None:
    class Renamed:
        """A dispatcher of a later release."""

        def flush(self) -> None:
            raise AssertionError("nothing is wrong with the cache")

    for compiled in (object(), SimpleNamespace(_cache=Renamed())):
        jit._drop_unreadable(compiled)


def test_only_what_cannot_be_read_is_dropped() -> None:
    def unreadable() -> None:
        raise AttributeError("a class that is gone")

    for load, expected in ((dict, []), (unreadable, ["flushed"])):
        flushed: list[str] = []
        file = SimpleNamespace(_load_index=load)
        cache = SimpleNamespace(_cache_file=file, flush=partial(flushed.append, "flushed"))
        jit._drop_unreadable(SimpleNamespace(_cache=cache))
        assert flushed == expected
