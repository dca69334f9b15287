"""States of running proofs on disk, from which another process can resume them."""

from __future__ import annotations

import base64
import zlib
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from patience.encodings import read_text
from patience.engines.exhaustive.refuted import MAX_NODES, Count, RefutedLevel
from patience.errors import FileError
from patience.files.locks import locked
from patience.files.text import write_bytes
from patience.game.puzzle import Puzzle

if TYPE_CHECKING:
    from patience.engines.exhaustive.search import ExhaustiveSearch, Progress
    from patience.engines.exhaustive.trees import State, Tree

_FORMAT = 3


class _Kind(msgspec.Struct):
    format: int
    proof: str


class _Saved(_Kind, forbid_unknown_fields=True):
    """The whole file: nodes of the refuted levels, then of the current level.

    `done` has the nodes of its finished partitions by number, `begun` the packed arrays of those
    under way.
    """

    seconds: Annotated[float, msgspec.Meta(ge=0)]
    refuted: list[RefutedLevel]
    done: dict[Count, Count]
    begun: dict[Count, str]


class StateFile:
    """The state file of one proof; without a path no state is kept.

    `fingerprint` is the hash of everything that the proof depends on.
    """

    def __init__(self, path: str | Path | None, fingerprint: str) -> None:
        self._path = path
        self._fingerprint = fingerprint

    def locked(self) -> AbstractContextManager[None]:
        """Lock the file against other processes."""
        if self._path is None:
            return nullcontext()
        path = Path(self._path).resolve()
        taken = f"{self._path}: another proof is writing there; wait for its end or take another"
        return locked(path.with_name(f".{path.name}.lock"), f"{taken} --state")

    def save(self, progress: Progress, seconds: float) -> None:
        """Write the state atomically.

        Raises
        ------
        FileError
            If it cannot be written.
        """
        if self._path is None:
            return
        # In this order, as a partition that ends in between must not be missing from both.
        begun, done = dict(progress.checkpoint.begun), dict(progress.checkpoint.done)
        packed = {number: _packed(x) for number, x in begun.items() if number not in done}
        kind = _FORMAT, self._fingerprint
        saved = _Saved(*kind, round(seconds, 1), progress.refuted, done, packed)
        write_bytes(self._path, msgspec.json.encode(saved) + b"\n")

    def progress(
        self, saved: _Saved | None, puzzle: Puzzle, at_most: int, exhaustive: ExhaustiveSearch
    ) -> tuple[Progress, float]:
        """Return the progress of the proof, from the start if nothing is saved, and its seconds.

        Raises
        ------
        FileError
            If the file is damaged.
        """
        from patience.engines.bits import NODES  # noqa: PLC0415
        from patience.engines.exhaustive.levels import cost_levels  # noqa: PLC0415
        from patience.engines.exhaustive.search import Progress  # noqa: PLC0415
        from patience.engines.exhaustive.workers import (  # noqa: PLC0415
            Checkpoint,
            partition_count,
            partitions_per_tree,
        )

        if saved is None:
            return Progress(), 0.0
        levels = list(islice(cost_levels(puzzle, 0, at_most), len(saved.refuted) + 1))
        refuted = [(x.label, x.cost, len(x.nodes)) for x in saved.refuted]
        expected = [(x.label, x.cost, partition_count(x)) for x in levels]
        numbers = saved.done.keys() | saved.begun.keys()
        count = expected[len(refuted)][2] if len(refuted) < len(expected) else 0
        if refuted != expected[: len(refuted)] or any(number >= count for number in numbers):
            raise self._damaged()
        begun = {}
        for number, text in saved.begun.items():
            level, partitions = levels[-1], partitions_per_tree(levels[-1])
            tree = exhaustive.pool(level).tree(level, number // partitions)
            state = _unpacked(text, tree)
            admitted = state is not None and tree.admits(state, number % partitions, partitions)
            if not admitted or state.head[NODES] > MAX_NODES:
                raise self._damaged()
            begun[number] = state
        return Progress(saved.refuted, checkpoint=Checkpoint(saved.done, begun)), saved.seconds

    def read(self) -> _Saved | None:
        """Return what the file holds; None if there is none.

        Raises
        ------
        FileError
            If the file cannot be read or is not a state of this proof.
        """
        if self._path is None or not Path(self._path).exists():
            return None
        text = read_text(self._path)
        try:
            kind = msgspec.json.decode(text, type=_Kind)
            if (kind.format, kind.proof) != (_FORMAT, self._fingerprint):
                raise FileError(
                    f"{self._path} belongs to another proof (another puzzle, lexicon, --at-most or "
                    "version): give another file"
                )
            return msgspec.json.decode(text, type=_Saved)
        except (ValueError, RecursionError):
            raise FileError(
                f"{self._path} is not the state of a proof: give a file that patience prove "
                "--state wrote, or a new name"
            ) from None

    def _damaged(self) -> FileError:
        return FileError(f"{self._path} is damaged: remove it, and the proof starts anew")


def _packed(state: State) -> str:
    whole = b"".join(each.tobytes() for each in state)
    return base64.b64encode(zlib.compress(whole)).decode("ascii")


def _unpacked(text: str, tree: Tree) -> Any:
    """Return a tree's state from its text; None if the arrays do not fit the tree."""
    import numpy as np  # noqa: PLC0415

    empty = tree.empty()
    size = sum(each.nbytes for each in empty)
    try:
        # A few bytes can expand to gigabytes: at most one byte too many is unpacked.
        whole = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), size + 1)
    except (ValueError, zlib.error):
        return None
    if len(whole) != size:
        return None
    arrays, start = [], 0
    for each in empty:
        flat = np.frombuffer(whole, each.dtype, each.size, start)
        arrays.append(flat.reshape(each.shape).copy())
        start += each.nbytes
    return type(empty)(*arrays)
