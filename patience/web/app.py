"""The server's calls: one function each, from a message to an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

import patience
from patience import records
from patience.analysis.daily import box_of_the_day
from patience.errors import PatienceError
from patience.game.grid import Cell, Grid
from patience.game.tiles import TILE_SETS
from patience.web import judging, messages
from patience.web.assets import Asset, load_assets
from patience.web.exchange import FORMS, OPENS, opened, replayed, saved, shipped_boards
from patience.web.guard import Guard, Hosts, Refusal
from patience.web.messages import read
from patience.web.questions import question
from patience.web.searches import Searches
from patience.words.lexicon import Lexicon, load

PAGE_HEADER = "x-patience-page"
_MAX_PAGE = 64

# Seconds that a page waits for the kernels before it asks again.
_READY_SECONDS = 20.0

Answer = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Start:
    """What a new page shows.

    Parameters
    ----------
    puzzle : mapping
    rows : list of str, optional
        A grid to go on with.
    asked : bool
        Whether the command line named it; if not, the page goes on with its last game.
    """

    puzzle: dict[str, Any]
    rows: list[str] | None = None
    asked: bool = False


@dataclass(frozen=True)
class Desk:
    """What the calls share.

    Parameters
    ----------
    start : Start
    lexicons : mapping
        The lexicons that a page may name, those that ship and the one that the command line
        named, each with a description.
    searches : Searches
    """

    start: Start
    lexicons: dict[str, str]
    searches: Searches

    async def begin(self, request: Request) -> Response:
        """Tell a page what there is to play with."""
        read(messages.Nothing, await request.body())
        self.searches.get_ready()
        return _json(
            {
                "version": patience.__version__,
                "puzzle": self.start.puzzle,
                "rows": self.start.rows,
                "asked": self.start.asked,
                "lexicons": self.lexicons,
                "tiles": {
                    name: {"counts": list(tiles.counts), "jokers": tiles.jokers}
                    for name, (tiles, _) in TILE_SETS.items()
                },
                "boards": shipped_boards(),
                "forms": FORMS,
                "opens": OPENS,
                "ready": self.searches.ready,
            }
        )

    async def ready(self, request: Request) -> Response:
        """Answer once searches can begin at once, or after a while."""
        read(messages.Nothing, await request.body())
        return _json({"ready": await self.searches.until_ready(_READY_SECONDS)})

    async def judge(self, request: Request) -> Response:
        """Have the referee judge what lies there."""
        said = read(messages.Judge, await request.body())
        return await self._of_grid(said, judging.verdict)

    async def candidates(self, request: Request) -> Response:
        """Tell what each cell can still take."""
        said = read(messages.Judge, await request.body())
        return await self._of_grid(said, judging.outlook_of_cells)

    async def words(self, request: Request) -> Response:
        """List the words that could stand over a cell."""
        said = read(messages.WordsHere, await request.body())
        if said.row >= len(said.rows) or said.col >= len(said.rows[0]):
            raise Refusal(422, "message", "that cell is not on the grid")
        cell = Cell(said.row, said.col)
        return await self._of_grid(
            said, partial(judging.other_words, cell=cell, across=said.across)
        )

    async def search(self, request: Request) -> Response:
        """Search on, and tell what happens line by line, each an object in JSON."""
        said = read(messages.Search, await request.body())
        page = _page(request)
        asked = question(said, self.searches.threads)
        await asyncio.to_thread(self.lexicon, said.puzzle)
        number = self.searches.admit(page)

        async def lines() -> AsyncIterator[bytes]:
            async for event in self.searches.run(number, asked):
                yield msgspec.json.encode(event) + b"\n"

        return StreamingResponse(
            lines(), media_type="application/x-ndjson", headers={"cache-control": "no-store"}
        )

    async def record(self, request: Request) -> Response:
        """Tell the least cost that the records have for a puzzle, if they have any."""
        said = read(messages.Record, await request.body())
        found = await asyncio.to_thread(records.of, said.puzzle.spec())
        return _json({"cost": found.cost if found and found.valid else None})

    async def stop(self, request: Request) -> Response:
        """End a search with the best grid so far."""
        said = read(messages.Stop, await request.body())
        self.searches.stop(said.search, _page(request))
        return _json({})

    async def daily(self, request: Request) -> Response:
        """Return the box of a day."""
        said = read(messages.Daily, await request.body())
        tiles = box_of_the_day(said.day)
        drawn = {"counts": list(tiles.counts), "jokers": tiles.jokers, "name": tiles.name}
        return _json({"tiles": drawn})

    async def open(self, request: Request) -> Response:
        """Read a grid file."""
        said = read(messages.Open, await request.body())
        return _json(await asyncio.to_thread(opened, said, self.lexicons))

    async def save(self, request: Request) -> Response:
        """Write the grid in a form to keep."""
        said = read(messages.Save, await request.body())
        return await asyncio.to_thread(lambda: saved(said, self.lexicon(said.puzzle)))

    async def replay(self, request: Request) -> Response:
        """Draw how a grid came about."""
        said = read(messages.Replay, await request.body())
        return await asyncio.to_thread(replayed, said)

    async def _of_grid(self, said: messages.Judge, answer: Callable[..., Any]) -> Response:
        """Answer a question about a grid, away from the loop that serves everyone."""
        puzzle, grid = said.puzzle.puzzle(), Grid(tuple(said.rows))
        return _json(
            await asyncio.to_thread(lambda: answer(puzzle, grid, self.lexicon(said.puzzle)))
        )

    def lexicon(self, said: messages.PuzzleMessage) -> Lexicon:
        """Return the words that a page plays with.

        Raises
        ------
        Refusal
            If this server has no such lexicon.
        LexiconError
            If the conventions contradict each other or leave no word.
        """
        if said.lexicon not in self.lexicons:
            name = said.lexicon[:40]
            raise Refusal(422, "lexicon", f"no lexicon of this server is called {name!r}")
        return load(said.lexicon, said.conventions())


def application(desk: Desk, hosts: Hosts, token: str) -> Starlette:
    """Return the server's application.

    Parameters
    ----------
    desk : Desk
    hosts : Hosts
        The names under which it may be asked.
    token : str
        What every call has to show.
    """
    calls = (
        desk.begin,
        desk.ready,
        desk.judge,
        desk.record,
        desk.candidates,
        desk.words,
        desk.search,
        desk.stop,
        desk.daily,
        desk.open,
        desk.save,
        desk.replay,
    )
    routes = [Route(f"/api/{call.__name__}", _told(call), methods=["POST"]) for call in calls]
    routes += [Route(path, _file(asset)) for path, asset in load_assets().items()]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        warm = asyncio.create_task(asyncio.to_thread(_warm, desk))
        try:
            yield
        finally:
            desk.searches.close()
            await warm

    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts, token=token)],
        lifespan=lifespan,
    )


def _warm(desk: Desk) -> None:
    """Judge an empty grid: what that loads is there when the first page asks."""
    said = msgspec.convert(desk.start.puzzle, messages.PuzzleMessage)
    with suppress(PatienceError):  # the page hears of it when it asks
        judging.verdict(said.puzzle(), Grid(("AN",)), desk.lexicon(said))


def _told(call: Answer) -> Answer:
    """Turn the errors of a call into answers."""

    async def answer(request: Request) -> Response:
        try:
            return await call(request)
        except Refusal as refusal:
            return refusal.response()
        except PatienceError as error:
            return Refusal(422, type(error).__name__, str(error)).response()

    return answer


def _file(asset: Asset) -> Answer:
    async def answer(request: Request) -> Response:
        return asset.response(request)

    return answer


def _page(request: Request) -> str:
    page = request.headers.get(PAGE_HEADER, "")
    if not page.isalnum() or len(page) > _MAX_PAGE:
        raise Refusal(400, "page", f"the header {PAGE_HEADER} names the page that asks")
    return page


def _json(value: Any) -> Response:
    return Response(
        msgspec.json.encode(value),
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )
