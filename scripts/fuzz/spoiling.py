"""Random damage to user input: bytes, TOML values, JSON values."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

# Numbers out of the range of arrays.
_NUMBERS = (-1, 1, 26, 255, 1 << 20, 1 << 32, 1 << 62, -(1 << 62))

# Texts that readers may fail on.
_BAD: tuple[str, ...] = (
    *("", "\0", "\t", "; goal: ", "9" * 5000, "x" * 5000, "0x" + "f" * 5000),
    *("[" * 3000, "{" * 3000, '{"a":' * 2000, "'''", "%s%n{0}", "../../etc/passwd", "/dev/null"),
    *("\u00e9", "\N{LATIN SMALL LETTER DOTLESS I}", "\N{LATIN SMALL LIGATURE ST}"),
    *("\N{LINE SEPARATOR}", "\N{RIGHT-TO-LEFT OVERRIDE}", "A\N{COMBINING ACUTE ACCENT}" * 30),
    *("-1", "1e309", "nan", "true", "null", "2000-01-01"),
    *';="#*~:,',
)
_BAD_BYTES = (
    *(b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", b"\x1f\x8b", b"\xef\xbb\xbf", b"\r", b"\x1b[31m"),
)


def bad_text(rng: Random) -> str:
    """Return a text that a reader may fail on; sometimes it is not UTF-8."""
    if rng.random() < 0.1:
        return "w\udce9rter" + rng.choice(("", ".txt", "\udcff"))
    return rng.choice(_BAD)


def likely(rng: Random, values: Sequence[str]) -> str:
    """Return the first value, which is valid, or any of them."""
    return values[0] if rng.random() < 0.55 else rng.choice(values)


def spoilt(rng: Random, data: bytes) -> bytes:
    """Return bytes with some damage, or none."""
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3, 8))):
        data = rng.choice(_DAMAGES)(rng, data)
    return data[:100_000]


def _place(rng: Random, data: bytes) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((1, 1, 2, 5, 40, 1000)))


def _cut(rng: Random, data: bytes) -> bytes:
    start, end = _place(rng, data)
    return data[:start] + data[end:]


def _repeat(rng: Random, data: bytes) -> bytes:
    start, end = _place(rng, data)
    return data[:start] + data[start:end] * rng.choice((2, 2, 3, 30, 1000)) + data[end:]


def _insert(rng: Random, data: bytes) -> bytes:
    start, _ = _place(rng, data)
    what = bad_text(rng).encode("utf-8", "surrogateescape")
    return (
        data[:start] + rng.choice((what, rng.choice(_BAD_BYTES), rng.randbytes(3))) + data[start:]
    )


def _change(rng: Random, data: bytes) -> bytes:
    start, _ = _place(rng, data)
    letters = b"ABEZabez.#*;:=[]{}\"'-_0123456789 \t\n\r,/\xe9"
    return data[:start] + bytes([rng.choice(letters)]) + data[start + 1 :]


def _swap_lines(rng: Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    rng.shuffle(lines)
    return b"".join(lines)


def _end(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _other_encoding(rng: Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(rng.choice(("utf-16", "latin-1", "utf-8-sig", "utf-32")), "replace")


def _other_ends(rng: Random, data: bytes) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\x0b", b"\xe2\x80\xa8")))


_DAMAGES: Sequence[Callable[[Random, bytes], bytes]] = (
    *(_cut, _cut, _repeat, _insert, _insert, _change, _change),
    *(_swap_lines, _end, _other_encoding, _other_ends),
)


def toml(rng: Random, keys: Mapping[str, Sequence[str]]) -> str:
    """Return TOML with some of the keys; each has one of its values, or another type.

    A key ``a.b`` is in the table ``[a]``.
    """
    tables: dict[str, list[str]] = {"": []}
    share, bad = rng.choice((0.1, 0.2, 0.45)), rng.choice((0.0, 0.05, 0.2))
    for key, values in keys.items():
        if rng.random() < share:
            table, _, name = key.rpartition(".")
            value = likely(rng, values) if rng.random() >= bad else _bad_value(rng)
            if rng.random() < bad / 10:
                name = name[1:] + "x"
            tables.setdefault(table, []).append(f"{name} = {value}")
    parts = [
        "\n".join(([f"[{table}]"] if table else []) + lines) for table, lines in tables.items()
    ]
    return "\n".join(parts) + "\n"


def _bad_value(rng: Random) -> str:
    text = json.dumps(bad_text(rng).encode("utf-8", "replace").decode())
    texts = (text, f"[{text}]", f"[[{text}], 1]", f"{{a = {text}}}")
    numbers = ("-1", "0", "1.5", "nan", "9" * 5000, "0x" + "f" * rng.choice((3, 20, 5000)))
    return rng.choice((*texts, *numbers, "true", "2000-01-01", "[]", "{}", "[" * 2000))


def other_json(rng: Random, value: Any) -> Any:
    """Return a JSON value with one part replaced."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        changed = dict(value)
        match rng.randrange(8):
            case 0:
                del changed[key]
            case 1:
                changed[bad_text(rng).encode("utf-8", "replace").decode()] = changed.pop(key)
            case _:
                changed[key] = other_json(rng, value[key])
        return changed
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        return [*value[:place], other_json(rng, value[place]), *value[place + 1 :]]
    text = bad_text(rng).encode("utf-8", "replace").decode()
    atoms = (None, True, -1, 0, 10**30, 1e308, float("nan"), "", "A", text)
    return rng.choice((*atoms, [], {}, [[]], {"a": 1}, ["A", 1]))


def other_arrays(rng: Random, data: bytes) -> bytes:
    """Return a proof's state with other numbers in its packed arrays."""
    value = json.loads(data)
    for number, text in value["begun"].items():
        arrays = bytearray(zlib.decompress(base64.b64decode(text)))
        for _ in range(rng.choice((1, 1, 3, 30))):
            at, other = rng.randrange(len(arrays) // 8) * 8, rng.choice(_NUMBERS)
            arrays[at : at + 8] = other.to_bytes(8, "little", signed=True)
        value["begun"][number] = base64.b64encode(zlib.compress(arrays)).decode()
    return json.dumps(value).encode()
