"""Libraries that only some formats need, imported when used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from patience.errors import MissingExtraError


def load(module: str, purpose: str, extra: str = "render") -> Any:
    """Import a module of an extra for a purpose, such as ``a PNG``.

    Raises
    ------
    MissingExtraError
        If it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtraError(purpose, extra) from None
