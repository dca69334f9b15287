// Words that the players add or bar: those of a game, in its puzzle, and those kept for good in this
// browser, which each new game begins with.

import { symbols } from "./alphabet.js";
import { kept } from "./store.js";
import { isLetter } from "./table.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {{also: string[], ban: string[]}} Words words added, and words barred */

const STORED = "patience.words";

/** @param {unknown} words @returns {string[]} */
const checked = (words) => (Array.isArray(words) ? words.filter((word) => /^\p{Lu}{2,30}$/u.test(word)) : []);

/** The players' own words of a game. @param {Puzzle} puzzle @returns {Words} */
export const wordsOf = ({ filters }) => ({ also: checked(filters.also), ban: checked(filters.ban) });

/** @param {Puzzle} puzzle @param {Words} words @returns {Puzzle} */
export function withWords(puzzle, { also, ban }) {
  const { also: _also, ban: _ban, ...filters } = puzzle.filters;
  return { ...puzzle, filters: { ...filters, ...(also.length ? { also } : {}), ...(ban.length ? { ban } : {}) } };
}

/**
 * Accept or bar a word; the lists hold no word that is as they say without them.
 *
 * @param {Words} words
 * @param {string} word
 * @param {boolean} allowed
 * @param {boolean} listed whether the lexicon has it
 * @returns {Words}
 */
export function decided({ also, ban }, word, allowed, listed) {
  const others = (/** @type {string[]} */ list) => list.filter((each) => each !== word);
  const more = (/** @type {string[]} */ list, /** @type {boolean} */ has) =>
    has ? [...others(list), word].sort() : others(list);
  return { also: more(also, allowed && !listed), ban: more(ban, !allowed && listed) };
}

/** @returns {Record<string, Words>} */
function stored() {
  const all = kept.value(STORED);
  return typeof all === "object" && all !== null ? all : {};
}

/**
 * The words kept for good; a part of a lexicon has those of the whole.
 *
 * @param {import("./types.js").Start} start
 * @param {string} lexicon
 * @returns {Words}
 */
export function keptWords({ tiers }, lexicon) {
  const found = stored()[tiers[lexicon] ?? lexicon];
  return { also: checked(found?.also), ban: checked(found?.ban) };
}

/** @param {import("./types.js").Start} start @param {string} lexicon @param {Words} words */
export function keep({ tiers }, lexicon, words) {
  kept.keepValue(STORED, { ...stored(), [tiers[lexicon] ?? lexicon]: words });
}

/** The words kept for good, by lexicon. @param {unknown} [all] @returns {[string, Words][]} */
export const allKept = (all = stored()) =>
  Object.entries(all ?? {}).map(([lexicon, words]) => [
    lexicon,
    { also: checked(words?.also), ban: checked(words?.ban) },
  ]);

/** Keep words of another browser beside those kept here, which decide where the two differ. @param {unknown} words as `allKept` gives them */
export function addKept(words) {
  const all = stored();
  for (const [lexicon, { also, ban }] of allKept(Object.fromEntries(Array.isArray(words) ? words : []))) {
    const own = { also: checked(all[lexicon]?.also), ban: checked(all[lexicon]?.ban) };
    const merged = (/** @type {string[]} */ mine, /** @type {string[]} */ more, /** @type {string[]} */ other) =>
      [...new Set([...mine, ...more.filter((word) => !other.includes(word))])].sort();
    all[lexicon] = { also: merged(own.also, also, own.ban), ban: merged(own.ban, ban, own.also) };
  }
  kept.keepValue(STORED, all);
}

/** A new puzzle with the words kept for good. @param {import("./types.js").Start} start @param {Puzzle} puzzle */
export const withKept = (start, puzzle) => withWords(puzzle, keptWords(start, puzzle.lexicon));

/**
 * A puzzle for others: without own words that no line is long enough for, or no tiles can spell.
 *
 * @param {Puzzle} puzzle
 * @param {import("./types.js").Rows} rows
 * @returns {Puzzle}
 */
export function forOthers(puzzle, rows) {
  const longest = puzzle.goal === "compact" ? Infinity : Math.max(rows.length, rows[0].length);
  const printed = [...(puzzle.board ?? []).join("")].filter(isLetter).map((x) => x.toUpperCase());
  const letters = symbols(puzzle);
  const counts = puzzle.tiles.counts.map((n, i) => n + printed.filter((x) => x === letters[i]).length);
  const spelled = (/** @type {string} */ word) =>
    counts.reduce((missing, n, i) => missing + Math.max(0, word.split(letters[i]).length - 1 - n), 0) <=
    puzzle.tiles.jokers;
  const needed = (/** @type {string[]} */ list) => list.filter((word) => word.length <= longest && spelled(word));
  const { also, ban } = wordsOf(puzzle);
  return withWords(puzzle, { also: needed(also), ban: needed(ban) });
}
