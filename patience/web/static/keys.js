// The keyboard on the table.

import { at, BACK, CLOSED, folded, isLetter, OPEN } from "./table.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * The tiles that a key writes: E for é, O and E for œ; none for a key that writes no letter.
 *
 * @param {KeyboardEvent} event
 */
export function written(event) {
  const key = event.key.normalize();
  const chord = event.ctrlKey || event.metaKey || (event.altKey && key < "\x7f"); // on a Mac, Option writes œ
  if (key.length !== 1 || event.isComposing || (chord && !event.getModifierState("AltGraph"))) return "";
  const letters = folded(key);
  return /^[A-Z]+$/.test(letters) ? letters : "";
}

export class Keys {
  /**
   * @param {import("./play.js").Play} play
   * @param {import("./table-view.js").TableView} table
   * @param {import("./drag.js").Drag} drag
   * @param {() => void} jump goes to the most constrained cell
   */
  constructor(play, table, drag, jump) {
    this.play = play;
    this.table = table;
    this.drag = drag;
    this.jump = jump;
    /** @type {import("./types.js").Cell | null} where a selection by keys began */
    this.anchor = null;
    // A key after a dead one may come as a keypress alone, or as the end of a composition.
    for (const name of /** @type {const} */ (["keydown", "keypress"])) {
      table.addEventListener(name, (event) => {
        if (!this.pressed(event)) return;
        event.preventDefault();
        this.table.focusCursor();
      });
    }
    table.addEventListener("compositionend", (event) => this.write(folded(event.data)));
    document.addEventListener("keydown", (event) => {
      if (this.anywhere(event)) event.preventDefault();
    });
  }

  /** Keys that work wherever the focus is, but in a dialog, and letters where nothing has it. @param {KeyboardEvent} event @returns {boolean} */
  anywhere(event) {
    if (event.defaultPrevented || this.table.overlay.preview || document.querySelector("dialog[open]")) return false;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "z") event.shiftKey ? this.play.redo() : this.play.undo();
    else if (command && event.key.toLowerCase() === "y") this.play.redo();
    else if (event.target === document.body && written(event) && this.pressed(event)) this.table.focusCursor();
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant anything */
  pressed(event) {
    const { play } = this;
    const letters = written(event);
    if (letters) return this.write(letters);
    if (event.isComposing || event.altKey || this.table.overlay.preview) return false;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "x") return false;
      return play.carry();
    }
    if (event.key in ARROWS) return this.arrow(event);
    switch (event.code === "NumpadDecimal" && event.key === "," ? "." : event.key) {
      case " ":
        if (play.carried || play.held) this.put();
        else this.drag.askDevil(play.cursor);
        return true;
      case "Enter":
        if (play.carried || play.held) this.put();
        else if (play.selecting) play.select(play.cursor);
        else this.takeUp();
        return true;
      case ".":
        if (play.lay(play.cursor, BACK)) play.advance(1);
        return true;
      case "!":
        this.jump();
        return true;
      case "Backspace":
        if (!this.filled()) play.advance(-1);
        play.lift(play.cursor);
        return true;
      case "Delete":
        play.lift(play.cursor);
        return true;
      case "Home":
      case "End":
        this.toEdge(event.key === "End");
        return true;
      case "Escape":
        if (play.carried || play.held) {
          play.carried = null;
          play.hold(null);
        } else if (play.selecting) play.selectMode(false);
        else return false;
        return true;
    }
    return false;
  }

  /** Lay letters from the cursor on. @param {string} letters */
  write(letters) {
    const { play } = this;
    if (this.table.overlay.preview) return false;
    for (const letter of letters) {
      if (!isLetter(letter) || !play.lay(play.cursor, letter)) break;
      play.advance(1);
    }
    return true;
  }

  /** @param {KeyboardEvent} event @returns {true} */
  arrow(event) {
    const { play } = this;
    const [down, right] = ARROWS[event.key];
    if (!event.shiftKey) {
      this.anchor = null;
      play.arrow(down, right);
      return true;
    }
    this.anchor ??= play.cursor;
    if (!play.selecting) play.selectMode(true);
    play.step(down, right);
    play.selected.clear();
    const { row: top, col: left } = this.anchor;
    const { row: bottom, col: far } = play.cursor;
    for (let row = Math.min(top, bottom); row <= Math.max(top, bottom); row += 1) {
      for (let col = Math.min(left, far); col <= Math.max(left, far); col += 1) play.select({ row, col }, true);
    }
    return true;
  }

  put() {
    if (this.play.carried) this.play.drop();
    else this.drag.putDown(this.play.cursor);
  }

  takeUp() {
    const x = at(this.play.rows, this.play.cursor);
    if ((isLetter(x) || x === BACK) && !this.play.isFixed(this.play.cursor)) this.play.hold({ tile: x, from: this.play.cursor });
  }

  filled() {
    const x = at(this.play.rows, this.play.cursor);
    return x !== OPEN && x !== CLOSED;
  }

  /** @param {boolean} far */
  toEdge(far) {
    const { cursor, across, rows } = this.play;
    if (across) this.play.moveTo({ row: cursor.row, col: far ? rows[0].length - 1 : 0 });
    else this.play.moveTo({ row: far ? rows.length - 1 : 0, col: cursor.col });
  }
}
