"""The scheduler: submits runs to an executor, keeps their results, retries what broke."""

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

from patience.batch.executors import PULSE, Backend
from patience.batch.journal import Journal
from patience.batch.plan import BatchRun
from patience.batch.run_records import RunRecord
from patience.batch.worker import RunOutput, execute_run, failure
from patience.errors import BatchError, FileError, PatienceError
from patience.version import program_version

# How often a run is tried whose worker was lost.
TRIES = 3

# So many runs in a row that lost their workers say that no run can be carried out here.
GIVE_UP_AFTER = 5

# What Dask raises once it has lost several workers to one run: it has tried again itself.
_GIVEN_UP = "KilledWorker"

# Runs submitted for each that can run at a time, so that no worker waits for its next one.
_AHEAD = 2

# Seconds between two questions to a cluster how many workers it has.
_COUNT_EVERY = 5.0


class BatchObserver:
    """Hears of a batch's progress; this base class ignores all of it."""

    def on_notice(self, text: str) -> None:
        """Hear a sentence for the user."""

    def on_begin(self, done: int, missing: int) -> None:
        """Hear how many runs are done already and how many will be."""

    def on_end(self, run: BatchRun, record: RunRecord) -> None:
        """Hear of a run that is done or failed."""

    def on_retry(self, run: BatchRun, reason: str) -> None:
        """Hear of a run that will be tried again."""

    def on_pulse(self, running: Sequence[tuple[BatchRun, float]], left: int) -> None:
        """Hear several times a second what runs, for how many seconds, and how much is left."""


@dataclass
class _Submission:
    """A run that the executor has."""

    run: BatchRun
    tries: int
    executor: Executor
    number: int
    since: float | None = None  # when it became one of those that can run

    def begun(self, now: float) -> float:
        """Return when it began, as far as can be told from outside; at the latest now."""
        self.since = now if self.since is None else self.since
        return self.since


def schedule(
    runs: Sequence[BatchRun],
    backend: Backend,
    journal: Journal,
    *,
    threads: int,
    observer: BatchObserver,
    stopping: Callable[[], bool] = lambda: False,
) -> None:
    """Carry out runs, as far as nobody wants to stop; each ends with its line in the journal.

    A run that cannot be done has a line that says so. One whose worker was lost is tried again,
    the last time with nothing beside it, so that no run fails for what another one does.

    Raises
    ------
    BatchError
        If the folder takes no more results, the cluster is gone, or every run loses its worker.
    """
    queue = deque((run, 0) for run in runs)
    _Scheduler(backend, journal, threads, observer, queue).run(stopping)


@dataclass
class _Scheduler:
    """The state of `schedule`."""

    backend: Backend
    journal: Journal
    threads: int
    observer: BatchObserver
    queue: deque[tuple[BatchRun, int]]
    pending: dict[Future[RunOutput], _Submission] = field(default_factory=dict)
    slots: int = 0
    counted: float = -_COUNT_EVERY
    submitted: int = 0
    lost_in_a_row: int = 0

    def run(self, stopping: Callable[[], bool]) -> None:
        while self.pending or (self.queue and not stopping()):
            while not stopping() and self._has_room():
                self._submit()
            done, _ = wait(self.pending, timeout=PULSE, return_when=FIRST_COMPLETED)
            for future in done:
                self._finish(future)
            now = time.monotonic()
            first = sorted(self.pending.values(), key=lambda submission: submission.number)[
                : self.slots
            ]
            running = [(submission.run, now - submission.begun(now)) for submission in first]
            self.observer.on_pulse(running, len(self.queue) + len(self.pending))

    def _has_room(self) -> bool:
        if time.monotonic() - self.counted >= _COUNT_EVERY:
            self.slots = self.backend.slots()
            self.counted = time.monotonic()
        if not self.queue:
            return False
        alone = self.queue[0][1] == TRIES - 1 or any(
            submission.tries == TRIES - 1 for submission in self.pending.values()
        )
        return len(self.pending) < (1 if alone else _AHEAD * self.slots)

    def _submit(self) -> None:
        run, tries = self.queue.popleft()
        executor = self.backend.executor()
        try:
            future = executor.submit(execute_run, run, self.threads, program_version())
        except BrokenExecutor:  # a worker was killed since the last look
            self.backend.renew()
            self.queue.appendleft((run, tries))
            return
        self.pending[future] = _Submission(run, tries, executor, self.submitted)
        self.submitted += 1

    def _finish(self, future: Future[RunOutput]) -> None:
        """Keep the result of a run that has ended, or try it again."""
        submission = self.pending.pop(future)
        try:
            output = future.result()
        except PatienceError as error:  # would end the same way again
            self._fail(submission.run, str(error))
        except (Exception, CancelledError) as error:
            if isinstance(error, BrokenExecutor) and submission.executor is self.backend.executor():
                self.backend.renew()
            if isinstance(error, CancelledError):
                self.slots = self.backend.slots()  # raises if there is no cluster any more
            self._try_again(submission, error)
        else:
            self.lost_in_a_row = 0
            self._keep(lambda: self.journal.keep(output))
            self.observer.on_end(submission.run, output.record)

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except FileError as error:  # a full disk will take no other result either
            raise BatchError(
                f"{error}; finished runs are kept, the same command does the rest"
            ) from None

    def _try_again(self, submission: _Submission, error: BaseException) -> None:
        reason = _why(error)
        if submission.tries + 1 < TRIES and type(error).__name__ != _GIVEN_UP:
            self.queue.append((submission.run, submission.tries + 1))
            self.observer.on_retry(submission.run, reason)
        else:
            self._fail(submission.run, f"{reason}; it was tried {submission.tries + 1} times")
            self.lost_in_a_row += 1
            if self.lost_in_a_row == GIVE_UP_AFTER:
                raise BatchError(
                    f"{GIVE_UP_AFTER} runs in a row came to nothing here (the last: {reason}); "
                    "finished runs are kept, the same command does the rest"
                )

    def _fail(self, run: BatchRun, reason: str) -> None:
        record = failure(run, reason, program_version())
        self._keep(lambda: self.journal.append(record))
        self.observer.on_end(run, record)


def _why(error: BaseException) -> str:
    """Say in a few words what became of a run."""
    if type(error).__name__ == _GIVEN_UP:
        return "the cluster lost every worker that took it"
    if isinstance(error, BrokenExecutor):
        return "its worker process was killed, perhaps for lack of memory"
    text = str(error).partition("\n")[0].strip()
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
