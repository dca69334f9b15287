// A service worker: it keeps the files of the page for when the program does not answer. What the program
// sends always comes first, and what is kept is one whole edition, so that no old file hides a new one.

/** @type {any} the types of the page do not know a worker's scope */
const worker = self;
worker.importScripts("/edition.js");

/** @type {{name: string, files: string[]}} written by the program */
const EDITION = worker.EDITION;
const PREFIX = "patience.page.";
const NAME = PREFIX + EDITION.name;

/** Keep the files of this edition. */
async function fill() {
  const cache = await caches.open(NAME);
  await cache.addAll(EDITION.files.map((file) => new Request(file, { cache: "no-cache" })));
  await worker.skipWaiting();
}

/** Forget all other editions. */
async function settle() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const sent = await fetch(request).catch(() => Response.error());
  if (sent.type !== "error" && sent.status < 500) return sent; // a proxy without its program says 502
  return (await caches.match(request, { cacheName: NAME, ignoreSearch: true })) ?? sent;
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(settle()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === "GET" && origin === location.origin && !pathname.startsWith("/api/"))
    event.respondWith(answer(request));
});
