// Badges: shapes of a finished frame that are worth a mark beside its cost.

import { isLetter } from "./table.js";

const SQUARE = 4;

/**
 * The badges of a valid frame. `rim`: no tile face down on the rim. `symmetric`: those face down lie as
 * before when the grid is turned by half. `long`: two words from edge to edge. `square`: a square of
 * four by four face up. `everyday`: everyday words only.
 *
 * @param {import("./types.js").Rows} rows
 * @param {import("./types.js").Run[]} runs
 * @param {import("./wordgraph.js").Words | null} everyday the everyday words, if the lexicon knows any
 * @returns {string[]}
 */
export function badges(rows, runs, everyday) {
  const up = rows.map((row) => [...row].map(isLetter));
  const [height, width] = [rows.length, rows[0].length];
  const squares = up.flatMap((line, row) =>
    line.map((_, col) => up.slice(row, row + SQUARE).flatMap((each) => each.slice(col, col + SQUARE))),
  );
  const marks = up.flat().map(Number).join("");
  const earned = {
    rim: [...up[0], ...up[height - 1], ...up.map((line) => line[0] && line[width - 1])].every(Boolean),
    symmetric: marks === [...marks].reverse().join(""),
    long: runs.filter((run) => run.text.length === Math.max(width, height)).length > 1,
    square: squares.some((square) => square.length === SQUARE * SQUARE && square.every(Boolean)),
    everyday: everyday !== null && runs.every((run) => everyday.has(run.text)),
  };
  return Object.entries(earned)
    .filter(([, has]) => has)
    .map(([name]) => name);
}
