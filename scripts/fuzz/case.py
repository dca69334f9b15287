"""One command under one disturbance: start it, wait for it, check how it ended."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import IO, Any

import psutil

from scripts.common import ROOT
from scripts.fuzz.subjects import Ended, Flaw, Subject

# No case takes this long, not even on a busy machine.
HANGS_AFTER = 300.0

# Seconds in which every process of a command that has ended must end too.
_GONE_WITHIN = 30.0

# Python prints these if an error bypasses the program's own messages.
_FORBIDDEN = (
    "Traceback",
    "internal error",
    "Fatal Python error",
    "Exception ignored",
    "LLVM ERROR",
)

# prctl's PR_CAPBSET_DROP, and the capabilities by which root bypasses file permissions.
_DROP_RIGHT = 24
_RIGHTS = (1, 2, 3)
_libc = ctypes.CDLL(None)


class Case:
    """A command in an empty folder of its own, with the random generator of its disturbance.

    `moment` is the delay before the disturbance, in seconds; without one it is random.
    """

    def __init__(
        self, subject: Subject, folder: Path, chance: Random, moment: float | None = None
    ) -> None:
        self.subject = subject
        self.folder = folder
        self.chance = chance
        self._moment = moment
        self._started: list[subprocess.Popen[bytes]] = []
        subject.prepare(folder)

    def start(
        self,
        target: str = "out",
        *,
        environment: Mapping[str, str] | None = None,
        limits: Mapping[int, int] | None = None,
        without_rights: bool = False,
        closed: Sequence[int] = (),
        stdout: int | IO[Any] = subprocess.PIPE,
        stderr: int | IO[Any] = subprocess.PIPE,
        arguments: Sequence[str] = (),
    ) -> subprocess.Popen[bytes]:
        """Start the command with `target` as its output in the folder.

        `environment` replaces that of this process; `limits` are resource limits such as
        ``RLIMIT_AS``; `closed` are descriptors to close first; `arguments` are appended.
        `without_rights` applies file permissions even to root.
        """
        own = {**os.environ} if environment is None else {**environment}

        def set_up() -> None:
            # A shell that starts this in the background has it ignore Ctrl-C.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            for which, most in (limits or {}).items():
                resource.setrlimit(which, (most, most))
            if without_rights:
                for right in _RIGHTS:
                    _libc.prctl(_DROP_RIGHT, right, 0, 0, 0)
            for descriptor in closed:
                os.close(descriptor)

        process = subprocess.Popen(
            [*self.subject.command(target), *arguments],
            cwd=self.folder,
            env={**own, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            preexec_fn=set_up,  # noqa: PLW1509 - where limits of the child alone can be set
            start_new_session=True,
        )
        self._started.append(process)
        self.subject.began(process)
        return process

    def end(self, process: subprocess.Popen[bytes]) -> Ended:
        """Wait for the end of a command."""
        try:
            out, err = process.communicate(timeout=HANGS_AFTER)
        except subprocess.TimeoutExpired:
            raise Flaw(f"it hangs: no end after {HANGS_AFTER:g} s") from None
        _, left = psutil.wait_procs(_session(process.pid), timeout=_GONE_WITHIN)
        for each in left:
            each.kill()
        if left:
            raise Flaw(f"{len(left)} of its processes outlive it: {left}")
        return Ended(process.returncode, _text(out), _text(err))

    def signal(self, process: subprocess.Popen[bytes], number: signal.Signals) -> None:
        """Send a signal to a command and its workers, if they still run."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)

    def clear(self) -> None:
        """Kill what a case has left running, and close its streams."""
        for process in self._started:
            if process.poll() is None:  # else its number may be another's by now
                self.signal(process, signal.SIGKILL)
                process.wait()
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()

    def wait_some_time(
        self, process: subprocess.Popen[bytes], longest: float | None = None
    ) -> None:
        """Wait until the moment, or until the command has ended."""
        delay = self.chance.random() * (longest or self.subject.longest)
        if self._moment is not None and longest is None:
            delay = self._moment
        moment = time.monotonic() + delay
        while time.monotonic() < moment and process.poll() is None:
            time.sleep(0.005)

    def expect(self, ended: Ended, codes: Iterable[int], *, said: bool = True) -> Ended:
        """Check the exit code, and that a failure has one clear message.

        `said` is False if the standard error could not be read.
        """
        codes = set(codes)
        if -signal.SIGINT in codes and _before_the_program(ended):
            return ended
        if -signal.SIGKILL in codes and _without_a_parent(ended):
            return ended
        shown = f"code {ended.code}, it said {ended.err.strip()[-400:]!r}"
        if ended.code not in codes:
            raise Flaw(f"promised {sorted(codes)}: {shown}")
        for word in _FORBIDDEN:
            if word in ended.err:
                raise Flaw(f"{word}: {shown}")
        failed = ended.code > 0 and ended.code != 141
        if said and failed and "patience: " not in ended.err:
            raise Flaw(f"no message of the program: {shown}")
        return ended

    def inspect(self, ended: Ended | None = None, target: str = "out") -> None:
        """Check that all files in the folder are intact."""
        self.subject.inspect(self.folder, target, ended)

    def finish(self, target: str = "out") -> None:
        """Run the same command undisturbed, if it resumes, and check the result."""
        if not self.subject.resumes:
            return
        ended = self.expect(self.end(self.start(target)), self.subject.codes)
        self.subject.finished(self.folder, target, ended)


def _session(number: int) -> list[psutil.Process]:
    """Return the processes of a session, the dead ones that nobody has waited for left out."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, ProcessLookupError):
            if os.getsid(process.pid) == number and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def _before_the_program(ended: Ended) -> bool:
    """Tell whether Ctrl-C hit Python during its start, which takes a tenth of a second.

    Its own initialization, and the search for a module that is run by its name, end with code 1.
    """
    if "patience: " in ended.err or "patience/cli" in ended.err:
        return False
    if ended.code == 1:
        return "Fatal Python error: init_" in ended.err or "_get_module_details" in ended.err
    return ended.code == -signal.SIGINT


def _without_a_parent(ended: Ended) -> bool:
    """Tell whether the parent was killed while Python started a worker, and no more is told."""
    told = ended.err.count("Traceback (most recent call last)")
    cut = ended.err.count("reduction.pickle.load(from_parent)")
    return ended.code == -signal.SIGKILL and told == cut > 0


def _text(data: bytes | None) -> str:
    return "" if data is None else data.decode("utf-8", "replace")


Disturbance = Callable[[Case], None]
