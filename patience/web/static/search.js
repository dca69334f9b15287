// One search at a time on this page: what it finds on its way, and how it ends.

import { ApiError } from "./api.js";
import { BACK, laidOn, OPEN } from "./table.js";

/** @typedef {import("./types.js").SearchEvent} SearchEvent */
/** @typedef {import("./types.js").Rung} Rung */

/** Events: `change`, and `end` once it is over. */
export class Search extends EventTarget {
  /** @param {import("./api.js").Api} api */
  constructor(api) {
    super();
    this.api = api;
    /** @type {AbortController | null} */
    this.controller = null;
    this.mode = "";
    /** `queued`, `preparing`, `running`, `proving`, or nothing. */
    this.phase = "";
    this.place = 0;
    this.number = "";
    this.seconds = 0;
    this.limit = 0;
    this.bound = 0;
    /** @type {Rung[]} */
    this.ladder = [];
    /** @type {SearchEvent[]} */
    this.steps = [];
    /** @type {SearchEvent[]} what was missed: no other is as good with fewer changes */
    this.missed = [];
    /** @type {SearchEvent | null} */
    this.ended = null;
    /** @type {Error | null} */
    this.error = null;
    this.notice = /** @type {import("./types.js").Sentence | null} */ (null);
    /** @type {any} */
    this.hint = null;
    /** The player has put away what this search proposes. */
    this.dismissed = false;
  }

  /** Forget all of the last search. */
  reset() {
    Object.assign(this, { mode: "", phase: "", place: 0, number: "", seconds: 0, limit: 0, bound: 0 });
    Object.assign(this, { ladder: [], steps: [], missed: [], ended: null, error: null, notice: null, hint: null });
    this.dismissed = false;
  }

  get running() {
    return this.controller !== null;
  }

  /** @returns {Rung | undefined} */
  get best() {
    return this.ladder[this.ladder.length - 1];
  }

  /**
   * @param {import("./game.js").Game} game
   * @param {string} mode
   * @param {number} seconds
   * @param {object} [more]
   */
  async start(game, mode, seconds, more = {}) {
    this.abort();
    this.reset();
    const controller = new AbortController();
    this.controller = controller;
    this.mode = mode;
    this.limit = seconds;
    this.phase = "running";
    this.notify("change");
    const { puzzle, rows } = game;
    try {
      const asked = { puzzle, rows, mode, seconds, seed: Math.floor(Math.random() * 2 ** 31), ...more };
      for await (const event of this.api.search(asked, controller.signal)) {
        if (this.controller !== controller) return;
        this.heard(event, game, rows);
        this.notify("change");
      }
    } catch (error) {
      if (this.controller !== controller) return;
      if (!controller.signal.aborted) this.error = /** @type {Error} */ (error);
    }
    this.controller = null;
    this.phase = "";
    this.notify("change");
    this.notify("end");
  }

  /**
   * @param {SearchEvent} event
   * @param {import("./game.js").Game} game
   * @param {import("./types.js").Rows} rows what lay there when it was asked
   */
  heard(event, game, rows) {
    this.seconds = event.seconds ?? this.seconds;
    if (event.rows && game.puzzle.goal === "frame" && this.mode !== "selection") event.rows = framed(event.rows);
    switch (event.event) {
      case "accepted":
        this.number = event.search ?? "";
        break;
      case "queued":
        this.phase = "queued";
        this.place = event.place ?? 0;
        break;
      case "started":
      case "progress":
        if (this.phase !== "proving") this.phase = "running";
        break;
      case "preparing":
      case "proving":
        this.phase = event.event;
        break;
      case "best": {
        const found = event.rows ?? [];
        const shown = this.mode === "selection" ? filled(rows, found) : laidOn(game.puzzle, rows, found, event.corner);
        const last = this.best;
        if (!last || Number(event.cost) <= last.cost)
          this.ladder.push({ rows: shown, cost: Number(event.cost), seconds: event.seconds ?? 0 });
        break;
      }
      case "bound":
        this.bound = event.bound ?? 0;
        break;
      case "hint":
        this.hint = event.word;
        break;
      case "step":
        this.steps.push(event);
        break;
      case "missed": {
        const better = (/** @type {SearchEvent} */ other) =>
          Number(other.cost) < Number(event.cost) || Number(other.changed?.length) < Number(event.changed?.length);
        this.missed = [...this.missed.filter(better), event].sort(
          (one, other) => Number(one.changed?.length) - Number(other.changed?.length),
        );
        break;
      }
      case "notice":
        this.notice = /** @type {import("./types.js").Sentence} */ (event);
        break;
      case "error":
        this.error = new ApiError(event);
        break;
      case "done":
        this.ended = event;
        this.bound = Math.max(this.bound, event.bound ?? 0);
        break;
    }
  }

  /** End with the best grid so far. */
  async stop() {
    if (!this.running) return;
    if (this.number) await this.api.call("stop", { search: this.number }).catch(() => this.abort());
    else this.abort();
  }

  /** End at once and forget. */
  abort() {
    this.controller?.abort();
    this.controller = null;
    this.phase = "";
  }

  /** @param {string} name */
  notify(name) {
    this.dispatchEvent(new Event(name));
  }
}

/**
 * Take only letters from what filled a selection: what stays empty there is still open.
 *
 * @param {import("./types.js").Rows} rows
 * @param {import("./types.js").Rows} found
 */
const filled = (rows, found) =>
  rows.map((line, r) => [...line].map((x, c) => (/\p{L}/u.test(found[r][c]) ? found[r][c] : x)).join(""));

/** A frame that is finished: what is not face up lies face down. @param {import("./types.js").Rows} rows */
const framed = (rows) => rows.map((row) => row.replaceAll(OPEN, BACK));
