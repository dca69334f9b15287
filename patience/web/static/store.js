// What the browser keeps of the page: the only module that asks it. Where it keeps nothing (its site
// data is blocked, or full), the page remembers it until it is closed.

let lost = false;
let tell = () => {};

/** Have a function called, once, if the browser does not keep what it is given. @param {() => void} callback */
export function whenLost(callback) {
  tell = callback;
  if (lost) tell();
}

function lose() {
  if (!lost) tell();
  lost = true;
}

class Store {
  /** @param {() => Storage} storage throws, or returns null, where the browser denies it */
  constructor(storage) {
    this.storage = storage;
    /** @type {Map<string, string>} what the browser did not keep */
    this.memory = new Map();
  }

  /** @param {string} key @returns {string | null} */
  text(key) {
    try {
      return this.memory.get(key) ?? this.storage().getItem(key);
    } catch {
      return null;
    }
  }

  /** What was kept in JSON; null if that is nothing, or no JSON. @param {string} key @returns {any} */
  value(key) {
    try {
      return JSON.parse(this.text(key) ?? "null");
    } catch {
      return null;
    }
  }

  /**
   * @param {string} key
   * @param {string} text
   * @param {() => void} [makeRoom] what to do before the second try
   * @returns {boolean} whether the browser keeps it
   */
  keep(key, text, makeRoom = () => {}) {
    for (const prepare of [() => {}, makeRoom]) {
      try {
        prepare();
        this.storage().setItem(key, text);
        this.memory.delete(key);
        return true;
      } catch {
        // denied, missing or full
      }
    }
    this.memory.set(key, text);
    lose();
    return false;
  }

  /** @param {string} key @param {unknown} value */
  keepValue(key, value) {
    this.keep(key, JSON.stringify(value));
  }

  /** @param {string} key */
  forget(key) {
    this.memory.delete(key);
    try {
      this.storage().removeItem(key);
    } catch {
      // nothing is kept there
    }
  }

  /** @param {string} prefix @returns {string[]} */
  keys(prefix) {
    let kept = /** @type {string[]} */ ([]);
    try {
      kept = Object.keys(this.storage());
    } catch {
      // nothing is kept there
    }
    return [...new Set([...kept, ...this.memory.keys()])].filter((key) => key.startsWith(prefix));
  }
}

/** For all tabs. */
export const kept = new Store(() => localStorage);

/** For this tab. */
export const here = new Store(() => sessionStorage);
