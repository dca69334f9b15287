"""Checks of what ships, which need not run again while nothing that they depend on has changed.

    python -m scripts.watched             tell which have something to look at
    python -m scripts.watched --passed    all tests have passed: write that down

`watched.json` has the hash of each check's files when it last passed. The tests of a check have the
mark ``watch`` and are left out while the hash is that of now; ``pytest --watched`` runs them still.
`scripts.kernels --check`, which is no test, writes down by itself that it has passed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_PASSED = Path(__file__).with_suffix(".json")

# What a question and its referee are made of.
_QUESTION = ("lexicons", "patience/files", "patience/game", "patience/question", "patience/words")
_SEARCH = (*_QUESTION, "patience/engines", "patience/kernels")

KERNELS = "kernels"
WATCHES: dict[str, tuple[str, ...]] = {
    "certificates": (*_SEARCH, "instances/proofs", "patience/proofs", "tests/proofs"),
    KERNELS: ("patience/engines", "patience/kernels", "scripts/kernels"),
    "lexicons": ("lexicons", "patience/game", "patience/words", "patience/render/graphs.py",
                 "patience/render/wordgraph.py", "tests/web/graphs.py", "tests/web/test_rules.py",
                 "tests/words"),
    "numba": ("patience/engines", "patience/kernels", "tests/engines/test_native.py"),
    "records": (*_QUESTION, "instances", "patience/proofs", "patience/records.py",
                "patience/render", "scripts/data", "tests/engines/test_mini.py",
                "tests/files/test_benchmark.py", "tests/naive", "tests/render",
                "tests/test_records.py"),
}  # fmt: skip


def unchanged() -> set[str]:
    """Return the checks whose files are those with which they last passed."""
    passed = json.loads(_PASSED.read_text("utf-8")) if _PASSED.exists() else {}
    return {name for name in WATCHES if passed.get(name) == _hash(WATCHES[name])}


def passed(names: Iterable[str]) -> None:
    """Write down that checks have passed with the files of now."""
    known = json.loads(_PASSED.read_text("utf-8")) if _PASSED.exists() else {}
    known |= {name: _hash(WATCHES[name]) for name in names}
    _PASSED.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")


def _hash(paths: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for file in sorted({file for path in paths for file in _files(ROOT / path)}):
        digest.update(f"{file.relative_to(ROOT).as_posix()}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _files(path: Path) -> Iterator[Path]:
    """Yield a file, or those in a folder that are not made by running Python."""
    if path.is_file():
        yield path
    for file in path.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file


if __name__ == "__main__":
    if sys.argv[1:] == ["--passed"]:
        passed(WATCHES.keys() - {KERNELS})
    else:
        print(*sorted(WATCHES.keys() - unchanged()), sep="\n")
