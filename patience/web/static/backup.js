// Everything the player has in this browser as one file, and back: games, results, own words. No token.

import { days, noteDay, today } from "./daily.js";
import { actions, button, chooseFile, download, h, quiet } from "./dom.js";
import { Game } from "./game.js";
import { t } from "./i18n.js";
import { toast } from "./notices.js";
import { addKept, allKept } from "./own-words.js";
import { bests, noteBests } from "./results.js";
import { keep, savedGames } from "./saves.js";

const FORM = "patience-games";

/** @returns {Promise<object>} */
export async function everything() {
  return { form: FORM, version: 1, games: await savedGames(), days: days(), bests: bests(), words: allKept() };
}

/**
 * Take what another browser had, beside what is here: of two states of a game the later one, of two results
 * the better one.
 *
 * @param {any} file
 * @returns {Promise<number>} how many games were read
 * @throws {TypeError} if it is no such file; then nothing is taken
 */
export async function takeAll(file) {
  if (file?.form !== FORM || !Array.isArray(file.games)) throw new TypeError("backup");
  const games = file.games.map((/** @type {import("./types.js").SavedGame} */ each) => ({
    ...Game.from(each).saved(),
    saved: Number(each.saved) || 0,
  }));
  if (!games.every((/** @type {{id: unknown}} */ { id }) => typeof id === "string" && /^\w{1,60}$/.test(id)))
    throw new TypeError("id");
  const here = new Map((await savedGames()).map((each) => [each.id, each.saved]));
  await keep(games.filter((/** @type {{id: string, saved: number}} */ { id, saved }) => saved > (here.get(id) ?? -1)));
  for (const [day, found] of Object.entries(days(file.days))) noteDay(day, found);
  noteBests(bests(file.bests));
  addKept(file.words);
  return games.length;
}

/**
 * The two buttons, and what they say.
 *
 * @param {() => void} taken called once games have come
 */
export function backupCard(taken) {
  const status = h("p", { class: "quiet", role: "status" });
  const save = async () =>
    download(new Blob([JSON.stringify(await everything())], { type: "application/json" }), `patience-${today()}.json`);
  const load = async (/** @type {File} */ file) => {
    try {
      const n = await takeAll(JSON.parse(await file.text()));
      taken();
      toast(t("backup.taken", { n }));
    } catch {
      status.textContent = t("backup.wrong");
    }
  };
  const choose = () => chooseFile(".json,application/json", load);
  return h(
    "section",
    { class: "backup" },
    quiet(t("backup.what")),
    actions(button("save", t("backup.export"), save), button("folder", t("backup.import"), choose)),
    status,
  );
}
