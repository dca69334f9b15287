"""The token of a page that this machine alone opens: the same at every start."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path

TOKEN = re.compile(r"[A-Za-z0-9_-]{8,128}")


def token_file() -> Path:
    """Return the file of the kept token; it need not exist."""
    return user_state_path("patience", appauthor=False) / "token"


def kept_token() -> str:
    """Return the token of earlier starts, else a new one that later starts find.

    A file that others can read is not trusted and made anew. Where none can be written, each start
    has a token of its own.
    """
    path = token_file()
    with suppress(OSError, ValueError):
        found = path.read_text("ascii").strip()
        private = os.name == "nt" or path.stat().st_mode & 0o077 == 0
        if private and TOKEN.fullmatch(found):
            return found
    token = secrets.token_urlsafe(24)
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = path.with_name(f"token-{secrets.token_hex(8)}")
        # Nobody else can read it, not even while it is written.
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{token}\n")
        os.replace(beside, path)
    return token
