// What the browser keeps of the page, small things: the only module that asks it. Where it keeps nothing
// (its site data is blocked, or full), the page remembers it until it is closed.

let lost = false;
let warn = () => {};

/** Have a function called, once, if the browser does not keep what it is given. @param {() => void} callback */
export function whenLost(callback) {
  warn = callback;
  if (lost) warn();
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
   * Keep a text, and say so if the browser does not.
   *
   * @param {string} key
   * @param {string} text
   * @returns {boolean} whether the browser keeps it
   */
  keep(key, text) {
    const safe = this.hold(key, text);
    if (!safe) this.lose();
    return safe;
  }

  /** The same for a text that has another place: whoever asks says what is lost. @param {string} key @param {string} text */
  hold(key, text) {
    try {
      this.storage().setItem(key, text);
      this.memory.delete(key);
      return true;
    } catch {
      this.memory.set(key, text); // denied, missing or full
      return false;
    }
  }

  /** Say, once, that the browser does not keep what it is given. */
  lose() {
    if (!lost) warn();
    lost = true;
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
