// The part of the address after #: names with values that the browser sends nowhere.

const parts = () => new URLSearchParams(location.hash.slice(1));

/** @param {string} name @returns {string | null} */
export const inAddress = (name) => parts().get(name);

/** @param {string} name */
export function leaveOut(name) {
  const rest = parts();
  rest.delete(name);
  history.replaceState(null, "", rest.size > 0 ? `#${rest}` : location.pathname);
}

/** Load the page again with a value in its address. @param {string} name @param {string} value */
export function reloadWith(name, value) {
  const all = parts();
  all.set(name, value);
  location.hash = String(all);
  location.reload();
}
