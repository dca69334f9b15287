// What goes on paper: the grid as it is, the empty box, the letters to cut out, a week of boxes.

import { download, field, h, icon, pressed } from "./dom.js";
import { dayAfter, puzzleOfDay, today } from "./daily.js";
import { errorNodes } from "./notices.js";
import { language, t } from "./i18n.js";
import { mayMeasure } from "./measuring.js";
import { openDialog } from "./open-dialog.js";
import { forOthers } from "./own-words.js";
import { prefer, prefs } from "./prefs.js";
import { titleOf } from "./titles.js";

const PAPERS = ["a4", "a5", "a3", "letter"];
const WEEK = 7;

/** @param {import("./main.js").App} app */
export function printDialog(app) {
  const { puzzle, rows } = app.play.game;
  const problem = h("div", { class: "problem", role: "alert", hidden: true });
  const paper = h(
    "select",
    { onchange: () => prefer({ paper: paper.value }) },
    ...PAPERS.map((name) => h("option", { value: name, selected: name === prefs.paper }, t(`paper.${name}`))),
  );
  const save = async (/** @type {string} */ part, /** @type {object} */ asked) => {
    problem.hidden = true;
    try {
      const body = { part, paper: paper.value, language: language(), ...asked };
      /** @param {AbortSignal} [signal] */
      const send = (signal) => app.api.send("paper", body, signal);
      const response = await (part === "days" ? mayMeasure(send) : send());
      download(await response.blob(), `patience-${part}.pdf`);
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return;
      problem.hidden = false;
      problem.replaceChildren(...errorNodes(/** @type {Error} */ (error)));
    }
  };
  const item = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    pressed(act, {}, icon("print"), h("b", {}, t(`print.${name}`)), h("small", {}, t(`print.${name}-what`)));
  const week = () => {
    const days = Array.from({ length: WEEK }, (_, i) => dayAfter(today(), i)).map((day) => ({
      day,
      name: titleOf({ puzzle, day }),
    }));
    save("days", { puzzle: puzzleOfDay(puzzle.tiles), title: t("print.days"), days });
  };
  const dialog = openDialog(
    t("menu.print"),
    "print-dialog",
    field(t("print.paper"), paper),
    h(
      "ul",
      { class: "menu" },
      item("boxes", () => save("boxes", { puzzle: forOthers(puzzle, rows), title: titleOf(app.play.game) })),
      puzzle.tiles.free
        ? null // there is no end of them
        : item("tiles", () => save("tiles", { puzzle: forOthers(puzzle, rows), title: titleOf(app.play.game) })),
      item("days", week),
      item("grid", () => {
        dialog.close();
        window.print();
      }),
    ),
    problem,
  );
}
