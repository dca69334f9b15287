// What the player likes: kept in the browser, the same for all tabs.

import { kept } from "./store.js";

const STORED = "patience.prefs";

/** @type {{language: string | null, theme: string, taught: boolean, seconds: number, paper: string}} */
export const prefs = {
  language: null,
  theme: "auto",
  taught: false,
  seconds: 20,
  paper: "a4",
  ...kept.value(STORED),
};

/** @param {Partial<typeof prefs>} changes */
export function prefer(changes) {
  Object.assign(prefs, changes);
  kept.keepValue(STORED, prefs);
}

/** Give the page the theme of now. */
export function applyTheme() {
  document.documentElement.dataset.theme = prefs.theme;
}
