// The page's texts, in French and in English.

import { EN } from "./en.js";
import { FR } from "./fr.js";
import { prefs } from "./prefs.js";

/** @typedef {keyof typeof EN} Key */

/** @type {Record<string, Record<string, string>>} */
export const TEXTS = { fr: FR, en: EN };

/** @type {string | null} */
let usual = null;

/** Speak a language until another is chosen. @param {string} code */
export function speak(code) {
  usual = code;
}

/** The language: the one chosen, else that of the file, else the browser's first that the page speaks. @returns {string} */
export function language() {
  const known = [prefs.language, usual].find((code) => code && code in TEXTS);
  if (known) return known;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in TEXTS) ?? "en";
}

/**
 * The text of a key, `{name}` replaced. A key with a number has a form `key.one`, some have `key.zero`.
 *
 * @param {string} key
 * @param {Record<string, string | number | null | undefined>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const texts = TEXTS[language()];
  const few = language() === "fr" ? Number(values.n) < 2 : Number(values.n) === 1;
  const text =
    (values.n === 0 && texts[`${key}.zero`]) || (values.n !== undefined && few && texts[`${key}.one`]) || texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {string} key @returns {boolean} */
export const hasText = (key) => key in TEXTS[language()];

/**
 * What the server tells beside a result; "" if the page has no words for it.
 *
 * @param {Partial<import("./types.js").Told> | null} [told]
 */
export function noteText(told) {
  const key = [`note.${told?.kind}`, `error.${told?.kind}`].find(hasText);
  return key ? t(key, told?.fields) : "";
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
  return `${format.format(seconds)} s`;
}
