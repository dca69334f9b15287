"""Two questions are the same where every answer to the one answers the other."""

from __future__ import annotations

from dataclasses import replace

from patience.game.alphabet import alphabet_of
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle, Rules
from patience.game.tiles import from_letters
from patience.question.hash import puzzle_sha256, question_sha256
from patience.words.lexicon import Lexicon

TILES = from_letters("AABCDEEFGH", 1, "a hand")
PUZZLE = Puzzle(TILES, Frame(3, 3))


def test_names_and_paths_do_not_count() -> None:
    renamed = replace(PUZZLE, tiles=from_letters("HGFEEDCBAA", 1, "another"))
    assert puzzle_sha256(renamed) == puzzle_sha256(PUZZLE)
    one, other = Lexicon.of(["AB", "BA"], "here.txt"), Lexicon.of(["BA", "AB"], "there/here.txt")
    assert question_sha256(PUZZLE, one) == question_sha256(renamed, other)


def test_what_says_the_same_twice_does_not_count() -> None:
    empty = replace(PUZZLE, start=Grid(("...", "...", "...")))
    assert puzzle_sha256(empty) == puzzle_sha256(PUZZLE)
    required = [
        replace(PUZZLE, rules=Rules(require=words)) for words in (("AB", "CD"), ("CD", "AB", "CD"))
    ]
    assert puzzle_sha256(required[0]) == puzzle_sha256(required[1])
    printed = Puzzle(TILES, Board(Grid(("A.#",))))
    laid = Puzzle(TILES, Board(Grid(("..#",))), start=Grid(("A.#",)))
    assert puzzle_sha256(printed) == puzzle_sha256(laid)


def test_all_else_counts() -> None:
    board = Board(Grid(("...", ".#.")))
    others = [
        PUZZLE,
        replace(PUZZLE, tiles=TILES.with_jokers(2)),
        replace(PUZZLE, tiles=replace(TILES, alphabet=alphabet_of("ca"))),  # has 26 tiles too
        replace(PUZZLE, tiles=from_letters("AABCDEEFGI", 1)),
        replace(PUZZLE, goal=Frame(3, 2)),
        replace(PUZZLE, goal=Frame(2, 3)),
        replace(PUZZLE, goal=Compact()),
        replace(PUZZLE, goal=Compact((3, 3))),
        replace(PUZZLE, goal=board),
        replace(PUZZLE, start=Grid(("A..", "...", "..."))),
        replace(PUZZLE, start=Grid(("...", ".*.", "..."))),
        replace(PUZZLE, goal=Compact(), start=Grid(("...", "...", "..."))),
        replace(PUZZLE, rules=Rules(connected=False)),
        replace(PUZZLE, rules=Rules(distinct_words=True)),
        replace(PUZZLE, rules=Rules(require=("AB",))),
        replace(PUZZLE, rules=Rules(unlike=(Grid(("AB.", "...", "...")),))),
        replace(PUZZLE, rules=Rules(unlike=(Grid(("AB.", "...", "...")),), cells_apart=2)),
    ]
    assert len({puzzle_sha256(other) for other in others}) == len(others)
    words = [Lexicon.of(["AB"]), Lexicon.of(["AB", "BA"])]
    assert len({question_sha256(PUZZLE, lexicon) for lexicon in words}) == 2
