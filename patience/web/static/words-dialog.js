// The dialog of the words of a game: what the lexicon knows of one, those added and barred, everyday
// words only.

import { faces } from "./alphabet.js";
import { actions, button, h, quiet, writing } from "./dom.js";
import { errorNodes } from "./notices.js";
import { t } from "./i18n.js";
import { openDialog } from "./open-dialog.js";
import { named, originList } from "./origins.js";
import { decided, keep, keptWords, withWords, wordsOf } from "./own-words.js";

/** @typedef {import("./own-words.js").Words} Words */
/** @typedef {{word: string, listed: boolean, allowed: boolean, forms: string[], origins: import("./origins.js").Origin[]}} Answer */

/** @param {import("./main.js").App} app */
export function wordsDialog(app) {
  const { start } = app;
  const result = h("div", { class: "looked-up", role: "status", tabIndex: -1 });
  const lists = h("div", { class: "own-lists" });
  const input = writing("word", { autocapitalize: "characters", enterKeyHint: "search" });
  const laid = h(
    "datalist",
    { id: "words-laid" },
    ...[...new Set(app.judge.verdict?.runs.map((run) => run.text))].map((word) => h("option", { value: faces(word) })),
  );
  input.setAttribute("list", laid.id);
  const form = h(
    "form",
    { class: "look-up" },
    h("label", { class: "field" }, h("span", {}, t("own.word")), input, laid),
    h("button", { type: "submit" }, t("own.look")),
  );
  openDialog(t("own.title"), "words-dialog", everyday(app), form, result, lists);
  const puzzle = () => app.play.game.puzzle;
  /** @type {Answer | null} */
  let found = null;

  const look = async (/** @type {string} */ word) => {
    try {
      found = await app.api.call("word", { puzzle: puzzle(), word });
      show();
    } catch (error) {
      result.replaceChildren(...errorNodes(/** @type {Error} */ (error)));
    }
  };
  /** Whoever pressed a button that is gone finds the focus where it was. */
  const again = async () => {
    draw();
    if (found) await look(found.word);
    result.focus();
  };
  const decide = (
    /** @type {Answer} */ { word, listed },
    /** @type {boolean} */ allowed,
    /** @type {boolean} */ forGood,
  ) => {
    if (forGood) keep(start, puzzle().lexicon, decided(keptWords(start, puzzle().lexicon), word, allowed, listed));
    app.playWith(withWords(puzzle(), decided(wordsOf(puzzle()), word, allowed, listed)), allowed);
    again();
  };
  const show = () => {
    if (!found) return;
    const { word, listed, allowed, forms, origins } = found;
    const state = allowed ? (listed ? "listed" : "added") : listed ? "barred" : "unlisted";
    const what = allowed ? "bar" : "allow";
    const act = (/** @type {boolean} */ forGood) =>
      button(
        allowed ? "close" : "check",
        t(`own.${what}-${forGood ? "good" : "game"}`),
        () => found && decide(found, !allowed, forGood),
      );
    result.replaceChildren(
      h("p", {}, h("b", {}, named(word, forms)), ` ${t(`own.${state}`)}`),
      originList(origins),
      actions(act(false), act(true)),
    );
  };
  const list = (/** @type {string} */ title, /** @type {Words} */ words, /** @type {(words: Words) => void} */ set) => {
    const rows = /** @type {const} */ (["also", "ban"]).flatMap((name) =>
      words[name].map((word) =>
        h(
          "li",
          { class: "row" },
          h("span", {}, h("b", {}, named(word)), h("small", {}, ` ${t(`own.${name}`)}`)),
          button(
            "undo",
            t("own.undo", { word: faces(word) }),
            () => {
              set({ ...words, [name]: words[name].filter((each) => each !== word) });
              again();
            },
            { bare: true, class: "plain" },
          ),
        ),
      ),
    );
    return h("section", {}, h("h3", {}, title), rows.length ? h("ul", {}, ...rows) : quiet(t("own.none")));
  };
  const draw = () =>
    lists.replaceChildren(
      list(t("own.here"), wordsOf(puzzle()), (words) => app.playWith(withWords(puzzle(), words), false)),
      list(t("own.good"), keptWords(start, puzzle().lexicon), (words) => keep(start, puzzle().lexicon, words)),
    );
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const word = input.value.trim().toUpperCase();
    if (/^[\p{L}·]{2,30}$/u.test(word)) look(word);
    else result.replaceChildren(h("p", { class: "problem" }, t("own.wrong")));
  });
  draw();
  if (matchMedia("(pointer: fine)").matches) input.focus(); // a finger's keyboard would hide the lists
}

/** The switch to everyday words, with the best known of both; none for a lexicon without them. @param {import("./main.js").App} app */
function everyday(app) {
  const { start, api } = app;
  const { puzzle } = app.play.game;
  const whole = start.tiers[puzzle.lexicon] ?? puzzle.lexicon;
  const common = `${whole}-common`;
  if (start.tiers[common] !== whole) return null;
  const best = h("small", {}, t("own.everyday-what"));
  const input = h("input", {
    type: "checkbox",
    checked: puzzle.lexicon === common,
    onchange: () => app.playWith({ ...app.play.game.puzzle, lexicon: input.checked ? common : whole }, !input.checked),
  });
  Promise.all([whole, common].map((lexicon) => api.call("record", { puzzle: { ...puzzle, lexicon } }))).then(
    ([{ cost: all }, { cost: few }]) => {
      if (all !== null && few !== null) best.append(` ${t("own.everyday-best", { all, few })}`);
    },
    () => {}, // it says the same without them
  );
  return h("label", { class: "tick everyday" }, input, h("span", {}, t("own.everyday"), best));
}
