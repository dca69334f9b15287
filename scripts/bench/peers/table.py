"""The table: this program, then its peers, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from patience.words.lexicon import load
from scripts.bench.ladder import LEXICON, run, select, this_program
from scripts.bench.peers.crossword_gen import crossword_gen
from scripts.bench.peers.peer import HEIGHT, WIDTH
from scripts.bench.peers.running import Found, ask
from scripts.bench.peers.wizium import wizium
from scripts.bench.quality import NEVER, number
from scripts.common import document, tell


def compare(seconds: float, library: str | None) -> list[Found]:
    """Run all programs; Wizium's shared library may be named."""
    found = []
    for each in (*_patience(seconds), *_peers(seconds, library)):
        tell(f"{each.program}: {each.left_out or number(each.blanks)}")
        found.append(each)
    return found


def table(found: Sequence[Found], seconds: float, machine: str) -> str:
    """Return what each program found."""
    rows = [
        [x.program, x.left_out or number(x.blanks), f"{x.seconds:.1f}" if x.seconds < NEVER else ""]
        for x in found
    ]
    note = (
        f"{WIDTH}x{HEIGHT}, the {len(load(LEXICON).words):,} words of {LEXICON}, {seconds:g} s, "
        "one core. Peers have letters without limit and rules of their own; all their words are "
        "in the list, their blanks are counted, and their seconds include reading the words."
    )
    return document(["program", "blanks", "after, s"], rows, [note, machine])


def _patience(seconds: float) -> Iterator[Found]:
    """Ask this program with 38 tiles of each letter, and with 608 natural ones."""
    for rung in select([f"{WIDTH}x{HEIGHT}, n = 608", f"{WIDTH}x{HEIGHT}, 38 of each"]):
        outcome = run("this", this_program(), rung, 1, seconds, 1)
        when = outcome.history[-1][0] if outcome.history else NEVER
        yield Found(f"patience, {rung.said}", outcome.cost_at(NEVER), when)


def _peers(seconds: float, library: str | None) -> Iterator[Found]:
    words = load(LEXICON).words
    for peer in (crossword_gen(), wizium(library)):
        yield ask(peer, words, seconds)
