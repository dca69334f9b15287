"""Whether pip finds wheels of all dependencies: six platforms, newest and lowest versions.

    python -m scripts.platforms

It takes eight minutes, so `scripts/check` leaves it out: run it when a dependency changes.
Nothing is installed. The guide says which Python is too new where, and of Windows on ARM.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product

import click

from scripts.common import ROOT, execute

PYTHONS = ("3.11", "3.13", "3.15")
RESOLUTIONS = ("highest", "lowest-direct")  # the second holds the lower bounds to what they say
# The newest Python for which each has wheels.
PLATFORMS = {
    "x86_64-manylinux_2_28": "3.15",
    "aarch64-manylinux_2_28": "3.15",
    "x86_64-apple-darwin": "3.13",  # numba has none after 0.62
    "aarch64-apple-darwin": "3.15",
    "x86_64-pc-windows-msvc": "3.15",
    "aarch64-pc-windows-msvc": "",  # OR-Tools has none; numba has some
}


def failure(platform: str, python: str, resolution: str) -> str:
    """Return why the dependencies with all extras have no wheels; empty if they have."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--quiet"),
            *("--all-extras", "--only-binary", ":all:", "--output-file", os.devnull),
            *("--python-platform", platform, "--python-version", python),
            *("--resolution", resolution),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "MACOSX_DEPLOYMENT_TARGET": "13.0"},  # Ventura, for Macs of 2017
    )
    return "" if done.returncode == 0 else done.stderr.strip() or "uv failed"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> int:
    """Resolve the dependencies for each platform; exit with 1 if one is not as expected."""
    wrong = 0
    for (platform, newest), python, resolution in product(PLATFORMS.items(), PYTHONS, RESOLUTIONS):
        why = failure(platform, python, resolution)
        right = (python <= newest) == (not why)
        click.echo(
            f"{'ok   ' if right else 'WRONG'} {platform}, Python {python}, {resolution}: "
            f"{'no wheels' if why else 'wheels'}"
        )
        if not right:
            wrong += 1
            click.echo(why, err=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(execute(main))
