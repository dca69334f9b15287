"""Code lines by package, without docstrings, comments and blanks.

python -m scripts.lines               of this checkout
python -m scripts.lines v1.0.0 HEAD   of commits, side by side
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scripts.common import ROOT, document

_TOPS = ("patience", "scripts", "tests")
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def code_lines(source: str) -> int:
    """Return the number of lines with code."""
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            text = node.body[0]
            found.difference_update(range(text.lineno, (text.end_lineno or text.lineno) + 1))
    return len(found)


def by_package(sources: Iterator[tuple[str, str]]) -> Counter[str]:
    """Return the code lines of each top folder and of each folder in it."""
    lines: Counter[str] = Counter()
    for path, source in sources:
        top, *inner = path.split("/")
        number = code_lines(source)
        lines[top] += number
        if len(inner) > 1:
            lines[f"{top}/{inner[0]}"] += number
    return lines


def here() -> Iterator[tuple[str, str]]:
    """Yield path and source of each module of this checkout."""
    for path in sorted(path for top in _TOPS for path in (ROOT / top).rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def at(commit: str) -> Iterator[tuple[str, str]]:
    """Yield path and source of each module of a commit."""
    command = ["git", "archive", commit, *_TOPS]
    packed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            file = archive.extractfile(member) if Path(member.name).suffix == ".py" else None
            if file is not None:
                yield member.name, file.read().decode("utf-8")


if __name__ == "__main__":
    commits = sys.argv[1:]
    counts = [by_package(at(commit)) for commit in commits] or [by_package(here())]
    rows = [
        [name, *(f"{count[name]:,}" for count in counts)]
        for name in sorted(set[str]().union(*counts))
    ]
    print(document(["code lines", *(commits or ["now"])], rows, []))
