// What is always in view: the cost, the tiles left, whether it stands; and the words one by one.

import { faces, shown } from "./alphabet.js";
import { actions, badgeItems, button, h, icon, quiet } from "./dom.js";
import { t } from "./i18n.js";
import { named } from "./origins.js";
import { sides, tilesLeft } from "./table.js";

/** @typedef {import("./types.js").Verdict} Verdict */
/** @typedef {import("./types.js").JudgedRun} JudgedRun */

/** Faults of a grid that is still being laid: they say no more than that it is not finished. */
const UNFINISHED = new Set(["all-tiles", "no-word", "require", "symmetry"]);

/** What each state of a word is marked with, besides its colour. */
const MARKS = { word: "✓", beginning: "…", part: "…", none: "✕" };

/**
 * The faults worth telling while a grid is being laid.
 *
 * @param {Verdict} verdict
 * @param {boolean} finished no tile is left, or no cell is open
 */
export function faults(verdict, finished) {
  const growing = new Set(
    verdict.runs
      .filter((run) => run.state === "beginning" || run.state === "part")
      .map((run) => `${run.row},${run.col},${run.text.length}`),
  );
  return verdict.violations.filter((violation) => {
    if (!finished && UNFINISHED.has(violation.rule)) return false;
    if (violation.rule !== "word" || finished) return true;
    const [row, col] = violation.cells[0];
    return !growing.has(`${row},${col},${violation.cells.length}`);
  });
}

/**
 * The numbers above the table, of the grid that is shown.
 *
 * @param {import("./game.js").Game} game
 * @param {import("./types.js").Rows} rows
 * @param {Verdict | null} verdict
 * @param {number | null} record the least cost that the server knows
 * @param {number | null} guarantee what everyday words are known to reach, for a box of the day
 * @returns {Node[]}
 */
export function readouts(game, rows, verdict, record, guarantee) {
  const { puzzle, best, origin } = game;
  const known = bestKnown(game, record);
  const { faceUp, total, cost, done } = tilesLeft(puzzle, rows);
  const items = [];
  if (puzzle.goal === "compact")
    items.push(readout(t("status.area"), faceUp ? String(cost) : "–", faceUp ? sides(rows).join(" × ") : ""));
  if (puzzle.goal === "frame")
    items.push(
      readout(t("status.frame"), String(cost), ""),
      readout(t("status.up"), String(faceUp), t("status.of", { total }), "up"),
    );
  else
    items.push(
      readout(t(puzzle.tiles.free ? "status.empty" : "status.left"), String(total - faceUp), t("status.of", { total })),
    );
  if (guarantee !== null) items.push(readout(t("status.guarantee"), String(guarantee), ""));
  if ((known !== null && known !== best) || record !== null)
    items.push(readout(t("status.best"), String(known), best === null ? "" : t("status.you", { n: best })));
  else if (best !== null) items.push(readout(t("status.own"), String(best), ""));
  items.push(
    seal(verdict, done, game.over || done, rows === game.rows && origin !== "hand" ? t(`origin.${origin}`) : ""),
  );
  return items;
}

/**
 * The least cost known of a game's puzzle, whoever found it.
 *
 * @param {{best: number | null, found: number | null}} game
 * @param {number | null} record
 */
export function bestKnown({ best, found }, record) {
  const known = Math.min(record ?? Infinity, best ?? Infinity, found ?? Infinity);
  return known === Infinity ? null : known;
}

/** @param {string} name @param {string} value @param {string} more @param {string} [kind] */
const readout = (name, value, more, kind = "") =>
  h(
    "div",
    { class: `readout ${kind}` },
    h("span", { class: "name" }, name),
    h("span", { class: "value" }, value, more ? h("small", {}, ` ${more}`) : null),
  );

/**
 * Whether what is shown stands.
 *
 * @param {Verdict | null} verdict
 * @param {boolean} done no tile is left, or no cell is open
 * @param {boolean} over the player has finished
 * @param {string} origin who laid it, if not the player alone
 */
function seal(verdict, done, over, origin) {
  if (!verdict?.runs.length) return h("div", { class: "seal pending" }, verdict ? t("status.begin") : "…");
  const found = faults(verdict, done);
  const mark = origin ? h("small", { class: "origin" }, origin) : null;
  const sign = (/** @type {string} */ text) => h("b", { "aria-hidden": "true" }, text);
  const [state, drawing, text] = verdict.valid
    ? [
        over ? "valid over" : "valid",
        icon("check"),
        over ? t("status.over") : t("status.valid", { n: verdict.runs.length }),
      ]
    : found.length
      ? ["faulty", sign("✕"), t("status.faults", { n: found.length })]
      : ["pending", sign("…"), t("status.going-on")];
  return h("div", { class: `seal ${state}` }, drawing, h("span", {}, text), mark);
}

/**
 * The panel of words and faults.
 *
 * @param {string} goal in a sentence
 * @param {Verdict | null} verdict
 * @param {boolean} done no tile is left, or no cell is open
 * @param {string[]} badges
 * @param {import("./own-words.js").Words} own
 * @param {{show: (run: JudgedRun) => void, light: (places: import("./types.js").Cell[]) => void, accept: (word: string) => void, open: (() => void) | null, missed: (() => void) | null}} act put the cursor on a word, light up places, accept one, open the dialog of words, look for what was missed
 * @returns {(Node | string)[]}
 */
export function wordList(goal, verdict, done, badges, own, { show, light, accept, open, missed }) {
  const more = actions(open && button("rules", t("own.open"), open));
  if (missed) more.prepend(button("hint", t("missed.title"), missed, { class: "primary" }));
  if (own.also.length + own.ban.length)
    more.append(h("span", { class: "quiet" }, t("own.count", { n: own.also.length, barred: own.ban.length })));
  if (!verdict?.runs.length) return [h("p", {}, goal), quiet(verdict ? t("words.none") : "…"), more];
  const strangers = [
    ...new Set(
      verdict.runs
        .filter((run) => run.state === "none" || (run.state !== "word" && (done || own.ban.includes(run.text))))
        .map((run) => run.text),
    ),
  ];
  const offers = strangers.map((word) =>
    h(
      "li",
      {},
      h("span", {}, h("b", {}, named(word)), ` ${t(own.ban.includes(word) ? "own.barred" : "own.unlisted")}`),
      button("check", t("own.accept"), () => accept(word), { "aria-label": `${t("own.accept")}: ${faces(word)}` }),
    ),
  );
  const found = faults(verdict, done).filter((violation) => violation.rule !== "word");
  const side = (/** @type {boolean} */ across) => {
    const runs = verdict.runs.filter((run) => run.across === across);
    if (!runs.length) return null;
    return h(
      "section",
      {},
      h("h3", {}, icon(across ? "across" : "down"), t(across ? "words.across" : "words.down")),
      h("ul", { class: "words" }, ...runs.map((run) => h("li", {}, word(run, verdict, show)))),
    );
  };
  const list = [side(true), side(false)].filter((part) => part !== null);
  const items = [...found.map((violation) => faultItem(violation, verdict, light)), ...offers];
  return [
    items.length ? h("ul", { class: "faults" }, ...items) : h("span"),
    badges.length ? badgeList(badges) : "",
    ...list,
    more,
  ];
}

/** The badges earned. @param {string[]} badges */
export function badgeList(badges) {
  const items = badgeItems(badges.map((badge) => [t(`badge.${badge}`), ""]));
  return h("ul", { class: "badges", "aria-label": t("badge.label") }, ...items);
}

/** @param {JudgedRun} run @param {Verdict} verdict @param {(run: JudgedRun) => void} show */
function word(run, verdict, show) {
  const again = verdict.repeated.includes(run.text) ? t("words.again") : "";
  const state = t(run.state === "none" ? "words.none-state" : `words.${run.state}`);
  return h(
    "button",
    {
      type: "button",
      class: `word ${run.state}`,
      onclick: () => show(run),
      "aria-label": [shown(run.text), state, again].filter(Boolean).join(", "),
      title: [state, again].filter(Boolean).join(", "),
    },
    h("b", { "aria-hidden": "true" }, MARKS[run.state]),
    named(run.text),
    again ? h("small", { "aria-hidden": "true" }, "×2") : null,
  );
}

/** @param {import("./types.js").Violation} violation @param {Verdict} verdict */
export function faultText({ rule, cells }, { runs }) {
  const [row, col] = cells[0] ?? [0, 0];
  const found = runs.find((run) => run.row === row && run.col === col && run.text.length === cells.length);
  return t(`fault.${rule}`, { row: row + 1, col: col + 1, word: shown(found?.text ?? "") });
}

/**
 * A fault; where it has a place, a button that shows it on the table.
 *
 * @param {import("./types.js").Violation} violation
 * @param {Verdict} verdict
 * @param {(places: import("./types.js").Cell[]) => void} light
 */
function faultItem(violation, verdict, light) {
  const text = faultText(violation, verdict);
  const places = violation.cells.map(([row, col]) => ({ row, col }));
  return h("li", {}, places.length ? h("button", { type: "button", onclick: () => light(places) }, text) : text);
}

/**
 * What the live region says after a move.
 *
 * @param {import("./play.js").Play} play
 * @param {Verdict} verdict
 * @param {Set<string>} known words that stood before
 */
export function spoken(play, verdict, known) {
  const fresh = verdict.runs.filter((run) => !known.has(`${run.text} ${run.row} ${run.col} ${run.across}`));
  const words = fresh
    .filter((run) => run.state === "word" || run.state === "none")
    .map((run) => t(run.state === "word" ? "live.word" : "live.not", { word: shown(run.text) }));
  const cost = t(`cost.${play.game.puzzle.goal}`, { n: play.left.cost });
  if (!words.length && !verdict.valid) return "";
  return [...words, cost, verdict.valid ? t("live.valid") : ""].filter(Boolean).join("; ");
}
