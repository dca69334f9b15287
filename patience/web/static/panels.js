// The panels beside the table, one of which is shown, and their tabs.

import { faces } from "./alphabet.js";
import { button, find, h } from "./dom.js";
import { HelpPanel } from "./help.js";
import { t } from "./i18n.js";
import { named, originList } from "./origins.js";
import { OutlookPanel } from "./outlook.js";
import { wordsOf } from "./own-words.js";
import { ReviewPanel } from "./review.js";
import { wordList } from "./status.js";
import { summary } from "./summary.js";
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
    /** Whether it is open where it is a sheet over the rack. */
    this.open = false;
    this.names = app.api.alone ? ALONE : NAMES;
    this.help = new HelpPanel(app);
    this.outlook = new OutlookPanel(app);
    this.review = new ReviewPanel(app);
    /** What words are, as far as asked. @type {Map<string, import("./origins.js").Origin[]>} */
    this.origins = new Map();
  }

  /** @param {string} name */
  show(name) {
    this.current = name;
    this.open = true;
    this.draw();
  }

  close() {
    if (!this.open) return;
    this.open = false;
    this.draw();
  }

  /** Show a panel that the player chose; a second time closes the sheet. @param {string} name */
  goTo(name) {
    if (this.open && this.current === name) this.close();
    else this.show(name);
    find("panel").scrollTop = 0;
  }

  /** Forget what was found for another table. */
  forget() {
    if (this.current === "result") {
      this.current = "words";
      this.open = false;
    }
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
    for (const [i, tab] of [...find("tabs").children].entries()) {
      const on = tab.dataset.panel === this.current;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on || (i === 0 && this.current === "result") ? 0 : -1;
    }
    const box = find("panel");
    document.querySelector("main")?.classList.toggle("sheet", this.open);
    box.setAttribute("aria-labelledby", `tab-${this.current}`);
    const contents = this.contents();
    const focused =
      document.activeElement instanceof HTMLElement && box.contains(document.activeElement)
        ? [...box.querySelectorAll(CONTROLS)].indexOf(document.activeElement)
        : -1;
    const shut = button("close", t("close"), () => this.close(), { bare: true, class: "plain shut" });
    box.replaceChildren(shut, ...contents);
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (box.querySelectorAll(CONTROLS)[focused])?.focus();
  }

  /** @returns {(Node | string)[]} */
  contents() {
    if (this.current === "help") return this.help.draw();
    if (this.current === "outlook") return this.outlook.draw();
    if (this.current === "review") return this.review.draw();
    if (this.current === "result") return summary(this.app);
    const { app } = this;
    const { game } = app.play;
    const { done } = tilesLeft(game.puzzle, app.table.rows);
    const earned = game.origin === "hand" && (done || game.over) ? (app.judge.verdict?.badges ?? []) : [];
    const list = wordList(t(`goal.${game.puzzle.goal}-aim`), app.judge.verdict, done, earned, wordsOf(game.puzzle), {
      show: (run) => app.showRun(run),
      light: (places) => app.light(places),
      accept: (word) => app.accept(word),
      open: app.api.alone ? null : () => wordsDialog(app),
      missed: app.canMiss && done && !app.api.alone ? () => this.lookForMissed() : null,
    });
    return [...list, ...this.rareWords(app.judge.verdict?.rare ?? [])];
  }

  /** What the words are that no everyday list has: kind, and form of what. @param {string[]} words */
  rareWords(words) {
    const { app } = this;
    if (app.api.alone || !words.length) return [];
    for (const word of words.filter((each) => !this.origins.has(each))) {
      this.origins.set(word, []);
      const asked = { puzzle: app.play.game.puzzle, word: faces(word) };
      app.api.call("word", asked).then(
        ({ origins }) => {
          this.origins.set(word, origins);
          this.draw();
        },
        () => this.origins.delete(word), // another time
      );
    }
    const line = (/** @type {string} */ word) =>
      h("li", {}, h("b", {}, named(word)), originList(this.origins.get(word) ?? []));
    return [h("section", {}, h("h3", {}, t("words.rare")), h("ul", { class: "rare" }, ...words.map(line)))];
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
