"""Proofs, estimates and checks of certificates, as text and as JSON objects."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from patience.durations import duration
from patience.game.puzzle import Puzzle
from patience.proofs.certificates import Certificate
from patience.proofs.estimates import LevelEstimate, Range
from patience.proofs.propositions import ProofResult, Proposition
from patience.render.json import result_json
from patience.render.text import cost_phrase, grid_text, result_header, result_summary
from patience.result import Request, Result, Stats, Status


def proof_text(proposition: Proposition, result: ProofResult) -> str:
    """State that a proposition is proven, or return the grid that refutes it; empty if neither."""
    if result.grid is not None:
        header = result_header(_as_result(result), proposition.header, engine="prove", seed=0)
        del header["seed"]  # nothing is left to chance
        return grid_text(result.grid, header)
    if result.certificate is None:
        return ""
    return (
        f"proven: no grid has {_proposed(proposition.puzzle, proposition.at_most)} "
        f"({result.nodes:,} nodes, {duration(result.seconds)})\n"
    )


def proof_summary(proposition: Proposition, result: ProofResult) -> list[str]:
    """Describe the grid that refutes a proposition, in lines; none if there is no grid."""
    if result.report is None:
        return []
    return result_summary(proposition.puzzle, _as_result(result), result.report)


def stopped_text(result: ProofResult, state: str | None) -> str:
    """State where a proof was stopped, and how to resume it."""
    where = f"; {result.phase}" if result.phase else ""
    could = "with --state FILE it could be resumed"
    advice = f"the same command resumes it from {state}" if state else could
    why = f"{result.reason}; " if result.reason else ""
    return f"{why}stopped after {duration(result.seconds)}{where}: {advice}"


def proof_json(proposition: Proposition, result: ProofResult) -> dict[str, Any]:
    """Return the object that ``prove --format json`` prints: keys as those of ``solve``.

    `status` is ``proven``, ``refuted`` or ``stopped``.
    """
    request = Request.of(proposition.puzzle, proposition.lexicon, "prove")
    value = result_json(replace(_as_result(result), request=request))
    for key in ("proven", "seed", "threads", "history", "stats"):
        del value[key]
    status = "refuted" if result.grid is not None else "proven" if result.certificate else "stopped"
    return value | {
        "at_most": proposition.at_most,
        "status": status,
        "elapsed_s": round(result.seconds, 3),
        "nodes": result.nodes,
        "phase": result.phase,
        "levels": [asdict(level) | {"nodes": sum(level.nodes)} for level in result.levels],
    }


def estimate_text(level: LevelEstimate) -> str:
    """Describe the estimated work and time of one level of a proof."""
    if level.counted:
        return f"{level.label}: {level.nodes.low:,.0f} nodes, counted: {_time(level.seconds)}"
    low, high = level.nodes.low, level.nodes.high
    return f"{level.label}: {low:.2g} to {high:.2g} nodes: {_time(level.seconds)}"


def estimate_total(levels: Sequence[LevelEstimate]) -> str:
    """Give the estimated time of a whole proof."""
    return f"in all about {_time(_total(levels))}"


def estimate_json(proposition: Proposition, levels: Sequence[LevelEstimate]) -> dict[str, Any]:
    """Return the object that ``prove --estimate --format json`` prints; null is infinity."""
    return {
        "goal": proposition.puzzle.goal_name,
        "at_most": proposition.at_most,
        "levels": [
            {
                "label": each.label,
                "counted": each.counted,
                "nodes": _ends(each.nodes),
                "seconds": _ends(each.seconds),
            }
            for each in levels
        ],
        "seconds": _ends(_total(levels)),
    }


def partition_text(label: str, number: int, certified: int, counted: int) -> str:
    """State whether a partition's count agrees with its certificate."""
    verdict = "agrees"
    if certified != counted:
        verdict = "DIFFERS: " + (f"{counted:,} counted" if counted >= 0 else "it contains a grid")
    return f"{label}, partition {number + 1}: {certified:,} nodes certified, {verdict}"


def partitions_summary(partitions: Iterable[tuple[str, int, int, int]]) -> list[str]:
    """Count the partitions of each level that agree, and name those that differ."""
    lines = []
    for label, level in groupby(partitions, itemgetter(0)):
        some = list(level)
        differing = [each for each in some if each[2] != each[3]]
        lines.append(f"{label}: {len(some) - len(differing)} of {len(some)} partitions agree")
        lines += [partition_text(*each) for each in differing]
    return lines


def check_text(
    name: str, certificate: Certificate, puzzle: Puzzle, sample: int, *, agrees: bool
) -> str:
    """State what a sample of a certificate's partitions shows."""
    if not agrees:
        return f"{name}: not all partitions agree: do not trust this certificate"
    whole = sample == certificate.partitions
    some = f"all {sample:,}" if whole else f"{sample:,} of {certificate.partitions:,}"
    return (
        f"{name}: {some} partitions agree{':' if whole else '; by the certificate'} no grid has "
        f"{_proposed(puzzle, certificate.at_most)} ({certificate.nodes:,} nodes, "
        f"{duration(certificate.seconds)}, version {certificate.version}, {certificate.date})"
    )


def check_json(
    name: str,
    certificate: Certificate,
    partitions: Iterable[tuple[str, int, int, int]],
    seed: int,
    *,
    agrees: bool,
) -> dict[str, Any]:
    """Return the object that ``prove --check --format json`` prints.

    A partition is its level, its number, the nodes certified, and those counted (-1 for a grid).
    """
    keys = ("level", "partition", "certified", "counted")
    return {
        "file": name,
        "agrees": agrees,
        "seed": seed,
        "of": certificate.partitions,
        "puzzle": dict(certificate.puzzle),
        "at_most": certificate.at_most,
        "nodes": certificate.nodes,
        "version": certificate.version,
        "date": certificate.date,
        "partitions": [dict(zip(keys, each, strict=True)) for each in partitions],
    }


def _as_result(result: ProofResult) -> Result:
    """Return the result of a proof as that of a search: its grid, if any, is optimal."""
    if result.report is None:
        return Result(None, None, result.bound, Status.UNKNOWN, Stats())
    cost = result.report.cost
    return Result(result.grid, cost, result.bound, Status.OPTIMAL, Stats())


def _proposed(puzzle: Puzzle, cost: int) -> str:
    """Put a cost or less into words."""
    return cost_phrase(puzzle, cost) + (" or less" if cost else "")


def _total(levels: Sequence[LevelEstimate]) -> Range:
    return Range(*(sum(each.seconds[end] for each in levels) for end in (0, 1)))


def _time(seconds: Range) -> str:
    if math.isinf(seconds.high):
        return f"{duration(seconds.low)} at least, too much to estimate in this time"
    if seconds.low == seconds.high:
        return duration(seconds.low)
    return f"{duration(seconds.low)} to {duration(seconds.high)}"


def _ends(numbers: Range) -> list[float | None]:
    return [None if math.isinf(x) else x for x in (numbers.low, numbers.high)]
