"""Libraries that only some formats need: imported when used, with a clear word if missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from patience.errors import MissingExtraError


def load(module: str, purpose: str) -> Any:
    """Import a module of the extra ``render`` for a purpose, such as ``a PNG``.

    Raises
    ------
    MissingExtraError
        If it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtraError(purpose, "render") from None
