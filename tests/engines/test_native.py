"""Kernels compiled ahead: which library serves, what is said where none does, how calls arrive."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.engines import compiled, native
from patience.engines.beam import kernels
from patience.engines.bits import mix
from patience.errors import EngineError
from scripts.kernels.kinds import kernel_named

pytestmark = pytest.mark.skipif(
    native.library_name() not in native.manifest()["libraries"], reason="no library here"
)


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of libraries that a test can damage."""
    folder = tmp_path / "kernels"
    shutil.copytree(native.FOLDER, folder)
    monkeypatch.setattr(native, "FOLDER", folder)
    native.manifest.cache_clear()
    yield folder
    native.manifest.cache_clear()


def test_the_libraries_are_those_of_these_sources() -> None:
    assert native.manifest()["sources"] == native.sources_hash()
    files = {file.name for file in native.FOLDER.iterdir()} - {native.MANIFEST}
    assert files == set(native.manifest()["libraries"])
    for name, digest in native.manifest()["libraries"].items():
        assert hashlib.sha256((native.FOLDER / name).read_bytes()).hexdigest() == digest
    assert native.why_not() == ""


def test_each_kernel_of_the_manifest_is_one_of_a_module() -> None:
    for name in native.manifest()["kernels"]:
        module, function = kernel_named(name)
        assert native.name_of(getattr(module, function).py_func) == name


@pytest.mark.parametrize(
    ("missing", "level"), [(set(), "v3"), ({"avx2"}, "v2"), ({"avx2", "popcnt"}, "v1")]
)
def test_the_processor_chooses_the_library(
    missing: set[str], level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(native, "_features", lambda: native._V3 - missing)
    assert native.library_name() == f"linux-x86_64-{level}.so"
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert native.library_name() == "linux-arm64.so"


@pytest.mark.parametrize(
    ("system", "machine", "library"),
    [
        ("darwin", "arm64", "darwin-arm64.dylib"),
        ("win32", "AMD64", "win32-x86_64.dll"),
    ],
)
def test_libraries_that_nobody_has_run_serve_who_asks(
    system: str, machine: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(native, "library", lambda: None)
    assert native.why_not().startswith(f"{library} has not been run yet")
    assert native.why_not(untried=True) == ""


def remove(file: Path) -> None:
    file.unlink()


def foreign(file: Path) -> None:
    file.write_bytes(b"something else")


@pytest.mark.parametrize("harm", [remove, foreign])
@pytest.mark.parametrize("name", [native.library_name(), native.MANIFEST])
def test_what_is_wrong_with_a_library_is_said(
    name: str, harm: Callable[[Path], None], copies: Path
) -> None:
    assert native.why_not() == ""
    harm(copies / name)
    native.manifest.cache_clear()
    why = native.why_not()
    assert str(copies) in why
    assert why.endswith(("there is no such file or folder", "is damaged", "is not as it was built"))


def test_the_loaders_own_sentence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(path: str) -> None:
        raise OSError(f"{path}: failed to map segment from shared object")

    native.library.cache_clear()
    monkeypatch.setattr("ctypes.CDLL", load)
    path = native.FOLDER / native.library_name()
    assert native.why_not() == (
        f"the system does not load them ({path}: failed to map segment from shared object)"
    )
    native.library.cache_clear()


def test_other_sources_and_other_machines_are_said(
    copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "sources_hash", lambda: "others")
    assert native.why_not() == "their sources have changed since"
    made = json.loads((copies / native.MANIFEST).read_text("utf-8"))
    made["libraries"] = {}
    (copies / native.MANIFEST).write_text(json.dumps(made), "utf-8")
    native.manifest.cache_clear()
    assert native.why_not() == f"there are none for this machine ({native.library_name()})"


@pytest.mark.parametrize(
    ("asked", "why", "numba", "expected"),
    [
        ("", "", False, False),
        ("", "so", True, True),
        ("ahead", "so", True, "the search kernels cannot be used: so; numba, which"),
        ("jit", "", False, "PATIENCE_KERNELS=jit; numba, which"),
        ("both", "", True, "PATIENCE_KERNELS is 'both': give"),
    ],
)
def test_numba_compiles_only_what_no_library_has(
    asked: str, why: str, numba: bool, expected: bool | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_KERNELS", asked)
    monkeypatch.setattr(native, "why_not", lambda *, untried: why)
    monkeypatch.setattr(compiled, "find_spec", lambda _: numba or None)
    answer = compiled.by_numba.__wrapped__
    if isinstance(expected, str):
        with pytest.raises(EngineError, match=f"^{expected}"):
            answer()
    else:
        assert answer() is expected


clear = native.Kernel(kernels.clear.py_func)


_DTYPES = (
    "b1",
    "i1",
    "u1",
    "i2",
    "u2",
    "i4",
    "u4",
    "i8",
    "u8",
    "f4",
    "f8",
    "c16",
    "S8",
    "O",
    "M8[s]",
)


class _Other(np.ndarray):
    """An array of another class, which is not looked into."""


@st.composite
def arrays(draw: st.DrawFn) -> Any:
    """Draw an array of any type and form that kernels may meet, or something else."""
    dtype = draw(st.sampled_from(_DTYPES))
    shape = draw(st.lists(st.integers(0, 4), max_size=4))
    form = draw(st.sampled_from(["whole", "steps", "columns", "other", "odd", "number", "list"]))
    array = np.zeros(shape, dtype)
    if form == "odd" and dtype == "u8":
        return np.zeros(8 * 3 + 1, np.uint8)[1:].view(np.uint64)
    return {
        "steps": array[(slice(None, None, 2),) * array.ndim],
        "columns": np.asfortranarray(array),
        "other": array.view(_Other),
        "number": 3,
        "list": [3],
    }.get(form, array)


@given(arrays())
def test_only_arrays_of_the_kind_are_touched(given: Any) -> None:
    right = (
        type(given) is np.ndarray
        and given.dtype.str == "<u8"
        and given.ndim == 1
        and given.flags.c_contiguous
        and given.flags.aligned
    )
    if right:
        given[:] = 1
        clear(given, 0, 1)
        assert not given.any()
    else:
        with pytest.raises(TypeError, match=r"is not compiled for|takes no such"):
            clear(given, 0, 1)


def test_a_helper_runs_as_python() -> None:
    with np.errstate(over="ignore"):
        expected = mix.py_func(np.uint64(1))
    assert native.Kernel(mix.py_func)(np.uint64(1)) == expected


_RUN = """
from patience import Frame, Limits, Puzzle, load_lexicon, solve, tile_set
for engine, letters, size in (("auto", "ABCEEILNORSTU", (4, 3)), ("prove", "AEILNRST", (3, 2))):
    found = solve(Puzzle(tile_set(letters), Frame(*size)), load_lexicon("fr"), engine=engine,
                  limits=Limits(None, max_width=300), threads=1)
    print(engine, found.best, found.cost, found.bound, found.stats.nodes)
"""


@pytest.mark.slow
@pytest.mark.watch("numba")
def test_numba_finds_the_same_grids_with_as_many_nodes(tmp_path: Path) -> None:
    answers = []
    for kernels_by in ("ahead", "jit"):
        environment = {"PATIENCE_KERNELS": kernels_by, "NUMBA_CACHE_DIR": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", _RUN],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        answers.append(done.stdout)
    assert answers[0] == answers[1]
    assert "prove" in answers[0]
