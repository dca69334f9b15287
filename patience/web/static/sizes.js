// Three sizes to begin with. The two small ones have tiles drawn anew each time, with both devils.

import { h, s } from "./dom.js";
import { USUAL_RULES } from "./game.js";
import { t } from "./i18n.js";
import { withKept } from "./own-words.js";
import { cells, CLOSED } from "./table.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */

const SET = "diamino-63";
/** Their tiles are a part of the set. */
export const DRAWN = "drawn";

/** Name, width, height and tiles: a fifth more than cells, so that there is something to choose. @type {[string, number, number, number][]} */
const SIZES = [
  ["small", 5, 5, 30],
  ["medium", 7, 5, 42],
  ["box", 9, 7, 63],
];

/** The name of a puzzle's size, if it was drawn here. @param {Puzzle} puzzle */
export const sizeOf = ({ tiles, size }) =>
  (tiles.name === DRAWN && SIZES.find(([, width, height]) => size?.join() === `${width},${height}`)?.[0]) || null;

/** A new puzzle of a size. @param {import("./types.js").Start} start @param {string} name @returns {Puzzle} */
export function sized(start, name) {
  const [, width, height, many] = SIZES.find(([each]) => each === name) ?? SIZES[2];
  const set = start.tiles[SET];
  const bag = set.counts.flatMap((n, i) => Array(n).fill(i));
  const counts = set.counts.map(() => 0);
  for (let left = Math.min(many - set.jokers, bag.length); left > 0; left -= 1) {
    const [letter] = bag.splice(Math.floor(Math.random() * bag.length), 1);
    counts[letter] += 1;
  }
  return withKept(start, {
    goal: "frame",
    tiles: { ...set, counts, name: name === "box" ? SET : DRAWN },
    size: [width, height],
    within: null,
    board: null,
    lexicon: start.speaks[SET] ?? start.puzzle.lexicon,
    filters: {},
    ...USUAL_RULES,
  });
}

/** A small picture of a table, closed cells left out. @param {import("./types.js").Rows} rows @param {number} high */
export const thumbnail = (rows, high) =>
  s(
    "svg",
    {
      class: "thumbnail",
      viewBox: `0 0 ${rows[0].length * 4 + 1} ${rows.length * 4 + 1}`,
      height: high,
      "aria-hidden": "true",
    },
    ...[...cells(rows)]
      .filter(([, x]) => x !== CLOSED)
      .map(([{ row, col }]) =>
        s("rect", { x: col * 4 + 1, y: row * 4 + 1, width: 3, height: 3, class: row === 0 || col === 1 ? "laid" : "" }),
      ),
  );

/** A button with a picture for each size. @param {import("./main.js").App} app @param {() => void} [then] */
export const sizeChoices = (app, then = () => {}) =>
  h(
    "div",
    { class: "sizes" },
    ...SIZES.map(([name, width, height]) =>
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            app.begin(sized(app.start, name));
            then();
          },
        },
        thumbnail(Array(height).fill(".".repeat(width)), height * 2.6),
        h("span", {}, h("b", {}, t(`size.${name}`)), h("small", {}, t(`size.${name}-what`))),
      ),
    ),
  );
