// The keyboard on the table.

import { folded, several, symbols } from "./alphabet.js";
import { at, BACK, isLetter, same, tilesLeft } from "./table.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Between letters of one tile, as in L·L. */
const DOT = "·";

/**
 * The letters that a key writes: E for é where no tile shows É, O and E for œ; none for other keys.
 *
 * @param {KeyboardEvent} event
 * @param {import("./types.js").Puzzle} puzzle
 */
export function written(event, puzzle) {
  const key = event.key.normalize();
  const chord = event.ctrlKey || event.metaKey || (event.altKey && key < "\x7f"); // on a Mac, Option writes œ
  if (key.length !== 1 || event.isComposing || (chord && !event.getModifierState("AltGraph"))) return "";
  const letters = folded(key, puzzle);
  return /^\p{L}+$/u.test(letters) || letters === DOT ? letters : "";
}

export class Keys {
  /**
   * @param {import("./play.js").Play} play
   * @param {import("./table-view.js").TableView} table
   * @param {import("./drag.js").Drag} drag
   */
  constructor(play, table, drag) {
    this.play = play;
    this.table = table;
    this.drag = drag;
    /** @type {import("./types.js").Cell | null} where a selection by keys began */
    this.anchor = null;
    /** What is typed of a tile of several letters; `waits` if nothing of it is laid. @type {{text: string, cell: import("./types.js").Cell, cursor: import("./types.js").Cell, waits: boolean} | null} */
    this.begun = null;
    // A key after a dead one may come as a keypress alone, or as the end of a composition.
    for (const name of /** @type {const} */ (["keydown", "keypress"])) {
      table.addEventListener(name, (event) => {
        if (!this.pressed(event)) return;
        event.preventDefault();
        this.table.focusCursor();
      });
    }
    table.addEventListener("compositionend", (event) => this.write(folded(event.data, play.game.puzzle)));
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
    else if (event.target === document.body && written(event, this.play.game.puzzle) && this.pressed(event))
      this.table.focusCursor();
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant anything */
  pressed(event) {
    const { play } = this;
    const letters = written(event, play.game.puzzle);
    if (letters) return this.write(letters);
    if (event.isComposing || event.altKey || this.table.overlay.preview) return false;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "x") return false;
      return play.carry();
    }
    if (event.key in ARROWS) return this.arrow(event);
    if (/^[1-9]$/.test(event.key)) return this.leave(Number(event.key));
    switch (event.code === "NumpadDecimal" && event.key === "," ? "." : event.key) {
      case " ":
        if (play.carried || play.held?.from) this.put();
        else play.askDevil();
        return true;
      case "Enter":
        if (play.carried || play.held?.from) this.put();
        else if (play.selecting) play.select(play.cursor);
        else this.takeUp();
        return true;
      case ".":
        play.type(BACK);
        return true;
      case "Backspace":
        play.erase();
        return true;
      case "Delete":
        play.lift(play.cursor);
        return true;
      case "Home":
      case "End":
        this.toEdge(event.key === "End");
        return true;
      case "Escape":
        if (play.carried || play.held) play.letGo();
        else if (play.selecting) play.selectMode(false);
        else return false;
        return true;
    }
    return false;
  }

  /** Lay letters from the cursor on. @param {string} letters */
  write(letters) {
    if (this.table.overlay.preview) return false;
    for (const letter of letters) if (!this.type(letter)) break;
    return true;
  }

  /** Lay a letter, or the tile of several letters that it completes. @param {string} letter @returns {boolean} */
  type(letter) {
    const { play } = this;
    const { puzzle } = play.game;
    const faces = several(puzzle);
    const begins = (/** @type {string} */ text) =>
      [...faces.keys()].some((face) => face !== text && face.startsWith(text));
    const begun = this.begun && same(this.begun.cursor, play.cursor) ? this.begun : null;
    this.begun = null;
    const tile = begun && faces.get(begun.text + letter);
    const { counts } = tilesLeft(puzzle, play.rows);
    const isLeft = (/** @type {string} */ x) => counts[symbols(puzzle).indexOf(x)] > 0;
    if (begun && tile && isLeft(tile) && play.lay(begun.cell, tile)) {
      if (begun.waits) play.advance(1);
      return true;
    }
    if (begun && begins(begun.text + letter)) {
      this.begun = { ...begun, text: begun.text + letter };
      return true;
    }
    if (!isLetter(letter)) return false;
    const { cursor: cell } = play;
    const waits = begins(letter) && !isLeft(letter);
    if (!waits && !play.type(letter)) return false;
    if (begins(letter)) this.begun = { text: letter, cell, cursor: play.cursor, waits };
    return true;
  }

  /** Leave so many cells without a letter. @param {number} number @returns {true} */
  leave(number) {
    const { play } = this;
    for (let i = 0; i < number; i += 1) {
      if (play.game.puzzle.goal === "frame" && !play.lay(play.cursor, BACK)) break;
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
    play.selectBetween(this.anchor, play.cursor);
    return true;
  }

  put() {
    if (this.play.carried) this.play.drop();
    else this.drag.putDown(this.play.cursor);
  }

  takeUp() {
    const x = at(this.play.rows, this.play.cursor);
    if ((isLetter(x) || x === BACK) && !this.play.isFixed(this.play.cursor))
      this.play.hold({ tile: x, from: this.play.cursor });
  }

  /** @param {boolean} far */
  toEdge(far) {
    const { cursor, across, rows } = this.play;
    if (across) this.play.moveTo({ row: cursor.row, col: far ? rows[0].length - 1 : 0 });
    else this.play.moveTo({ row: far ? rows.length - 1 : 0, col: cursor.col });
  }
}
