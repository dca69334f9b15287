"""One language at a time: a French page shows no English sentence, an English one no French."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.hands import cell, lay, panel, play_small, reload
from tests.web.server import BEGUN, EMPTY
from tests.web.test_texts import NEVER, texts, told

# Words that hardly a sentence of the one language goes without, and none of the other has.
COMMON = {
    "en": re.compile(r"\b(?:the|of|is|are|and|with|this|it|not|no|your|to)\b"),
    "fr": re.compile(r"\b(?:le|les|des|une|est|dans|pas|vous|du|aux?|il|ce|votre)\b"),
}

# All that a player can see or hear, less what is marked as of another language.
SHOWN = """where => {
  const found = [];
  for (const each of document.querySelectorAll(`${where}, ${where} *`)) {
    if (each.closest("body [lang], svg")) continue;
    if (!each.checkVisibility({visibilityProperty: true})) continue;
    for (const node of each.childNodes) if (node.nodeType === 3) found.push(node.data.trim());
    for (const name of ["aria-label", "aria-valuetext", "title", "placeholder"])
      found.push(each.getAttribute(name));
  }
  return [document.title, ...found].filter(Boolean);
}"""

# What is shown of each error and note, and first whether the program's sentence is folded away.
TOLD = f"""async kinds => {{
  const [{{ ApiError }}, {{ noteText }}, {{ failed, toast }}] =
    await Promise.all(["/api.js", "/i18n.js", "/notices.js"].map((name) => import(name)));
  const shown = {SHOWN}, found = {{}};
  for (const [key, sent] of Object.entries(kinds)) {{
    if (key.startsWith("error.")) failed(new ApiError(sent));
    else toast(noteText(sent));
    found[key] = [document.querySelector("#toast details") !== null, ...shown("#toast")];
  }}
  return found;
}}"""

# A word of a text, not a value's place in it.
WORD = re.compile(r"\w{4}(?!\w*\})")

# What a player may paste, and the kind of what is wrong with it.
PASTED = {
    "ABC\nDE\nFGH": "ragged",
    "AB3\nCDE\nFGH": "row",
    "3AB": "sign",
    "; goal: frame\nAN\nNU\n\n; goal: frame\nAN\nNU": "several",
    "\u0410\u0411\n\u0412\u0413": "alphabet",
    "; goal: rond\nAN\nNU": "value",
    "; goal: frame\n; tiles: LL2\nAN\nNU": "tile",
    "; goal: frame\n; tiles: AN\nAN\nNU": "few-tiles",
    "; infinitives: yes\n; only: AN\nAN\nNU": "only",
    "; goal: frame\n; themes: pluie\nAN\nNU": "theme",
    "<svg></svg>": "picture",
    '{"grid": []}': "empty",
    '{"grid": [': "damaged",
    "\n".join(["." * 31] * 31): "large",
}


@pytest.fixture(params=["fr", "en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def shape(text: str) -> str:
    """Return a pattern of a text, any value in its places."""
    return ".+".join(map(re.escape, re.split(r"\{\w+\}", spaced(text))))


def spaced(text: str) -> str:
    """Return a text with plain spaces, as browsers compare it."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


class Reader:
    """Reads a page and tells what is not in its language."""

    def __init__(self, page: Page, language: str) -> None:
        other = {"fr": "en", "en": "fr"}[language]
        own = set(texts(language).values())
        foreign = [x for x in texts(other).values() if x not in own and WORD.search(x)]
        self.page, self.common = page, COMMON[other]
        self.foreign = re.compile("|".join(map(shape, foreign)))
        self.seen: set[str] = set()

    def read(self) -> None:
        self.judge(self.page.evaluate(SHOWN, "body"))

    def judge(self, shown: list[str]) -> None:
        for text in shown:
            plain = spaced(text)
            if plain in self.seen:
                continue
            self.seen.add(plain)
            assert not self.foreign.fullmatch(plain), text
            assert not self.common.search(plain), text
            assert "{" not in plain, text


DIALOGS = [
    *("menu.new", "menu.games", "menu.puzzles", "own.open", "menu.share", "menu.save"),
    *("menu.print", "menu.rules", "menu.keys"),
]


def dialogs(page: Page, words: dict[str, str]) -> Iterator[str]:
    """Open each dialog in turn."""
    page.keyboard.press("Escape")
    for name in DIALOGS:
        page.get_by_role("button", name=words["menu.title"], exact=True).click()
        yield "menu"
        page.locator(".menu-dialog").get_by_role("button", name=words[name], exact=True).click()
        page.locator("dialog details").evaluate_all(
            "all => all.forEach(one => { one.open = true; })"
        )
        expect(page.locator("dialog [aria-busy]")).to_have_count(0)
        yield name
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.browser
def test_a_page_speaks_one_language(visitor: Visitor, language: str) -> None:
    page = visitor.open(language=language)
    words, reader = texts(language), Reader(page, language)
    reader.read()
    cell(page, 0, 0).click()
    page.keyboard.press("Space")
    reader.read()
    for _ in dialogs(page, words):
        reader.read()
    # Faults: those of a grid, and all others that the referee knows.
    lay(page, ["AN.XZ.A..", *EMPTY[1:]])
    page.locator(".seal.faulty").wait_for()
    rules = [key.removeprefix("fault.") for key in words if key.startswith("fault.")]
    page.evaluate(
        """rules => {
          const { judge } = window.patience;
          const cells = [[0, 0], [0, 1]];
          judge.verdict = {...judge.verdict, violations: rules.map((rule) => ({rule, cells}))};
          window.patience.judged();
        }""",
        rules,
    )
    for name in ("words", "help", "outlook", "review"):
        panel(page, name)
        reader.read()
    # Errors and notes of every kind, as the server sends them.
    message = "the sentence of the program, in English"
    kinds = {
        key: {"kind": key.split(".")[1], "fields": dict.fromkeys(fields, 3), "message": message}
        for key, fields in told()
    }
    page.evaluate("async () => (await import('/notices.js')).toast('1')")
    expect(page.locator("#toast")).to_be_visible()
    said = page.evaluate(TOLD, kinds)
    for key, (folded, *shown) in said.items():
        kind = key.split(".")[1]
        general = kind in NEVER or f"general.{kind}" in words
        assert folded == (general and key.startswith("error.")), key
        assert shown[1:], key  # beside the title
        reader.judge(shown)
    page.evaluate(
        "async () => (await import('/notices.js')).failed(new TypeError('that is undefined'))"
    )
    page.locator("#toast summary").click()
    reader.read()
    expect(page.locator("#toast [lang=en]")).to_have_text("that is undefined")
    assert len(reader.seen) > 250


@pytest.mark.browser
def test_what_is_wrong_with_a_text_is_said_in_the_pages_language(
    visitor: Visitor, language: str
) -> None:
    page = visitor.open(language=language)
    words, reader = texts(language), Reader(page, language)
    toast = page.locator("#toast")
    for text, kind in PASTED.items():
        page.evaluate("document.querySelector('#toast').replaceChildren()")
        page.evaluate(
            "text => { const data = new DataTransfer(); data.setData('text', text);"
            " document.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data})); }",
            text,
        )
        expect(toast).not_to_be_empty()
        assert re.fullmatch(shape(words[f"error.{kind}"]), spaced(toast.text_content() or ""))
        reader.read()
    visitor.troubles[:] = [each for each in visitor.troubles if "status of 422" not in each]
    page.evaluate("location.hash = 'game=x'")
    expect(toast).to_have_text(words["error.link"])
    reader.read()


@pytest.mark.browser
def test_searches_and_hints_speak_the_pages_language(visitor: Visitor, language: str) -> None:
    page = visitor.open(language=language)
    words, reader = texts(language), Reader(page, language)
    play_small(page, ["TTS", "...", "..."])
    help_ = panel(page, "help")
    help_.get_by_role("button", name=words["finish.start"], exact=True).click()
    expect(page.locator(".ladder .problem")).to_contain_text("TT")
    reader.read()
    lay(page, ["TT.", "...", "..."])
    help_.get_by_role("button", name=words["finish.start"], exact=True).click()
    expect(page.locator(".ladder .quiet")).to_contain_text("TT")  # why there is no grid
    reader.read()
    lay(page, BEGUN)
    for step in ("where", "length", "word"):
        help_.get_by_role("button", name=words[f"hint.{step}"]).click()
        page.locator(".hint-step").wait_for()
        reader.read()
    help_.get_by_role("button", name=words["finish.start"], exact=True).click()
    expect(help_.get_by_role("button", name=words["finish.keep"])).to_be_visible()
    reader.read()
    panel(page, "outlook").get_by_role("button", name=words["outlook.start"], exact=True).click()
    expect(page.locator(".chance.excluded").first).to_be_visible()
    reader.read()


# What a player can press, by its text or its name.
BUTTONS = """() => [...document.querySelectorAll("button, [role=tab]")]
  .filter((each) => each.checkVisibility({visibilityProperty: true}))
  .map((each) => (each.getAttribute("aria-label") ?? each.textContent).trim())"""


@pytest.mark.browser
def test_the_browser_or_the_menu_chooses_a_language(visitor: Visitor) -> None:
    page = visitor.open(language="fr-CA", taught=False)
    assert page.evaluate("document.documentElement.lang") == "fr"
    french = texts("fr")
    buttons = page.evaluate(BUTTONS)
    assert {french["finish.done"], french["menu.title"], french["tab.words"]} <= {*buttons}
    own, finish = french, page.locator("#finish button")
    for code in ("en", "fr"):
        page.get_by_role("button", name=own["menu.title"], exact=True).click()
        page.get_by_label(own["menu.language"]).select_option(code)
        own = texts(code)
        expect(page.get_by_label(own["menu.language"])).to_be_focused()
        page.keyboard.press("Escape")
        expect(finish).to_have_text(own["finish.done"])
        reload(page)
        expect(finish).to_have_text(own["finish.done"])
        assert page.evaluate("document.documentElement.lang") == code
