"""Detection of puzzles that plainly have no solution, from the puzzle and the words alone."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from patience.errors import Note
from patience.game.alphabet import faces
from patience.game.grid import BLANK, Cell, places
from patience.game.lines import Line, lines_of, longest_word, parts, patterns, table_of
from patience.game.puzzle import Compact, Puzzle
from patience.game.tiles import TileSet

# Lines and places in which required words are tried before nothing is said: some 20 ms at most.
_MAX_TRIES = 2000


def diagnose(puzzle: Puzzle, words: Collection[str]) -> str:
    """Return why a puzzle has no solution with some words; empty if no reason is evident."""
    longest = longest_word(puzzle)
    return (
        _no_word(puzzle, words, longest)
        or _no_room(puzzle)
        or _no_use(puzzle, words, longest)
        or _no_fit(puzzle, words)
        or _no_letters(puzzle)
        or _no_layout(puzzle)
        or _no_images(puzzle, words)
    )


def texts_by_length(words: Iterable[str]) -> dict[int, str]:
    """Return the words of each length, one per line."""
    by_length = defaultdict[int, list[str]](list)
    for word in words:
        by_length[len(word)].append(word)
    return {length: "\n".join(some) for length, some in by_length.items()}


def _no_word(puzzle: Puzzle, words: Collection[str], longest: int) -> str:
    """Reason: no word is short enough and can be spelled."""
    if not words:
        return Note("the lexicon has no words", "no-words")
    table = table_of(puzzle)
    if longest < 2 and table is not None and table.width * table.height > 1:
        return Note(
            "no two cells that can show a letter touch, so no word can be laid: open a cell beside "
            "another",
            "no-line",
        )
    tiles = puzzle.tiles
    short: Iterable[str] = (word for word in words if len(word) <= longest)
    if not tiles.jokers:  # most words of a small hand have a letter that it lacks
        short = filter({x for x, n in tiles.supply.items() if n}.issuperset, short)
    if any(map(tiles.can_spell, short)):
        return ""
    least = min(map(len, words))
    if least <= longest:
        return Note(
            "the tiles can spell no word of the lexicon that is short enough for a line",
            "no-spelling",
        )
    message = (
        f"no word of the lexicon is short enough: lines have at most {longest} cells, words "
        f"at least {least} letters"
    )
    return Note(message, "no-short-word", longest=longest, least=least)


def _no_room(puzzle: Puzzle) -> str:
    """Reason: a compact grid has more tiles than its table has cells."""
    if not isinstance(puzzle.goal, Compact) or puzzle.tiles.free:
        return ""
    for sides, what in ((puzzle.size, "start"), (puzzle.goal.within, "table")):
        if sides is not None and sides[0] * sides[1] < puzzle.tiles.total:
            message = (
                f"the {what} of {sides[0]}x{sides[1]} has {sides[0] * sides[1]} cells, and "
                f"{puzzle.tiles.total} tiles must all lie face up"
            )
            return Note(message, "no-room", cells=sides[0] * sides[1], n=puzzle.tiles.total)
    return ""


def _no_use(puzzle: Puzzle, words: Iterable[str], longest: int) -> str:
    """Reason: a compact grid has letters that no word contains."""
    if not isinstance(puzzle.goal, Compact) or puzzle.tiles.free:
        return ""
    useless = {x for x, n in puzzle.tiles.supply.items() if n}
    for word in words:
        if not useless:
            return ""
        if len(word) <= longest:
            useless.difference_update(word)
    if not useless:
        return ""
    useless = set(map(faces, useless))
    letters = " or ".join(sorted(useless))
    message = f"no word of at most {longest} letters has {letters}, and every tile must lie face up"
    return Note(message, "useless", longest=longest, letters=", ".join(sorted(useless)))


def _no_fit(puzzle: Puzzle, words: Collection[str]) -> str:
    """Reason: no word fits some fixed letters."""
    fixed = puzzle.fixed_cells
    if fixed is None:
        return ""
    laid = fixed.runs()
    inside = {cell for run in laid for cell in run.cells}
    if inside >= fixed.face_up().keys() and all(run.text in words for run in laid):
        return ""  # whole words fit, and no letter is alone
    texts, alone = texts_by_length(words), dict.fromkeys(sorted({*fixed.face_up()} - inside), False)

    @cache
    def lies(pattern: str) -> bool:
        found = re.finditer(f"^{pattern}$", texts.get(len(pattern), ""), re.MULTILINE)
        return any(puzzle.tiles.can_spell(match[0]) for match in found)

    for line in lines_of(fixed):
        held = "".join(fixed[cell] for cell in line.cells).upper()
        for run in re.finditer(rf"[^{BLANK}]+", held):
            cells = line.cells[slice(*run.span())]
            covering = (
                pattern
                for start, pattern in patterns(held)
                if start <= run.start() and run.end() <= start + len(pattern)
            )
            fits = any(map(lies, covering))
            if len(cells) > 1 and not fits:
                word, (row, col) = faces(run[0]), cells[0]
                message = f"no word that the tiles can spell fits {word} at {places(cells)}"
                return Note(message, "no-fit", word=word, row=row + 1, col=col + 1)
            alone |= {cell: fits or alone[cell] for cell in cells if cell in alone}
    for cell, fits in alone.items():
        if not fits:
            letter = faces(fixed[cell].upper())
            message = (
                f"no word that the tiles can spell fits the letter {letter} at {places([cell])}"
            )
            return Note(message, "no-fit", word=letter, row=cell.row + 1, col=cell.col + 1)
    return ""


def _no_letters(puzzle: Puzzle) -> str:
    """Reason: the required words need more tiles than there are, even where they cross.

    A cell is in two words at most, one across and one down, and two words share one cell at most.
    """
    required = [Counter(word) for word in dict.fromkeys(puzzle.rules.require)]
    lacking: Counter[str] = Counter()  # with all letters shared in pairs
    apart = 0  # jokers if no cell were shared
    for x in sorted(set().union(*required)):
        needs, supply = [word[x] for word in required], puzzle.tiles.count(x)
        lacking[x] = max(*needs, (sum(needs) + 1) // 2) - supply
        apart += max(sum(needs) - supply, 0)
    lacking = +lacking
    shared = len(required) ** 2 // 4  # most pairs of a word across and one down
    if max(lacking.total(), apart - shared) <= puzzle.tiles.jokers:
        return ""
    named = ", ".join(map(faces, dict.fromkeys(puzzle.rules.require)))
    message = (
        f"the tiles cannot spell the required words {named} in one grid, even where they cross: "
        "leave one out, or take more tiles"
    )
    return Note(message, "require-letters", words=named)


def _no_layout(puzzle: Puzzle) -> str:
    """Reason: what is fixed or required cannot lie in the lines all at once."""
    table, required = table_of(puzzle), list(dict.fromkeys(puzzle.rules.require))
    if table is None:
        return ""
    fixed = {cell: x.upper() for cell, x in table.face_up().items()}
    if not required and len(fixed) < 2:
        return ""
    regions = [lines_of(table)]
    if puzzle.rules.connected:
        regions = parts(regions[0])
        if fixed:
            regions = [x for x in regions if fixed.keys() <= {c for line in x for c in line.cells}]
        if not regions:
            return Note(
                "what already lies there is in parts of the table that no word joins: take away "
                "all but one part",
                "parts",
            )
    for word in required:
        lines = (line for part in regions for line in part)
        if not any(next(_placed(word, line, fixed), None) for line in lines):
            return _no_place(puzzle, [word])
    if puzzle.rules.connected and len(required) > 1:  # nothing joins two words in a lone line
        regions = [part for part in regions if len(part) > 1]
    layouts = _Layouts(puzzle.tiles, _MAX_TRIES)
    required.sort(key=len, reverse=True)  # the longest has the fewest places
    if any(layouts.exists(required, part, fixed) for part in regions):
        return ""
    return _no_place(puzzle, required)


def _no_images(puzzle: Puzzle, words: Collection[str]) -> str:
    """Reason: what the symmetry of letters repeats may not lie there."""
    rules = puzzle.rules
    if rules.symmetry == "transpose" and rules.distinct_words:
        message = "each word of a row stands in a column too, and no word may appear twice"
        return Note(message, "transpose-distinct")
    if rules.symmetry == "palindrome-grid":
        for word in rules.require:
            if word[::-1] not in words:
                shown, back = faces(word), faces(word[::-1])
                message = (
                    f"a palindrome grid with the required word {shown} has it backwards too, and "
                    f"{back} is no word"
                )
                return Note(message, "no-reversal", word=shown, back=back)
    return ""


def _no_place(puzzle: Puzzle, words: Sequence[str]) -> str:
    named = ", ".join(map(faces, words))
    if len(words) == 1:
        message = f"the required word {named} fits no line of the {puzzle.goal_name}: leave it out"
        return Note(message, "require-place", word=named)
    message = (
        f"the required words {named} cannot lie in one grid: leave one out, or take a larger "
        f"{puzzle.goal_name}"
    )
    return Note(message, "require-together", words=named)


def _placed(word: str, line: Line, laid: Mapping[Cell, str]) -> Iterator[dict[Cell, str]]:
    """Yield the cells of each place where a word fits in a line, with blanks at its ends."""
    if len(word) > line.length:
        return
    held = [laid.get(cell) for cell in line.cells]
    for first in range(len(held) - len(word) + 1):
        before, after = first > 0, first + len(word) < len(held)
        text, start = BLANK * before + word + BLANK * after, first - before
        if all(x in {None, y} for x, y in zip(held[start:], text, strict=False)):
            yield dict(zip(line.cells[start:], text, strict=False))


@dataclass
class _Layouts:
    """Lays words depth first; the words that cross them are not looked at."""

    tiles: TileSet
    tries: int

    def exists(
        self, required: Sequence[str], lines: Sequence[Line], laid: Mapping[Cell, str]
    ) -> bool:
        """Tell whether all words can be laid in lines; true if the tries end before it is known."""
        if not required:
            return True
        word, *others = required
        for line in lines:
            self.tries -= 1
            if self.tries < 0:
                return True
            for placed in _placed(word, line, laid):
                self.tries -= 1
                both = {**laid, **placed}
                letters = "".join(both.values()).replace(BLANK, "")
                if self.tiles.can_spell(letters) and self.exists(others, lines, both):
                    return True
        return False
