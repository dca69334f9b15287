"""What a proof leaves behind for each cost: a record that needs no search to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

# A number in a file: what no proof reaches is a mistake, or an attack.
Count = Annotated[int, msgspec.Meta(ge=0, le=2**62)]


@dataclass(frozen=True)
class RefutedLevel:
    """A cost level that holds no grid.

    Attributes
    ----------
    label : str
        What is refuted, for people.
    cost : int
        What its grids would cost.
    nodes : tuple of int
        Nodes of each partition.
    """

    label: str
    cost: Count
    nodes: tuple[Count, ...]
