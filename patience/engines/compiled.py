"""How kernels run: compiled ahead where that is possible, else compiled here by numba."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from patience.engines import native
from patience.errors import EngineError

# ``ahead`` or ``jit``, for tests and for who edits kernels.
_VARIABLE = "PATIENCE_KERNELS"


def compiled(function: Callable[..., Any], *, inline: bool = False) -> Any:
    """Make a kernel of a function that creates no array; its callers give it scratch memory.

    The function is still there as ``py_func``.

    Parameters
    ----------
    inline : bool
        Copy the function into its callers: for functions called once per node with tuples of many
        arrays, each of which a call would pass.
    """
    if by_numba():
        from patience.engines import jit  # noqa: PLC0415 (numba may be missing)

        return jit.compiled(function, inline=inline)
    return native.Kernel(function)


@functools.cache
def by_numba() -> bool:
    """Return whether numba compiles the kernels in this process.

    Raises
    ------
    EngineError
        If there are neither libraries that serve here nor numba.
    """
    asked = os.environ.get(_VARIABLE, "")
    if asked not in ("", "ahead", "jit"):
        raise EngineError(f"{_VARIABLE} is {asked!r}: give ahead, jit or nothing")
    why = "" if asked == "jit" else native.why_not(untried=bool(asked))
    if asked != "jit" and not why:
        return False
    if asked == "ahead" or find_spec("numba") is None:
        why = f"the search kernels cannot be used: {why}" if why else f"{_VARIABLE}=jit"
        raise EngineError(f"{why}; numba, which compiles them here, comes with the extra jit")
    return True
