// Which game is played: the last one, that of a link or a file, the box of the day.

import { ApiError } from "./api.js";
import { gameOfDay, streak, today } from "./daily.js";
import { h } from "./dom.js";
import { checkedPuzzle, checkedRows, Game, samePuzzle } from "./game.js";
import { t } from "./i18n.js";
import { resumed, savedGames } from "./saves.js";
import { linked } from "./share.js";

/** @typedef {import("./main.js").App} App */

const MAX_FILE = 300_000;

/**
 * The game that a page opens with.
 *
 * @param {import("./types.js").Start} start
 * @returns {Game}
 */
export function firstGame(start) {
  const { puzzle, rows, asked } = start;
  if (rows) return new Game(checkedPuzzle(puzzle), checkedRows(rows));
  const last = resumed();
  if (last && (!asked || samePuzzle(last.puzzle, puzzle))) return last;
  const same = asked ? savedGames().find((saved) => samePuzzle(saved.puzzle, puzzle)) : undefined;
  return same ? Game.from(same) : new Game(checkedPuzzle(puzzle));
}

/** Play the box of the day. @param {App} app */
export async function playToday(app) {
  const day = today();
  const kept = savedGames().find((saved) => saved.day === day);
  try {
    if (kept) app.resume(kept);
    else app.enter(await gameOfDay(app.api, day));
    app.toast(t("day.welcome", { n: streak() }));
  } catch (error) {
    app.failed(/** @type {Error} */ (error));
  }
}


/** Take the game that the address holds. @param {App} app */
export function takeLink(app) {
  try {
    const game = linked(location.hash);
    if (!game) return false;
    history.replaceState(null, "", location.pathname);
    app.begin(game.puzzle, game.rows);
    return true;
  } catch {
    app.toast(t("error.link"));
    return false;
  }
}


/** Let the player choose a file with a grid. @param {App} app */
export function openFile(app) {
  const input = h("input", { type: "file", accept: app.start.opens.join() });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      if (file.size > MAX_FILE) throw new ApiError("large", "", 0);
      const bytes = Array.from(new Uint8Array(await file.arrayBuffer()), (n) => String.fromCharCode(n));
      const { puzzle, rows, notes } = await app.api.call("open", { data: btoa(bytes.join("")), name: file.name });
      app.begin(checkedPuzzle(puzzle), checkedRows(rows));
      if (notes.length) app.toast(notes.join("; "));
    } catch (error) {
      app.failed(/** @type {Error} */ (error));
    }
  });
  input.click();
}

/**
 * Lay a grid that was copied elsewhere: on this table if it has the same size and names no puzzle of its own.
 *
 * @param {App} app
 * @param {string} text
 */
export async function paste(app, text) {
  const { play } = app;
  try {
    const { puzzle, rows, notes } = await app.api.call("open", { text });
    const now = play.game.puzzle;
    const same = now.goal === "compact" ? puzzle.goal === "compact" : rows.length === play.rows.length && rows[0].length === play.rows[0].length;
    if (same && !/^\s*;/m.test(text)) play.replace(checkedRows(rows));
    else app.begin(checkedPuzzle(puzzle), checkedRows(rows));
    if (notes.length) app.toast(notes.join("; "));
  } catch (error) {
    app.failed(/** @type {Error} */ (error));
  }
}
