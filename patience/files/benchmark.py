"""The shipped instances as a benchmark: what is known of each, and the file that says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import msgspec

from patience.encodings import read_text
from patience.files.instances import load_instance
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.question.spec import Spec
from patience.shipped import data_dir
from patience.words.lexicon import Lexicon, load

#: Its name in the folder of the instances.
FILE = "benchmark.json"


@dataclass(frozen=True)
class Words:
    """A list of words: its name, the hash of the words that the filters leave, and how many.

    Attributes
    ----------
    name, sha256 : str
    words : int
    """

    name: str
    sha256: str
    words: int


@dataclass(frozen=True)
class Sources:
    """Files in the folder of the instances: of the question, of the grid and of the bound."""

    question: str
    grid: str
    bound: str


@dataclass(frozen=True)
class Instance:
    """A shipped instance with what is known of it.

    Attributes
    ----------
    name : str
        As `load_instance` and ``patience solve`` take it.
    question : mapping
        The puzzle as in the lines above a grid.
    tiles : mapping
        Name, letters (counted, such as ``A5 B2``), and how many jokers.
    words : Words
        The list of words, after the filters of the question.
    cost, bound : int
        Of the best grid known, and proven: no grid costs less.
    rows : tuple of str
        The best grid known.
    found : mapping
        How it was found: engine, seed, command, seconds, date, version. Of the small instances:
        the witnesses of the optimum, with their seconds and nodes.
    sources : Sources
        The files that say so, in the folder of the instances.
    """

    name: str
    question: Mapping[str, str]
    tiles: Mapping[str, str | int]
    words: Words
    cost: int
    bound: int
    rows: tuple[str, ...]
    found: Mapping[str, str | Mapping[str, float]]
    sources: Sources

    @property
    def gap(self) -> int:
        """By how much the cost exceeds the bound; 0 if the grid is proven the best."""
        return self.cost - self.bound

    @property
    def grid(self) -> Grid:
        """The best grid known."""
        return Grid(self.rows)

    @property
    def spec(self) -> Spec:
        """The question."""
        return load_instance(data_dir("instances") / self.sources.question)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the question."""
        return self.spec.puzzle()

    @property
    def lexicon(self) -> Lexicon:
        """The words of the question."""
        return load(*self.spec.vocabulary)


@cache
def instances() -> tuple[Instance, ...]:
    """Return the shipped instances with what is known of them, the small ones last.

    The file is ``instances/benchmark.json``, made of the instances, their best grids and the
    certificates; its form is `benchmark` in the JSON schema.
    """
    text = read_text(data_dir("instances") / FILE)
    return msgspec.json.decode(text, type=tuple[Instance, ...])
