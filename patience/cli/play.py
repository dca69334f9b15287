"""``patience play``: serve the page."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from io import StringIO

import click

from patience.cli.colors import is_display
from patience.cli.command import command_named
from patience.cli.errors import say
from patience.cli.options import Given, load_lexicon, puzzle_options
from patience.cli.shells import complete_instances
from patience.extras import load
from patience.game.puzzle import Frame
from patience.question.spec import Spec
from patience.render.page_form import puzzle_json
from patience.words.lexicon import available

_BOX = Frame(9, 7)

# A token to type: nine letters that are not taken for others, 23**9 in all. The server takes one
# wrong one a second, so trying half of them takes 28,000 years.
_TYPED = 9
_LETTERS = "abcdefghjkmnpqrstuvwxyz"


@command_named(
    "play",
    examples=[
        ("patience play", "Go on with your last game, or begin with the box of 9x7."),
        ("patience play half.txt", "Go on with a grid."),
        ("patience play --compact --tiles diamino-61", "Another puzzle."),
        ("patience play --host 0.0.0.0", "For the phones at home."),
        ("patience play --address https://game.example.org", "Behind a proxy."),
    ],
)
@click.argument("instance", metavar="[PUZZLE]", required=False, shell_complete=complete_instances)
@puzzle_options
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8642,
    show_default=True,
    metavar="N",
    help="0 takes any that is free.",
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="H", help="Address to listen on."
)
@click.option(
    "--address",
    "urls",
    multiple=True,
    metavar="URL",
    help="Address that people open, through a proxy or a tunnel (repeatable).",
)
@click.option(
    "--token",
    metavar="T",
    help="Code that lets a page in; by default one that this machine keeps, for others a new one.",
)
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
def command(
    *,
    instance: str | None,
    given: Given,
    port: int,
    host: str,
    urls: Sequence[str],
    token: str | None,
    no_open: bool,
) -> None:
    """Open the page to play on, and print its address.

    PUZZLE is a TOML file, the name of a shipped puzzle, or a grid to go on with; flags override
    it. Without one the page goes on with your last game, or begins with the frame of 9x7. Ctrl-C
    ends it.
    """
    load("patience.web.server", "the page", "play")
    from patience.web.addresses import Address  # noqa: PLC0415
    from patience.web.app import Desk, Start  # noqa: PLC0415
    from patience.web.guard import is_loopback  # noqa: PLC0415
    from patience.web.searches import Searches  # noqa: PLC0415
    from patience.web.server import address, listen, serve, with_token  # noqa: PLC0415
    from patience.web.tokens import TOKEN, kept_token  # noqa: PLC0415

    host = host[1:-1] if host.startswith("[") and host.endswith("]") else host  # as in a URL
    if token is not None and not TOKEN.fullmatch(token):
        raise click.UsageError("--token: give 8 to 128 letters, digits, '-' or '_'")
    try:
        addresses = [Address.parse(url) for url in urls]
    except ValueError:
        raise click.UsageError(
            "--address: give what people type, up to the name and port, such as "
            "https://game.example.org or http://localhost:9000"
        ) from None
    others = not all(map(is_loopback, [each.name for each in addresses] or [host]))
    if token is None:
        token = typed_token() if others else kept_token()
    wanted = given.puzzle(instance)
    spec = wanted if wanted.goal else replace(wanted, goal=_BOX)
    lexicons = available()
    if spec.lexicon is not None and spec.lexicon not in lexicons:
        load_lexicon(*spec.vocabulary)  # report its errors before the server starts
        path = os.path.abspath(spec.lexicon)  # as in a header
        spec = replace(spec, lexicon=path)
        lexicons[path] = os.path.basename(path)
    start = Start(
        puzzle_json(spec, lexicons),
        rows=None if spec.start is None else list(spec.start.rows),
        asked=wanted != Spec(),
    )
    listener = listen(host, port)
    port = listener.getsockname()[1]
    where = with_token(addresses[0], token) if addresses else address(host, port, token)
    desk = Desk(start, lexicons, Searches())
    with suppress(KeyboardInterrupt):  # Ctrl-C is the normal end
        click.echo(where)
        if addresses:
            say(f"listening on {host} port {port}")
        if others and is_display(sys.stderr):
            say(qr_code(where))
            say("a phone's camera opens the page from this QR code")
        if others:
            page = where.partition("://")[2].partition("/")[0]
            say(f"or type there {page}, then the code {in_groups(token)}")
        say("the page runs until you press Ctrl-C here")
        browser = None if no_open else where
        serve(desk, listener, host, token, addresses=addresses, browser=browser)


def typed_token() -> str:
    """Return a new token that is easy to type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_TYPED))


def in_groups(token: str) -> str:
    """Return a token to type in groups of three letters; the page leaves the spaces out."""
    if len(token) != _TYPED or not set(token) <= set(_LETTERS):
        return token
    return " ".join(token[i : i + 3] for i in range(0, _TYPED, 3))


def qr_code(address: str) -> str:
    """Return an address as a QR code, white on black whatever the colours of the terminal."""
    import segno  # noqa: PLC0415 (of the extra `play`)

    text = StringIO()
    segno.make(address, error="l").terminal(text, compact=True)
    lines = text.getvalue().splitlines()
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)
