// Where the page begins: the token, the first call, the app; and what it says if that fails.

import { reloadWith } from "./address.js";
import { Api, ApiError, takeToken } from "./api.js";
import { setAlphabets } from "./alphabet.js";
import { field, find, h, icon, writing } from "./dom.js";
import { errorNodes } from "./notices.js";
import { hasText, speak, t } from "./i18n.js";
import { App } from "./main.js";
import { setRules } from "./game.js";
import { firstGame, takeLink } from "./games.js";
import { applyTheme } from "./prefs.js";

/** @param {string | Node} text @param {string | Node} [more] */
function dead(text, more = "") {
  find("app").replaceChildren(h("div", { class: "stranded" }, icon("back"), h("h1", {}, text), h("div", {}, more)));
}

/** Ask for the token of the terminal. @param {boolean} wrong whether one was given */
function askToken(wrong) {
  const input = writing("token", { required: true, autocapitalize: "none", "aria-describedby": "token-what" });
  const form = h(
    "form",
    { class: "ask-token" },
    h("p", { id: "token-what" }, t("stranded.token-what")),
    field(t("stranded.token-label"), input),
    wrong ? h("p", { class: "problem", role: "alert" }, t("stranded.token-wrong")) : null,
    h("footer", {}, h("button", { type: "submit", class: "primary" }, t("stranded.token-enter"))),
  );
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    reloadWith("token", input.value.replace(/\s/g, ""));
  });
  return form;
}

async function begin() {
  applyTheme();
  speak();
  const api = new Api(takeToken());
  try {
    const start = await api.begin();
    setAlphabets(start.alphabets);
    setRules(start.rules);
    const app = new App(start, api, await firstGame(start));
    Object.assign(window, { patience: app });
    takeLink(app);
    await app.lesson.greet();
    document.documentElement.dataset.ready = "yes";
    // Browsers allow it on secure pages and on this machine.
    navigator.serviceWorker?.register("/keeper.js", { updateViaCache: "none" }).catch(() => {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "token") dead(t("stranded.token"), askToken(api.token !== ""));
    else if (hasText(`stranded.${error.kind}`))
      dead(t(`stranded.${error.kind}`), t(`stranded.${error.kind}-what`, { address: location.origin }));
    else dead(...errorNodes(error));
  }
}

begin();
