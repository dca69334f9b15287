// Games kept in the browser, all of them, in its database. A move is noted at once in the small store,
// which does not wait, until the database has it: closing the page loses nothing. Several tabs each
// keep their own.

import { Game, newId } from "./game.js";
import { Shelf } from "./shelf.js";
import { here, kept } from "./store.js";

/** @typedef {import("./types.js").SavedGame} SavedGame */

const PREFIX = "patience.game.";
const HERE = "patience.here";

const shelf = new Shelf("patience.games");

/** The games that are kept, as far as this tab has seen. @type {Set<string>} */
const known = new Set();

/** The games that the database does not have yet, or cannot have. @returns {SavedGame[]} */
const noted = () =>
  kept
    .keys(PREFIX)
    .map((key) => kept.value(key))
    .filter((saved) => saved && typeof saved.id === "string");

/** All kept games, the latest first. @returns {Promise<SavedGame[]>} */
export async function savedGames() {
  /** @type {Map<string, SavedGame>} */
  const games = new Map();
  const shelved = await shelf.all().catch(() => []);
  for (const saved of [...shelved, ...noted()]) {
    if (saved.saved >= (games.get(saved.id)?.saved ?? 0)) games.set(saved.id, saved);
    known.add(saved.id);
  }
  return [...games.values()].sort((one, other) => other.saved - one.saved);
}

/** @param {Game} game @param {boolean} [untouched] keep it even if nothing was laid */
export function save(game, untouched = false) {
  here.keep(HERE, game.id);
  if (game.stages.length === 1 && !untouched && !known.has(game.id)) return;
  keep([game.saved()]);
}

/**
 * Keep games as they are.
 *
 * @param {SavedGame[]} games
 * @returns {Promise<void>} once the browser has them
 */
export async function keep(games) {
  const texts = games.map((saved) => JSON.stringify(saved));
  const safe = games.map(({ id }, i) => {
    known.add(id);
    return kept.hold(PREFIX + id, texts[i]);
  });
  try {
    await shelf.put(...games);
  } catch {
    if (!safe.every(Boolean)) kept.lose();
    return;
  }
  for (const [i, { id }] of games.entries()) {
    if (kept.text(PREFIX + id) === texts[i]) kept.forget(PREFIX + id);
  }
}

/** @param {string} id */
export function forget(id) {
  known.delete(id);
  kept.forget(PREFIX + id);
  shelf.remove(id).catch(() => {}); // there is no database, and nothing in it
}

/**
 * The game that this tab shows: its own if it was reloaded, else the latest one.
 *
 * @returns {Promise<Game | null>}
 */
export async function resumed() {
  const id = here.text(HERE);
  const games = await savedGames();
  const saved = games.find((each) => each.id === id) ?? games[0];
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
