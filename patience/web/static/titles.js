// A game in one line: its title, and the line to share.

import { days } from "./daily.js";
import { dateText, hasText, t } from "./i18n.js";
import { wordsOf } from "./own-words.js";
import { sizeOf } from "./sizes.js";
import { bestKnown } from "./status.js";

/** The name of a shipped puzzle. @param {string} name */
export const puzzleName = (name) => (hasText(`puzzle.${name}`) ? t(`puzzle.${name}`) : name);

/** @param {{puzzle: import("./types.js").Puzzle, day?: string | null, story?: string | null}} game @returns {string} */
export function titleOf({ puzzle, day, story }) {
  if (day) return t("title.day", { day: dateText(new Date(`${day}T12:00:00`), { day: "numeric", month: "long" }) });
  if (story && hasText(`puzzle.${story}`)) return t(`puzzle.${story}`);
  const drawn = sizeOf(puzzle);
  if (drawn) return t(`title.${drawn}`);
  const size = puzzle.size ? puzzle.size.join(" × ") : "";
  return t(`title.${puzzle.goal}`, { size });
}

/** The line to share. @param {import("./main.js").App} app */
export function shareLine(app) {
  const { game, left } = app.play;
  const known = bestKnown(game, app.record);
  const guaranteed = app.guarantee === null ? "" : t("share.guaranteed", { n: app.guarantee });
  const best = guaranteed || (known === null ? "" : t("share.best", { n: known }));
  const helped = game.origin === "hand" ? "" : t(`origin.${game.origin}`);
  const badges = (!helped && game.day && days()[game.day]?.badges.length) || 0;
  const { also, ban } = wordsOf(game.puzzle);
  const own = also.length + ban.length ? t("share.words", { n: also.length + ban.length }) : "";
  return [
    game.day ? `Patience ${game.day}` : "Patience",
    game.puzzle.size ? game.puzzle.size.join("x") : "",
    t(`cost.${game.puzzle.goal}`, { n: left.cost }),
    helped,
    best,
    badges ? t("badge.count", { n: badges }) : "",
    own,
  ]
    .filter(Boolean)
    .join(", ");
}
