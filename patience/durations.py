"""Durations for display."""

from __future__ import annotations

_UNITS = (("years", 365.25 * 86400), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0))


def duration(seconds: float) -> str:
    """Format a duration in a suitable unit."""
    for unit, size in _UNITS:
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
