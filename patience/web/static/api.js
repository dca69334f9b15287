// Talking to the server.

import { inAddress, leaveOut } from "./address.js";
import { tilesOf } from "./alphabet.js";
import { keepAnswer, keptAnswer } from "./answers.js";
import { kept } from "./store.js";
import { inflated, Words } from "./wordgraph.js";

/** @typedef {import("./types.js").SearchEvent} SearchEvent */

/** What went wrong: a kind with values for its text, and a sentence in English. */
export class ApiError extends Error {
  /** @param {Partial<import("./types.js").Sentence>} sentence */
  constructor({ kind = "", fields = {}, message = "" }) {
    super(message);
    this.kind = kind;
    this.fields = fields;
  }
}

const STORED = "patience.token";

/** Take the token out of the address, where the server's first line put it, and keep it; else it stays there. */
export function takeToken() {
  const given = inAddress("token");
  if (given && kept.keep(STORED, given)) leaveOut("token");
  return given ?? kept.text(STORED) ?? "";
}

/** What the words of a puzzle depend on. @param {import("./types.js").Puzzle} puzzle */
function wordsKey({ lexicon, tiles, filters }) {
  const { also, ban, ...agreed } = filters;
  return JSON.stringify([lexicon, tiles.alphabet, agreed]);
}

/** The words that a server or a file gives. @param {{words: string, accents?: string}} given @param {import("./types.js").Puzzle} puzzle */
export async function readWords({ words, accents }, puzzle) {
  const text = accents && new TextDecoder().decode(await inflated(accents));
  return new Words(await inflated(words), tilesOf(puzzle), text);
}

/** What a proxy answers for a program that does not. */
const GATEWAY = [502, 503, 504];

/** Events: `away` when the program stops answering, `back` when it answers again. */
export class Api extends EventTarget {
  /** Whether the page is a file without a server. */
  alone = false;

  /** Whether the program did not answer when it was asked last. */
  away = false;

  /** @param {string} token */
  constructor(token) {
    super();
    this.token = token;
    /** @type {Map<string, Promise<Words>>} what was asked for, by lexicon and conventions */
    this.graphs = new Map();
    this.page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
  }

  /**
   * @param {string} name
   * @param {object} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Response>}
   */
  async send(name, body, signal) {
    let response;
    try {
      response = await fetch(`/api/${name}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-patience-token": this.token,
          "x-patience-page": this.page,
        },
        body: JSON.stringify(body),
        signal,
        cache: "no-store",
        credentials: "omit",
      });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw this.lost(String(error));
    }
    const reply = response.ok ? null : await response.json().catch(() => null);
    if (!reply && GATEWAY.includes(response.status)) throw this.lost(response.statusText);
    if (this.away) {
      this.away = false;
      this.dispatchEvent(new Event("back"));
    }
    if (response.ok) return response;
    throw new ApiError(reply?.error ?? { message: response.statusText });
  }

  /** The program does not answer. @param {string} message @returns {ApiError} */
  lost(message) {
    if (!this.away) {
      this.away = true;
      this.dispatchEvent(new Event("away"));
    }
    return new ApiError({ kind: "offline", message });
  }

  /**
   * The answer to a call; if the program does not answer, the one that it gave last.
   *
   * @param {string} name
   * @param {object} body
   * @param {string} [key] what it depends on
   * @returns {Promise<Response>}
   */
  async remembered(name, body, key = "") {
    try {
      const response = await this.send(name, body);
      keepAnswer(name + key, response.clone());
      return response;
    } catch (error) {
      const kept = this.away ? await keptAnswer(name + key) : null;
      if (!kept) throw error;
      return kept;
    }
  }

  /** How the page begins; without the program, with the last game. @returns {Promise<import("./types.js").Start>} */
  async begin() {
    const start = await (await this.remembered("begin", {})).json();
    return this.away ? { ...start, asked: false, rows: null } : start;
  }

  /**
   * @param {string} name
   * @param {object} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async call(name, body = {}, signal) {
    return (await this.send(name, body, signal)).json();
  }

  /**
   * The words of a puzzle but for the players' own; each list is asked for once.
   *
   * @param {import("./types.js").Puzzle} puzzle
   * @returns {Promise<Words>}
   */
  words(puzzle) {
    const key = wordsKey(puzzle);
    const asked = this.graphs.get(key) ?? this.graph(puzzle);
    this.graphs.set(key, asked);
    asked.catch(() => this.graphs.delete(key));
    return asked;
  }

  /** @param {import("./types.js").Puzzle} puzzle */
  async graph(puzzle) {
    const response = await this.remembered("graph", { puzzle }, wordsKey(puzzle)).catch((error) => {
      throw this.away ? new ApiError({ kind: "words-away" }) : error;
    });
    return readWords(await response.json(), puzzle);
  }

  /**
   * Search, and yield what happens.
   *
   * @param {object} body
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<SearchEvent>}
   */
  async *search(body, signal) {
    const response = await this.send("search", body, signal);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let rest = "";
    while (true) {
      const { value, done } = await reader.read().catch((error) => {
        throw signal.aborted ? error : this.lost(String(error));
      });
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  }
}
