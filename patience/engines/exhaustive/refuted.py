"""The record of a refuted cost level, independent of the search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

# A number in a file. Greater values come from errors or attacks, not from proofs.
MAX_NODES = 2**62
Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_NODES)]


@dataclass(frozen=True)
class RefutedLevel:
    """A cost level without a grid."""

    label: str  # what is refuted, for display
    cost: Count
    nodes: tuple[Count, ...]  # of each partition
