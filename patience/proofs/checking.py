"""Recounts of samples of a certificate's partitions."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import groupby
from operator import itemgetter

from patience.errors import PatienceError
from patience.proofs.certificates import METHOD, Certificate
from patience.proofs.propositions import Proposition
from patience.result import DEFAULT_MEMORY_GB, Observer


def recount(
    certificate: Certificate,
    proposition: Proposition,
    *,
    samples: int,
    seed: int,
    threads: int | None = None,
    on_partition: Callable[[str, int, int, int], None] = lambda *_: None,
) -> bool:
    """Search a random sample of a certificate's partitions again; return whether all counts agree.

    Parameters
    ----------
    samples : int
        Number of partitions.
    seed : int
        Which partitions: a check whose seed is known beforehand finds no count forged elsewhere.
    threads : int, optional
        By default one per processor.
    on_partition : callable
        Called for each partition with its level, its number, the nodes certified and the nodes
        counted (-1 if a grid was found).

    Raises
    ------
    PatienceError
        If the certificate's levels are not those of the puzzle, or another version of the search
        counted its nodes.
    """
    from patience.engines.exhaustive.levels import cost_levels  # noqa: PLC0415
    from patience.engines.exhaustive.workers import partition_count  # noqa: PLC0415

    if certificate.method != METHOD:
        raise PatienceError(
            f"the certificate is of version {certificate.version}, which searches differently: "
            "use that version to check it"
        )
    exhaustive = proposition.exhaustive(threads, DEFAULT_MEMORY_GB, Observer())
    levels = list(cost_levels(proposition.puzzle, 0, certificate.at_most))
    recorded = [(level.label, level.cost, len(level.nodes)) for level in certificate.levels]
    if recorded != [(level.label, level.cost, partition_count(level)) for level in levels]:
        raise PatienceError(
            "the certificate's levels are not those of its puzzle: it was cut short or changed"
        )
    agree = True
    for i, group in groupby(_sample(certificate, samples, seed), itemgetter(0)):
        numbers = [number for _, number in group]
        for number, counted in zip(numbers, exhaustive.counts(levels[i], numbers), strict=True):
            written = certificate.levels[i].nodes[number]
            on_partition(levels[i].label, number, written, counted)
            agree = agree and counted == written
    return agree


def sampled(certificate: Certificate, samples: int, seed: int) -> tuple[int, int]:
    """Return the number of partitions in a recount and their certified nodes."""
    chosen = _sample(certificate, samples, seed)
    return len(chosen), sum(certificate.levels[i].nodes[number] for i, number in chosen)


def _sample(certificate: Certificate, samples: int, seed: int) -> list[tuple[int, int]]:
    levels = enumerate(certificate.levels)
    partitions = [(i, number) for i, level in levels for number in range(len(level.nodes))]
    return sorted(random.Random(seed).sample(partitions, min(samples, len(partitions))))
