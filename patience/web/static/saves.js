// Games kept in the browser. Several tabs each keep their own.

import { Game, newId } from "./game.js";

/** @typedef {import("./types.js").SavedGame} SavedGame */

const PREFIX = "patience.game.";
const HERE = "patience.here";
const KEPT = 30;

/** @param {string} key @returns {any} */
function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** All kept games, the latest first. @returns {SavedGame[]} */
export function savedGames() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  return keys
    .map(stored)
    .filter((saved) => saved && typeof saved.id === "string")
    .sort((one, other) => other.saved - one.saved);
}

/** @param {Game} game @param {boolean} [untouched] keep it even if nothing was laid */
export function save(game, untouched = false) {
  sessionStorage.setItem(HERE, game.id);
  if (game.stages.length === 1 && !untouched && !localStorage.getItem(PREFIX + game.id)) return;
  try {
    localStorage.setItem(PREFIX + game.id, JSON.stringify(game.saved()));
    for (const old of savedGames().slice(KEPT)) localStorage.removeItem(PREFIX + old.id);
  } catch {
    for (const old of savedGames().slice(5)) localStorage.removeItem(PREFIX + old.id); // the store is full
  }
}

/** @param {string} id */
export const forget = (id) => localStorage.removeItem(PREFIX + id);

/**
 * The game that this tab shows: its own if it was reloaded, else the latest one.
 *
 * @returns {Game | null}
 */
export function resumed() {
  const here = sessionStorage.getItem(HERE);
  const saved = (here && stored(PREFIX + here)) || savedGames()[0];
  try {
    return saved ? Game.from(saved) : null;
  } catch {
    return null; // an older version wrote it
  }
}

/**
 * Watch for another tab that plays the same game; call back if there is one.
 *
 * @param {() => Game} current
 * @param {() => void} taken
 */
export function keepApart(current, taken) {
  if (!("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel("patience");
  const me = newId();
  channel.onmessage = ({ data }) => {
    if (data.to && data.to !== me) return;
    if (data.asks && data.id === current().id) channel.postMessage({ to: data.asks, id: data.id });
    else if (data.to === me && data.id === current().id) taken();
  };
  channel.postMessage({ asks: me, id: current().id });
}
