"""Propositions that no grid is that cheap: proven by exhaustive search, or refuted by a grid."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from patience.durations import duration
from patience.engines.base import Clock, OutOfTime, announce_compiling
from patience.engines.exhaustive.refuted import RefutedLevel
from patience.engines.judge import judge
from patience.errors import ClusterError, FileError
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.game.validation import validate
from patience.proofs.certificates import METHOD, Certificate, known_bound
from patience.proofs.states import StateFile
from patience.question.hash import question_sha256
from patience.referee.report import Report
from patience.result import DEFAULT_MEMORY_GB, Observer, Stats
from patience.version import program_version
from patience.words.lexicon import Lexicon

if TYPE_CHECKING:
    from patience.engines.exhaustive.search import ExhaustiveSearch, LevelSearch, Progress

# Maximum seconds of work lost when the process is killed.
SAVE_EVERY = 20.0

# Minimum seconds for a level to be announced when refuted.
_WORTH_TELLING = 1.0

# The threads of this process search.
_HERE: AbstractContextManager[None] = nullcontext()


@dataclass(frozen=True)
class Proposition:
    """No grid of a puzzle costs `at_most` or less; `header` is its form in files."""

    puzzle: Puzzle
    header: Mapping[str, str]
    lexicon: Lexicon
    at_most: int

    @property
    def fingerprint(self) -> str:
        """Hash of everything that the proof depends on."""
        text = f"{METHOD} {question_sha256(self.puzzle, self.lexicon)} {self.at_most}"
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    def exhaustive(
        self, threads: int | None, memory_gb: float, observer: Observer
    ) -> ExhaustiveSearch:
        """Check the question; return its search, ready to begin."""
        from patience.engines.exhaustive.search import ExhaustiveSearch  # noqa: PLC0415

        validate(self.puzzle, self.lexicon, self.lexicon.left_out_by)
        search = ExhaustiveSearch(self.puzzle, self.lexicon, threads, memory_gb, observer)
        with announce_compiling(observer.on_notice):
            search.prepare(self.at_most)
        return search


@dataclass
class ProofResult:
    """The outcome of a proof; with neither a grid nor a certificate the search was stopped."""

    grid: Grid | None = None  # refutes the proposition
    report: Report | None = None  # the referee's, on the grid
    certificate: Certificate | None = None  # the proof
    bound: int = 0  # lower bound on the cost, by this search or a shipped certificate
    levels: tuple[RefutedLevel, ...] = ()  # the refuted cost levels
    nodes: int = 0  # searched, earlier runs included
    seconds: float = 0.0  # taken, earlier runs included
    phase: str = ""  # where the search was stopped
    reason: str = ""  # why it was stopped, if not by the user

    @property
    def stopped(self) -> bool:
        """Whether the search ended with neither a grid nor a proof."""
        return self.grid is None and self.certificate is None


def prove(
    proposition: Proposition,
    *,
    threads: int | None = None,
    memory_gb: float = DEFAULT_MEMORY_GB,
    seconds: float | None = None,
    state: str | Path | None = None,
    observer: Observer | None = None,
    elsewhere: AbstractContextManager[LevelSearch | None] = _HERE,
) -> ProofResult:
    """Prove a proposition or refute it.

    Parameters
    ----------
    threads : int, optional
        At most one per processor, which is the default.
    memory_gb : float
        Bound on the memory of the search arrays, in GB.
    seconds : float, optional
        Time limit, counted from the end of compilation.
    state : path, optional
        A file with the state of the proof: resumed from if it exists, and rewritten every
        `SAVE_EVERY` seconds and at the end.
    observer : Observer, optional
        Receives progress; may raise KeyboardInterrupt to stop.
    elsewhere : context manager, optional
        Gives what searches the levels in place of the threads here, such as `cluster_search`.

    Raises
    ------
    FileError
        If the state cannot be read, belongs to another proof, or is in use by another process; or
        if the proof is stopped and its state cannot be written.
    RefereeError
        If the grid found breaks a rule, which is a bug.
    """
    observer = observer or Observer()
    file = StateFile(state, proposition.fingerprint)
    with file.locked():
        saved = file.read()  # may refuse, before anything is compiled
        exhaustive = proposition.exhaustive(threads, memory_gb, observer)
        progress, before = file.progress(saved, proposition.puzzle, proposition.at_most, exhaustive)
        result = ProofResult()
        stopped = False
        with elsewhere as there:
            watch = _Watch(file, progress, before, Clock(seconds), observer)
            try:
                result.grid = exhaustive.search(
                    0, proposition.at_most, progress, watch.tick, elsewhere=there
                )
            except (OutOfTime, KeyboardInterrupt):
                stopped = True
            except ClusterError as error:
                stopped, result.reason = True, str(error)
            result.nodes, result.seconds = progress.nodes, watch.total
            result.phase = watch.phase if stopped else ""
            watch.save(must=stopped)
        threads = exhaustive.threads if there is None else there.threads
    result.levels = tuple(progress.refuted)
    shown = proposition.at_most + 1 if progress.level is None else progress.level.cost
    result.bound = max(shown, known_bound(proposition.puzzle, proposition.lexicon))
    if result.grid is not None:
        result.report = judge(
            proposition.puzzle, proposition.lexicon, "prove", result.grid, proposition.at_most
        )
    elif not stopped:
        result.certificate = _certificate(proposition, progress, watch.total, threads)
    return result


@dataclass
class _Watch:
    """Measures the time of a run, saves its state, reports progress and enforces the limit."""

    file: StateFile
    progress: Progress
    before: float
    clock: Clock
    observer: Observer

    def __post_init__(self) -> None:
        self._stats, self._complaint = Stats(engine="prove"), ""
        self._nodes, self._told = self.progress.nodes, len(self.progress.refuted)
        self._saved = self._begun = 0.0

    @property
    def total(self) -> float:
        """Seconds spent, earlier runs included."""
        return self.before + self.clock.elapsed

    @property
    def phase(self) -> str:
        """Progress of the proof, for display."""
        progress, here = self.progress, self.clock.elapsed - self._begun
        if progress.level is None:
            return ""
        phase = f"refuting {progress.level.label}, {progress.fraction:.1%} done"
        speed = (progress.nodes - self._nodes) / max(here, 1e-3)
        if speed > 0 and progress.remaining >= speed:
            phase += f", about {duration(progress.remaining / speed)} to go"
        return f"{phase}, {progress.nodes:,} nodes"

    def tick(self) -> None:
        """Report, save, and raise OutOfTime at the limit."""
        self._stats.elapsed_s = now = self.clock.elapsed
        progress = self.progress
        if self._told < len(progress.refuted):  # the next level is not set up yet
            self._told = len(progress.refuted)
            done = progress.refuted[-1]
            if now - self._begun >= _WORTH_TELLING:
                self.observer.on_notice(
                    f"{duration(self.total)}: {done.label} refuted, {sum(done.nodes):,} nodes"
                )
            self._begun, self._nodes = now, progress.nodes  # levels differ in speed
        else:
            self._stats.phase = self.phase
        if now - self._saved >= SAVE_EVERY:
            self.save()
            self._saved = now
        self.observer.on_progress(self._stats)
        self.clock.check()

    def save(self, *, must: bool = False) -> None:
        """Write the state; report a FileError, or raise it if the state `must` be written."""
        try:
            self.file.save(self.progress, self.total)
        except FileError as error:
            if must:
                raise
            if str(error) != self._complaint:
                self._complaint = str(error)
                self.observer.on_notice(f"{error}; the proof goes on")


def _certificate(
    proposition: Proposition, progress: Progress, seconds: float, threads: int
) -> Certificate:
    lexicon = proposition.lexicon
    return Certificate(
        puzzle=dict(proposition.header),
        lexicon=lexicon.name,
        sha256=lexicon.sha256,
        words=len(lexicon),
        at_most=proposition.at_most,
        levels=tuple(progress.refuted),
        seconds=round(seconds, 1),
        threads=threads,
        version=program_version(),
        date=datetime.now(UTC).date().isoformat(),
        method=METHOD,
    )
