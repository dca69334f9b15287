// What the modules of the page hand to each other. Read by the type checker only.

export interface Tiles {
  counts: number[];
  jokers: number;
  name: string;
  /** A to Z if empty or missing. */
  alphabet?: string;
  /** Whether each letter is there as often as wanted; the counts then suffice for the table. */
  free?: boolean;
}

export interface Puzzle {
  goal: "frame" | "compact" | "board";
  tiles: Tiles;
  size: [number, number] | null;
  within: [number, number] | null;
  board: string[] | null;
  lexicon: string;
  filters: Record<string, unknown>;
  connected: boolean;
  distinct_words: boolean;
  require: string[];
  symmetry?: string;
}

/** One character a cell: `.` open, `#` closed, `*` face down, an upper-case symbol a letter, a lower-case one a devil as that letter. */
export type Rows = string[];

export interface Cell {
  row: number;
  col: number;
}

/** Where the cursor is, and its direction. */
export interface Place extends Cell {
  across: boolean;
}

export interface Run {
  text: string;
  row: number;
  col: number;
  across: boolean;
}

export interface JudgedRun extends Run {
  state: "word" | "beginning" | "part" | "none";
}

export interface Violation {
  rule: string;
  cells: [number, number][];
}

export interface Verdict {
  valid: boolean;
  cost: number | null;
  runs: JudgedRun[];
  violations: Violation[];
  repeated: string[];
  /** The shapes of a valid frame that earn a badge. */
  badges: string[];
  /** The words of a valid grid that no everyday list has, where there is one. */
  rare?: string[];
}

/** A rule that people choose: its usual value, what else it can be, and the goals that can have it. */
export interface Rule {
  name: string;
  usual: boolean | string | string[];
  choices?: string[];
  goals: string[];
}

export interface Start {
  version: string;
  puzzle: Puzzle;
  rows: Rows | null;
  asked: boolean;
  lexicons: Record<string, string>;
  /** Parts of a lexicon by name, with the name of the whole. */
  tiers: Record<string, string>;
  tiles: Record<string, Tiles>;
  /** The alphabet of each lexicon; A to Z is the empty name. */
  spelled: Record<string, string>;
  /** The lexicon of each tile set's language. */
  speaks: Record<string, string>;
  /** Symbol and face of each tile, by alphabet. */
  alphabets: Record<string, [string, string][]>;
  rules: Rule[];
  /** The conventions that one agrees on or not. */
  conventions: string[];
  boards: Record<string, string[]>;
  forms: Record<string, string>;
  opens: string[];
}

/** What a game in one file holds. */
export interface Held {
  /** Its progress is kept under this name. */
  id: string;
  version: string;
  language: string;
  /** A date for a box of the day, the name of a shipped puzzle, or empty. */
  name: string;
  /** The sender's words, or empty. */
  note: string;
  puzzle: Puzzle;
  /** What lies there at the beginning; nothing more than the puzzle says if null. */
  rows: Rows | null;
  alphabets: Record<string, [string, string][]>;
  rules: Rule[];
  /** The word graph, and the rows of the best grid known between slashes: deflated, in Base64. */
  words: string;
  /** How people write them, likewise. */
  accents: string;
  /** The everyday words of its lexicon, likewise. */
  everyday: string | null;
  sealed: string | null;
  cost: number | null;
}

/** A sentence of the server: its kind, the values in it, and its English text. */
export interface Sentence {
  kind: string;
  fields: Record<string, string | number>;
  message: string;
}

export interface SearchEvent extends Partial<Sentence> {
  event: string;
  search?: string;
  place?: number;
  rows?: Rows | null;
  corner?: [number, number] | null;
  cost?: number | null;
  bound?: number;
  seconds?: number;
  status?: string;
  reason?: Sentence;
  stopped?: boolean;
  word?: any;
  number?: number;
  laid?: Rows;
  changed?: [number, number][];
}

export interface SavedGame {
  id: string;
  puzzle: Puzzle;
  stages: Rows[];
  origins?: ("hand" | "help" | "given")[];
  index: number;
  ended?: number;
  place?: Place | null;
  saved: number;
  day?: string | null;
  story?: string | null;
  best?: number | null;
  found?: number | null;
  ladder?: Rung[];
}

/** A grid that a search found on its way, aligned with the table. */
export interface Rung {
  rows: Rows;
  cost: number;
  seconds: number;
}
