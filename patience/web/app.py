"""The server's API calls: one method each, which takes a message and returns its answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from inspect import iscoroutinefunction
from typing import Any, TypeVar, get_type_hints

import msgspec
import segno
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

import patience
from patience import records
from patience.errors import PatienceError
from patience.game.alphabet import LATIN, alphabet_of
from patience.question.catalogue import TILE_SETS
from patience.question.fields import Filters, keys
from patience.question.spec import Spec
from patience.render.graphs import page_words
from patience.render.page_form import alphabet_json, rules_json, tiles_json, tiles_name
from patience.web import exchange, messages
from patience.web.assets import load_assets
from patience.web.guard import Guard, Hosts, Refusal, body_of
from patience.web.jobs import job_of
from patience.web.messages import read
from patience.web.searches import Searches
from patience.web.weeks import Weeks
from patience.words.accents import spelled_forms
from patience.words.conventions import Conventions
from patience.words.lexicon import TIERS, Lexicon, lexicon_alphabet, load, origins
from patience.words.reading import How

PAGE_HEADER = "x-patience-page"
_MAX_PAGE = 64

Answer = Callable[[Request], Awaitable[Response]]
Call = Callable[..., Any]
C = TypeVar("C", bound=Call)


@dataclass(frozen=True)
class Start:
    """The state of a new page: its puzzle, and the `rows` of a grid to continue, if any.

    `asked` tells whether the command line named the puzzle; if not, the page resumes its last game.
    """

    puzzle: dict[str, Any]
    rows: list[str] | None = None
    asked: bool = False


# The registered calls; the name of each is its path under ``/api/``.
_CALLS: list[Call] = []


def _call(method: C) -> C:
    """Register a method of `Desk` as a call; its annotation names the type of its message.

    It returns a response, or what becomes JSON. One that is not async runs in a thread.
    """
    _CALLS.append(method)
    return method


@dataclass(frozen=True)
class Desk:
    """The state that the calls share.

    `lexicons` has the lexicons that a page may name, with descriptions: the shipped ones and the
    one that the command line named.
    """

    start: Start
    lexicons: dict[str, str]
    searches: Searches
    weeks: Weeks = field(default_factory=Weeks)

    @_call
    async def begin(self, message: messages.Nothing, request: Request) -> dict[str, Any]:
        """Return the version, the starting state and the choices of a new page."""
        self.searches.get_ready()
        # A file of words is read with the tiles of the set.
        spelled = {name: tiles_name(lexicon_alphabet(name) or LATIN) for name in self.lexicons}
        return {
            "version": patience.__version__,
            **asdict(self.start),
            "lexicons": self.lexicons,
            "tiers": {name: tier.base for name, tier in TIERS.items()},
            "tiles": {
                name: tiles_json(tiles)
                for name, (tiles, _) in TILE_SETS.items()
                if tiles_name(tiles.alphabet) in spelled.values()
            },
            "spelled": spelled,
            "speaks": {
                name: Spec(tiles=tiles).lexicon_name for name, (tiles, _) in TILE_SETS.items()
            },
            "alphabets": {
                name: alphabet_json(alphabet_of(name or None))
                for name in sorted({*spelled.values()})
            },
            "rules": rules_json(),
            "conventions": [key.name for key in keys(Filters) if key.kind is bool],
            "boards": exchange.shipped_boards(),
            "forms": exchange.FORMS,
            "opens": exchange.OPENS,
        }

    @_call
    def graph(self, message: messages.Record, request: Request) -> dict[str, str]:
        """Return the words of a puzzle but for the players' own, as the page reads them."""
        message.puzzle.puzzle()  # one that cannot be played is refused
        return self.words_of(message.puzzle)

    @_call
    async def search(self, message: messages.Search, request: Request) -> Response:
        """Continue from a grid; stream the events of the search as lines of JSON."""
        page = _page(request)
        job = job_of(message, self.searches.threads)
        await asyncio.to_thread(self.lexicon, message.puzzle)
        number = self.searches.admit(page)

        async def lines() -> AsyncIterator[bytes]:
            async for event in self.searches.run(number, job):
                yield msgspec.json.encode(event) + b"\n"

        return StreamingResponse(
            lines(),
            media_type="application/x-ndjson",
            # A proxy passes each line on as it comes.
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )

    @_call
    def record(self, message: messages.Record, request: Request) -> dict[str, str | int | None]:
        """Return the name of a shipped puzzle and its least cost in the records, or null."""
        return _best_known(message.puzzle.spec())

    @_call
    def puzzles(self, message: messages.Nothing, request: Request) -> list[dict[str, Any]]:
        """Return the shipped puzzles with what is known of each."""
        return exchange.shipped_puzzles(self.lexicons)

    @_call
    def word(self, message: messages.Look, request: Request) -> dict[str, Any]:
        """Return whether a word is in the list and may be laid, how it is written, its origins.

        The list is that without the players' own words.
        """
        name, conventions, how = self.vocabulary(message.puzzle)
        lexicon = load(name, conventions, how)
        text = lexicon.alphabet.spelled(message.word)
        found = origins(name, text)
        return {
            "word": text,
            "listed": text in load(name, conventions.without_own_words(), how),
            "allowed": text in lexicon,
            "forms": spelled_forms(text, name),
            "origins": [{"kinds": kinds, "lemmas": lemmas} for kinds, lemmas in found.items()],
        }

    @_call
    async def stop(self, message: messages.Stop, request: Request) -> dict[str, Any]:
        """End a search; it returns its best grid so far."""
        self.searches.stop(message.search, _page(request))
        return {}

    @_call
    async def daily(self, message: messages.Daily, request: Request) -> dict[str, Any]:
        """Return the tile set of a day, and the cost that everyday words are known to reach."""
        box = await self.weeks.box(message.day)
        tiles = replace(box.puzzle.tiles, name=f"box of {message.day.isoformat()}")
        return {"tiles": tiles_json(tiles), "cost": box.measured.cost}

    @_call
    async def unseal(self, message: messages.Daily, request: Request) -> dict[str, Any]:
        """Return the grid of everyday words that shows what a day's box can reach."""
        box = await self.weeks.box(message.day)
        return {"rows": list(box.measured.grid.rows)}

    @_call
    def code(self, message: messages.Code, request: Request) -> dict[str, Any]:
        """Return a QR code: rows of 0 and 1, where 1 is black."""
        matrix = segno.make(message.text, error="l", micro=False).matrix
        return {"rows": ["".join(map(str, row)) for row in matrix]}

    @_call
    def open(self, message: messages.Open, request: Request) -> dict[str, Any]:
        """Read a grid file."""
        found = exchange.opened(message, self.lexicons)
        # Errors of its lexicon come before it is played.
        self.lexicon(msgspec.convert(found["puzzle"], messages.PuzzleMessage))
        return found

    @_call
    def save(self, message: messages.Save, request: Request) -> Response:
        """Write a grid in a file format."""
        return exchange.saved(message, self.lexicon(message.puzzle))

    @_call
    async def paper(self, message: messages.Print, request: Request) -> Response:
        """Return pages to play with as a PDF."""
        boxes = [await self.weeks.box(each.day) for each in message.days]
        return await asyncio.to_thread(exchange.on_paper, message, boxes)

    def close(self) -> None:
        """End what is going on."""
        self.searches.close()
        self.weeks.close()

    def lexicon(self, message: messages.PuzzleMessage) -> Lexicon:
        """Load the lexicon of a puzzle.

        Raises
        ------
        Refusal
            If this server has no such lexicon.
        LexiconError
            If the conventions contradict each other or leave no word.
        """
        return load(*self.vocabulary(message))

    def words_of(self, message: messages.PuzzleMessage) -> dict[str, str]:
        """Return the words of a puzzle but for the players' own."""
        name, conventions, how = self.vocabulary(message)
        return page_words(name, conventions.without_own_words(), how)

    def vocabulary(self, message: messages.PuzzleMessage) -> tuple[str, Conventions, How]:
        """Return what chooses the words of a puzzle.

        Raises
        ------
        Refusal
            If this server has no such lexicon.
        """
        spec = message.spec()
        if spec.lexicon_name not in self.lexicons:
            name = spec.lexicon_name[:40]
            raise Refusal(422, "lexicon", f"no lexicon of this server is called {name!r}")
        return spec.vocabulary


def application(desk: Desk, hosts: Hosts, token: str) -> Starlette:
    """Return the ASGI application; `hosts` are the allowed host names, `token` is the password."""
    routes = [
        Route(f"/api/{call.__name__}", _answering(desk, call), methods=["POST"]) for call in _CALLS
    ]
    routes += [Route(path, asset.response) for path, asset in load_assets().items()]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        warm = asyncio.create_task(asyncio.to_thread(_warm, desk))
        try:
            yield
        finally:
            desk.close()
            await warm

    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts, token=token)],
        lifespan=lifespan,
    )


def _best_known(asked: Spec) -> dict[str, str | int | None]:
    """Return the name of a puzzle that ships, and its least cost in the records; else None.

    A record stands with words that the players add, and with words barred that it does not use.
    """
    found = records.of(replace(asked, conventions=asked.conventions.without_own_words()))
    if found is None:
        return {"name": None, "cost": None}
    uses = {run.text for run in found.report.words}
    stands = found.valid and not uses.intersection(asked.conventions.ban)
    return {"name": found.name, "cost": found.cost if stands else None}


def _warm(desk: Desk) -> None:
    """Load the words of the first puzzle, so that they are ready for the page and for help."""
    message = msgspec.convert(desk.start.puzzle, messages.PuzzleMessage)
    with suppress(PatienceError):  # the first call reports the error
        desk.words_of(message)
        desk.lexicon(message)


def _answering(desk: Desk, call: Call) -> Answer:
    """Return the handler of a call: it parses the message and turns errors into responses."""
    kind = get_type_hints(call)["message"]
    # Two threads that use a type of msgspec for the first time at once crash: here is one alone.
    msgspec.json.Decoder(kind)

    async def answer(request: Request) -> Response:
        try:
            asked = desk, read(kind, await body_of(request)), request
            if iscoroutinefunction(call):
                found = await call(*asked)
            else:
                found = await asyncio.to_thread(call, *asked)
            return found if isinstance(found, Response) else _json(found)
        except Refusal as refusal:
            return refusal.response()
        except PatienceError as error:
            return Refusal(422, error.kind, str(error), **error.fields).response()

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
