// Mouse, finger and pen: drag a tile, tap it and tap a cell, press long to send it home.

import { at, BACK, CLOSED, isLetter, OPEN, same } from "./table.js";
import { tile } from "./table-view.js";

/** @typedef {import("./types.js").Cell} Cell */

const DRAG_PIXELS = 6;
const LONG_PRESS = 500;

/**
 * A press that may become a drag. `grab` is where in the carried word it took hold.
 * @typedef {{tile: string, from: Cell | null, x: number, y: number, pointer: number, dragging: boolean,
 *   long: number, select: Cell | null, grab: number}} Press
 */

export class Drag {
  /**
   * @param {import("./play.js").Play} play
   * @param {import("./table-view.js").TableView} table
   * @param {HTMLElement} rack
   * @param {(cell: Cell) => void} askDevil lets the player choose what a devil stands for
   */
  constructor(play, table, rack, askDevil) {
    this.play = play;
    this.table = table;
    this.rack = rack;
    this.askDevil = askDevil;
    /** @type {Press | null} */
    this.press = null;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    table.addEventListener("pointerdown", (event) => this.downOnTable(event));
    rack.addEventListener("pointerdown", (event) => this.downOnRack(event));
    rack.addEventListener("click", (event) => this.clickOnRack(event));
    document.addEventListener("pointermove", (event) => this.moved(event));
    document.addEventListener("pointerup", (event) => this.up(event));
    document.addEventListener("pointercancel", () => this.end());
    document.addEventListener("pointerdown", (event) => !event.isPrimary && this.end(), true); // a second finger zooms
    table.addEventListener("contextmenu", (event) => this.menu(event));
  }

  /** @param {PointerEvent} event */
  downOnTable(event) {
    const cell = this.table.cellOf(event.target);
    if (!cell || event.button !== 0 || this.press || this.table.overlay.preview) return;
    const x = at(this.play.rows, cell);
    const grabs = isLetter(x) || x === BACK;
    this.press = {
      tile: x,
      from: cell,
      x: event.clientX,
      y: event.clientY,
      pointer: event.pointerId,
      dragging: false,
      long: 0,
      select: this.play.selecting ? cell : null,
      grab: -1,
    };
    if (grabs && !this.play.selecting && event.pointerType !== "mouse") {
      this.press.long = window.setTimeout(() => {
        this.end();
        this.play.lift(cell);
        navigator.vibrate?.(20);
      }, LONG_PRESS);
    }
  }

  /** @param {PointerEvent} event */
  downOnRack(event) {
    const stack = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
    if (!(stack instanceof HTMLElement) || event.button !== 0 || this.press || this.table.overlay.preview) return;
    this.press = {
      tile: stack.dataset.tile ?? "",
      from: null,
      x: event.clientX,
      y: event.clientY,
      pointer: event.pointerId,
      dragging: false,
      long: 0,
      select: null,
      grab: -1,
    };
  }

  /** Taps and the keyboard both click. @param {MouseEvent} event */
  clickOnRack(event) {
    const stack = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
    if (!(stack instanceof HTMLElement) || this.table.overlay.preview) return;
    this.play.hold({ tile: stack.dataset.tile ?? "", from: null, key: stack.dataset.key });
    if (event.detail === 0) this.table.focusCursor(); // pressed by a key: the next one lays it
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
      `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%) rotate(-2deg)`,
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
    this.ghost.style.setProperty("--cell", `${size}px`);
    document.body.append(this.ghost);
    document.body.classList.add("dragging");
    return true;
  }

  /** @param {Cell} anchor @param {PointerEvent} event */
  selectTo(anchor, event) {
    const cell = this.table.cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!cell) return;
    this.play.selected.clear();
    for (let row = Math.min(anchor.row, cell.row); row <= Math.max(anchor.row, cell.row); row += 1) {
      for (let col = Math.min(anchor.col, cell.col); col <= Math.max(anchor.col, cell.col); col += 1)
        this.play.select({ row, col }, true);
    }
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
    const { dragging, grab } = press;
    const cell = dragging && !press.select ? this.target(event) : null;
    const onRack = this.rack.classList.contains("target");
    this.end();
    if (!dragging) {
      if (press.from) this.tap(press.from);
      return;
    }
    if (press.select) return;
    if (grab >= 0) this.dropWord(cell, grab);
    else {
      this.play.hold(null);
      if (cell) this.dropTile(press, cell);
      else if (press.from && onRack) this.play.lift(press.from);
    }
    // A drag from the rack ends in no click there, but may in one elsewhere.
  }

  /** @param {Press} press @param {Cell} cell */
  dropTile(press, cell) {
    this.play.moveTo(cell);
    if (press.from) this.play.move(press.from, cell);
    else if (press.tile === "?") this.askDevil(cell);
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
    this.play.carried = null;
    this.play.moveTo(cell ?? { row: 0, col: 0 });
    this.play.notify("held");
  }

  /** @param {Cell} cell */
  tap(cell) {
    const { play } = this;
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
    if (play.held) {
      this.putDown(cell);
      return;
    }
    const x = at(play.rows, cell);
    const again = same(play.cursor, cell) && this.table.contains(document.activeElement);
    if (again && (isLetter(x) || x === BACK) && !play.isFixed(cell)) play.hold({ tile: x, from: cell });
    play.moveTo(cell);
    this.table.focusCursor();
  }

  /** Lay what is in the hand. @param {Cell} cell */
  putDown(cell) {
    const { play } = this;
    const held = play.held;
    if (!held) return;
    play.moveTo(cell);
    this.table.focusCursor();
    if (held.from) {
      play.hold(null);
      play.move(held.from, cell);
    } else if (held.tile === "?") {
      play.hold(null);
      this.askDevil(cell);
    } else if (play.lay(cell, held.tile) && (held.tile !== BACK || play.left.open === 0)) play.hold(null);
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
