"""The words by their placements: the encoding for few words or short lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ortools.sat.python import cp_model

from patience.engines.cpsat.connection import one_piece
from patience.engines.cpsat.placements import Placement
from patience.engines.cpsat.variables import Variables, beside
from patience.engines.subproblem import Subproblem
from patience.game.alphabet import Alphabet
from patience.game.grid import Cell, Grid
from patience.game.puzzle import Rules

# The literals of the placements.
Placed = Mapping[Placement, cp_model.IntVar]


class PlacedWords:
    """Every word is placed with all its letters; see `encoding.Encoding`.

    With `all_laid` every tile lies in the grid, and the solver chooses words before their places.
    """

    bounds_by_exact_cost = False

    def __init__(
        self,
        subproblem: Subproblem,
        placements: Iterable[Placement],
        rules: Rules,
        *,
        all_laid: bool,
    ) -> None:
        self._subproblem = subproblem
        self._placements = tuple(placements)
        self._rules = rules
        self._all_laid = all_laid
        # Sparse grids would break connection all the time, but chosen words cross often enough.
        self.left_to_cuts = Rules(connected=all_laid and rules.connected)
        self._placed: Placed = {}

    def add_word_rules(self, model: cp_model.CpModel, v: Variables) -> None:
        """Add the rules."""
        self._placed = placed = {x: model.new_bool_var("placed") for x in self._placements}
        words_show_their_letters(model, v, placed)
        words_end_at_empty_cells(model, v, placed)
        letters_belong_to_words(model, v, placed)
        distinct_words(model, placed, self._rules)
        required_words(model, placed, self._rules, v.alphabet)
        if self._all_laid:
            # Redundant, but faster: see docs/en/how/cpsat.md.
            words_before_places(model, v, placed, self._rules, self._subproblem)
        elif self._rules.connected:
            one_piece(model, v)

    def configure(self, parameters: cp_model.SatParameters) -> None:
        """Keep presolve, which the automata do without, and if some tiles may be left the search.

        Two-letter words on 9x7: 1.4 s, 2.8 with probing, 4.2 with a linear relaxation as well.
        """
        if self._all_laid:
            parameters.search_branching = cp_model.FIXED_SEARCH

    def hints(self, grid: Grid) -> Iterator[tuple[cp_model.IntVar, bool]]:
        """Yield whether each placement is a run of the grid."""
        runs = {(run.cells, run.text) for run in grid.runs()}
        for placement, literal in self._placed.items():
            text = "".join(
                self._subproblem.alphabet.symbols[letter] for letter in placement.letters
            )
            yield literal, (placement.cells, text) in runs


def words_show_their_letters(model: cp_model.CpModel, v: Variables, placed: Placed) -> None:
    """1. A placed word is read from its cells."""
    for placement, literal in placed.items():
        for cell, letter in zip(placement.cells, placement.letters, strict=True):
            model.add_implication(literal, v.holds(cell, letter))


def words_end_at_empty_cells(model: cp_model.CpModel, v: Variables, placed: Placed) -> None:
    """1. No letter lies before or after a placed word in its line."""
    for placement, literal in placed.items():
        for cell in placement.around:
            model.add_implication(literal, v.empty(cell))


def letters_belong_to_words(model: cp_model.CpModel, v: Variables, placed: Placed) -> None:
    """2. In each direction a letter lies in one word or alone, and not alone in both."""
    alone: defaultdict[Cell, list[cp_model.IntVar]] = defaultdict(list)
    for across in (True, False):
        words_at = defaultdict(list)
        for placement, literal in placed.items():
            if placement.across is across:
                for cell in placement.cells:
                    words_at[cell].append(literal)
        for cell in v.cells:
            alone[cell].append(model.new_bool_var("alone"))
            model.add_exactly_one(v.empty(cell), alone[cell][-1], *words_at[cell])
            for other in beside(cell):
                if other in v.cells and (other.row == cell.row) is across:
                    model.add_implication(alone[cell][-1], v.empty(other))
    for literals in alone.values():
        model.add_at_most_one(literals)


def distinct_words(model: cp_model.CpModel, placed: Placed, rules: Rules) -> None:
    """5. No word is placed twice."""
    if rules.distinct_words:
        for literals in _by_word(placed).values():
            model.add_at_most_one(literals)


def required_words(
    model: cp_model.CpModel, placed: Placed, rules: Rules, alphabet: Alphabet
) -> None:
    """Every required word is placed."""
    places = _by_word(placed)
    for word in rules.require:
        model.add_bool_or(places[tuple(alphabet.index[x] for x in word)])


def words_before_places(
    model: cp_model.CpModel, v: Variables, placed: Placed, rules: Rules, subproblem: Subproblem
) -> None:
    """Count each word across and down, and the crossings of each letter; try the counts first.

    The letters of the words are those of the grid and once more those of the crossings, and words
    in one piece have a crossing less than words, or more. Few sets of words comply.
    """
    kinds = range(len(v.alphabet))
    fixed = Counter(subproblem.cells.reshape(-1).tolist())
    laid = [subproblem.counts[x] + v.jokers[x] + fixed[x] for x in kinds]
    most = [subproblem.counts[x] + subproblem.jokers + fixed[x] for x in kinds]
    words: list[cp_model.IntVar] = []
    shown: list[list[cp_model.LinearExprT]] = []  # letters of words, by direction
    for across in (True, False):
        uses: list[list[cp_model.IntVar]] = [[] for _ in kinds]
        in_line = {x: literal for x, literal in placed.items() if x.across is across}
        for letters, literals in _by_word(in_line).items():
            times = min(most[x] // letters.count(x) for x in letters)
            number = model.new_int_var(0, times, "words")
            model.add(number == cp_model.LinearExpr.sum(literals))
            words.append(number)
            for letter in letters:
                uses[letter].append(number)
        shown.append([cp_model.LinearExpr.sum(numbers) for numbers in uses])
    crossings = [model.new_int_var(0, number, "crossings") for number in most]
    for crossing, tiles, across_it, down_it in zip(crossings, laid, *shown, strict=True):
        model.add(across_it + down_it - crossing == tiles)
        for letters_shown in (across_it, down_it):
            model.add(crossing <= letters_shown)
            model.add(letters_shown <= tiles)
    if rules.connected:
        model.add(cp_model.LinearExpr.sum(crossings) >= cp_model.LinearExpr.sum(words) - 1)
    model.add_decision_strategy(words, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)


def _by_word(placed: Placed) -> defaultdict[tuple[int, ...], list[cp_model.IntVar]]:
    places = defaultdict(list)
    for placement, literal in placed.items():
        places[placement.letters].append(literal)
    return places
