// What the page says to the player: a sentence for a while, and to those who listen.

import { ApiError } from "./api.js";
import { find, h } from "./dom.js";
import { hasText, t } from "./i18n.js";

const SAY_AFTER = 400;
/** Milliseconds that a toast is shown, at least and for each letter. */
const READ_LEAST = 3000;
const READ_LETTER = 50;

let saying = 0;
let hiding = 0;

/** Say something to those who listen. @param {string} text */
export function say(text) {
  clearTimeout(saying);
  saying = window.setTimeout(() => {
    find("live").textContent = text;
  }, SAY_AFTER);
}

/** Show a sentence for a while, and what is folded away below it while that is open. @param {string} text @param {Node} [more] */
export function toast(text, more) {
  const box = find("toast");
  const hide = () => {
    clearTimeout(hiding);
    hiding = window.setTimeout(
      () => (box.querySelector("[open]") ? hide() : box.classList.remove("shown")),
      READ_LEAST + READ_LETTER * text.length,
    );
  };
  box.replaceChildren(text, more ?? "");
  box.classList.add("shown");
  hide();
  say(text);
}

/** Show what went wrong, unless the player stopped it. @param {Error} error */
export function failed(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  toast(...errorNodes(error));
}

/**
 * What went wrong, in the page's language. Where the page has only a general sentence, that of the
 * program is folded away below it.
 *
 * @param {Error} error
 * @returns {[string, Node?]}
 */
export function errorNodes(error) {
  const { kind, fields } = error instanceof ApiError ? error : new ApiError({});
  if (hasText(`error.${kind}`)) return [t(`error.${kind}`, fields)];
  const general = hasText(`general.${kind}`) ? t(`general.${kind}`) : t("general.other");
  return [general, h("details", {}, h("summary", {}, t("general.details")), h("p", { lang: "en" }, error.message))];
}
