"""Kernels by their names in the manifest; kinds of their arguments, and numba's types for them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
from numba import typeof, types

from patience.engines.native import PART, SOURCES

_NUMBERS = {"i": 1, "u": np.uint64(1), "w": np.uint32(1), "b": True, "f": 1.0}
_RETURNED = {types.int64: "q", types.uint64: "Q", types.boolean: "?", types.float64: "d"}


def kernel_named(name: str) -> tuple[ModuleType, str]:
    """Return the module of a kernel in the manifest, and its name there."""
    place, _, function = name.rpartition(".")
    inner = ".kernels" if f"{place.replace('.', '/')}/kernels.py" in SOURCES else ""
    return import_module(f"patience.engines.{place}{inner}"), function


def types_of(kinds: str, module: ModuleType) -> tuple[Any, ...]:
    """Return numba's types of arguments by their kinds; `module` has the classes of tuples."""
    stack: list[tuple[Any, list[Any]]] = [(None, [])]
    for name, closing, dtype, layout, dimensions, number in PART.findall(kinds):
        if name:
            stack.append((getattr(module, name), []))
            continue
        if closing:
            made, values = stack.pop()
            value = made(*values)
        elif dtype:
            array = np.zeros((4,) * int(dimensions), dtype)
            value = array if layout == "C" else array[(slice(None, None, 2),) * array.ndim]
        else:
            value = _NUMBERS[number]
        stack[-1][1].append(value)
    return tuple(typeof(value) for value in stack[0][1])  # type: ignore[no-untyped-call]


def returned_by(result: Any) -> str:
    """Return the format of a result as `struct` writes it, in brackets for a tuple."""
    if hasattr(result, "types"):  # of a tuple
        return f"({''.join(_RETURNED[each] for each in result.types)})"
    return "" if result == types.none else _RETURNED[result]
