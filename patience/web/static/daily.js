// The box of the day: the same letters for everyone; days in a row are kept in this browser.

import { Game } from "./game.js";
import { withKept } from "./own-words.js";

const STORED = "patience.days";

/** The date where the player is. @returns {string} */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

/** @returns {Record<string, number>} the least cost laid on each day */
function days() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/**
 * Note a valid grid of a day.
 *
 * @param {string} day
 * @param {number} cost
 */
export function note(day, cost) {
  const all = days();
  all[day] = Math.min(all[day] ?? cost, cost);
  localStorage.setItem(STORED, JSON.stringify(all));
}

/** Days in a row, up to today or yesterday. */
export function streak() {
  const all = days();
  const day = new Date(`${today()}T12:00:00`);
  const name = () => [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  if (!(name() in all)) day.setDate(day.getDate() - 1);
  let count = 0;
  while (name() in all) {
    count += 1;
    day.setDate(day.getDate() - 1);
  }
  return count;
}

/**
 * @param {import("./main.js").App} app
 * @param {string} day
 * @returns {Promise<Game>}
 */
export async function gameOfDay({ api, start }, day) {
  const { tiles } = await api.call("daily", { day });
  const game = new Game(withKept(start, { goal: "frame", tiles, size: [9, 7], within: null, board: null, lexicon: "fr", filters: {}, connected: true, distinct_words: false, require: [] }));
  game.day = day;
  return game;
}
