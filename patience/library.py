"""The library's functions: they take what people write, and give it to what works on it.

A puzzle may be an instance by its name, a lexicon a name or words in any spelling, a limit a number
of seconds, an observer a function.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from patience.analysis.hint import Hint, hint_of
from patience.errors import GridError, LexiconError, PatienceError, PuzzleError, shown, whole
from patience.files.instances import load_instance
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Goal, Puzzle, Size, goal_of
from patience.question.catalogue import tile_set
from patience.question.header import to_header
from patience.question.spec import DEFAULT_TILES, Spec, spec_of
from patience.referee import verify as judged
from patience.referee.report import Report
from patience.result import Limits, Observer, Result, Stats
from patience.searches.every import Grids
from patience.solve import checked_threads, lexicon_of
from patience.solve import solve as search
from patience.solve import solve_all as search_all
from patience.words.lexicon import Lexicon, load

if TYPE_CHECKING:
    from patience.batch.run_records import RunRecord
    from patience.batch.statistics import Comparison
    from patience.proofs.propositions import ProofResult

# What people write: a puzzle, or the name or file of an instance; words, or their name or file.
Asked = Puzzle | Spec | str | Path
Words = Lexicon | Iterable[str] | str | Path | None
OnBest = Callable[[Grid, int], object]
Row = Mapping[str, Any] | Sequence[Any]


def solve(
    puzzle: Asked,
    lexicon: Words = None,
    *,
    limits: Limits | float | None = None,
    seed: int = 0,
    observer: Observer | OnBest | None = None,
    stop: Event | None = None,
    **options: Any,
) -> Result:
    """Search for the cheapest grid of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle, Spec, or the name or file of an instance
    lexicon : Lexicon, its name or file, or words in any spelling
        Of an instance its own by default, else the one of the tiles' language.
    limits : Limits, or a number of seconds
        When to stop; 60 seconds by default.
    seed : int
        The same seed, threads and work limit (``Limits.max_width``) give the same grid.
    observer : Observer, or a function of a grid and its cost
        Receives each better grid, already refereed. The search ends with the best grid so far once
        the function returns True. Another exception than KeyboardInterrupt ends the search too.
    stop : threading.Event, optional
        Ends the search with the best grid so far once it is set.
    engine : str
        One of `ENGINES`.
    threads : int, optional
        One per core by default. The outcome of a beam does not depend on it.
    params : AutoParams, BeamParams, CpsatParams or ProveParams, optional
        Parameters of the chosen engine; its defaults if omitted.
    prefer : str, optional
        ``score``: of grids of equal cost that of the best worst word, then of the best mean score.

    Returns
    -------
    Result
        Its grid has passed the referee. A grid once found is returned even if the search fails
        later; a notice then says what failed.

    Raises
    ------
    EngineError
        If the engine does not exist, `params` belongs to another engine, or the engine cannot
        handle the puzzle.
    LexiconError
        If there is no such lexicon, or it has no scores and worthy words are preferred.
    PuzzleError
        If required words or fixed cells already break a rule.
    RefereeError
        If an engine returns a grid that breaks a rule: a bug in this program.
    """
    asked, words = question(puzzle, lexicon)
    heard = _Heard(observer, stop)
    return search(asked, words, limits=_limits(limits), seed=whole(seed), observer=heard, **options)


def solve_many(
    puzzle: Asked, lexicon: Words = None, count: int = 2, *, cells_apart: int = 1, **options: Any
) -> Result:
    """Search for several grids of a puzzle that differ from each other.

    Parameters
    ----------
    count : int
        Number of grids; each gets the same share of the time.
    cells_apart : int
        Least number of cells in which any two grids differ.
    puzzle, lexicon, **options
        As in `solve`.

    Returns
    -------
    Result
        `best` is the cheapest grid, `others` the rest, cheapest first; fewer than `count` if time
        runs out. Bound and status are those of the first search.
    """
    apart = whole(cells_apart)
    return solve(puzzle, lexicon, count=whole(count), cells_apart=apart, **options)


def solve_all(
    puzzle: Asked,
    lexicon: Words = None,
    *,
    at_most: int | None = None,
    limits: Limits | float | None = None,
    threads: int | None = None,
    observer: Observer | OnBest | None = None,
    stop: Event | None = None,
) -> Grids:
    """Find every grid of the least cost, each once.

    Parameters
    ----------
    at_most : int, optional
        Every grid that costs so much or less instead.
    limits : Limits, optional
        Time and memory; 60 seconds by default.
    puzzle, lexicon, threads, observer, stop
        As in `solve`; the observer hears of no better grids.

    Returns
    -------
    Grids
        An iterator over the grids as they are found, each refereed. At its end `is_complete` says
        whether these are all.

    Raises
    ------
    PuzzleError
        If required words or fixed cells already break a rule.

    Examples
    --------
    >>> import patience
    >>> puzzle = patience.Puzzle(patience.tile_set("AABB"), patience.Frame(2, 2))
    >>> grids = patience.solve_all(puzzle, ["AB", "BA"])
    >>> sorted(grid.rows for grid in grids), grids.is_complete
    ([('AB', 'BA'), ('BA', 'AB')], True)
    """
    asked, words = question(puzzle, lexicon)
    heard, at_most = _Heard(observer, stop), None if at_most is None else whole(at_most)
    return search_all(
        asked, words, at_most=at_most, limits=_limits(limits), threads=threads, observer=heard
    )


async def solve_async(puzzle: Asked, lexicon: Words = None, **options: Any) -> Result:
    """Search in another thread, as `solve` does; the search ends when the task is cancelled."""
    stop = options.pop("stop", None) or Event()
    running = asyncio.ensure_future(asyncio.to_thread(solve, puzzle, lexicon, stop=stop, **options))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stop.set()
        await running  # no thread is left behind
        raise


def verify(puzzle: Asked, grid: Grid | str | Iterable[str], lexicon: Words = None) -> Report:
    """Check a grid against the rules of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle, Spec, or the name or file of an instance
    grid : Grid, its text or its rows
        Jokers in lower case. If none is marked, letters in excess of the set (and those that the
        start marks) are read as jokers. A 7x9 grid also answers a 9x7 frame, as the box can be
        turned; boards, starts and tables (``within``) keep their orientation.
    lexicon : Lexicon, its name or file, or words in any spelling
        Of an instance its own by default, else the one of the tiles' language.
    """
    asked, words = question(puzzle, lexicon)
    return judged(asked, _grid(grid, asked), words)


def hint(
    puzzle: Asked,
    lexicon: Words = None,
    *,
    limits: Limits | float | None = 10,
    **options: Any,
) -> Hint:
    """Return the next word to lay on the way from the start of a puzzle to a finished grid.

    Parameters
    ----------
    puzzle : Puzzle, Spec, or the name or file of an instance
    limits : Limits, or a number of seconds
        Of the search for a finished grid.
    lexicon, **options
        As in `solve`.
    """
    asked, words = question(puzzle, lexicon)
    limit = _limits(limits) or Limits()
    if limit.seconds is not None:  # everyday words have one half, all words the other
        limit = replace(limit, seconds=limit.seconds / 2)

    def complete(some: Lexicon) -> Result:
        return solve(asked, some, limits=limit, **options)

    known = lexicon_of(words, asked.tiles, Observer())
    return hint_of(asked.fixed_cells, known, complete)


def prove(
    puzzle: Asked,
    lexicon: Words = None,
    *,
    at_most: int,
    limits: Limits | float | None = None,
    threads: int | None = None,
    state: str | Path | None = None,
    observer: Observer | None = None,
    stop: Event | None = None,
) -> ProofResult:
    """Prove that no grid of a puzzle costs `at_most` or less, or find one that does.

    Parameters
    ----------
    puzzle, lexicon, threads, observer, stop
        As in `solve`.
    at_most : int
    limits : Limits, or a number of seconds
        None for no limit of time.
    state : path, optional
        A file with the state of the proof: resumed from if it exists, and kept up to date.

    Returns
    -------
    ProofResult
        With a certificate if it is proven, a grid if it is refuted, neither if it was stopped.
    """
    from patience.proofs.propositions import Proposition, prove  # noqa: PLC0415 (few prove)

    asked, words = question(puzzle, lexicon)
    heard = _Heard(observer, stop)
    known = lexicon_of(words, asked.tiles, heard)
    limit = _limits(limits) or Limits(seconds=None)
    return prove(
        Proposition(asked, to_header(spec_of(asked, known.name)), known, whole(at_most)),
        threads=checked_threads(threads),
        memory_gb=limit.memory_gb,
        seconds=limit.seconds,
        state=state,
        observer=heard,
    )


def draw(
    tiles: int | None,
    goal: Goal | Size,
    *,
    like: str | Path = DEFAULT_TILES,
    jokers: int | None = None,
    count: int = 10,
    difficulty: range = range(10_000),
    seed: int = 1,
    given: Spec = Spec(),  # noqa: B008 (it is frozen)
    tell: Callable[[int, int], None] = lambda _found, _tried: None,
) -> list[Spec]:
    """Draw random puzzles, no two alike; the same ones for the same seed.

    Parameters
    ----------
    tiles : int or None
        Tiles of each puzzle, drawn from the set `like`, with `jokers` in place of its own. None:
        those that fill the frame, with some letters given and exactly one solution.
    goal : Frame or Compact, or the size of a frame, such as ``"7x5"``
    count : int
    difficulty : range
        What two plain beams leave face down together is in this range.
    seed : int
        Other puzzles.
    given : Spec
        The lexicon and the conventions.
    tell : callable
        Hears the numbers of puzzles found and of draws.

    Returns
    -------
    list of Spec
        The easiest first.
    """
    from patience.analysis.difficulty import drawn, family_of  # noqa: PLC0415 (few draw)
    from patience.analysis.unique import unique  # noqa: PLC0415

    goal = goal_of(goal)
    if tiles is None and not isinstance(goal, Frame):
        raise PatienceError("a puzzle with one solution is a frame: give its size, or the tiles")
    asked = replace(given, goal=goal, tiles=tile_set(like), jokers=jokers)
    family = family_of(like, tiles, goal, jokers, seed)
    found: list[Spec] = []
    heard = lambda tried: tell(len(found), tried)  # noqa: E731
    specs = unique(asked, family, heard)
    if tiles is not None:
        specs = drawn(asked, tiles, family, difficulty, heard)
    for spec in islice(specs, max(whole(count), 0)):
        found.append(spec)
    return sorted(found, key=lambda spec: spec.difficulty or 0)


def compare(first: Iterable[Row], second: Iterable[Row]) -> Comparison:
    """Compare two solvers by their runs, such as one's own with this one, by the sign test.

    Parameters
    ----------
    first, second : rows
        Of each run the puzzle, the seed, the seconds and the cost (None without a grid), as a tuple
        or by these names, as `Result.to_dict` has them. Runs of one puzzle and seed are a pair.

    Returns
    -------
    Comparison
        Each puzzle has one vote. ``comparison.cost.p`` is the p-value.

    Raises
    ------
    PatienceError
        If two runs of one solver have the same puzzle and seed.
    """
    from patience.batch.statistics import compare  # noqa: PLC0415 (few compare)

    samples = [[*map(_run, rows)] for rows in (first, second)]
    for runs in samples:
        for (name, seed), n in Counter((run.puzzle, run.seed) for run in runs).items():
            if n > 1:
                raise PatienceError(f"{n} runs of {name} have seed {seed}: give each its own")
    return compare(*samples)


# How tables and their files write that there is no cost.
_NO_COST = {"None", "nan", "<NA>", ""}


def _run(row: Row) -> RunRecord:
    from patience.batch.run_records import DONE, RunRecord  # noqa: PLC0415 (few compare)

    try:
        if isinstance(row, Mapping):
            row = [row[name] for name in ("puzzle", "seed", "seconds", "cost")]
        puzzle, seed, seconds, said = row
        seed, seconds = int(seed), float(seconds)
        cost = None if str(said) in _NO_COST else int(float(said))
    except (KeyError, TypeError, ValueError, OverflowError):
        raise PatienceError(f"run {shown(row)}: give its puzzle, seed, seconds and cost") from None
    history = () if cost is None else ((seconds, cost),)
    about = "", str(puzzle), "", ""
    return RunRecord(*about, seed, DONE, cost=cost, elapsed_s=seconds, history=history)


# ---- what is meant ------------------------------------------------------------------------------


def question(puzzle: Asked, lexicon: Words) -> tuple[Puzzle, Lexicon | Collection[str]]:
    """Return the puzzle and the words that are meant.

    Raises
    ------
    PatienceError
        If there is no such instance or lexicon, or one is something else.
    """
    spec = load_instance(puzzle) if isinstance(puzzle, (str, Path)) else puzzle
    if not isinstance(spec, Puzzle | Spec):
        example = 'Puzzle("diamino-63", "9x7")'
        raise PuzzleError(f"puzzle {shown(puzzle)}: give a Puzzle, such as {example}, or a name")
    asked = spec.puzzle() if isinstance(spec, Spec) else spec
    if lexicon is None:
        vocabulary = spec if isinstance(spec, Spec) else Spec(tiles=asked.tiles)
        return asked, load(*vocabulary.vocabulary)
    if isinstance(lexicon, (str, Path)):
        how = Spec(tiles=asked.tiles).vocabulary[2]
        return asked, load(lexicon, how=how)
    if not isinstance(lexicon, Iterable):
        raise LexiconError(f"lexicon {shown(lexicon)}: give its name, such as 'fr', or words")
    return asked, lexicon if isinstance(lexicon, Collection) else tuple(lexicon)


def _grid(given: Grid | str | Iterable[str], puzzle: Puzzle) -> Grid:
    if isinstance(given, Grid):
        return given
    try:
        text = given if isinstance(given, str) else "\n".join(given)
    except TypeError:
        raise GridError(f"grid {shown(given)}: give a Grid, its text or its rows") from None
    return Grid.parse(text, puzzle.tiles.alphabet).recased(puzzle.tiles.jokers)


def _limits(given: Limits | float | None) -> Limits | None:
    return given if given is None or isinstance(given, Limits) else Limits(given)


class _Heard(Observer):
    """Hands on what it receives, and ends the search when a function or an event says so."""

    def __init__(self, given: Observer | OnBest | None, stop: Event | None) -> None:
        self._to = given if isinstance(given, Observer) else Observer()
        self._tell = None if given is None or isinstance(given, Observer) else given
        self._stop = stop

    def on_best(self, grid: Grid, cost: int) -> None:
        self._to.on_best(grid, cost)
        if self._tell is not None and self._tell(grid, cost) is True:
            raise KeyboardInterrupt
        self._check()

    def on_bound(self, bound: int) -> None:
        self._to.on_bound(bound)

    def on_progress(self, stats: Stats) -> None:
        self._to.on_progress(stats)
        self._check()

    def on_notice(self, text: str) -> None:
        self._to.on_notice(text)

    def _check(self) -> None:
        if self._stop is not None and self._stop.is_set():
            raise KeyboardInterrupt
