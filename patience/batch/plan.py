"""What a batch is to do: instances (files, folders, globs, sweeps) x settings x seeds."""

from __future__ import annotations

import glob
import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from patience.batch.lexicons import lexicon_of
from patience.errors import FileError, PatienceError, PuzzleError
from patience.files.instances import instance_of, load_instance
from patience.files.spec import Spec
from patience.files.text import read_toml
from patience.result import Limits
from patience.words.lexicon import available

# What marks a TOML file as a sweep, and the lists that it may hold beside an instance's own tables.
SWEEP = "sweep"
_SWEPT = ("goals", "tiles", "lexicons")
_COMMON = ("jokers", "rules", "lexicon_filter")

_UNSAFE = re.compile(r"[^A-Za-z0-9._+-]+")
_LONGEST_NAME = 100


@dataclass(frozen=True)
class Setting:
    """A way to search: an engine and its limits."""

    engine: str
    limits: Limits

    @property
    def name(self) -> str:
        """The setting in one word, such as ``beam-10s`` or ``auto-w2000``."""
        limits = self.limits
        parts = [self.engine]
        if limits.seconds is not None:
            parts.append(f"{limits.seconds:g}s")
        if limits.max_width is not None:
            parts.append(f"w{limits.max_width}")
        if limits.target is not None:
            parts.append(f"t{limits.target}")
        return "-".join(parts)


@dataclass(frozen=True)
class Instance:
    """A puzzle under its name in the batch, with hashes of all that its answer rests on."""

    name: str
    spec: Spec
    puzzle_sha256: str
    lexicon_sha256: str


@dataclass(frozen=True)
class Run:
    """One search."""

    instance: Instance
    setting: Setting
    seed: int

    @property
    def id(self) -> str:
        """Its name in the batch, and where its files lie."""
        return f"{self.instance.name}/{self.setting.name}/seed-{self.seed}"


class Fault(NamedTuple):
    """An input that is no puzzle, and what is wrong with it."""

    source: str
    message: str


class Inputs(NamedTuple):
    """The puzzles that were read, and the inputs that could not be."""

    instances: list[Instance]
    faults: list[Fault]
    seeds: tuple[int, ...] | None  # those that a sweep asks for


def read_inputs(sources: Iterable[str]) -> Inputs:
    """Read instance files, shipped instances, folders of them, globs and sweeps.

    What cannot be read is listed as a fault, so that the others can run.
    """
    read: list[tuple[str, Path | None, Spec]] = []
    faults: list[Fault] = []
    seeds: tuple[int, ...] | None = None
    for source in dict.fromkeys(_expanded(sources, faults)):
        try:
            table = read_toml(source) if Path(source).is_file() else {}
            if SWEEP in table:
                asked = _sweep(source, table, read, faults)
                seeds = asked or seeds
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


def plan(
    instances: Sequence[Instance], settings: Sequence[Setting], seeds: Iterable[int]
) -> list[Run]:
    """Return all runs: seed by seed, so that a batch cut short has met every puzzle."""
    return [
        Run(instance, setting, seed)
        for seed, instance, setting in itertools.product(seeds, instances, settings)
    ]


# ---- instances ----------------------------------------------------------------------------------


def instance_named(name: str, spec: Spec) -> Instance:
    """Return a puzzle as a batch knows it; its parts and its lexicon are checked.

    Raises
    ------
    PatienceError
        If the parts do not fit each other or the lexicon cannot be loaded.
    """
    spec.puzzle()  # its parts must fit each other before anything runs
    if spec.lexicon is not None and spec.lexicon not in available():
        spec = replace(spec, lexicon=str(Path(spec.lexicon).resolve()))  # workers run elsewhere
    lexicon = lexicon_of(spec)
    # The lexicon counts by its words, not by where its file lies.
    header = {key: text for key, text in spec.to_header().items() if key != "lexicon"}
    text = "\n".join(f"{key}: {value}" for key, value in sorted(header.items()))
    return Instance(name, spec, hashlib.sha256(text.encode()).hexdigest(), lexicon.sha256)


def _named(read: Sequence[tuple[str, Path | None, Spec]]) -> Iterator[tuple[str, str, Spec]]:
    """Give each puzzle a name that no other has and a file can have."""
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
    """Yield the files that folders and globs stand for; names of shipped instances as they are."""
    for source in sources:
        path = Path(source)
        if path.is_dir():
            found = [str(p) for p in sorted(path.rglob("*.toml")) if not _is_tile_set(p)]
            if not found:
                faults.append(Fault(source, f"{source}: no instance (*.toml) in this folder"))
        elif glob.has_magic(source) and not path.exists():
            found = sorted(glob.glob(source, recursive=True))
            if not found:
                faults.append(Fault(source, f"{source}: no file has such a name"))
        else:
            found = [source]
        yield from found


def _is_tile_set(path: Path) -> bool:
    """Tell whether a file beside instances is a tile set that they name."""
    try:
        return "letters" in read_toml(path)
    except FileError:
        return False  # the attempt to read it as an instance will say what is wrong


# ---- sweeps -------------------------------------------------------------------------------------


def _sweep(
    source: str,
    table: Mapping[str, Any],
    read: list[tuple[str, Path | None, Spec]],
    faults: list[Fault],
) -> tuple[int, ...] | None:
    """Read every combination that a sweep names; return the seeds it asks for."""
    sweep = table[SWEEP]
    unknown = [key for key in table if key not in {SWEEP, *_COMMON}]
    if not isinstance(sweep, dict):
        raise PuzzleError(f"{source}: [sweep] is a table of lists: {', '.join(_SWEPT)}, seeds")
    unknown += [f"[sweep] {key}" for key in sweep if key not in {*_SWEPT, "seeds"}]
    if unknown:
        raise PuzzleError(
            f"{source}: unknown key {unknown[0]!r}; [sweep] takes {', '.join(_SWEPT)} and seeds, "
            f"and beside it a sweep takes {', '.join(_COMMON)}"
        )
    lists = [_texts(source, key, sweep.get(key)) for key in _SWEPT]
    common = {key: table[key] for key in _COMMON if key in table}
    for goal, tiles, lexicon in itertools.product(*lists):
        said = {"tiles": tiles, "lexicon": lexicon}
        name = "-".join(Path(part).stem if part else "" for part in (goal, tiles, lexicon) if part)
        try:
            entry = {**common, **_goal_entry(goal), **{k: v for k, v in said.items() if v}}
            read.append((name, None, instance_of(entry, Path(source).parent)))
        except PatienceError as error:
            faults.append(Fault(source, f"{source}: {name}: {error}"))
    return None if "seeds" not in sweep else _seeds(source, sweep["seeds"])


def _texts(source: str, key: str, values: object) -> list[str]:
    """Return a sweep's list; only the goals have no default."""
    if values is None and key != "goals":
        return [""]
    if not isinstance(values, list) or not values or not all(isinstance(v, str) for v in values):
        raise PuzzleError(f"{source}: [sweep] {key}: write a list of texts, at least one")
    return values


def _seeds(source: str, value: object) -> tuple[int, ...]:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return tuple(range(value))
    if isinstance(value, list) and value and all(type(v) is int and v >= 0 for v in value):
        return tuple(value)
    raise PuzzleError(f"{source}: [sweep] seeds: write how many, or a list of them")


def _goal_entry(text: str) -> dict[str, str]:
    """Read ``frame 9x7``, ``compact``, ``compact 9x12`` (a table's sides) or ``board FILE``."""
    goal, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    match goal:
        case "frame" if rest:
            return {"frame": rest}
        case "board" if rest:
            return {"board": rest}
        case "compact":
            return {"goal": "compact", **({"within": rest} if rest else {})}
    raise PuzzleError(
        f"goal {text!r}: write 'frame 9x7', 'compact', 'compact 9x12' or 'board FILE'"
    )
