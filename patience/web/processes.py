"""The server's side of a search process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from patience.web.answers import work
from patience.web.jobs import Job
from patience.workers.spawning import Spawning

Event = dict[str, Any]

_CONTEXT = Spawning()

# Seconds until an interrupted search that does not answer is killed.
KILL_AFTER = 2.0


class SearchProcess:
    """A process that warms up at once and takes one job.

    It must be created inside a running event loop.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._connection, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.ready = asyncio.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether the process is running."""
        return self._process.is_alive()

    def ask(self, job: Job) -> None:
        """Send a job; the process answers once it is ready."""
        with suppress(OSError):  # the process died: `events` ends at once
            self._connection.send(job)

    async def events(self, pause: float) -> AsyncIterator[Event]:
        """Yield the events of the process until it ends; ``alive`` after `pause` silent seconds."""
        while True:
            try:
                event = await asyncio.wait_for(self._events.get(), pause)
            except TimeoutError:
                event = {"event": "alive"}
            if event is None:
                return
            yield event

    def interrupt(self) -> None:
        """Ask for the best grid so far; kill the process if it does not end within `KILL_AFTER`."""
        with suppress(OSError):
            self._connection.send(None)
        self._loop.call_later(KILL_AFTER, self.kill)

    def kill(self) -> None:
        """Kill the process."""
        if self._process.is_alive():
            self._process.kill()

    def _listen(self) -> None:
        """Forward the events from the pipe to the event loop; runs on a thread of its own."""
        with suppress(EOFError, OSError, RuntimeError):  # RuntimeError: the event loop is closed
            while True:
                event = self._connection.recv()
                if event["event"] == "ready":
                    self._loop.call_soon_threadsafe(self.ready.set)
                else:
                    self._loop.call_soon_threadsafe(self._events.put_nowait, event)
        self._process.join()
        self._connection.close()
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.ready.set)
            self._loop.call_soon_threadsafe(self._events.put_nowait, None)
