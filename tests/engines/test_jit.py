"""Kernels that numba keeps on disk: whatever is wrong there, the answer is right."""

from __future__ import annotations

import ast
import errno
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from numba.core.caching import CacheImpl, UserProvidedCacheLocator

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


def add(one: Any, other: Any) -> Any:
    return one + other


def subtract(one: Any, other: Any) -> Any:
    return one - other


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the kernels that this test compiles."""
    folder = tmp_path / "kernels"
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(folder))
    monkeypatch.setattr(CacheImpl, "_locator_classes", [UserProvidedCacheLocator])
    return folder


def compiles(function: Callable[..., Any], *numbers: Any) -> bool:
    """Call a function as a new process would; return whether it was compiled anew."""
    kernel = jit.compiled(function)
    assert kernel(*numbers) == function(*numbers)
    return not kernel.stats.cache_hits


def kept(kernels: Path, ending: str) -> list[Path]:
    return sorted(kernels.rglob(f"*{ending}"))


def test_a_kernel_is_compiled_once(kernels: Path) -> None:
    assert [compiles(add, 2, 3) for _ in range(2)] == [True, False]


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    ending=st.sampled_from([".nbi", ".nbc"]),
    start=st.floats(0, 1),
    share=st.floats(0, 1),
    new=st.binary(max_size=20),
)
@example(ending=".nbc", start=0, share=1, new=b"\x80\x05\x96" + bytes(7) + b"\x40")  # 2**62 bytes
def test_no_byte_on_disk_changes_an_answer(
    ending: str, start: float, share: float, new: bytes, kernels: Path
) -> None:
    compiles(add, 2, 3)
    (file,) = kept(kernels, ending)
    content = file.read_bytes()
    first = int(start * len(content))
    after = first + int(share * (len(content) - first))
    file.write_bytes(content[:first] + new + content[after:])
    compiles(add, 2, 3)  # bytes behind the end, say, change nothing
    assert not compiles(add, 2, 3)


def test_machine_code_of_another_function_is_not_run(kernels: Path) -> None:
    compiles(add, 2, 3)
    compiles(subtract, 2, 3)
    one, other = kept(kernels, ".nbc")
    first, second = one.read_bytes(), other.read_bytes()
    (seal, content), (_, others) = pickle.loads(first), pickle.loads(second)
    forged = pickle.dumps((*pickle.loads(content)[:2], pickle.loads(others)[2]))
    one.write_bytes(second)
    other.write_bytes(first)
    assert compiles(add, 2, 3)
    assert compiles(subtract, 2, 3)
    one.write_bytes(pickle.dumps((seal, forged)))
    assert compiles(add, 2, 3)


def test_machine_code_for_other_types_is_not_run(kernels: Path) -> None:
    """Two processes that compile at the same time can both take one file."""
    compiles(add, 2, 3)
    (one,) = kept(kernels, ".nbc")
    compiles(add, 2.5, np.int8(3))
    (other,) = set(kept(kernels, ".nbc")) - {one}
    shutil.copy(other, one)
    assert compiles(add, 2, 3)
    assert not compiles(add, 2, 3)


def test_machine_code_of_older_sources_is_not_run(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kernels call those of `bits`, a file that numba does not compare."""
    compiles(add, 2, 3)
    monkeypatch.setattr(jit, "_shared_sources", lambda: b"changed")
    assert compiles(add, 2, 3)


def test_kernels_call_those_of_their_own_file_and_of_the_shared_one() -> None:
    engines = Path(jit.__file__).parent
    for path in engines.rglob("kernels.py"):
        imports = [
            node
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("patience")
        ]
        modules = {node.module for node in imports} - {"patience.engines.compiled"}
        assert modules <= {"patience.engines.bits"}, path


# What kernels call of numpy: each gives a number.
NUMBERS = {"exp", "int64", "log", "uint16", "uint32", "uint64"}


def test_no_kernel_creates_an_array() -> None:
    engines, kernels = Path(jit.__file__).parent, 0
    for path in (*engines.rglob("kernels.py"), engines / "bits.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                kernels += 1
                inside = list(ast.walk(node))
                called = {
                    x.func.attr
                    for x in inside
                    if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute)
                }
                assert called <= NUMBERS, node.name
                assert not any(isinstance(x, (ast.List, ast.ListComp)) for x in inside), node.name
    assert kernels > 100


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG])
def test_what_cannot_be_kept_is_compiled_in_memory(
    code: int, kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("os.replace", full)
    assert compiles(add, 2, 3)
    assert compiles(subtract, 2, 3)


def test_what_cannot_be_read_nor_dropped_is_compiled_in_memory(kernels: Path) -> None:
    compiles(add, 2, 3)
    for file in kept(kernels, ""):
        if file.is_file():
            file.unlink()
            file.mkdir()
    assert compiles(add, 2, 3)


def test_without_any_folder_each_process_compiles(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", os.path.join(os.devnull, "none"))
    assert compiles(add, 2, 3)
    assert compiles(add, 2, 3)
    assert not kernels.exists()


def test_a_folder_removed_while_running_is_made_again(kernels: Path) -> None:
    kernel = jit.compiled(add)
    assert kernel(2, 3) == 5
    shutil.rmtree(kernels)
    assert kernel(2.5, 3) == 5.5
    assert compiles(add, 2, 3)
    assert not compiles(add, 2.5, 3)


def test_lack_of_memory_is_no_damage(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiles(add, 2, 3)

    def fails(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as short:
        short.setattr("numba.core.caching.CompileResultCacheImpl.rebuild", fails)
        with pytest.raises(MemoryError):
            compiles(add, 2, 3)
    assert not compiles(add, 2, 3)


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
