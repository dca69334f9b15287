// A game in one line: its title, and the line to share.

import { days } from "./daily.js";
import { dateText, hasText, t } from "./i18n.js";
import { wordsOf } from "./own-words.js";
import { sizeOf } from "./sizes.js";
import { bestKnown } from "./status.js";
import { CLOSED, isLetter } from "./table.js";

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

/** What to share: the result in a line, and the pattern of the grid in squares. @param {import("./main.js").App} app */
export function shareLine(app) {
  const { game, left } = app.play;
  const known = bestKnown(game, app.record);
  const guaranteed = app.guarantee === null ? "" : t("share.guaranteed", { n: app.guarantee });
  const best = guaranteed || (known === null ? "" : t("share.best", { n: known }));
  const helped = game.origin === "hand" ? "" : t(`origin.${game.origin}`);
  const badges = (!helped && game.day && days()[game.day]?.badges.length) || 0;
  const { also, ban } = wordsOf(game.puzzle);
  const own = also.length + ban.length ? t("share.words", { n: also.length + ban.length }) : "";
  const long = /** @type {const} */ ({ weekday: "long", day: "numeric", month: "long" });
  const title = game.day
    ? t("share.day", { day: dateText(new Date(`${game.day}T12:00:00`), long) })
    : `Patience, ${titleOf(game)}`;
  const rest = [helped, best, badges ? t("badge.count", { n: badges }) : "", own].filter(Boolean);
  const line = [t("share.result", { title, cost: t(`cost.${game.puzzle.goal}`, { n: left.cost }) }), ...rest].join(
    ", ",
  );
  const squares = game.rows.map((row) =>
    [...row].map((x) => (x === CLOSED ? "⬛" : isLetter(x) ? "🟨" : "🟫")).join(""),
  );
  return [line, ...squares].join("\n");
}
