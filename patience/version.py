"""The program's version."""

from __future__ import annotations

from functools import cache

# The name on PyPI; the package and the command are called patience.
DISTRIBUTION = "diamino-patience"


@cache
def program_version() -> str:
    """Return the installed version; slow, so called only when needed."""
    from importlib.metadata import PackageNotFoundError  # noqa: PLC0415
    from importlib.metadata import version as installed  # noqa: PLC0415

    try:
        return installed(DISTRIBUTION)
    except PackageNotFoundError:  # a checkout that was never installed
        return "0+checkout"
