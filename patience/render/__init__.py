"""Grids, verdicts and results as text, JSON, pictures and exports.

`render`, `Options`, `FORMATS` and `scene_of` are public; the modules below are not.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from patience.render.formats import FORMATS, Options, render
    from patience.render.scene import scene_of

__all__ = ["FORMATS", "Options", "render", "scene_of"]


def __getattr__(name: str) -> Any:
    """Look up the public names lazily, so that a module below loads no other."""
    from importlib import import_module  # noqa: PLC0415

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "scene" if name == "scene_of" else "formats"
    return getattr(import_module(f"patience.render.{module}"), name)
