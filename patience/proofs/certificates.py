"""Certificates: what a proof has shown, written so that anybody can check samples of it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from patience.errors import FileError
from patience.files.spec import Spec
from patience.files.text import read_text, write_text
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle, Rules
from patience.shipped import data_dir
from patience.words.lexicon import Lexicon, load

T = TypeVar("T")

FORMAT = 1

# Which way to search the nodes were counted by: one more whenever the search is changed so that
# it counts others, as certificates and states from before then mean nothing to it.
METHOD = 1


@dataclass(frozen=True)
class StageCount:
    """A refuted stage: its label, what its grids would cost, the nodes of each of its parts."""

    label: str
    cost: int
    nodes: tuple[int, ...]


@dataclass(frozen=True)
class Certificate:
    """The claim that no grid of a puzzle costs `at_most` or less, and the work that shows it.

    Attributes
    ----------
    puzzle : mapping
        The puzzle as the lines above a grid say it.
    lexicon, sha256, words : str, str, int
        The lexicon's name, the hash of its words, how many they are.
    at_most : int
    stages : tuple of StageCount
        In the order in which they were refuted.
    seconds, threads, version, date
        What it took, with which version, and when.
    method : int
        Which way to search counted the nodes.
    """

    puzzle: Mapping[str, str]
    lexicon: str
    sha256: str
    words: int
    at_most: int
    stages: tuple[StageCount, ...]
    seconds: float
    threads: int
    version: str
    date: str
    method: int

    @property
    def nodes(self) -> int:
        """Nodes of all stages."""
        return sum(sum(stage.nodes) for stage in self.stages)

    def spec(self, folder: Path = Path()) -> Spec:
        """Return the puzzle as a spec; its files are looked for in `folder` as well."""
        return Spec.from_header(self.puzzle, Grid((".",)), folder)


def write(path: str | Path, certificate: Certificate) -> None:
    """Write a certificate as JSON, whole or not at all."""
    value = {"format": FORMAT, **asdict(certificate), "puzzle": dict(certificate.puzzle)}
    stages = value.pop("stages")
    lines = [f"  {json.dumps(key)}: {json.dumps(each)}" for key, each in value.items()]
    counts = ",\n".join(f"    {json.dumps(stage)}" for stage in stages)
    lines.append(f'  "stages": [\n{counts}\n  ]')
    write_text(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read(path: str | Path) -> Certificate:
    """Read a certificate.

    Raises
    ------
    FileError
        If the file cannot be read or is none.
    """
    try:
        value: dict[str, Any] = json.loads(read_text(path))
        if value.pop("format") != FORMAT:
            raise FileError(f"{path}: a certificate of another format; this version reads {FORMAT}")
        stages = tuple(
            StageCount(_typed(x["label"], str), _count(x["cost"]), tuple(map(_count, x["nodes"])))
            for x in value.pop("stages")
        )
        puzzle = {_typed(key, str): _typed(x, str) for key, x in value.pop("puzzle").items()}
        for name in ("at_most", "words", "threads", "method"):
            _count(value[name])
        for name in ("lexicon", "sha256", "version", "date"):
            _typed(value[name], str)
        value["seconds"] = float(value["seconds"])
        return Certificate(**value, puzzle=puzzle, stages=stages)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FileError(
            f"{path} is no certificate: give a file that patience prove --certificate wrote"
        ) from None


def _typed(value: object, kind: type[T]) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


def _count(value: object) -> int:
    number = _typed(value, int)
    if number < 0:
        raise ValueError(f"{number} is less than 0")
    return number


def known_bound(puzzle: Puzzle, lexicon: Lexicon) -> int:
    """Return the highest bound on the cost that a shipped certificate proves; 0 if none does.

    It holds as well with fewer words, with more rules, and where tiles lie already.
    """
    freed = replace(puzzle, rules=Rules(connected=puzzle.rules.connected), start=None)
    asked = [way for each in (puzzle, freed) for way in (each, each.transposed())]
    bound = 0
    for path in _shipped():
        certificate, proven = _known(path)
        better = certificate.at_most >= bound
        if better and proven in asked and _covers(certificate, lexicon):
            bound = certificate.at_most + 1
    return bound


def _covers(certificate: Certificate, lexicon: Lexicon) -> bool:
    """Tell whether a shipped certificate speaks of all words of a lexicon, and maybe of more."""
    if certificate.sha256 == lexicon.sha256:
        return True
    whole = load(certificate.lexicon)
    return whole.sha256 == certificate.sha256 and set(lexicon.words) <= set(whole.words)


def _shipped() -> list[Path]:
    return sorted((data_dir("instances") / "proofs").glob("*.json"))


@cache
def _known(path: Path) -> tuple[Certificate, Puzzle]:
    certificate = read(path)
    return certificate, certificate.spec().puzzle()
