"""Which kernels Python calls, with which kinds of arguments, as `patience.engines.ahead` writes them.

``PATIENCE_KERNELS=jit python -m scripts.kernels --list`` runs puzzles of all engines and adds what
they call to the manifest, which has the list.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import numpy as np
from numba import typeof, types

ENTRIES = {
    "beam.kernels": "advance choose clear expand log_weights mark_duplicates step_back",
    "classes": "nearest",
    "dawg": "_by_depth _minimal _spellable",
    "exhaustive.rows.kernels": "available_symbols count_children memoised search",
    "exhaustive.slots.kernels": "choose retake retest retrace search settle_root",
    "fill.kernels": "begin descend fewest",
    "recreate.kernels": "copy_cells copy_numbers extended improve lay_grid settle",
}

_SCALARS = {
    types.int64: "i", types.uint64: "u", types.uint32: "w", types.boolean: "b", types.float64: "f"
}  # fmt: skip
_RETURNED = {types.int64: "q", types.uint64: "Q", types.boolean: "?", types.float64: "d"}
_EXAMPLES = {"i": 1, "u": np.uint64(1), "w": np.uint32(1), "b": True, "f": 1.0}
_PART = re.compile(r"([A-Z]\w*)\(|(\))|([biuf]\d)([CA])(\d)|([biufw])")


def dispatchers() -> dict[str, Any]:
    """Return numba's compilers of all kernels that Python calls."""
    return {
        f"{module.removesuffix('.kernels')}.{name}": getattr(_module(module), name)
        for module, names in ENTRIES.items()
        for name in names.split()
    }


def _module(name: str) -> Any:
    return import_module(f"patience.engines.{name.removeprefix('patience.engines.')}")


def kinds_of(arguments: tuple[Any, ...]) -> str:
    """Return the kinds of arguments by numba's types."""
    kinds = []
    for each in arguments:
        if isinstance(each, types.Array):
            layout = "C" if each.layout == "C" else "A"
            kinds.append(f"{np.dtype(str(each.dtype)).str[1:]}{layout}{each.ndim}")
        elif isinstance(each, types.BaseTuple):
            name = getattr(each, "instance_class", tuple).__name__
            kinds.append(f"{name}({kinds_of(tuple(each))})")
        else:
            kinds.append(_SCALARS[each])
    return "".join(kinds)


def returned_by(result: Any) -> str:
    """Return the format of a result as `struct` writes it, in brackets for a tuple."""
    if isinstance(result, types.BaseTuple):
        return f"({''.join(_RETURNED[each] for each in result)})"
    return "" if result == types.none else _RETURNED[result]


def types_of(kinds: str, module: str) -> tuple[Any, ...]:
    """Return numba's types of arguments by their kinds."""
    stack: list[tuple[Any, list[Any]]] = [(tuple, [])]
    for name, close, dtype, layout, dimensions, scalar in _PART.findall(kinds):
        if name:
            stack.append((_class(name, module), []))
        elif close:
            make, values = stack.pop()
            stack[-1][1].append(make(*values))
        elif dtype:
            size = int(dimensions)
            array = np.zeros((4,) * size, dtype)
            stack[-1][1].append(array if layout == "C" else array[(slice(None, None, 2),) * size])
        else:
            stack[-1][1].append(_EXAMPLES[scalar])
    return tuple(typeof(value) for value in stack[0][1])


def _class(name: str, module: str) -> Any:
    return getattr(_module(module), name)
