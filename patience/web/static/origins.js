// What a word is: its kinds, and the words that it is a form of.

import { faces, spelled } from "./alphabet.js";
import { h } from "./dom.js";
import { language, t } from "./i18n.js";

/** @typedef {{kinds: string[], lemmas: string[]}} Origin what a word is, and the words that it is a form of then */

/** A word in a list, how people write it small beside it. @param {string} word @param {string[]} [forms] */
export const named = (word, forms) =>
  h("span", {}, faces(word), h("small", { class: "spelled" }, spelled(word, forms)));

/** Each thing that a word can be; nothing where the lexicon does not tell. @param {Origin[]} origins */
export const originList = (origins) => (origins.length ? h("ul", { class: "quiet" }, ...origins.map(why)) : "");

/** Why a word is in the list. @param {Origin} origin */
function why({ kinds, lemmas }) {
  const named = kinds.filter((kind) => kind !== "verb" || kinds.length === 1); // an infinitive is a verb
  const names = named.map((kind) => t(`kind.${kind}`)).join(", ");
  if (!lemmas.length) return h("li", {}, names);
  return h(
    "li",
    {},
    `${names}, ${t("own.form")} `,
    h("i", {}, new Intl.ListFormat(language(), { type: "disjunction" }).format(lemmas)),
  );
}
