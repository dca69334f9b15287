"""Jean-Sebastien Gonsette's Wizium, a library: the file that is named or that the loader finds."""

from __future__ import annotations

import sys
from ctypes.util import find_library

from scripts.bench.peers.peer import Peer


def wizium(library: str | None) -> Peer:
    """Return the peer.

    Parameters
    ----------
    library : str or None
        Its shared library; None to let the system's loader look for it.
    """
    # Its CMake target is itself called libWizium.
    file = library or find_library("Wizium") or find_library("libWizium")
    command = [sys.executable, "-m", "scripts.bench.peers.wizium_process", file or ""]
    return Peer("Wizium", file, command, missing="no libWizium; --wizium names it")
