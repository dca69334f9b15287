"""Kills and bad environments for the long commands: nothing is lost, every end is reported.

    python -m scripts.fuzz kills                                20 of each: an hour
    python -m scripts.fuzz kills --times 2 --seed 7 batch       two of each, for batch alone
    python -m scripts.fuzz kills --only kill --only interrupt   these disturbances alone
    python -m scripts.fuzz kills --sweep --busy 2               signals over the first two seconds

The seed fixes moments and limits, but not how far a command is by then. Needs Linux; as root it
also fills a file system made for it.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import click
import psutil

from scripts.common import deliver, document, machine_line, output_option, tell
from scripts.fuzz.case import Case, Disturbance
from scripts.fuzz.servers import Servers
from scripts.fuzz.subjects import SUBJECTS, Flaw, Subject, judged

_MB = 1_000_000

# The effect of a signal before the program handles it, and after a second one.
_BY_SIGNAL = {-signal.SIGINT, -signal.SIGTERM}


# ---- kills --------------------------------------------------------------------------------------


def kill(case: Case) -> None:
    """SIGKILL at a random moment; the same command then completes the work."""
    process = case.start()
    case.wait_some_time(process)
    case.signal(process, signal.SIGKILL)
    case.inspect(case.end(process))
    case.finish()


def kill_parent(case: Case) -> None:
    """SIGKILL to the parent alone: its workers end with it."""
    process = case.start()
    case.wait_some_time(process)
    process.kill()
    case.inspect(case.expect(case.end(process), {*case.subject.codes, -signal.SIGKILL}))
    case.finish()


def kill_worker(case: Case) -> None:
    """SIGKILL to a worker at a random moment costs no result."""
    process = case.start()
    case.wait_some_time(process)
    workers = _workers(process.pid)
    if workers:
        with suppress(psutil.NoSuchProcess):
            case.chance.choice(workers).kill()
    case.inspect(case.expect(case.end(process), _without_a_worker(case, case.subject.codes)))
    case.finish()


def kill_scheduler(case: Case) -> None:
    """SIGKILL to the scheduler and its workers, or to a worker first; the state is kept."""
    servers = Servers(case.folder)
    try:
        workers = [servers.work(), servers.work()]
        process = case.start(arguments=("--cluster", servers.address))
        case.wait_some_time(process)
        if case.chance.random() < 0.5:
            workers[0].kill()
            case.wait_some_time(process)
        servers.scheduler.kill()
        case.inspect(case.expect(case.end(process), {*case.subject.codes, 2, 3}))
    finally:
        servers.stop()
    case.finish()


def interrupt(case: Case) -> None:
    """Ctrl-C at a random moment, which a terminal sends to workers too."""
    _signalled(case, signal.SIGINT)


def terminate(case: Case) -> None:
    """SIGTERM at a random moment."""
    _signalled(case, signal.SIGTERM)


def terminate_all(case: Case) -> None:
    """SIGTERM to the workers too, as service managers send it."""
    _signalled(case, signal.SIGTERM, everywhere=True)


def interrupt_twice(case: Case) -> None:
    """Ctrl-C, and again soon after."""
    process = case.start()
    case.wait_some_time(process)
    case.signal(process, signal.SIGINT)
    case.wait_some_time(process, 0.3)
    case.signal(process, signal.SIGINT)
    ended = case.end(process)
    case.expect(ended, {*case.subject.stopped, *_BY_SIGNAL}, said=False)
    case.inspect(ended)
    case.finish()


def _signalled(case: Case, number: signal.Signals, *, everywhere: bool = False) -> None:
    process = case.start()
    case.wait_some_time(process)
    if everywhere or number == signal.SIGINT:
        case.signal(process, number)
    else:
        process.send_signal(number)
    codes = {*case.subject.stopped, -number}
    ended = case.expect(case.end(process), _without_a_worker(case, codes) if everywhere else codes)
    if "lack of memory" in ended.err:
        raise Flaw(f"what {number.name} ended is told as a lack of memory: {ended.err[-400:]!r}")
    case.inspect(ended)
    case.finish()


def _without_a_worker(case: Case, codes: Iterable[int]) -> set[int]:
    """Return the codes of a command that lost a worker: a local cluster may not start then."""
    return {*codes, 2} if case.subject.on_cluster else {*codes}


def _workers(pid: int) -> list[psutil.Process]:
    """Return the worker processes of a command, without Python's helper processes."""
    found = []
    with suppress(psutil.NoSuchProcess):
        for child in psutil.Process(pid).children(recursive=True):
            with suppress(psutil.Error):
                if not any("resource_tracker" in word for word in child.cmdline()):
                    found.append(child)
    return found


# ---- disks and folders --------------------------------------------------------------------------


def file_size_limit(case: Case) -> None:
    """A limit on file sizes, as on a full disk."""
    most = case.chance.choice([0, 1, case.chance.randrange(3000), case.chance.randrange(100_000)])
    ended = case.end(case.start(limits={resource.RLIMIT_FSIZE: most}))
    case.expect(ended, {0, 1, 2})
    case.inspect(None)
    _still_out(case, ended.code, ended.out)
    case.finish()


def full_disk(case: Case) -> None:
    """A small file system that fills up."""
    disk = case.folder / "disk"
    disk.mkdir()
    free = case.chance.choice([0, 4096, case.chance.randrange(40) * 4096])
    with _mounted(disk):
        disk.chmod(0o777)
        (disk / "filler").write_bytes(b"x" * (256 * 1024 - free))
        ended = case.end(case.start("disk/out"))
        case.expect(ended, {0, 1, 2})
        case.inspect(None, "disk/out")
        _still_out(case, ended.code, ended.out, "disk/out")
        (disk / "filler").unlink()
        case.finish("disk/out")


def read_only_folder(case: Case) -> None:
    """A folder without write permission."""
    closed = case.folder / "closed"
    closed.mkdir(mode=0o555)
    began = time.monotonic()
    case.expect(case.end(case.start("closed/out", without_rights=True)), {2})
    if time.monotonic() - began > 30:
        raise Flaw("it was told only after the search")


def missing_folder(case: Case) -> None:
    """A missing folder; a batch creates it."""
    codes = case.subject.codes if case.subject.name == "batch" else {2}
    case.expect(case.end(case.start("no/such/out")), codes)


def folder_that_is_a_file(case: Case) -> None:
    """A path that goes through a file."""
    (case.folder / "file").write_text("x")
    case.expect(case.end(case.start("file/out")), {2})


def folder_taken_away(case: Case) -> None:
    """The folder is renamed while the command runs."""
    (case.folder / "there").mkdir()
    process = case.start("there/out")
    case.wait_some_time(process)
    (case.folder / "there").rename(case.folder / "gone")
    ended = case.end(process)
    case.expect(ended, {0, 1, 2})
    case.inspect(None, "gone/out")
    if case.subject.name == "solve":
        _still_out(case, ended.code, ended.out, "gone/out")
    case.finish("gone/out")


def two_at_once(case: Case) -> None:
    """Two instances of the same command on one file or folder."""
    first = case.start()
    case.wait_some_time(first, 1.0)
    second = case.start()
    taken = {2} if case.subject.name != "solve" else set()
    for process in (first, second):
        case.expect(case.end(process), {*case.subject.codes, *taken})
    if first.returncode and second.returncode:
        raise Flaw("neither of the two came to its end")
    case.inspect()
    case.finish()


@contextmanager
def _mounted(folder: Path) -> Iterator[None]:
    """Mount a file system of 256 kB at `folder`."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    subprocess.run(mount, check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _still_out(case: Case, code: int, out: str, target: str = "out") -> None:
    """Check that a successful search has written its grid, to the file or to stdout."""
    if case.subject.name == "solve" and code == 0 and not out.strip():
        judged(case.folder / target)


# ---- streams ------------------------------------------------------------------------------------


def closed_streams(case: Case) -> None:
    """Standard output, standard error or both closed from the start."""
    closed = case.chance.choice([(1,), (2,), (1, 2), (0, 1, 2)])
    ended = case.end(case.start(closed=closed))
    case.inspect(case.expect(ended, {*case.subject.codes, 2}, said=2 not in closed))
    case.finish()


def broken_pipe(case: Case) -> None:
    """The reader of the standard output, or of the standard error, leaves at a random moment."""
    process = case.start()
    case.wait_some_time(process)
    stream = case.chance.choice([process.stdout, process.stderr])
    assert stream is not None
    stream.close()
    other = process.stdout if stream is process.stderr else process.stderr
    assert other is not None
    text = other.read().decode("utf-8", "replace")
    code = process.wait()
    lost = {141} if stream is process.stdout else set()
    if code not in {*case.subject.codes, *lost} or "Traceback" in text:
        raise Flaw(f"code {code}, it said {text[-400:]!r}")
    case.inspect()
    case.finish()


def full_device(case: Case) -> None:
    """/dev/full as the standard output, as the standard error, or as both."""
    out, err = case.chance.choice([(True, False), (False, True), (True, True)])
    with open("/dev/full", "w") as full:
        process = case.start(
            stdout=full if out else subprocess.PIPE, stderr=full if err else subprocess.PIPE
        )
        case.inspect(case.expect(case.end(process), {*case.subject.codes, 2}, said=not err))
    case.finish()


# ---- surroundings -------------------------------------------------------------------------------


def bare_environment(case: Case) -> None:
    """No HOME, LANG=C, TERM=dumb, no PATH: any of them."""
    whole = {
        "PATH": os.environ.get("PATH", ""),
        "LANG": "C",
        "LC_ALL": "C",
        "TERM": "dumb",
        "HOME": case.chance.choice(["/nonexistent", "/dev/null", ""]),
        "COLUMNS": case.chance.choice(["0", "1", "x", "9999999"]),
        "TMPDIR": "/nonexistent",
        "PYTHONUTF8": "0",
    }
    some = {key: value for key, value in whole.items() if case.chance.random() < 0.5}
    case.inspect(case.expect(case.end(case.start(environment=some)), case.subject.codes))
    case.finish()


def memory_limit(case: Case) -> None:
    """A limit on the address space."""
    most = case.chance.choice([150, 300, 600, 1000, 1500, 2500]) + case.chance.randrange(300)
    ended = case.end(case.start(limits={resource.RLIMIT_AS: most * _MB}))
    case.inspect(case.expect(ended, {0, 1, 2}))
    case.finish()


DISTURBANCES: Mapping[str, Disturbance] = {
    function.__name__.replace("_", "-"): function
    for function in (
        kill,
        kill_parent,
        kill_worker,
        kill_scheduler,
        interrupt,
        terminate,
        terminate_all,
        interrupt_twice,
        file_size_limit,
        full_disk,
        read_only_folder,
        missing_folder,
        folder_that_is_a_file,
        folder_taken_away,
        two_at_once,
        closed_streams,
        broken_pipe,
        full_device,
        bare_environment,
        memory_limit,
    )
}

# Some need workers, or a scheduler. A proof on a cluster is one like any other, but for its
# processes. Only root may mount; slow ones (half a minute per process) are opt-in.
ONLY_WITH_WORKERS = {"kill-parent", "kill-worker", "terminate-all"}
ONLY_ON_CLUSTER = {"kill-scheduler"}
OF_CLUSTERS = {*ONLY_WITH_WORKERS, *ONLY_ON_CLUSTER, "kill", "interrupt", "terminate"}
# What ends a command that runs until it is stopped.
ENDING = {"kill", "kill-parent", "interrupt", "interrupt-twice", "terminate", "terminate-all"}
ONLY_ROOT = {"full-disk"}

# The signals of a sweep, and the seconds that it covers: modules load, workers start.
SWEPT = ("kill", "kill-parent", "interrupt")
SWEEP_SECONDS = 2.0


def disturb(
    subject: Subject, name: str, number: int, seed: int, moment: float | None = None
) -> str:
    """Run a case in a folder of its own; return what is wrong, or an empty string."""
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        Path(folder).chmod(0o777)
        chance = Random(f"{seed} {subject.name} {name} {number}")
        case = Case(subject, Path(folder), chance, moment)
        try:
            DISTURBANCES[name](case)
        except Flaw as flaw:
            return str(flaw)
        finally:
            case.clear()
    return ""


def applies(subject: Subject, name: str) -> bool:
    """Tell whether a disturbance applies to a command on this machine."""
    if name in ONLY_WITH_WORKERS and not subject.has_workers:
        return False
    if subject.endless:
        return name in ENDING
    if subject.on_cluster:
        return name in OF_CLUSTERS
    if name in ONLY_ON_CLUSTER:
        return False
    return name not in ONLY_ROOT or os.getuid() == 0


@contextmanager
def busy(number: int) -> Iterator[None]:
    """Keep so many processors busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@click.command()
@click.argument("commands", nargs=-1, type=click.Choice([each.name for each in SUBJECTS]))
@click.option("--only", multiple=True, type=click.Choice(list(DISTURBANCES)), help="These alone.")
@click.option("--times", type=click.IntRange(1), default=20, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option(
    "--sweep",
    is_flag=True,
    help=f"At even delays over the first {SWEEP_SECONDS:g} s; by default {', '.join(SWEPT)}.",
)
@click.option("--busy", "loops", type=click.IntRange(0), default=0, help="Busy loops beside it.")
@output_option
def main(
    *,
    commands: tuple[str, ...],
    only: tuple[str, ...],
    times: int,
    seed: int,
    sweep: bool,
    loops: int,
    output: str | None,
) -> int:
    """Disturb commands in every way, so many times each; print a table and every flaw."""
    chosen = [each for each in SUBJECTS if not commands or each.name in commands]
    flaws: list[str] = []
    rows = []
    names = only or (SWEPT if sweep else list(DISTURBANCES))
    for name in names:
        cells = []
        for subject in chosen:
            if not applies(subject, name):
                cells.append("")
                continue
            held = 0
            for number in range(times):
                moment = SWEEP_SECONDS * number / times if sweep else None
                with busy(loops):
                    flaw = disturb(subject, name, number, seed, moment)
                held += not flaw
                if flaw:
                    at = "" if moment is None else f", after {moment:.2f} s"
                    flaws.append(f"{subject.name}, {name}, number {number}{at}: {flaw}")
                    tell(flaws[-1])
            cells.append(f"{held} of {times}")
        rows.append([name, *cells])
        tell(f"{name}: {', '.join(filter(None, cells))}")
    head = ["disturbance", *(subject.name for subject in chosen)]
    notes = [f"Held, seed {seed}.", *flaws, machine_line()]
    deliver(document(head, rows, notes), output)
    return 1 if flaws else 0
