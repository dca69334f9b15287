"""Requests that mean harm or make no sense: each is refused, and nothing stays behind."""

from __future__ import annotations

import json
import random
import select
import socket
import threading
from collections.abc import Callable

import psutil
import pytest

from tests.web.server import EMPTY, EXAMPLE, FRAME, LONG, TOKEN, Server, eventually, serving

# A call with all that is asked of a puzzle and a grid.
CALL = "save"
LAID: dict[str, object] = {"puzzle": FRAME, "rows": EXAMPLE}
ASKED: dict[str, object] = {**LAID, "form": "text"}
FUZZ = 2000

Body = dict[str, object]


def raw(server: Server, head: str, body: bytes = b"") -> bytes:
    """Send bytes as they are, and return what comes back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=LONG) as connection:
        connection.sendall(head.replace("\n", "\r\n").encode() + body)
        answer = b""
        try:
            while chunk := connection.recv(65536):
                answer += chunk
        except (TimeoutError, ConnectionError):
            pass
        return answer


def get(server: Server, path: str) -> bytes:
    return raw(server, f"GET {path} HTTP/1.1\nHost: 127.0.0.1:{server.port}\nConnection: close\n\n")


def still_serves(server: Server) -> None:
    assert server.send(CALL, ASKED)[0] == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"x_patience_token": ""}, 401),
        ({"x_patience_token": "wrong"}, 401),
        ({"x_patience_token": TOKEN + "x"}, 401),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"host": "evil.example"}, 400),
        ({"host": "127.0.0.1"}, 400),
        ({"host": "evil.example:80@127.0.0.1"}, 400),
        ({"host": "[::1"}, 400),
        ({"host": "a:b:c"}, 400),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "cors"}, 403),
        ({"content_type": "text/plain"}, 415),
        ({"content_type": ""}, 415),
        ({"content_type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_who_asks_has_to_show_it(server: Server, headers: dict[str, str], status: int) -> None:
    got, answer = server.send(CALL, ASKED, raw=None, method="POST", **headers)
    assert got == status, answer
    assert json.loads(answer)["error"]["message"]


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_calls_are_posts(server: Server, method: str) -> None:
    assert server.send(CALL, ASKED, method=method)[0] == 405


@pytest.mark.parametrize(
    "path",
    [
        *("/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd"),
        *("//etc/passwd", "/C:/windows/win.ini", "/static/../server.py", "/types.d.ts"),
        *("/main.js/../../server.py", "/main.js%00.html", "/index.html"),
    ],
)
def test_what_is_no_file_of_the_page_does_not_exist(server: Server, path: str) -> None:
    answer = get(server, path)
    assert answer.split(b" ", 2)[1] in (b"404", b"400"), answer[:200]
    assert b"root:" not in answer


def test_every_answer_is_protected(server: Server) -> None:
    for path in ("/", "/main.js", "/nothing", f"/api/{CALL}"):
        answer = get(server, path).lower()
        assert b"content-security-policy: default-src 'self'" in answer
        assert b"x-content-type-options: nosniff" in answer
        assert b"access-control-allow" not in answer
    assert TOKEN.encode() not in get(server, "/")


DAY = {"day": "2026-11-23", "name": ""}


def puzzle(name: str, value: object) -> Body:
    """Return a call whose puzzle has another value."""
    return {**ASKED, "puzzle": {**FRAME, name: value}}


HOSTILE: list[tuple[str, str, object]] = [
    (CALL, "nothing", None),
    (CALL, "a list", []),
    (CALL, "a text", CALL),
    (CALL, "no puzzle", {"rows": EMPTY, "form": "text"}),
    (CALL, "no rows", {**ASKED, "rows": []}),
    (CALL, "ragged rows", {**ASKED, "rows": ["ABC", "A"]}),
    (CALL, "long rows", {**ASKED, "rows": ["A" * 31]}),
    (CALL, "many rows", {**ASKED, "rows": ["A"] * 31}),
    (CALL, "strange cells", {**ASKED, "rows": ["\u0130\ufb06"]}),
    (CALL, "a line break", {**ASKED, "rows": ["A\n"]}),
    (CALL, "an unknown key", {**ASKED, "extra": 1}),
    (CALL, "a path as lexicon", puzzle("lexicon", "/etc/passwd")),
    (CALL, "a way up", puzzle("lexicon", "../fr.txt.gz")),
    (CALL, "a file to ban", puzzle("filters", {"ban": ["/etc/passwd"]})),
    (CALL, "a file to add", puzzle("filters", {"also": ["/etc/p"]})),
    ("paper", "no day", {"puzzle": FRAME, "part": "days"}),
    ("paper", "many days", {"puzzle": FRAME, "part": "days", "days": [DAY] * 8}),
    ("paper", "a long title", {"puzzle": FRAME, "part": "boxes", "title": "x" * 81}),
    ("paper", "another paper", {"puzzle": FRAME, "part": "boxes", "paper": "/etc/passwd"}),
    ("word", "a sentence", {"puzzle": FRAME, "word": "no word"}),
    ("word", "a file", {"puzzle": {**FRAME, "filters": {"also": ["~/x"]}}, "word": "WORD"}),
    (CALL, "a theme with code", puzzle("filters", {"themes": ["<b>"]})),
    (CALL, "a huge frame", puzzle("size", [10**9, 10**9])),
    (CALL, "no size", puzzle("size", None)),
    (CALL, "negative tiles", puzzle("tiles", {"counts": [-1] * 26})),
    (CALL, "many tiles", puzzle("tiles", {"counts": [300] * 26})),
    (CALL, "no tile", puzzle("tiles", {"counts": [0] * 26})),
    (CALL, "few counts", puzzle("tiles", {"counts": [1]})),
    (CALL, "another goal", puzzle("goal", "win")),
    ("record", "no size", {"puzzle": {**FRAME, "size": None}}),
    ("search", "for ever", {**LAID, "mode": "finish", "seconds": 1e300}),
    ("search", "no time", {**LAID, "mode": "finish", "seconds": 0}),
    ("search", "another mode", {**LAID, "mode": "rm -rf", "seconds": 5}),
    ("search", "nothing selected", {**LAID, "mode": "selection", "seconds": 5}),
    (
        "search",
        "nothing to look back at",
        {"puzzle": FRAME, "rows": EMPTY, "mode": "critique", "seconds": 5},
    ),
    ("daily", "no day", {"day": "2026-02-31"}),
    ("daily", "a day far off", {"day": "9999-12-31"}),
    ("unseal", "a day long ago", {"day": "0001-01-01"}),
    ("open", "no grid", {"text": "<html>"}),
    ("save", "another form", {**ASKED, "form": "../x"}),
]


@pytest.mark.parametrize(
    ("name", "body"), [(n, b) for n, _, b in HOSTILE], ids=[i for _, i, _ in HOSTILE]
)
def test_nonsense_is_refused_in_a_sentence(server: Server, name: str, body: object) -> None:
    status, answer = server.send(name, body)
    assert status == 422, answer
    assert json.loads(answer)["error"]["message"]
    assert b"Traceback" not in answer


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"puzzle":' + b"[" * 5000 + b"]" * 5000 + b"}",
        b"1e999999",
        b'{"rows": NaN}',
        b"\0" * 1000,
    ],
    ids=["empty", "cut", "bytes", "deep", "deeper", "deep inside", "number", "nan", "nulls"],
)
def test_bodies_that_are_no_message(server: Server, body: bytes) -> None:
    for name in (CALL, "search", "open"):
        assert server.send(name, raw=body)[0] == 422
    still_serves(server)


@pytest.mark.parametrize(
    ("how", "body", "status"),
    [
        ("Content-Length: 99999999999", b"", b"413"),
        ("Transfer-Encoding: chunked", (b"8000\r\n" + b" " * 0x8000 + b"\r\n") * 40, b"413"),
        pytest.param("Content-Length: 1000", b"{", b"408", marks=pytest.mark.slow),
    ],
    ids=["huge", "endless", "dripping"],
)
def test_a_body_is_not_waited_for(server: Server, how: str, body: bytes, status: bytes) -> None:
    head = (
        f"POST /api/{CALL} HTTP/1.1\nHost: 127.0.0.1:{server.port}\nX-Patience-Token: {TOKEN}\n"
        f"Content-Type: application/json\n{how}\n\n"
    )
    assert status in raw(server, head, body)[:40].split()
    still_serves(server)


@pytest.mark.slow
def test_a_head_that_drips_is_given_up(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=LONG) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")

        def ended() -> bool:
            try:
                connection.sendall(b"X-Slow: 1\r\n")
                return bool(select.select([connection], [], [], 0.5)[0])
            except ConnectionError:
                return True

        assert eventually(ended)
    still_serves(server)


def test_a_head_without_end_is_refused(server: Server) -> None:
    answer = raw(server, "GET / HTTP/1.1\nX-Long: " + "x" * 200_000)
    assert answer == b"" or b" 4" in answer[:40]
    still_serves(server)


def test_two_hundred_at_once_each_get_an_answer(server: Server) -> None:
    answers: list[int] = []

    def ask() -> None:
        try:
            answers.append(server.send(CALL, ASKED)[0])
        except ConnectionError:
            answers.append(0)

    threads = [threading.Thread(target=ask) for _ in range(200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 200
    assert set(answers) <= {200, 503}
    assert 200 in answers
    still_serves(server)


def test_a_page_has_only_so_many_searches(server: Server) -> None:
    body = {"puzzle": FRAME, "rows": EMPTY, "mode": "finish", "seconds": 600}
    running = [server.stream(body) for _ in range(2)]
    for told in running:
        next(told)
    status, answer = server.send("search", body)
    assert status == 429, answer
    for told in running:
        told.close()
    assert settled(server)


def test_a_header_cannot_name_files(server: Server) -> None:
    header = ["goal: frame", "lexicon: /etc/passwd", "ban: /etc/passwd,WAGON", "only: /etc/hosts"]
    header.append("also: file:/etc/passwd#sha256=0,COVID")
    text = "\n".join([*(f"; {line}" for line in header), "AN", "NU"])
    opened = server.call("open", {"text": text})
    assert opened["puzzle"]["lexicon"] == "fr"
    assert opened["puzzle"]["filters"] == {"ban": ["WAGON"], "also": ["COVID"]}


# ---- fuzz ----------------------------------------------------------------------------------------


def mutated(value: object, luck: random.Random) -> object:
    """Change something somewhere in a message."""
    odd: list[Callable[[], object]] = [
        lambda: None,
        lambda: luck.choice([-1, 0, 1, 2**31, 10**20, -(10**30)]),
        lambda: luck.random() * 10 ** luck.randrange(-5, 300),
        lambda: "".join(chr(luck.randrange(1, 0xD000)) for _ in range(luck.randrange(40))),
        lambda: luck.choice(["../../etc/passwd", "/etc/passwd", "fr", "", "\0", "A" * 5000]),
        lambda: [luck.randrange(300) for _ in range(luck.randrange(60))],
        lambda: {"a": {"b": []}},
        lambda: luck.random() < 0.5,
    ]
    if isinstance(value, dict) and value and luck.random() < 0.9:
        changed = dict(value)
        key = luck.choice(list(changed))
        if luck.random() < 0.1:
            del changed[key]
        elif luck.random() < 0.1:
            changed[luck.choice(["x", "__class__", "size"])] = mutated(None, luck)
        else:
            changed[key] = mutated(changed[key], luck)
        return changed
    if isinstance(value, list) and value and luck.random() < 0.7:
        place = luck.randrange(len(value))
        return [*value[:place], mutated(value[place], luck), *value[place + 1 :]]
    if isinstance(value, str) and value and luck.random() < 0.6:
        place = luck.randrange(len(value))
        return value[:place] + luck.choice(".#*AzÉ\n\u2028x") + value[place + 1 :]
    return luck.choice(odd)()


def fuzzed(server: Server, seed: int, count: int) -> dict[int, int]:
    """Send mutated calls and count the answers by status."""
    luck = random.Random(seed)
    calls: dict[str, Body] = {
        "graph": {"puzzle": FRAME},
        "record": {"puzzle": FRAME},
        "stop": {"search": "0"},
        "daily": {"day": "2026-11-23"},
        "open": {"text": "; goal: frame\nAN\nNU\n", "name": "x"},
        "save": ASKED,
        "search": {**LAID, "mode": "selection", "seconds": 1, "selection": []},
        "begin": {},
    }
    seen: dict[int, int] = {}
    for _ in range(count):
        name = luck.choice(list(calls))
        body = calls[name]
        for _ in range(luck.randrange(1, 4)):
            new = mutated(body, luck)
            body = new if isinstance(new, dict) else body
        data = json.dumps(body).encode()
        if luck.random() < 0.1:
            place = luck.randrange(len(data))
            data = data[:place] + bytes([luck.randrange(256)]) + data[place + 1 :]
        status, answer = server.send(name, raw=data)
        seen[status] = seen.get(status, 0) + 1
        assert status in (200, 422, 429), (name, data, answer)
        assert b"Traceback" not in answer
    return seen


def settled(server: Server) -> bool:
    """Tell whether nothing but the spare process is left, after a while."""
    return eventually(lambda: len(server.searches()) <= 1)


def test_a_fuzz_of_150_requests(server: Server) -> None:
    seen = fuzzed(server, 1, 150)
    assert seen[422] > 50
    assert settled(server)
    still_serves(server)


@pytest.mark.slow
def test_a_fuzz_of_2000_requests() -> None:
    with serving() as server:
        memory = psutil.Process(server.process.pid)
        fuzzed(server, 2, 200)
        before = memory.memory_info().rss
        seen = fuzzed(server, 3, FUZZ)
        assert sum(seen.values()) == FUZZ
        assert memory.memory_info().rss - before < 600e6  # lexicons are kept, no more
        assert settled(server)
        still_serves(server)
