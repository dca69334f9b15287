from __future__ import annotations

import ast
from pathlib import Path

import pytest

import patience

PACKAGE = Path(patience.__file__).parent

# Bottom up: a module may import from its own layer and those before it.
LAYERS = [
    {"errors", "data"},
    {"tiles", "grid", "wordlist", "analyses", "vocabulary"},
    {"puzzle", "lexicon"},
    {"verify", "result", "spec", "hint"},
    {"engines"},
    {"solve", "files", "render"},
    {"cli", "__main__"},
]
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def part(path: Path) -> str:
    """Return the top-level module or package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Return the parts of the package that a file imports, at the top or inside a function."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    parts = {name.split(".")[1] for name in names if name.startswith("patience.")}
    return parts & LAYER.keys()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_import_runs_upwards(path: Path) -> None:
    assert part(path) in LAYER, "give the new module its layer"
    upwards = {name for name in imported(path) if LAYER[name] > LAYER[part(path)]}
    assert not upwards


def test_the_referee_knows_no_engine_and_no_file() -> None:
    assert imported(PACKAGE / "verify.py") <= {"errors", "tiles", "grid", "puzzle"}
