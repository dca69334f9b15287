"""A picture as self-contained SVG: letters are outlines, each defined once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from patience.render.drawing import CELL, STAMPS, Drawing, Item, Placed, Shape, Text
from patience.render.letters import EM, FACES, glyph, one_line
from patience.render.theme import AUTO, THEMES, paint_rules, still


def svg(drawing: Drawing, *, theme: str = AUTO, scale: float = 1.0, unit: str = "") -> str:
    """Return a drawing as an SVG document.

    Parameters
    ----------
    drawing : Drawing
    theme : str
        A name in `THEMES`, or ``auto``: light, or dark where the viewer prefers it.
    scale : float
        Pixels to a unit.
    unit : str
        What the sides are measured in, if not in pixels.
    """
    width, height = _n(drawing.width), _n(drawing.height)
    title = escape(one_line(drawing.title))
    dark = f"<style>@media (prefers-color-scheme:dark){{{paint_rules(THEMES['dark'])}}}</style>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{_n(drawing.width * scale)}{unit}" height="{_n(drawing.height * scale)}{unit}" '
        f'role="img" aria-label="{title}"><title>{title}</title>'
        f"<desc>{escape(one_line(drawing.description))}</desc>"
        f"{dark if theme == AUTO else ''}"
        f"<defs>{definitions(drawing.items, theme)}</defs>"
        f'<rect width="{width}" height="{height}" {_fill("page", theme)}/>'
        f"{body(drawing.items, theme)}</svg>\n"
    )


def definitions(items: Iterable[Item], theme: str) -> str:
    """Return each stamp and letter that occurs, once, for `body` to refer to."""
    stamps: set[str] = set()
    letters: set[tuple[str, str]] = set()
    for item in items:
        if isinstance(item, Placed):
            stamps.add(item.stamp)
        elif isinstance(item, Text):
            letters |= {(item.face, letter) for letter in item.text}
    parts = [f'<g id="{name}">{body(STAMPS[name], theme)}</g>' for name in sorted(stamps)]
    for face, letter in sorted(letters):
        if path := glyph(face, letter).path:
            parts.append(f'<path id="{_letter_id(face, letter)}" d="{path}"/>')
    return "".join(parts)


def body(items: Iterable[Item], theme: str) -> str:
    """Return the parts of a drawing, from back to front."""
    return "".join(part for item in items for part in _drawn(item, theme))


def _drawn(item: Item, theme: str) -> Iterator[str]:
    match item:
        case Shape():
            paint = _stroke(item, theme) if item.line else _fill(item.colour, theme)
            data = "".join(step.op + " ".join(map(_n, step.at)) for step in item.path)
            yield f'<path {paint} d="{data}"/>'
        case Placed():
            if item.side == CELL:
                yield f'<use href="#{item.stamp}" x="{_n(item.x)}" y="{_n(item.y)}"/>'
                return
            place = f"translate({_n(item.x)} {_n(item.y)}) scale({item.side / CELL:.4g})"
            yield f'<use href="#{item.stamp}" transform="{place}"/>'
        case Text():
            place = f"translate({_n(item.x)} {_n(item.y)}) scale({item.size / EM:.5g})"
            yield f'<g transform="{place}" {_fill(item.colour, theme)}>'
            x = 0.0
            for letter in item.text:
                shape = glyph(item.face, letter)
                if shape.path:
                    at = f' x="{_n(x)}"' if x else ""
                    yield f'<use href="#{_letter_id(item.face, letter)}"{at}/>'
                x += shape.advance * EM
            yield "</g>"


def _letter_id(face: str, letter: str) -> str:
    return f"{'tsp'[FACES.index(face)]}{ord(letter):x}"


def _fill(colour: str, theme: str) -> str:
    name = f'class="f-{colour}" ' if theme == AUTO else ""
    return f'{name}fill="{still(theme)[colour]}"'


def _stroke(shape: Shape, theme: str) -> str:
    name = f'class="s-{shape.colour}" ' if theme == AUTO else ""
    value = still(theme)[shape.colour]
    return f'{name}fill="none" stroke="{value}" stroke-width="{_n(shape.line)}"'


def _n(number: float) -> str:
    """Return a number as short as a hundredth of a unit allows."""
    return f"{round(number, 2):g}" if abs(number) < 10000 else f"{number:.0f}"
