// The verdict on what lies there: the latest, of the page's referee.

import { speakOf } from "./alphabet.js";
import { badges } from "./badges.js";
import { judge } from "./referee.js";

/** @typedef {import("./types.js").Rows} Rows */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Verdict} Verdict */

/** Events: `verdict`, `failed` (detail: the error). */
export class Judge extends EventTarget {
  /** @param {import("./api.js").Api} api @param {Record<string, string>} tiers parts of a lexicon by name, with the name of the whole */
  constructor(api, tiers) {
    super();
    this.api = api;
    this.tiers = tiers;
    /** @type {object | null} what is being judged */
    this.latest = null;
    /** @type {Verdict | null} */
    this.verdict = null;
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
}
