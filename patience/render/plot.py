"""Step lines over time as inline SVG: the quality of searches against seconds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _HEIGHT = 400, 250
# Room for texts of 17 units, their size on narrow pages: five digits at the left, `100 s` below.
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 26, 38, 38
_MAX_DECADES = 5
# Lines beyond these share colours; the page's style sheet has one for each class.
COLOURS = 8
_MAX_TICKS = 6
# Searches do not distinguish shorter times.
_SOONEST = 0.01

Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """A step function: it changes at its points and stays level to the right end.

    `colour` counts from 0; a `faint` line stands behind the others and has no entry in the legend.
    """

    label: str
    points: Sequence[Point]
    colour: int
    faint: bool = False


def step_plot(
    lines: Sequence[Curve],
    *,
    end: float,
    y_label: str,
    y_text: Callable[[float], str] = "{:g}".format,
    whole: bool = True,
) -> str:
    """Draw step lines over seconds, on a logarithmic axis.

    Parameters
    ----------
    lines : sequence of Curve
    end : float
        Seconds at the right edge; later points move the edge.
    y_label : str
    y_text : callable
        Writes the numbers at the left axis.
    whole : bool
        Whether the values are whole numbers, such as costs: the axis then has steps of 1 or more.

    Returns
    -------
    str
        An ``<svg>`` whose colours come from the page's classes ``line-0``, ``line-1``, ...;
        empty if there is nothing to draw.
    """
    points = [point for line in lines for point in line.points]
    if not points:
        return ""
    first = max(min(x for x, _ in points), _SOONEST)
    start = 10 ** math.floor(math.log10(first))
    stop = max(end, start * 10, *(x for x, _ in points))
    y_ticks = _ticks([y for _, y in points], whole=whole)
    low, high = y_ticks[0], y_ticks[-1]

    def x_of(seconds: float) -> float:
        share = math.log(max(seconds, start) / start) / math.log(stop / start)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y_of(value: float) -> float:
        share = (value - low) / (high - low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(y_label)} against time">'
    ]
    for tick in y_ticks:
        y = y_of(tick)
        parts.append(
            f'<path class="rule" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>'
            f'<text class="y" x="{_LEFT - 6}" y="{y + 4:.1f}">{escape(y_text(tick))}</text>'
        )
    for tick in _decades(start, stop):
        x = x_of(tick)
        parts.append(
            f'<path class="rule" d="M{x:.1f} {_TOP}V{_HEIGHT - _BOTTOM}"/>'
            f'<text class="x" x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 26}">{tick:g} s</text>'
        )
    parts.append(f'<text class="y-label" x="0" y="18">{escape(y_label)}</text>')
    for line in sorted(lines, key=lambda each: not each.faint):
        if line.points:
            faint = " faint" if line.faint else ""
            path = _steps([(x_of(x), y_of(y)) for x, y in line.points], x_of(stop))
            parts.append(
                f'<path class="line line-{line.colour % COLOURS}{faint}" d="{path}">'
                f"<title>{escape(line.label)}</title></path>"
            )
            if len(line.points) == 1:  # a level line alone looks like a rule
                ((x, y),) = line.points
                parts.append(
                    f'<circle class="dot dot-{line.colour % COLOURS}{faint}" cx="{x_of(x):.1f}" '
                    f'cy="{y_of(y):.1f}" r="4"/>'
                )
    return "".join(parts) + "</svg>"


def legend(lines: Sequence[Curve]) -> str:
    """Return the names of the lines beside their colours, as HTML."""
    names = [
        f'<li><i class="key-{line.colour % COLOURS}"></i>{escape(line.label)}</li>'
        for line in lines
        if not line.faint
    ]
    return f'<ul class="legend">{"".join(names)}</ul>'


def _steps(points: Sequence[Point], end: float) -> str:
    (x, y), *rest = points
    return f"M{x:.1f} {y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in rest) + f"H{end:.1f}"


def _ticks(values: Sequence[float], *, whole: bool) -> list[float]:
    """Return round numbers from the one below all values to the one above them, two at least."""
    low, high = min(values), max(values)
    if low == high:  # the line of a single value runs through the middle, above 0
        low, high = max(low - 1, 0.0) if whole else 0.0, high + 1 if whole else max(high, 1.0)
    raw = (high - low) / (_MAX_TICKS - 1)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= raw * 0.999)
    step = max(step, 1.0) if whole else step
    first, last = math.floor(low / step), math.ceil(high / step)
    return [n * step for n in range(first, last + 1)]


def _decades(start: float, stop: float) -> list[float]:
    first = round(math.log10(start))
    decades = range(first, math.floor(math.log10(stop)) + 1)
    return [10.0**n for n in decades[:: -(-len(decades) // _MAX_DECADES)]]
