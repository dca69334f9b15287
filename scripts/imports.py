"""The longest import chain of each package.

    python -m scripts.imports

A chain begins with a module that no other one of the package imports; each module imports the
next one, including imports for types only and inside functions. A cycle is in the chain with all
its modules.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import networkx as nx

ROOT = Path(__file__).parents[1] / "patience"


def import_graph(root: Path = ROOT) -> nx.DiGraph:
    """Return the modules of a package by dotted name, with an edge to each imported module."""
    paths = {_module(path, root): path for path in sorted(root.rglob("*.py"))}
    graph = nx.DiGraph()
    graph.add_nodes_from(paths)
    for module, path in paths.items():
        for name in imported(path):
            inside = name if name in paths else name.rpartition(".")[0]
            if inside in paths:
                graph.add_edge(module, inside)
    return graph


def packages(graph: nx.DiGraph) -> list[str]:
    """Return the packages of a graph: the modules that contain others."""
    return sorted({module.rpartition(".")[0] for module in graph} - {""})


def modules_of(graph: nx.DiGraph, package: str) -> list[str]:
    """Return the modules in a package and its subpackages, without its own ``__init__``."""
    return [module for module in graph if module.startswith(f"{package}.")]


def longest_chain(graph: nx.DiGraph, modules: list[str]) -> list[str]:
    """Return the longest import chain among some modules."""
    knots = nx.condensation(graph.subgraph(modules))  # a node per module or cycle
    members = knots.nodes(data="members")
    for _, after, edge in knots.edges(data=True):
        edge["weight"] = len(members[after])
    return [module for knot in nx.dag_longest_path(knots) for module in sorted(members[knot])]


def _module(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Return the imported names of a file, with their modules; relative imports do not occur."""
    names: list[str] = []
    for node in _statements(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return tuple(names)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a node: expressions, which are most of a file, import nothing."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
            yield inner
            yield from _statements(inner)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Print how many modules each package has, and its longest chain of imports."""
    graph = import_graph()
    for package in packages(graph):
        modules = modules_of(graph, package)
        chain = longest_chain(graph, modules)
        names = " > ".join(module.removeprefix(f"{package}.") for module in chain)
        click.echo(f"{package}: {len(modules)} modules, {len(chain)} deep: {names}")


if __name__ == "__main__":
    main()
