"""Times as people say them."""

from __future__ import annotations

_UNITS = (("years", 365.25 * 86400), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0))


def duration(seconds: float) -> str:
    """Say a time in the unit that fits."""
    for unit, size in _UNITS:
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"


def duration_range(low: float, high: float) -> str:
    """Say a range of times in the unit that fits its upper end."""
    for unit, size in _UNITS:
        if high >= 2 * size:
            return f"{low / size:.2g} to {high / size:.2g} {unit}"
    return f"{low:.2g} to {high:.2g} s"
