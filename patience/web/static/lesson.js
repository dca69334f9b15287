// A first game in three steps: the goal and a word, a second one across it, the marks.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { say } from "./notices.js";
import { prefer, prefs } from "./prefs.js";
import { savedGames } from "./saves.js";
import { sizeChoices } from "./sizes.js";

const STEPS = ["lay", "cross", "marks"];

export class Lesson {
  /** @param {import("./main.js").App} app @param {HTMLElement} box */
  constructor(app, box) {
    this.app = app;
    this.box = box;
    this.step = -1;
    /** Whether three sizes are offered. */
    this.offers = false;
    app.judge.addEventListener("verdict", () => this.watch());
    app.play.addEventListener("begin", () => this.step >= 0 && app.play.game.stages.length > 1 && this.end());
  }

  /** Begin for those who have never played here, on the empty table that they find. */
  async greet() {
    const { game } = this.app.play;
    const { asked, rows } = this.app.start;
    if (prefs.taught || asked || rows || game.stages.length > 1 || (await savedGames()).length) return;
    this.offers = true;
    this.begin();
  }

  /** Begin, on an empty table. */
  begin() {
    const { play } = this.app;
    if (!play.game.isEmpty(play.rows)) this.app.begin(play.game.puzzle);
    this.to(0);
  }

  /** Go on once the player has done what a step says. */
  watch() {
    if (this.step < 0 || this.app.table.overlay.preview) return;
    const words = this.app.judge.verdict?.runs.filter((run) => run.state === "word") ?? [];
    const crossed = words.some((run) => run.across) && words.some((run) => !run.across);
    if (this.step === 0 && words.length) this.to(1);
    if (this.step === 1 && crossed) this.to(2);
  }

  /** @param {number} step */
  to(step) {
    this.step = step;
    this.offers &&= step === 0;
    this.draw();
    say(`${t(`lesson.${STEPS[step]}`)}. ${this.box.querySelector("p")?.textContent ?? ""}`);
  }

  end() {
    this.step = -1;
    prefer({ taught: true });
    this.draw();
  }

  draw() {
    const { step } = this;
    this.box.hidden = step < 0;
    if (step < 0) {
      this.box.replaceChildren();
      return;
    }
    const name = STEPS[step];
    const last = step === STEPS.length - 1;
    const finger = matchMedia("(pointer: coarse)").matches;
    const text = this.offers
      ? t("lesson.offers")
      : name === "lay"
        ? t(finger ? "lesson.lay-touch" : "lesson.lay-mouse")
        : t(`lesson.${name}-what`);
    const end = { type: "button", class: last ? "primary" : "plain", onclick: () => this.end() };
    this.box.replaceChildren(
      h(
        "div",
        { class: "lesson-head" },
        h("h2", {}, t(`lesson.${name}`)),
        !this.offers &&
          h(
            "span",
            { class: "pips", role: "img", "aria-label": t("replay.stage", { n: step + 1, total: STEPS.length }) },
            ...STEPS.map((_, i) => h("i", { class: i <= step ? "on" : "" })),
          ),
        h("button", end, t(last ? "lesson.end" : "lesson.skip")),
      ),
      h("p", {}, text),
      this.offers
        ? sizeChoices(this.app, () => {
            this.offers = false;
            this.draw();
          })
        : "",
      last
        ? h(
            "ul",
            { class: "marks" },
            ...["word", "beginning", "none"].map((state) =>
              h("li", {}, h("span", { class: `sample sample-${state}`, "aria-hidden": "true" }), t(`lesson.${state}`)),
            ),
          )
        : "",
    );
  }
}
