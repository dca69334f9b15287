"""The searches of all pages: the queue, the running ones, and the limits per page."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from patience.engines import machine
from patience.web.guard import Refusal
from patience.web.jobs import Job
from patience.web.processes import Event, SearchProcess

# Most searches, running or waiting, of one page and of all pages.
PER_PAGE = 2
IN_ALL = 16

# Seconds between two heartbeats of a silent search.
HEARTBEAT = 1.0


def share(processors: int) -> tuple[int, int]:
    """Return the concurrent searches and the threads of each: half the processors in all."""
    half = max(1, processors // 2)
    running = max(1, half // 2)
    return running, half // running


@dataclass(eq=False)
class _Ticket:
    page: str
    turn: asyncio.Event = field(default_factory=asyncio.Event)
    process: SearchProcess | None = None
    stopped: bool = False


class Searches:
    """Runs each search in a process of its own; together they use half of the processors."""

    def __init__(self) -> None:
        self._running, self.threads = share(machine.processors())
        self._tickets: dict[str, _Ticket] = {}  # in the order of arrival
        self._spare: SearchProcess | None = None
        self._closed = False

    def get_ready(self) -> None:
        """Keep a process ready for the next job; it loads lexicon and engines."""
        if not self._closed and (self._spare is None or not self._spare.alive):
            self._spare = SearchProcess()

    def admit(self, page: str) -> str:
        """Queue a search for a page, and return its number.

        Raises
        ------
        Refusal
            If the page or the server has too many searches already.
        """
        if self._closed:
            raise Refusal(503, "closed", "the server is ending")
        if sum(ticket.page == page for ticket in self._tickets.values()) >= PER_PAGE:
            raise Refusal(429, "busy", f"a page searches {PER_PAGE} things at once: stop one")
        if len(self._tickets) >= IN_ALL:
            raise Refusal(429, "busy", "too many searches are waiting: try again in a while")
        number = secrets.token_hex(8)
        self._tickets[number] = _Ticket(page)
        self._call_up()
        return number

    async def run(self, number: str, job: Job) -> AsyncIterator[Event]:
        """Wait for the search's turn, run it, and yield its events.

        The process is gone once the iteration ends, whatever ended it.
        """
        ticket = self._tickets[number]
        try:
            yield {"event": "accepted", "search": number}
            async for place in self._waiting(ticket):
                yield {"event": "queued", "place": place}
            if ticket.stopped:
                yield {"event": "done", "status": "unknown", "cost": None, "stopped": True}
                return
            self.get_ready()
            process, self._spare = self._spare or SearchProcess(), None
            ticket.process = process
            yield {"event": "started" if process.ready.is_set() else "preparing"}
            process.ask(job)
            async for event in process.events(HEARTBEAT):
                yield event
                if event["event"] in ("done", "error"):
                    return
            yield {"event": "done", "status": "unknown", "cost": None, "stopped": True}
        finally:
            del self._tickets[number]
            if ticket.process is not None:
                ticket.process.kill()
            self._call_up()
            self.get_ready()

    def stop(self, number: str, page: str) -> None:
        """End a page's search; it returns its best grid so far."""
        ticket = self._tickets.get(number)
        if ticket is None or ticket.page != page:
            return
        ticket.stopped = True
        ticket.turn.set()
        if ticket.process is not None:
            ticket.process.interrupt()

    def close(self) -> None:
        """Kill all searches."""
        self._closed = True
        for ticket in self._tickets.values():
            ticket.stopped = True
            ticket.turn.set()
            if ticket.process is not None:
                ticket.process.kill()
        if self._spare is not None:
            self._spare.kill()

    def _call_up(self) -> None:
        """Start the first tickets of the queue."""
        for ticket in list(self._tickets.values())[: self._running]:
            ticket.turn.set()

    async def _waiting(self, ticket: _Ticket) -> AsyncIterator[int]:
        """Yield the ticket's position in the queue until its turn."""
        while not ticket.turn.is_set():
            yield list(self._tickets.values()).index(ticket) - self._running + 1
            try:
                await asyncio.wait_for(ticket.turn.wait(), HEARTBEAT)
            except TimeoutError:
                continue
