"""Batches on a Dask cluster whose parts are killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from patience.batch import journal
from scripts.fuzz.servers import Servers
from tests.batch.helpers import (
    ended,
    essence,
    lines_of,
    records,
    start,
    until,
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
        str(tiny), "--out", "out", "--seeds", "4", "--time-limit", "4", "--cluster",
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
