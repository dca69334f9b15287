"""Tuples of arrays for kernels, made of what their fields say.

A field is annotated ``Annotated[Any, "uint64 levels, width + 1"]``: the dtype, then the length of
each dimension, a name, a number, or a sum of these.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

import numpy as np

T = TypeVar("T")

# In what annotations are read, wherever a tuple is declared.
_NAMES = {"Annotated": Annotated, "Any": Any}


def zeros(kind: Callable[..., T], **sizes: int) -> T:
    """Return a tuple of arrays of zeros; `sizes` are the lengths that the fields name."""
    return kind(
        *(
            np.zeros(
                [sum(sizes[x] if x in sizes else int(x) for x in length) for length in shape], dtype
            )
            for dtype, shape in _fields(kind)
        )
    )


@cache
def _fields(kind: Any) -> list[tuple[str, list[list[str]]]]:
    """Return the dtype and the terms of each length of the arrays of a tuple."""
    hints = get_type_hints(kind, _NAMES, include_extras=True).values()
    parts = (hint.__metadata__[0].partition(" ") for hint in hints)
    return [(dtype, [x.split(" + ") for x in shape.split(", ")]) for dtype, _, shape in parts]
