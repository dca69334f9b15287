// Alphabets: the kinds of tiles of a set. On the table a tile is one character, its symbol; a tile of
// several letters, such as CH, has a full-width letter, and shows its face.

/** @typedef {import("./types.js").Puzzle} Puzzle */

/** Each alphabet's symbols with their faces, by its name; A to Z has none. @type {Map<string, [string, string][]>} */
const known = new Map([["", [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((x) => [x, x])]]);
/** Faces of several letters by symbol, in both cases. @type {Map<string, string>} */
const wide = new Map();
/** The words of the game on the table. @type {import("./wordgraph.js").Words | null} */
let lexicon = null;

/** Take the alphabets of the server. @param {Record<string, [string, string][]>} alphabets */
export function setAlphabets(alphabets) {
  for (const [name, tiles] of Object.entries(alphabets)) {
    known.set(name, tiles);
    for (const [symbol, face] of tiles.filter(([, face]) => face.length > 1)) {
      wide.set(symbol, face);
      wide.set(symbol.toLowerCase(), face.toLowerCase());
    }
  }
}

/** Symbol and face of each kind of tile. @param {Pick<Puzzle, "tiles">} puzzle */
export const tilesOf = ({ tiles }) => known.get(tiles.alphabet ?? "") ?? [];

/** The symbols of a puzzle's tiles, in the order of their counts. @param {Pick<Puzzle, "tiles">} puzzle */
export const symbols = (puzzle) => tilesOf(puzzle).map(([symbol]) => symbol);

/** The tiles of several letters, symbols by face. @param {Pick<Puzzle, "tiles">} puzzle @returns {Map<string, string>} */
export const several = (puzzle) =>
  new Map(
    tilesOf(puzzle)
      .filter(([, face]) => face.length > 1)
      .map(([symbol, face]) => [face, symbol]),
  );

/** A text with faces in place of symbols. @param {string} text */
export const faces = (text) => (wide.size ? [...text].map((x) => wide.get(x) ?? x).join("") : text);

/** Take the words of the game. @param {import("./wordgraph.js").Words} words */
export const speakOf = (words) => {
  lexicon = words;
};

/** How people write a word, for beside it: " (péchés, pêches, pèches, pêchés)", "" for CHAT. @param {string} word @param {string[]} [forms] */
export const spelled = (word, forms = lexicon?.written(word) ?? []) =>
  ["", word.toLowerCase()].includes(forms.join()) ? "" : ` (${forms.join(", ")})`;

/** A word in a sentence: "RIVATES (rivâtes)". @param {string} word */
export const shown = (word) => faces(word) + spelled(word);

/** A text with symbols in place of faces in brackets. @param {string} text @param {Pick<Puzzle, "tiles">} puzzle */
export const joined = (text, puzzle) =>
  [...several(puzzle)].reduce((so, [face, symbol]) => so.replaceAll(`[${face}]`, symbol), text);

/**
 * The tiles that spell a text, as word lists are read: É as E where no tile shows É, Œ as O and E.
 * Tiles of several letters are not joined.
 *
 * @param {string} text
 * @param {Pick<Puzzle, "tiles">} puzzle
 */
export function folded(text, puzzle) {
  const own = symbols(puzzle);
  const plain = (/** @type {string} */ x) => (own.includes(x) ? x : x.normalize("NFD").replace(/\p{M}/gu, ""));
  return [...text.normalize("NFC").toUpperCase()].map(plain).join("").replace(/Œ/g, "OE").replace(/Æ/g, "AE");
}
