"""Which version of the program this is."""

from __future__ import annotations

from functools import cache

# What `pip install` takes; the package and the command are called patience.
DISTRIBUTION = "diamino-patience"


@cache
def program_version() -> str:
    """Return the installed version; looked up only when asked for, as that takes its time."""
    from importlib.metadata import PackageNotFoundError  # noqa: PLC0415
    from importlib.metadata import version as installed  # noqa: PLC0415

    try:
        return installed(DISTRIBUTION)
    except PackageNotFoundError:  # a bare checkout, never installed
        return "0+checkout"
