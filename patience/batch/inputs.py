"""The inputs of a batch: instance files, shipped instances, folders, globs and sweeps."""

from __future__ import annotations

import glob
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from patience.batch.names import Known, Nameless, names
from patience.batch.plan import Instance, instance_named
from patience.batch.sweep import SWEEP, read_sweep
from patience.encodings import naming, read_toml
from patience.errors import PatienceError
from patience.files.instances import instance_of, instance_path
from patience.question.spec import Spec


class Fault(NamedTuple):
    """An input that is no puzzle, and the reason."""

    source: str
    message: str


class Inputs(NamedTuple):
    """The puzzles that were read, and the inputs that could not be."""

    instances: list[Instance]
    faults: list[Fault]
    seeds: tuple[int, ...] | None  # the seeds of the sweeps

    def chosen_seeds(self, number: int | None) -> tuple[int, ...]:
        """Return seeds 0 to `number` - 1; by default those of a sweep, else seed 0."""
        return self.seeds or (0,) if number is None else tuple(range(number))


def read_inputs(sources: Collection[str], known: Known | None = None) -> Inputs:
    """Read instance files, shipped instances, folders of them, globs and sweeps.

    Inputs that cannot be read are listed as faults; the others run. Puzzles keep the names in
    `known`.
    """
    read: list[tuple[str, Path | None, Spec]] = []
    faults: list[Fault] = []
    seeds: tuple[int, ...] | None = None
    for source in dict.fromkeys(_expanded(sources, faults)):
        try:
            file = instance_path(source)
            table = read_toml(file)
            if SWEEP in table:
                sweep = read_sweep(source, table)
                read += [(name, None, spec) for name, spec in sweep.puzzles]
                faults += [Fault(source, message) for message in sweep.faults]
                seeds = sweep.seeds or seeds
            elif "letters" not in table or source in sources:  # no tile set beside instances
                with naming(str(file)):
                    spec = instance_of(table, file.parent)
                read.append((Path(source).stem, Path(source), spec))
        except PatienceError as error:
            faults.append(Fault(source, str(error)))
    found: dict[Nameless, Instance] = {}
    for stem, path, spec in read:
        source = stem if path is None else str(path)
        try:
            instance = instance_named(stem, spec)
        except PatienceError as error:
            faults.append(Fault(source, f"{source}: {error}"))
        else:
            found[_nameless(path, instance)] = instance
    named = zip(found.values(), names(list(found), known or {}), strict=True)
    return Inputs([replace(instance, name=name) for instance, name in named], faults, seeds)


def _nameless(path: Path | None, instance: Instance) -> Nameless:
    question = instance.question
    if path is None:  # combinations of a sweep are told apart by what they ask
        return Nameless(instance.name, "", " ".join(question), question)
    whole = path.resolve()
    return Nameless(instance.name, whole.parent.name, str(whole), question)


def _expanded(sources: Iterable[str], faults: list[Fault]) -> Iterator[str]:
    """Yield the files of folders and globs; pass the names of shipped instances through."""
    for source in sources:
        path = Path(source)
        if path.is_dir():
            found = list(map(str, sorted(path.rglob("*.toml"))))
            if not found:
                faults.append(Fault(source, f"{source}: no instance (*.toml) in this folder"))
        elif glob.has_magic(source) and not path.exists():
            found = sorted(glob.glob(source, recursive=True))
            if not found:
                faults.append(Fault(source, f"{source}: no file matches"))
        else:
            found = [source]
        yield from found
