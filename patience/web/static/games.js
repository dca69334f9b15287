// Which game is played: the last one, that of a link or a file, the box of the day.

import { inAddress, leaveOut } from "./address.js";
import { ApiError } from "./api.js";
import { gameOfDay, today } from "./daily.js";
import { chooseFile } from "./dom.js";
import { checkedPuzzle, checkedRows, Game, samePuzzle } from "./game.js";
import { noteText, t } from "./i18n.js";
import { mayMeasure } from "./measuring.js";
import { failed, toast } from "./notices.js";
import { withKept } from "./own-words.js";
import { streaks } from "./results.js";
import { resumed, savedGames } from "./saves.js";
import { linked } from "./share.js";

/** @typedef {import("./main.js").App} App */

const MAX_FILE = 300_000;

/**
 * The game that a page opens with.
 *
 * @param {import("./types.js").Start} start
 * @returns {Promise<Game>}
 */
export async function firstGame(start) {
  const { puzzle, rows, asked } = start;
  if (rows) return new Game(checkedPuzzle(puzzle), checkedRows(rows));
  const last = await resumed();
  if (last && (!asked || samePuzzle(last.puzzle, puzzle))) return last;
  const same = asked ? (await savedGames()).find((saved) => samePuzzle(saved.puzzle, puzzle)) : undefined;
  if (same) return Game.from(same);
  return new Game(asked ? checkedPuzzle(puzzle) : withKept(start, checkedPuzzle(puzzle)));
}

/** Play the box of today. @param {App} app */
export async function playToday(app) {
  if (await playDay(app, today())) toast(t("day.welcome", { n: Math.max(1, streaks().now) }));
}

/** Play the box of a day. @param {App} app @param {string} day @returns {Promise<boolean>} whether it is on the table */
export async function playDay(app, day) {
  const kept = (await savedGames()).find((saved) => saved.day === day);
  try {
    if (kept) app.resume(kept);
    else app.enter(await mayMeasure((signal) => gameOfDay(app, day, signal)));
    return true;
  } catch (error) {
    failed(/** @type {Error} */ (error));
    return false;
  }
}

/** Take the game that the address holds. @param {App} app */
export function takeLink(app) {
  try {
    const game = linked(inAddress("game"));
    if (!game) return false;
    leaveOut("game");
    app.enter(game);
    return true;
  } catch {
    toast(t("error.link"));
    return false;
  }
}

/** Let the player choose a file with a grid. @param {App} app */
export function openFile(app) {
  chooseFile(app.start.opens.join(), (file) =>
    take(app, async () => {
      if (file.size > MAX_FILE) throw new ApiError({ kind: "large" });
      const bytes = Array.from(new Uint8Array(await file.arrayBuffer()), (n) => String.fromCharCode(n));
      return { data: btoa(bytes.join("")), name: file.name };
    }),
  );
}

/**
 * Lay a grid that was copied elsewhere: on this table if it has the same size and names no puzzle of its own.
 *
 * @param {App} app
 * @param {string} text
 */
export function paste(app, text) {
  const { play } = app;
  const fits = (/** @type {import("./types.js").Puzzle} */ { goal }, /** @type {import("./types.js").Rows} */ rows) =>
    play.game.puzzle.goal === "compact"
      ? goal === "compact"
      : rows.length === play.rows.length && rows[0].length === play.rows[0].length;
  const named = /^\s*;/m.test(text);
  const given = async () => {
    if (text.length > MAX_FILE) throw new ApiError({ kind: "large" });
    return { text, alphabet: play.game.puzzle.tiles.alphabet ?? "" };
  };
  take(app, given, (puzzle, rows) => !named && fits(puzzle, rows));
}

/**
 * Have the server read a grid, and play it.
 *
 * @param {App} app
 * @param {() => Promise<object>} given what the server is to read
 * @param {(puzzle: import("./types.js").Puzzle, rows: import("./types.js").Rows) => boolean} [stays] whether the present puzzle is kept
 */
async function take(app, given, stays = () => false) {
  try {
    const { puzzle, rows, notes } = await app.api.call("open", await given());
    if (stays(puzzle, rows)) app.play.replace(checkedRows(rows), "given");
    else app.begin(checkedPuzzle(puzzle), checkedRows(rows));
    if (notes.length)
      toast(
        [
          ...new Set(
            notes.map((/** @type {import("./types.js").Sentence} */ note) => noteText(note) || t("note.other")),
          ),
        ].join(" "),
      );
  } catch (error) {
    failed(/** @type {Error} */ (error));
  }
}
