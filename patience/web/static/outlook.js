// How good can it still be: each cost reached, excluded by proof, or open.

import { actions, button, card, h, quiet } from "./dom.js";
import { t } from "./i18n.js";
import { prefs } from "./prefs.js";
import { outcome, problem, searchButton, timeChoice, waiting } from "./help.js";

const SHOWN = 14;

export class OutlookPanel {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {Node[]} */
  draw() {
    const { search, play } = this.app;
    const mine = search.mode === "outlook";
    return [
      card(
        t("outlook.title"),
        quiet(t("outlook.what")),
        actions(
          timeChoice(),
          searchButton(search, mine, "finish", t("outlook.start"), () =>
            search.start(play.game, "outlook", prefs.seconds),
          ),
        ),
        search.running && mine ? waiting(search) : null,
        mine ? this.costs() : null,
        mine && !search.running && search.ended ? quiet(outcome(search)) : null,
        mine ? problem(search) : null,
        mine && search.best && !search.running
          ? actions(button("finish", t("outlook.show"), () => this.app.propose(search.best)))
          : null,
      ),
    ];
  }

  costs() {
    const { search, play } = this.app;
    const { goal } = play.game.puzzle;
    const best = search.best?.cost ?? null;
    const impossible = search.ended?.status === "infeasible";
    const first = Math.max(0, Math.min(search.bound, best ?? search.bound) - 2, (best ?? 0) - SHOWN + 2);
    const last = best === null ? search.bound + 6 : best + 1;
    const chips = [];
    for (let cost = first; cost <= last; cost += 1) {
      const state = best !== null && cost >= best ? "reached" : impossible || cost < search.bound ? "excluded" : "open";
      chips.push(h("li", { class: `chance ${state}` }, h("b", {}, String(cost)), h("span", {}, t(`outlook.${state}`))));
    }
    return h(
      "div",
      {},
      quiet(t(`outlook.unit-${goal}`)),
      h("ol", { class: "chances" }, ...chips),
      h("p", { class: "legend" }, t("outlook.legend")),
    );
  }
}
