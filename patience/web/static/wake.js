// Keeps the screen on while tiles are laid. Browsers allow that on secure pages and on this machine.

/** Milliseconds after the last move until the screen may go dark. */
const REST = 5 * 60_000;

export class Wake {
  constructor() {
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    this.until = 0;
    document.addEventListener("visibilitychange", () => this.keep());
  }

  /** A tile was laid. */
  moved() {
    this.until = Date.now() + REST;
    this.keep();
  }

  /** Hold the lock while the page is in view and somebody plays; the browser takes it when the page is hidden. */
  async keep() {
    clearTimeout(this.timer);
    const left = document.hidden ? 0 : this.until - Date.now();
    if (left <= 0) {
      this.lock?.release();
      this.lock = null;
      return;
    }
    this.timer = setTimeout(() => this.keep(), left);
    if (this.lock && !this.lock.released) return;
    try {
      this.lock = (await navigator.wakeLock?.request("screen")) ?? null;
    } catch {
      this.lock = null; // the battery is low
    }
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
}
