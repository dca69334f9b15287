// What lies on the table, as rows of characters, and what is left in the rack. Counting and placing
// only: what is a word, and what a grid is worth, referee.js says.

/** @typedef {import("./types.js").Rows} Rows */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */

import { symbols } from "./alphabet.js";
import { BACK, CLOSED, cost, isDevil, isLetter, OPEN, tileCount } from "./referee.js";

export { BACK, CLOSED, isDevil, isLetter, OPEN, sides, tileCount } from "./referee.js";

export const MAX_SIDE = 30;

const FREE_TABLE = [11, 9];

/**
 * @param {Rows} rows
 * @param {Cell} cell
 * @returns {string}
 */
export const at = (rows, { row, col }) => rows[row]?.[col] ?? CLOSED;

/**
 * @param {Rows} rows
 * @param {[Cell, string][]} changes
 * @returns {Rows}
 */
export function withCells(rows, changes) {
  const cells = rows.map((row) => [...row]);
  for (const [{ row, col }, x] of changes) cells[row][col] = x;
  return cells.map((row) => row.join(""));
}

/**
 * The table before the first tile.
 *
 * @param {Puzzle} puzzle
 * @returns {Rows}
 */
export function emptyTable(puzzle) {
  if (puzzle.board) return [...puzzle.board];
  const [width, height] = puzzle.size ?? puzzle.within ?? FREE_TABLE;
  return Array(height).fill(OPEN.repeat(width));
}

/**
 * @param {Rows} rows
 * @returns {Generator<[Cell, string]>}
 */
export function* cells(rows) {
  for (const [row, line] of rows.entries()) {
    for (const [col, x] of [...line].entries()) yield [{ row, col }, x];
  }
}

/**
 * What is left and how it counts: letters and devils not face up, tiles face up and face down, cells
 * that are open, all tiles of the set, and the number that the goal keeps small.
 *
 * @param {Puzzle} puzzle
 * @param {Rows} rows
 */
export function tilesLeft(puzzle, rows) {
  const counts = [...puzzle.tiles.counts];
  const letters = symbols(puzzle);
  let devils = puzzle.tiles.jokers;
  let faceUp = 0;
  let backs = 0;
  let open = 0;
  for (const [, x] of cells(rows)) {
    if (isDevil(x)) devils -= 1;
    else if (isLetter(x)) counts[letters.indexOf(x)] -= 1;
    faceUp += Number(isLetter(x));
    backs += Number(x === BACK);
    open += Number(x === OPEN);
  }
  const total = puzzle.tiles.free ? faceUp + backs + open : tileCount(puzzle.tiles);
  // In a frame every tile has its place: once no cell is open, what is not face up lies face down.
  const done = open === 0 || (devils === 0 && counts.every((n) => n === 0));
  return { counts, devils, faceUp, backs, open, total, cost: cost(puzzle, rows), done };
}

/**
 * Mark as devils the letters of a grid from elsewhere that its set does not have.
 *
 * @param {Puzzle} puzzle
 * @param {Rows} rows
 * @returns {Rows}
 */
export function withDevils(puzzle, rows) {
  const { counts } = tilesLeft(puzzle, rows);
  const missing = counts.map((n) => Math.max(0, -n));
  const letters = symbols(puzzle);
  /** @type {[Cell, string][]} */
  const changes = [];
  for (const [cell, x] of [...cells(rows)].reverse()) {
    if (!isLetter(x) || isDevil(x) || !missing[letters.indexOf(x)]) continue;
    missing[letters.indexOf(x)] -= 1;
    changes.push([cell, x.toLowerCase()]);
  }
  return withCells(rows, changes);
}

/**
 * The cells of the run of letters over a cell, that cell alone if it stands alone.
 *
 * @param {Rows} rows
 * @param {Cell} cell
 * @param {boolean} across
 * @returns {Cell[]}
 */
export function runOver(rows, cell, across) {
  if (!isLetter(at(rows, cell))) return [];
  const step = (/** @type {Cell} */ c, /** @type {number} */ by) =>
    across ? { row: c.row, col: c.col + by } : { row: c.row + by, col: c.col };
  let first = cell;
  while (isLetter(at(rows, step(first, -1)))) first = step(first, -1);
  const run = [];
  for (let c = first; isLetter(at(rows, c)); c = step(c, 1)) run.push(c);
  return run;
}

/**
 * Give a free table an empty margin on every side.
 *
 * @param {Puzzle} puzzle
 * @param {Rows} rows
 * @returns {{rows: Rows, down: number, right: number}} how far everything moved
 */
export function grown(puzzle, rows) {
  if (puzzle.goal !== "compact" || puzzle.within) return { rows, down: 0, right: 0 };
  const [height, width] = [rows.length, rows[0].length];
  const up = [...cells(rows)].filter(([, x]) => isLetter(x)).map(([cell]) => cell);
  const [down, below] = margins(
    height,
    up.map(({ row }) => row),
  );
  const [right, after] = margins(
    width,
    up.map(({ col }) => col),
  );
  return { rows: padded(rows, down, after, below, right), down, right };
}

/** How many lines are missing before and behind letters, for one to be empty there. @param {number} length @param {number[]} used */
function margins(length, used) {
  const before = Math.max(0, Math.min(1 - Math.min(...used), MAX_SIDE - length));
  return [before, Math.max(0, Math.min(Math.max(...used) + 2 - length, MAX_SIDE - length - before))];
}

/** Rows with open cells around them. @param {Rows} rows @param {number} top @param {number} right @param {number} bottom @param {number} left @returns {Rows} */
function padded(rows, top, right, bottom, left) {
  const empty = OPEN.repeat(left + rows[0].length + right);
  const lines = rows.map((line) => OPEN.repeat(left) + line + OPEN.repeat(right));
  return [...Array(top).fill(empty), ...lines, ...Array(bottom).fill(empty)];
}

/**
 * Lay a found grid on a table, growing or centring a free one as needed.
 *
 * @param {Puzzle} puzzle
 * @param {Rows} table what lies there
 * @param {Rows} found
 * @param {[number, number] | null | undefined} corner where the found grid's first cell lies on the table
 * @returns {Rows}
 */
export function laidOn(puzzle, table, found, corner) {
  if (puzzle.goal !== "compact") return found;
  const up = [...cells(found)].filter(([, x]) => isLetter(x));
  if (!up.length) return table;
  /** The lines of a side, and how far letters move on it. @param {number} length @param {number[]} used @param {number} [shift] */
  const side = (length, used, shift) => {
    const span = Math.max(...used) - Math.min(...used) + 1;
    const whole = shift === undefined ? Math.max(length, span + 2) : length;
    const by = shift ?? Math.floor((whole - span) / 2) - Math.min(...used);
    const [before, behind] = margins(
      Math.min(whole, MAX_SIDE),
      used.map((n) => n + by),
    );
    return [Math.min(whole, MAX_SIDE) + before + behind, by + before];
  };
  const [height, down] = side(
    table.length,
    up.map(([{ row }]) => row),
    corner?.[0],
  );
  const [width, right] = side(
    table[0].length,
    up.map(([{ col }]) => col),
    corner?.[1],
  );
  const laid = up.map(
    ([{ row, col }, x]) => /** @type {[Cell, string]} */ ([{ row: row + down, col: col + right }, x]),
  );
  const bare = Array(height).fill(OPEN.repeat(width));
  const fits = laid.every(([{ row, col }]) => row >= 0 && col >= 0 && row < height && col < width);
  return withCells(bare, fits ? laid : []);
}

/**
 * Bring the stages of a table that grew to one size, so that no tile moves by itself.
 *
 * @param {Rows[]} stages
 * @returns {Rows[]}
 */
export function aligned(stages) {
  /** @type {[number, number][]} where each stage's first cell lies */
  const corners = [];
  for (const [i, rows] of stages.entries()) {
    const [row, col] = corners[i - 1] ?? [0, 0];
    const [down, right] = i ? shift(stages[i - 1], rows) : [0, 0];
    corners.push([row - down, col - right]);
  }
  const top = Math.min(...corners.map(([row]) => row));
  const left = Math.min(...corners.map(([, col]) => col));
  const height = Math.max(...stages.map((rows, i) => corners[i][0] - top + rows.length));
  const width = Math.max(...stages.map((rows, i) => corners[i][1] - left + rows[0].length));
  return stages.map((rows, i) => {
    const [row, col] = [corners[i][0] - top, corners[i][1] - left];
    return padded(rows, row, width - col - rows[0].length, height - row - rows.length, col);
  });
}

/**
 * How far the letters of a table moved down and right when it became another.
 *
 * @param {Rows} before
 * @param {Rows} after
 * @returns {[number, number]}
 */
function shift(before, after) {
  if (before.length === after.length && before[0].length === after[0].length) return [0, 0];
  const up = [...cells(before)].filter(([, x]) => isLetter(x));
  const kept = (/** @type {number} */ down, /** @type {number} */ right) =>
    up.filter(([{ row, col }, x]) => at(after, { row: row + down, col: col + right }) === x).length;
  let best = /** @type {[number, number]} */ ([0, 0]);
  for (let down = 1 - before.length; down < after.length; down += 1) {
    for (let right = 1 - before[0].length; right < after[0].length; right += 1) {
      if (kept(down, right) > kept(...best)) best = [down, right];
    }
  }
  return best;
}

/**
 * @param {Cell | null} one
 * @param {Cell | null} other
 */
export const same = (one, other) => one !== null && other !== null && one.row === other.row && one.col === other.col;

/** @param {Cell} cell */
export const keyOf = ({ row, col }) => `${row},${col}`;

/** The cells of a word. @param {import("./types.js").Run} run @returns {Cell[]} */
export const cellsOfRun = ({ text, row, col, across }) =>
  [...text].map((_, i) => (across ? { row, col: col + i } : { row: row + i, col }));
