// A grid line by line: one reads it aloud, another types it, or a phone's dictation fills the field.

import { faces, folded, joined } from "./alphabet.js";
import { button, h, writing } from "./dom.js";
import { t } from "./i18n.js";
import { isLetter, OPEN } from "./table.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */

// What people say for a blank, and numbers before it, in both languages. In capitals it is a word.
const BLANKS = ["blanc", "noir", "vide", "point", "blank", "black", "dot"].map(
  (word) => `[${word[0]}${word[0].toUpperCase()}]${word.slice(1)}`,
);
/** @type {Record<string, number>} */
const COUNTS = { deux: 2, two: 2, trois: 3, three: 3, quatre: 4, four: 4, cinq: 5, five: 5, six: 6 };
const SAID = new RegExp(
  `(?:(\\d+|${Object.keys(COUNTS).join("|")}) +)?(?<!\\p{L})(?:${BLANKS.join("|")})s?(?!\\p{L})`,
  "gu",
);

/**
 * The cells that a line says: words, spelled letters (C H A T), points or words for blanks, numbers
 * of blanks. A space is a blank between words, or where the text is then as long as the line.
 *
 * @param {string} text
 * @param {number} length of the line
 * @param {Puzzle} puzzle
 * @returns {string[] | null} a tile or OPEN a cell; null if it cannot be read
 */
export function readLine(text, length, puzzle) {
  const written = joined(
    text
      .normalize("NFC")
      .trim()
      .replace(/[*_#-]/g, OPEN),
    puzzle,
  );
  const opened = written
    .replace(SAID, (_, n) => OPEN.repeat(COUNTS[n] ?? Number(n ?? 1)))
    .replace(/\d+/g, (n) => OPEN.repeat(Math.min(Number(n), length)));
  const spelled = opened.replace(/(?<!\p{L})(\p{L}) +(?=\p{L}(?!\p{L}))/gu, "$1");
  const exact = opened === written && [...written].length === length && /\p{L}\p{L}/u.test(written);
  const plain = exact
    ? written.replace(/ /g, OPEN)
    : spelled.replace(/[\s,;]*\.[\s,;]*/g, OPEN).replace(/[\s,;]+/g, OPEN);
  const [upper, lower] = [/\p{Lu}/gu, /\p{Ll}/gu].map((kind) => plain.match(kind)?.length ?? 0);
  const devils = upper > lower && lower <= puzzle.tiles.jokers; // else a phone began with a capital
  const cells = [...plain].flatMap((x) =>
    [...folded(x, puzzle)].map((y) => (devils && /\p{Ll}/u.test(x) ? y.toLowerCase() : y)),
  );
  return cells.every((x) => x === OPEN || isLetter(x)) ? cells : null;
}

/** A field above the table's tools: Enter lays a line and goes on to the next. */
export class Lines {
  /** @param {import("./main.js").App} app @param {HTMLElement} place */
  constructor(app, place) {
    this.app = app;
    this.place = place;
    this.input = writing("line", { autocapitalize: "none", enterKeyHint: "next", maxLength: 300 });
  }

  open() {
    const { app, input } = this;
    const { play } = app;
    app.preview(null);
    this.label = h("span");
    this.status = h("p", { class: "quiet", role: "status" }, t("lines.what"));
    const form = h(
      "form",
      {
        class: "lines",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.enter();
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      },
      h("label", { class: "field" }, this.label, input),
      h("button", { type: "submit", class: "primary" }, t("lines.lay")),
      button("close", t("close"), () => this.close(), { bare: true, class: "plain" }),
      this.status,
    );
    this.place.replaceChildren(form);
    this.begin(play.across ? play.cursor.row : play.cursor.col);
    input.focus();
  }

  close() {
    this.leave();
    this.app.table.focusCursor();
  }

  leave() {
    this.place.replaceChildren();
  }

  /** Go to the beginning of a line, and show what lies there. @param {number} number */
  begin(number) {
    const { play } = this.app;
    const { rows, across } = play;
    // A free crossword begins where the cursor is, or where its lines begin.
    const letters = across ? rows.map((row) => row.search(/\p{L}/u)) : [rows.findIndex((row) => /\p{L}/u.test(row))];
    const first = play.isFree
      ? Math.min(...letters.filter((n) => n >= 0), across ? play.cursor.col : play.cursor.row)
      : 0;
    play.moveTo(across ? { row: number, col: first } : { row: first, col: number });
    const text = faces(play.line().join("").replace(/\*/g, OPEN)).replace(/\.+$/, "");
    this.before = text;
    this.input.value = text;
    this.input.select();
    /** @type {HTMLElement} */ (this.label).textContent = t(across ? "lines.row" : "lines.column", { n: number + 1 });
  }

  enter() {
    const { input, app } = this;
    const { play } = app;
    const line = play.line();
    const cells = readLine(input.value, line.length, play.game.puzzle);
    const where = /** @type {HTMLElement} */ (this.label).textContent;
    if (!cells || (cells.length > line.length && !play.isFree)) {
      this.setStatus(t(cells ? "lines.long" : "lines.wrong", { where, n: line.length, found: cells?.length }));
      return;
    }
    const same = input.value === this.before;
    if (!same && !play.layLine(cells)) return;
    if (!same)
      this.setStatus(
        t("lines.laid", { where, tiles: cells.map((x) => (x === OPEN ? "·" : faces(x.toUpperCase()))).join(" ") }),
      );
    const { row, col } = play.cursor;
    const next = play.across ? row + 1 : col + 1;
    if (next < (play.across ? play.rows : [...play.rows[0]]).length) this.begin(next);
    else this.close();
  }

  /** @param {string} text */
  setStatus(text) {
    /** @type {HTMLElement} */ (this.status).textContent = text;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { play } = this.app;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const number = (play.across ? play.cursor.row : play.cursor.col) + (step ?? 0);
    if (event.key === "Escape") this.close();
    else if (step && number >= 0 && number < (play.across ? play.rows : [...play.rows[0]]).length) this.begin(number);
    else return;
    event.preventDefault();
  }
}
