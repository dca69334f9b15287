"""Build the kernels' native libraries.

python -m scripts.kernels            build them and the manifest
python -m scripts.kernels --check    build them elsewhere and compare the bytes
python -m scripts.kernels --list     add to the manifest which kernels engines call, then build
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

# numba reads these when it is imported: no optimisation, no processor, no kernels of before.
_SETTINGS = {
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_OPT": "0",
    "PATIENCE_KERNELS": "jit",
}


def main() -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="scripts.kernels", description="Build the kernels.")
    parser.add_argument("--check", action="store_true", help="compare with a build elsewhere")
    parser.add_argument("--list", action="store_true", help="add what engines call")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= _SETTINGS | {"NUMBA_CACHE_DIR": folder}
        warnings.simplefilter("ignore")  # of numba, that this code cannot be kept
        from patience.engines import ahead  # noqa: PLC0415 (after the settings)
        from scripts.kernels import build, listing  # noqa: PLC0415

        listed = {
            name: [each[0] for each in kinds] for name, kinds in ahead.manifest()["kernels"].items()
        }
        if arguments.list:
            listed = listing.extended(listed)
        target = Path(folder) if arguments.check else ahead.FOLDER
        made = build.build_all(listed, target)
        if not arguments.check:
            (target / ahead.MANIFEST).write_text(
                json.dumps(made, indent=1) + "\n", encoding="utf-8"
            )
    return _compare(made, ahead.manifest()) if arguments.check else 0


def _compare(made: dict[str, Any], kept: dict[str, Any]) -> int:
    different = [name for name in made if made[name] != kept.get(name)]
    if different:
        print(
            f"not as in the manifest: {', '.join(different)}; run python -m scripts.kernels",
            file=sys.stderr,
        )
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
