// The app: puts the parts together and carries news between them.

import { Away } from "./away.js";
import { commands, finishButton, tools } from "./buttons.js";
import { find } from "./dom.js";
import { Drag } from "./drag.js";
import { Game, newId, puzzleKey } from "./game.js";
import { paste, takeLink } from "./games.js";
import { speak, t } from "./i18n.js";
import { Keys } from "./keys.js";
import { Lesson } from "./lesson.js";
import { Lines } from "./lines.js";
import { errorNodes, failed, say, toast } from "./notices.js";
import { decided, withWords, wordsOf } from "./own-words.js";
import { Panels } from "./panels.js";
import { DEVIL, Play } from "./play.js";
import { prefs } from "./prefs.js";
import { isStory } from "./puzzles.js";
import { bests, noteResult } from "./results.js";
import { keepApart, save } from "./saves.js";
import { Search } from "./search.js";
import { bestKnown, readouts, spoken } from "./status.js";
import { whenLost } from "./store.js";
import { cellsOfRun, keyOf } from "./table.js";
import { titleOf } from "./titles.js";
import { Judge } from "./verdict.js";
import { Wake } from "./wake.js";
import "./rack-view.js";
import "./table-view.js";

/** @typedef {import("./api.js").ApiError} ApiError */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Rows} Rows */

export class App {
  /** @param {import("./types.js").Start} start @param {import("./api.js").Api} api @param {Game} game */
  constructor(start, api, game) {
    this.start = start;
    this.api = api;
    this.play = new Play(game);
    this.judge = new Judge(api, start.tiers);
    this.search = new Search(api);
    this.wake = new Wake();
    /** What is asked of the server, by the name of the call: the latest of each. @type {Record<string, object>} */
    this.asking = {};
    /** @type {Set<string>} */
    this.known = new Set();
    /** @type {Rows | null} the last table that was valid */
    this.finished = null;
    /** @type {number | null} the least cost that the server knows for this puzzle */
    this.record = null;
    /** @type {number | null} what is guaranteed for a box of the day */
    this.guarantee = null;
    /** A press on the page is not over: what it is on stays where it is until then. */
    this.pressed = false;
    this.owed = false;
    /** @type {import("./table-view.js").TableView} */
    this.table = find("table");
    /** @type {import("./rack-view.js").RackView} */
    this.rack = find("rack");
    this.panels = new Panels(this);
    this.table.attach(this.play);
    this.rack.attach(this.play, this.table);
    this.lines = new Lines(this, find("lines"));
    this.lesson = new Lesson(this, find("lesson"));
    this.away = new Away(this, find("away"));
    this.drag = new Drag(this.play, this.table, this.rack);
    new Keys(this.play, this.table, this.drag);
    this.listen();
    this.drawTexts();
    this.changed();
    this.askRecord();
    this.askGuarantee();
    keepApart(
      () => this.play.game,
      () => this.fork(),
    );
  }

  // ---- which game

  /** Another tab has this game: go on with a copy. */
  fork() {
    this.play.game.id = newId();
    save(this.play.game);
  }

  /** @param {Puzzle} puzzle @param {Rows} [rows] */
  begin(puzzle, rows) {
    this.enter(new Game(puzzle, rows));
  }

  /** @param {Game} game */
  enter(game) {
    this.known.clear();
    this.judge.verdict = null;
    this.drag.last = null;
    this.play.begin(game);
    this.askRecord();
    this.askGuarantee();
    this.drawTexts();
  }

  /**
   * Ask the server; an answer is dropped if the same call asks for something else by then.
   *
   * @param {string} name
   * @param {object} body
   * @param {(answer: any) => void} take
   */
  async ask(name, body, take) {
    this.asking[name] = body;
    const answer = await this.api.call(name, body).catch((error) => this.failed(error));
    if (this.asking[name] !== body) return;
    delete this.asking[name];
    if (answer) take(answer);
  }

  /** @param {ApiError} error */
  failed(error) {
    if (error.kind !== "offline") failed(error); // the page says it above the table, once
  }

  /** Ask what is guaranteed for a box of the day, unless it was drawn by an earlier version. */
  askGuarantee() {
    const { game } = this.play;
    this.guarantee = null;
    if (!game.day) return;
    this.ask("daily", { day: game.day }, ({ tiles, cost }) => {
      if (game !== this.play.game || tiles.counts.join() !== game.puzzle.tiles.counts.join()) return;
      this.guarantee = cost;
      this.note();
      this.draw();
    });
  }

  /** Show the grid that was found for the box of the day. */
  async unseal() {
    try {
      const { rows } = await this.api.call("unseal", { day: this.play.game.day });
      this.preview(rows);
    } catch (error) {
      failed(/** @type {Error} */ (error));
    }
  }

  askRecord() {
    this.record = null;
    this.ask("record", { puzzle: this.play.game.puzzle }, ({ name, cost }) => {
      this.record = cost;
      this.play.game.story = isStory(name) ? name : null;
      this.retitle();
      this.draw();
    });
  }

  /** The program answers again. @param {import("./types.js").Start} start */
  back(start) {
    const { judge, play } = this;
    this.start = start;
    judge.tiers = start.tiers;
    this.askRecord();
    this.askGuarantee();
    judge.judge(play.game.puzzle, this.table.rows);
    toast(t("away.back"));
  }

  /** @param {import("./types.js").SavedGame} saved */
  resume(saved) {
    try {
      this.enter(Game.from(saved));
    } catch {
      toast(t("error.saved"));
    }
  }

  /**
   * Play on with other words.
   *
   * @param {Puzzle} puzzle
   * @param {boolean} looser whether all that was allowed still is; if not, what was found may not stand
   */
  playWith(puzzle, looser) {
    const { game } = this.play;
    game.puzzle = puzzle;
    if (!looser) Object.assign(game, { best: null, found: null, ladder: [] });
    save(game, true);
    this.askRecord();
    this.play.notify("change");
  }

  /** Accept a word that the referee does not know, in this game. @param {string} word */
  accept(word) {
    const { puzzle } = this.play.game;
    const own = wordsOf(puzzle);
    this.playWith(withWords(puzzle, decided(own, word, true, own.ban.includes(word))), true);
  }

  // ---- news

  listen() {
    const { play, judge, search } = this;
    play.addEventListener("change", () => this.changed());
    play.addEventListener("change", () => this.wake.moved());
    play.addEventListener("begin", () => this.lines.leave());
    play.addEventListener("cursor", () => {
      this.light([]);
      this.table.drawCursor();
      this.drawTools();
      this.drawRack();
    });
    play.addEventListener("held", () => {
      if (play.held?.tile === DEVIL) toast(t("devil.title"));
      this.table.draw();
      this.drawRack();
      this.drawTools();
    });
    play.addEventListener("selection", () => {
      this.table.draw();
      this.drawTools();
      this.panels.draw();
    });
    play.addEventListener("refused", (event) => {
      const { why, what } = /** @type {CustomEvent} */ (event).detail;
      toast(t(`refused.${why}`, { what }));
    });
    judge.addEventListener("verdict", () => this.judged());
    judge.addEventListener("failed", (event) => this.failed(/** @type {CustomEvent} */ (event).detail));
    search.addEventListener("change", () => this.searched());
    search.addEventListener("end", () => this.searchEnded());
    document.addEventListener("pointerdown", () => (this.pressed = true), true);
    for (const name of ["pointerup", "pointercancel"])
      document.addEventListener(name, () => setTimeout(() => this.released()), true);
    window.addEventListener("hashchange", () => takeLink(this));
    // A sheet over the rack gives way to play.
    this.table.addEventListener("click", () => play.selecting || this.panels.close());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.panels.close();
    });
    document.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text") ?? "";
      const writing = event.target instanceof Element && event.target.closest("input, textarea, dialog");
      if (text.trim() && !this.api.alone && !writing && !this.table.overlay.preview) paste(this, text);
    });
    window.addEventListener("languagechange", () => this.speak());
    window.addEventListener("pagehide", () => {
      search.abort();
      save(play.game); // with its cursor
    });
    whenLost(() => toast(t("games.lost")));
  }

  /** The table has changed. */
  changed() {
    const { play } = this;
    this.search.abort(); // what was asked about another table is no answer to this one
    this.search.reset();
    this.panels.forget();
    this.table.overlay.hint = new Map();
    this.table.overlay.lit = new Set();
    save(play.game);
    this.preview(null);
  }

  /** Show and judge a grid that is not laid, or the table. @param {Rows | null} rows */
  preview(rows) {
    this.table.overlay.preview = rows;
    this.table.overlay.verdict = null;
    this.judge.judge(this.play.game.puzzle, this.table.rows);
    this.draw();
  }

  judged() {
    const { verdict } = this.judge;
    const { play } = this;
    if (!verdict) return;
    this.table.overlay.verdict = verdict;
    if (this.table.overlay.preview) {
      this.draw();
      return;
    }
    const text = spoken(play, verdict, this.known);
    this.known = new Set(verdict.runs.map((run) => `${run.text} ${run.row} ${run.col} ${run.across}`));
    if (text) say(text);
    if (verdict.valid) this.finished = play.rows;
    const ends = verdict.valid && play.game.over && play.moved;
    const reached = ends && this.reaches(verdict.cost);
    this.note();
    this.draw();
    if (!ends) return;
    play.moved = false;
    if (reached) this.table.celebrate();
    this.panels.show("result");
  }

  /** Whether the player comes to the best known, or does better than before. @param {number | null} cost */
  reaches(cost) {
    const { game } = this.play;
    if (cost === null || game.origin !== "hand") return false;
    const before = new Map(bests()).get(puzzleKey(game.puzzle)) ?? -1;
    return cost < before || cost <= (bestKnown({ best: null, found: game.found }, this.record) ?? -1);
  }

  /** Note what lies there if it is finished and valid. */
  note() {
    const { verdict } = this.judge;
    const { game } = this.play;
    if (!verdict?.valid || !game.over || this.finished !== game.rows || this.table.overlay.preview) return;
    noteResult(game, verdict, this.guarantee);
    this.know(game.origin === "hand" ? "best" : "found", verdict.cost);
  }

  searched() {
    const { search, table } = this;
    const proposes = search.mode === "finish" || search.mode === "selection";
    if (proposes && search.best && !search.dismissed && table.overlay.preview !== search.best.rows)
      this.preview(search.best.rows);
    else this.panels.draw();
  }

  searchEnded() {
    const { search } = this;
    this.remember();
    if (search.error) say(errorNodes(search.error)[0]);
    else if (search.mode === "missed") say(t("live.missed", { n: search.missed.length }));
    else if (search.best && search.mode !== "outlook") say(t("live.found", { n: search.best.cost }));
    this.draw();
  }

  /** Keep what the search found for the whole puzzle. */
  remember() {
    const { search, play } = this;
    if (["finish", "outlook"].includes(search.mode) && search.best) {
      play.game.ladder = search.ladder;
      this.know("found", search.best.cost);
    }
    for (const step of [...search.steps, ...search.missed]) this.know("found", step.cost);
  }

  /**
   * Remember the least cost that the player laid by hand, or that anyone else found for the whole puzzle.
   *
   * @param {"best" | "found"} which
   * @param {number | null | undefined} cost
   */
  know(which, cost) {
    const { game } = this.play;
    if (cost === null || cost === undefined || cost >= (game[which] ?? Infinity)) return;
    game[which] = cost;
    save(game);
  }

  /** Whether what lies there is finished and valid, so that something better was missed or not. */
  get canMiss() {
    const { play, judge, table } = this;
    const judged = table.overlay.preview ? this.finished === play.rows : Boolean(judge.verdict?.valid);
    return judged && play.left.faceUp > 0;
  }

  // ---- what the player asks for

  /** @param {"finish" | "selection"} mode */
  searchFor(mode) {
    const selection = [...this.play.selected].map((key) => key.split(",").map(Number));
    this.search.start(this.play.game, mode, prefs.seconds, mode === "selection" ? { selection } : {});
  }

  /** Lay what is proposed. */
  keep() {
    const { play, search } = this;
    const rows = search.best?.rows;
    if (!rows) return;
    const selecting = play.selecting;
    this.remember();
    play.replace(rows, "help");
    if (selecting) play.selectMode(false);
  }

  /** Put away what is proposed. */
  leave() {
    this.search.dismissed = true;
    if (!this.search.running) this.search.reset();
    this.preview(null);
  }

  /** @param {import("./types.js").Rung | undefined} rung */
  propose(rung) {
    if (!rung) return;
    this.search.mode = "finish";
    this.panels.current = "help";
    this.preview(rung.rows);
  }

  // ---- showing

  draw() {
    this.table.draw();
    find("status").replaceChildren(
      ...readouts(this.play.game, this.table.rows, this.judge.verdict, this.record, this.guarantee),
    );
    this.drawFinish();
    this.drawRack();
    this.drawTools();
    this.panels.draw();
  }

  released() {
    this.pressed = false;
    if (this.owed) this.draw();
    this.owed = false;
  }

  /** Whether drawing has to wait: a click is lost if its button is replaced before it ends. */
  waits() {
    this.owed ||= this.pressed;
    return this.pressed;
  }

  drawFinish() {
    if (!this.waits()) find("finish").replaceChildren(finishButton(this));
  }

  drawRack() {
    if (!this.waits()) this.rack.draw();
  }

  drawTools() {
    if (this.waits()) return;
    const box = find("tools");
    const place = [...box.children].indexOf(/** @type {Element} */ (document.activeElement));
    box.replaceChildren(...tools(this));
    if (place >= 0) /** @type {HTMLElement} */ (box.children[place]).focus();
  }

  /** Put the cursor on a word, and show all of it. @param {import("./types.js").Run} run */
  showRun(run) {
    const cells = cellsOfRun(run);
    this.play.across = run.across;
    this.play.moveTo(cells[0]);
    this.light(cells);
    this.table.focusCursor();
  }

  /** Show on the table what a panel speaks of. @param {import("./types.js").Cell[]} places */
  light(places) {
    const { overlay } = this.table;
    if (!places.length && !overlay.lit.size) return;
    overlay.lit = new Set(places.map(keyOf));
    this.table.draw();
  }

  retitle() {
    const title = titleOf(this.play.game);
    document.title = `${title} · Patience`;
    find("title").textContent = title;
  }

  /** Speak the language that is chosen now. */
  speak() {
    speak();
    this.drawTexts();
  }

  /** Write all that does not change with the game, in the language of now. */
  drawTexts() {
    this.retitle();
    this.lesson.draw();
    this.away.draw();
    find("skip").textContent = t("skip");
    find("commands").replaceChildren(...commands(this));
    this.panels.drawTabs();
    find("tools").setAttribute("aria-label", t("tool.label"));
    this.draw();
  }
}
