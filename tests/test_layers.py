"""What may import what, and what importing costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import patience

PACKAGE = Path(patience.__file__).parent

# Bottom up: a module may import from its own layer and those before it.
LAYERS = [
    {"arguments", "encodings", "errors", "notebook", "shipped", "tables", "version"},
    {"game"},
    {"words"},
    {"question"},
    {"files"},
    {"result"},
    {"engines"},
    {"proofs"},
    {"solve"},
    {"records"},
    {"render"},
    {"batch"},
    {"cli", "web", "__init__", "__main__"},
]
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}

# Seconds of import, or megabytes, that only a search or a connectivity check may cost.
HEAVY = {"numba", "llvmlite", "ortools", "networkx"}

MODULES = sorted(PACKAGE.rglob("*.py"))


def part(path: Path) -> str:
    """Return the top-level module or package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Return the parts of the package that a file imports, at the top or inside a function."""
    package = ("patience", *path.relative_to(PACKAGE).parts[:-1])
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *filter(None, [node.module])])
            names.update(f"{module}.{alias.name}" for alias in node.names)
    inside = [name.split(".") for name in names if name.split(".")[0] == "patience"]
    # What is no module of the package (`import patience`, its version) comes from its top.
    return {name[1] if len(name) > 1 and name[1] in LAYER else "__init__" for name in inside}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_import_runs_upwards(path: Path) -> None:
    assert part(path) in LAYER, "give the new module its layer"
    upwards = {name for name in imported(path) if LAYER[name] > LAYER[part(path)]}
    assert not upwards


def test_the_referee_knows_no_engine_and_no_file() -> None:
    assert imported(PACKAGE / "game" / "referee.py") <= {"arguments", "errors", "game"}


def test_the_model_needs_nothing_but_the_standard_library() -> None:
    for name in ("errors", "game/tiles", "game/grid", "game/puzzle", "result"):
        tree = ast.parse((PACKAGE / f"{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or "patience"]
            for module in modules:
                assert module.split(".")[0] in {"patience", *sys.stdlib_module_names}


@pytest.mark.parametrize("module", ["patience", "patience.cli", "patience.game.referee"])
def test_importing_loads_nothing_heavy(module: str) -> None:
    script = f"import sys, {module}; print(*{HEAVY} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
    )
    assert done.stdout.split() == []
