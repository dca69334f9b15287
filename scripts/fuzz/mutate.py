"""Mutations: small faults put into the code one by one, which the tests should notice.

    python -m scripts.fuzz.mutate --sample 40 --seed 1 kernels     forty faults in the kernels
    python -m scripts.fuzz.mutate                                   a sample of every part

The faults are drawn from all comparisons, operators, constants and statements of a module. Each is
written into a copy of the checkout, where the tests of that part run in a process of their own,
forked from one that has imported all libraries. Kernels run as plain Python there: that spares
compiling them for every fault.
"""

from __future__ import annotations

import ast
import compileall
import copy
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import NoReturn

import click
import numba
import pytest

from scripts.common import ROOT, deliver, document, execute, machine_line, output_option, tell

# Tests that go on for ever are stopped: such a fault is noticed too. Seconds of processor time for
# one test, of which none takes more than four, and of time for all of a part.
_ONE_TEST = 10
_ALL_TESTS = 300

_SWAPS: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Part:
    """A module to put faults into, and the tests that should notice them."""

    module: str
    tests: Sequence[str]
    plain: bool = False  # kernels run as plain Python


_EXHAUSTIVE = "tests/engines/exhaustive"
_KERNELS = f"{_EXHAUSTIVE}/test_kernels.py"
_PLAIN = f"{_EXHAUSTIVE}/test_plain.py"
PARTS = {
    "kernels": Part(
        "patience/engines/exhaustive/kernels.py",
        (  # the quickest first
            f"{_KERNELS}::test_a_column_is_filtered_to_what_its_lines_hold",
            f"{_KERNELS}::test_of_two_ways_to_a_node_the_one_with_fewer_blanks_counts",
            f"{_EXHAUSTIVE}/test_parts.py",
            f"{_EXHAUSTIVE}/test_search.py",
            f"{_PLAIN}::test_nodes_are_those_of_this_method[compact]",
            f"{_PLAIN}::test_nodes_are_those_of_this_method[frame]",
            f"{_PLAIN}::test_answers_are_right",
            f"{_PLAIN}::test_nodes_are_those_of_this_method[board]",
        ),
        plain=True,
    ),
    "subproblem": Part(
        "patience/engines/subproblem.py",
        ("tests/engines/test_subproblem.py", _PLAIN),
        plain=True,
    ),
    "referee": Part("patience/game/referee.py", ("tests/game/test_referee.py",)),
    "journal": Part("patience/batch/journal.py", ("tests/batch/test_journal.py",)),
}


@dataclass(frozen=True)
class Fault:
    """One mutation: the line it is in, what stood there, what does now, the whole text."""

    line: int
    before: str
    after: str
    text: str


def faults(source: str) -> list[tuple[int, ast.AST]]:
    """Return every mutation of a module: the number of a node, and what could stand there."""
    tree = ast.parse(source)
    left_out = _left_out(tree)
    return [
        (number, changed)
        for number, node in enumerate(ast.walk(tree))
        if number not in left_out
        for changed in _mutants(node)
    ]


def mutated(source: str, number: int, changed: ast.AST) -> Fault:
    """Return a module with one of its nodes changed."""
    tree = ast.parse(source)
    place = next(islice(ast.walk(tree), number, None))
    line, before = getattr(place, "lineno", 0), ast.unparse(place)
    _put(place, changed)
    after, text = ast.unparse(place), ast.unparse(ast.fix_missing_locations(tree))
    return Fault(line, before.splitlines()[0], after.splitlines()[0], text)


def _left_out(tree: ast.Module) -> set[int]:
    """Return the numbers of nodes whose change nothing could notice: annotations and texts."""
    numbers = {id(node): number for number, node in enumerate(ast.walk(tree))}
    left_out: set[int] = set()
    for node in ast.walk(tree):
        away: list[ast.AST] = []
        if isinstance(node, ast.FunctionDef):
            away += [*node.decorator_list, node.args, *([node.returns] if node.returns else [])]
        elif isinstance(node, ast.AnnAssign):
            away.append(node.annotation)
        elif isinstance(node, ast.Raise | ast.JoinedStr) or _is_for_types(node):
            away.append(node)
        left_out |= {numbers[id(below)] for each in away for below in ast.walk(each)}
    return left_out


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _mutants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what could stand in a node's place."""
    changed = copy.deepcopy(node)
    match changed:
        case ast.Compare(ops=[op]) if type(op) in _SWAPS:
            changed.ops = [_SWAPS[type(op)]()]  # type: ignore[list-item]
            yield changed
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in _SWAPS:
            changed.op = _SWAPS[type(op)]()  # type: ignore[assignment]
            yield changed
        case ast.AugAssign(op=op) if type(op) in _SWAPS:
            changed.op = _SWAPS[type(op)]()  # type: ignore[assignment]
            yield changed
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Continue() | ast.Break() | ast.Expr(value=ast.Call()):
            yield ast.Pass()


def _put(place: ast.AST, changed: ast.AST) -> None:
    """Turn a node into another one, in its tree."""
    place.__class__ = type(changed)
    place.__dict__.clear()
    place.__dict__.update(changed.__dict__)


def noticed(part: Part, text: str, folder: Path, *, limited: bool = True) -> bool:
    """Tell whether a part's tests fail with a text of its module.

    Parameters
    ----------
    folder : Path
        Holds a copy of the checkout.
    limited : bool
        Tests that take too long count as failed.
    """
    module = folder / part.module
    before = module.read_text("utf-8")
    module.write_text(text, "utf-8")
    child = os.fork()
    if child == 0:
        _test(part, folder, limited)
    try:
        return os.waitpid(child, 0)[1] != 0
    finally:
        with suppress(ProcessLookupError):  # what its tests may have left behind
            os.killpg(child, signal.SIGKILL)
        module.write_text(before, "utf-8")


def _test(part: Part, folder: Path, limited: bool) -> NoReturn:
    """Run a part's tests in this process, which ends with their exit code."""
    code = 1
    try:
        os.setsid()
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os.chdir(folder)
        os.environ |= {"CI": "1", "PYTHONPATH": str(folder)}
        sys.path.insert(0, str(folder))
        sys.dont_write_bytecode = limited  # faults written in one second look the same
        for name in list(sys.modules):
            if name.partition(".")[0] in ("patience", "scripts", "tests"):
                del sys.modules[name]
        numba.config.DISABLE_JIT = part.plain  # type: ignore[attr-defined]
        options = ["-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::RuntimeWarning"]
        if limited:
            signal.alarm(_ALL_TESTS)
        code = int(pytest.main([*options, *part.tests], [_Watch()] if limited else []))
    finally:
        os._exit(code)


class _Watch:
    """Ends the process if a test takes too long."""

    @pytest.hookimpl
    def pytest_runtest_setup(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, _ONE_TEST)


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
@click.option("--sample", type=click.IntRange(1), default=20, show_default=True, help="Each part.")
@click.option("--seed", type=int, default=0, show_default=True, help="Which faults.")
@output_option
def main(parts: tuple[str, ...], sample: int, seed: int, output: str | None) -> int:
    """Put faults into modules and tell which of them the tests do not notice."""
    rows, survivors = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "checkout"
        ignored = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", ".hypothesis")
        shutil.copytree(ROOT, folder, ignore=ignored)
        compileall.compile_dir(folder / "patience", quiet=2)
        for part_name in parts or PARTS:
            part = PARTS[part_name]
            source = (folder / part.module).read_text("utf-8")
            if noticed(part, source, folder, limited=False):
                raise click.ClickException(f"{part_name}: its tests fail without any fault")
            known = faults(source)
            chosen = Random(seed).sample(known, min(sample, len(known)))
            drawn = [mutated(source, *each) for each in chosen]
            missed = 0
            for fault in sorted(drawn, key=lambda each: each.line):
                seen = noticed(part, fault.text, folder)
                missed += not seen
                where = f"{part.module}:{fault.line}: `{fault.before}` -> `{fault.after}`"
                tell(f"{'noticed' if seen else 'MISSED '} {where}")
                if not seen:
                    survivors.append(f"Not noticed: {where}.")
            found = len(drawn) - missed
            rows.append([part_name, str(len(known)), str(len(drawn)), f"{found / len(drawn):.0%}"])
    notes = [f"Seed {seed}. {machine_line()}", *survivors]
    deliver(document(["part", "faults", "drawn", "noticed"], rows, notes), output)
    return 0


if __name__ == "__main__":
    sys.exit(execute(main))
