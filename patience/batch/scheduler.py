"""The loop of a batch: hands runs to an executor, keeps what comes back, tries again what broke."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass, field

from patience.batch.executors import Place
from patience.batch.journal import Journal
from patience.batch.plan import Run
from patience.batch.runs import RunRecord
from patience.batch.work import Outcome, failure, perform
from patience.errors import BatchError, FileError, PatienceError
from patience.version import program_version

# How often a run is tried whose worker was lost.
TRIES = 3

# What Dask raises once it has lost several workers to one run: it has tried again itself.
_GIVEN_UP = "KilledWorker"

# Runs handed over for each that can go on at a time: no worker waits for its next one.
_AHEAD = 2

# Seconds between two looks at whether the user wants to stop.
_PULSE = 0.2
# Seconds between two questions to a cluster how many workers it has.
_COUNT_EVERY = 5.0


class Watcher:
    """Hears how a batch goes; this base class ignores all of it."""

    def on_end(self, run: Run, record: RunRecord) -> None:
        """Hear of a run that is done or failed."""

    def on_retry(self, run: Run, reason: str) -> None:
        """Hear of a run that will be tried again."""

    def on_pulse(self, running: Sequence[tuple[Run, float]], left: int) -> None:
        """Hear several times a second what runs, for how many seconds, and how much is left."""


@dataclass
class _Flight:
    """A run that was handed over."""

    run: Run
    tries: int
    executor: Executor
    number: int
    since: float | None = None  # when it came to be among those that can go on at a time

    def begun(self, now: float) -> float:
        """Return when it began, as far as can be told from outside; at the latest now."""
        self.since = now if self.since is None else self.since
        return self.since


def conduct(
    runs: Sequence[Run],
    place: Place,
    journal: Journal,
    *,
    threads: int,
    watcher: Watcher,
    stopping: Callable[[], bool] = lambda: False,
) -> None:
    """Carry out runs, as far as nobody wants to stop; each ends with its line in the journal.

    A run that cannot be done has a line that says so. One whose worker was lost is tried again,
    the last time with nothing beside it, so that no run fails for what another one does.

    Raises
    ------
    BatchError
        If the folder takes no more results, or the cluster is gone.
    """
    _Conductor(place, journal, threads, watcher, deque((run, 0) for run in runs)).go(stopping)


@dataclass
class _Conductor:
    place: Place
    journal: Journal
    threads: int
    watcher: Watcher
    waiting: deque[tuple[Run, int]]
    flying: dict[Future[Outcome], _Flight] = field(default_factory=dict)
    slots: int = 0
    counted: float = -_COUNT_EVERY
    handed_over: int = 0

    def go(self, stopping: Callable[[], bool]) -> None:
        while self.flying or (self.waiting and not stopping()):
            while not stopping() and self._has_room():
                self._hand_over()
            landed, _ = wait(self.flying, timeout=_PULSE, return_when=FIRST_COMPLETED)
            for future in landed:
                self._settle(future)
            now = time.monotonic()
            first = sorted(self.flying.values(), key=lambda flight: flight.number)[: self.slots]
            running = [(flight.run, now - flight.begun(now)) for flight in first]
            self.watcher.on_pulse(running, len(self.waiting) + len(self.flying))

    def _has_room(self) -> bool:
        if time.monotonic() - self.counted >= _COUNT_EVERY:
            self.slots = self.place.slots()
            self.counted = time.monotonic()
        if not self.waiting:
            return False
        alone = self.waiting[0][1] == TRIES - 1 or any(
            flight.tries == TRIES - 1 for flight in self.flying.values()
        )
        return len(self.flying) < (1 if alone else _AHEAD * self.slots)

    def _hand_over(self) -> None:
        run, tries = self.waiting.popleft()
        executor = self.place.executor()
        try:
            future = executor.submit(perform, run, self.threads, program_version())
        except BrokenExecutor:  # a worker was killed since the last look
            self.place.renew()
            self.waiting.appendleft((run, tries))
            return
        self.flying[future] = _Flight(run, tries, executor, self.handed_over)
        self.handed_over += 1

    def _settle(self, future: Future[Outcome]) -> None:
        """Take what came of a run."""
        flight = self.flying.pop(future)
        try:
            outcome = future.result()
        except PatienceError as error:  # would end the same way again
            self._fail(flight.run, str(error))
        except (Exception, CancelledError) as error:
            if isinstance(error, BrokenExecutor) and flight.executor is self.place.executor():
                self.place.renew()
            if isinstance(error, CancelledError):
                self.slots = self.place.slots()  # raises if there is no cluster any more
            self._try_again(flight, error)
        else:
            self._keep(lambda: self.journal.keep(outcome))
            self.watcher.on_end(flight.run, outcome.record)

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except FileError as error:  # a full disk will take no other result either
            raise BatchError(
                f"{error}; finished runs are kept, the same command does the rest"
            ) from None

    def _try_again(self, flight: _Flight, error: BaseException) -> None:
        reason = _why(error)
        if flight.tries + 1 < TRIES and type(error).__name__ != _GIVEN_UP:
            self.waiting.append((flight.run, flight.tries + 1))
            self.watcher.on_retry(flight.run, reason)
        else:
            self._fail(flight.run, f"{reason}; it was tried {flight.tries + 1} times")

    def _fail(self, run: Run, reason: str) -> None:
        record = failure(run, reason, program_version())
        self._keep(lambda: self.journal.append(record))
        self.watcher.on_end(run, record)


def _why(error: BaseException) -> str:
    """Say in a few words what became of a run."""
    if type(error).__name__ == _GIVEN_UP:
        return "the cluster lost every worker that took it"
    if isinstance(error, BrokenExecutor):
        return "its worker process was killed"
    text = str(error).partition("\n")[0].strip()
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
