"""A proposition that takes a fraction of a second, and who listens to its proof."""

from __future__ import annotations

from collections.abc import Callable

from patience.game.puzzle import Compact, Frame
from patience.proofs.certificates import Certificate
from patience.proofs.propositions import ProofResult, Proposition
from patience.question.catalogue import parse
from patience.question.header import to_header
from patience.question.spec import Spec
from patience.result import Observer, Stats
from patience.words.lexicon import Lexicon

# The proposition that grids of at most so many face down do not exist.
Hard = Callable[[int], Proposition]

# The cheapest grid of these tiles in 4x4 has two face down.
HARD = "ABCCEFILMNOQSUUV"
BOX = Frame(4, 4)


def proposition_of(
    lexicon: Lexicon, at_most: int, tiles: str = HARD, goal: Frame | Compact = BOX
) -> Proposition:
    spec = Spec(goal=goal, tiles=parse(tiles), lexicon=lexicon.name)
    return Proposition(spec.puzzle(), to_header(spec), lexicon, at_most)


def proven(result: ProofResult) -> Certificate:
    assert result.grid is None
    assert result.certificate is not None
    return result.certificate


class Impatient(Observer):
    """Ends a proof at a tick, and keeps what it heard before."""

    def __init__(self, ticks: int) -> None:
        self.ticks = ticks
        self.notices: list[str] = []
        self.phases: list[str] = []

    def on_notice(self, text: str) -> None:
        self.notices.append(text)

    def on_progress(self, stats: Stats) -> None:
        self.phases.append(stats.phase)
        self.ticks -= 1
        if self.ticks == 0:
            raise KeyboardInterrupt
