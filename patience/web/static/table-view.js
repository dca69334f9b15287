// The table: a grid of cells that mouse, finger, keyboard and screen reader use alike.

import { faces, symbols } from "./alphabet.js";
import { devil, h } from "./dom.js";
import { t } from "./i18n.js";
import { DEVIL } from "./play.js";
import { at, BACK, CLOSED, cellsOfRun, isDevil, isLetter, keyOf, same, tilesLeft } from "./table.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Rows} Rows */
/** @typedef {import("./types.js").Verdict} Verdict */

/** How many tiles are shown one by one. */
const MANY = 40;

/** What the table shows besides its tiles. */
export class Overlay {
  /** @type {Verdict | null} */ verdict = null;
  /** @type {Rows | null} a grid that is only proposed */ preview = null;
  /** @type {Map<string, string>} cells of a hint, with the letter once it is told */ hint = new Map();
  /** @type {Set<string>} cells that a panel speaks of */ lit = new Set();
}

export class TableView extends HTMLElement {
  constructor() {
    super();
    /** @type {import("./play.js").Play} */
    this.play = /** @type {any} */ (null);
    this.overlay = new Overlay();
    /** @type {HTMLElement[][]} */
    this.cells = [];
    this.signature = "";
  }

  /** @param {import("./play.js").Play} play */
  attach(play) {
    this.play = play;
    this.setAttribute("role", "grid");
    this.draw();
  }

  /** The grid shown: proposed, or laid. @returns {Rows} */
  get rows() {
    return this.overlay.preview ?? this.play.rows;
  }

  /** @param {Cell} cell @returns {HTMLElement | undefined} */
  cell({ row, col }) {
    return this.cells[row]?.[col];
  }

  /** @param {EventTarget | null} target @returns {Cell | null} */
  cellOf(target) {
    const element = target instanceof Element ? target.closest("[data-row]") : null;
    return element instanceof HTMLElement && this.contains(element)
      ? { row: Number(element.dataset.row), col: Number(element.dataset.col) }
      : null;
  }

  /** Show everything as it is now. */
  draw() {
    const { rows } = this;
    const frame = this.play.game.puzzle.goal === "frame";
    const size = `${rows.length}x${rows[0].length}`;
    if (this.signature !== size) this.build(rows, size);
    this.setAttribute("aria-label", t("table.label", { width: rows[0].length, height: rows.length }));
    this.classList.toggle("free", this.play.game.puzzle.goal === "compact");
    this.classList.toggle("framed", frame);
    this.classList.toggle("resting", Boolean(this.overlay.verdict?.valid)); // nothing has to be told word by word
    this.classList.toggle("previewing", this.overlay.preview !== null);
    this.classList.toggle("naming", this.play.held?.tile === DEVIL);
    const states = this.states();
    const bad = new Set(
      (this.overlay.verdict?.violations ?? [])
        .filter((v) => ["connected", "lone-letter"].includes(v.rule))
        .flatMap((v) => v.cells.map(([row, col]) => keyOf({ row, col }))),
    );
    for (const [row, line] of this.cells.entries()) {
      for (const [col, element] of line.entries()) this.drawCell(element, { row, col }, states, bad);
    }
    this.drawCursor();
  }

  /** @param {Rows} rows @param {string} size */
  build(rows, size) {
    const focused = this.contains(document.activeElement);
    this.signature = size;
    this.style.setProperty("--columns", String(rows[0].length));
    this.style.setProperty("--rows", String(rows.length));
    this.setAttribute("aria-rowcount", String(rows.length));
    this.setAttribute("aria-colcount", String(rows[0].length));
    this.cells = rows.map((line, row) =>
      [...line].map((_, col) =>
        h("div", {
          role: "gridcell",
          tabIndex: -1,
          data: { row, col },
          "aria-colindex": col + 1,
          style: `--i: ${row + col}`,
        }),
      ),
    );
    this.replaceChildren(
      h(
        "div",
        { class: "columns", "aria-hidden": "true" },
        ...this.cells[0].map((_, col) => h("span", {}, `${col + 1}`)),
      ),
      ...this.cells.map((line, row) => h("div", { role: "row", "aria-rowindex": row + 1 }, ...line)),
    );
    if (focused) this.focusCursor();
  }

  /**
   * How the runs stand, by cell: `across word`, `down none`, ...
   *
   * @returns {Map<string, string[]>}
   */
  states() {
    const states = new Map();
    for (const run of this.overlay.verdict?.runs ?? []) {
      for (const [i, key] of cellsOfRun(run).map(keyOf).entries()) {
        const end = i === 0 ? "first" : i === run.text.length - 1 ? "last" : "";
        states.set(
          key,
          [
            ...(states.get(key) ?? []),
            `${run.across ? "across" : "down"}-${run.state}`,
            end && `${run.across ? "across" : "down"}-${end}`,
          ].filter(Boolean),
        );
      }
    }
    return states;
  }

  /**
   * @param {HTMLElement} element
   * @param {Cell} cell
   * @param {Map<string, string[]>} states
   * @param {Set<string>} bad
   */
  drawCell(element, cell, states, bad) {
    const { play, overlay } = this;
    const x = at(this.rows, cell);
    const key = keyOf(cell);
    const classes = [x === CLOSED ? "closed" : "cell"];
    const found = states.get(key) ?? [];
    classes.push(...found);
    if (overlay.preview && x !== at(play.rows, cell)) classes.push("proposed");
    if (bad.has(key)) classes.push("astray");
    if (play.selected.has(key)) classes.push("selected");
    if (play.isFixed(cell)) classes.push("fixed");
    if (play.carried?.some((c) => same(c, cell))) classes.push("lifted");
    if (play.held?.from && same(play.held.from, cell)) classes.push("lifted");
    if (overlay.lit.has(key)) classes.push("lit");
    const hinted = overlay.hint.get(key);
    if (hinted !== undefined) classes.push("hinted");
    const look = `${x} ${hinted ?? ""} ${classes.join(" ")}`;
    if (element.dataset.look !== look) {
      element.dataset.look = look;
      element.className = classes.join(" ");
      element.replaceChildren(...this.contents(x, hinted));
    }
    const label = this.label(cell, x, found, hinted);
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    if (play.selecting) element.setAttribute("aria-selected", String(play.selected.has(key)));
    else element.removeAttribute("aria-selected");
  }

  /**
   * @param {string} x
   * @param {string | undefined} hinted
   * @returns {Node[]}
   */
  contents(x, hinted) {
    if (isLetter(x) || x === BACK) return [tile(x)];
    return hinted ? [h("span", { class: "ghost" }, faces(hinted.toUpperCase()))] : [];
  }

  /**
   * Short words for a screen reader; the grid's role says row and column.
   *
   * @param {Cell} cell
   * @param {string} x
   * @param {string[]} states
   * @param {string | undefined} hinted
   */
  label({ row, col }, x, states, hinted) {
    const what = isDevil(x)
      ? t("cell.devil", { letter: faces(x.toUpperCase()) })
      : isLetter(x)
        ? faces(x)
        : x === BACK
          ? t("cell.back")
          : x === CLOSED
            ? t("cell.closed")
            : t("cell.open");
    const where = t("cell.where", { row: row + 1, col: col + 1 });
    const wrong = states.some((state) => state.endsWith("-none")) ? t("cell.wrong") : "";
    const hint = hinted === undefined ? "" : t("cell.hint", { letter: faces(hinted.toUpperCase()) });
    return [what, where, wrong, hint].filter(Boolean).join(", ");
  }

  drawCursor() {
    const { cursor, across, carried } = this.play;
    for (const line of this.cells) {
      for (const element of line) {
        element.classList.remove("cursor", "in-line", "landing");
        element.tabIndex = -1;
      }
    }
    const element = this.cell(cursor);
    if (!element) return;
    element.classList.add("cursor");
    element.tabIndex = 0;
    this.classList.toggle("across", across);
    const room = this.closest(".room");
    if (room && (room.scrollHeight > room.clientHeight || room.scrollWidth > room.clientWidth))
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const line = carried ? carried.map((_, i) => i) : [];
    for (const i of line) {
      const spot = across ? { row: cursor.row, col: cursor.col + i } : { row: cursor.row + i, col: cursor.col };
      this.cell(spot)?.classList.add("landing");
    }
  }

  /** Let the tiles hop, one after the other. */
  celebrate() {
    this.classList.add("celebrating");
    setTimeout(() => this.classList.remove("celebrating"), 1600);
  }

  focusCursor() {
    this.cell(this.play.cursor)?.focus({ preventScroll: false });
  }
}

/**
 * A tile as it lies: `?` is a devil that stands for nothing yet.
 *
 * @param {string} x
 * @returns {HTMLElement}
 */
export function tile(x) {
  if (x === BACK) return h("span", { class: "tile back", "aria-hidden": "true" });
  if (x === "?") return h("span", { class: "tile devil-tile unnamed", "aria-hidden": "true" }, devil());
  const face = faces(x.toUpperCase());
  const wide = face.length > 1 ? "wide" : "";
  if (isDevil(x)) return h("span", { class: `tile devil-tile ${wide}`, "aria-hidden": "true" }, face, devil());
  return h("span", { class: `tile ${wide}`, "aria-hidden": "true" }, face);
}

/**
 * The tiles that are not face up, to look at: each, or a stack of each where they are many; nothing if there is none.
 *
 * @param {import("./types.js").Puzzle} puzzle
 * @param {Rows} rows
 */
export function leftover(puzzle, rows) {
  if (puzzle.tiles.free) return null; // there is no end of them
  const { counts, devils } = tilesLeft(puzzle, rows);
  const left = [
    ...symbols(puzzle).map((x, i) => /** @type {[string, number]} */ ([x, counts[i]])),
    /** @type {[string, number]} */ (["?", devils]),
  ].filter(([, n]) => n > 0);
  if (!left.length) return null;
  const name = (/** @type {string} */ x) => (x === "?" ? t("tile.devil") : faces(x));
  const many = left.reduce((sum, [, n]) => sum + n, 0) > MANY;
  const shown = many
    ? left.map(([x, n]) => h("span", { class: "count" }, tile(x), n > 1 ? `×${n}` : ""))
    : left.flatMap(([x, n]) => Array.from({ length: n }, () => tile(x)));
  return h(
    "p",
    {
      class: "tile-row",
      role: "img",
      "aria-label": left.map(([x, n]) => Array(n).fill(name(x)).join(" ")).join(" "),
    },
    ...shown,
  );
}

customElements.define("tile-table", TableView);
