// The box of the day: the same letters for everyone; what was reached on each day is kept in this browser.

import { Game, USUAL_RULES } from "./game.js";
import { withKept } from "./own-words.js";
import { kept } from "./store.js";

const STORED = "patience.days";

/** @param {Date} date @returns {string} */
const named = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");

/** The date where the player is. @returns {string} */
export const today = () => named(new Date());

/** @param {string} day @param {number} days */
export function dayAfter(day, days) {
  const date = new Date(`${day}T12:00:00`);
  date.setDate(date.getDate() + days);
  return named(date);
}

/**
 * What was reached on a day: by hand the least cost and the badges, with help the least cost, and what is
 * guaranteed where that is known.
 *
 * @typedef {{cost: number | null, badges: string[], helped: number | null, guarantee: number | null}} Day
 */

/** @param {unknown} n @returns {number | null} */
const number = (n) => (Number.isInteger(n) ? Number(n) : null);

/** What was reached on each day, here or in a file. @param {unknown} [stored] @returns {Record<string, Day>} */
export function days(stored = kept.value(STORED)) {
  const known = Object.entries(stored ?? {}).filter(([day]) => /^\d{4}-\d{2}-\d{2}$/.test(day));
  // Earlier versions kept the cost alone.
  return Object.fromEntries(
    known.map(([day, best]) => [
      day,
      {
        cost: number(best?.cost ?? best),
        badges: Array.isArray(best?.badges) ? best.badges.map(String) : [],
        helped: number(best?.helped),
        guarantee: number(best?.guarantee),
      },
    ]),
  );
}

/** The least of what is known. @param {(number | null)[]} all @returns {number | null} */
const least = (...all) =>
  all.reduce((one, other) => (one === null || (other !== null && other < one) ? other : one), null);

/**
 * Note what was reached on a day, beside what was reached before.
 *
 * @param {string} day
 * @param {Day} found
 */
export function noteDay(day, found) {
  const all = days();
  const before = all[day] ?? { cost: null, badges: [], helped: null, guarantee: null };
  all[day] = {
    cost: least(before.cost, found.cost),
    badges: [...new Set([...before.badges, ...found.badges])],
    helped: least(before.helped, found.helped),
    guarantee: found.guarantee ?? before.guarantee,
  };
  kept.keepValue(STORED, all);
}

/** How hard a day's box is among those of its week, from 1. @param {string} day */
export const level = (day) => ((new Date(`${day}T12:00:00`).getDay() + 6) % 7) + 1;

/** @param {import("./types.js").Tiles} tiles @returns {import("./types.js").Puzzle} */
export const puzzleOfDay = (tiles) => ({
  goal: "frame",
  tiles,
  size: [9, 7],
  within: null,
  board: null,
  lexicon: "fr",
  filters: {},
  ...USUAL_RULES,
});

/**
 * @param {import("./main.js").App} app
 * @param {string} day
 * @param {AbortSignal} signal
 * @returns {Promise<Game>}
 */
export async function gameOfDay({ api, start }, day, signal) {
  const { tiles } = await api.call("daily", { day }, signal);
  const game = new Game(withKept(start, puzzleOfDay(tiles)));
  game.day = day;
  return game;
}
