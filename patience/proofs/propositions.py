"""Proofs that take long: kept on disk while they run, certified when done, checked by samples."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import random
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from patience.engines.base import OutOfTime
from patience.errors import FileError, PatienceError, RefereeError
from patience.files.locks import locked
from patience.files.text import read_text, write_text
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.game.referee import verify
from patience.game.validation import validate
from patience.proofs.certificates import METHOD, Certificate, StageCount
from patience.result import Observer, Stats
from patience.version import program_version
from patience.words.lexicon import Lexicon

if TYPE_CHECKING:
    from patience.engines.exhaustive.proof import Progress

# Seconds of work that a kill may cost.
SAVE_EVERY = 20.0

_UNITS = (("years", 365.25 * 86400), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0))

# Seconds that a stage takes at least before its end is announced.
_WORTH_TELLING = 1.0

_STATE_FORMAT = 1


@dataclass(frozen=True)
class Claim:
    """No grid of a puzzle costs `at_most` or less; `header` is how people write the puzzle."""

    puzzle: Puzzle
    header: Mapping[str, str]
    lexicon: Lexicon
    at_most: int

    @property
    def fingerprint(self) -> str:
        """Hash of all that the proof depends on."""
        parts = [METHOD, dict(self.header), self.lexicon.sha256, self.at_most]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@dataclass
class Outcome:
    """How a proof ended.

    Attributes
    ----------
    grid : Grid or None
        A grid that costs so little, which refutes the claim.
    certificate : Certificate or None
        The proof. Neither a grid nor a proof: it was stopped.
    nodes : int
        Nodes searched, also in earlier runs.
    seconds : float
        Time it took, earlier runs included.
    phase : str
        Where it was stopped.
    """

    grid: Grid | None = None
    certificate: Certificate | None = None
    nodes: int = 0
    seconds: float = 0.0
    phase: str = ""


class _Watch:
    """Keeps the time of a run, saves its state, tells the observer, ends it."""

    def __init__(
        self,
        claim: Claim,
        progress: Progress,
        before: float,
        *,
        limit: float | None,
        state: str | Path | None,
        observer: Observer,
    ) -> None:
        self._claim = claim
        self._progress = progress
        self._before = before
        self._limit = limit
        self._state = state
        self._observer = observer
        self._stats = Stats(engine="prove")
        self._nodes = progress.nodes
        self._told = len(progress.refuted)
        self._start = self._saved = self._begun = time.monotonic()

    @property
    def total(self) -> float:
        """Seconds spent, with those of earlier runs."""
        return self._before + time.monotonic() - self._start

    @property
    def phase(self) -> str:
        """Where the proof stands."""
        progress, here = self._progress, time.monotonic() - self._start
        if progress.stage is None:
            return ""
        phase = f"refuting {progress.stage.label}, {progress.fraction:.1%} done"
        speed = (progress.nodes - self._nodes) / max(here, 1e-3)
        if speed > 0 and progress.remaining >= speed:
            phase += f", about {duration(progress.remaining / speed)} to go"
        return f"{phase}, {progress.nodes:,} nodes"

    def turn(self) -> None:
        """Do what is due; called often.

        Raises
        ------
        OutOfTime
            At the time limit.
        KeyboardInterrupt
            If the observer wants to stop.
        """
        now, progress = time.monotonic(), self._progress
        self._stats.elapsed_s = now - self._start
        if self._told < len(progress.refuted):  # the next stage is not set up yet
            self._told = len(progress.refuted)
            done = progress.refuted[-1]
            if now - self._begun >= _WORTH_TELLING:
                self._observer.on_notice(
                    f"{duration(self.total)}: {done.label} refuted, {sum(done.nodes):,} nodes"
                )
            self._begun = now
        else:
            self._stats.phase = self.phase
        if now - self._saved >= SAVE_EVERY:
            self.save()
            self._saved = now
        self._observer.on_progress(self._stats)
        if self._limit is not None and self._stats.elapsed_s > self._limit:
            raise OutOfTime

    def save(self) -> None:
        """Write the state, if it is to be kept."""
        if self._state is not None:
            _save(self._state, self._claim, self._progress, self.total)


def prove(
    claim: Claim,
    *,
    threads: int | None = None,
    seconds: float | None = None,
    state: str | Path | None = None,
    observer: Observer | None = None,
) -> Outcome:
    """Prove a claim or refute it.

    Parameters
    ----------
    claim : Claim
    threads : int, optional
        By default one a core.
    seconds : float, optional
        Stop after that time, counted from when the kernels are compiled.
    state : path, optional
        A file that holds how far the proof is: taken up from there if it exists, and rewritten
        every `SAVE_EVERY` seconds and at the end.
    observer : Observer, optional
        Hears of the progress; may raise KeyboardInterrupt to stop.

    Raises
    ------
    FileError
        If the state cannot be read, belongs to another proof, or another process goes on from it.
    RefereeError
        If the grid found breaks a rule: a fault of this program.
    """
    from patience.engines.base import announce_compiling  # noqa: PLC0415
    from patience.engines.exhaustive.proof import Prover  # noqa: PLC0415

    validate(claim.puzzle, claim.lexicon)
    threads, observer = threads or os.cpu_count() or 1, observer or Observer()
    with _held(state):
        progress, before = _load(state, claim)
        prover = Prover(claim.puzzle, claim.lexicon, threads)
        with announce_compiling(observer):
            prover.prepare(claim.at_most)
        watch = _Watch(claim, progress, before, limit=seconds, state=state, observer=observer)
        stopped, grid = False, None
        try:
            grid = prover.search(0, claim.at_most, progress, watch.turn)
        except (OutOfTime, KeyboardInterrupt):
            stopped = True
        outcome = Outcome(grid, None, progress.nodes, watch.total)
        watch.save()
    if stopped:
        outcome.phase = watch.phase
    elif grid is not None:
        _judge(claim, grid)
    else:
        outcome.certificate = _certificate(claim, progress, watch.total, threads)
    return outcome


class StageGuess(NamedTuple):
    """How large a stage is: its label, its nodes with their standard error, the seconds they take.

    No error says that all of them were counted.
    """

    label: str
    nodes: float
    error: float | None
    seconds: float


def estimate(
    claim: Claim,
    *,
    seconds: float,
    threads: int | None = None,
    observer: Observer | None = None,
) -> Iterator[StageGuess]:
    """Guess the size of each stage of a proof by random walks (Knuth 1975).

    Parameters
    ----------
    seconds : float
        Time for all stages together; half of it goes into measuring the speed.
    threads : int, optional
        How many the proof would have; by default one a core.
    observer : Observer, optional
        Told what is waited for.

    Yields
    ------
    StageGuess
        A stage after the other, at the speed of its first nodes.
    """
    from patience.engines.base import announce_compiling  # noqa: PLC0415
    from patience.engines.exhaustive.levels import stages  # noqa: PLC0415
    from patience.engines.exhaustive.proof import Prover  # noqa: PLC0415
    from patience.engines.exhaustive.workers import Ledger, parts_in  # noqa: PLC0415

    validate(claim.puzzle, claim.lexicon)
    prover = Prover(claim.puzzle, claim.lexicon, threads or os.cpu_count() or 1)
    with announce_compiling(observer or Observer()):
        prover.prepare(claim.at_most)
    listed = list(stages(claim.puzzle, 0, claim.at_most))
    for stage in listed:
        share = seconds / len(listed) / 2
        ledger, begin = Ledger(), time.monotonic()

        def turn(end: float = begin + share) -> None:
            if time.monotonic() > end:
                raise OutOfTime

        with suppress(OutOfTime):
            prover.crew(stage).search(stage, ledger, lambda letters: False, turn)
        taken = time.monotonic() - begin
        if len(ledger.done) == parts_in(stage):
            yield StageGuess(stage.label, ledger.nodes, None, taken)
            continue
        guess = prover.guess(stage, share, walks=1_000_000)
        seconds_a_node = taken / max(ledger.nodes, 1)
        yield StageGuess(stage.label, guess.mean, guess.error, guess.mean * seconds_a_node)


def recount(
    certificate: Certificate,
    claim: Claim,
    *,
    samples: int,
    seed: int = 0,
    threads: int | None = None,
    on_part: Callable[[str, int, int, int], None] = lambda label, part, told, found: None,
) -> bool:
    """Search a random sample of a certificate's parts again; tell whether all counts agree.

    Parameters
    ----------
    samples : int
        How many parts.
    threads : int, optional
        By default one a core.
    on_part : callable
        Told of each: the stage, the part, the nodes certified, and those counted now (-1 where
        a grid was found).

    Raises
    ------
    PatienceError
        If the certificate's stages are not those of the puzzle, or another way to search counted.
    """
    from patience.engines.exhaustive.levels import stages  # noqa: PLC0415
    from patience.engines.exhaustive.proof import Prover  # noqa: PLC0415
    from patience.engines.exhaustive.workers import parts_in  # noqa: PLC0415

    if certificate.method != METHOD:
        raise PatienceError(
            f"the certificate is of version {certificate.version}, which searched another way: "
            "its nodes cannot be counted again; take that version"
        )
    validate(claim.puzzle, claim.lexicon)
    prover = Prover(claim.puzzle, claim.lexicon, threads or os.cpu_count() or 1)
    listed = list(stages(claim.puzzle, 0, certificate.at_most))
    told = [(stage.label, stage.cost, len(stage.nodes)) for stage in certificate.stages]
    if told != [(stage.label, stage.cost, parts_in(stage)) for stage in listed]:
        raise PatienceError(
            "the certificate's stages are not those of its puzzle: it was cut short or changed"
        )
    agree = True
    for i, group in groupby(_sample(certificate, samples, seed), itemgetter(0)):
        parts = [part for _, part in group]
        for part, counted in zip(parts, prover.counts(listed[i], parts), strict=True):
            written = certificate.stages[i].nodes[part]
            on_part(listed[i].label, part, written, counted)
            agree = agree and counted == written
    return agree


def sampled(certificate: Certificate, samples: int, seed: int = 0) -> tuple[int, int]:
    """Return how many parts a recount searches, and how many nodes they are said to have."""
    chosen = _sample(certificate, samples, seed)
    return len(chosen), sum(certificate.stages[i].nodes[part] for i, part in chosen)


def duration(seconds: float) -> str:
    """Say a time in the unit that fits."""
    for unit, size in _UNITS:
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"


def _sample(certificate: Certificate, samples: int, seed: int) -> list[tuple[int, int]]:
    """Draw parts, each with the number of its stage."""
    stages = enumerate(certificate.stages)
    parts = [(i, part) for i, stage in stages for part in range(len(stage.nodes))]
    return sorted(random.Random(seed).sample(parts, min(samples, len(parts))))


def _judge(claim: Claim, grid: Grid) -> None:
    report = verify(claim.puzzle, grid, claim.lexicon)
    if not report.valid or report.cost is None or report.cost > claim.at_most:
        faults = "; ".join(violation.message for violation in report.violations)
        raise RefereeError(
            f"internal error: prove found a grid that the referee rejects (cost {report.cost}): "
            f"{faults}\n{grid}\nplease report this with the command you ran"
        )


def _certificate(claim: Claim, progress: Progress, seconds: float, threads: int) -> Certificate:
    lexicon = claim.lexicon
    return Certificate(
        puzzle=claim.header,
        lexicon=lexicon.name,
        sha256=lexicon.sha256,
        words=len(lexicon.words),
        at_most=claim.at_most,
        stages=tuple(StageCount(x.label, x.cost, x.nodes) for x in progress.refuted),
        seconds=round(seconds, 1),
        threads=threads,
        version=program_version(),
        date=datetime.now(UTC).date().isoformat(),
        method=METHOD,
    )


def _held(state: str | Path | None) -> AbstractContextManager[None]:
    """Keep other processes off a state while this one goes on from it."""
    if state is None:
        return nullcontext()
    path = Path(state).resolve()
    taken = f"{state}: another proof is writing there; wait for its end or take another --state"
    return locked(path.with_name(f".{path.name}.lock"), taken)


def _save(path: str | Path, claim: Claim, progress: Progress, seconds: float) -> None:
    """Write how far a proof is, whole or not at all."""
    # In this order: a part that ends in between is in both, not in neither.
    begun, done = dict(progress.ledger.begun), dict(progress.ledger.done)
    value = {
        "format": _STATE_FORMAT,
        "proof": claim.fingerprint,
        "seconds": round(seconds, 1),
        "refuted": [[x.label, x.cost, list(x.nodes)] for x in progress.refuted],
        "done": done,
        "begun": {n: _packed(state) for n, state in begun.items() if n not in done},
    }
    write_text(path, json.dumps(value) + "\n")


def _load(path: str | Path | None, claim: Claim) -> tuple[Progress, float]:
    """Return where a proof stands, at its start if there is no file yet, and the seconds spent."""
    from patience.engines.exhaustive.proof import Progress, Refuted  # noqa: PLC0415
    from patience.engines.exhaustive.workers import Ledger  # noqa: PLC0415

    if path is None or not Path(path).exists():
        return Progress(), 0.0
    try:
        value = json.loads(read_text(path))
        written, proof = value["format"], value["proof"]
        refuted = [Refuted(x[0], x[1], tuple(x[2])) for x in value["refuted"]]
        done = {int(number): int(nodes) for number, nodes in value["done"].items()}
        packed = {int(number): str(text) for number, text in value["begun"].items()}
        before = float(value["seconds"])
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        raise FileError(
            f"{path} is no state of a proof: give a file that patience prove --state wrote, or "
            "a new name"
        ) from None
    if (written, proof) != (_STATE_FORMAT, claim.fingerprint):
        raise FileError(
            f"{path} belongs to another proof (another puzzle, lexicon, --at-most or version): "
            "give another file"
        )
    try:
        begun = {number: _unpacked(text) for number, text in packed.items()}
    except (ValueError, KeyError, EOFError, OSError, zipfile.BadZipFile, zlib.error):
        raise FileError(f"{path} is damaged: remove it, and the proof starts anew") from None
    return Progress(refuted, ledger=Ledger(done, begun)), before


def _packed(state: Any) -> str:
    """Return the arrays of a state as text."""
    import numpy as np  # noqa: PLC0415

    buffer = io.BytesIO()
    np.savez_compressed(buffer, **state._asdict())
    return base64.b64encode(buffer.getvalue()).decode("ascii")


def _unpacked(text: str) -> Any:
    import numpy as np  # noqa: PLC0415

    from patience.engines.exhaustive.kernels import State  # noqa: PLC0415

    with np.load(io.BytesIO(base64.b64decode(text)), allow_pickle=False) as arrays:
        return State(**{name: arrays[name] for name in State._fields})
