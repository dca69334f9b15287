// A link that holds a puzzle and its grid. It is in the address's fragment, which no browser sends.

import { checkedPuzzle, checkedRows } from "./game.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Rows} Rows */

const MAX_LINK = 20_000;

/**
 * @param {Puzzle} puzzle
 * @param {Rows} rows
 * @returns {string}
 */
export function linkTo(puzzle, rows) {
  const bytes = new TextEncoder().encode(JSON.stringify({ puzzle, rows }));
  const text = btoa(String.fromCharCode(...bytes));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.origin}/#game=${safe}`;
}

/**
 * The same link for a machine that has not been let in yet; none where only this machine is.
 *
 * @param {string} link
 * @param {string} token
 */
export function linkForPhone(link, token) {
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return here ? "" : link.replace("#", `#token=${token}&`);
}

/**
 * The game that a link holds, if any.
 *
 * @param {string | null} text
 * @returns {{puzzle: Puzzle, rows: Rows} | null}
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
  return { puzzle: checkedPuzzle(value?.puzzle), rows: checkedRows(value?.rows) };
}
