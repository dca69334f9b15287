"""The engine that chooses, and bounds that were proven before."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module

import pytest

from patience import (
    Board,
    Compact,
    CpsatParams,
    Frame,
    Grid,
    Lexicon,
    Limits,
    Observer,
    ProveParams,
    Puzzle,
    Rules,
    Status,
    StopReason,
    solve,
)
from patience.engines import portfolio
from patience.engines.beam.kernels import MAX_COLUMNS
from patience.engines.cpsat.engine import CpsatEngine
from patience.errors import EngineError, RefereeError
from patience.game.tiles import from_letters
from patience.proofs import certificates
from patience.proofs.certificates import known_bound
from patience.question.catalogue import named, parse
from patience.solve import ENGINES
from patience.words.lexicon import load
from tests import naive
from tests.engines.running import Watcher, context_of
from tests.strategies import TINY, case

SECONDS = Limits(seconds=30)


@pytest.mark.parametrize("goal", [Frame(9, 7), Compact(), Board(Grid(("....#....",) * 7))])
@pytest.mark.parametrize("threads", [1, 2])
def test_however_short_the_limit_there_is_a_grid(
    goal: Frame | Compact | Board, threads: int
) -> None:
    """Ruin and recreate lays one outside the clock, and nothing that follows may lose it."""
    limits = Limits(seconds=1e-9)
    result = solve(Puzzle(named("diamino-63"), goal), load("fr"), limits=limits, threads=threads)
    assert result.stopped is StopReason.TIME
    assert result.best is not None


def test_a_bound_of_work_gives_the_same_grid_on_any_number_of_threads() -> None:
    puzzle = Puzzle(from_letters("ABCCEFILMNOQ"), Frame(4, 3))
    grids = {
        solve(puzzle, load("fr-basic"), limits=Limits(seconds=None, max_width=20), threads=n).best
        for n in (1, 3)
    }
    assert len(grids) == 1


def test_a_short_proof_does_not_wait_for_the_beams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "_START", 1.0)
    monkeypatch.setattr(portfolio, "_FIRST_SECONDS", 30.0)
    monkeypatch.setattr(portfolio, "_FIRST_GRID", 1e-3)
    drawn = case(1, "frame")
    result = solve(drawn.puzzle, Lexicon.of(drawn.words), limits=SECONDS)
    assert result.status is Status.OPTIMAL


def test_what_takes_too_long_by_rows_is_left_to_cpsat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "_ends_within", lambda *_: False)
    for name in ("_FIRST_SECONDS", "_TURN_SECONDS"):  # with more, beams prove it alone
        monkeypatch.setattr(portfolio, name, 1e-3)
    drawn = case(5, "frame", TINY)
    result = solve(drawn.puzzle, Lexicon.of(drawn.words), limits=SECONDS)
    best = naive.best(drawn.puzzle, drawn.words)
    assert best is not None
    assert (result.cost, result.bound) == (best[0], best[0])
    assert result.stats.engine in ("beam and cpsat", "recreate and cpsat")


@pytest.mark.parametrize("params", [CpsatParams, ProveParams])
def test_engines_that_prove_begin_with_beams(params: type[CpsatParams | ProveParams]) -> None:
    engine = next(name for name, kind in ENGINES.items() if kind is params)
    puzzle, words = Puzzle(from_letters("ABCCEILOQ"), Frame(3, 3)), load("fr-basic")
    both = [
        solve(puzzle, words, engine=engine, limits=SECONDS, params=each)
        for each in (params(beam_seconds=0.2), params(beam_seconds=0))
    ]
    assert [result.status for result in both] == [Status.OPTIMAL, Status.OPTIMAL]
    assert both[0].cost == both[1].cost
    assert [result.stats.beams > 0 for result in both] == [True, False]
    assert [result.stats.engine for result in both] == [engine, engine]


@pytest.mark.parametrize("claim", ["infeasible", "optimal"])
def test_a_false_proof_by_cpsat_is_refuted(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(engine: CpsatEngine) -> StopReason:
        if claim == "infeasible":
            engine._incumbent.prove_infeasible("there is none")
        else:
            poor = Grid(("AB.", "..."))
            engine._incumbent.offer(poor)
            engine._incumbent.close_gap()
        return StopReason.COMPLETE

    monkeypatch.setattr(CpsatEngine, "run", lie)
    monkeypatch.setattr(portfolio, "_TURN_SECONDS", 60.0)
    puzzle, words = Puzzle(from_letters("AABBXX"), Frame(3, 2)), ["AB", "BA"]
    params = CpsatParams(beam_seconds=0)
    result = solve(puzzle, Lexicon.of(words), engine="cpsat", params=params, limits=SECONDS)
    best = naive.best(puzzle, words)
    assert best is not None
    assert (result.cost, result.proven, result.stopped) == (best[0], frozenset(), StopReason.ERROR)
    assert "CP-SAT has proven" in result.reason


PETS = Rules(require=("LION", "TIGRE", "CHAT", "CHIEN", "OURS", "ANE"))
BY_WORK = Limits(seconds=None, max_width=50)


@pytest.mark.parametrize(("engine", "goal"), [("auto", Frame(9, 7)), ("beam", Compact((12, 12)))])
def test_several_required_words_are_laid(
    engine: str, goal: Frame | Compact, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portfolio, "_LAYOUT_WORK", 5_000_000)
    puzzle, lexicon = Puzzle(named("diamino-63"), goal, PETS), load("fr")
    results = [
        solve(puzzle, lexicon, engine=engine, limits=BY_WORK, threads=threads) for threads in (1, 2)
    ]
    best = results[0].best
    assert best is not None
    assert set(PETS.require) <= {run.text for run in best.runs()}
    assert best == results[1].best


def test_beams_lay_more_letters_around_required_words() -> None:
    puzzle = Puzzle(named("diamino-63"), Frame(9, 7), PETS)
    result = solve(puzzle, load("fr"), limits=Limits(seconds=None, max_width=2000))
    assert result.stats.engine == "beam"


def test_where_beams_find_nothing_ruin_and_recreate_leads() -> None:
    lexicon = Lexicon.of([word for word in load("fr") if len(word) == 7])
    puzzle = Puzzle(named("diamino-63"), Frame(9, 4))
    result = solve(puzzle, lexicon, limits=replace(BY_WORK, target=29), threads=2)
    assert (result.cost, result.stats.engine) == (29, "recreate")


def test_where_few_words_can_be_laid_large_frames_are_proven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(portfolio, "_SMALL", 15)
    monkeypatch.setattr(portfolio, "_TURN_SECONDS", 0.05)
    lexicon = Lexicon.of(["chat", "rat", "ane", "ta", "as"])
    puzzle = Puzzle(named("diamino-63"), Frame(4, 4), Rules(distinct_words=True))
    result = solve(puzzle, lexicon, limits=SECONDS)
    best = naive.best(puzzle, lexicon)
    assert best is not None
    assert (result.cost, result.status) == (best[0], Status.OPTIMAL)
    assert result.stats.engine == "recreate and cpsat"


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(parse("AABCDEFHI"), Frame(3, 3)),
        Puzzle(parse("ABAB"), Frame(2, 2), Rules(symmetry="palindrome-grid")),
        Puzzle(from_letters("ABC"), Compact(), Rules(require=("AB", "CA"))),
    ],
)
def test_without_ortools_all_else_works_and_what_is_missing_is_said(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ortools", None)
    said: list[str] = []
    observer = Observer()
    monkeypatch.setattr(observer, "on_notice", said.append)
    lexicon = Lexicon.of(["AB", "BA", "CA", "ABA", "CAB"])
    assert solve(puzzle, lexicon, limits=Limits(seconds=2), observer=observer).best
    (notice,) = said
    assert notice.startswith("CP-SAT cannot run: OR-Tools is not installed")
    with pytest.raises(EngineError, match=r"OR-Tools is not installed"):
        solve(puzzle, lexicon, engine="cpsat", limits=SECONDS)


START = """
........
........
..R.E.A.
....M...
........
........
.......N
.AR..RA.
"""

FIFTY = """
relatent vanteront faconnerions tarderas brigade revoyions restreignez vaincrai viderez
baignerions signifiees recois apprecies promouvait apprendrons prodiguiez fuirions
paralleles prierons suffisante armerai coupant servitudes surgiraient arrondira
mecanisme coinciderons nationales resserrer rembourseras apprends simplifier soufflerons
cavitiez primaires mesurerait apporterez chaires reconstruirai rapportee fermions
conquerant seme preteront identifie eviderais parcourrait sejourneront comparerais
succederez
"""


@pytest.mark.slow
def test_few_words_around_a_start_of_a_large_table_are_laid() -> None:
    """Neither beams nor ruin and recreate had a grid in 10 s, CP-SAT in 0.3."""
    puzzle = Puzzle(
        parse("E2 R2 S1 I1 M2 A2 D1 U1").with_jokers(12),
        Compact((8, 8)),
        Rules(distinct_words=True, require=("FUIRIONS", "ARMERAI", "SEME", "TARDERAS")),
        Grid.parse(START),
    )
    result = solve(puzzle, Lexicon.of(FIFTY.split()), limits=Limits(seconds=60))
    assert (result.cost, result.status) == (64, Status.OPTIMAL)
    assert "cpsat" in result.stats.engine


def test_what_beams_cannot_take_is_told_if_there_is_no_grid() -> None:
    size = 2 * (MAX_COLUMNS + 1)
    letters = [["."] * size for _ in range(size)]
    letters[0][0] = letters[-1][-1] = "E"
    board = Board(Grid(tuple(map("".join, letters))))
    puzzle = Puzzle(named("diamino-double"), board)
    with pytest.raises(EngineError, match="columns on the shorter side"):
        solve(puzzle, load("fr-basic"), engine="beam", limits=BY_WORK)
    result = solve(puzzle, load("fr-basic"), limits=Limits(seconds=0.5))
    assert result.best is not None or "columns on the shorter side" in result.reason


def test_a_shipped_certificate_bounds_its_puzzle_also_when_turned() -> None:
    tiles, lexicon = named("diamino-63"), load("fr")
    assert known_bound(Puzzle(tiles, Frame(9, 7)), lexicon) >= 1
    assert known_bound(Puzzle(tiles, Frame(7, 9)), lexicon) >= 1

    ours = parse(f"{named('diamino-61').counted()} ??")
    assert ours.name != "diamino-63"
    assert known_bound(Puzzle(ours, Frame(9, 7)), lexicon) >= 1
    assert known_bound(Puzzle(tiles, Frame(8, 7)), lexicon) == 0


def test_a_search_reports_the_known_bound_and_ends_there(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, lexicon = Puzzle(parse("AABCCEFILLMNOQSSUUUV"), Frame(5, 4)), load("fr")
    assert certificates.known_bound(puzzle, lexicon) == 0
    entry = import_module("patience.solve")  # the package's own `solve` hides it
    monkeypatch.setattr(entry, "known_bound", lambda puzzle, lexicon: 2)
    heard = Watcher()
    result = solve(puzzle, lexicon, engine="beam", limits=SECONDS, observer=heard)
    assert heard.bounds == [2]
    assert (result.cost, result.bound, result.status) == (2, 2, Status.OPTIMAL)


@pytest.mark.parametrize("target", [None, 9])
def test_a_grid_cheaper_than_the_proven_bound_is_an_internal_error(
    target: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, lexicon = Puzzle(named("diamino-63"), Frame(9, 7)), load("fr")
    monkeypatch.setattr(import_module("patience.solve"), "known_bound", lambda *_: 12)
    result = solve(puzzle, lexicon, limits=replace(SECONDS, target=target))
    assert result.best is not None  # it is not lost
    assert result.cost is not None
    assert result.cost < 12
    assert (result.bound, result.status) == (0, Status.FEASIBLE)
    assert result.stopped is StopReason.ERROR
    assert f"a grid of cost {result.cost} stands against the proof" in result.reason
    assert "costs less than 12" in result.reason


def test_a_bound_above_the_best_grid_is_an_internal_error() -> None:
    grid = Grid(("ABCC",))
    context = context_of(Puzzle(parse("ABCC"), Frame(4, 1)), Lexicon.of(["ABCC"]))
    context.incumbent.offer(grid)
    with pytest.raises(RefereeError, match=r"cost 0 stands against the proof .* less than 2"):
        context.incumbent.raise_bound(2)
    assert context.incumbent.best == grid
    assert context.incumbent.status is Status.FEASIBLE
