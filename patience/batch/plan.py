"""The plan of a batch: instances x settings x seeds."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from patience.question.hash import puzzle_sha256
from patience.question.spec import Spec
from patience.result import Limits
from patience.words.lexicon import available, load


@dataclass(frozen=True)
class Setting:
    """An engine and its limits."""

    engine: str
    limits: Limits

    @property
    def name(self) -> str:
        """The setting in one word, such as ``beam-10s`` or ``auto-w2000``."""
        limits = self.limits
        parts = {"{:g}s": limits.seconds, "w{}": limits.max_width, "t{}": limits.target}
        told = (form.format(value) for form, value in parts.items() if value is not None)
        return "-".join([self.engine, *told])


@dataclass(frozen=True)
class Instance:
    """A named puzzle, with hashes of everything that its answer depends on.

    `notes` has the assumptions and omissions made while its word lists were read.
    """

    name: str
    spec: Spec
    puzzle_sha256: str
    lexicon_sha256: str
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def question(self) -> tuple[str, str]:
        """The hashes of its puzzle and its words."""
        return self.puzzle_sha256, self.lexicon_sha256


@dataclass(frozen=True)
class BatchRun:
    """One search of an instance with a setting and a seed."""

    instance: Instance
    setting: Setting
    seed: int

    @property
    def id(self) -> str:
        """The name of the run in the batch, and the path of its files."""
        return f"{self.instance.name}/{self.setting.name}/seed-{self.seed}"


def instance_named(name: str, spec: Spec) -> Instance:
    """Return a checked instance of a puzzle, with its lexicon loaded.

    Raises
    ------
    PatienceError
        If the parts of the puzzle do not fit each other, or the lexicon cannot be loaded.
    """
    puzzle = spec.puzzle()  # checks the parts before anything runs
    if spec.lexicon is not None and spec.lexicon not in available():
        spec = replace(spec, lexicon=str(Path(spec.lexicon).resolve()))  # workers run elsewhere
    lexicon = load(*spec.vocabulary)
    sha256 = puzzle_sha256(puzzle, spec.prefer)
    return Instance(name, spec, sha256, lexicon.sha256, lexicon.notes)


def plan(
    instances: Sequence[Instance], settings: Sequence[Setting], seeds: Iterable[int]
) -> list[BatchRun]:
    """Return all runs, seed by seed, so that a batch cut short has searched every puzzle."""
    return [
        BatchRun(instance, setting, seed)
        for seed, instance, setting in itertools.product(seeds, instances, settings)
    ]
