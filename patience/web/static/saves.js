// Games kept in the browser. Several tabs each keep their own.

import { Game, newId } from "./game.js";
import { here, kept } from "./store.js";

/** @typedef {import("./types.js").SavedGame} SavedGame */

const PREFIX = "patience.game.";
const HERE = "patience.here";
const KEPT = 30;
const KEPT_IF_FULL = 5;

/** All kept games, the latest first. @returns {SavedGame[]} */
export function savedGames() {
  return kept
    .keys(PREFIX)
    .map((key) => kept.value(key))
    .filter((saved) => saved && typeof saved.id === "string")
    .sort((one, other) => other.saved - one.saved);
}

/** @param {Game} game @param {boolean} [untouched] keep it even if nothing was laid */
export function save(game, untouched = false) {
  here.keep(HERE, game.id);
  if (game.stages.length === 1 && !untouched && !kept.text(PREFIX + game.id)) return;
  kept.keep(PREFIX + game.id, JSON.stringify(game.saved()), () => dropAfter(KEPT_IF_FULL));
  dropAfter(KEPT);
}

/** Forget the oldest games. @param {number} most */
function dropAfter(most) {
  for (const { id } of savedGames().slice(most)) forget(id);
}

/** @param {string} id */
export const forget = (id) => kept.forget(PREFIX + id);

/**
 * The game that this tab shows: its own if it was reloaded, else the latest one.
 *
 * @returns {Game | null}
 */
export function resumed() {
  const id = here.text(HERE);
  const saved = (id && kept.value(PREFIX + id)) || savedGames()[0];
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
