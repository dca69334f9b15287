// Where a game in one file begins: the file answers what else a server would.

import { setAlphabets } from "./alphabet.js";
import { Api, ApiError, readWords } from "./api.js";
import { button, find, h, quiet } from "./dom.js";
import { Game, setRules } from "./game.js";
import { speak, t } from "./i18n.js";
import { App } from "./main.js";
import { openDialog } from "./open-dialog.js";
import { applyTheme, prefs } from "./prefs.js";
import { savedGames } from "./saves.js";
import { inflated } from "./wordgraph.js";

/** @typedef {import("./types.js").Held} Held */

class OneFile extends Api {
  alone = true;

  /** @param {Held} held */
  constructor(held) {
    super("");
    this.held = held;
    const { cost, name, puzzle, sealed } = held;
    /** @type {Record<string, (body: any) => any>} */
    this.answers = {
      record: () => ({ name, cost: dayOf(held) ? null : cost }),
      daily: () => ({ tiles: puzzle.tiles, cost }),
      unseal: async () => ({ rows: new TextDecoder().decode(await inflated(sealed ?? "")).split("/") }),
    };
  }

  /** @param {string} name @param {object} [body] */
  async call(name, body = {}) {
    if (!(name in this.answers)) throw new ApiError({ kind: "offline" });
    return this.answers[name](body);
  }

  /** @param {import("./types.js").Puzzle} puzzle */
  async graph(puzzle) {
    const { held } = this;
    return readWords(puzzle.lexicon === held.puzzle.lexicon ? held : { words: held.everyday ?? "" }, puzzle);
  }
}

/** The date, for a box of the day. @param {Held} held */
const dayOf = ({ name }) => (/^\d{4}-\d\d-\d\d$/.test(name) ? name : null);

/** The game as it was left, or a new one. @param {Held} held */
async function gameOf(held) {
  const kept = (await savedGames()).find(({ id }) => id === held.id);
  if (kept) return Game.from(kept);
  const game = new Game(held.puzzle, held.rows ?? undefined);
  return Object.assign(game, { id: held.id, day: dayOf(held) });
}

async function begin() {
  /** @type {Held} */
  const held = JSON.parse(find("held").textContent);
  const { version, puzzle, alphabets, rules, everyday } = held;
  const tiers = everyday === null ? {} : { [`${puzzle.lexicon}-common`]: puzzle.lexicon };
  applyTheme();
  speak(held.language);
  setAlphabets(alphabets);
  setRules(rules);
  const start = {
    version,
    puzzle,
    rows: null,
    asked: true,
    lexicons: {},
    tiers,
    tiles: {},
    spelled: {},
    speaks: {},
    alphabets,
    rules,
    conventions: [],
    boards: {},
    forms: {},
    opens: [],
  };
  const app = new App(start, new OneFile(held), await gameOf(held));
  Object.assign(window, { patience: app });
  if (!prefs.taught && app.play.game.isEmpty(app.play.rows)) app.lesson.to(0);
  if (held.note && app.play.game.isEmpty(app.play.rows)) {
    const aim = quiet(t(`goal.${puzzle.goal}-aim`));
    const close = { class: "primary" };
    const dialog = openDialog(
      t("note.title"),
      "note-dialog",
      h("p", { class: "note" }, held.note),
      aim,
      h(
        "footer",
        {},
        button("play", t("lesson.end"), () => dialog.close(), close),
      ),
    );
  }
  document.documentElement.dataset.ready = "yes";
}

begin();
