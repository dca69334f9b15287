"""Proofs that take long: kept on disk while they run, certified when done, checked by samples."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from patience.certificate import Certificate, StageCount
from patience.diagnosis import check as check_puzzle
from patience.errors import FileError, PatienceError, RefereeError
from patience.files import read_text, write_text
from patience.grid import Grid
from patience.lexicon import Lexicon
from patience.puzzle import Puzzle
from patience.result import Observer, Stats
from patience.verify import verify
from patience.version import program_version

if TYPE_CHECKING:
    from patience.engines.prove.proof import Progress

# Seconds of work that a kill may cost.
SAVE_EVERY = 20.0

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
        parts = [_STATE_FORMAT, dict(self.header), self.lexicon.sha256, self.at_most]
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
    """

    grid: Grid | None = None
    certificate: Certificate | None = None
    nodes: int = 0
    seconds: float = 0.0


@dataclass
class _Clock:
    """Time spent, with what earlier runs have spent."""

    before: float = 0.0
    start: float = field(default_factory=time.monotonic)
    saved: float = field(default_factory=time.monotonic)

    @property
    def here(self) -> float:
        return time.monotonic() - self.start

    @property
    def total(self) -> float:
        return self.before + self.here


class OutOfTime(Exception):
    """The time limit has struck."""


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
        Stop after that time.
    state : path, optional
        A file that holds how far the proof is: taken up from there if it exists, and rewritten
        every `SAVE_EVERY` seconds.
    observer : Observer, optional
        Hears of the progress; may raise KeyboardInterrupt to stop.

    Raises
    ------
    FileError
        If the state cannot be read, or belongs to another proof.
    RefereeError
        If the grid found breaks a rule: a fault of this program.
    """
    from patience.engines.jit import announced  # noqa: PLC0415
    from patience.engines.prove.proof import Prover  # noqa: PLC0415

    check_puzzle(claim.puzzle, claim.lexicon)
    threads, observer = threads or os.cpu_count() or 1, observer or Observer()
    progress, clock = _load(state, claim)
    prover = Prover(claim.puzzle, claim.lexicon, threads)
    stats = Stats(notes={"engine": "prove"})

    def turn() -> None:
        now = time.monotonic()
        if state is not None and now - clock.saved >= SAVE_EVERY:
            _save(state, claim, progress, clock.total)
            clock.saved = now
        stats.elapsed_s = clock.here
        stats.phase = _phase(progress, clock.total)
        observer.on_progress(stats)
        if seconds is not None and clock.here > seconds:
            raise OutOfTime

    try:
        with announced(observer):
            grid = prover.search(0, claim.at_most, progress, turn)
    except (OutOfTime, KeyboardInterrupt):
        if state is not None:
            _save(state, claim, progress, clock.total)
        return Outcome(nodes=progress.nodes, seconds=clock.total)
    outcome = Outcome(grid, None, progress.nodes, clock.total)
    if grid is not None:
        _judge(claim, grid)
    else:
        outcome.certificate = _certificate(claim, progress, clock.total, threads)
    return outcome


def estimate(
    claim: Claim, *, seconds: float, threads: int | None = None
) -> list[tuple[str, float, float, float]]:
    """Guess the size of each stage of a proof by random walks (Knuth 1975).

    Parameters
    ----------
    seconds : float
        Time for all stages together; half of it goes into measuring the speed.

    Returns
    -------
    list of (str, float, float, float)
        For each stage its label, its nodes, their standard error, and the seconds they would
        take on so many threads at the speed of its first nodes.
    """
    from patience.engines.prove.crew import Ledger  # noqa: PLC0415
    from patience.engines.prove.proof import Prover  # noqa: PLC0415
    from patience.engines.prove.stages import stages  # noqa: PLC0415

    prover = Prover(claim.puzzle, claim.lexicon, threads or os.cpu_count() or 1)
    listed = list(stages(claim.puzzle, 0, claim.at_most))
    rows = []
    for stage in listed:
        share = seconds / len(listed) / 2
        guess = prover.guess(stage, share, walks=1_000_000)
        ledger, begin = Ledger(), time.monotonic()

        def turn(end: float = begin + share) -> None:
            if time.monotonic() > end:
                raise OutOfTime

        try:
            prover.crew(stage).search(stage, ledger, lambda letters: False, turn)
            nodes, error = float(ledger.nodes), 0.0  # it is all done
        except OutOfTime:
            nodes, error = guess.mean, guess.error
        speed = max(ledger.nodes, 1) / (time.monotonic() - begin)
        rows.append((stage.label, nodes, error, nodes / speed))
    return rows


def recount(
    certificate: Certificate,
    claim: Claim,
    *,
    samples: int,
    seed: int = 0,
    on_part: Callable[[str, int, int, int], None] = lambda label, part, told, found: None,
) -> bool:
    """Search a random sample of a certificate's parts again; tell whether all counts agree.

    Parameters
    ----------
    samples : int
        How many parts.
    on_part : callable
        Told of each: the stage, the part, the nodes certified, and those counted now (-1 where
        a grid was found).

    Raises
    ------
    PatienceError
        If the certificate's stages are not those of the puzzle.
    """
    from patience.engines.prove.proof import Prover  # noqa: PLC0415
    from patience.engines.prove.stages import stages  # noqa: PLC0415

    prover = Prover(claim.puzzle, claim.lexicon, 1)
    listed = list(stages(claim.puzzle, 0, certificate.at_most))
    told = [(stage.label, stage.cost, len(stage.nodes)) for stage in certificate.stages]
    if told != [(stage.label, stage.cost, prover.parts(stage)) for stage in listed]:
        raise PatienceError(
            "the certificate's stages are not those of its puzzle: it was cut short or changed, "
            "or another version wrote it"
        )
    parts = [(i, part) for i, stage in enumerate(certificate.stages) for part in range(told[i][2])]
    chosen = random.Random(seed).sample(parts, min(samples, len(parts)))
    agree = True
    for i, part in sorted(chosen):
        written = certificate.stages[i].nodes[part]
        counted = prover.count(listed[i], part)
        on_part(listed[i].label, part, written, counted)
        agree = agree and counted == written
    return agree


def _phase(progress: Progress, total: float) -> str:
    stage = progress.stage
    if stage is None:
        return ""
    return (
        f"refuting {stage.label}: {progress.fraction:.1%} done, {progress.nodes:,} nodes, "
        f"{total:.0f} s in all"
    )


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
    )


def _save(path: str | Path, claim: Claim, progress: Progress, seconds: float) -> None:
    """Write how far a proof is, whole or not at all."""
    ledger = progress.ledger
    value = {
        "format": _STATE_FORMAT,
        "proof": claim.fingerprint,
        "seconds": seconds,
        "refuted": [[x.label, x.cost, list(x.nodes)] for x in progress.refuted],
        "done": dict(ledger.done),
        "begun": {number: _packed(state) for number, state in dict(ledger.begun).items()},
    }
    write_text(path, json.dumps(value) + "\n")


def _load(path: str | Path | None, claim: Claim) -> tuple[Progress, _Clock]:
    """Return where a proof stands: at its start if there is no file yet."""
    from patience.engines.prove.crew import Ledger  # noqa: PLC0415
    from patience.engines.prove.proof import Progress, Refuted  # noqa: PLC0415

    if path is None or not Path(path).exists():
        return Progress(), _Clock()
    try:
        value = json.loads(read_text(path))
        proof = value["proof"]
        refuted = [Refuted(x[0], x[1], tuple(x[2])) for x in value["refuted"]]
        done = {int(number): int(nodes) for number, nodes in value["done"].items()}
        begun = {int(number): _unpacked(text) for number, text in value["begun"].items()}
        before = float(value["seconds"])
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError):
        raise FileError(
            f"{path} is no state of a proof: give a file that patience prove --state wrote, or "
            "a new name"
        ) from None
    if proof != claim.fingerprint:
        raise FileError(
            f"{path} belongs to another proof (another puzzle, lexicon or --at-most): give "
            "another file"
        )
    return Progress(refuted, ledger=Ledger(done, begun)), _Clock(before)


def _packed(state: Any) -> str:
    """Return the arrays of a state as text."""
    import numpy as np  # noqa: PLC0415

    buffer = io.BytesIO()
    np.savez_compressed(buffer, **state._asdict())
    return base64.b64encode(buffer.getvalue()).decode("ascii")


def _unpacked(text: str) -> Any:
    import numpy as np  # noqa: PLC0415

    from patience.engines.prove.kernel import State  # noqa: PLC0415

    with np.load(io.BytesIO(base64.b64decode(text)), allow_pickle=False) as arrays:
        return State(**{name: arrays[name] for name in State._fields})
