// The page's texts: a catalogue for each language, each with all texts.

import { TEXTS as EN } from "./en.js";
import { TEXTS as FR } from "./fr.js";
import { prefs } from "./prefs.js";

/** Each language by its own name. */
export const LANGUAGES = { en: "English", fr: "Français" };

/** @type {Record<string, Record<string, string>>} */
const CATALOGUES = { en: EN, fr: FR };

/** That of a game in one file; else the browser's. @type {string[] | null} */
let usual = null;
let spoken = "en";
/** Which numbers take a singular. */
let numbers = new Intl.PluralRules("en");

/** Speak the language chosen, else that of the file, else the browser's first that the page knows. @param {string} [held] */
export function speak(held) {
  if (held) usual = [held];
  const tags = usual ?? navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  spoken = [prefs.language ?? "", ...tags].find((each) => each in CATALOGUES) ?? "en";
  numbers = new Intl.PluralRules(spoken);
  document.documentElement.lang = spoken;
}

/** The language spoken. */
export const language = () => spoken;

/**
 * The text of a key, `{name}` replaced. A key with a number has a form `key.one`, some have `key.zero`.
 *
 * @param {string} key
 * @param {Record<string, string | number | null | undefined>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const texts = CATALOGUES[spoken];
  const one = numbers.select(Number(values.n)) === "one";
  const text = (values.n === 0 && texts[`${key}.zero`]) || (one && texts[`${key}.one`]) || texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {string} key @returns {boolean} */
export const hasText = (key) => key in CATALOGUES[spoken];

/**
 * What the server tells beside a result; "" if the page has no words for it.
 *
 * @param {Partial<import("./types.js").Sentence> | null} [note]
 */
export function noteText(note) {
  const key = [`note.${note?.kind}`, `error.${note?.kind}`].find(hasText);
  return key ? t(key, note?.fields) : "";
}

/**
 * A date in the page's language, which in French has a 1er.
 *
 * @param {Date} date
 * @param {Intl.DateTimeFormatOptions} how
 */
export function dateText(date, how) {
  const text = date.toLocaleDateString(language(), how);
  return language() === "fr" ? text.replace(/(^| )1 /, "$11er ") : text;
}

/** @param {number} seconds @returns {string} */
export function clock(seconds) {
  const format = new Intl.NumberFormat(language(), { maximumFractionDigits: seconds < 10 ? 1 : 0 });
  return `${format.format(seconds)}\u00a0s`;
}
