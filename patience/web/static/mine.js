// My games, and my results: all from what this browser keeps.

import { backupCard } from "./backup.js";
import { badgeItems, button, h, quiet } from "./dom.js";
import { checkedPuzzle, puzzleKey } from "./game.js";
import { language, t } from "./i18n.js";
import { openDialog } from "./open-dialog.js";
import { badgeCounts, bests, byWeekday, streaks } from "./results.js";
import { forget, savedGames } from "./saves.js";
import { cells, isLetter } from "./table.js";
import { puzzleName, titleOf } from "./titles.js";

/** @typedef {import("./types.js").SavedGame} SavedGame */

/** A Monday, to name the days of the week. */
const MONDAY = [2026, 10, 23];

/** @param {import("./main.js").App} app */
export async function gamesDialog(app) {
  const list = (await savedGames()).filter((saved) => saved.id !== app.play.game.id);
  const again = () => {
    dialog.close();
    gamesDialog(app);
  };
  const row = (/** @type {SavedGame} */ saved) => {
    const laid = [...cells(saved.stages[saved.index] ?? [])].filter(([, x]) => isLetter(x)).length;
    const when = new Date(saved.saved).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
    const resume = () => {
      dialog.close();
      app.resume(saved);
    };
    const item = h(
      "li",
      { class: "row" },
      h(
        "button",
        { type: "button", onclick: resume },
        h("b", {}, titleOf(saved)),
        h("small", {}, `${t("games.laid", { n: laid })} · ${when}`),
      ),
      button(
        "close",
        t("games.forget"),
        () => {
          forget(saved.id);
          item.remove();
        },
        { bare: true, class: "plain" },
      ),
    );
    return item;
  };
  const dialog = openDialog(
    t("menu.games"),
    "games-dialog",
    list.length ? h("ul", { class: "menu" }, ...list.map(row)) : quiet(t("games.none")),
    backupCard(again),
  );
}

/** @param {import("./main.js").App} app */
export async function resultsDialog(app) {
  const games = await savedGames();
  const week = byWeekday();
  const { now, longest } = streaks();
  const boxes = week.reduce((sum, { count }) => sum + count, 0);
  const again = () => {
    dialog.close();
    resultsDialog(app);
  };
  const dialog = openDialog(
    t("menu.results"),
    "results-dialog",
    h(
      "dl",
      { class: "figures" },
      ...Object.entries({ games: games.length, boxes, streak: now, longest }).map(([name, n]) =>
        h("div", {}, h("dt", {}, t(`results.${name}`)), h("dd", {}, String(n))),
      ),
    ),
    boxes ? weekTable(week) : quiet(t("results.none")),
    badgeList(),
    await bestList(app),
    backupCard(again),
  );
}

/** @param {ReturnType<typeof byWeekday>} week */
function weekTable(week) {
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 });
  const signed = new Intl.NumberFormat(language(), { maximumFractionDigits: 1, signDisplay: "exceptZero" });
  const most = Math.max(...week.map(({ mean }) => mean ?? 0), 1);
  const [year, month, first] = MONDAY;
  const rows = week.map(({ count, mean, best, gap }, i) => {
    const name = new Date(year, month, first + i, 12).toLocaleDateString(language(), { weekday: "long" });
    const bar = h("span", { class: "length", "aria-hidden": "true" });
    bar.style.width = `${((mean ?? 0) / most) * 100}%`;
    const texts =
      mean === null ? ["–", "", ""] : [number.format(mean), String(best), gap === null ? "–" : signed.format(gap)];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h("td", {}, String(count)),
      h("td", { class: "mean" }, bar, h("span", {}, texts[0])),
      h("td", {}, texts[1]),
      h("td", { class: gap !== null && gap <= 0 ? "good" : "" }, texts[2]),
    );
  });
  const heads = ["day", "count", "mean", "best", "gap"].map((name) => h("th", { scope: "col" }, t(`results.${name}`)));
  return h(
    "section",
    {},
    h("h3", {}, t("results.week")),
    h("table", { class: "week" }, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)),
    h("p", { class: "quiet small" }, t("results.week-what")),
  );
}

function badgeList() {
  const counts = badgeCounts();
  if (!counts.length) return null;
  return h(
    "section",
    {},
    h("h3", {}, t("badge.label")),
    h("ul", { class: "badges" }, ...badgeItems(counts.map(([badge, n]) => [t(`badge.${badge}`), ` × ${n}`]))),
  );
}

/** The best of each puzzle; boxes of the day have their calendar. @param {import("./main.js").App} app */
async function bestList(app) {
  const known = new Map(
    (await app.api.call("puzzles").catch(() => [])).map((/** @type {import("./puzzles.js").Known} */ each) => [
      puzzleKey(checkedPuzzle(each.puzzle)),
      each,
    ]),
  );
  const found = bests()
    .reverse()
    .filter(([key]) => known.has(key));
  if (!found.length) return null;
  const item = (/** @type {[string, number]} */ [key, cost]) => {
    const { name, puzzle, cost: best } = /** @type {import("./puzzles.js").Known} */ (known.get(key));
    return h(
      "li",
      {},
      h("span", {}, puzzleName(name)),
      h("b", {}, t(`cost.${puzzle.goal}`, { n: cost })),
      best === null ? null : h("small", {}, cost <= best ? t("results.record") : t("share.best", { n: best })),
    );
  };
  return h("section", {}, h("h3", {}, t("results.puzzles")), h("ul", { class: "bests" }, ...found.map(item)));
}
