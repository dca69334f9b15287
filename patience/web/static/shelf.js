// A database of the browser's: values by their id, in one store. Every call rejects where the browser has none.

const STORE = "values";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Shelf {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {Promise<IDBDatabase> | null} */
    this.opened = null;
  }

  /** @returns {Promise<IDBDatabase>} */
  open() {
    this.opened ??= this.reopen();
    return this.opened;
  }

  async reopen() {
    const request = indexedDB.open(this.name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    const database = await answered(request);
    database.onclose = () => (this.opened = null); // the browser took it away
    return database;
  }

  /**
   * Do something in one step, all of it or nothing.
   *
   * @template T
   * @param {"readonly" | "readwrite"} mode
   * @param {(store: IDBObjectStore) => IDBRequest<T> | void} act
   * @returns {Promise<T | undefined>}
   */
  async step(mode, act) {
    const transaction = (await this.open()).transaction(STORE, mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const request = act(transaction.objectStore(STORE));
    await done;
    return request?.result;
  }

  /** @returns {Promise<any[]>} */
  all() {
    return /** @type {Promise<any[]>} */ (this.step("readonly", (store) => store.getAll()));
  }

  /** @param {string} id @returns {Promise<any>} */
  get(id) {
    return this.step("readonly", (store) => store.get(id));
  }

  /** @param {{id: string}[]} values */
  put(...values) {
    return this.step("readwrite", (store) => {
      for (const value of values) store.put(value);
    });
  }

  /** @param {string} id */
  remove(id) {
    return this.step("readwrite", (store) => store.delete(id));
  }
}
