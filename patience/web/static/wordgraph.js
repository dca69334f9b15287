// The words of a lexicon as a graph, in the bytes that the program sends.

// An edge of the word graph: five bits for the letter, the last of its node, a word may end after it.
const LETTER = 31;
const LAST = 32;
const ENDS = 64;

/** Bytes as they were before they were deflated. @param {string} text in Base64 */
export async function inflated(text) {
  const signs = atob(text);
  const bytes = new Uint8Array(signs.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = signs.charCodeAt(i); // five times as fast as a callback for each
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The words of a lexicon: the smallest graph whose paths from the root spell them. */
export class Words {
  /**
   * @param {Uint8Array} bytes the edges of each node, from the leaf to the root: letters with flags, then the three bytes of how far each edge leads back
   * @param {[string, string][]} tiles symbol and face of each letter, in the order of the alphabet
   * @param {string} [accents] of each word, as Python's `accents_of_words` gives them
   */
  constructor(bytes, tiles, accents = "") {
    const edges = bytes.length / 4;
    this.tiles = tiles;
    this.codes = bytes.subarray(0, edges);
    this.targets = new Uint32Array(edges);
    this.accents = accents ? accents.split("\n") : [];
    /** How many words go through each edge from its node on. */
    this.counts = new Uint32Array(edges);
    const below = [0];
    const first = [0, 0]; // the leaf, node 0, has no edge
    let count = 0;
    for (let edge = 0; edge < edges; edge += 1) {
      this.targets[edge] =
        first.length - 1 - (bytes[edges + edge] | (bytes[2 * edges + edge] << 8) | (bytes[3 * edges + edge] << 16));
      this.counts[edge] = (this.codes[edge] & ENDS ? 1 : 0) + below[this.targets[edge]];
      count += this.counts[edge];
      if (!(this.codes[edge] & LAST)) continue;
      first.push(edge + 1);
      below.push(count);
      count = 0;
    }
    this.first = Uint32Array.from(first);
    this.root = first.length - 2;
    this.places = new Map(tiles.map(([symbol], place) => [symbol, place]));
  }

  /** The last edge of a text read from a node on, -1 if there is no such path. @param {string} text @param {number} node */
  path(text, node) {
    let edge = -1;
    for (const x of text) {
      const code = this.places.get(x);
      edge = this.first[node];
      while (edge < this.first[node + 1] && (this.codes[edge] & LETTER) !== code) edge += 1;
      if (edge === this.first[node + 1]) return -1;
      node = this.targets[edge];
    }
    return edge;
  }

  /** @param {string} text */
  has(text) {
    const edge = this.path(text, this.root);
    return edge >= 0 && (this.codes[edge] & ENDS) > 0;
  }

  /** How people write a word, the commonest first; none where that is not known. @param {string} text */
  written(text) {
    let [node, place, ends] = [this.root, 0, 0];
    for (const x of text) {
      const edge = this.path(x, node);
      if (edge < 0) return [];
      for (let other = this.first[node]; other < edge; other += 1) place += this.counts[other];
      place += ends;
      ends = this.codes[edge] & ENDS ? 1 : 0;
      node = this.targets[edge];
    }
    const forms = (ends && this.accents[place]?.split("/")) || [];
    return forms.map((accents) =>
      [...accents.matchAll(/(\d+)(\S)/g)].reduceRight((word, [, at, x]) => {
        const rest = word.slice(Number(at) + (/[œæ]/.test(x) ? 2 : 1));
        return word.slice(0, Number(at)) + x + rest;
      }, text.toLowerCase()),
    );
  }

  /** Whether a word begins so. @param {string} text */
  begins(text) {
    return this.path(text, this.root) >= 0;
  }

  /** Whether a word has this within it. @param {string} text */
  holds(text) {
    for (let node = this.root; node > 0; node -= 1) if (this.path(text, node) >= 0) return true;
    return false;
  }

  /** The tiles that spell a text in capitals, those of several letters first. @param {string} text */
  spelled(text) {
    const wide = this.tiles
      .filter(([, face]) => face.length > 1)
      .sort(([, one], [, other]) => other.length - one.length);
    return wide.length
      ? text.replace(
          new RegExp(wide.map(([, face]) => face).join("|"), "g"),
          (face) => wide.find((tile) => tile[1] === face)?.[0] ?? face,
        )
      : text;
  }
}
