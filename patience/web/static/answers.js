// Answers of the program that the page needs to begin again without it: kept where its files are, in the
// browser's cache, which is there on secure pages and on this machine only.

const NAME = "patience.answers";
/** The words of so many lists, and how the page begins. */
const MOST = 12;

/** @param {string} key */
const address = (key) => `/answers/${encodeURIComponent(key)}`;

/** @param {string} key @param {Response} response */
export async function keepAnswer(key, response) {
  try {
    const cache = await caches.open(NAME);
    await cache.delete(address(key)); // the latest come last
    await cache.put(address(key), response);
    const requests = await cache.keys();
    await Promise.all(requests.slice(0, -MOST).map((request) => cache.delete(request)));
  } catch {
    // there is no cache, or no room: without the program this page does not begin
  }
}

/** @param {string} key @returns {Promise<Response | null>} */
export async function keptAnswer(key) {
  try {
    return (await (await caches.open(NAME)).match(address(key))) ?? null;
  } catch {
    return null;
  }
}
