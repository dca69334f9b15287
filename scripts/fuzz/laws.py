"""Laws between questions on random puzzles of every regime: more of anything never hurts.

python -m scripts.fuzz laws --puzzles 60 --seconds 1
python -m scripts.fuzz laws --seed 1 --seconds 1 --first 42 --puzzles 1

What counts is the number of letters face up, 0 without a grid. A law names two questions of which
the larger can have whatever the smaller has: it is broken if the larger ends with less. If both
have a grid, a loss of up to two letters of more than forty is noise, and the larger question is
asked with two more seeds, of which the best counts. No grid against a grid counts at once, except
where all tiles must be laid. A proof that another answer refutes is never noise.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import click

from patience import Compact, Frame, Grid, Lexicon, Limits, Puzzle, Rules, Status, solve
from patience.errors import EngineError, PuzzleError
from patience.game.diagnosis import diagnose
from patience.game.grid import BLANK
from patience.game.puzzle import Board
from patience.game.tiles import TileSet
from patience.render.text import number_of
from patience.solve import ENGINES
from scripts.common import deliver, document, machine_line, output_option, tell
from scripts.fuzz.regimes import REGIMES, Question, drawn

# Allowed excess over the time limit: a second plus a tenth of the limit.
_GRACE, _SHARE = 1.0, 0.1

# Letters lost to the seed, and how many there must be for that.
_NOISE, _OF = 2, 40

# More seeds before a loss counts.
_MORE_SEEDS = (1, 2)


@dataclass(frozen=True)
class Ask:
    """A puzzle to solve, with an engine and for so many seconds; whether a grid is known."""

    puzzle: Puzzle
    lexicon: Lexicon = field(repr=False)
    seconds: float
    engine: str = "auto"
    known: bool = False

    def __str__(self) -> str:
        goal, rules = self.puzzle.goal, self.puzzle.rules
        sides = goal.within if isinstance(goal, Compact) else self.puzzle.size
        size = "" if sides is None else f" {sides[0]}x{sides[1]}"
        agreed = ["distinct"] * rules.distinct_words + ["not connected"] * (not rules.connected)
        agreed += [f"with {' '.join(rules.require)}"] * bool(rules.require)
        words = f"{self.puzzle.tiles.total} tiles, {self.lexicon.name}"
        how = ", ".join([words, *agreed, self.engine, f"{self.seconds:g} s"])
        return f"{self.puzzle.goal_name}{size} ({how})"


@dataclass(frozen=True)
class Answer:
    """What came of a question: letters up, and how many are not yet excluded.

    `cost` is None without a grid. `seconds` are those of the search, `preparing` those before it
    and beside it.
    """

    up: int
    most: int
    cost: int | None
    bound: int
    infeasible: bool = False
    seconds: float = 0.0
    preparing: float = 0.0

    def __str__(self) -> str:
        return f"{self.up} letters" if self.up else "no grid"


#: Answers a question with a seed; None if it is refused.
Solver = Callable[[Ask, int], Answer | None]


@dataclass(frozen=True)
class Comparison:
    """A law: `larger` can have whatever `smaller` has.

    If they are `equal` in what they ask, a proof of one binds the other too.
    """

    law: str
    larger: Ask
    smaller: Ask
    equal: bool = False


def answer(ask: Ask, seed: int, limits: Limits | None = None) -> Answer | None:
    """Solve a question, in its time if there are no other limits; None if it is refused."""
    started = time.monotonic()
    try:
        result = solve(
            ask.puzzle,
            ask.lexicon,
            engine=ask.engine,
            limits=limits or Limits(ask.seconds),
            seed=seed,
        )
    except PuzzleError:  # words that are required in vain
        return Answer(0, 0, None, 0, infeasible=True)
    except EngineError:
        return None
    seconds = result.stats.elapsed_s
    up = 0 if result.best is None else len(result.best.face_up())
    infeasible = result.status is Status.INFEASIBLE
    most = 0 if infeasible else most_letters(ask.puzzle, result.bound)
    preparing = time.monotonic() - started - seconds
    return Answer(up, most, result.cost, result.bound, infeasible, seconds, preparing)


def most_letters(puzzle: Puzzle, bound: int) -> int:
    """Return the most letters up that a bound on the cost leaves."""
    if isinstance(puzzle.goal, Frame):
        return puzzle.goal.cells - bound
    return puzzle.tiles.total - (0 if isinstance(puzzle.goal, Compact) else bound)


# ---- the laws -----------------------------------------------------------------------------------


def inside(ask: Ask, rng: Random) -> Iterator[Comparison]:
    """Yield: a frame, or a table, is never worse than one inside it."""
    goal = ask.puzzle.goal
    if isinstance(goal, Frame):
        width, height = _smaller(rng, goal.width), _smaller(rng, goal.height)
        inner: Frame | Compact = Frame(width, height)
    elif isinstance(goal, Compact) and goal.within:
        inner = Compact((_smaller(rng, goal.within[0]), _smaller(rng, goal.within[1])))
    else:
        return
    if inner != goal:
        smaller = replace(ask, puzzle=replace(ask.puzzle, goal=inner), known=False)
        yield Comparison("a frame inside", ask, smaller)


def _smaller(rng: Random, side: int) -> int:
    return rng.randint(max(1, side // 2), side)


def rectangle(ask: Ask, rng: Random) -> Iterator[Comparison]:
    """Yield: a board is never worse than its open rectangles."""
    goal = ask.puzzle.goal
    if isinstance(goal, Board):
        width, height = _open_rectangle(goal.layout, rng)
        part = Board(Grid.blank(width, height))
        if part != goal:
            smaller = replace(ask, puzzle=replace(ask.puzzle, goal=part), known=False)
            yield Comparison("an open rectangle", ask, smaller)


def _open_rectangle(layout: Grid, rng: Random) -> tuple[int, int]:
    """Grow the largest of several rectangles from random open cells; return its sides."""
    cells = [cell for cell, x in layout.cells() if x == BLANK]
    found = []
    for top, left in rng.choices(cells, k=8):
        box, sides = [top, left, top + 1, left + 1], [0, 1, 2, 3]
        rng.shuffle(sides)
        while sides:
            grown = list(box)
            grown[sides[0]] += 1 if sides[0] > 1 else -1
            if _is_open(layout, *grown):
                box = grown
            else:
                del sides[0]
        found.append((box[3] - box[1], box[2] - box[0]))
    return max(found, key=lambda size: size[0] * size[1])


def _is_open(layout: Grid, top: int, left: int, bottom: int, right: int) -> bool:
    if min(top, left) < 0 or bottom > layout.height or right > layout.width:
        return False
    return all(set(row[left:right]) == {BLANK} for row in layout.rows[top:bottom])


def mirror(ask: Ask, _rng: Random) -> Iterator[Comparison]:
    """Yield: the mirror image is as good."""
    mirrored = replace(ask, puzzle=ask.puzzle.transposed())
    if mirrored != ask:
        yield Comparison("a mirror image", mirrored, ask, equal=True)
        yield Comparison("a mirror image", ask, mirrored, equal=True)


def more_tiles(ask: Ask, rng: Random) -> Iterator[Comparison]:
    """Yield: more tiles do not hurt where they may stay in the box."""
    if isinstance(ask.puzzle.goal, Compact):
        return
    tiles = ask.puzzle.tiles
    counts = Counter(rng.choices(tiles.alphabet.symbols, k=rng.randint(1, 8)))
    added = tuple(n + counts[x] for x, n in tiles.supply.items())
    more = TileSet("more tiles", added, tiles.jokers + rng.randint(0, 1), tiles.alphabet)
    yield Comparison("more tiles", replace(ask, puzzle=replace(ask.puzzle, tiles=more)), ask)


def more_time(ask: Ask, _rng: Random) -> Iterator[Comparison]:
    """Yield: twice the time does not hurt."""
    yield Comparison("more time", replace(ask, seconds=2 * ask.seconds), ask, equal=True)


def free(ask: Ask, _rng: Random) -> Iterator[Comparison]:
    """Yield: words that may repeat, parts that may lie apart, words not required do not hurt."""
    rules = ask.puzzle.rules
    distinct, repeated = (replace(rules, distinct_words=each) for each in (True, False))
    yield Comparison("words may repeat", _ruled(ask, repeated), _ruled(ask, distinct))
    if rules.connected:
        apart = replace(rules, connected=False)
        yield Comparison("parts may lie apart", _ruled(ask, apart), ask)
    if rules.require:
        fewer = replace(rules, require=rules.require[:-1])
        yield Comparison("a word less required", _ruled(ask, fewer), ask)


def _ruled(ask: Ask, rules: Rules) -> Ask:
    return replace(ask, puzzle=replace(ask.puzzle, rules=rules))


def engines(ask: Ask, _rng: Random) -> Iterator[Comparison]:
    """Yield: auto is never worse than an engine alone in the same time."""
    for engine in sorted(ENGINES.keys() - {"auto"}):
        yield Comparison(f"{engine} alone", ask, replace(ask, engine=engine), equal=True)


def comparisons(question: Question, seconds: float, rng: Random) -> list[Comparison]:
    """Return all laws that apply to a question."""
    ask = Ask(question.puzzle, question.lexicon, seconds, known=question.grid is not None)
    found = [each for law in _LAWS for each in law(ask, rng)]
    if question.more_words is not None:
        found.append(Comparison("more words", replace(ask, lexicon=question.more_words), ask))
    return found


_LAWS: tuple[Callable[[Ask, Random], Iterator[Comparison]], ...] = (
    inside,
    rectangle,
    mirror,
    more_tiles,
    more_time,
    free,
    engines,
)


# ---- the check ----------------------------------------------------------------------------------


@dataclass
class Checked:
    """What came of the laws of one question.

    `broken` has a line for each broken law, `late` one for each search that ended too late.
    """

    laws: int = 0
    broken: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    overrun: float = 0.0
    preparing: float = 0.0


class Check:
    """Checks laws with a solver, which is asked each question once."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._known: dict[tuple[Ask, int], Answer | None] = {}
        self.checked = Checked()

    def run(self, laws: Sequence[Comparison]) -> Checked:
        """Check comparisons, and each answer by itself."""
        for each in laws:
            larger, smaller = self.ask(each.larger), self.ask(each.smaller)
            if larger is None or smaller is None:
                continue
            self.checked.laws += 1
            if self._is_worse(each, larger, smaller):
                self._tell(each, larger, smaller)
            refuted = smaller.up > larger.most or (each.equal and larger.up > smaller.most)
            if refuted or (each.equal and _undercut(larger, smaller)):
                self._tell(replace(each, law=f"{each.law}: a false proof"), larger, smaller)
        return self.checked

    def ask(self, ask: Ask, seed: int = 0) -> Answer | None:
        """Return the answer to a question, and check it by itself when it comes in."""
        if (ask, seed) not in self._known:
            given = None
            try:
                given = self._solver(ask, seed)
            except Exception as error:
                self.checked.broken.append(f"a search ends without an error: {error!r} for {ask}")
            self._known[ask, seed] = given
            if given is not None:
                self._judge(ask, given)
        return self._known[ask, seed]

    def _judge(self, ask: Ask, given: Answer) -> None:
        over = given.seconds - ask.seconds
        self.checked.overrun = max(self.checked.overrun, over)
        self.checked.preparing = max(self.checked.preparing, given.preparing)
        if over > _GRACE + _SHARE * ask.seconds:
            self.checked.late.append(f"a limit holds: {given.seconds:.1f} s for {ask}")
        if has_grid(ask) and (given.infeasible or ask.engine == "auto"):
            self.checked.laws += 1
            if not given.up:
                said = "none is said to exist" if given.infeasible else "none found"
                self.checked.broken.append(f"a grid exists: {said} for {ask}")

    def _is_worse(self, law: Comparison, larger: Answer, smaller: Answer) -> bool:
        """Tell whether the larger question has less, beyond the noise of the seed."""
        if not _lost(larger, smaller):
            return False
        if not larger.up and not isinstance(law.larger.puzzle.goal, Compact):
            return True
        again = (self.ask(law.larger, seed) for seed in _MORE_SEEDS)
        return all(other is None or _lost(other, smaller) for other in again)

    def _tell(self, law: Comparison, larger: Answer, smaller: Answer) -> None:
        self.checked.broken.append(
            f"{law.law}: {larger} for {law.larger}, {smaller} for {law.smaller}"
        )


def _lost(larger: Answer, smaller: Answer) -> bool:
    noise = _NOISE if larger.up and smaller.up > _OF else 0
    return larger.up < smaller.up - noise


def _undercut(one: Answer, other: Answer) -> bool:
    """Tell whether an answer costs less than the bound of the other on the same puzzle."""
    pairs = ((one, other), (other, one))
    return any(a.cost is not None and a.cost < b.bound for a, b in pairs)


def has_grid(ask: Ask) -> bool:
    """Tell whether a grid is known, or any single word is one."""
    if ask.known:
        return True
    puzzle = ask.puzzle
    laid = puzzle.fixed_cells is not None and puzzle.fixed_cells.face_up()
    if isinstance(puzzle.goal, Compact) or puzzle.rules.require or laid:
        return False
    return not diagnose(puzzle, ask.lexicon)


def check(
    question: Question, rng: Random, seconds: float, most: int, solver: Solver = answer
) -> Checked:
    """Check up to `most` of the laws of a question, drawn at random."""
    laws = comparisons(question, seconds, rng)
    return Check(solver).run(rng.sample(laws, min(most, len(laws))))


# ---- the command --------------------------------------------------------------------------------


@click.command()
@click.option("--puzzles", type=click.IntRange(1), default=60, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--first", type=click.IntRange(0), default=0, help="Number of the first puzzle.")
@click.option("--seconds", type=float, default=2.0, show_default=True, help="Limit of a search.")
@click.option(
    "--laws", "most", type=click.IntRange(1), default=3, show_default=True, help="Laws a puzzle."
)
@output_option
def command(
    *, puzzles: int, seed: int, first: int, seconds: float, most: int, output: str | None
) -> int:
    """Check on random puzzles that more cells, tiles, words or time never hurt."""
    found: dict[str, list[Checked]] = defaultdict(list)
    notes: list[str] = []
    broken: Counter[str] = Counter()
    for number in range(first, first + puzzles):
        question = drawn(seed, number)
        checked = check(question, Random(f"laws {seed} {number}"), seconds, most)
        found[question.regime].append(checked)
        faults = [f"{number}: {question.regime}: {x}" for x in checked.broken + checked.late]
        tell("\n".join(faults or [f"{number}: {question.regime}: {checked.laws} laws hold"]))
        notes += faults
        broken.update(fault.partition(":")[0] for fault in checked.broken + checked.late)
    head = [
        "regime",
        "puzzles",
        "laws checked",
        "broken",
        "late",
        "largest overrun",
        "longest preparation",
    ]
    rows = [_row(name, found[name]) for name in REGIMES if name in found]
    rows.append(_row("all", [each for some in found.values() for each in some]))
    asked = f"Seed {seed}, {number_of(puzzles, 'puzzle')} from {first} on, {seconds:g} s a search, "
    asked += f"{number_of(most, 'law')} a puzzle at most."
    by_law = ", ".join(f"{law} {n}" for law, n in broken.most_common())
    notes[:0] = [f"Broken: {by_law}."] if broken else []
    deliver(document(head, rows, [asked, *notes, machine_line()]), output)
    return 1 if notes else 0


def _row(name: str, some: Sequence[Checked]) -> list[str]:
    return [
        name,
        str(len(some)),
        str(sum(each.laws for each in some)),
        str(sum(len(each.broken) for each in some)),
        str(sum(len(each.late) for each in some)),
        f"{max(each.overrun for each in some):.2f} s",
        f"{max(each.preparing for each in some):.2f} s",
    ]
