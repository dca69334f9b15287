// The page's referee: judges what lies on a table by the rules of the game. It imports nothing and knows no
// element of a page. The referee of the program judges what searches find.

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Rows} Rows */
/** @typedef {import("./types.js").Run} Run */
/** @typedef {import("./types.js").Verdict} Verdict */
/** @typedef {import("./types.js").Violation} Violation */
/** @typedef {import("./wordgraph.js").Words} Words */
/** @typedef {[number, number]} Place row and column */

export const OPEN = ".";
export const CLOSED = "#";
export const BACK = "*";

export const isLetter = (/** @type {string} */ x) => /^\p{L}$/u.test(x);
export const isDevil = (/** @type {string} */ x) => /^\p{Ll}$/u.test(x);

/**
 * Judge a grid, finished or not, as the referee of the program does.
 *
 * @param {Puzzle} puzzle
 * @param {Rows} given
 * @param {Words} words those of the lexicon and its conventions, but for the players' own
 * @returns {Verdict}
 */
export function judge(puzzle, given, words) {
  const rows = recased(given, puzzle.tiles.jokers);
  const board = puzzle.board && recased(puzzle.board, puzzle.tiles.jokers);
  const runs = runsOf(rows);
  const also = /** @type {string[]} */ (puzzle.filters.also ?? []);
  const ban = /** @type {string[]} */ (puzzle.filters.ban ?? []);
  const has = (/** @type {string} */ text) => !ban.includes(text) && (also.includes(text) || words.has(text));
  const violations = [
    ...unknownWords(runs, has),
    ...loneLetters(rows, runs),
    ...(puzzle.connected ? astray(rows) : []),
    ...missingTiles(puzzle, rows, board, words),
    ...(puzzle.distinct_words ? repeats(runs) : []),
    ...(runs.length ? [] : [violation("no-word")]),
    ...misshapen(puzzle, rows, board),
    ...(board && sameSize(rows, board) ? changed(rows, board) : []),
    ...puzzle.require
      .filter((word) => !runs.some((run) => run.text === words.spelled(word)))
      .map(() => violation("require")),
    ...lopsided(puzzle, rows),
  ];
  return {
    valid: !violations.length,
    cost: violations.some(({ rule }) => ["no-word", "size", "closed"].includes(rule)) ? null : cost(puzzle, rows),
    runs: runs.map((run) => ({ ...run, state: stateOf(run, rows, has, also, words) })),
    violations,
    repeated: repeated(runs),
    badges: [],
  };
}

/** @param {string} rule @param {Place[]} [cells] @returns {Violation} */
const violation = (rule, cells = []) => ({ rule, cells });

/** Lower case only is no marking of devils, if the set has fewer. @param {Rows} rows @param {number} jokers */
function recased(rows, jokers) {
  const letters = [...rows.join("")].filter(isLetter);
  return letters.length > jokers && letters.every(isDevil) ? rows.map((row) => row.toUpperCase()) : rows;
}

/** @param {Rows} rows @returns {[Place, string][]} */
const cellsOf = (rows) =>
  rows.flatMap((line, row) => [...line].map((x, col) => /** @type {[Place, string]} */ ([[row, col], x])));

/** @param {Rows} rows */
const letterCells = (rows) => cellsOf(rows).filter(([, x]) => isLetter(x));

/** @param {Rows} rows */
const turned = (rows) => [...rows[0]].map((_, col) => rows.map((line) => line[col]).join(""));

/** @param {Rows} rows @param {Rows} other */
const sameSize = (rows, other) => rows.length === other.length && rows[0].length === other[0].length;

/** Every run of two letters or more, across first. @param {Rows} rows @returns {Run[]} */
export function runsOf(rows) {
  const found = (/** @type {Rows} */ lines) =>
    lines.flatMap((line, i) =>
      [...line.matchAll(/\p{L}{2,}/gu)].map((run) => ({ text: run[0].toUpperCase(), i, at: run.index })),
    );
  return [
    ...found(rows).map(({ text, i, at }) => ({ text, row: i, col: at, across: true })),
    ...found(turned(rows)).map(({ text, i, at }) => ({ text, row: at, col: i, across: false })),
  ];
}

/** @param {Run} run @returns {Place[]} */
const cellsOfRun = ({ text, row, col, across }) => [...text].map((_, i) => (across ? [row, col + i] : [row + i, col]));

/**
 * A run that can still grow gets the benefit of the doubt.
 *
 * @param {Run} run
 * @param {Rows} rows
 * @param {(text: string) => boolean} has
 * @param {string[]} also
 * @param {Words} words
 * @returns {import("./types.js").JudgedRun["state"]}
 */
function stateOf({ text, row, col, across }, rows, has, also, words) {
  if (has(text)) return "word";
  const before = across ? rows[row][col - 1] : rows[row - 1]?.[col];
  const after = across ? rows[row][col + text.length] : rows[row + text.length]?.[col];
  if (after === OPEN && (words.begins(text) || also.some((word) => word.startsWith(text)))) return "beginning";
  if ((after === OPEN || before === OPEN) && (words.holds(text) || also.some((word) => word.includes(text))))
    return "part";
  return "none";
}

// ---- the rules, in the order of the sheet

/** 1. Every run is a word. @param {Run[]} runs @param {(text: string) => boolean} has */
const unknownWords = (runs, has) =>
  runs.filter((run) => !has(run.text)).map((run) => violation("word", cellsOfRun(run)));

/** 2. Every letter is part of a word. @param {Rows} rows @param {Run[]} runs */
function loneLetters(rows, runs) {
  const inWords = new Set(runs.flatMap(cellsOfRun).map(String));
  return letterCells(rows)
    .filter(([cell]) => !inWords.has(String(cell)))
    .map(([cell]) => violation("lone-letter", [cell]));
}

/** 3. The letters are one connected crossword; what is astray is all but the largest piece. @param {Rows} rows */
function astray(rows) {
  const left = new Map(letterCells(rows).map(([cell]) => [String(cell), cell]));
  /** @type {Place[][]} */
  const pieces = [];
  for (const [key, first] of left) {
    if (!left.delete(key)) continue;
    const piece = [first];
    for (const [row, col] of piece) {
      for (const beside of [
        [row - 1, col],
        [row + 1, col],
        [row, col - 1],
        [row, col + 1],
      ]) {
        const cell = left.get(String(beside));
        if (cell) piece.push(cell);
        left.delete(String(beside));
      }
    }
    pieces.push(piece);
  }
  // They were found in reading order, in which equal ones stay.
  pieces.sort((one, other) => other.length - one.length);
  const inOrder = (/** @type {Place[]} */ cells) => cells.sort(([r, c], [row, col]) => r - row || c - col);
  return pieces.length > 1 ? [violation("connected", inOrder(pieces.slice(1).flat()))] : [];
}

/**
 * 4. No more letters and devils than the set has; 7. a compact grid uses all of them. Where a grid
 * marks no devils, they are the letters beyond the set, and those that were printed as devils.
 *
 * @param {Puzzle} puzzle
 * @param {Rows} rows
 * @param {Rows | null} board
 * @param {Words} words
 */
function missingTiles({ goal, tiles }, rows, board, words) {
  const up = letterCells(rows);
  const marked = up.some(([, x]) => isDevil(x));
  const printed = (/** @type {Place} */ [row, col]) =>
    Boolean(
      board && sameSize(rows, board) && isDevil(board[row][col]) && board[row][col].toUpperCase() === rows[row][col],
    );
  let devils = 0;
  let left = 0;
  /** @type {Place[]} */
  const asDevils = [];
  /** @type {Violation[]} */
  const found = [];
  const supply = new Map(words.tiles.map(([symbol], i) => [symbol, tiles.counts[i]]));
  for (const letter of [...new Set([...supply.keys(), ...up.map(([, x]) => x.toUpperCase())])].sort()) {
    const all = up.filter(([, x]) => x.toUpperCase() === letter);
    const has = supply.get(letter) ?? 0;
    const known = all.filter(([cell, x]) => (marked ? isDevil(x) : printed(cell))).length;
    const spare = marked ? known : known + Math.max(0, all.length - known - has);
    const laid = all.length - spare;
    if (laid > has)
      found.push(
        violation(
          "tiles",
          all.filter(([, x]) => x === letter).map(([cell]) => cell),
        ),
      );
    if (spare) asDevils.push(...all.filter(([, x]) => !marked || isDevil(x)).map(([cell]) => cell));
    devils += spare;
    left += Math.max(0, has - laid);
  }
  if (devils > tiles.jokers)
    found.push(
      violation(
        "tiles",
        asDevils.sort(([r, c], [row, col]) => r - row || c - col),
      ),
    );
  if (goal === "compact" && left + Math.max(0, tiles.jokers - devils) > 0) found.push(violation("all-tiles"));
  return found;
}

/** @param {Run[]} runs */
const repeated = (runs) =>
  [...new Set(runs.map((run) => run.text).filter((text, i, all) => all.indexOf(text) < i))].sort();

/** 5. No word twice, where that is agreed. @param {Run[]} runs */
const repeats = (runs) =>
  repeated(runs).map((text) =>
    violation("distinct", unique(runs.filter((run) => run.text === text).flatMap(cellsOfRun))),
  );

/** @param {Place[]} cells */
const unique = (cells) => [...new Map(cells.map((cell) => [String(cell), cell])).values()];

/** The cells without a letter lie symmetrically, or the letters too, if that is asked for. @param {Puzzle} puzzle @param {Rows} rows */
function lopsided({ symmetry, size }, rows) {
  if (!symmetry || symmetry === "none") return [];
  const [width, height] = [rows[0].length, rows.length];
  // The mirror of a frame turns with it.
  const turned = size !== null && width !== height && width === size[1] && height === size[0];
  const backwards = symmetry === "palindrome-grid";
  const half = symmetry === "half-turn" || backwards;
  const across = half || symmetry === (turned ? "flip" : "mirror");
  const down = half || !across;
  const transposed = symmetry === "transpose";
  const image = (/** @type {Place} */ [row, col]) =>
    transposed ? rows[col]?.[row] : rows[down ? height - 1 - row : row][across ? width - 1 - col : col];
  const differs = (/** @type {string} */ x, /** @type {string | undefined} */ other) =>
    other === undefined
      ? isLetter(x)
      : isLetter(other) && (!isLetter(x) || ((backwards || transposed) && x.toUpperCase() !== other.toUpperCase()));
  const cells = cellsOf(rows).filter(([cell, x]) => differs(x, image(cell)));
  return cells.length
    ? [
        violation(
          "symmetry",
          cells.map(([cell]) => cell),
        ),
      ]
    : [];
}

/** 7. The grid has the size and the closed cells of what is asked, and shows what it must. @param {Puzzle} puzzle @param {Rows} rows @param {Rows | null} board */
function misshapen({ goal, size, within }, rows, board) {
  const found = [];
  const fits = (/** @type {number[]} */ ...sides) => String(sides) === String(size);
  // A frame may lie turned.
  if (goal === "frame" && !fits(rows[0].length, rows.length) && !fits(rows.length, rows[0].length))
    found.push(violation("size"));
  if (board && !sameSize(rows, board)) found.push(violation("size"));
  if (!board || sameSize(rows, board))
    found.push(
      ...cellsOf(rows)
        .filter(([[row, col], x]) => (x === CLOSED) !== (board?.[row][col] === CLOSED))
        .map(([cell]) => violation("closed", [cell])),
    );
  if (goal === "compact")
    found.push(
      ...cellsOf(rows)
        .filter(([, x]) => x === BACK)
        .map(([cell]) => violation("face-down", [cell])),
    );
  const [width, height] = sides(rows);
  if (goal === "compact" && within && (width > within[0] || height > within[1])) found.push(violation("within"));
  return found;
}

/** What is printed on the board is still there; a marked devil stays one. @param {Rows} rows @param {Rows} board */
function changed(rows, board) {
  const marked = [...rows.join("")].some(isDevil);
  const keeps = (/** @type {string} */ was, /** @type {string} */ now) =>
    isDevil(was) && marked ? now === was : now.toUpperCase() === was.toUpperCase();
  return cellsOf(board)
    .filter(([[row, col], was]) =>
      was === BACK ? isLetter(rows[row][col]) : isLetter(was) && !keeps(was, rows[row][col]),
    )
    .map(([cell]) => violation("fixed", [cell]));
}

// ---- what a grid is worth

/** Width and height of the rectangle around the letters. @param {Rows} rows @returns {[number, number]} */
export function sides(rows) {
  const up = letterCells(rows).map(([cell]) => cell);
  const span = (/** @type {number[]} */ all) => (all.length ? Math.max(...all) - Math.min(...all) + 1 : 0);
  return [span(up.map(([, col]) => col)), span(up.map(([row]) => row))];
}

/** How many tiles a set has. @param {import("./types.js").Tiles} tiles */
export const tileCount = ({ counts, jokers }) => counts.reduce((sum, n) => sum + n, jokers);

/** The number that the goal keeps small. @param {Puzzle} puzzle @param {Rows} rows */
export function cost({ goal, tiles }, rows) {
  if (goal === "frame" || tiles.free) return cellsOf(rows).filter(([, x]) => x === OPEN || x === BACK).length;
  if (goal === "compact") return sides(rows).reduce((width, height) => width * height);
  return tileCount(tiles) - letterCells(rows).length;
}
