// A game: its puzzle, all stages of its table, where the player stands among them.

import { symbols } from "./alphabet.js";
import { emptyTable, MAX_SIDE, tilesLeft, withDevils } from "./table.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Rows} Rows */
/** @typedef {import("./types.js").SavedGame} SavedGame */

const MAX_STAGES = 2000;
/** The rules that people choose, as they usually are. @type {any} */
export const USUAL_RULES = {};
/** @type {import("./types.js").Rule[]} */
let known = [];

/** Take the rules of the server. @param {import("./types.js").Rule[]} rules */
export function setRules(rules) {
  known = rules;
  for (const { name, usual } of rules) USUAL_RULES[name] = usual;
}

/**
 * Who laid a table: the player alone, the program in part, or somebody elsewhere (a file, a link, a paste).
 *
 * @typedef {"hand" | "help" | "given"} Origin
 */
const ORIGINS = ["hand", "help", "given"];

export class Game {
  /**
   * @param {Puzzle} puzzle
   * @param {Rows} [rows]
   */
  constructor(puzzle, rows) {
    this.id = newId();
    this.puzzle = puzzle;
    /** @type {Rows[]} */
    this.stages = [emptyTable(puzzle)];
    /** @type {Origin[]} of each stage */
    this.origins = ["hand"];
    this.index = 0;
    /** The stage at which the player said to have finished, none if negative. */
    this.ended = -1;
    /** Where the cursor is. @type {import("./types.js").Place | null} */
    this.place = null;
    /** @type {string | null} the date, for a box of the day */
    this.day = null;
    /** @type {string | null} the name of a shipped puzzle with a story */
    this.story = null;
    /** @type {number | null} the least cost that the player laid by hand */
    this.best = null;
    /** @type {number | null} the least cost any search of this page found for the whole puzzle */
    this.found = null;
    /** @type {import("./types.js").Rung[]} what the last search found on its way */
    this.ladder = [];
    if (rows && rows.join("/") !== this.stages[0].join("/")) this.change(withDevils(puzzle, rows), "given");
  }

  /** @returns {Rows} */
  get rows() {
    return this.stages[this.index];
  }

  /** Who laid what lies there. @returns {Origin} */
  get origin() {
    return this.origins[this.index];
  }

  /** Whether the player has finished: no tile or no cell is left, or so they said. */
  get over() {
    return this.ended === this.index || tilesLeft(this.puzzle, this.rows).done;
  }

  get canUndo() {
    return this.index > 0;
  }

  get canRedo() {
    return this.index < this.stages.length - 1;
  }

  /**
   * Add a stage; what was undone is forgotten. What follows on help is with help, until the table is empty.
   *
   * @param {Rows} rows
   * @param {Origin} [by]
   */
  change(rows, by = "hand") {
    const origin = by !== "hand" ? by : this.isEmpty(rows) ? "hand" : this.origin;
    this.stages = [...this.stages.slice(0, this.index + 1), rows].slice(-MAX_STAGES);
    this.origins = [...this.origins.slice(0, this.index + 1), origin].slice(-MAX_STAGES);
    this.index = this.stages.length - 1;
    this.ended = -1;
  }

  /** Whether no tile is laid. @param {Rows} rows */
  isEmpty(rows) {
    return tilesLeft(this.puzzle, rows).faceUp === tilesLeft(this.puzzle, emptyTable(this.puzzle)).faceUp;
  }

  undo() {
    if (this.canUndo) this.index -= 1;
  }

  redo() {
    if (this.canRedo) this.index += 1;
  }

  /** @returns {SavedGame} */
  saved() {
    const { id, puzzle, stages, origins, index, ended, place, day, story, best, found, ladder } = this;
    return { id, puzzle, stages, origins, index, ended, place, saved: Date.now(), day, story, best, found, ladder };
  }

  /**
   * @param {SavedGame} saved
   * @returns {Game}
   */
  static from(saved) {
    const game = new Game(checkedPuzzle(saved.puzzle));
    game.id = saved.id;
    game.stages = saved.stages.map(checkedRows);
    game.origins = game.stages.map((_, i) =>
      ORIGINS.includes(String(saved.origins?.[i])) ? /** @type {Origin[]} */ (saved.origins)[i] : "hand",
    );
    game.index = Math.min(Math.max(saved.index | 0, 0), game.stages.length - 1);
    game.ended = saved.ended ?? -1;
    const { row, col, across } = saved.place ?? {};
    game.place = game.rows[Number(row)]?.[Number(col)]
      ? { row: Number(row), col: Number(col), across: across !== false }
      : null;
    game.day = saved.day ?? null;
    game.story = saved.story ?? null;
    // Earlier versions kept one number for both.
    [game.best, game.found] =
      saved.found === undefined ? [null, saved.best ?? null] : [saved.best ?? null, saved.found];
    game.ladder = saved.ladder ?? [];
    return game;
  }
}

/** @returns {string} */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (n) => n.toString(36)).join("");

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} n @param {number} least @param {number} most */
const isWhole = (n, least, most) => Number.isInteger(n) && Number(n) >= least && Number(n) <= most;

/**
 * Take rows from elsewhere: a link, a file, the browser's store.
 *
 * @param {unknown} rows
 * @returns {Rows}
 */
export function checkedRows(rows) {
  if (!Array.isArray(rows) || !isWhole(rows.length, 1, MAX_SIDE)) throw new TypeError("rows");
  for (const row of rows) {
    if (typeof row !== "string" || row.length !== rows[0].length || !/^[\p{L}.#*]{1,30}$/u.test(row))
      throw new TypeError("row");
  }
  return rows;
}

/** @param {unknown} filters @returns {Record<string, unknown>} */
function checkedFilters(filters) {
  if (!isObject(filters)) return {};
  for (const list of [filters.also, filters.ban]) {
    if (
      list !== undefined &&
      !(Array.isArray(list) && list.every((word) => typeof word === "string" && /^[\p{Lu}·]{2,30}$/u.test(word)))
    )
      throw new TypeError("filters");
  }
  return filters;
}

/** The value of a rule from elsewhere; the usual one if it is none. @param {import("./types.js").Rule} rule @param {unknown} value */
function checkedRule({ usual, choices }, value) {
  if (Array.isArray(usual))
    return Array.isArray(value) ? value.filter((w) => /^[\p{L}·]{2,30}$/u.test(w)).slice(0, 30) : usual;
  return typeof value === typeof usual && (choices?.includes(String(value)) ?? true) ? value : usual;
}

/**
 * Take a puzzle from elsewhere; the server checks it again before it does anything with it.
 *
 * @param {unknown} value
 * @returns {Puzzle}
 */
export function checkedPuzzle(value) {
  if (!isObject(value) || !["frame", "compact", "board"].includes(value.goal)) throw new TypeError("puzzle");
  const { tiles } = value;
  if (
    !isObject(tiles) ||
    !Array.isArray(tiles.counts) ||
    tiles.counts.length !== symbols({ tiles: /** @type {any} */ (tiles) }).length
  )
    throw new TypeError("tiles");
  if (!tiles.counts.every((n) => isWhole(n, 0, 300)) || !isWhole(tiles.jokers, 0, 50)) throw new TypeError("tiles");
  const pair = (/** @type {unknown} */ p) =>
    Array.isArray(p) && p.length === 2 && p.every((n) => isWhole(n, 1, MAX_SIDE))
      ? /** @type {[number, number]} */ (p)
      : null;
  const puzzle = {
    goal: value.goal,
    tiles: {
      counts: tiles.counts,
      jokers: tiles.jokers,
      name: String(tiles.name ?? "").slice(0, 80),
      alphabet: String(tiles.alphabet ?? ""),
      free: tiles.free === true,
    },
    size: value.goal === "frame" ? pair(value.size) : null,
    within: value.goal === "compact" ? pair(value.within) : null,
    board: value.goal === "board" ? checkedRows(value.board) : null,
    lexicon: String(value.lexicon ?? "fr").slice(0, 200),
    filters: checkedFilters(value.filters),
    .../** @type {any} */ (Object.fromEntries(known.map((rule) => [rule.name, checkedRule(rule, value[rule.name])]))),
  };
  if (puzzle.goal === "frame" && !puzzle.size) throw new TypeError("size");
  return puzzle;
}

/**
 * Tell whether two games ask the same.
 *
 * @param {Puzzle} one
 * @param {Puzzle} other
 */
export const samePuzzle = (one, other) => puzzleKey(one) === puzzleKey(other);

/** What a game asks, as a text. @param {any} p */
export const puzzleKey = (p) =>
  JSON.stringify([
    p.goal,
    p.tiles.counts,
    p.tiles.jokers,
    p.tiles.alphabet ?? "",
    p.size,
    p.within,
    p.board,
    p.lexicon,
    p.filters,
    p.connected,
    p.distinct_words,
    p.require,
    ...(p.tiles.free ? ["free"] : []),
    // Younger rules are told where they are chosen, so that older keys stay.
    ...known
      .filter(({ name, usual }) => !["connected", "distinct_words", "require"].includes(name) && p[name] !== usual)
      .map(({ name, choices }) => (choices ? p[name] : name)),
  ]);
