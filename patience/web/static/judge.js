// Asks the server's referee what lies there: one question at a time, always the latest.

/** @typedef {import("./types.js").Rows} Rows */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Verdict} Verdict */
/** @typedef {import("./types.js").Candidates} Candidates */

/** Events: `verdict`, `candidates`, `failed` (detail: the error). */
export class Judge extends EventTarget {
  /** @param {import("./api.js").Api} api */
  constructor(api) {
    super();
    this.api = api;
    /** @type {Record<string, {body: object, answer: Promise<boolean>} | undefined>} */
    this.asking = {};
    /** @type {Verdict | null} */
    this.verdict = null;
    /** @type {Candidates | null} */
    this.candidates = null;
  }

  /** @param {Puzzle} puzzle @param {Rows} rows */
  judge(puzzle, rows) {
    return this.ask("judge", { puzzle, rows }, (verdict) => {
      this.verdict = verdict;
      this.dispatchEvent(new Event("verdict"));
    });
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
      if (name === "judge") this.verdict = null;
      this.dispatchEvent(new CustomEvent("failed", { detail: error }));
      return false;
    }
  }
}
