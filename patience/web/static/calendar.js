// The calendar of the boxes of the day: each with what one has reached, to play again or for once.

import { days, level, today } from "./daily.js";
import { button, h, quiet } from "./dom.js";
import { playDay } from "./games.js";
import { dateText, language, t } from "./i18n.js";
import { openDialog } from "./open-dialog.js";

/** @param {import("./main.js").App} app */
export function calendar(app) {
  let [year, month] = today().split("-").map(Number);
  const title = h("h3", { "aria-live": "polite" });
  const table = h("div", { class: "month" });
  const dialog = openDialog(
    t("menu.calendar"),
    "calendar-dialog",
    h(
      "div",
      { class: "month-head" },
      button("left", t("calendar.before"), () => turn(-1), { bare: true, class: "plain" }),
      title,
      button("across", t("calendar.after"), () => turn(1), { bare: true, class: "plain" }),
    ),
    table,
    quiet(t("calendar.what")),
  );
  const turn = (/** @type {number} */ by) => {
    const first = new Date(year, month - 1 + by, 1);
    [year, month] = [first.getFullYear(), first.getMonth() + 1];
    draw();
  };
  const draw = () => {
    const kept = days();
    const first = new Date(year, month - 1, 1, 12);
    title.textContent = first.toLocaleDateString(language(), { month: "long", year: "numeric" });
    const names = Array.from({ length: 7 }, (_, i) =>
      h(
        "span",
        { class: "quiet", "aria-hidden": "true" },
        new Date(2026, 10, 23 + i, 12).toLocaleDateString(language(), { weekday: "narrow" }),
      ),
    );
    const count = new Date(year, month, 0).getDate();
    const cells = Array.from({ length: count }, (_, i) => {
      const day = `${year}-${String(month).padStart(2, "0")}-${String(i + 1).padStart(2, "0")}`;
      const done = kept[day];
      const own = done?.cost ?? null;
      const helped = own === null ? (done?.helped ?? null) : null;
      const date = dateText(new Date(`${day}T12:00:00`), { weekday: "long", day: "numeric", month: "long" });
      const parts = [
        date,
        t("day.level", { n: level(day) }),
        own !== null ? t("cost.frame", { n: own }) : "",
        helped !== null ? `${t("cost.frame", { n: helped })} ${t("origin.help")}` : "",
        done?.badges.length ? t("badge.count", { n: done.badges.length }) : "",
      ];
      const play = () => {
        dialog.close();
        playDay(app, day);
      };
      return h(
        "button",
        {
          type: "button",
          class: `day ${day === today() ? "today" : ""} ${own !== null ? "done" : helped !== null ? "helped" : ""}`,
          style: i ? "" : `grid-column: ${level(day)}`,
          disabled: day > today(),
          "aria-label": parts.filter(Boolean).join(", "),
          "aria-current": day === today() ? "date" : null,
          onclick: play,
        },
        h("span", {}, String(i + 1)),
        h("b", {}, String(own ?? helped ?? "")),
        h("small", {}, "◆".repeat(done?.badges.length ?? 0)),
      );
    });
    table.replaceChildren(...names, ...cells);
  };
  draw();
}
