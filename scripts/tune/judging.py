"""Judge weights by the diversity classes at the end of beams, on tile sets that no fit has seen.

*Diversity classes* are distinct states five ninths down the rectangle that lead to finished,
connected grids. The count of finished grids alone can rise a hundredfold within one class, which
is worth nothing (docs/en/how/score.md).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

from patience.engines.params import Weights
from scripts.common import document, machine_line, ranges, tell
from scripts.tune.beams import Trial, answers, pool
from scripts.tune.puzzles import HELD_OUT

# Added to the diversity classes before the logarithm: zero classes are bad, not infinitely so.
NONE = 0.3

# Factor on the count of a class for each blank below the limit.
WORTH = 8


def judged(kind: str, rivals: Sequence[Weights], width: int, sets: int, jobs: int) -> str:
    """Compare weights, the shipped ones first; return a Markdown table."""
    head = ["puzzle", *(f"classes {'of these' if i else 'as shipped'}" for i in range(len(rivals)))]
    head += ["score, against the shipped"]
    rows = []
    for whole in HELD_OUT[kind]:
        trials = [
            Trial(whole.question(number), tuple(rivals), width, number)
            for number in range(1, sets + 1)
        ]
        counts = list(zip(*pool(jobs).map(diversity_classes, trials), strict=True))
        told = [", ".join(f"{n:.0f}" for n in row) for row in counts]
        gains = [f"{score(row) - score(counts[0]):+.2f}" for row in counts[1:]]
        rows.append([str(whole), *told, ", ".join(gains)])
        tell(" | ".join(rows[-1]))
    notes = [
        f"One figure per tile set, sets {ranges(range(1, sets + 1))} with some letters drawn anew, "
        f"{width:,} states. A class with one blank less than allowed counts as {WORTH}. "
        f"Score: mean of log({NONE} + classes).",
        machine_line(),
    ]
    return document(head, rows, notes)


def diversity_classes(trial: Trial) -> list[float]:
    """Count each rival's final classes, times `WORTH` for each blank below the limit."""
    counts = []
    for found in answers(trial, keep=sys.maxsize):
        saved = trial.question.subproblem.max_blanks - found.blanks
        best = {
            each: int(saved[found.diversity_classes == each].max())
            for each in set(found.diversity_classes)
        }
        counts.append(float(sum(WORTH**less for less in best.values())))
    return counts


def score(counts: Sequence[float]) -> float:
    """Return the mean logarithm of the diversity classes."""
    return sum(math.log(NONE + n) for n in counts) / len(counts)
