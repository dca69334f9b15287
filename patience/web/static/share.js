// A link that holds a puzzle and its grid. It is in the address's fragment, which no browser sends.

import { checkedPuzzle, checkedRows, Game } from "./game.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Rows} Rows */

const MAX_LINK = 20_000;

/** What goes along to another device of the player's own. @typedef {{day: string | null, origin: import("./game.js").Origin}} Own */

/**
 * @param {Puzzle} puzzle
 * @param {Rows} rows
 * @param {Own} [own]
 * @returns {string}
 */
export function linkTo(puzzle, rows, own) {
  const bytes = new TextEncoder().encode(JSON.stringify({ puzzle, rows, own }));
  const text = btoa(String.fromCharCode(...bytes));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}/#game=${safe}`;
}

/** Whether this page is open on the machine that serves it, by a name that no other can use. */
export const isHere = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** A link for a machine that has not been let in yet. @param {string} link @param {string} token */
export const letIn = (link, token) => link.replace("#", `#token=${token}&`);

/**
 * The game that a link holds, if any.
 *
 * @param {string | null} text
 * @returns {Game | null}
 * @throws {TypeError} if what is there is no game
 */
export function linked(text) {
  if (!text) return null;
  if (text.length > MAX_LINK) throw new TypeError("link");
  let value;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (x) => x.charCodeAt(0));
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new TypeError("link");
  }
  const game = new Game(checkedPuzzle(value?.puzzle), checkedRows(value?.rows));
  const { day, origin } = value.own ?? {};
  if (/^\d{4}-\d{2}-\d{2}$/.test(day)) game.day = day;
  if (origin === "hand" || origin === "help") game.origins[game.index] = origin;
  return game;
}
