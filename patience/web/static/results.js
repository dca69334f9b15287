// What the player has reached: the best of each puzzle and of each day. Only what was laid by hand
// counts; a grid with help, or from elsewhere, is noted apart.

import { dayAfter, days, level, noteDay, today } from "./daily.js";
import { puzzleKey } from "./game.js";
import { kept } from "./store.js";
import { CLOSED, tilesLeft } from "./table.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Verdict} Verdict */

const BESTS = "patience.bests";
const WEEK = 7;

/** The least cost that the player laid for each puzzle, by what the puzzle asks; the latest last. @param {unknown} [stored] @returns {[string, number][]} */
export function bests(stored = kept.value(BESTS)) {
  return Array.isArray(stored)
    ? stored.filter((each) => Array.isArray(each) && typeof each[0] === "string" && Number.isInteger(each[1]))
    : [];
}

/** @param {[string, number][]} found */
export function noteBests(found) {
  const all = new Map(bests());
  for (const [key, cost] of found) {
    if (cost >= (all.get(key) ?? Infinity)) continue;
    all.delete(key);
    all.set(key, cost);
  }
  kept.keepValue(BESTS, [...all]);
}

/** Whether letters lie on at least half of the cells that can have one: less is no finished box. @param {import("./game.js").Game} game */
export function isHalfLaid({ puzzle, rows }) {
  const { faceUp, total } = tilesLeft(puzzle, rows);
  const room = puzzle.goal === "compact" ? total : rows.join("").replaceAll(CLOSED, "").length;
  return 2 * faceUp >= Math.min(room, total);
}

/**
 * Note a finished grid; a second time changes nothing. One that is not half laid counts for no day.
 *
 * @param {import("./game.js").Game} game
 * @param {Verdict} verdict
 * @param {number | null} guarantee what is guaranteed for a box of the day
 */
export function noteResult(game, { cost, badges }, guarantee) {
  if (cost === null) return;
  const own = game.origin === "hand";
  if (own) noteBests([[puzzleKey(game.puzzle), cost]]);
  if (game.day && isHalfLaid(game))
    noteDay(game.day, { cost: own ? cost : null, badges: own ? badges : [], helped: own ? null : cost, guarantee });
}

/** Days in a row that were finished by hand: now, up to today or yesterday, and the most. */
export function streaks() {
  const done = new Set(
    Object.entries(days())
      .filter(([, { cost }]) => cost !== null)
      .map(([day]) => day),
  );
  const back = (/** @type {string} */ day) => {
    let count = 0;
    for (; done.has(day); day = dayAfter(day, -1)) count += 1;
    return count;
  };
  const now = back(done.has(today()) ? today() : dayAfter(today(), -1));
  return { now, longest: Math.max(0, ...[...done].filter((day) => !done.has(dayAfter(day, 1))).map(back)) };
}

/**
 * The boxes finished by hand, by the day of the week from Monday: how many, the mean cost, the best, and
 * how far the mean lies from what was guaranteed, where that is known.
 */
export function byWeekday() {
  const mean = (/** @type {number[]} */ all) => (all.length ? all.reduce((sum, n) => sum + n, 0) / all.length : null);
  return Array.from({ length: WEEK }, (_, i) => {
    const done = Object.entries(days())
      .filter(([day, { cost }]) => cost !== null && level(day) === i + 1)
      .map(([, each]) => each);
    const costs = done.map(({ cost }) => Number(cost));
    const gaps = done
      .filter(({ guarantee }) => guarantee !== null)
      .map(({ cost, guarantee }) => Number(cost) - Number(guarantee));
    return { count: costs.length, mean: mean(costs), best: Math.min(...costs), gap: mean(gaps) };
  });
}

/** How often each badge was earned. @returns {[string, number][]} */
export function badgeCounts() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const badge of Object.values(days()).flatMap(({ badges }) => badges))
    counts.set(badge, (counts.get(badge) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}
