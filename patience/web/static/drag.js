// Mouse, finger and pen: drag a tile, press it long to take it in hand, tap a key of the rack to lay it.

import { DEVIL } from "./play.js";
import { at, BACK, CLOSED, isLetter, OPEN, same } from "./table.js";
import { tile } from "./table-view.js";

/** @typedef {import("./types.js").Cell} Cell */

const DRAG_PIXELS = 6;
const LONG_PRESS = 500;

/**
 * A press that may become a drag. `grab` is where in the carried word it took hold.
 * @typedef {{tile: string, from: Cell | null, x: number, y: number, pointer: number, dragging: boolean,
 *   long: number, taken: boolean, select: Cell | null, grab: number}} Press
 */

export class Drag {
  /**
   * @param {import("./play.js").Play} play
   * @param {import("./table-view.js").TableView} table
   * @param {HTMLElement} rack
   */
  constructor(play, table, rack) {
    this.play = play;
    this.table = table;
    this.rack = rack;
    /** @type {Press | null} */
    this.press = null;
    /** @type {Cell | null} the cell of the last tap */
    this.last = null;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    table.addEventListener("pointerdown", (event) => this.downOnTable(event));
    rack.addEventListener("pointerdown", (event) => this.downOnRack(event));
    rack.addEventListener("mousedown", (event) => event.preventDefault()); // the table keeps the focus
    rack.addEventListener("click", (event) => this.clickOnRack(event));
    document.addEventListener("pointermove", (event) => this.moved(event));
    document.addEventListener("pointerup", (event) => this.up(event));
    document.addEventListener("pointercancel", () => this.end());
    play.addEventListener("change", () => this.end()); // what was under the hand may lie elsewhere
    document.addEventListener("pointerdown", (event) => !event.isPrimary && this.end(), true); // a second finger zooms
    table.addEventListener("contextmenu", (event) => this.menu(event));
  }

  /** @param {PointerEvent} event */
  downOnTable(event) {
    const cell = this.table.cellOf(event.target);
    if (!cell || event.button !== 0 || this.press || this.table.overlay.preview) return;
    const x = at(this.play.rows, cell);
    const grabs = isLetter(x) || x === BACK;
    const press = this.begun(event, x, cell);
    if (!grabs || this.play.selecting || this.play.carried || this.play.isFixed(cell)) return;
    press.long = window.setTimeout(() => {
      press.taken = true;
      this.play.hold({ tile: x, from: cell });
      navigator.vibrate?.(20);
    }, LONG_PRESS);
  }

  /** @param {PointerEvent} event */
  downOnRack(event) {
    const stack = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
    if (!(stack instanceof HTMLElement) || event.button !== 0 || this.press || this.table.overlay.preview) return;
    if (stack.dataset.tile) this.begun(event, stack.dataset.tile, null);
  }

  /** @param {PointerEvent} event @param {string} tile @param {Cell | null} from @returns {Press} */
  begun({ clientX: x, clientY: y, pointerId: pointer }, tile, from) {
    const select = from && this.play.selecting ? from : null;
    this.press = { tile, from, x, y, pointer, dragging: false, long: 0, taken: false, select, grab: -1 };
    return this.press;
  }

  /** Taps and the keyboard both click. @param {MouseEvent} event */
  clickOnRack(event) {
    const stack = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
    if (!(stack instanceof HTMLElement) || this.table.overlay.preview) return;
    const key = stack.dataset.key ?? "";
    if (key === DEVIL) this.play.askDevil();
    else if (key === "turn") this.play.turn();
    else if (key === "erase") this.play.erase();
    else this.play.type(key);
    this.table.focusCursor();
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PIXELS) return;
      clearTimeout(press.long);
      if (!this.begin(press, event)) {
        this.end();
        return;
      }
    }
    if (press.select) {
      this.selectTo(press.select, event);
      return;
    }
    this.ghost?.style.setProperty(
      "transform",
      // Above a finger, which would hide it.
      `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, ${event.pointerType === "mouse" ? -60 : -130}%) rotate(-2deg)`,
    );
    this.target(event);
  }

  /** @param {Press} press @param {PointerEvent} event @returns {boolean} whether there is anything to drag */
  begin(press, event) {
    if (press.select) {
      press.dragging = true;
      return true;
    }
    if (press.tile === OPEN || press.tile === CLOSED || (press.from && this.play.isFixed(press.from))) return false;
    press.dragging = true;
    if (event.shiftKey && press.from) {
      this.play.moveTo(press.from);
      if (this.play.carry() && this.play.carried) press.grab = this.play.carried.findIndex((c) => same(c, press.from));
    } else if (press.from) this.play.hold({ tile: press.tile, from: press.from });
    const word =
      press.grab >= 0 && this.play.carried ? this.play.carried.map((c) => at(this.play.rows, c)) : [press.tile];
    this.ghost = document.createElement("div");
    this.ghost.className = `dragged ${press.grab >= 0 && !this.play.across ? "tall" : ""}`;
    this.ghost.append(...word.map(tile));
    const size = this.table.cells[0][0].offsetWidth;
    this.ghost.style.setProperty("--cell", `${event.pointerType === "mouse" ? size : Math.max(56, size * 1.3)}px`);
    document.body.append(this.ghost);
    document.body.classList.add("dragging");
    return true;
  }

  /** @param {Cell} anchor @param {PointerEvent} event */
  selectTo(anchor, event) {
    const cell = this.table.cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!cell) return;
    this.play.selectBetween(anchor, cell);
  }

  /** @param {PointerEvent} event @returns {Cell | null} */
  target(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = this.table.cellOf(under);
    for (const old of this.table.querySelectorAll(".target")) old.classList.remove("target");
    if (cell) this.table.cell(cell)?.classList.add("target");
    this.rack.classList.toggle("target", !cell && under instanceof Element && this.rack.contains(under));
    return cell;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.pointer) return;
    const { dragging, grab, taken } = press;
    const cell = dragging && !press.select ? this.target(event) : null;
    const onRack = this.rack.classList.contains("target");
    this.end();
    if (!dragging) {
      if (press.from && !taken) this.tap(press.from);
      return;
    }
    if (press.select) return;
    if (grab >= 0) this.dropWord(cell, grab);
    else {
      this.play.letGo();
      if (cell) this.dropTile(press, cell);
      else if (press.from && onRack) this.play.lift(press.from);
    }
  }

  /** @param {Press} press @param {Cell} cell */
  dropTile(press, cell) {
    this.play.moveTo(cell);
    if (press.from) this.play.move(press.from, cell);
    else if (press.tile === DEVIL) this.play.askDevil();
    else this.play.lay(cell, press.tile);
  }

  /** @param {Cell | null} cell @param {number} grab */
  dropWord(cell, grab) {
    if (cell) {
      const { across } = this.play;
      this.play.cursor = { row: cell.row - (across ? 0 : grab), col: cell.col - (across ? grab : 0) };
      if (this.play.drop()) {
        this.play.moveTo(cell);
        return;
      }
    }
    this.play.letGo();
    if (cell) this.play.moveTo(cell);
  }

  /** @param {Cell} cell */
  tap(cell) {
    const { play } = this;
    const again = same(this.last, cell) && same(play.cursor, cell);
    this.last = cell;
    if (play.selecting) {
      play.moveTo(cell);
      play.select(cell);
      return;
    }
    if (play.carried) {
      play.moveTo(cell);
      play.drop();
      return;
    }
    if (play.held?.from) {
      this.putDown(cell);
      return;
    }
    if (again) play.turn();
    else play.moveTo(cell);
    this.table.focusCursor();
  }

  /** Lay the tile in the hand. @param {Cell} cell */
  putDown(cell) {
    const { play } = this;
    const from = play.held?.from;
    if (!from) return;
    play.moveTo(cell);
    this.table.focusCursor();
    play.move(from, cell);
  }

  /** A right click sends a tile home. @param {MouseEvent} event */
  menu(event) {
    const cell = this.table.cellOf(event.target);
    if (!cell) return;
    event.preventDefault();
    if (event instanceof PointerEvent && event.pointerType !== "mouse") return; // the long press does it
    this.end();
    this.play.moveTo(cell);
    this.play.lift(cell);
  }

  end() {
    if (this.press) clearTimeout(this.press.long);
    this.press = null;
    this.ghost?.remove();
    this.ghost = null;
    document.body.classList.remove("dragging");
    this.rack.classList.remove("target");
    for (const old of this.table.querySelectorAll(".target")) old.classList.remove("target");
  }
}
