"""A server in a process of its own, as a player starts it, and a client that talks to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import psutil

TOKEN = "a-token-for-tests"
HEADERS = {
    "content-type": "application/json",
    "x-patience-token": TOKEN,
    "x-patience-page": "testpage",
}

# Seconds after which what a test waits for will not happen any more, on the busiest machine.
LONG = 180

Event = dict[str, Any]


@dataclass
class Server:
    """A running server."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        return int(self.address.split(":")[2].split("/")[0])

    def send(
        self,
        name: str,
        body: object = None,
        *,
        raw: bytes | None = None,
        method: str = "POST",
        **headers: str,
    ) -> tuple[int, bytes]:
        """Send a call and return status and body; header names have ``_`` for ``-``."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        sent = HEADERS | {key.replace("_", "-"): value for key, value in headers.items()}
        data = json.dumps(body).encode() if raw is None else raw
        try:
            connection.request(method, f"/api/{name}", data, {k: v for k, v in sent.items() if v})
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def stream(self, body: object) -> Generator[Event]:
        """Search, and yield what happens as it comes; closing this closes the connection."""
        with closing(
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        ) as connection:
            connection.request("POST", "/api/search", json.dumps(body), HEADERS)
            with connection.getresponse() as response:
                assert response.status == 200, response.read()
                yield from map(json.loads, response)

    def until_best(self, body: object) -> list[Event]:
        """Search until a grid is found, stop, and return all that happened."""
        events: list[Event] = []
        for event in self.stream(body):
            if event["event"] == "best" and not any(e["event"] == "best" for e in events):
                self.call("stop", {"search": events[0]["search"]})
            events.append(event)
        return events

    def call(self, name: str, body: object = None) -> Any:
        """Return the answer to a call that is served."""
        status, answer = self.send(name, {} if body is None else body)
        assert status == 200, answer
        return json.loads(answer)

    def searches(self) -> list[psutil.Process]:
        """Return the processes under the server that search or are ready to."""
        try:
            children = psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []
        return [each for each in children if is_search(each)]


def eventually(holds: Callable[[], object]) -> bool:
    """Wait until something holds; tell whether it did."""
    deadline = time.monotonic() + LONG
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def is_search(process: psutil.Process) -> bool:
    try:
        line = " ".join(process.cmdline())
        return "spawn_main" in line and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


@contextmanager
def serving(*arguments: str, token: str = TOKEN) -> Iterator[Server]:
    """Start ``patience play`` on a free port, and end it."""
    command = [sys.executable, "-m", "patience", "play", "--no-open", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--token", token, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        yield Server(process, process.stdout.readline().strip())
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(LONG)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


FRAME = {
    "goal": "frame",
    "size": [9, 7],
    "tiles": {
        "counts": [5, 2, 2, 2, 5, 1, 2, 2, 4, 1, 1, 2, 2, 3, 5, 2, 1, 4, 3, 2, 4, 2, 1, 1, 1, 1],
        "jokers": 2,
        "name": "diamino-63",
    },
}


def counted(letters: str) -> dict[str, Any]:
    """Return a set of so many letters from A to Z."""
    counts = [letters.count(chr(ord("A") + n)) for n in range(26)]
    return {"counts": counts, "jokers": 0, "name": "own"}


# Of so few cells and words a search ends by itself, and at once.
FEW = ["AN", "ANE", "AU", "EN", "NE", "NU", "SA", "TE", "TU", "TUNE", "UNE", "US"]
SMALL: dict[str, Any] = {
    "goal": "frame",
    "size": [3, 3],
    "tiles": counted("AANNEEUUTTSS"),
    "filters": {"only": FEW},
}
# Valid grids of it: 5 face down where 2 are the least, and one to go on with.
POOR = ["TU.", "US.", "..."]
BEGUN = ["ANE", "N..", "E.."]

# Example 2 of the rule sheet; its devils are one I and one N.
EXAMPLE = [
    "THERMIDOR",
    "R.X.I.ARA",
    "USAGE.U.T",
    "Q.M.LIPPE",
    "UNE...H.S",
    "E.N.CAID.",
    "Z.SKI.NON",
]
EMPTY = ["." * 9] * 7
# All tiles laid.
FULL = [row.replace(".", "*") for row in EXAMPLE]
