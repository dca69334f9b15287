// What the player does: a cursor, a tile in hand, and every change of the table.

import { faces, symbols } from "./alphabet.js";
import {
  at,
  BACK,
  cells,
  CLOSED,
  grown,
  isDevil,
  isLetter,
  keyOf,
  MAX_SIDE,
  OPEN,
  runOver,
  same,
  tilesLeft,
  withCells,
  withDevils,
} from "./table.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Rows} Rows */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Origin} Origin */

/** What is in the hand: a tile lifted from a cell, or a devil that waits for its letter. @typedef {{tile: string, from: Cell | null}} Held */

/** A devil of the rack. */
export const DEVIL = "?";

/**
 * Events: `change` (the table), `cursor`, `held`, `refused` (detail: a key of the texts).
 */
export class Play extends EventTarget {
  /** @param {Game} game */
  constructor(game) {
    super();
    this.game = game;
    /** @type {Cell} */
    this.cursor = { row: 0, col: 0 };
    this.across = true;
    this.settle();
    /** @type {Held | null} */
    this.held = null;
    /** @type {Cell[] | null} a word on its way to another place */
    this.carried = null;
    /** @type {Set<string>} */
    this.selected = new Set();
    this.selecting = false;
    /** Whether the last change was a move of the player's. */
    this.moved = false;
  }

  get rows() {
    return this.game.rows;
  }

  get left() {
    return tilesLeft(this.game.puzzle, this.rows);
  }

  /** @param {Game} game */
  begin(game) {
    this.game = game;
    this.moved = false;
    this.selected.clear();
    this.selecting = false;
    this.held = null;
    this.carried = null;
    this.settle();
    this.notify("begin");
    this.notify("change");
  }

  /** Put the cursor where it was in this game, else at the beginning; on no tile while a cell is open. */
  settle() {
    const { rows, game } = this;
    const { row, col, across } = game.place ?? { row: 0, col: 0, across: true };
    const middle = { row: rows.length >> 1, col: Math.max(0, (rows[0].length >> 1) - 3) };
    this.across = across;
    this.cursor = !game.place && game.puzzle.goal === "compact" ? middle : { row, col };
    if (at(rows, this.cursor) === OPEN) return;
    const line = [...cells(rows)].filter(([, x]) => x === OPEN).map(([cell]) => cell);
    const order = (/** @type {Cell} */ cell) =>
      across ? cell.row * MAX_SIDE + cell.col : cell.col * MAX_SIDE + cell.row;
    line.sort((one, other) => order(one) - order(other));
    this.cursor = line.find((cell) => order(cell) > order(this.cursor)) ?? line[0] ?? { row: 0, col: 0 };
  }

  // ---- the cursor

  /** @param {Cell} cell */
  moveTo(cell) {
    if (at(this.rows, cell) === undefined || !this.rows[cell.row]?.[cell.col]) return;
    this.cursor = cell;
    this.notify("cursor");
  }

  /**
   * An arrow key: the first press across the direction turns it, unless a word is carried.
   *
   * @param {number} down
   * @param {number} right
   */
  arrow(down, right) {
    const along = right !== 0;
    if (!this.carried && !this.held && along !== this.across) {
      this.across = along;
      this.notify("cursor");
      return;
    }
    this.step(down, right);
  }

  /**
   * Move the cursor to the next cell that is not closed.
   *
   * @param {number} down
   * @param {number} right
   */
  step(down, right) {
    let { row, col } = this.cursor;
    do {
      row += down;
      col += right;
      if (!this.rows[row]?.[col]) return;
    } while (at(this.rows, { row, col }) === CLOSED && !this.carried);
    this.moveTo({ row, col });
  }

  turn() {
    this.across = !this.across;
    this.notify("cursor");
  }

  /** Move on in the direction of typing, past the end of a line to the next. @param {1 | -1} by */
  advance(by) {
    const length = (this.across ? this.rows[0] : this.rows).length;
    const { row, col } = this.cursor;
    let place = this.across ? row * length + col : col * length + row;
    let cell;
    do {
      place += by;
      const [line, along] = [Math.floor(place / length), (place + length) % length];
      cell = this.across ? { row: line, col: along } : { row: along, col: line };
      if (!this.rows[cell.row]?.[cell.col]) return;
    } while (at(this.rows, cell) === CLOSED && !this.carried);
    this.moveTo(cell);
  }

  // ---- laying

  /**
   * Lay a tile of the rack at the cursor and move on. A letter names the devil in the hand; what else is in it stays
   * where it came from.
   *
   * @param {string} tile a letter, or `*`
   * @returns {boolean} whether it lies there
   */
  type(tile) {
    const named = this.held?.tile === DEVIL && isLetter(tile);
    const laid = this.lay(this.cursor, named ? tile.toLowerCase() : tile, true);
    if (laid) this.advance(1);
    return laid;
  }

  /** Take a devil in hand, for the letter that is typed next, or put it back. */
  askDevil() {
    const waits = this.held?.tile === DEVIL;
    this.letGo();
    if (waits) return;
    if (this.left.devils < 1) this.refuse("no-devil");
    else this.hold({ tile: DEVIL, from: null });
  }

  /** Take back the tile at the cursor, or the one before it. */
  erase() {
    this.letGo();
    if ([OPEN, CLOSED].includes(at(this.rows, this.cursor))) this.advance(-1);
    this.lift(this.cursor);
  }

  /**
   * Lay a tile of the rack.
   *
   * @param {Cell} cell
   * @param {string} tile `A`, `a` a devil as that letter, or `*` one face down
   * @param {boolean} [orDevil] whether a devil stands for a letter that has run out
   * @returns {boolean} whether it lies there
   */
  lay(cell, tile, orDevil = false) {
    this.letGo();
    const there = at(this.rows, cell);
    if (there === CLOSED) return this.refuse("closed");
    if (this.isFixed(cell)) return this.refuse("printed");
    if (there === tile) return true;
    const { counts, devils } = tilesLeft(this.game.puzzle, withCells(this.rows, [[cell, OPEN]]));
    if (isDevil(tile) && devils < 1) return this.refuse("no-devil");
    const left = counts[symbols(this.game.puzzle).indexOf(tile)];
    const devil = orDevil && isLetter(tile) && left === 0 && devils > 0;
    if (isLetter(tile) && !isDevil(tile) && !devil && !(left > 0)) return this.refuse("no-tile", faces(tile));
    if (tile === BACK && this.game.puzzle.goal !== "frame") return this.refuse("no-backs");
    const laid = devil ? tile.toLowerCase() : tile;
    if (there !== laid) this.put([[cell, laid]]);
    if (devil) this.refuse("no-letter", faces(tile));
    return true;
  }

  /** Send the tile of a cell back to the rack. @param {Cell} cell */
  lift(cell) {
    const x = at(this.rows, cell);
    if (x === OPEN || x === CLOSED) return false;
    if (this.isFixed(cell)) return this.refuse("printed");
    this.put([[cell, OPEN]]);
    return true;
  }

  /**
   * Move a tile to another cell; a tile there takes its place.
   *
   * @param {Cell} from
   * @param {Cell} to
   */
  move(from, to) {
    this.letGo();
    if (same(from, to)) return false;
    if (at(this.rows, to) === CLOSED) return this.refuse("closed");
    if (this.isFixed(from) || this.isFixed(to)) return this.refuse("printed");
    this.put([
      [from, at(this.rows, to)],
      [to, at(this.rows, from)],
    ]);
    return true;
  }

  /** Pick up the word at the cursor. */
  carry() {
    const run = runOver(this.rows, this.cursor, this.across);
    const word = run.length > 1 ? run : runOver(this.rows, this.cursor, !this.across);
    if (word.length < 2) return this.refuse("no-word-here");
    if (run.length < 2) this.across = !this.across;
    this.carried = word;
    this.moveTo(word[0]);
    this.notify("held");
    return true;
  }

  /** Lay the carried word with its first tile at the cursor. */
  drop() {
    const word = this.carried;
    if (!word) return false;
    const shift = (/** @type {Cell} */ c) => ({
      row: c.row + this.cursor.row - word[0].row,
      col: c.col + this.cursor.col - word[0].col,
    });
    const moved = word.map(shift);
    const own = new Set(word.map(keyOf));
    const free = (/** @type {Cell} */ c) => at(this.rows, c) === OPEN || at(this.rows, c) === BACK || own.has(keyOf(c));
    if (!moved.every(free) || word.some((c) => this.isFixed(c))) return this.refuse("no-room");
    const letters = word.map((c) => at(this.rows, c));
    this.put([
      ...word.map((c) => /** @type {[Cell, string]} */ ([c, OPEN])),
      ...moved.map((c, i) => /** @type {[Cell, string]} */ ([c, letters[i]])),
    ]);
    return true;
  }

  /** Whether the table grows with what is laid. */
  get isFree() {
    return this.game.puzzle.goal === "compact" && !this.game.puzzle.within;
  }

  /** What lies from the cursor to the end of its line. */
  line() {
    const { row, col } = this.cursor;
    return this.across ? [...this.rows[row]].slice(col) : this.rows.slice(row).map((line) => line[col]);
  }

  /**
   * Lay a line from the cursor on, devils where letters have run out; the rest of the line is left
   * without letters.
   *
   * @param {string[]} tiles a letter or OPEN for each cell
   */
  layLine(tiles) {
    const { row, col } = this.cursor;
    const length = Math.max(tiles.length, this.line().length);
    if ((this.across ? col : row) + length > MAX_SIDE) return this.refuse("no-room");
    const [height, width] = this.across ? [0, col + length] : [row + length, 0];
    const padded = [...this.rows, ...Array(Math.max(0, height - this.rows.length)).fill("")].map((line) =>
      line.padEnd(Math.max(width, this.rows[0].length), OPEN),
    );
    const blank = this.game.puzzle.goal === "frame" ? BACK : OPEN;
    /** @type {[Cell, string][]} */
    const changes = [];
    for (let i = 0; i < length; i += 1) {
      const cell = this.across ? { row, col: col + i } : { row: row + i, col };
      const tile = tiles[i] ?? OPEN;
      const there = at(padded, cell);
      if (this.isFixed(cell) && there.toUpperCase() !== tile.toUpperCase()) return this.refuse("printed");
      if (there === CLOSED && isLetter(tile)) return this.refuse("closed");
      if (there !== CLOSED && !this.isFixed(cell)) changes.push([cell, isLetter(tile) ? tile : blank]);
    }
    this.put([], { table: withDevils(this.game.puzzle, withCells(padded, changes)) });
    return true;
  }

  /** Take all tiles back. */
  clear() {
    const changes = [];
    for (const [row, line] of this.rows.entries()) {
      for (const [col, x] of [...line].entries()) {
        const cell = { row, col };
        if ((isLetter(x) || x === BACK) && !this.isFixed(cell))
          changes.push(/** @type {[Cell, string]} */ ([cell, OPEN]));
      }
    }
    if (changes.length) this.put(changes);
  }

  /** Take a whole new table. @param {Rows} rows @param {Origin} [by] */
  replace(rows, by) {
    const before = this.rows;
    this.letGo();
    this.moved = false;
    this.game.change(withDevils(this.game.puzzle, rows), by);
    if (before.length !== rows.length || before[0].length !== rows[0].length) {
      this.game.place = null;
      this.settle();
    }
    this.notify("change");
  }

  /** Finish, with what is open face down in a frame. @param {Rows} rows */
  end(rows) {
    this.letGo();
    if (rows.join() !== this.rows.join()) this.game.change(rows);
    this.game.ended = this.game.index;
    this.moved = true;
    this.notify("change");
  }

  undo() {
    if (!this.game.canUndo) return;
    this.game.undo();
    this.afterTravel();
  }

  redo() {
    if (!this.game.canRedo) return;
    this.game.redo();
    this.afterTravel();
  }

  afterTravel() {
    this.moved = false;
    this.letGo();
    const { row, col } = this.cursor;
    this.cursor = { row: Math.min(row, this.rows.length - 1), col: Math.min(col, this.rows[0].length - 1) };
    this.notify("change");
  }

  // ---- the hand

  /** Take a tile in hand. @param {Held} held */
  hold(held) {
    this.held = held;
    this.carried = null;
    this.notify("held");
  }

  /** Leave what is in the hand, a tile or a word, where it lies. */
  letGo() {
    if (!this.held && !this.carried) return;
    this.held = null;
    this.carried = null;
    this.notify("held");
  }

  // ---- what is selected

  /** @param {Cell} cell @param {boolean} [on] */
  select(cell, on) {
    const key = keyOf(cell);
    if (at(this.rows, cell) === CLOSED) return;
    if (on ?? !this.selected.has(key)) this.selected.add(key);
    else this.selected.delete(key);
    this.notify("selection");
  }

  /** Select the rectangle between two cells. @param {Cell} one @param {Cell} other */
  selectBetween(one, other) {
    this.selected.clear();
    for (let row = Math.min(one.row, other.row); row <= Math.max(one.row, other.row); row += 1) {
      for (let col = Math.min(one.col, other.col); col <= Math.max(one.col, other.col); col += 1)
        this.select({ row, col }, true);
    }
  }

  /** @param {boolean} on */
  selectMode(on) {
    this.selecting = on;
    if (!on) this.selected.clear();
    this.letGo();
    this.notify("selection");
  }

  // ---- parts

  /** Whether a letter was printed on the board. @param {Cell} cell */
  isFixed(cell) {
    return this.game.puzzle.board !== null && isLetter(at(this.game.puzzle.board, cell));
  }

  /**
   * @param {[Cell, string][]} changes
   * @param {{table?: Rows, by?: Origin}} [what] the table that changes, and who lays
   */
  put(changes, { table = this.rows, by = "hand" } = {}) {
    const { rows, down, right } = grown(this.game.puzzle, withCells(table, changes));
    this.letGo();
    this.moved = by === "hand";
    this.game.change(rows, by);
    this.cursor = { row: this.cursor.row + down, col: this.cursor.col + right };
    if (down || right) this.selected.clear();
    this.notify("change");
  }

  /** @param {string} why @param {string} [what] @returns {false} */
  refuse(why, what = "") {
    this.dispatchEvent(new CustomEvent("refused", { detail: { why, what } }));
    return false;
  }

  /** @param {string} name */
  notify(name) {
    this.game.place = { ...this.cursor, across: this.across };
    this.dispatchEvent(new Event(name));
  }
}
