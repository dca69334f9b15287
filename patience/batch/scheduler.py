"""The scheduler: submits runs to an executor, keeps their results, retries lost ones."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass, field
from itertools import islice

from patience.batch.journal import Journal
from patience.batch.plan import BatchRun
from patience.batch.run_records import RunRecord
from patience.batch.worker import RunOutput, execute_run, failure
from patience.errors import BatchError, ClusterError, FileError, PatienceError
from patience.version import program_version
from patience.workers.executors import AHEAD, GIVEN_UP, PULSE, TRIES, Backend

# After this many consecutive lost workers, no run can be executed here.
GIVE_UP_AFTER = 5


class BatchObserver:
    """Receives the progress of a batch; this base class ignores it and never stops."""

    def stopping(self) -> bool:
        """Tell whether the user wants to stop."""
        return False

    def on_notice(self, text: str) -> None:
        """Receive a message for the user."""

    def on_begin(self, done: int, missing: int) -> None:
        """Receive the number of runs that are done already and of those to do."""

    def on_end(self, run: BatchRun, record: RunRecord) -> None:
        """Receive a run that is done or has failed."""

    def on_pulse(self, running: Sequence[tuple[BatchRun, float]]) -> None:
        """Receive the running runs with their seconds, at each pulse."""


@dataclass
class _Submission:
    """A run that was submitted to the executor."""

    run: BatchRun
    tries: int
    executor: Executor
    since: float | None = None  # when it came within the slots

    def begun(self, now: float) -> float:
        """Return an estimate of its start, at the latest `now`: executors do not report it."""
        self.since = now if self.since is None else self.since
        return self.since


@dataclass
class Scheduler:
    """Executes runs; each ends with its line in the journal.

    A run that cannot be executed gets a line with the reason. A run whose worker was lost is
    retried, the last time alone, so that no run fails because of another one.
    """

    backend: Backend
    journal: Journal
    threads: int
    observer: BatchObserver
    _queue: deque[tuple[BatchRun, int]] = field(default_factory=deque)
    _pending: dict[Future[RunOutput], _Submission] = field(default_factory=dict)  # as submitted
    _lost_in_a_row: int = 0

    def run(self, runs: Iterable[BatchRun]) -> None:
        """Execute runs until they are done or the user stops.

        Raises
        ------
        BatchError
            If the folder cannot be written to, the cluster is gone, or every run loses its worker.
        """
        self._queue.extend((run, 0) for run in runs)
        try:
            while self._pending or (self._queue and not self.observer.stopping()):
                self._pulse()
        except (ClusterError, FileError) as error:  # a full disk cannot take another result either
            raise BatchError(
                f"{error}; finished runs are kept, and the same command runs the rest"
            ) from None

    def _pulse(self) -> None:
        """Submit what there is room for, and keep what has ended."""
        while not self.observer.stopping() and self._has_room():
            self._submit()
        done, _ = wait(self._pending, timeout=PULSE, return_when=FIRST_COMPLETED)
        for future in done:
            self._finish(future)
        now = time.monotonic()
        first = islice(self._pending.values(), self.backend.slots())
        running = [(submission.run, now - submission.begun(now)) for submission in first]
        self.observer.on_pulse(running)

    def _has_room(self) -> bool:
        if not self._queue:
            return False
        alone = self._queue[0][1] == TRIES - 1 or any(
            submission.tries == TRIES - 1 for submission in self._pending.values()
        )
        return len(self._pending) < (1 if alone else AHEAD * self.backend.slots())

    def _submit(self) -> None:
        run, tries = self._queue.popleft()
        executor = self.backend.executor()
        try:
            future = executor.submit(execute_run, run, self.threads, program_version())
        except BrokenExecutor:  # a worker was killed since the last check
            self.backend.renew()
            self._queue.appendleft((run, tries))
            return
        self._pending[future] = _Submission(run, tries, executor)

    def _finish(self, future: Future[RunOutput]) -> None:
        """Keep the result of a run that has ended, or retry it."""
        submission = self._pending.pop(future)
        try:
            output = future.result()
        except PatienceError as error:  # a retry would fail in the same way
            self._fail(submission.run, str(error))
        except (Exception, CancelledError) as error:
            if isinstance(error, BrokenExecutor) and submission.executor is self.backend.executor():
                self.backend.renew()
            if isinstance(error, CancelledError):
                self.backend.slots()  # raises if the cluster is gone
            self._try_again(submission, error)
        else:
            self._lost_in_a_row = 0
            self.journal.keep(output)
            self.observer.on_end(submission.run, output.record)

    def _try_again(self, submission: _Submission, error: BaseException) -> None:
        reason = self.backend.loss_of(error)
        if submission.tries + 1 < TRIES and type(error).__name__ != GIVEN_UP:
            self._queue.append((submission.run, submission.tries + 1))
            if not self.observer.stopping():
                self.observer.on_notice(f"{submission.run.id}: {reason}; trying again")
        else:
            self._fail(submission.run, f"{reason}; tried {submission.tries + 1} times")
            self._lost_in_a_row += 1
            if self._lost_in_a_row == GIVE_UP_AFTER:
                raise BatchError(
                    f"{GIVE_UP_AFTER} runs in a row failed here (the last: {reason}); "
                    "finished runs are kept, and the same command runs the rest"
                )

    def _fail(self, run: BatchRun, reason: str) -> None:
        record = failure(run, reason)
        self.journal.append(record)
        self.observer.on_end(run, record)
