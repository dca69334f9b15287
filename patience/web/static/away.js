// What the page says while its program does not run, and how it finds out that it runs again.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";
import { errorNodes, say } from "./notices.js";
import { isHere } from "./share.js";

/** Milliseconds between two looks for the program. */
const LOOK = 3000;
/** The port of `patience play` without --port. */
const PORT = "8642";

export class Away {
  /** @param {import("./main.js").App} app @param {HTMLElement} box */
  constructor(app, box) {
    this.app = app;
    this.box = box;
    /** Why the program that runs now is not used, if it is not. @type {Error | null} */
    this.why = null;
    /** Whether a program of another version runs now. */
    this.other = false;
    app.api.addEventListener("away", () => this.leave());
    app.api.addEventListener("back", () => this.returned());
    document.addEventListener("visibilitychange", () => this.look());
    if (app.api.away) this.leave();
  }

  leave() {
    this.why = null;
    this.draw();
    say(t("away.title"));
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), LOOK);
  }

  /** Look for the program, while somebody sees the page. */
  async look() {
    const { api } = this.app;
    if (!api.away || document.hidden) return;
    await api.call("begin").catch(() => {}); // whatever it answers, it is back
    if (api.away) this.wait();
  }

  /** The program answers again: use it, if it is the same and lets this page in. */
  async returned() {
    const { app } = this;
    try {
      const start = await app.api.call("begin");
      this.other = start.version !== app.start.version;
      app.back(start);
    } catch (error) {
      if (!app.api.away) this.why = /** @type {Error} */ (error);
    }
    this.draw();
  }

  draw() {
    const { api } = this.app;
    this.box.hidden = !(api.away || this.why || this.other);
    if (this.box.hidden) this.box.replaceChildren();
    else if (this.why) this.box.replaceChildren(h("p", {}, ...errorNodes(this.why)));
    else if (this.other)
      this.box.replaceChildren(
        h("p", {}, t("away.other")),
        button("", t("away.load"), () => location.reload()),
      );
    else {
      const port = isHere() && location.port !== PORT ? ` --port ${location.port}` : "";
      const [before, after] = t("away.again", { command: "\n" }).split("\n");
      const open = this.box.querySelector("details")?.open ?? false;
      this.box.replaceChildren(
        h(
          "details",
          { open },
          h("summary", {}, t("away.title")),
          h("p", {}, t("away.what")),
          h("p", {}, before, h("code", {}, `patience play${port}`), after),
        ),
      );
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
}
