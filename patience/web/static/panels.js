// The panels beside the table, one of which is shown, and their tabs.

import { find, h } from "./dom.js";
import { HelpPanel } from "./help.js";
import { t } from "./i18n.js";
import { OutlookPanel } from "./outlook.js";
import { wordsOf } from "./own-words.js";
import { ReviewPanel } from "./review.js";
import { wordList } from "./status.js";
import { tilesLeft } from "./table.js";
import { wordsDialog } from "./words-dialog.js";

const NAMES = ["words", "help", "outlook", "review"];
/** Those of a game in one file. */
const ALONE = ["words", "help"];
const CONTROLS = "button, input, select";

export class Panels {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.current = "words";
    this.names = app.api.alone ? ALONE : NAMES;
    this.help = new HelpPanel(app);
    this.outlook = new OutlookPanel(app);
    this.review = new ReviewPanel(app);
  }

  /** @param {string} name */
  show(name) {
    this.current = name;
    this.draw();
  }

  /** Show a panel that the player chose; where it stands below the table, go there. @param {string} name */
  goTo(name) {
    this.show(name);
    if (!matchMedia("(max-width: 34rem)").matches) return;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    // In the next frame: WebKit glides to where the panel before it ended.
    requestAnimationFrame(() => find("panel").scrollIntoView({ behavior }));
  }

  /** Forget what was found for another table. */
  forget() {
    this.help.forget();
    this.review.forget();
  }

  lookForMissed() {
    this.show("review");
    this.review.lookForMissed();
  }

  /** Write the tabs, in the language of now. */
  drawTabs() {
    const tabs = find("tabs");
    tabs.replaceChildren(
      ...this.names.map((name) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${name}`,
            data: { panel: name },
            "aria-controls": "panel",
            onclick: () => this.goTo(name),
          },
          t(`tab.${name}`),
        ),
      ),
    );
    tabs.setAttribute("aria-label", t("tab.label"));
    tabs.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  draw() {
    if (this.app.waits()) return;
    for (const tab of find("tabs").children) {
      const on = tab.dataset.panel === this.current;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    const box = find("panel");
    box.setAttribute("aria-labelledby", `tab-${this.current}`);
    const contents = this.contents();
    const focused =
      document.activeElement instanceof HTMLElement && box.contains(document.activeElement)
        ? [...box.querySelectorAll(CONTROLS)].indexOf(document.activeElement)
        : -1;
    box.replaceChildren(...contents);
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (box.querySelectorAll(CONTROLS)[focused])?.focus();
  }

  /** @returns {(Node | string)[]} */
  contents() {
    if (this.current === "help") return this.help.draw();
    if (this.current === "outlook") return this.outlook.draw();
    if (this.current === "review") return this.review.draw();
    const { app } = this;
    const { game } = app.play;
    const { done } = tilesLeft(game.puzzle, app.table.rows);
    const earned = game.origin === "hand" && (done || game.over) ? (app.judge.verdict?.badges ?? []) : [];
    return wordList(app.judge.verdict, done, earned, wordsOf(game.puzzle), {
      show: (run) => app.showRun(run),
      accept: (word) => app.accept(word),
      open: app.api.alone ? null : () => wordsDialog(app),
      missed: app.canMiss && done && !app.api.alone ? () => this.lookForMissed() : null,
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { names } = this;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    this.show(names[(names.indexOf(this.current) + step + names.length) % names.length]);
    find(`tab-${this.current}`).focus();
  }
}
