"""What a user hears of kernels: notices of this process, each of which a search passes on once."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

# By kind, so that a folder that is full is told once and not for each of a hundred kernels.
_given: dict[str, str] = {}
_told: set[str] = set()
_lock = Lock()


def give(kind: str, text: str) -> None:
    """Keep a notice, unless this process has one of the kind."""
    _given.setdefault(kind, text)


def given() -> tuple[str, ...]:
    """Return all notices of this process."""
    return tuple(_given.values())


def tell(say: Callable[[str], None]) -> None:
    """Say the notices that no caller has been told."""
    with _lock:
        new = [text for kind, text in _given.items() if kind not in _told]
        _told.update(_given)
    for text in new:
        say(text)


def tell_once(say: Callable[[str], None], kind: str, text: str) -> None:
    """Say something now, unless this process has said something of the kind."""
    with _lock:
        is_new = kind not in _told
        _told.add(kind)
    if is_new:
        say(text)


def forget() -> None:
    """Forget all notices, as if the process had just begun."""
    with _lock:
        _given.clear()
        _told.clear()
