"""What may import what, and what importing costs."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

import patience
from scripts.imports import import_graph, imported, longest_chain, modules_of, packages

PACKAGE = Path(patience.__file__).parent

ARCHITECTURE = PACKAGE.parent / "docs" / "en" / "architecture.md"

# Bottom up, the rows of the table: a module may import from its own layer and those before it.
LAYERS = [
    re.findall(r"`(\w+)/?`", row[1])
    for row in re.finditer(r"^\| (`[^|]+) \|", ARCHITECTURE.read_text("utf-8"), re.MULTILINE)
]
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}

# The module of the model that looks at connectivity.
CONNECTIVITY = "patience.referee.report"

# Seconds of import, or megabytes, that only a search or a connectivity check may cost.
HEAVY = {"numba", "llvmlite", "ortools", "networkx"}

MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def graph(root: Path = PACKAGE) -> nx.DiGraph:
    """Return which module of a package imports which."""
    return import_graph(root)


def part(path: Path) -> str:
    """Return the top-level module or package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def parts_of(path: Path) -> set[str]:
    """Return the parts of the package that a file imports, at the top or inside a function."""
    inside = [[*name.split("."), ""] for name in imported(path) if name.startswith("patience")]
    # What is no module of the package (`import patience`, its version) comes from its top.
    return {name[1] if name[1] in LAYER else "__init__" for name in inside}


def test_the_architecture_names_what_there_is() -> None:
    assert set(LAYER) == {part(path) for path in MODULES}


def test_no_import_runs_upwards() -> None:
    upwards = [
        (path, name)
        for path in MODULES
        for name in parts_of(path)
        if LAYER[name] > LAYER[part(path)]
    ]
    assert upwards == []


# The packages of single searches, and the modules that let them work together.
SIBLINGS = {path.parent.name for path in (PACKAGE / "engines").glob("*/__init__.py")}
COMPOSED_BY = {"patience.engines.finders", "patience.engines.portfolio"}

BEAM_MODULES, BEAM_DEPTH = 15, 8


def engine_of(module: str) -> str:
    """Return the sibling that a module belongs to, or the empty string."""
    name = module.removeprefix("patience.engines.").partition(".")[0]
    return name if name in SIBLINGS else ""


def test_engines_that_are_siblings_do_not_import_each_other() -> None:
    engines = modules_of(graph(), "patience.engines")
    known = {
        (module, engine_of(other))
        for module, other in graph().out_edges(engines)
        if engine_of(other) not in {"", engine_of(module)}
    }
    assert {module for module, _ in known} == COMPOSED_BY
    assert {engine for _, engine in known} == SIBLINGS


def test_the_beam_is_small_and_shallow() -> None:
    beam = "patience.engines.beam"
    modules = modules_of(graph(), beam)
    chain = longest_chain(graph(), modules)
    assert len(modules) <= BEAM_MODULES
    assert len(chain) <= BEAM_DEPTH, " > ".join(chain)


@pytest.mark.parametrize("root", [PACKAGE, PACKAGE.parent / "scripts", PACKAGE.parent / "tests"])
def test_modules_do_not_import_each_other_in_a_circle(root: Path) -> None:
    knots = nx.strongly_connected_components(graph(root))
    assert [sorted(knot) for knot in knots if len(knot) > 1] == []


def test_a_chain_of_imports_has_the_modules_in_order_and_circles_whole(tmp_path: Path) -> None:
    package = tmp_path / "pack"
    package.mkdir()
    texts = {
        "__init__": "",
        "a": "from pack.b import x",
        "b": "from pack import c",
        "c": "def f():\n    import pack.d",
        "d": "from pack.c import f",
        "e": "import ast",
    }
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text)
    some = import_graph(package)
    assert packages(some) == ["pack"]
    assert longest_chain(some, modules_of(some, "pack")) == [
        "pack.a",
        "pack.b",
        "pack.c",
        "pack.d",
    ]


def test_the_model_and_all_that_it_imports_need_nothing_but_the_standard_library() -> None:
    model = [*modules_of(graph(), "patience.game"), *modules_of(graph(), "patience.referee")]
    below = set(model).union(*(nx.descendants(graph(), module) for module in model))
    assert {name for module in below for name in foreign(module)} == {"networkx"}
    assert {module for module in below if foreign(module)} == {CONNECTIVITY}


def foreign(module: str) -> set[str]:
    """Return the packages that a module imports from outside."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    outside = {name.split(".")[0] for name in imported(file)}
    return outside - {"patience", *sys.stdlib_module_names}


def test_importing_loads_nothing_heavy() -> None:
    modules = "patience, patience.cli, patience.referee"
    script = f"import sys, {modules}; print(*{HEAVY} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
    )
    assert done.stdout.split() == []


# What `patience verify` of the README's box costs at most: modules loaded, functions entered.
LEAN = 45, 1_800


def test_judging_a_grid_loads_and_calls_little(tmp_path: Path) -> None:
    readme = (PACKAGE.parent / "README.md").read_text("utf-8")
    [box] = re.findall(r"<!-- file: grid.txt -->\s+```text\s+(.*?)```", readme, re.DOTALL)
    (tmp_path / "grid.txt").write_text(box)
    script = f"""
import sys
calls = 0
def count(frame, event, _):
    global calls
    calls += event == "call" and frame.f_code.co_filename.startswith({str(PACKAGE)!r})
sys.setprofile(count)
from patience.cli import main
try:
    main(["verify", "grid.txt"])
except SystemExit as end:
    assert not end.code
sys.setprofile(None)
print(sum(name.partition(".")[0] == "patience" for name in sys.modules), calls)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    verdict, cost = done.stdout.splitlines()
    assert verdict.startswith("grid.txt: valid as frame 9x7")
    modules, calls = map(int, cost.split())
    assert modules <= LEAN[0], modules
    assert calls <= LEAN[1], calls
