"""What may import what, and what importing costs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import patience

PACKAGE = Path(patience.__file__).parent

ARCHITECTURE = PACKAGE.parent / "docs" / "architecture.md"

# Bottom up, the rows of the table: a module may import from its own layer and those before it.
LAYERS = [
    re.findall(r"`(\w+)/?`", row[1])
    for row in re.finditer(r"^\| (`[^|]+) \|", ARCHITECTURE.read_text("utf-8"), re.MULTILINE)
]
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}

# The modules of the model that look at connectivity.
CONNECTIVITY = {"referee.py", "report.py"}

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


def test_the_architecture_names_what_there_is() -> None:
    assert set(LAYER) == {part(path) for path in MODULES}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_import_runs_upwards(path: Path) -> None:
    upwards = {name for name in imported(path) if LAYER[name] > LAYER[part(path)]}
    assert not upwards


def test_the_referee_knows_no_engine_and_no_file() -> None:
    assert imported(PACKAGE / "game" / "referee.py") <= {"arguments", "errors", "game"}


@pytest.mark.parametrize(
    "path",
    [PACKAGE / "result.py", *sorted((PACKAGE / "game").rglob("*.py"))],
    ids=lambda path: path.name,
)
def test_the_model_needs_nothing_but_the_standard_library(path: Path) -> None:
    allowed = {"patience", *sys.stdlib_module_names}
    if path.name in CONNECTIVITY:
        allowed.add("networkx")
    modules: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules.append(node.module or "patience")
    assert {module.split(".")[0] for module in modules} <= allowed


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
