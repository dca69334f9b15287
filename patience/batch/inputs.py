"""The inputs of a batch: instance files, shipped instances, folders, globs and sweeps."""

from __future__ import annotations

import glob
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from patience.batch.plan import Instance, instance_named
from patience.batch.sweep import SWEEP, read_sweep
from patience.errors import FileError, PatienceError
from patience.files.instances import load_instance
from patience.files.spec import Spec
from patience.files.text import read_toml

_UNSAFE = re.compile(r"[^A-Za-z0-9._+-]+")
_LONGEST_NAME = 100


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


def read_inputs(sources: Iterable[str], pattern: str | None = None) -> Inputs:
    """Read instance files, shipped instances, folders of them, globs and sweeps.

    Inputs that cannot be read are listed as faults; the others run. `pattern` names the puzzles
    of sweeps (`read_sweep`).
    """
    read: list[tuple[str, Path | None, Spec]] = []
    faults: list[Fault] = []
    seeds: tuple[int, ...] | None = None
    for source in dict.fromkeys(_expanded(sources, faults)):
        try:
            table = read_toml(source) if Path(source).is_file() else {}
            if SWEEP in table:
                sweep = read_sweep(source, table, pattern)
                read += [(name, None, spec) for name, spec in sweep.puzzles]
                faults += [Fault(source, message) for message in sweep.faults]
                seeds = sweep.seeds or seeds
            else:
                read.append((Path(source).stem, Path(source), load_instance(source)))
        except PatienceError as error:
            faults.append(Fault(source, str(error)))
    instances = []
    for name, source_name, spec in _named(read):
        try:
            instances.append(instance_named(name, spec))
        except PatienceError as error:
            faults.append(Fault(source_name, f"{source_name}: {error}"))
    return Inputs(instances, faults, seeds)


def _named(read: Sequence[tuple[str, Path | None, Spec]]) -> Iterator[tuple[str, str, Spec]]:
    """Give each puzzle a unique name that is valid as a file name."""
    names = [_safe(name) for name, _, _ in read]
    twice = {name for name, count in Counter(names).items() if count > 1}
    taken: set[str] = set()
    for (_, path, spec), short in zip(read, names, strict=True):
        folder = path.resolve().parent.name if path is not None else ""
        name = base = _safe(f"{folder}-{short}") if short in twice and folder else short
        for number in itertools.count(2):
            if name not in taken:
                break
            name = f"{base}-{number}"
        taken.add(name)
        yield name, short if path is None else str(path), spec


def _safe(name: str) -> str:
    return _UNSAFE.sub("_", name)[:_LONGEST_NAME].lstrip(".") or "puzzle"


def _expanded(sources: Iterable[str], faults: list[Fault]) -> Iterator[str]:
    """Yield the files of folders and globs; pass the names of shipped instances through."""
    for source in sources:
        path = Path(source)
        if path.is_dir():
            found = [str(p) for p in sorted(path.rglob("*.toml")) if not _is_tile_set(p)]
            if not found:
                faults.append(Fault(source, f"{source}: no instance (*.toml) in this folder"))
        elif glob.has_magic(source) and not path.exists():
            found = sorted(glob.glob(source, recursive=True))
            if not found:
                faults.append(Fault(source, f"{source}: no file matches"))
        else:
            found = [source]
        yield from found


def _is_tile_set(path: Path) -> bool:
    """Tell whether a file is a tile set rather than an instance."""
    try:
        return "letters" in read_toml(path)
    except FileError:
        return False  # reading it as an instance will report the error
