"""A random command of a user with its input files, determined by seed and number."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from scripts.fuzz import word_lists
from scripts.fuzz.pastes import dressed, random_dress, random_grid
from scripts.fuzz.puzzle_files import puzzle_file
from scripts.fuzz.spoiling import bad_text, likely, other_arrays, other_json, spoilt, toml

WORDS = ("ABC", "ADF", "CEH", "FGH", "AB", "AC", "BA", "DE", "ED", "CAB", "ABBA", "BEC", "GAB")
GRID = "ABC\nD.E\nFGH\n"
HEADER = {
    "goal": ("frame", "compact", "board", "frame 3x3"),
    "size": ("3x3", "9x7", "0x0", "200x200", "3 x 3"),
    "within": ("3x3", "9x12", "1x1"),
    "board": ("..#/.../#..", "###", "..", "A.#"),
    "tiles": ("ABCDEFGHI", "A9 B9 C9 D9 E9", "diamino-63", "AB??", "A1000", "diamino-62"),
    "jokers": ("0", "2", "100", "101", "-1", "two"),
    "lexicon": ("words.txt", "fr-basic", "none.txt", "file:words.txt", "file:%ff.txt", "."),
    "no-conjugated": ("yes", "no", "1"),
    "pos": ("noun", "noun,adj", "nom", ","),
    "themes": ("zool", "nothing"),
    "common": ("5", "10", "999999999"),
    "min-length": ("2", "3", "1", "40"),
    "ban": ("ABC", "ABC,AB", "words.txt", "file:words.txt#sha256=00"),
    "only": ("ABC,AB", "words.txt", "file:none.txt#sha256=00", ""),
    "connected": ("yes", "no", "maybe"),
    "distinct-words": ("yes", "no"),
    "symmetry": ("half-turn", "mirror", "round"),
    "prefer": ("score", "beauty"),
    "min-score": ("3", "3:60,*:20", "3=60"),
    "require": ("ABC", "A", "XYZZY", "ABC,FGH"),
    "start": ("A../.../...", "ABC/D.E/FGH", "a", "***/*.*", "#"),
    "cost": ("1", "-1", "many"),
    "bound": ("0", "x"),
    "seed": ("1",),
}
_INSTANCE = {
    "goal": ('"frame"', '"compact"', '"board"', '"farme"'),
    "frame": ('"3x3"', '"2x2"', '"9x7"', '"0x1"', '"900x900"'),
    "within": ('"3x3"', '"9x9"'),
    "board": ('"board.txt"', '"good.txt"', '"none.txt"', '"."', '"/dev/null"'),
    "tiles": ('"ABCDEFGHI"', '"A9 B9"', '"diamino-63"', '"set.toml"', '"scrabble"', '"A5000"'),
    "jokers": ("0", "2", "100"),
    "lexicon": ('"words.txt"', '"fr-basic"', '"none"', '"good.txt"'),
    "rules.connected": ("true", "false"),
    "rules.distinct_words": ("true", "false"),
    "rules.require": ('["ABC"]', "[]", '["A"]', '["FGH", "CEH"]'),
    "lexicon_filter.pos": ('"noun"', '["noun", "adj"]', '["nom"]'),
    "lexicon_filter.themes": ('"zool"', "[]"),
    "lexicon_filter.common": ("5", "99"),
    "lexicon_filter.no_literary": ("true",),
    "lexicon_filter.min_length": ("2", "3", "9"),
    "lexicon_filter.ban": ('["ABC"]', '"words.txt"'),
    "lexicon_filter.only": ('["ABC", "AB"]', '"words.txt"'),
    "start.rows": ('["A..", "...", "..."]', '["."]', "[]", '["A", "BC"]'),
    "start.file": ('"good.txt"', '"none.txt"'),
}
_SWEEP = {
    "sweep.goals": ('["frame 3x3"]', '["compact", "frame 2x2", "board board.txt"]', '["frame"]'),
    "sweep.tiles": ('["ABCDEFGHI", "AABBCCDDE"]', '["set.toml"]', "[]"),
    "sweep.lexicons": ('["words.txt"]', '["words.txt", "words.txt"]'),
    "sweep.seeds": ("2", "[0, 5]", "[]", "1000000000"),
    **{key: _INSTANCE[key] for key in _INSTANCE if "." in key or key == "jokers"},
}
_SET = {
    "name": ('"mine"', '""'),
    "letters": ('"ABCDEFGHI"', '"A5 B2"', "{A = 5, B = 2}", "{A = 0}", '"?"', "{a = 1}"),
    "jokers": ("0", "2", "100", "101"),
}
_FLAGS: Mapping[str, tuple[str, ...]] = {
    "--frame": ("3x3", "2x2", "9x7", "1x4", "200x200", "0x0", "3×3"),  # noqa: RUF001
    "--compact": (),
    "--board": ("board.txt", "good.txt", "none.txt"),
    "--within": ("3x3", "9x9", "200x1"),
    "--tiles": ("ABCDEFGHI", "A9 B9 C9", "diamino-63", "set.toml", "scrabble", "AB?", "A1000"),
    "--jokers": ("0", "2", "-1", "100", "1e3"),
    "--start": ("good.txt", "half.txt", "none.txt", "-"),
    "--require": ("ABC", "é", "A"),
    "--distinct-words": (),
    "--symmetry": ("none", "half-turn", "mirror", "flip"),
    "--prefer": ("score", "beauty"),
    "--min-score": ("3", "3:60,*:20", "3=60"),
    "--place-all": ("words.txt", "none.txt"),
    "--disconnected": (),
    "--lexicon": ("words.txt", "fr-basic", "none.txt", "good.txt", "."),
    "--no-conjugated": (),
    "--pos": ("noun", "nom", "noun,adj,"),
    "--subject": ("zool", "x"),
    "--common": ("5", "-1", "99999999999999999999"),
    "--min-length": ("2", "4", "0"),
    "--ban": ("ABC", "words.txt", "none.txt"),
    "--only": ("words.txt", "AB", "none.txt"),
}
_SEARCH: Mapping[str, tuple[str, ...]] = {
    "--target": ("0", "3", "-1"),
    "--seed": ("0", "1", "2147483647", "2147483648"),
    "--count": ("2", "0"),
    "--differ": ("1", "500"),
    "--memory": ("0.1", "0", "nan", "1e9"),
    "--format": ("json", "svg", "text", "html", "ipuz", "exolve", "csv", "markdown", "puz", "jpz"),
    "--theme": ("dark", "zool"),
    "--size": ("20", "0"),
    "--clues": ("words.txt", "none.txt"),
    "--solved": (),
}
# A proof of a second or so, so that half a second leaves it unfinished.
PROOF = (
    *("prove", "--frame", "6x4", "--tiles", "AAABCDEEEEFGHIIILLMMNNOOPRRRSSTTU"),
    *("--lexicon", "fr-basic", "--at-most", "0", "--threads", "1"),
)
BATCH = (
    *("batch", "instance.toml", "--seeds", "2", "--jobs", "1"),
    *("--engine", "beam", "--max-width", "3"),
)
_FORMATS = ("text", "json", "svg", "html", "ipuz", "exolve", "puz", "jpz", "csv", "markdown")
_DRAWN = ("animated-svg", "png", "pdf", "gif")


@dataclass(frozen=True)
class Case:
    """A command, and the files in its folder.

    Attributes
    ----------
    kind : str
        The target of the case.
    arguments : list of str
    stdin : bytes
    files : mapping of str to bytes
        In addition to the base files.
    plain : bytes, optional
        The first file in plain notation. The command must refuse the file (exit code 2), or print
        the same as with the plain one.
    """

    kind: str
    arguments: list[str]
    stdin: bytes = b""
    files: Mapping[str, bytes] = field(default_factory=dict)
    plain: bytes | None = None


def base_files() -> dict[str, bytes]:
    """Return the files of every case's folder."""
    return {
        "words.txt": "\n".join(WORDS).encode(),
        "good.txt": GRID.encode(),
        "half.txt": b"; goal: frame\n; tiles: ABCDEFGHI\n; lexicon: words.txt\nABC\n...\n...\n",
        "board.txt": b"..#\n...\n#..\n",
        "set.toml": b'letters = "ABCDEFGHI"\n',
        "instance.toml": b'frame = "3x3"\ntiles = "ABCDEFGHI"\nlexicon = "words.txt"\n',
    }


def draw(seed: int, number: int, samples: Mapping[str, bytes], kinds: Sequence[str] = ()) -> Case:
    """Return the case of a number, of the given kinds or of any.

    `samples` are files written by the program itself.
    """
    rng = Random(f"{seed} {number}")
    kind = rng.choice(kinds or _KINDS)
    return _MAKERS[kind][1](rng, samples)


# ---- commands ------------------------------------------------------------------------------------


def _search(rng: Random) -> list[str]:
    """Return flags that bound a search, sometimes with others."""
    engine = rng.choice(("beam",) * 12 + ("auto", "cpsat", "prove"))
    flags = ["--engine", engine, "--threads", "1", "--time-limit", "0.3"]
    flags += ["--max-width", "3"] if engine == "beam" else []
    return flags + _some(rng, _SEARCH, 0.06)


def _some(rng: Random, flags: Mapping[str, tuple[str, ...]], share: float) -> list[str]:
    """Return some flags with values, most of them valid."""
    found = []
    for flag, values in flags.items():
        if rng.random() < share:
            found.append(flag)
            if values:
                found.append(likely(rng, values) if rng.random() < 0.93 else bad_text(rng))
    return [text.replace("\0", "") for text in found]


def _on_grid(rng: Random, name: str) -> list[str]:
    match rng.randrange(10):
        case 0:
            return ["solve", name, *_search(rng)]
        case 1:
            return ["hint", name, "--time-limit", "0.2", "--threads", "1", "--engine", "beam"]
        case 2 | 3 | 4:
            form = rng.choice(_FORMATS * 10 + _DRAWN)
            return ["show", name, "--format", form, *(["--output", "o"] if form in _DRAWN else [])]
        case 5:
            return ["verify", "good.txt", name, "--json"]
    return ["verify", name, *_some(rng, _FLAGS, 0.05)]


def _on_puzzle(rng: Random, name: str) -> list[str]:
    match rng.randrange(6):
        case 0:
            return ["verify", "good.txt", "--instance", name, *_some(rng, _FLAGS, 0.05)]
        case 1:
            return ["prove", name, "--at-most", "0", "--estimate", "--threads", "1"]
        case 2:  # a file is not a folder: nothing runs
            return ["batch", name, "instance.toml", "--out", "good.txt", "--max-width", "2"]
    return ["solve", name, *_search(rng), *_some(rng, _FLAGS, 0.05)]


# ---- what they read ------------------------------------------------------------------------------


def _grids(rng: Random, samples: Mapping[str, bytes]) -> Case:
    names = [name for name in samples if name.startswith("grid.")]
    text = rng.choice([GRID.encode(), *map(samples.__getitem__, names)])
    if rng.random() < 0.2:
        rows, width = rng.randint(1, 6), rng.randint(1, 8)
        cells = "ABCDEabe...#* \t"
        lines = ("".join(rng.choice(cells) for _ in range(width)) for _ in range(rows))
        text = "\n".join(lines).encode()
    name, stdin = "grid.txt", b""
    files = {name: spoilt(rng, text)}
    if rng.random() < 0.1:
        name, stdin = "-", files.pop(name)
    return Case("grid", _on_grid(rng, name), stdin, files)


def _headers(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    lines = []
    share, bad = rng.choice((0.1, 0.2, 0.4)), rng.choice((0.0, 0.0, 0.1))
    for key, values in HEADER.items():
        if rng.random() < share or key in {"tiles", "lexicon"}:
            value = likely(rng, values) if rng.random() >= bad else bad_text(rng)
            lines.append(f"; {key}: {value}")
    grids = (GRID, GRID, GRID, "...\n...\n...\n", "..i\n", ".\nu\n", "AB\nC.\n", "##\n#A\n")
    grid = rng.choice(grids)
    text = "\n".join([*lines, grid]).encode("utf-8", "surrogateescape")
    if rng.random() < 0.2:
        text = spoilt(rng, text)
    return Case("header", _on_grid(rng, "grid.txt"), files={"grid.txt": text})


def _instances(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    text = toml(rng, _INSTANCE)
    needed = {
        "frame": '"3x3"' if "goal" not in text and "board" not in text else "",
        "tiles": '"ABCDEFGHI"',
        "lexicon": '"words.txt"',
    }
    for key, value in needed.items():
        if value and f"{key} =" not in text and rng.random() < 0.95:
            text = f"{key} = {value}\n{text}"
    return Case("instance", _on_puzzle(rng, "i.toml"), files={"i.toml": _bytes(rng, text)})


def _sweeps(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    text = toml(rng, _SWEEP)
    if "goals =" not in text:
        text = f'{text}\n[sweep]\ngoals = ["frame 3x3"]\n' if "[sweep]" not in text else text
    name = ["--name", rng.choice(("{goal}", "{n}", "{", "{x}", "{goal!r}"))]
    arguments = ["batch", "s.toml", "--out", "good.txt", *(name if rng.random() < 0.2 else [])]
    return Case("sweep", arguments, files={"s.toml": _bytes(rng, text)})


def _sets(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    text = toml(rng, _SET)
    if "letters" not in text and rng.random() < 0.8:
        text = f'letters = "AAB"\n{text}'
    command = ["tiles"] if rng.random() < 0.7 else ["verify", "good.txt", "--tiles"]
    return Case("tile set", [*command, "t.toml"], files={"t.toml": _bytes(rng, text)})


def _bytes(rng: Random, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    return spoilt(rng, data) if rng.random() < 0.2 else data


def _word_lists(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    words = word_lists.random_words(rng)
    layout = rng.choice(tuple(word_lists.LAYOUTS))
    files = {"w.txt": word_lists.dressed(rng, words, layout)}
    plain = "\n".join(words).encode()
    return Case("word list", ["lexicon", "info", "w.txt"], files=files, plain=plain)


def _hands(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    counts, jokers = word_lists.random_hand(rng)
    files = {"t.toml": word_lists.tile_set(rng, counts, jokers)}
    letters = "".join(x * n for x, n in counts.items())
    plain = f'letters = "{letters}"\njokers = {jokers}\n'.encode()
    return Case("hand", ["tiles", "t.toml"], files=files, plain=plain)


def _lexicons(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    data = spoilt(rng, "\n".join(WORDS).encode())
    if rng.random() < 0.2:
        data = gzip.compress(data, mtime=0)
        if rng.random() < 0.5:
            data = spoilt(rng, data)
    command = _one_of(
        rng,
        "lexicon check ABC AB --lexicon w.txt",
        "lexicon check @ AB --lexicon w.txt",
        "lexicon info w.txt",
        "verify good.txt --lexicon w.txt",
        "verify good.txt --lexicon words.txt --only w.txt",
        "lexicon check c\u0153ur @",
        "solve --frame 3x3 --tiles ABCDEFGHI --lexicon w.txt",
    )
    return Case("lexicon", command, files={"w.txt": data})


def _flags(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    command = _one_of(
        rng,
        "solve",
        "solve instance.toml",
        "solve half.txt",
        "solve @",
        "verify good.txt",
        "verify @",
        "show @",
        "tiles @",
        "lexicon info @",
        "lexicon check @ --lexicon @",
        "records @",
        "@",
        "help @",
        "prove instance.toml --estimate --at-most 0 --threads 1",
        "batch @ --out good.txt",
    )
    if command[0] in {"solve", "verify", "prove"}:
        command += _some(rng, _FLAGS, 0.12)
    return Case("flags", command, stdin=spoilt(rng, GRID.encode()))


def _one_of(rng: Random, *commands: str) -> list[str]:
    """Return one of some commands; ``@`` in it is replaced by a text that readers may fail on."""
    found = [bad_text(rng) if x == "@" else x for x in rng.choice(commands).split()]
    found = [text.replace("\0", "") for text in found]
    return found + (_search(rng) if found[0] == "solve" else [])


def _json_of(rng: Random, data: bytes) -> bytes:
    """Return JSON with one part replaced, or its text damaged."""
    if rng.random() < 0.3:
        return spoilt(rng, data)
    value = json.loads(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        value = other_json(rng, value)
    return json.dumps(value).encode()


def _certificates(rng: Random, samples: Mapping[str, bytes]) -> Case:
    files = {"c.json": _json_of(rng, samples["certificate.json"])}
    command = ["prove", "--check", "c.json", "--sample", "1", "--threads", "1"]
    return Case("certificate", command, files=files)


def _states(rng: Random, samples: Mapping[str, bytes]) -> Case:
    if rng.random() < 0.5:
        files = {"s.json": _json_of(rng, samples["state.json"])}
        command = ["prove", "instance.toml", "--at-most", "0", "--threads", "1"]
    else:
        files = {"s.json": other_arrays(rng, samples["begun.json"])}
        command = [*PROOF]
    return Case("state", [*command, "--time-limit", "0.1", "--state", "s.json"], files=files)


def _journals(rng: Random, samples: Mapping[str, bytes]) -> Case:
    lines = samples["journal.jsonl"].splitlines(keepends=True)
    text = b"".join(_json_of(rng, line) + b"\n" if rng.random() < 0.5 else line for line in lines)
    if rng.random() < 0.2:
        text = spoilt(rng, text)
    files = {"a/journal.jsonl": text, "b/journal.jsonl": samples["journal.jsonl"]}
    command = ["batch", "--compare", "a", "b", *(["--json"] if rng.random() < 0.5 else [])]
    if rng.random() < 0.5:
        command = [*BATCH, "--out", "a"]
    return Case("journal", command, files=files)


def _exchanged(rng: Random, samples: Mapping[str, bytes]) -> Case:
    name = rng.choice(("result.json", "grid.ipuz", "grid.exolve", "grid.puz"))
    data = samples[name]
    spoil = spoilt if name in {"grid.exolve", "grid.puz"} else _json_of
    return Case("exchange", _on_grid(rng, "g.txt"), files={"g.txt": spoil(rng, data)})


def _puzzle_files(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    data, rows = puzzle_file(rng)
    command = ["show", "g", "--format", "json"]
    return Case("puzzle file", command, files={"g": data}, plain="\n".join(rows).encode())


def _pastes(rng: Random, _samples: Mapping[str, bytes]) -> Case:
    """Return a grid in an unusual notation, with the same grid in plain text."""
    text = None
    while text is None:
        rows = random_grid(rng)
        text = dressed(rows, *random_dress(rng))
    plain = "\n".join(rows).encode()
    command = ["show", "paste.txt", "--format", "text"]
    if rng.random() < 0.4:
        command = ["verify", "paste.txt", "--lexicon", "words.txt", "--tiles", "diamino-double"]
        closed = any("#" in row for row in rows)
        size = ["--board", "board.txt"] if closed else ["--frame", f"{len(rows[0])}x{len(rows)}"]
        command += size if rng.random() < 0.5 else ["--json"]
    return Case("paste", command, files={"paste.txt": text, "board.txt": plain}, plain=plain)


# Relative frequencies: states and certificates take longest, because they search.
_MAKERS: dict[str, tuple[int, Callable[[Random, Mapping[str, bytes]], Case]]] = {
    "grid": (4, _grids),
    "header": (5, _headers),
    "instance": (5, _instances),
    "sweep": (3, _sweeps),
    "tile set": (3, _sets),
    "lexicon": (4, _lexicons),
    "flags": (6, _flags),
    "certificate": (1, _certificates),
    "state": (1, _states),
    "journal": (2, _journals),
    "exchange": (3, _exchanged),
    "puzzle file": (3, _puzzle_files),
    "word list": (4, _word_lists),
    "hand": (2, _hands),
    "paste": (5, _pastes),
}
KINDS = tuple(_MAKERS)
_KINDS = [kind for kind, (weight, _) in _MAKERS.items() for _ in range(weight)]
