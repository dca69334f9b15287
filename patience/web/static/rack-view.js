// The rack: the tiles that are left, in the order that the player likes.

import { faces, symbols } from "./alphabet.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { prefer, prefs } from "./prefs.js";
import { BACK, tilesLeft } from "./table.js";
import { leftover, tile } from "./table-view.js";

/** The number of a tile that is there as often as wanted. */
const ANY = Infinity;

const VOWELS = "AEIOUY";
const isVowel = (/** @type {string} */ x) => VOWELS.includes(x.normalize("NFD")[0]);
const ORDERS = ["alphabet", "vowels", "shuffled"];

export class RackView extends HTMLElement {
  constructor() {
    super();
    /** @type {import("./play.js").Play} */
    this.play = /** @type {any} */ (null);
    /** @type {import("./table-view.js").TableView} */
    this.table = /** @type {any} */ (null);
    this.luck = Math.random();
    this.looks = "";
    this.tiles = h("div", { class: "tiles", role: "group" });
    this.orders = /** @type {HTMLElement} */ (document.getElementById("orders"));
  }

  /** @param {import("./play.js").Play} play @param {import("./table-view.js").TableView} table */
  attach(play, table) {
    this.play = play;
    this.table = table;
    this.replaceChildren(this.tiles);
    this.draw();
  }

  draw() {
    const { play } = this;
    const { puzzle } = play.game;
    const { counts, devils, open, backs } = tilesLeft(puzzle, this.table.rows);
    const framed = puzzle.goal === "frame";
    const held = play.held?.key;
    const focused =
      document.activeElement instanceof HTMLElement && this.contains(document.activeElement)
        ? document.activeElement.dataset.key
        : null;
    this.tiles.setAttribute("aria-label", t("rack.label"));
    this.tiles.classList.toggle("loose", prefs.order === "shuffled");
    const left = this.stacks(counts, devils);
    const full = framed && open === 0; // what is not face up lies in the box, not here
    /** @type {typeof left} */
    const stacks = full ? [] : framed ? [...left, [BACK, 1, 0]] : left;
    const spent = full && left.length && !puzzle.tiles.free;
    const note = spent
      ? t("rack.full")
      : framed && backs && open
        ? t("rack.backs", { n: backs })
        : left.length
          ? ""
          : t("rack.empty");
    const looks = JSON.stringify([stacks, spent && left, held, prefs.order, t("rack.label"), note]);
    if (looks === this.looks) return;
    this.looks = looks;
    this.tiles.replaceChildren(
      ...stacks.map(([x, number, copy]) => {
        const name = x === "?" ? t("tile.devil") : x === BACK ? t("tile.back") : faces(x);
        return h(
          "button",
          {
            type: "button",
            class: `stack ${number > 1 && prefs.order !== "shuffled" && x !== BACK ? "many" : ""} ${x === BACK ? "backs" : ""}`,
            data: { tile: x, key: `${x}${copy}` },
            "aria-pressed": String(held === `${x}${copy}`),
            "aria-label": x === BACK || number === ANY ? name : t("rack.tile", { name, n: number }),
            title: x === BACK ? name : x === "?" ? name : null,
          },
          tile(x),
          x !== BACK && prefs.order !== "shuffled" && number > 1 && number !== ANY
            ? h("span", { class: "number", "aria-hidden": "true" }, String(number))
            : null,
        );
      }),
    );
    if (note) this.tiles.append(h("p", { class: "note" }, note));
    if (spent) this.tiles.append(leftover(puzzle, this.table.rows) ?? "");
    this.drawOrders();
    if (focused) /** @type {HTMLElement | null} */ (this.tiles.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  /**
   * Tile, how many, and which copy if each stands alone.
   *
   * @param {number[]} counts
   * @param {number} devils
   * @returns {[string, number, number][]}
   */
  stacks(counts, devils) {
    const { puzzle } = this.play.game;
    /** @type {[string, number, number][]} */
    const all = symbols(puzzle)
      .map((x, i) => /** @type {[string, number, number]} */ ([x, puzzle.tiles.free ? ANY : counts[i], 0]))
      .filter(([, n]) => n > 0);
    if (devils > 0) all.push(["?", devils, 0]);
    if (prefs.order === "vowels") return [...all.filter(([x]) => isVowel(x)), ...all.filter(([x]) => !isVowel(x))];
    if (prefs.order !== "shuffled") return all;
    const single = all.flatMap(([x, n]) =>
      Array.from({ length: n === ANY ? 1 : n }, (_, copy) => /** @type {[string, number, number]} */ ([x, 1, copy])),
    );
    return single.sort((one, other) => this.chance(one) - this.chance(other));
  }

  /** A number that a tile keeps until the next shuffle. @param {[string, number, number]} tile */
  chance([x, , copy]) {
    const seed = Math.sin(x.charCodeAt(0) * 127.1 + copy * 311.7 + this.luck * 1000) * 43758.5453;
    return seed - Math.floor(seed);
  }

  drawOrders() {
    this.orders.setAttribute("aria-label", t("rack.order"));
    this.orders.replaceChildren(
      ...ORDERS.map((order) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(prefs.order === order),
            onclick: () => {
              prefer({ order });
              this.luck = Math.random();
              this.draw();
            },
          },
          order === "shuffled" ? icon("shuffle") : null,
          t(`rack.${order}`),
        ),
      ),
    );
  }
}

customElements.define("tile-rack", RackView);
