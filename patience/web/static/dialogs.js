// What opens over the page: a new game, the menu, the rules, the keys.

import { faces, folded, joined, symbols } from "./alphabet.js";
import { calendar } from "./calendar.js";
import { actions, button, download, field, h, pressed, quiet, s, segmented, writing } from "./dom.js";
import { hasText, LANGUAGES, language, t } from "./i18n.js";
import { errorNodes, failed } from "./notices.js";
import { openDialog } from "./open-dialog.js";
import { applyTheme, prefer, prefs } from "./prefs.js";
import { openFile, playToday } from "./games.js";
import { gamesDialog, resultsDialog } from "./mine.js";
import { forOthers, withKept } from "./own-words.js";
import { isHere, letIn, linkTo } from "./share.js";
import { printDialog } from "./print-dialog.js";
import { puzzlesDialog } from "./puzzles.js";
import { sizeChoices } from "./sizes.js";
import { tileCount } from "./table.js";
import { shareLine } from "./titles.js";
import { wordsDialog } from "./words-dialog.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Start} Start */

const THEMES = ["auto", "light", "dark", "contrast"];

// ---- a new game

/** @param {string} key @param {boolean} checked */
const tick = (key, checked) =>
  h("label", { class: "tick" }, h("input", { type: "checkbox", name: key, checked }), h("span", {}, t(`new.${key}`)));

/** @typedef {import("./types.js").Rule} Rule */

/** The control of a rule. @param {Rule} rule @param {any} now its value */
function control({ name, usual, choices }, now) {
  if (typeof usual === "boolean") return tick(name, now !== usual);
  const chosen = choices
    ? h(
        "select",
        { name },
        ...choices.map((x) => h("option", { value: x, selected: x === now }, t(`new.${name}.${x}`))),
      )
    : writing(name, { value: now.join(" ") });
  return field(t(`new.${name}`), chosen, t(`new.${name}-what`));
}

/** What a form says of a rule. @param {Rule} rule @param {string | null} said @param {Pick<Puzzle, "tiles">} puzzle */
function chosen({ name, usual, choices }, said, puzzle) {
  if (typeof usual === "boolean") return (said !== null) !== usual;
  if (choices) return said;
  const words = (said ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => folded(word, puzzle));
  if (!words.every((word) => /^[\p{Lu}·]{2,30}$/u.test(word))) throw new TypeError(name);
  return words;
}

/** @param {import("./main.js").App} app */
export function newGame(app) {
  const { start } = app;
  const now = app.play.game.puzzle;
  const boards = Object.keys(start.boards);
  const goals = ["frame", "compact", "board"].map((goal) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: "goal", value: goal, checked: goal === now.goal }),
      h("b", {}, t(`goal.${goal}`)),
      h("small", {}, t(`goal.${goal}-what`)),
    ),
  );
  const number = (/** @type {string} */ name, /** @type {number} */ value) =>
    h("input", {
      type: "number",
      name,
      min: "2",
      max: "30",
      value: String(value),
      inputMode: "numeric",
      "aria-label": t(`new.${name}`),
    });
  const sets = Object.entries(start.tiles).map(([name, tiles]) =>
    h("option", { value: name, selected: name === now.tiles.name }, t(`set.${name}`), ` (${tileCount(tiles)})`),
  );
  sets.push(h("option", { value: ANY, selected: now.tiles.free === true }, t("set.any")));
  const known = now.tiles.name in start.tiles || now.tiles.free;
  const controls = start.rules.map((rule) => control(rule, /** @type {any} */ (now)[rule.name]));
  const form = h(
    "form",
    { class: "new-form", noValidate: true },
    sizeChoices(app, () => dialog.close()),
    h("fieldset", { class: "choices-row" }, h("legend", {}, t("new.goal")), ...goals),
    h(
      "div",
      { class: "only-frame field" },
      h("span", {}, t("new.size")),
      h("span", { class: "pair" }, number("width", now.size?.[0] ?? 9), "×", number("height", now.size?.[1] ?? 7)),
    ),
    h(
      "div",
      { class: "only-board" },
      field(
        t("new.board"),
        h("select", { name: "board" }, ...boards.map((name) => h("option", { value: name }, t(`board.${name}`)))),
        t("new.board-what"),
      ),
    ),
    field(
      t("new.tiles"),
      h("select", { name: "tiles" }, ...sets, h("option", { value: "", selected: !known }, t("new.own-tiles"))),
    ),
    h(
      "div",
      { class: "only-own" },
      field(t("new.letters"), writing("letters", { value: known ? "" : letters(now) }), t("new.letters-what")),
    ),
    field(
      t("new.lexicon"),
      h(
        "select",
        { name: "lexicon" },
        h("option", { value: BY_SET }),
        ...Object.keys(start.lexicons).map((name) =>
          h(
            "option",
            { value: name, selected: name === now.lexicon && name !== start.speaks[now.tiles.name] },
            lexiconName(start, name),
          ),
        ),
      ),
    ),
    h(
      "details",
      {},
      h("summary", {}, t("new.conventions")),
      h(
        "div",
        { class: "ticks" },
        ...start.conventions.map((key) => tick(key, now.filters[key] === true)),
        ...controls.filter((each) => each.className === "tick"),
      ),
      ...controls.filter((each) => each.className !== "tick"),
    ),
    h("div", { class: "problem", role: "alert", hidden: true }),
    h("footer", {}, h("button", { type: "submit", class: "primary" }, t("new.start"))),
  );
  const show = () => {
    const goal = new FormData(form).get("goal");
    form.dataset.goal = String(goal);
    for (const [i, { goals }] of start.rules.entries()) controls[i].hidden = !goals.includes(String(goal));
    const set = String(new FormData(form).get("tiles"));
    form.dataset.own = String(set === "");
    // Words and tiles are of one language; letters of one's own are of that of the words.
    const select = form.elements.lexicon;
    const own = start.speaks[set];
    for (const option of select.options) {
      const fits =
        option.value === BY_SET
          ? own in start.lexicons
          : !(set in start.tiles) || start.spelled[option.value] === start.tiles[set].alphabet;
      option.hidden = option.disabled = !fits;
      if (fits && option.value === BY_SET) option.textContent = t("new.by-set", { words: lexiconName(start, own) });
    }
    if (!select.selectedOptions[0]?.disabled) return;
    const enabled = [...select.options].filter((option) => !option.disabled);
    select.value = (enabled.find(({ value }) => value === now.lexicon) ?? enabled[0]).value;
  };
  form.addEventListener("change", show);
  show();
  const dialog = openDialog(t("new.title"), "new-dialog", form);
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const problem = form.querySelector(".problem");
    try {
      const puzzle = withKept(start, readForm(form, start));
      await app.api.graph(puzzle); // the server says whether it can be played
      dialog.close();
      app.begin(puzzle);
    } catch (error) {
      problem.hidden = false;
      problem.replaceChildren(
        ...(error instanceof TypeError ? [t(`new.wrong-${error.message}`)] : errorNodes(/** @type {Error} */ (error))),
      );
    }
  });
}

/** The set that has each letter as often as wanted. */
const ANY = "any";
/** The most tiles of one letter that searches count. */
const MOST = 255;

/** The choice of the words that a tile set's language has. */
const BY_SET = "";

/** @param {Start} start @param {string} name */
const lexiconName = (start, name) => (hasText(`lexicon.${name}`) ? t(`lexicon.${name}`) : start.lexicons[name]);

/** The letters of a set of one's own, as one types them. @param {Puzzle} puzzle */
const letters = (puzzle) =>
  symbols(puzzle)
    .map((x, i) => (faces(x) === x ? x : `[${faces(x)}]`).repeat(puzzle.tiles.counts[i]))
    .join("") + "?".repeat(puzzle.tiles.jokers);

/**
 * @param {HTMLFormElement} form
 * @param {Start} start
 * @returns {Puzzle}
 */
function readForm(form, start) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  const goal = /** @type {Puzzle["goal"]} */ (text("goal"));
  const size = /** @type {[number, number]} */ ([Number(text("width")), Number(text("height"))]);
  if (goal === "frame" && !size.every((n) => Number.isInteger(n) && n >= 2 && n <= 30)) throw new TypeError("size");
  const set = text("tiles");
  const lexicon = text("lexicon") === BY_SET ? start.speaks[set] : text("lexicon");
  const alphabet = start.spelled[lexicon] ?? "";
  const board = goal === "board" ? start.boards[text("board")] : null;
  if (set === ANY && goal === "compact") throw new TypeError("any");
  const tiles =
    set === ANY
      ? anyTiles(board ? board.length * board[0].length : size[0] * size[1], alphabet)
      : set
        ? start.tiles[set]
        : ownTiles(text("letters"), alphabet);
  if (goal === "frame" && size[0] * size[1] > tileCount(tiles)) throw new TypeError("many");
  const rules = start.rules.map((rule) => [
    rule.name,
    rule.goals.includes(goal)
      ? chosen(rule, /** @type {string | null} */ (data.get(rule.name)), { tiles })
      : rule.usual,
  ]);
  return {
    goal,
    tiles,
    size: goal === "frame" ? size : null,
    within: null,
    board,
    lexicon,
    filters: Object.fromEntries(start.conventions.filter((key) => data.has(key)).map((key) => [key, true])),
    ...Object.fromEntries(rules),
  };
}

/** Tiles of each letter for so many cells. @param {number} cells @param {string} alphabet @returns {import("./types.js").Tiles} */
function anyTiles(cells, alphabet) {
  const named = { counts: [], jokers: 0, name: ANY, alphabet, free: true };
  return { ...named, counts: symbols({ tiles: named }).map(() => Math.min(cells, MOST)) };
}

/** @param {string} text @param {string} alphabet @returns {import("./types.js").Tiles} */
function ownTiles(text, alphabet) {
  const named = { counts: [], jokers: 0, name: "custom", alphabet };
  const own = symbols({ tiles: named });
  const plain = [...joined(folded(text, { tiles: named }), { tiles: named }).replace(/\s/g, "")];
  if (plain.length < 2 || plain.length > 300 || !plain.every((x) => own.includes(x) || x === "?" || x === "*"))
    throw new TypeError("letters");
  const counts = own.map((x) => plain.filter((y) => y === x).length);
  return { ...named, counts, jokers: plain.filter((x) => x === "?" || x === "*").length };
}

// ---- the menu

/** What a game in one file offers. */
const ALONE = ["menu.lines", "menu.clear", "menu.share", "menu.lesson", "menu.rules", "menu.keys"];

/** @param {import("./main.js").App} app */
export function menu(app) {
  const again = () => {
    dialog.close();
    menu(app);
  };
  const wear = (/** @type {string} */ theme) => {
    prefer({ theme });
    applyTheme();
    again();
  };
  const tongue = h(
    "select",
    {
      onchange: () => {
        prefer({ language: tongue.value });
        app.speak();
        again();
        /** @type {HTMLElement | null} */ (document.querySelector(".menu-dialog[open] select"))?.focus();
      },
    },
    ...Object.entries(LANGUAGES).map(([code, name]) =>
      h("option", { value: code, lang: code, selected: code === language() }, name),
    ),
  );
  const item = (/** @type {string} */ drawing, /** @type {string} */ label, /** @type {() => void} */ act) =>
    (!app.api.alone || ALONE.some((key) => t(key) === label)) &&
    h(
      "li",
      {},
      button(drawing, label, () => {
        dialog.close();
        act();
      }),
    );
  const group = (/** @type {string} */ name, /** @type {Node[]} */ ...items) =>
    items.some(Boolean) // a game in one file has nothing of some
      ? h("section", {}, h("h3", {}, t(`menu.group-${name}`)), h("ul", { class: "menu" }, ...items))
      : null;
  const dialog = openDialog(
    t("menu.title"),
    "menu-dialog",
    group(
      "play",
      item("more", t("menu.new"), () => newGame(app)),
      item("day", t("menu.day"), () => playToday(app)),
      item("calendar", t("menu.calendar"), () => calendar(app)),
      item("puzzles", t("menu.puzzles"), () => puzzlesDialog(app)),
    ),
    group(
      "mine",
      item("games", t("menu.games"), () => gamesDialog(app)),
      item("results", t("menu.results"), () => resultsDialog(app)),
    ),
    group(
      "here",
      item("words", t("own.open"), () => wordsDialog(app)),
      item("lines", t("menu.lines"), () => app.lines.open()),
      item("clear", t("menu.clear"), () => app.play.clear()),
      item("share", t("menu.share"), () => share(app)),
      item("print", t("menu.print"), () => printDialog(app)),
      item("save", t("menu.save"), () => saveAs(app)),
      item("folder", t("menu.open"), () => openFile(app)),
    ),
    group(
      "learn",
      item("play", t("menu.lesson"), () => app.lesson.begin()),
      item("rules", t("menu.rules"), () => rules()),
      item("keys", t("menu.keys"), () => keys(app)),
    ),
    field(t("menu.language"), tongue),
    h(
      "div",
      { class: "field" },
      h("span", {}, t("menu.theme")),
      segmented(t("menu.theme"), THEMES, prefs.theme, (theme) => t(`theme.${theme}`), wear),
    ),
    h("p", { class: "quiet small" }, t("menu.about", { version: app.start.version })),
  );
}

/** @param {import("./main.js").App} app */
export function share(app) {
  const { puzzle, rows, day, origin } = app.play.game;
  const link = linkTo(forOthers(puzzle, rows), rows);
  const line = shareLine(app);
  const copied = h("p", { class: "quiet", role: "status" });
  const copy = async (/** @type {string} */ text, /** @type {HTMLTextAreaElement} */ area) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      area.select(); // a page that is not on this machine may not write there
      document.execCommand("copy");
    }
    copied.textContent = t("share.copied");
  };
  const part = (/** @type {string} */ label, /** @type {string} */ text, /** @type {string} */ what) => {
    const area = h("textarea", {
      readOnly: true,
      rows: Math.min(9, text.split("\n").length + Math.floor(text.length / 99)),
      value: text,
      "aria-label": label,
      inputMode: "none",
    });
    return h(
      "section",
      {},
      h("h3", {}, label),
      quiet(what),
      area,
      actions(button("share", t("share.copy"), () => copy(text, area))),
    );
  };
  const said = app.play.game.isEmpty(rows) ? null : part(t("share.line"), line, t("share.line-what"));
  if (app.api.alone) {
    openDialog(t("menu.share"), "share-dialog", said, copied);
    return;
  }
  const note = h("textarea", { rows: 2, maxLength: 500, name: "note" });
  const file = h(
    "section",
    {},
    h("h3", {}, t("share.file")),
    quiet(t("share.file-what")),
    field(t("share.note"), note),
    actions(button("save", t("share.save"), () => saveIn(app, "play", note.value.trim()))),
  );
  const phone = h(
    "section",
    { hidden: !isHere() },
    h("h3", {}, t("share.phone")),
    isHere()
      ? quiet(t("share.phone-here"), h("code", {}, "patience play --host 0.0.0.0"))
      : quiet(t("share.phone-what")),
  );
  openDialog(
    t("menu.share"),
    "share-dialog",
    said,
    part(t("share.link"), link, t(isHere() ? "share.link-here" : "share.link-what")),
    file,
    phone,
    copied,
  );
  if (isHere()) return;
  const text = letIn(linkTo(forOthers(puzzle, rows), rows, { day, origin }), app.api.token);
  app.api.call("code", { text }).then(
    ({ rows }) => {
      phone.append(drawnCode(rows));
      phone.hidden = false;
    },
    () => {},
  ); // a game too large for a code has its link
}

/** A QR code. @param {string[]} rows of 0 and 1, where 1 is black */
function drawnCode(rows) {
  const black = rows.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x} ${y}h1v1h-1z` : "")));
  const [edge, side] = [-4, rows.length + 8];
  return s(
    "svg",
    { class: "code", role: "img", "aria-label": t("share.phone"), viewBox: `${edge} ${edge} ${side} ${side}` },
    s("rect", { x: edge, y: edge, width: side, height: side, fill: "#fff" }),
    s("path", { d: black.join(""), fill: "#000" }),
  );
}

/** Save the game in a form of file. @param {import("./main.js").App} app @param {string} form @param {string} [note] for who opens it */
async function saveIn(app, form, note = "") {
  const { puzzle, rows, day, story } = app.play.game;
  try {
    const shown = form === "play" ? { name: day ?? story ?? "", rows: await toSeal(app), note } : { rows };
    const response = await app.api.send("save", {
      puzzle: forOthers(puzzle, rows),
      ...shown,
      form,
      language: language(),
    });
    download(await response.blob(), `patience.${app.start.forms[form]}`);
  } catch (error) {
    failed(/** @type {Error} */ (error));
  }
}

/** What lies there, or the better grid that the box of the day is known to have. @param {import("./main.js").App} app */
async function toSeal({ api, guarantee, judge, play }) {
  const { day, rows } = play.game;
  const laid = judge.verdict?.valid ? judge.verdict.cost : null;
  return day && guarantee !== null && guarantee < (laid ?? Infinity) ? (await api.call("unseal", { day })).rows : rows;
}

/** @param {import("./main.js").App} app */
function saveAs(app) {
  const save = (/** @type {string} */ form) => {
    dialog.close();
    saveIn(app, form);
  };
  const dialog = openDialog(
    t("menu.save"),
    "save-dialog",
    h(
      "ul",
      { class: "menu" },
      ...Object.entries(app.start.forms).map(([form, ending]) =>
        pressed(() => save(form), {}, h("b", {}, t(`form.${form}`)), h("small", {}, `.${ending}`)),
      ),
    ),
  );
}

/** The rules of the game. */
function rules() {
  const part = (/** @type {string} */ title, /** @type {string} */ text) =>
    h("section", {}, h("h3", {}, title), h("p", {}, text));
  const goals = ["frame", "compact", "board"].map((goal) => part(t(`goal.${goal}`), t(`rules.${goal}`)));
  openDialog(
    t("menu.rules"),
    "rules-dialog",
    part(t("rules.set"), t("rules.set-what")),
    ...goals,
    part(t("rules.words"), t("rules.words-what")),
    part(t("new.conventions"), t("rules.conventions")),
  );
}

/** The keys and gestures. @param {import("./main.js").App} app */
export function keys(app) {
  const gestures = ["tap", "drag", "hold", "swap", "home"];
  const served = app.api.alone ? [] : ["paste", "select"];
  const written = ["letters", "arrows", "space", "dot", "backspace", "undo", "carry", ...served, "escape"];
  const finger = matchMedia("(pointer: coarse)").matches;
  const rows = finger ? [...gestures, ...written.filter((key) => key !== "escape")] : [...written, ...gestures];
  openDialog(
    t("menu.keys"),
    "keys-dialog",
    h(
      "dl",
      { class: "keys" },
      ...rows.flatMap((row) => [h("dt", {}, t(`keys.${row}`)), h("dd", {}, t(`keys.${row}-what`))]),
    ),
  );
}
