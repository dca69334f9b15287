// What lies there, judged by the rules here; what each cell can still take, asked of the server: one
// question at a time, always the latest.

import { speakOf } from "./alphabet.js";
import { badges } from "./badges.js";
import { judge } from "./rules.js";

/** @typedef {import("./types.js").Rows} Rows */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Verdict} Verdict */
/** @typedef {import("./types.js").Candidates} Candidates */

/** Events: `verdict`, `candidates`, `failed` (detail: the error). */
export class Judge extends EventTarget {
  /** @param {import("./api.js").Api} api @param {Record<string, string>} tiers parts of a lexicon by name, with the name of the whole */
  constructor(api, tiers) {
    super();
    this.api = api;
    this.tiers = tiers;
    /** @type {Record<string, {body: object, answer: Promise<boolean>} | undefined>} */
    this.asking = {};
    /** @type {object | null} what is being judged */
    this.latest = null;
    /** @type {Verdict | null} */
    this.verdict = null;
    /** @type {Candidates | null} */
    this.candidates = null;
  }

  /**
   * @param {Puzzle} puzzle
   * @param {Rows} rows
   * @returns {Promise<boolean>} whether the verdict is about these, and nothing later was to be judged
   */
  async judge(puzzle, rows) {
    const asked = {};
    this.latest = asked;
    try {
      const words = await this.api.words(puzzle);
      const found = judge(puzzle, rows, words);
      if (found.valid) {
        const everyday = await this.everyday(puzzle);
        if (puzzle.goal === "frame") found.badges = badges(rows, found.runs, everyday);
        if (everyday)
          found.rare = [...new Set(found.runs.map(({ text }) => text))].filter((word) => !everyday.has(word));
      }
      if (this.latest !== asked) return false; // another table, or other words
      this.latest = null;
      this.verdict = found;
      speakOf(words);
      this.dispatchEvent(new Event("verdict"));
      return true;
    } catch (error) {
      if (this.latest !== asked) return false;
      this.latest = null;
      this.verdict = null;
      this.dispatchEvent(new CustomEvent("failed", { detail: error }));
      return false;
    }
  }

  /** The everyday words of a puzzle's lexicon, if it knows any and the page can have them. @param {Puzzle} puzzle */
  async everyday(puzzle) {
    const lexicon = `${this.tiers[puzzle.lexicon] ?? puzzle.lexicon}-common`;
    return lexicon in this.tiers ? this.api.words({ ...puzzle, lexicon, filters: {} }).catch(() => null) : null;
  }

  /** @param {Puzzle} puzzle @param {Rows} rows */
  look(puzzle, rows) {
    return this.ask("candidates", { puzzle, rows }, (candidates) => {
      this.candidates = candidates;
      this.dispatchEvent(new Event("candidates"));
    });
  }

  /**
   * While an answer is awaited only the latest question waits; an answer that is out of date is
   * dropped.
   *
   * @param {string} name
   * @param {object} body
   * @param {(answer: any) => void} take
   * @returns {Promise<boolean>} whether the latest question was answered
   */
  ask(name, body, take) {
    const asked = this.asking[name];
    if (asked) {
      asked.body = body;
      return asked.answer;
    }
    const turn = { body, answer: Promise.resolve(false) };
    this.asking[name] = turn;
    turn.answer = this.answer(name, turn, take);
    return turn.answer;
  }

  /**
   * @param {string} name
   * @param {{body: object}} turn
   * @param {(answer: any) => void} take
   */
  async answer(name, turn, take) {
    try {
      while (true) {
        const { body } = turn;
        const answer = await this.api.call(name, body);
        if (turn.body !== body) continue;
        delete this.asking[name];
        take(answer);
        return true;
      }
    } catch (error) {
      delete this.asking[name];
      this.dispatchEvent(new CustomEvent("failed", { detail: error }));
      return false;
    }
  }
}
