"""``batch --compare``: read two samples of runs and compare them, as text and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from patience.batch.journal import NAME, read_journal
from patience.batch.run_records import RunRecord
from patience.batch.statistics import SIGNIFICANT, Comparison, Tally, compare
from patience.errors import PatienceError

# Puzzles listed individually.
_MAX_LISTED = 40


class Sample(NamedTuple):
    """One side of a comparison, under the name that the user gave."""

    name: str
    runs: list[RunRecord]


def read_samples(first: str, second: str) -> tuple[Sample, Sample]:
    """Read both sides of a comparison: ``DIR``, or ``DIR:SETTING`` for one setting of a folder.

    A folder with two settings that is given twice is compared setting against setting.

    Raises
    ------
    PatienceError
        If a folder holds no batch or no such setting, or both sides are the same runs.
    """
    one, two = _read(first), _read(second)
    if one != two:
        return one, two
    settings = sorted({run.setting for run in one.runs})
    if len(settings) == 2:
        left, right = (_read(f"{first}:{setting}") for setting in settings)
        return left, right
    raise PatienceError(
        f"--compare {first} {second}: both sides are the same runs; name two settings as "
        f"DIR:SETTING (here: {', '.join(settings) or 'none'})"
    )


def compared(one: Sample, two: Sample) -> Comparison:
    """Compare two samples.

    Raises
    ------
    PatienceError
        If no run of one can be paired with a run of the other.
    """
    comparison = compare(one.runs, two.runs)
    if comparison.pairs:
        return comparison
    if comparison.changed:
        reason = f"the puzzles differ between them: {_names(comparison.changed)}"
    elif not (one.runs and two.runs):
        reason = f"no run of {one.name if not one.runs else two.name} has finished"
    else:
        reason = (
            "they have no puzzle and seed in common (and no setting, if one of them has several: "
            "name one as DIR:SETTING)"
        )
    raise PatienceError(f"{one.name} and {two.name} cannot be compared: {reason}")


def _read(side: str) -> Sample:
    folder, colon, setting = side.rpartition(":")
    if not colon or (Path(side) / NAME).exists():
        folder, setting = side, ""
    runs = [run for run in read_journal(Path(folder)).records.values() if run.done]
    if not setting:
        return Sample(side, runs)
    chosen = [run for run in runs if run.setting == setting]
    if not chosen:
        there = ", ".join(sorted({run.setting for run in runs})) or "none"
        raise PatienceError(
            f"{folder} has no finished run of setting {setting!r} (it has: {there})"
        )
    return Sample(side, chosen)


# ---- as text and as JSON ------------------------------------------------------------------------


def comparison_json(comparison: Comparison, first: str, second: str) -> dict[str, Any]:
    """Return the comparison as a JSON object."""
    return {
        "first": first,
        "second": second,
        "pairs": comparison.pairs,
        "cost": _tally_json(comparison.cost),
        "speed": _tally_json(comparison.speed),
        "puzzles": [
            {"puzzle": puzzle, "cost": _tally_json(cost), "speed": _tally_json(speed)}
            for puzzle, (cost, speed) in sorted(comparison.by_puzzle.items())
        ],
        "changed": comparison.changed,
        "unpaired": list(comparison.unpaired),
    }


def comparison_text(comparison: Comparison, first: str, second: str) -> str:
    """Return the comparison as text: cost, time, then each puzzle."""
    names = first, second
    lines = [
        f"{comparison.pairs:,} pairs of runs over {len(comparison.by_puzzle):,} puzzles; each "
        "puzzle has one vote",
        f"cost: {_verdict(comparison.cost, names, 'cheaper')}",
        f"time to the same cost: {_verdict(comparison.speed, names, 'sooner')}",
    ]
    if any(comparison.unpaired):
        alone = comparison.unpaired
        lines.append(f"without a partner: {alone[0]:,} runs of {first}, {alone[1]:,} of {second}")
    if comparison.changed:
        lines.append(f"left out, as puzzle or lexicon differ: {_names(comparison.changed)}")
    listed = sorted(comparison.by_puzzle.items(), key=lambda item: (item[1][0].p, item[0]))
    lines += ["", "by puzzle, pairs of seeds:"] if listed else []
    for puzzle, (cost, speed) in listed[:_MAX_LISTED]:
        lines.append(
            f"  {puzzle}: cost {_tally_text(cost)}{_chance(cost)}; "
            f"sooner {_tally_text(speed)}{_chance(speed)}"
        )
    if len(listed) > _MAX_LISTED:
        lines.append(f"  and {len(listed) - _MAX_LISTED:,} more")
    return "\n".join(lines) + "\n"


def _verdict(tally: Tally, names: tuple[str, str], word: str) -> str:
    """Name the side that is ahead, and whether the difference is significant."""
    if tally.first == tally.second:
        return f"no difference ({_tally_text(tally)})"
    ahead = names[0] if tally.first > tally.second else names[1]
    judged = (
        f"{ahead} is {word}" if tally.p < SIGNIFICANT else f"{ahead} is ahead, perhaps by chance"
    )
    return f"{judged} ({_tally_text(tally)}; sign test p = {tally.p:.2g})"


def _tally_text(tally: Tally) -> str:
    return f"{tally.first} : {tally.second}, {tally.draws} draws"


def _tally_json(tally: Tally) -> dict[str, float]:
    return {**asdict(tally), "p": tally.p}


def _chance(tally: Tally) -> str:
    return f" (p = {tally.p:.2g})" if tally.first + tally.second else ""


def _names(puzzles: list[str]) -> str:
    more = f" and {len(puzzles) - _MAX_LISTED:,} more" if len(puzzles) > _MAX_LISTED else ""
    return ", ".join(puzzles[:_MAX_LISTED]) + more
