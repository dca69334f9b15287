"""The search process: it warms up, takes one job, answers it and ends."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from patience.analysis.hint import hint_of
from patience.analysis.missed import suggestions
from patience.errors import Note, PatienceError
from patience.game.grid import Grid, bare
from patience.game.puzzle import Puzzle
from patience.question.spec import DEFAULT_LEXICON
from patience.referee import verify
from patience.result import Limits, Observer, Result, Stats, Status
from patience.solve import solve
from patience.web.jobs import Job
from patience.web.messages import sentence_json
from patience.words.lexicon import Lexicon, load
from patience.workers.spawning import set_up_process

# The server's own thread judges moves: searches have lower priority.
_NICENESS = 10

_MEMORY_GB = 2.0

# Share of an outlook's time that is spent on a good grid before the proof.
_LOOK_SHARE = 0.4

# Seconds for a window of a finished grid; most are filled in less. Most smaller rectangles have no
# grid, and a narrow beam is through with ten of them a second.
_WINDOW_SECONDS = 1.0
_COMPACT_WIDTH = 30

# Seconds after which a hint is taken from the best grid so far: a better one seldom has another.
_HINT_SECONDS = 0.4

# Least seconds between two progress events, and the shortest time limit of a search.
_REPORT_EVERY = 0.5
_MIN_SECONDS = 0.3


class _Teller(Observer):
    """Sends the events of a search to the server, and ends the search when it says so."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._began = time.monotonic()
        self._told = 0.0
        self._stopped = False
        self.corner: tuple[int, int] | None = None

    def tell(self, event: str, **values: Any) -> None:
        self._connection.send({"event": event, **values})

    def begin(self, corner: tuple[int, int] | None) -> None:
        self._began, self._told, self.corner = time.monotonic(), 0.0, corner

    @property
    def stopped(self) -> bool:
        if not self._stopped and self._connection.poll():
            self._connection.recv()
            self._stopped = True
        return self._stopped

    @property
    def seconds(self) -> float:
        return round(time.monotonic() - self._began, 2)

    def on_best(self, grid: Grid, cost: int) -> None:
        self.tell("best", rows=list(grid.rows), corner=self.corner, cost=cost, seconds=self.seconds)

    def on_bound(self, bound: int) -> None:
        self.tell("bound", bound=bound)

    def on_progress(self, stats: Stats) -> None:
        """Send a progress event every `_REPORT_EVERY` seconds."""
        if self.stopped:
            raise KeyboardInterrupt
        if self.seconds - self._told >= _REPORT_EVERY:
            self._told = self.seconds
            self.tell("progress", seconds=self.seconds)

    def on_notice(self, text: str) -> None:
        if isinstance(text, Note):  # the others are of no use to a player
            self.tell("notice", **sentence_json(text))


def work(connection: Connection) -> None:
    """Run a search process; it receives one job and sends events; None tells it to stop.

    Events are mappings whose ``event`` is their type.
    """
    set_up_process()
    with suppress(OSError, AttributeError):  # not available on every system
        os.nice(_NICENESS)
    teller = _Teller(connection)
    with suppress(EOFError, BrokenPipeError):
        with suppress(Exception):  # a failure recurs in the search, which reports it
            load(DEFAULT_LEXICON)
            import_module("patience.engines.portfolio")
        teller.tell("ready")
        job: Job | None = connection.recv()
        if job is not None:
            _answer(job, teller)


def _answer(job: Job, teller: _Teller) -> None:
    teller.begin(job.corner)
    try:
        spec = job.message.puzzle.spec()
        lexicon = load(*spec.vocabulary)
        for note in lexicon.notes:
            teller.on_notice(note)
        _MODES[job.message.mode](job, lexicon, teller)
    except PatienceError as error:
        teller.tell("error", **sentence_json(error))
    except MemoryError:
        teller.tell("error", kind="no-memory", message="the search needs too much memory")
    except (EOFError, BrokenPipeError):  # the server is gone
        raise
    except Exception as error:  # a bug in this program: the page shows it
        teller.tell("error", kind="internal", message=f"internal error: {error!r}")


def _finish(job: Job, lexicon: Lexicon, teller: _Teller) -> None:
    """Fill the open cells at the lowest cost."""
    _done(_solve(job, job.puzzle, lexicon, job.message.seconds, teller), teller)


def _hint(job: Job, lexicon: Lexicon, teller: _Teller) -> None:
    """Complete the grid without showing it and send its next word."""

    def complete(words: Lexicon) -> Result:
        return _solve(job, job.puzzle, words, job.message.seconds / 2, _Soon(teller))

    word, _, result = hint_of(job.puzzle.fixed_cells, lexicon, complete)
    if result.best is not None:
        row, col = job.corner or (0, 0)
        teller.tell(
            "hint",
            word=word
            and {
                "text": word.text,
                "row": word.start.row + row,
                "col": word.start.col + col,
                "across": word.across,
                "tiles": [result.best[cell] for cell in word.cells],
            },
        )
    _done(result, teller)


def _outlook(job: Job, lexicon: Lexicon, teller: _Teller) -> None:
    """Search for a good grid, then prove a bound."""
    seconds = job.message.seconds * _LOOK_SHARE
    result = _solve(job, job.puzzle, lexicon, seconds, teller)
    if result.status in (Status.FEASIBLE, Status.UNKNOWN) and not teller.stopped:
        teller.tell("proving")
        left = max(job.message.seconds - teller.seconds, _MIN_SECONDS)
        try:
            proof = _solve(job, job.puzzle, lexicon, left, teller, engine="prove")
            result = _better(result, proof)
        except PatienceError as error:  # too large for a proof
            teller.tell("notice", **sentence_json(error))
    _done(result, teller)


def _critique(job: Job, lexicon: Lexicon, teller: _Teller) -> None:
    """Find the best grid that has the first word, the first two, and so on.

    The stages are searched from the last: a grid with more of the words also has fewer of them.
    """
    own = job.steps[-1].grid
    report = verify(job.puzzle, own, lexicon)
    best, cost = (own, report.cost) if report.valid else (None, None)
    stages = [bare(own), *(step.grid for step in job.steps)]
    seconds = max(job.message.seconds / len(stages), _MIN_SECONDS)
    for number in reversed(range(len(stages))):
        puzzle = replace(job.puzzle, start=stages[number] if number else None)
        result = _solve(job, puzzle, lexicon, seconds, _Quiet(teller))
        if result.cost is not None and (cost is None or result.cost < cost):
            best, cost = result.best, result.cost
        teller.tell(
            "step",
            number=number,
            word=job.steps[number - 1].word.text if number else None,
            laid=list(stages[number].rows),
            cost=cost,
            rows=best and list(best.rows),
        )
        if teller.stopped:
            break
    teller.tell("done", status="feasible", cost=cost, bound=0, stopped=teller.stopped)


def _missed(job: Job, lexicon: Lexicon, teller: _Teller) -> None:
    """Find better grids that keep most of a finished one."""
    mine = job.message.puzzle.grid(job.message.rows)
    if not verify(job.puzzle, mine, lexicon).valid:
        raise PatienceError(
            "what was missed is found for a valid grid: lay one first", "unfinished"
        )
    until = job.message.seconds
    width = _COMPACT_WIDTH if job.puzzle.goal_name == "compact" else None

    def fill(puzzle: Puzzle, words: Lexicon) -> Grid | None:
        seconds = max(min(until - teller.seconds, _WINDOW_SECONDS), _MIN_SECONDS)
        return _solve(job, puzzle, words, seconds, _Quiet(teller), engine="beam", width=width).best

    found = suggestions(
        job.puzzle,
        mine,
        lexicon,
        fill,
        goes_on=lambda: not teller.stopped and teller.seconds < until,
        seed=job.message.seed,
    )
    for each in found:
        teller.tell("missed", rows=list(each.grid.rows), cost=each.cost, changed=list(each.changed))
    teller.tell("done", status="feasible", cost=None, bound=0, stopped=teller.stopped)


_MODES = {
    "missed": _missed,
    "finish": _finish,
    "selection": _finish,
    "hint": _hint,
    "outlook": _outlook,
    "critique": _critique,
}


def _solve(
    job: Job,
    puzzle: Puzzle,
    lexicon: Lexicon,
    seconds: float,
    observer: Observer,
    *,
    engine: str = "auto",
    width: int | None = None,
) -> Result:
    return solve(
        puzzle,
        lexicon,
        engine=engine,
        limits=Limits(seconds=seconds, memory_gb=_MEMORY_GB, max_width=width),
        seed=job.message.seed,
        threads=job.threads,
        observer=observer,
    )


class _Quiet(Observer):
    """Forwards only progress and notices."""

    def __init__(self, teller: _Teller) -> None:
        self._teller = teller

    def on_progress(self, stats: Stats) -> None:
        self._teller.on_progress(stats)

    def on_notice(self, text: str) -> None:
        self._teller.on_notice(text)


class _Soon(_Quiet):
    """Ends the search once there is a grid and nobody should wait for a better one."""

    _found = False

    def on_best(self, grid: Grid, cost: int) -> None:
        self._found = True

    def on_progress(self, stats: Stats) -> None:
        super().on_progress(stats)
        if self._found and self._teller.seconds >= _HINT_SECONDS:
            raise KeyboardInterrupt


def _better(one: Result, other: Result) -> Result:
    first = other if one.cost is None or (other.cost or one.cost) < one.cost else one
    bound = max(one.bound, other.bound)
    status = Status.OPTIMAL if first.cost is not None and first.cost <= bound else other.status
    return replace(first, bound=bound, status=status, reason=other.reason)


def _done(result: Result, teller: _Teller) -> None:
    teller.tell(
        "done",
        status=result.status.value,
        cost=result.cost,
        bound=result.bound,
        reason=sentence_json(result.reason),
        stopped=teller.stopped,
    )
