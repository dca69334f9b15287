"""Build the kernels' native libraries: python -m scripts.kernels [--check].

The manifest lists the kernels that Python calls, each with the kinds of its arguments. A kernel
called with others says which: they are added there as one more ``[kinds]``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import warnings
from pathlib import Path

from scripts.watched import KERNELS, passed

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
    parser.add_argument("--check", action="store_true", help="only compare with a build elsewhere")
    only_check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= _SETTINGS | {"NUMBA_CACHE_DIR": folder}
        warnings.simplefilter("ignore")  # numba's, that this code cannot be kept
        from patience.engines import native  # noqa: PLC0415 (after the settings)
        from scripts.kernels import build  # noqa: PLC0415

        place, kept = Path(folder) if only_check else native.FOLDER, native.manifest()
        if only_check and build.versions() != kept["versions"]:
            why = f"not compared: {build.versions()} make other bytes than {kept['versions']}"
            print(why, file=sys.stderr)
            return 0
        made = build.build_all(place)
        if not only_check:
            text = json.dumps(made, indent=1) + "\n"
            (place / native.MANIFEST).write_text(text, encoding="utf-8")
            return 0
    different = [name for name in made if made[name] != kept.get(name)]
    if different:
        why = f"not as in the manifest: {', '.join(different)}; run python -m scripts.kernels"
        print(why, file=sys.stderr)
    else:
        passed([KERNELS])
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
