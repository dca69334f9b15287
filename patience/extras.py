"""Libraries that only some features need, imported when used."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from patience.errors import MissingExtraError


def load(module: str, purpose: str, extra: str = "render") -> Any:
    """Import a module that an extra of the distribution brings, for a purpose such as ``a PNG``.

    Raises
    ------
    MissingExtraError
        If it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtraError(
            f"{purpose} needs the extra {extra!r}: in the folder of patience, run "
            f"pip install '.[{extra}]'",
            "extra",
            extra=extra,
        ) from None


def why_no_cpsat() -> str:
    """Return why CP-SAT cannot run, as a sentence, or nothing."""
    if find_spec("ortools") is not None:
        return ""
    return (
        "CP-SAT cannot run: OR-Tools is not installed (it has no wheels for Python 3.15 yet: take "
        "Python 3.11 to 3.14)"
    )
