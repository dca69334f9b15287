// The puzzles that ship, to choose from: what is known of each, and one's own best beside it.

import { h, pressed } from "./dom.js";
import { checkedPuzzle, puzzleKey, samePuzzle } from "./game.js";
import { errorNodes } from "./notices.js";
import { hasText, language, t } from "./i18n.js";
import { openDialog } from "./open-dialog.js";
import { withKept } from "./own-words.js";
import { bests } from "./results.js";
import { savedGames } from "./saves.js";
import { thumbnail } from "./sizes.js";
import { emptyTable, tileCount } from "./table.js";
import { puzzleName } from "./titles.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {{name: string, puzzle: Puzzle, cost: number | null, bound: number}} Known a puzzle with what is known of it */

/** Whether a shipped puzzle has a name of its own. @param {string | null} name */
export const isStory = (name) => name?.startsWith("story-") ?? false;

/** The part of the list that a puzzle stands in. @param {Known} known */
const partOf = ({ name, puzzle }) => (puzzle.lexicon.startsWith("en") ? "en" : isStory(name) ? "story" : "fr");

/** @param {import("./main.js").App} app */
export async function puzzlesDialog(app) {
  const list = h("div", { class: "parts", "aria-busy": "true" }, h("p", { class: "quiet", role: "status" }, "…"));
  const dialog = openDialog(t("menu.puzzles"), "puzzles-dialog", list);
  const own = new Map(bests());
  const play = async (/** @type {Puzzle} */ puzzle) => {
    dialog.close();
    const last = (await savedGames()).find((saved) => samePuzzle(saved.puzzle, puzzle));
    if (last) app.resume(last);
    else app.begin(puzzle);
  };
  const item = (/** @type {Known} */ { name, puzzle, cost, bound }) => {
    const asked = withKept(app.start, puzzle);
    const mine = own.get(puzzleKey(asked));
    const of = (/** @type {string} */ key, /** @type {number | null | undefined} */ n) =>
      n === null || n === undefined
        ? null
        : h("span", {}, t(`puzzles.${key}`, { cost: t(`cost.${asked.goal}`, { n }) }));
    return pressed(
      () => play(asked),
      {},
      h("b", {}, puzzleName(name)),
      h("small", {}, hasText(`puzzle.${name}-what`) ? t(`puzzle.${name}-what`) : ""),
      h(
        "span",
        { class: "known" },
        of("best", cost),
        cost !== null && bound >= cost
          ? h("span", {}, t("puzzles.proven"))
          : bound > 0 && !(asked.goal === "compact" && bound <= tileCount(asked.tiles))
            ? h("span", {}, t(`puzzles.bound-${asked.goal}`, { n: bound }))
            : null,
        mine === undefined ? null : h("b", {}, of("own", mine)),
      ),
      thumbnail(emptyTable(asked), 40),
    );
  };
  const part = (/** @type {string} */ name, /** @type {Known[]} */ found) =>
    h("section", {}, h("h3", {}, t(`puzzles.${name}`)), h("ul", { class: "menu" }, ...found.map(item)));
  try {
    /** @type {Known[]} */
    const found = (await app.api.call("puzzles")).map((/** @type {Known} */ each) => ({
      ...each,
      puzzle: checkedPuzzle(each.puzzle),
    }));
    // In steps of size; first what one has the words for.
    const cells = (/** @type {Known} */ { puzzle }) =>
      puzzle.size
        ? puzzle.size[0] * puzzle.size[1]
        : (puzzle.board?.join("").replaceAll("#", "").length ?? tileCount(puzzle.tiles));
    found.sort((one, other) => cells(one) - cells(other));
    const parts = language() === "en" ? ["en", "fr", "story"] : ["fr", "story", "en"];
    list.replaceChildren(
      ...parts.map((name) =>
        part(
          name,
          found.filter((each) => partOf(each) === name),
        ),
      ),
    );
  } catch (error) {
    list.replaceChildren(h("div", { class: "problem" }, ...errorNodes(/** @type {Error} */ (error))));
  }
  list.removeAttribute("aria-busy");
}
