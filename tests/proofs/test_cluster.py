"""Proofs on a cluster: the nodes of a proof here, whatever becomes of workers and tasks."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from patience.errors import ClusterError, PatienceError
from patience.proofs import cluster
from patience.proofs.certificates import Certificate
from patience.proofs.cluster import ClusterSearch, Job, get_ready
from patience.proofs.propositions import ProofResult, Proposition, prove
from patience.render.proof import stopped_text
from patience.result import Observer
from patience.words.lexicon import Lexicon, load
from patience.workers import executors
from patience.workers.executors import AHEAD, TRIES, Backend
from scripts.fuzz.servers import Servers
from scripts.fuzz.subjects import ProveOnCluster
from tests.batch.helpers import ended, until
from tests.cli.running import run
from tests.proofs.support import Hard, Impatient, proposition_of, proven


@pytest.fixture(autouse=True)
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Partitions have some 320 nodes: tasks this short end within them."""
    monkeypatch.setattr("patience.engines.exhaustive.workers._CHUNK", 50)
    monkeypatch.setattr(cluster, "_SECONDS", 0.0)


@pytest.fixture
def travelling(short: Lexicon, tmp_path: Path) -> Hard:
    """The proposition with its words in a file, from where workers load them."""
    words = tmp_path / "words.txt"
    words.write_text("\n".join(short.words))
    lexicon = load(words)
    return lambda at_most: proposition_of(lexicon, at_most)


class Workers(Backend):
    """Some threads of this process; keeps how many tasks were under way at most."""

    def __init__(self, threads: int = 2) -> None:
        self.threads = threads
        self.most = 0
        self.pending: set[Future[Any]] = set()
        super().__init__()

    def _started(self) -> Executor:
        return ThreadPoolExecutor(self.threads)

    def executor(self) -> Executor:
        self.pending = {future for future in self.pending if not future.done()}
        return _Counting(self)

    def slots(self) -> int:
        return self.threads


class _Counting(Executor):
    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future = self.workers._executor.submit(fn, *args)
        self.workers.pending.add(future)
        self.workers.most = max(self.workers.most, len(self.workers.pending))
        return future


def prove_there(
    proposition: Proposition, backend: Backend | None = None, **how: Any
) -> ProofResult:
    """Prove a proposition on a cluster."""
    with backend or Workers() as workers:
        search = ClusterSearch(workers, Job.of(proposition, 1.0))
        search.prepare(Observer())
        return prove(proposition, elsewhere=nullcontext(search), **how)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_cluster_counts_the_same(travelling: Hard, certified: Certificate, threads: int) -> None:
    workers = Workers(threads)
    certificate = proven(prove_there(travelling(1), workers))
    assert certificate.levels == certified.levels
    assert certificate.threads == threads
    assert workers.most <= AHEAD * threads


def test_a_cluster_finds_the_same_grid(travelling: Hard) -> None:
    here = prove(travelling(2), threads=1)
    assert prove_there(travelling(2)).grid == here.grid is not None


def test_a_proof_goes_on_there_and_back(
    travelling: Hard, certified: Certificate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("patience.engines.exhaustive.workers._TICK", 0.02)
    state, nodes, begun = tmp_path / "s.json", 0, 0
    places: dict[str, Callable[..., ProofResult]] = {"here": prove, "there": prove_there}
    seen = set()
    for ticks, place in zip(itertools.count(2), itertools.cycle(places), strict=False):
        result = places[place](travelling(1), state=state, observer=Impatient(ticks))
        assert result.nodes >= nodes
        seen |= {place} if result.nodes > nodes else set()
        nodes = result.nodes
        if result.certificate is not None:
            break
        begun += len(json.loads(state.read_text())["begun"])
    assert proven(result).levels == certified.levels
    assert seen == set(places)
    assert begun > 0


class Moody(Executor):
    """Loses some tasks, before or after they are done."""

    def __init__(self, share: float, error: type[Exception]) -> None:
        self.share = share
        self.error = error
        self.lost = 0
        self.rng = random.Random(7)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        result = fn(*args)
        if fn is not get_ready and self.rng.random() < self.share:
            self.lost += 1
            future.set_exception(self.error("gone"))
        else:
            future.set_result(result)
        return future


class MoodyBackend(Backend):
    """A backend whose executor is moody."""

    def __init__(self, share: float, error: type[Exception] = BrokenProcessPool) -> None:
        super().__init__()
        self.close(at_once=False)
        self._executor: Executor = Moody(share, error)
        self.gone_after = -1

    def slots(self) -> int:
        self.gone_after -= 1
        if self.gone_after == 0:
            raise ClusterError("the cluster's scheduler is gone")
        return 1

    def close(self, *, at_once: bool) -> None:
        pass


def test_lost_tasks_are_done_again_and_counted_once(
    travelling: Hard, certified: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "TRIES", 10**6)
    backend = MoodyBackend(0.3)
    assert proven(prove_there(travelling(1), backend)).levels == certified.levels
    assert isinstance(backend._executor, Moody)
    assert backend._executor.lost > 10


def test_a_task_that_is_always_lost_stops_the_proof(travelling: Hard) -> None:
    result = prove_there(travelling(1), MoodyBackend(1.0))
    assert result.stopped
    assert result.reason == f"a task was lost {TRIES} times (BrokenProcessPool: gone)"


@pytest.mark.parametrize("calls", [2, 40])
def test_what_came_back_before_the_scheduler_died_is_kept(
    travelling: Hard, certified: Certificate, tmp_path: Path, calls: int
) -> None:
    state, backend = tmp_path / "s.json", MoodyBackend(0.0)
    backend.gone_after = calls
    result = prove_there(travelling(1), backend, state=state)
    assert result.stopped
    told = stopped_text(result, "s.json")
    assert told.startswith("the cluster's scheduler is gone; stopped after ")
    assert (result.nodes > 0) == (calls > 2)
    value = json.loads(state.read_text())
    assert bool(value["begun"] or value["done"] or value["refuted"]) == (calls > 2)
    assert proven(prove(travelling(1), state=state)).levels == certified.levels


def test_workers_with_another_program_or_other_words_are_refused(
    travelling: Hard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposition = travelling(0)
    with Workers() as workers:
        other = replace(Job.of(proposition, 1.0), version="0.0.1")
        with pytest.raises(PatienceError, match="a worker of the cluster: it has patience "):
            ClusterSearch(workers, other).prepare(Observer())
        words = tmp_path / "words.txt"
        words.write_text(words.read_text() + "\nQQQQ\n")
        search = ClusterSearch(workers, Job.of(proposition, 1.0))
        with pytest.raises(PatienceError, match=r"its lexicon .*words\.txt has other words"):
            search.prepare(Observer())
        # One that comes later stops the proof, whose state is kept.
        result = prove(proposition, elsewhere=nullcontext(search), state=tmp_path / "s.json")
        assert "has other words" in result.reason
        assert (tmp_path / "s.json").exists()


def test_a_local_cluster_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(**_how: object) -> None:
        raise RuntimeError("Nanny failed to start.")

    monkeypatch.setattr("distributed.LocalCluster", dying)
    with (
        pytest.raises(PatienceError, match=r"--cluster local: its workers do not start \(Nanny"),
        executors.cluster("local", 1, print),
    ):
        raise AssertionError("started")


# The command with short tasks and a state saved all the time.
DRIVER = """
import sys
from patience.cli import main
from patience.proofs import cluster, propositions
cluster._SECONDS, propositions.SAVE_EVERY = 0.2, 0.0
sys.exit(main(sys.argv[1:]))
"""
PUZZLE = ("prove", *ProveOnCluster.proof.split())


def levels_in(file: Path) -> list[dict[str, Any]]:
    levels: list[dict[str, Any]] = json.loads(file.read_text())["levels"]
    return levels


@pytest.mark.slow
def test_worker_parent_and_scheduler_are_killed_in_turn(tmp_path: Path) -> None:
    state = tmp_path / "s.json"

    def start(address: str, *program: str) -> subprocess.Popen[bytes]:
        files = ("--state", "s.json", "--certificate", "c.json")
        command = [sys.executable, *program, *PUZZLE, *files, "--cluster", address]
        return subprocess.Popen(command, cwd=tmp_path, stdout=PIPE, stderr=PIPE)

    def finished() -> int:
        """Return how many partitions are known to be finished."""
        value = json.loads(state.read_text()) if state.exists() else {"refuted": [], "done": {}}
        return len(value["done"]) + sum(len(level["nodes"]) for level in value["refuted"])

    def go_on(process: subprocess.Popen[bytes]) -> None:
        """Wait until something more is finished."""
        before = finished()
        until(lambda: finished() > before)
        assert process.poll() is None

    servers = Servers(tmp_path)
    try:
        first, _ = servers.work(), servers.work()
        process = start(servers.address, "-c", DRIVER)
        go_on(process)
        first.kill()
        go_on(process)
        process.kill()
        process.communicate()
        process = start(servers.address, "-c", DRIVER)
        go_on(process)
        servers.scheduler.kill()
        code, said = ended(process)
    finally:
        servers.stop()
    assert code == 3, said
    assert said.splitlines()[-1].startswith(
        "patience: the cluster's scheduler is gone; stopped after "
    )
    assert said.endswith("the same command resumes it from s.json\n")
    assert "Traceback" not in said
    before = finished()
    code, said = ended(start("local", "-m", "patience"))
    assert code == 0, said
    assert finished() > before
    calm = tmp_path / "calm.json"
    assert run(*PUZZLE, "--certificate", str(calm)).exit_code == 0
    assert levels_in(tmp_path / "c.json") == levels_in(calm)
