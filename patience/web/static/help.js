// Help: a hint in three steps, the rest laid for you, a selection filled.

import { faces, shown } from "./alphabet.js";
import { level, today } from "./daily.js";
import { actions, button, card, h, quiet } from "./dom.js";
import { clock, noteText, t } from "./i18n.js";
import { errorNodes, say } from "./notices.js";
import { originList } from "./origins.js";
import { prefer, prefs } from "./prefs.js";
import { cellsOfRun, keyOf } from "./table.js";

const SECONDS = [5, 20, 60, 300];
const HINT_SECONDS = 5;
const SHOWN_RUNGS = 8;
/** The hour from which the grid of the box of the day is shown without asking back. */
const EVENING = 18;

export class HelpPanel {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    /** How much of a hint is shown: 0 nothing, 1 where, 2 how long, 3 the word. */
    this.step = 0;
    /** What the word of the hint is. @type {import("./origins.js").Origin[]} */
    this.origins = [];
    /** Whether the sealed grid was asked for once. */
    this.asked = false;
  }

  /** Forget what was shown of an earlier table. */
  forget() {
    this.step = 0;
    this.origins = [];
  }

  /** @returns {Node[]} */
  draw() {
    if (this.app.api.alone) return this.sealedCard();
    return [...this.sealedCard(), this.hintCard(), this.finishCard(), this.selectCard()];
  }

  // ---- the sealed grid

  /** The grid that the box of the day is known to have, or that a file has: sealed until asked for twice, that of the day until the evening. */
  sealedCard() {
    const { app } = this;
    const { day, puzzle } = app.play.game;
    const cost = day ? app.guarantee : app.api.alone ? app.record : null;
    if (cost === null) return app.api.alone ? [quiet(t("sealed.none"))] : [];
    const over = day !== null && (day < today() || new Date().getHours() >= EVENING);
    const away = app.table.overlay.preview !== null;
    const open = () => {
      if (over || this.asked) app.unseal();
      this.asked = true;
      app.panels.draw();
    };
    return [
      h(
        "section",
        { class: "card sealed" },
        h("h3", {}, t("sealed.title")),
        h(
          "p",
          { class: "quiet" },
          day ? t("sealed.what", { n: cost }) : t("sealed.best", { cost: t(`cost.${puzzle.goal}`, { n: cost }) }),
        ),
        day ? quiet(t("day.level", { n: level(day) })) : null,
        actions(
          away
            ? button("close", t("replay.now"), () => app.preview(null))
            : button("day", over ? t("sealed.show") : this.asked ? t("sealed.sure") : t("sealed.open"), open),
        ),
      ),
    ];
  }

  // ---- a hint

  hintCard() {
    const { search } = this.app;
    const busy = search.running && search.mode === "hint";
    const word = search.hint;
    const steps = ["where", "length", "word"];
    const next = word ? this.step : 0;
    const sentence = () => {
      if (!word || this.step === 0) return null;
      const start = t("cell.where", { row: word.row + 1, col: word.col + 1 });
      const way = t(word.across ? "hint.across" : "hint.down");
      if (this.step === 1) return t("hint.step-where", { start, way });
      if (this.step === 2) return t("hint.step-length", { start, way, n: word.text.length });
      return t("hint.step-word", { start, way, word: shown(word.text) });
    };
    const nothing = search.mode === "hint" && search.ended && !word && !search.error ? outcome(search) : null;
    return card(
      t("hint.title"),
      h(
        "div",
        { class: "steps" },
        ...steps.map((step, i) =>
          h(
            "button",
            {
              type: "button",
              class: i === next && next < 3 ? "primary" : "",
              disabled: i > next || i < next || busy || next > 2,
              onclick: () => this.hint(),
            },
            `${i + 1}. ${t(`hint.${step}`)}`,
          ),
        ),
      ),
      busy ? waiting(search) : null,
      sentence() ? h("p", { class: "hint-step" }, sentence()) : null,
      this.step === 3 ? originList(this.origins) : null,
      word && this.step === 3
        ? actions(button("check", t("hint.lay"), () => this.layHint(), { class: "primary" }))
        : null,
      nothing ? quiet(nothing) : null,
      search.mode === "hint" ? problem(search) : null,
    );
  }

  async hint() {
    const { app } = this;
    if (!app.search.hint) {
      this.step = 0;
      this.origins = [];
      await app.search.start(app.play.game, "hint", HINT_SECONDS);
      if (!app.search.hint) return;
    }
    this.step = Math.min(this.step + 1, 3);
    this.showHint();
    if (this.step === 3) this.explain();
  }

  /** Say what the word is, where the lexicon knows. */
  async explain() {
    const { api, play, search } = this.app;
    const word = search.hint;
    try {
      const { origins } = await api.call("word", { puzzle: play.game.puzzle, word: faces(word.text) });
      if (search.hint !== word) return;
      this.origins = origins;
      this.app.panels.draw();
    } catch {
      // the word stands without it
    }
  }

  showHint() {
    const { app } = this;
    const word = app.search.hint;
    const cells = cellsOfRun(word);
    const shown = this.step === 1 ? cells.slice(0, 1) : cells;
    app.table.overlay.hint = new Map(shown.map((cell, i) => [keyOf(cell), this.step === 3 ? word.text[i] : "?"]));
    app.play.across = word.across;
    app.play.moveTo(cells[0]);
    app.draw();
    say(/** @type {HTMLElement | null} */ (document.querySelector(".hint-step"))?.textContent ?? "");
  }

  layHint() {
    const word = this.app.search.hint;
    const tiles = /** @type {[import("./types.js").Cell, string][]} */ (
      cellsOfRun(word).map((cell, i) => [cell, word.tiles[i]])
    );
    this.app.play.put(tiles, { by: "help" });
  }

  // ---- the rest

  finishCard() {
    const { search, play } = this.app;
    const mine = search.mode === "finish" || search.mode === "selection";
    return card(
      t("finish.title"),
      quiet(t("finish.what")),
      actions(
        timeChoice(),
        searchButton(search, mine, "finish", t("finish.start"), () => this.app.searchFor("finish"), play.left.open > 0),
      ),
      mine ? this.ladder() : null,
    );
  }

  /** The ladder of costs, and what to do with the best. */
  ladder() {
    const { search, play } = this.app;
    const { goal } = play.game.puzzle;
    const unit = search.mode === "selection" ? "selection" : goal;
    const rungs = search.ladder.slice(-SHOWN_RUNGS);
    const best = search.best;
    return h(
      "div",
      { class: "ladder" },
      search.running ? waiting(search) : null,
      rungs.length
        ? h(
            "ol",
            {},
            ...rungs.map((rung) =>
              h(
                "li",
                { class: rung === best ? "best" : "" },
                h("b", {}, t(`cost.${unit}`, { n: rung.cost })),
                h("span", {}, clock(rung.seconds)),
              ),
            ),
          )
        : null,
      !search.running && search.ended ? quiet(outcome(search)) : null,
      problem(search),
      best && this.app.table.overlay.preview
        ? actions(
            button("check", t("finish.keep"), () => this.app.keep(), { class: "primary" }),
            button("close", t("finish.leave"), () => this.app.leave()),
          )
        : null,
    );
  }

  // ---- a selection

  selectCard() {
    const { play, search } = this.app;
    const n = play.selected.size;
    return card(
      t("select.title"),
      quiet(play.selecting ? t("select.how") : t("select.what")),
      actions(
        button("select", play.selecting ? t("select.end") : t("select.begin"), () => play.selectMode(!play.selecting), {
          "aria-pressed": String(play.selecting),
        }),
        play.selecting
          ? button("finish", t("select.fill", { n }), () => this.app.searchFor("selection"), {
              class: "primary",
              disabled: n === 0 || search.running,
            })
          : null,
      ),
    );
  }
}

/**
 * The button that begins a search, and stops it while it runs.
 *
 * @param {import("./search.js").Search} search
 * @param {boolean} mine whether the search that runs, or ran last, is this one
 * @param {string} drawing
 * @param {string} label
 * @param {() => void} start
 * @param {boolean} [ready]
 */
export const searchButton = (search, mine, drawing, label, start, ready = true) =>
  search.running && mine
    ? button("pause", t("finish.stop"), () => search.stop(), { class: "primary" })
    : button(drawing, label, start, { class: "primary", disabled: search.running || !ready });

/** How long to search. */
export function timeChoice() {
  const select = h(
    "select",
    { onchange: () => prefer({ seconds: Number(select.value) }) },
    ...SECONDS.map((n) =>
      h(
        "option",
        { value: String(n), selected: n === prefs.seconds },
        n < 60 ? t("time.seconds", { n }) : t("time.minutes", { n: n / 60 }),
      ),
    ),
  );
  return h("label", { class: "time" }, h("span", { class: "visually-hidden" }, t("time.label")), select);
}

/** @param {import("./search.js").Search} search */
export function waiting(search) {
  const text =
    search.phase === "queued"
      ? t("search.queued", { n: search.place })
      : search.phase === "preparing"
        ? t("search.preparing")
        : search.phase === "proving"
          ? t("search.proving")
          : t("search.running", { seconds: clock(search.seconds) });
  return h(
    "div",
    { class: "waiting" },
    h("progress", { max: search.limit, value: Math.min(search.seconds, search.limit), "aria-label": text }),
    h("span", {}, text),
  );
}

/** @param {import("./search.js").Search} search */
export function outcome(search) {
  const { ended } = search;
  if (!ended) return "";
  const why = noteText(ended.reason);
  if (ended.status === "infeasible") return `${t("outcome.infeasible")} ${why}`;
  if (ended.cost === null || ended.cost === undefined)
    return search.best || search.hint ? t("outcome.stopped") : `${t("outcome.none")} ${why}`;
  if (ended.status === "optimal") return t("outcome.optimal");
  return ended.stopped ? t("outcome.stopped") : t("outcome.best");
}

/** @param {import("./search.js").Search} search */
export function problem(search) {
  if (search.error) return h("div", { class: "problem" }, ...errorNodes(search.error));
  const notice = noteText(search.notice);
  return notice ? quiet(notice) : null;
}
