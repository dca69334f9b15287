// The end of a game: when the player has finished, what came of it, and what one can do next.

import { shown } from "./alphabet.js";
import { dayAfter, days, today } from "./daily.js";
import { newGame, share } from "./dialogs.js";
import { actions, button, h } from "./dom.js";
import { playDay } from "./games.js";
import { t } from "./i18n.js";
import { toast } from "./notices.js";
import { openDialog } from "./open-dialog.js";
import { isHalfLaid } from "./results.js";
import { sized, sizeOf } from "./sizes.js";
import { badgeList, bestKnown, faults, faultText } from "./status.js";
import { at, BACK, cellsOfRun, OPEN } from "./table.js";
import { leftover, tile } from "./table-view.js";
import { titleOf } from "./titles.js";

/** @typedef {import("./main.js").App} App */

/** Days back in which a box not yet finished is looked for. */
const BACK_TO = 60;

/** The player says to have finished: in a frame what is open lies face down. @param {App} app */
export async function finish(app) {
  const { play, judge } = app;
  const { game, rows } = play;
  if (game.over && judge.verdict?.valid) {
    app.panels.show("result");
    return;
  }
  if (!isHalfLaid(game) && !(await askToEnd())) return;
  const ended = game.puzzle.goal === "frame" ? rows.map((row) => row.replaceAll(OPEN, BACK)) : rows;
  if (!(await judge.judge(game.puzzle, ended)) || play.rows !== rows) return;
  if (judge.verdict?.valid) {
    play.end(ended);
    return;
  }
  app.panels.show("words");
  const [first] = judge.verdict ? faults(judge.verdict, true) : [];
  toast(first && judge.verdict ? t("finish.faults", { fault: faultText(first, judge.verdict) }) : t("words.none"));
}

/** Ask whether to end where most is empty. @returns {Promise<boolean>} */
const askToEnd = () =>
  new Promise((answer) => {
    const choose = (/** @type {boolean} */ end) => () => {
      answer(end);
      dialog.close();
    };
    const dialog = openDialog(
      t("finish.sure"),
      "sure-dialog",
      h("p", {}, t("finish.sure-what")),
      h(
        "footer",
        { class: "actions" },
        button("play", t("finish.go-on"), choose(false), { class: "primary" }),
        button("flag", t("finish.end"), choose(true)),
      ),
    );
    dialog.addEventListener("close", () => answer(false));
  });

/** What came of a game, beside its grid. @param {App} app @returns {(Node | string)[]} */
export function summary(app) {
  const { play, judge, guarantee, record } = app;
  const { game, rows, left } = play;
  const { puzzle } = game;
  const { verdict } = judge;
  if (!verdict) return [];
  const own = game.origin === "hand";
  const known = bestKnown({ best: null, found: game.found }, record);
  const part = (/** @type {string} */ name, /** @type {Node | null} */ what) =>
    what ? h("section", {}, h("h3", {}, t(`summary.${name}`)), what) : "";
  const figure = (/** @type {string} */ name, /** @type {number | null} */ n) =>
    n === null ? null : h("div", {}, h("dt", {}, name), h("dd", {}, String(n)));
  return [
    h(
      "section",
      { class: "result" },
      h("h3", { id: "tab-result" }, t(own ? "summary.title" : `summary.title-${game.origin}`)),
      h(
        "p",
        { class: "digits", role: "img", "aria-label": t(`cost.${puzzle.goal}`, { n: left.cost }) },
        ...[...String(left.cost)].map((digit) => h("span", { class: "tile", "aria-hidden": "true" }, digit)),
      ),
      h("p", { class: "unit", "aria-hidden": "true" }, t(`summary.unit-${puzzle.goal}`, { n: left.cost })),
      h("p", { class: "compared" }, compared(left.cost, guarantee, known)),
      actions(
        app.api.alone ? null : next(app),
        button("share", t("menu.share"), () => share(app)),
        left.cost > 0 && !app.api.alone && button("hint", t("missed.title"), () => app.panels.lookForMissed()),
      ),
    ),
    guarantee !== null || known !== null
      ? h(
          "dl",
          { class: "figures" },
          figure(t("status.guarantee"), guarantee),
          figure(t("status.best"), known),
          figure(t("summary.words"), verdict.runs.length),
        )
      : "",
    part("longest", longest(verdict, rows)),
    part(puzzle.goal === "frame" && left.total - left.faceUp === left.cost ? "down" : "left", leftover(puzzle, rows)),
    own && verdict.badges.length ? part("badges", badgeList(verdict.badges)) : "",
  ];
}

/**
 * The result beside what was guaranteed, else beside the best known.
 *
 * @param {number} cost
 * @param {number | null} guarantee
 * @param {number | null} known
 */
function compared(cost, guarantee, known) {
  if (known !== null && cost < known) return t("summary.record");
  if (known !== null && cost === known) return t("summary.equals");
  if (guarantee !== null && cost < guarantee) return t("summary.beaten", { n: guarantee - cost });
  if (guarantee !== null && cost === guarantee) return t("summary.kept");
  const aim = guarantee ?? known;
  if (aim === null) return t("summary.alone");
  return t(guarantee !== null ? "summary.short" : "summary.behind", { n: cost - aim });
}

/** @param {import("./types.js").Verdict} verdict @param {import("./types.js").Rows} rows */
function longest({ runs }, rows) {
  const [best] = [...runs].sort((one, other) => other.text.length - one.text.length);
  if (!best) return null;
  const tiles = cellsOfRun(best).map((cell) => at(rows, cell));
  return h("p", { class: "tile-row", role: "img", "aria-label": shown(best.text) }, ...tiles.map(tile));
}

/** Another one of a small size, the latest box of the day that is not finished, else a new game. @param {App} app */
function next(app) {
  const size = sizeOf(app.play.game.puzzle);
  const done = days();
  const open = Array.from({ length: BACK_TO }, (_, i) => dayAfter(today(), -i)).find(
    (day) => (done[day]?.cost ?? null) === null && day !== app.play.game.day,
  );
  const most = { class: "primary" };
  if (size) return button("more", t("size.again"), () => app.begin(sized(app.start, size)), most);
  if (!open) return button("more", t("menu.new"), () => newGame(app), most);
  const title = open === today() ? t("menu.day") : titleOf({ puzzle: app.play.game.puzzle, day: open });
  return button("day", title, () => playDay(app, open), most);
}
