// The box of the day: the same letters for everyone; days in a row are kept in this browser.

import { Game } from "./game.js";
import { withKept } from "./own-words.js";
import { kept } from "./store.js";

const STORED = "patience.days";

/** @param {Date} date @returns {string} */
const named = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");

/** The date where the player is. @returns {string} */
export const today = () => named(new Date());

/** @param {string} day @param {number} days */
export function dayAfter(day, days) {
  const date = new Date(`${day}T12:00:00`);
  date.setDate(date.getDate() + days);
  return named(date);
}

/** The least cost laid on each day, and the badges earned. @returns {Record<string, {cost: number, badges: string[]}>} */
export function days() {
  // Earlier versions kept the cost alone.
  return Object.fromEntries(Object.entries(kept.value(STORED) ?? {}).map(([day, best]) => [day, typeof best === "number" ? { cost: best, badges: [] } : best]));
}

/**
 * Note a valid grid of a day.
 *
 * @param {string} day
 * @param {number} cost
 * @param {string[]} badges
 */
export function note(day, cost, badges) {
  const all = days();
  const before = all[day];
  all[day] = { cost: Math.min(before?.cost ?? cost, cost), badges: [...new Set([...(before?.badges ?? []), ...badges])] };
  kept.keepValue(STORED, all);
}

/** How hard a day's box is among those of its week, from 1. @param {string} day */
export const level = (day) => ((new Date(`${day}T12:00:00`).getDay() + 6) % 7) + 1;

/** Days in a row, up to today or yesterday. */
export function streak() {
  const all = days();
  let day = today();
  if (!(day in all)) day = dayAfter(day, -1);
  let count = 0;
  while (day in all) {
    count += 1;
    day = dayAfter(day, -1);
  }
  return count;
}

/** @param {import("./types.js").Tiles} tiles @returns {import("./types.js").Puzzle} */
export const puzzleOfDay = (tiles) => ({ goal: "frame", tiles, size: [9, 7], within: null, board: null, lexicon: "fr", filters: {}, connected: true, distinct_words: false, require: [] });

/**
 * @param {import("./main.js").App} app
 * @param {string} day
 * @returns {Promise<Game>}
 */
export async function gameOfDay({ api, start }, day) {
  const { tiles } = await api.call("daily", { day });
  const game = new Game(withKept(start, puzzleOfDay(tiles)));
  game.day = day;
  return game;
}
