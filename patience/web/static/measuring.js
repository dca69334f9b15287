// What takes seconds where boxes of the day do not ship measured: it is said, and can be stopped.

import { actions, h, quiet } from "./dom.js";
import { t } from "./i18n.js";
import { openDialog } from "./open-dialog.js";

/** Milliseconds until the page says that boxes are being measured. */
const SAY_AFTER = 700;

/**
 * Do what may have to wait for boxes; what is stopped fails as what the browser aborts.
 *
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function mayMeasure(act) {
  const stop = new AbortController();
  let isDone = false;
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  const waits = setTimeout(() => {
    dialog = openDialog(
      t("day.measuring"),
      "waiting-dialog",
      h("progress", { "aria-label": t("day.measuring") }),
      quiet(t("day.measuring-what")),
      actions(h("button", { type: "button", onclick: () => dialog?.close() }, t("finish.stop"))),
    );
    // Not once there is an answer, whose content is still to be read.
    dialog.addEventListener("close", () => isDone || stop.abort());
  }, SAY_AFTER);
  try {
    return await act(stop.signal);
  } finally {
    isDone = true;
    clearTimeout(waits);
    dialog?.close();
  }
}
