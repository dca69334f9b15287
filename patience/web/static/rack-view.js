// The rack: a keyboard of the tiles, each key always in its place, with the number that is left.

import { faces, symbols } from "./alphabet.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { DEVIL } from "./play.js";
import { BACK, tilesLeft } from "./table.js";
import { tile } from "./table-view.js";

export class RackView extends HTMLElement {
  constructor() {
    super();
    /** @type {import("./play.js").Play} */
    this.play = /** @type {any} */ (null);
    /** @type {import("./table-view.js").TableView} */
    this.table = /** @type {any} */ (null);
    this.looks = "";
    this.tiles = h("div", { class: "tiles", role: "group" });
  }

  /** @param {import("./play.js").Play} play @param {import("./table-view.js").TableView} table */
  attach(play, table) {
    this.play = play;
    this.table = table;
    this.replaceChildren(this.tiles);
    this.draw();
  }

  draw() {
    const { puzzle } = this.play.game;
    const { counts, devils } = tilesLeft(puzzle, this.table.rows);
    const waits = this.play.held?.tile === DEVIL;
    const { free, jokers } = puzzle.tiles;
    /** @type {[string, number | null][]} a tile, and how many are left if they have an end */
    const tiles = symbols(puzzle).map((x, i) => [x, free ? null : counts[i]]);
    if (jokers) tiles.push([DEVIL, devils]);
    if (puzzle.goal === "frame") tiles.push([BACK, null]);
    const looks = JSON.stringify([tiles, waits, this.play.across, t("rack.label")]);
    if (looks === this.looks) return;
    this.looks = looks;
    const focused =
      document.activeElement instanceof HTMLElement && this.contains(document.activeElement)
        ? document.activeElement.dataset.key
        : null;
    this.tiles.setAttribute("aria-label", t("rack.label"));
    const turn = t(this.play.across ? "tool.across" : "tool.down");
    this.tiles.replaceChildren(
      ...tiles.map(([x, n]) => this.key(x, n, waits && x === DEVIL)),
      control("turn", this.play.across ? "across" : "down", turn),
      control("erase", "erase", t("tool.home")),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.tiles.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  /** @param {string} x @param {number | null} n how many are left @param {boolean} pressed */
  key(x, n, pressed) {
    const name = x === DEVIL ? t("tile.devil") : x === BACK ? t("tile.back") : faces(x);
    return h(
      "button",
      {
        type: "button",
        class: `stack ${n !== null && n < 1 ? "spent" : ""}`,
        data: { tile: x, key: x },
        "aria-pressed": x === DEVIL ? String(pressed) : null,
        "aria-label": n === null ? name : t("rack.tile", { name, n: Math.max(0, n) }),
        title: x === BACK || x === DEVIL ? name : null,
      },
      tile(x),
      n === null ? null : h("span", { class: "number", "aria-hidden": "true" }, String(Math.max(0, n))),
    );
  }
}

/** A key that lays no tile. @param {string} key @param {string} drawing @param {string} label */
const control = (key, drawing, label) =>
  h(
    "button",
    { type: "button", class: "stack control", data: { tile: "", key }, "aria-label": label, title: label },
    icon(drawing),
  );

customElements.define("tile-rack", RackView);
