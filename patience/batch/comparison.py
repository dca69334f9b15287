"""Which of two batches is better, and on what: paired by puzzle and seed, judged by a sign test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import comb

from patience.batch.runs import RunRecord

# A difference that chance alone gives less often than this is called one.
SIGNIFICANT = 0.05

# Times closer than this share of the longer one are called equal: machines waver.
_SAME_TIME = 0.1


@dataclass
class Score:
    """Pairs that the first batch won, those that the second won, and draws."""

    first: int = 0
    second: int = 0
    draws: int = 0

    def count(self, order: int) -> None:
        """Count a pair: below 0 for the first, above for the second."""
        self.first += order < 0
        self.second += order > 0
        self.draws += order == 0

    @property
    def p(self) -> float:
        """Two-sided exact sign test: how often chance alone is at least as uneven."""
        return sign_test(self.first, self.second)


@dataclass
class Comparison:
    """Two batches against each other.

    Attributes
    ----------
    pairs : int
        Runs of the same puzzle and seed on both sides.
    cost, speed : Score
        Of puzzles: on which side most of a puzzle's pairs are cheaper, or sooner at the same cost.
    by_puzzle : mapping of str to (Score, Score)
        Of pairs: cost and speed.
    changed : list of str
        Puzzles whose question or lexicon is not the same on both sides: left out.
    alone : (int, int)
        Runs of either side without a partner.
    """

    pairs: int = 0
    cost: Score = field(default_factory=Score)
    speed: Score = field(default_factory=Score)
    by_puzzle: dict[str, tuple[Score, Score]] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    alone: tuple[int, int] = (0, 0)


def compare(first: Iterable[RunRecord], second: Iterable[RunRecord]) -> Comparison:
    """Compare the finished runs of two batches.

    Runs are paired by puzzle, setting and seed; if each side has a single setting, they are what
    is compared, and the pairs go by puzzle and seed.
    """
    sides = [[run for run in runs if run.done] for runs in (first, second)]
    single = all(len({run.setting for run in side}) == 1 for side in sides)
    left, right = ({_key(run, single): run for run in side} for side in sides)
    comparison = Comparison(
        alone=(len(left.keys() - right.keys()), len(right.keys() - left.keys()))
    )
    changed = set()
    scores: defaultdict[str, tuple[Score, Score]] = defaultdict(lambda: (Score(), Score()))
    for key in sorted(left.keys() & right.keys()):
        one, other = left[key], right[key]
        if _question(one) != _question(other):
            changed.add(one.puzzle)
            continue
        comparison.pairs += 1
        cost, speed = scores[one.puzzle]
        cost.count(_order(one.cost, other.cost))
        speed.count(_sooner(one, other))
    # Seeds of one puzzle are no independent witnesses: each puzzle has one vote.
    for cost, speed in scores.values():
        comparison.cost.count(cost.second - cost.first)
        comparison.speed.count(speed.second - speed.first)
    comparison.by_puzzle = dict(scores)
    comparison.changed = sorted(changed)
    return comparison


def sign_test(first: int, second: int) -> float:
    """Return the probability that fair coins fall at least as unevenly; draws do not count.

    A test on ranks would weigh a face-down tile of one puzzle against the area of another.
    """
    n, most = first + second, max(first, second)
    tail: int = sum(comb(n, k) for k in range(most, n + 1))
    return float(min(1.0, 2 * tail / 2**n))


def _key(run: RunRecord, single: bool) -> tuple[str, str, int]:
    return run.puzzle, "" if single else run.setting, run.seed


def _question(run: RunRecord) -> tuple[str, str]:
    return run.puzzle_sha256, run.lexicon_sha256


def _order(one: float | None, other: float | None) -> int:
    """Compare: below 0 if the first is smaller; nothing is worse than anything."""
    if one is None or other is None:
        return (one is None) - (other is None)
    return (one > other) - (one < other)


def _sooner(one: RunRecord, other: RunRecord) -> int:
    """Compare the times to the best cost that both have reached."""
    if one.cost is None or other.cost is None:
        return 0
    target = max(one.cost, other.cost)
    times = [_time_to(target, run) for run in (one, other)]
    if abs(times[0] - times[1]) <= _SAME_TIME * max(times):
        return 0
    return _order(*times)


def _time_to(target: int, run: RunRecord) -> float:
    return next(seconds for seconds, cost in run.history if cost <= target)


# ---- in words -----------------------------------------------------------------------------------

# Puzzles told one by one.
_MOST_TOLD = 40


def comparison_text(comparison: Comparison, first: str, second: str) -> str:
    """Tell which batch is better on cost, then on time, then puzzle by puzzle."""
    names = first, second
    lines = [
        f"{comparison.pairs:,} pairs of runs over {len(comparison.by_puzzle):,} puzzles; each "
        "puzzle has one vote",
        f"cost: {_verdict(comparison.cost, names, 'cheaper')}",
        f"time to the same cost: {_verdict(comparison.speed, names, 'sooner')}",
    ]
    if any(comparison.alone):
        alone = comparison.alone
        lines.append(f"without a partner: {alone[0]:,} runs of {first}, {alone[1]:,} of {second}")
    if comparison.changed:
        lines.append(f"left out, another question: {', '.join(comparison.changed[:_MOST_TOLD])}")
    told = sorted(comparison.by_puzzle.items(), key=lambda item: (item[1][0].p, item[0]))
    lines += ["", "by puzzle, pairs of seeds:"] if told else []
    for puzzle, (cost, speed) in told[:_MOST_TOLD]:
        lines.append(
            f"  {puzzle}: cost {_tally(cost)}{_chance(cost)}; "
            f"sooner {_tally(speed)}{_chance(speed)}"
        )
    if len(told) > _MOST_TOLD:
        lines.append(f"  and {len(told) - _MOST_TOLD:,} more")
    return "\n".join(lines) + "\n"


def _verdict(score: Score, names: tuple[str, str], word: str) -> str:
    """Say who is ahead, and whether that may be chance."""
    if score.first == score.second:
        return f"no difference ({_tally(score)})"
    ahead = names[0] if score.first > score.second else names[1]
    judged = (
        f"{ahead} is {word}" if score.p < SIGNIFICANT else f"{ahead} is ahead, perhaps by chance"
    )
    return f"{judged} ({_tally(score)}; sign test p = {score.p:.2g})"


def _tally(score: Score) -> str:
    return f"{score.first} : {score.second}, {score.draws} draws"


def _chance(score: Score) -> str:
    return f" (p = {score.p:.2g})" if score.first + score.second else ""
