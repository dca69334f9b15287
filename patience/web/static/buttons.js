// The buttons of the bar, and the tools under the table.

import { keys, menu, newGame, share } from "./dialogs.js";
import { button } from "./dom.js";
import { playToday } from "./games.js";
import { t } from "./i18n.js";
import { finish } from "./summary.js";
import { runOver } from "./table.js";

/** @typedef {import("./main.js").App} App */

/** @param {App} app @returns {HTMLButtonElement[]} */
export function commands(app) {
  const others = app.api.alone
    ? []
    : [
        button("day", t("menu.day"), () => playToday(app), { class: "plain wide-only" }),
        button("more", t("menu.new"), () => newGame(app), { class: "plain wide-only" }),
      ];
  return [
    ...others,
    button("share", t("menu.share"), () => share(app), { class: "plain wide-only" }),
    button("keys", t("menu.keys"), () => keys(app), { class: "plain wide-only", bare: true }),
    button("menu", t("menu.title"), () => menu(app), { class: "plain", bare: true }),
  ];
}

/** The button that ends a game, and shows again what came of it. @param {App} app */
export function finishButton(app) {
  const { play, judge, table } = app;
  const over = play.game.over && Boolean(judge.verdict?.valid);
  const idle = table.overlay.preview !== null || play.game.isEmpty(play.rows);
  return button("flag", t(over ? "finish.result" : "finish.done"), () => finish(app), {
    class: `finish ${over ? "primary" : ""}`,
    disabled: idle,
  });
}

/** @param {App} app @returns {HTMLButtonElement[]} */
export function tools(app) {
  const { play } = app;
  const { game } = play;
  const away = app.table.overlay.preview !== null;
  const most = [
    button("undo", t("tool.undo"), () => play.undo(), { bare: true, disabled: !game.canUndo || away }),
    button("redo", t("tool.redo"), () => play.redo(), { bare: true, disabled: !game.canRedo || away }),
    button("move", t("tool.carry"), () => (play.carried ? play.letGo() : play.carry()), {
      bare: true,
      "aria-pressed": String(play.carried !== null),
      disabled:
        away ||
        (runOver(play.rows, play.cursor, true).length < 2 &&
          runOver(play.rows, play.cursor, false).length < 2 &&
          !play.carried),
    }),
  ];
  if (app.api.alone) return most;
  return [
    ...most,
    button(
      "select",
      t("tool.select"),
      () => {
        play.selectMode(!play.selecting);
        if (play.selecting) app.panels.show("help");
      },
      { bare: true, "aria-pressed": String(play.selecting), disabled: away },
    ),
  ];
}
