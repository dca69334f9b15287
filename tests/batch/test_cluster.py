"""Batches on a Dask cluster whose parts are killed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from patience.batch import journal
from patience.cli import main
from tests.batch.helpers import (
    WORK,
    ended,
    essence,
    lines_of,
    records,
    start,
    until,
)


class Servers:
    """A Dask scheduler and its workers as processes on loopback."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self._started(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show",
            "--scheduler-file", str(file),
        )  # fmt: skip
        until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address: str = json.loads(file.read_text())["address"]

    def work(self) -> subprocess.Popen[bytes]:
        worker = self._started(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self._folder),
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()

    def _started(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    running = Servers(tmp_path)
    yield running
    running.stop()


@pytest.mark.slow
def test_a_dask_worker_killed_in_mid_run_costs_no_result(tiny: Path, servers: Servers) -> None:
    first, _ = servers.work(), servers.work()
    (tiny / "a.toml").write_text('goal = "frame"\nframe = "9x7"\n')
    process = start(
        str(tiny), "--out", "out", "--seeds", "4", "--time-limit", "1.5", "--cluster",
        servers.address,
    )  # fmt: skip
    until(lambda: (Path("out") / journal.NAME).exists() and len(records(Path("out"))) >= 2, 60)
    first.kill()
    code, said = ended(process)
    assert code == 0, said
    assert len(essence(Path("out"))) == 12
    names = [line["run"] for line in lines_of(Path("out"))]
    assert len(names) == len(set(names)) == 12


@pytest.mark.slow
def test_a_cluster_that_dies_leaves_what_is_finished(tiny: Path, servers: Servers) -> None:
    servers.work()
    (tiny / "a.toml").write_text('goal = "frame"\nframe = "9x7"\n')
    command = (str(tiny / "a.toml"), "--out", "out", "--seeds", "9", "--time-limit", "1")
    process = start(*command, "--cluster", servers.address)
    until(lambda: (Path("out") / journal.NAME).exists() and len(records(Path("out"))) >= 1, 60)
    servers.stop()
    code, said = ended(process)
    assert code == 1, said
    assert "the cluster's scheduler is gone; finished runs are kept" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert 1 <= len(records(Path("out"))) < 9


@pytest.mark.slow
def test_a_single_search_spreads_its_seeds_over_a_cluster(tiny: Path, servers: Servers) -> None:
    servers.work()
    servers.work()
    until(lambda: _threads(servers.address) == 2)
    done = CliRunner().invoke(
        main,
        ["solve", str(tiny / "c.toml"), "--cluster", servers.address, "--format", "json", *WORK],
    )
    told = json.loads(done.stdout)
    assert done.exit_code == 0, done.stderr
    assert told["grid"]
    assert told["threads"] >= 1


def _threads(address: str) -> int:
    from distributed import Client  # noqa: PLC0415

    with Client(address) as client:
        return sum(client.nthreads().values())
