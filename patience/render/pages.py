"""Web pages from templates: every text in them is escaped, except for markup of this package."""

from __future__ import annotations

import functools
from typing import Any

from patience.render.theme import AUTO, THEMES, paint_rules


def page(template: str, **values: object) -> str:
    """Return a page from a template beside this module; values are escaped unless `markup`."""
    return str(_environment().get_template(template).render(values)) + "\n"


def markup(text: str) -> Any:
    """Mark a text as markup of this package: a page holds it unescaped."""
    from markupsafe import Markup  # noqa: PLC0415

    return Markup(text)


def style_sheet(theme: str) -> str:
    """Return the colours of a theme as variables, and the rules that paint pictures with them."""
    rules = paint_rules({part: f"var(--{part})" for part in THEMES["light"]})
    if theme != AUTO:
        return f":root{{color-scheme:{theme};{_variables(theme)}}}\n{rules}"
    return (
        f":root{{color-scheme:light dark;{_variables('light')}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{_variables('dark')}}}}}\n"
        f"@media print{{:root{{color-scheme:light;{_variables('light')}}}}}\n{rules}"
    )


def _variables(theme: str) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in THEMES[theme].items())


@functools.cache
def _environment() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    return Environment(
        loader=PackageLoader("patience.render"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
