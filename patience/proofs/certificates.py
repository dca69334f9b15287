"""Certificates: the results of proofs, in a form that anybody can check."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from patience.encodings import read_text
from patience.engines.exhaustive.refuted import Count, RefutedLevel
from patience.errors import FileError, PatienceError
from patience.files.text import write_text
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle, Rules
from patience.question.hash import puzzle_sha256
from patience.question.header import from_header
from patience.question.spec import Spec
from patience.shipped import data_dir
from patience.words.lexicon import Lexicon, load

FORMAT = 2

# Version of the search that counted the nodes. It increases whenever the search counts other nodes,
# which invalidates earlier certificates and states.
METHOD = 3

# Whether words, by their hash, are all among those of a certificate: to see it takes a walk.
_covered: dict[tuple[str, str], bool] = {}


class Certificate(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag=FORMAT
):
    """The proposition that no grid of a puzzle costs `at_most` or less, and its evidence."""

    puzzle: dict[str, str]  # as in the header of a grid file
    lexicon: str
    sha256: str  # of the words
    words: Count  # how many the lexicon has
    at_most: Count
    levels: tuple[RefutedLevel, ...]  # in the order of their refutation
    seconds: Annotated[float, msgspec.Meta(ge=0)]
    threads: Count
    version: str
    date: str
    method: Count  # version of the search that counted the nodes

    @property
    def nodes(self) -> int:
        """Nodes of all levels."""
        return sum(sum(level.nodes) for level in self.levels)

    @property
    def partitions(self) -> int:
        """Partitions of all levels."""
        return sum(len(level.nodes) for level in self.levels)

    def spec(self, folder: Path = Path()) -> Spec:
        """Return the puzzle as a spec; `folder` is searched for its files too."""
        return from_header(self.puzzle, Grid((".",)), folder)


def write(path: str | Path, certificate: Certificate) -> None:
    """Write a certificate as JSON, atomically."""
    value = msgspec.to_builtins(certificate)
    levels = value.pop("levels")
    lines = [f"  {json.dumps(key)}: {json.dumps(each)}" for key, each in value.items()]
    counts = ",\n".join(f"    {json.dumps(level)}" for level in levels)
    lines.append(f'  "levels": [\n{counts}\n  ]')
    write_text(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read(path: str | Path) -> Certificate:
    """Read a certificate.

    Raises
    ------
    FileError
        If the file cannot be read or is not a certificate.
    """
    text = read_text(path)
    try:
        return msgspec.json.decode(text, type=Certificate)
    except (ValueError, RecursionError) as error:
        raise FileError(
            f"{path} is not a certificate of this version ({error}): give a file that patience "
            "prove --certificate wrote"
        ) from None


def check_words(certificate: Certificate, lexicon: Lexicon) -> None:
    """Reject a lexicon other than the certificate's.

    Raises
    ------
    PatienceError
        If the words differ.
    """
    if certificate.sha256 != lexicon.sha256:
        raise PatienceError(
            f"lexicon {lexicon.name} has {len(lexicon):,} words and another sha256 than the one "
            f"certified ({certificate.words:,} words, {certificate.sha256[:12]}...): use the "
            "version that was certified"
        )


def known_bound(puzzle: Puzzle, lexicon: Lexicon) -> int:
    """Return the highest bound on the cost that a shipped certificate proves; 0 if none does.

    A bound also holds with fewer words, more rules, or fixed tiles.
    """
    path = known(puzzle, lexicon)
    return 0 if path is None else _known(path)[0].at_most + 1


def known(puzzle: Puzzle, lexicon: Lexicon) -> Path | None:
    """Return the shipped certificate that proves the highest bound, if any does."""
    freed = replace(puzzle, rules=Rules(connected=puzzle.rules.connected), start=None)
    asked = {puzzle_sha256(x) for each in (puzzle, freed) for x in (each, each.transposed())}
    fit = [path for path in _shipped() if _known(path)[1] in asked]
    best_first = sorted(fit, key=lambda path: _known(path)[0].at_most, reverse=True)
    return next((path for path in best_first if _covers(_known(path)[0], lexicon)), None)


def _covers(certificate: Certificate, lexicon: Lexicon) -> bool:
    """Return whether a shipped certificate covers all words of a lexicon."""
    ours, theirs = key = lexicon.sha256, certificate.sha256
    if ours != theirs and key not in _covered:
        whole = load(certificate.lexicon)
        rest = iter(whole.words)  # both are sorted: one walk finds all, or one missing
        _covered[key] = whole.sha256 == theirs and all(word in rest for word in lexicon.words)
    return ours == theirs or _covered[key]


def _shipped() -> list[Path]:
    return sorted((data_dir("instances") / "proofs").glob("*.json"))


@cache
def _known(path: Path) -> tuple[Certificate, str]:
    """Return a certificate and the hash of its puzzle."""
    certificate = read(path)
    return certificate, puzzle_sha256(certificate.spec().puzzle())
