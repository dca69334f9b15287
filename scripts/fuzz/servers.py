"""A Dask scheduler and its workers as processes on loopback, to be killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from scripts.common import ROOT

# No server takes as many seconds to start, not even on a busy machine.
_STARTED_WITHIN = 120.0


class Servers:
    """A scheduler, and workers with one thread each; their files are in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._started(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show",
            "--scheduler-file", str(file),
        )  # fmt: skip
        end = time.monotonic() + _STARTED_WITHIN
        while not (file.exists() and file.read_text().endswith("}")):
            if time.monotonic() > end:
                raise TimeoutError("no scheduler has started")
            time.sleep(0.05)
        self.address: str = json.loads(file.read_text())["address"]

    def work(self) -> subprocess.Popen[bytes]:
        """Start a worker."""
        worker = self._started(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self._folder),
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def stop(self) -> None:
        """Kill them all."""
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()

    def _started(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
