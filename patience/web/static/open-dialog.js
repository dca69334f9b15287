// What every dialog has: a title, a cross, and ways to close it.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";

/** Milliseconds within which the tap that opened a dialog ends. */
const TAP_ENDS = 500;

/**
 * Open a dialog; it closes by its cross, by Escape, and by a click beside it.
 *
 * @param {string} title
 * @param {string} name a class of its own
 * @param {...(Node | null)} contents
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, name, ...contents) {
  const dialog = h("dialog", { class: name, "aria-labelledby": `${name}-title` });
  dialog.append(
    h(
      "header",
      {},
      h("h2", { id: `${name}-title` }, title),
      button("close", t("close"), () => dialog.close(), { bare: true, class: "plain" }),
    ),
    h("div", { class: "contents" }, ...contents),
  );
  // Not a click: the one that opened it may end on it.
  dialog.addEventListener(
    "pointerdown",
    (/** @type {PointerEvent} */ event) => event.target === dialog && dialog.close(),
  );
  dialog.addEventListener("close", () => dialog.remove());
  // Nor is the end of a tap on the table a click on the button that appears there.
  let begun = false;
  dialog.addEventListener("pointerdown", () => (begun = true), true);
  dialog.addEventListener(
    "click",
    (/** @type {MouseEvent} */ event) => {
      if (begun || !event.detail || event.timeStamp - opened > TAP_ENDS) return;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
  document.body.append(dialog);
  dialog.showModal();
  const opened = performance.now();
  return dialog;
}
