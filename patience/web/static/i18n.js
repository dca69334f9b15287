// The page's texts. English is always there and stands in for what a catalogue lacks; another is loaded when it is spoken.

import { EN } from "./en.js";
import { prefs } from "./prefs.js";

/** Each language by its own name. @type {Record<string, string>} */
const NAMES = {
  en: "English",
  fr: "Français",
  de: "Deutsch",
  es: "Español",
  it: "Italiano",
  nl: "Nederlands",
  pt: "Português",
  ca: "Català",
};

/** Those to choose from. */
let offered = NAMES;
/** @type {string | null} that of a game in one file */
let held = null;

let spoken = "en";
let texts = EN;
/** Which numbers take a singular. */
let numbers = new Intl.PluralRules("en");

/** Offer no language but one and English: a game in one file holds no other. @param {string} code */
export function hold(code) {
  held = code;
  offered = { en: NAMES.en, [code]: NAMES[code] };
}

/** The languages to choose from, by their own names. */
export const languages = () => offered;

/**
 * Speak the language chosen, else that of the file, else the browser's first that the page knows.
 *
 * @returns {Promise<boolean>} whether its texts came; if not, the language stays
 */
export async function speak() {
  const usual = held ? [held] : navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const code = [prefs.language ?? "", ...usual].find((each) => each in offered) ?? "en";
  try {
    texts = code === "en" ? EN : { ...EN, ...(await import(`./${code}.js`)).TEXTS };
    spoken = code;
    numbers = new Intl.PluralRules(code === "pt" ? "pt-PT" : code); // in Brazil, zero takes a singular
    return true;
  } catch {
    return false;
  } finally {
    document.documentElement.lang = spoken;
  }
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
  const one = numbers.select(Number(values.n)) === "one";
  const text = (values.n === 0 && texts[`${key}.zero`]) || (one && texts[`${key}.one`]) || texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {string} key @returns {boolean} */
export const hasText = (key) => key in texts;

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
  return `${format.format(seconds)} s`;
}
