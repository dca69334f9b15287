// What the player likes: kept in the browser, the same for all tabs.

const STORED = "patience.prefs";

/** @type {{language: string | null, theme: string, order: string, ghosts: boolean, seconds: number, paper: string}} */
export const prefs = {
  language: null,
  theme: "auto",
  order: "alphabet",
  ghosts: false,
  seconds: 20,
  paper: "a4",
  ...read(),
};

function read() {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Partial<typeof prefs>} changes */
export function prefer(changes) {
  Object.assign(prefs, changes);
  localStorage.setItem(STORED, JSON.stringify(prefs));
}

/** Give the page the theme of now. */
export function dress() {
  document.documentElement.dataset.theme = prefs.theme;
}
