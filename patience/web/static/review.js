// Looking back: one's own moves and a search's ladder on a slider, and where it went wrong.

import { actions, button, card, h, pressed, quiet, s, segmented } from "./dom.js";
import { clock, t } from "./i18n.js";
import { outcome, problem, searchButton, waiting } from "./help.js";
import { named } from "./origins.js";
import { aligned, at, cells, isLetter } from "./table.js";

/** @typedef {import("./types.js").Rows} Rows */
/** @typedef {import("./types.js").SearchEvent} SearchEvent */

const SECONDS_A_WORD = 2;
const MISSED_SECONDS = 10;
const FRAME_MS = 450;

export class ReviewPanel {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.what = "moves";
    this.place = -1;
    this.timer = 0;
    /** @type {SearchEvent | null} */
    this.chosen = null;
  }

  /** Forget what is shown. */
  forget() {
    this.pause();
    this.place = -1;
    this.chosen = null;
  }

  /** @returns {Rows[]} */
  get stages() {
    const { game } = this.app.play;
    return this.what === "ladder" ? game.ladder.map((rung) => rung.rows) : game.stages.slice(0, game.index + 1);
  }

  /** @returns {Node[]} */
  draw() {
    return [this.missedCard(), this.replayCard(), this.critiqueCard()];
  }

  // ---- what was missed

  missedCard() {
    const { app } = this;
    const { search, play } = app;
    const { goal } = play.game.puzzle;
    const mine = search.mode === "missed";
    const busy = search.running && mine;
    const found = mine ? search.missed : [];
    const shown = found.find((each) => each.rows === app.table.overlay.preview);
    return card(
      t("missed.title"),
      quiet(t("missed.what")),
      actions(searchButton(search, mine, "hint", t("missed.start"), () => this.lookForMissed(), app.canMiss)),
      !app.canMiss && !busy && !found.length ? quiet(t("missed.unfinished")) : null,
      busy ? waiting(search) : null,
      found.length
        ? h(
            "ol",
            { class: "missed" },
            ...found.map((each) =>
              pressed(
                () => app.preview(each === shown ? null : (each.rows ?? null)),
                { "aria-pressed": String(each === shown) },
                h("b", {}, t(`missed.gain-${goal}`, { n: play.left.cost - Number(each.cost) })),
                h("span", {}, t("missed.changed", { n: Number(each.changed?.length) })),
              ),
            ),
          )
        : null,
      shown
        ? actions(
            button("check", t("finish.keep"), () => play.replace(shown.rows ?? play.rows, "help"), {
              class: "primary",
            }),
            button("close", t("replay.now"), () => app.preview(null)),
          )
        : null,
      mine && !search.running && search.ended && !found.length ? quiet(t("missed.none")) : null,
      mine ? problem(search) : null,
    );
  }

  lookForMissed() {
    const { app } = this;
    this.forget();
    app.preview(null);
    app.search.start(app.play.game, "missed", MISSED_SECONDS);
  }

  // ---- the replay

  replayCard() {
    const { game } = this.app.play;
    const { stages } = this;
    const last = stages.length - 1;
    const place = this.place < 0 ? last : Math.min(this.place, last);
    const rung = this.what === "ladder" ? game.ladder[place] : null;
    const slider = h("input", {
      type: "range",
      min: "0",
      max: String(Math.max(last, 0)),
      value: String(Math.max(place, 0)),
      disabled: last < 1,
      "aria-label": t("replay.slider"),
      "aria-valuetext": t("replay.stage", { n: place + 1, total: last + 1 }),
      oninput: () => {
        this.pause();
        this.show(Number(slider.value));
      },
    });
    return card(
      t("replay.title"),
      segmented(
        t("replay.what"),
        ["moves", "ladder"],
        this.what,
        (what) => t(`replay.${what}`),
        (what) => this.choose(what),
        (what) => what === "ladder" && !game.ladder.length,
      ),
      h(
        "div",
        { class: "player" },
        button(
          this.timer ? "pause" : "play",
          this.timer ? t("replay.pause") : t("replay.play"),
          () => (this.timer ? this.pause(true) : this.start()),
          { bare: true, disabled: last < 1 },
        ),
        slider,
        h("span", { class: "count" }, last < 0 ? "–" : `${place + 1}/${last + 1}`),
      ),
      rung ? quiet(t(`cost.${game.puzzle.goal}`, { n: rung.cost })) : null,
      actions(
        this.place >= 0 ? button("close", t("replay.now"), () => this.leave()) : null,
        this.place >= 0 && this.what === "moves" ? button("undo", t("replay.from-here"), () => this.goOn()) : null,
      ),
    );
  }

  /** @param {string} what */
  choose(what) {
    this.forget();
    this.what = what;
    this.app.preview(null);
  }

  /** @param {number} place */
  show(place) {
    this.place = place;
    this.chosen = null;
    this.app.preview(this.stages[place]);
  }

  start() {
    if (this.place < 0 || this.place >= this.stages.length - 1) this.place = -1;
    this.timer = window.setInterval(() => {
      if (this.place + 1 >= this.stages.length) this.pause(true);
      else this.show(this.place + 1);
    }, FRAME_MS);
    this.app.panels.draw();
  }

  pause(draw = false) {
    clearInterval(this.timer);
    this.timer = 0;
    if (draw) this.app.panels.draw();
  }

  leave() {
    this.forget();
    this.app.leave();
  }

  /** Go on playing from the stage shown. */
  goOn() {
    const { play } = this.app;
    const { place } = this;
    this.forget();
    play.game.index = Math.min(place, play.game.stages.length - 1);
    play.afterTravel();
  }

  // ---- where it went wrong

  critiqueCard() {
    const { search, play } = this.app;
    const mine = search.mode === "critique";
    const busy = search.running && mine;
    return card(
      t("critique.title"),
      quiet(t("critique.what"), " ", t("critique.time", { seconds: clock(this.seconds) })),
      actions(searchButton(search, mine, "hint", t("critique.start"), () => this.critique(), play.left.faceUp > 0)),
      busy ? waiting(search) : null,
      mine && search.steps.length ? this.chart(search.steps) : null,
      mine && !search.running && search.ended && !search.steps.length ? quiet(outcome(search)) : null,
      mine ? problem(search) : null,
    );
  }

  critique() {
    const { app } = this;
    const { game, rows } = app.play;
    this.forget();
    app.search.start(game, "critique", this.seconds, { laid_at: laidAt(game, rows) });
  }

  /** How long looking at each word takes. */
  get seconds() {
    return Math.min(300, ((this.app.judge.verdict?.runs.length ?? 10) + 1) * SECONDS_A_WORD);
  }

  /** @param {SearchEvent[]} events */
  chart(events) {
    const steps = [...events].sort((one, other) => Number(one.number) - Number(other.number));
    const points = steps.flatMap((step, i) =>
      (step.cost ?? null) === null ? [] : [{ step, i, cost: Number(step.cost) }],
    );
    const costs = points.map(({ cost }) => cost);
    const [low, high] = [Math.min(...costs), Math.max(...costs)];
    const [width, height, edge] = [320, 120, 14];
    const x = (/** @type {number} */ i) =>
      edge + (steps.length < 2 ? 0 : (i * (width - 2 * edge)) / (steps.length - 1));
    const y = (/** @type {number} */ cost) =>
      height - edge - (high === low ? 0.5 : (cost - low) / (high - low)) * (height - 2 * edge);
    const drawing = s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, class: "chart", "aria-hidden": "true" },
      ...(costs.length ? [...new Set([high, low])] : []).map((n) => s("text", { x: 2, y: y(n) - 4 }, String(n))),
      s("polyline", { points: points.map(({ i, cost }) => `${x(i)},${y(cost)}`).join(" ") }),
      ...points.map(({ step, i, cost }) =>
        s("circle", {
          cx: x(i),
          cy: y(cost),
          r: step === this.chosen ? 6 : 4,
          class: loss(steps, i) ? "loss" : "",
        }),
      ),
    );
    const words = points.map(({ step }) => step).filter((step) => step.number);
    const cost = (/** @type {SearchEvent} */ step) => loss(steps, steps.indexOf(step));
    const lost = words.filter(cost).sort((one, other) => cost(other) - cost(one));
    const free = words.length - lost.length;
    return h(
      "div",
      { class: "critique" },
      drawing,
      h(
        "ol",
        {},
        ...lost.map((step) => {
          const i = steps.indexOf(step);
          const before = steps[i - 1]?.cost;
          return pressed(
            () => this.chooseStep(step),
            { class: "lost", "aria-pressed": String(step === this.chosen) },
            named(step.word),
            h("span", { class: "with" }, t("critique.cost", { before, after: step.cost, lost: loss(steps, i) })),
          );
        }),
      ),
      this.app.search.running || !free ? null : quiet(t("critique.free", { n: free })),
      this.chosen ? this.compare(steps) : null,
    );
  }

  /** The best found with the chosen word, and without it. @param {SearchEvent[]} steps */
  compare(steps) {
    const { chosen } = this;
    const before = steps[steps.indexOf(/** @type {SearchEvent} */ (chosen)) - 1];
    const offer = (/** @type {SearchEvent | undefined | null} */ step, /** @type {string} */ label) =>
      step?.rows ? button("finish", `${label} (${step.cost})`, () => this.app.preview(step.rows ?? null)) : null;
    return actions(
      offer(before, t("critique.without")),
      offer(chosen, t("critique.with")),
      this.app.table.overlay.preview ? button("close", t("replay.now"), () => this.leave()) : null,
    );
  }

  /** @param {SearchEvent} step */
  chooseStep(step) {
    this.pause();
    this.place = -1;
    this.chosen = step;
    this.app.preview(step.laid ?? null);
  }
}

/**
 * What a word cost: how much worse the best found is with it.
 *
 * @param {SearchEvent[]} steps
 * @param {number} i
 */
function loss(steps, i) {
  const [before, after] = [steps[i - 1]?.cost ?? null, steps[i]?.cost ?? null];
  return before === null || after === null ? 0 : after - before;
}

/**
 * The move that laid each tile, found by going back through the stages.
 *
 * @param {import("./game.js").Game} game
 * @param {Rows} rows
 * @returns {[number, number, number][]}
 */
export function laidAt(game, rows) {
  const stages = aligned(game.stages.slice(0, game.index + 1));
  const last = stages[stages.length - 1];
  // Where the table itself lies on the common one.
  const [first] = [...cells(rows)].filter(([, x]) => isLetter(x));
  const [same] = [...cells(last)].filter(([, x]) => isLetter(x));
  const [down, right] = first ? [same[0].row - first[0].row, same[0].col - first[0].col] : [0, 0];
  return [...cells(rows)]
    .filter(([, x]) => isLetter(x))
    .map(([{ row, col }, x]) => {
      let move = game.index;
      while (move > 0 && at(stages[move - 1], { row: row + down, col: col + right }) === x) move -= 1;
      return [row, col, move];
    });
}
