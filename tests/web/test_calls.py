"""What the server answers to a page that behaves."""

from __future__ import annotations

import json
import multiprocessing
import re
import signal
import subprocess
import sys
from base64 import b64decode, b64encode
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pypdfium2 as pdfium
import pytest

from patience import records
from patience.analysis.daily import EVERYDAY, drawn, measure
from patience.cli.play import in_groups, typed_token
from patience.files.instances import load_instance
from patience.game.alphabet import LATIN, Alphabet
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.referee import verify
from patience.referee.report import Report
from patience.render.puzzles import LEVELS
from patience.result import Result, Stats, Status
from patience.web import answers
from patience.web.app import _best_known
from patience.web.jobs import job_of
from patience.web.messages import PuzzleMessage, Search, read
from patience.web.searches import share
from patience.words.conventions import Conventions
from patience.words.lexicon import load
from tests.web.graphs import spelled
from tests.web.server import (
    BEGUN,
    EMPTY,
    EXAMPLE,
    FRAME,
    LONG,
    POOR,
    SMALL,
    TOKEN,
    Event,
    Server,
    counted,
    eventually,
    serving,
)

SEARCH = {"puzzle": FRAME, "rows": EMPTY, "mode": "finish", "seconds": 600}


@dataclass
class Line:
    """Stands in for the connection of a search process; stops the search after an event."""

    until: str
    told: list[Event] = field(default_factory=list)

    def send(self, event: Event) -> None:
        self.told.append(msgspec.json.decode(msgspec.json.encode(event)))

    def poll(self) -> bool:
        return any(event["event"] == self.until for event in self.told)

    def recv(self) -> None:
        pass


def all_told(
    puzzle: dict[str, Any], rows: list[str], mode: str, until: str = "", **asked: Any
) -> list[Event]:
    """Return the events that a search process tells."""
    body = {"puzzle": puzzle, "rows": rows, "mode": mode, "seconds": 600, **asked}
    line: Any = Line(until)
    answers._answer(job_of(read(Search, json.dumps(body).encode()), 1), answers._Teller(line))
    return line.told  # type: ignore[no-any-return]


def told_of(*asked: Any, **more: Any) -> dict[str, Event]:
    """Return the last event of each kind."""
    return {event["event"]: event for event in all_told(*asked, **more)}


@pytest.mark.parametrize(
    "how", [signal.SIGINT, signal.SIGTERM, pytest.param(signal.SIGKILL, marks=pytest.mark.slow)]
)
def test_the_only_line_on_stdout_is_the_address_and_no_search_outlives_the_server(
    how: signal.Signals,
) -> None:
    with serving() as server:
        assert server.address == f"http://127.0.0.1:{server.port}/#token={TOKEN}"
        server.call("begin")
        assert eventually(server.searches)
        children = server.searches()
        server.process.send_signal(how)
        rest, _ = server.process.communicate(timeout=LONG)
        assert psutil.wait_procs(children, timeout=LONG)[1] == []
    assert rest == ""
    assert how != signal.SIGINT or server.process.returncode == 0


def refereed(puzzle: dict[str, Any], rows: list[str]) -> Report:
    message = msgspec.convert(puzzle, PuzzleMessage)
    lexicon = load(*message.spec().vocabulary)
    return verify(message.puzzle(), message.grid(rows), lexicon)


def words_of(answer: tuple[int, bytes], alphabet: Alphabet = LATIN) -> list[str]:
    """Return the words that the page's rules would read from an answer."""
    status, found = answer
    assert status == 200, found
    return list(spelled(b64decode(json.loads(found)["words"]), alphabet.symbols))


def test_the_words_of_a_puzzle_go_to_the_page_by_its_lexicon_and_conventions(
    server: Server,
) -> None:
    common = {**FRAME, "lexicon": "fr-common", "filters": {"infinitives": True}}
    words = words_of(server.send("graph", {"puzzle": common}))
    assert words == list(load("fr-common", Conventions(infinitives=True)))


def test_the_server_tells_how_people_write_a_word_barred_by_conventions(server: Server) -> None:
    common = {**FRAME, "lexicon": "fr-common"}
    assert server.call("word", {"puzzle": common, "word": "RIVATES"})["forms"] == ["rivâtes"]
    assert server.call("word", {"puzzle": FRAME, "word": "QQQ"})["forms"] == []


def test_the_players_own_words_stay_with_the_page(server: Server) -> None:
    filters = {"only": ["an", "ne", "en"], "also": ["XZ"], "ban": ["AN"]}
    asked = {"puzzle": {**FRAME, "filters": filters}}
    assert words_of(server.send("graph", asked)) == ["AN", "EN", "NE"]


def test_what_cannot_be_played_has_no_words(server: Server) -> None:
    status, answer = server.send("graph", {"puzzle": {**FRAME, "size": [9, 9]}})
    assert (status, json.loads(answer)["error"]["kind"]) == (422, "few-tiles")
    nothing = {**FRAME, "filters": {"only": ["XXXX"]}}
    status, answer = server.send("graph", {"puzzle": nothing})
    assert (status, json.loads(answer)["error"]["kind"]) == (422, "no-words-left")


def test_a_stopped_search_gives_the_best_so_far(server: Server) -> None:
    told = server.until_best(SEARCH)
    costs = [event["cost"] for event in told if event["event"] == "best"]
    assert costs == sorted(costs, reverse=True)
    assert told[0]["event"] == "accepted"
    assert told[-1]["event"] == "done", told
    assert told[-1]["stopped"]
    assert told[-1]["cost"] == costs[-1]
    best = [event for event in told if event["event"] == "best"][-1]
    report = refereed(FRAME, best["rows"])
    assert (report.valid, report.cost) == (True, best["cost"])


def test_a_hint_is_a_word_that_fits() -> None:
    hint = told_of(SMALL, BEGUN, "hint")["hint"]["word"]
    down, right = (0, 1) if hint["across"] else (1, 0)
    lies = [
        BEGUN[hint["row"] + i * down][hint["col"] + i * right] for i in range(len(hint["text"]))
    ]
    assert "." in lies
    assert {*lies} != {"."}
    assert all(x in (".", letter) for x, letter in zip(lies, hint["text"], strict=True))
    assert hint["text"] == "".join(hint["tiles"]).upper()


def test_only_the_selection_is_filled() -> None:
    selection = [[1, 0], [2, 0]]
    best = told_of(SMALL, ["UNE", "...", "..."], "selection", selection=selection)["best"]
    assert best["rows"] == ["UNE", "N##", "E##"]


def test_a_compact_crossword_goes_on_where_it_lies() -> None:
    puzzle = {"goal": "compact", "tiles": counted("AAEERRSSTT")}
    best = told_of(puzzle, [".....", ".TA..", "....."], "finish", "best")["best"]
    row, col = best["corner"]
    assert best["rows"][1 - row][1 - col : 3 - col].upper() == "TA"


def looked_back() -> list[int]:
    """Return what grids with no word of another, the first, the first two and so on cost."""
    laid = [[r, c, 1] for r, row in enumerate(POOR) for c, x in enumerate(row) if x != "."]
    told = all_told(SMALL, POOR, "critique", laid_at=laid)
    steps = sorted((x for x in told if x["event"] == "step"), key=lambda step: int(step["number"]))
    assert [step["word"] is None for step in steps] == [True, *[False] * (len(steps) - 1)]
    return [step["cost"] for step in steps]


def test_looking_back_never_finds_worse_with_fewer_words(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = looked_back()
    assert costs == sorted(costs)
    assert (costs[0], costs[-1]) == (2, 5)
    grid, how = Grid(tuple(POOR)), (0, Status.FEASIBLE, Stats())
    found = iter(Result(grid, cost, *how) for cost in (7, 4, 6, 3))
    monkeypatch.setattr(answers, "_solve", lambda *_, **__: next(found))
    assert looked_back() == [3, 4, 4, 5]


def test_an_outlook_proves_what_is_left_of_a_nearly_finished_grid() -> None:
    done = told_of(SMALL, BEGUN, "outlook")["done"]
    assert (done["status"], done["bound"], done["cost"]) == ("optimal", 3, 3)


def test_what_cannot_be_gone_on_with_is_told(server: Server) -> None:
    asked = {**SEARCH, "rows": ["XQ*......", *EMPTY[1:]]}
    *_, last = server.stream(asked)
    assert (last["event"], last["kind"]) == ("error", "laid-word")


def test_a_set_of_a_language_is_played_with_its_words(server: Server) -> None:
    tiles = {**server.call("begin")["tiles"]["scrabble-en"]}
    assert (tiles["alphabet"], tiles["name"]) == ("", "scrabble-en")
    puzzle = {"goal": "frame", "size": [2, 2], "tiles": tiles}
    for lexicon, listed in (({}, True), ({"lexicon": "en"}, True), ({"lexicon": "fr"}, False)):
        asked = {"puzzle": {**puzzle, **lexicon}, "word": "WHO"}
        assert server.call("word", asked)["listed"] == listed
    for lexicon, kinds in (({}, []), ({"lexicon": "fr"}, ["other-language"])):
        told = told_of({**puzzle, **lexicon}, ["ON", ".."], "finish")
        assert [told["notice"]["kind"]] == kinds if kinds else "notice" not in told


def test_the_box_of_the_day_is_the_same_twice(server: Server) -> None:
    one = server.call("daily", {"day": "2026-11-23"})["tiles"]
    assert one == server.call("daily", {"day": "2026-11-23"})["tiles"]
    assert one != server.call("daily", {"day": "2026-11-24"})["tiles"]
    assert sum(one["counts"]) + one["jokers"] == 63


def test_each_box_of_a_week_has_a_grid_of_everyday_words_as_guaranteed(server: Server) -> None:
    """And the week is measured, not drawn: its boxes come in the order of their difficulty."""
    for day in range(23, 30):
        asked = {"day": f"2026-11-{day}"}
        told = server.call("daily", asked)
        rows = server.call("unseal", asked)["rows"]
        puzzle = {**FRAME, "tiles": told["tiles"], "lexicon": "fr-common"}
        report = refereed(puzzle, rows)
        assert (report.valid, report.cost) == (True, told["cost"])


def test_a_box_is_measured_alike_everywhere() -> None:
    """Widths and seed are fixed, so the cost is a promise of this version."""
    puzzle = Puzzle(drawn(date(2026, 11, 23), 0), Frame(9, 7))
    one, other = measure(puzzle), measure(puzzle)
    assert one == other
    assert verify(puzzle, one.grid, load(EVERYDAY)).cost == one.cost
    assert one.effort > one.cost


def test_a_grid_saved_is_a_grid_opened(server: Server) -> None:
    status, text = server.send("save", {"puzzle": FRAME, "rows": EXAMPLE, "form": "text"})
    assert status == 200
    assert b"; cost: 16" in text
    opened = server.call("open", {"text": text.decode(), "name": "grid.txt"})
    assert opened["rows"] == EXAMPLE
    assert opened["puzzle"]["size"] == [9, 7]
    assert opened["puzzle"]["tiles"]["counts"] == FRAME["tiles"]["counts"]  # type: ignore[index]


def test_a_compact_grid_saved_keeps_its_table(server: Server) -> None:
    puzzle = FRAME | {"goal": "compact", "size": None, "within": [20, 18]}
    _, text = server.send("save", {"puzzle": puzzle, "rows": EXAMPLE, "form": "text"})
    assert server.call("open", {"text": text.decode()})["puzzle"]["within"] == [20, 18]


def test_what_is_saved_is_in_the_pages_language(server: Server) -> None:
    asked = {"puzzle": FRAME, "rows": EXAMPLE, "form": "html", "language": "fr"}
    assert b'lang="fr"' in server.send("save", asked)[1]


def test_any_file_is_opened_that_can_be_read(server: Server) -> None:
    assert set(server.call("begin", {})["opens"]) >= {".txt", ".json", ".ipuz", ".exolve", ".puz"}
    for form in ("ipuz", "exolve", "json"):
        data = server.send("save", {"puzzle": FRAME, "rows": EXAMPLE, "form": form})[1]
        opened = server.call("open", {"data": b64encode(data).decode(), "name": "grid"})
        assert (opened["rows"], opened["notes"]) == (EXAMPLE, [])
    plain = [row.upper() for row in EXAMPLE]
    data = server.send("save", {"puzzle": FRAME, "rows": plain, "form": "puz"})[1]
    opened = server.call("open", {"data": b64encode(data).decode(), "name": "grid.puz"})
    assert opened["rows"] == plain
    pattern = "exolve-begin\nexolve-grid:\n00\n0.\nexolve-end"
    opened = server.call("open", {"text": pattern})
    assert opened["rows"] == ["..", ".*"]
    (note,) = opened["notes"]
    assert (note["kind"], note["fields"]) == ("pattern", {"n": 3})
    svg = server.send("save", {"puzzle": FRAME, "rows": EXAMPLE, "form": "svg"})[1]
    status, answer = server.send("open", {"data": b64encode(svg).decode(), "name": "grid.svg"})
    assert status == 422
    assert b"a picture (SVG)" in answer


def test_a_client_that_leaves_ends_its_search(server: Server) -> None:
    told = server.stream(SEARCH)
    next(event for event in told if event["event"] == "best")
    busy = server.searches()
    told.close()
    assert eventually(lambda: not all(each.is_running() for each in busy)), busy


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "gay-play-frame-9x7"),
        ({"size": [7, 9]}, "gay-play-frame-9x7"),
        ({"lexicon": "fr-common"}, "frame-9x7-fr-common"),
        ({"goal": "compact", "size": None}, "gay-play-compact-63"),
        ({"lexicon": "fr-basic"}, None),
        ({"filters": {"no_conjugated": True}}, None),
        ({"distinct_words": True}, None),
        ({"size": [9, 6]}, None),
    ],
)
def test_the_least_cost_known_is_that_of_the_records(
    server: Server, changes: dict[str, object], name: str | None
) -> None:
    told = server.call("record", {"puzzle": {**FRAME, **changes}})
    assert told == {"name": name, "cost": records.read(name).cost if name else None}


def test_half_the_processors_search_and_the_others_wait() -> None:
    for processors in range(1, 65):
        running, threads = share(processors)
        assert 1 <= running * threads <= max(1, processors // 2)


def test_a_host_that_lets_others_in_has_a_token_to_type() -> None:
    command = [sys.executable, "-m", "patience", "play", "--no-open", "--host", "0.0.0.0"]
    with subprocess.Popen(
        [*command, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        page, _, token = child.stdout.readline().strip().partition("/#token=")
        told = child.stderr.readline()
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=LONG)
    assert re.fullmatch("[a-z]{9}", token)
    assert told.endswith(f"{page.removeprefix('http://')}, then the code {in_groups(token)}\n")
    assert in_groups(token).replace(" ", "") == token
    assert in_groups("our-table-1935") == "our-table-1935"
    assert typed_token() != typed_token()


def test_a_scored_list_of_ones_own_is_played_and_saved_with_its_score(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("AB;50\nBA;9\n")
    flags = ("--frame", "2x2", "--tiles", "AABB", "--min-score", "20")
    with serving(*flags, "--lexicon", str(tmp_path / "mine.txt")) as server:
        puzzle = server.call("begin")["puzzle"]
        assert words_of(server.send("graph", {"puzzle": puzzle})) == ["AB"]
        status, text = server.send("save", {"puzzle": puzzle, "rows": ["AB", ".."], "form": "text"})
        assert status == 200
        assert server.call("open", {"text": text.decode()})["puzzle"] == puzzle


def with_words(**words: list[str]) -> dict[str, object]:
    return {**FRAME, "filters": words}


def test_own_words_are_in_the_words_of_the_search() -> None:
    small = {"goal": "frame", "size": [2, 2], "tiles": counted("XXZZ")}
    puzzle = {**small, "filters": {"also": ["XZ", "ZX"]}}
    assert told_of(puzzle, ["..", ".."], "finish")["done"]["cost"] == 0


def test_what_the_lexicon_knows_of_a_word(server: Server) -> None:
    def look(word: str, **words: list[str]) -> dict[str, Any]:
        told: dict[str, Any] = server.call("word", {"puzzle": with_words(**words), "word": word})
        return told

    told = look("porte", ban=["PORTE"])
    assert (told["word"], told["listed"], told["allowed"]) == ("PORTE", True, False)
    assert told["origins"][0] == {"kinds": ["noun"], "lemmas": []}
    assert told["origins"][-1] == {"kinds": ["verb", "conjugated"], "lemmas": ["porter"]}
    told = look("XZ", also=["XZ"])
    assert (told["listed"], told["allowed"], told["origins"]) == (False, True, [])


def test_a_record_stands_with_added_words_and_without_others(server: Server) -> None:
    record = records.read("gay-play-frame-9x7")
    word = record.report.words[0].text
    for words, cost in [({"also": ["XZ"], "ban": ["ZOO"]}, record.cost), ({"ban": [word]}, None)]:
        assert server.call("record", {"puzzle": with_words(**words)}) == {
            "name": record.name,
            "cost": cost,
        }


def test_own_words_come_back_from_a_file(server: Server) -> None:
    own = with_words(also=["XZ"], ban=["ZOO", "ZEN"])
    status, saved = server.send("save", {"puzzle": own, "rows": EXAMPLE, "form": "text"})
    assert status == 200
    assert b"; also: XZ\n" in saved
    opened = server.call("open", {"text": saved.decode()})
    assert opened["puzzle"]["filters"] == {"also": ["XZ"], "ban": ["ZEN", "ZOO"]}


def test_what_was_missed_is_better_and_keeps_most() -> None:
    found = told_of(SMALL, POOR, "missed", "missed")["missed"]
    report = refereed(SMALL, found["rows"])
    assert report.valid
    assert report.cost == found["cost"] < 5
    changed = {(row, col) for row, col in found["changed"]}
    letters = [(r, c) for r, row in enumerate(POOR) for c, x in enumerate(row) if x != "."]
    assert 3 * len(changed & set(letters)) <= len(letters)
    for r, c in letters:
        assert (found["rows"][r][c].upper() == POOR[r][c]) is ((r, c) not in changed)


@pytest.mark.parametrize("row", ["...", "XZ."])
def test_nothing_is_missed_before_a_grid_is_valid(row: str) -> None:
    assert told_of(SMALL, [row, "...", "..."], "missed")["error"]["kind"] == "unfinished"


def printed_pages(server: Server, **asked: object) -> list[str]:
    status, answer = server.send("paper", asked)
    assert status == 200, answer
    return [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(answer)]


def test_box_and_letters_go_on_paper(server: Server) -> None:
    asked = {"puzzle": with_words(also=["XZ"]), "title": "Le cadre", "language": "fr"}
    (page,) = printed_pages(server, part="boxes", **asked)
    assert page.startswith("Le cadre")
    assert "et aussi XZ" in page
    letters = "".join(printed_pages(server, part="tiles", paper="a3", **asked))
    assert "découper" in letters
    box: Any = FRAME["tiles"]
    counts = zip(LATIN.symbols, box["counts"], strict=True)
    _, _, tiles = letters.partition("\n")
    assert Counter(x for x in tiles if x.isupper()) == dict(counts)


def test_a_week_of_boxes_is_a_booklet_with_each_days_letters(server: Server) -> None:
    days = [{"day": f"2026-11-{day}", "name": f"Box of {day} November"} for day in range(23, 30)]
    pages = printed_pages(server, puzzle=FRAME, part="days", title="A week of boxes", days=days)
    text = "\n".join(pages)
    assert "A week of boxes" in pages[0]
    for n, day in enumerate(days, 1):
        assert text.count(f"{n}. {day['name']}") == 2  # above the box, and above its solution
    assert text.count("To reach") == 7
    assert text.count(" at most; the best known is ") == 7
    assert pages[-1].startswith("Solutions")
    levels = re.findall(r"\b(easy|medium|hard|expert)\b", " ".join(pages[2:-1]))
    assert levels == sorted(levels, key=LEVELS.index)
    assert len(levels) == 7
    assert len(pages) <= 8
    assert "box of" not in text


def test_what_does_not_go_on_paper_is_told(server: Server) -> None:
    large = {"goal": "frame", "size": [30, 9], "tiles": {"counts": [11] * 26}}
    endless = {"goal": "frame", "size": [3, 3], "tiles": {"counts": [1] * 26, "free": True}}
    for puzzle, part, kind in ((large, "boxes", "paper"), (endless, "tiles", "message")):
        status, answer = server.send("paper", {"puzzle": puzzle, "part": part, "paper": "a5"})
        assert (status, json.loads(answer)["error"]["kind"]) == (422, kind)


def test_the_puzzles_are_the_instances_with_their_records(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "read", cache(records.read))
    puzzles = {each["name"]: each for each in server.call("puzzles")}
    begun = {name for name in records.names() if load_instance(name).start is not None}
    assert puzzles.keys() == set(records.names()) - begun
    for name, told in puzzles.items():
        record = records.read(name)
        assert (told["cost"], told["bound"]) == (record.cost, record.bound)
        spec = msgspec.convert(told["puzzle"], PuzzleMessage).spec()
        assert _best_known(spec) == {"name": name, "cost": record.cost}


def test_sets_without_words_of_their_language_are_not_offered(server: Server) -> None:
    begun = server.call("begin")
    assert {tiles["alphabet"] for tiles in begun["tiles"].values()} <= {*begun["spelled"].values()}
    status, answer = server.send("open", {"text": "; tiles: scrabble-pt\nAN\nNU\n"})
    assert (status, json.loads(answer)["error"]["kind"]) == (422, "lexicon")
    puzzle = {**begun["puzzle"], "tiles": {"counts": [1] * 24, "jokers": 0, "alphabet": "pt"}}
    status, answer = server.send("graph", {"puzzle": puzzle})
    assert (status, json.loads(answer)["error"]["kind"]) == (422, "two-languages")


def test_a_hint_waits_for_a_grid_and_hardly_longer() -> None:
    ours, theirs = multiprocessing.Pipe()
    with ours, theirs:
        teller = answers._Teller(theirs)
        teller.begin(None)
        soon = answers._Soon(teller)
        teller._began -= 10
        soon.on_progress(Stats())
        soon.on_best(Grid(("ABC",)), 0)
        with pytest.raises(KeyboardInterrupt):
            soon.on_progress(Stats())
        teller.begin(None)
        soon.on_progress(Stats())


def test_no_call_is_the_first_to_use_a_type_of_message() -> None:
    """Two threads that are the first at once end the process, and one warms up from the start."""
    code = """
import sys
from typing import get_type_hints
from patience.web.app import _CALLS, application
from patience.web.messages import PuzzleMessage, read
import msgspec
seen = []
application(None, None, "")
sys.setprofile(lambda frame, event, _: seen.append(frame.f_code.co_name))
for kind in (PuzzleMessage, *(get_type_hints(call)["message"] for call in _CALLS)):
    try:
        msgspec.json.decode(b"{}", type=kind)
    except msgspec.ValidationError:
        pass
sys.setprofile(None)
print("get_type_hints" in seen, "get_class_annotations" in seen)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]
