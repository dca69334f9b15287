// Making elements, and the few drawings of the page.

/** @param {string} id @returns {any} */
export const find = (id) => document.getElementById(id);

/**
 * Make an element. Names with a dash and `role`, `for`, `class` and `type` become attributes,
 * functions become listeners, all else properties.
 *
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(key.replace(/^on/, ""), value);
    else if (key.includes("-") || ["class", "role", "for", "type", "lang"].includes(key)) {
      element.setAttribute(key, String(value));
    } else if (key === "data") Object.assign(element.dataset, value);
    else Object.assign(element, { [key]: value });
  }
  element.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => /** @type {Node | string} */ (child)),
  );
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element of a drawing.
 *
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Strokes of each icon, on 24 x 24. @type {Record<string, string>} */
const ICONS = {
  undo: "M9 7 4 12l5 5M4.5 12H15a5 5 0 0 1 0 10h-2",
  redo: "M15 7l5 5-5 5M19.5 12H9a5 5 0 0 0 0 10h2",
  across: "M4 12h15M14 7l5 5-5 5",
  left: "M20 12H5M10 7l-5 5 5 5",
  down: "M12 4v15M7 14l5 5 5-5",
  move: "M12 3v18M3 12h18M12 3 9 6M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3",
  back: "M5 5h14v14H5zM12 8.5 15.5 12 12 15.5 8.5 12z",
  erase: "M9 6h11v12H9l-6-6zM12 10l4 4M16 10l-4 4",
  select: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z",
  finish:
    "M5 20 15 10M14 4l1 2.500L17.500 7.500 15 8.500 14 11l-1-2.500L10.500 7.500 13 6.500zM19 12l.6 1.500 1.400.5-1.400.5L19 16l-.6-1.500-1.400-.5 1.400-.5z",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M12 5v14M5 12h14",
  day: "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h2M14 14h2M8 17h2",
  puzzles: "M4 4h16v16H4zM4 12h16M12 4v16M4 4h8v8H4z",
  results: "M4 20h16M7 20v-6M12 20V5M17 20v-9",
  words: "M4 19 8.500 6h1L14 19M5.500 15h7M16 11h4M16 15h4M16 19h4",
  lines: "M4 6h16M4 11h16M4 16h9M17 13v8M15 21h4M15 13h4",
  clear: "M5 7h14M10 4h4M7 7l1 13h8l1-13",
  close: "M6 6l12 12M18 6 6 18",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  check: "M5 13l4 4L19 7",
  flag: "M6 21V4h11l-2.500 3.500L17 11H6",
  rules: "M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M9 8h6M9 11h4",
  folder: "M4 7h6l2 2h8v10H4z",
  save: "M12 4v11M8 11l4 4 4-4M5 16v4h14v-4",
  print: "M7 9V4h10v5M7 16H4v-6h16v6h-3M7 14h10v6H7z",
  games: "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
};

/**
 * Draw an icon; it says nothing to a screen reader.
 *
 * @param {string} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** Draw the face of a devil. @returns {SVGElement} */
export function devil() {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "devil", "aria-hidden": "true" },
    s("path", {
      class: "devil-face",
      d: "M4 3c.5 2.500 1.600 4 3.400 5A7.500 7.500 0 0 1 12 6.500 7.500 7.500 0 0 1 16.600 8C18.400 7 19.500 5.500 20 3c1 3 .7 5.600-1 7.800.4.900.6 1.900.6 2.900a7.600 7.600 0 0 1-15.200 0c0-1 .2-2 .6-2.900C3.300 8.600 3 6 4 3z",
    }),
    s("path", {
      class: "devil-marks",
      d: "M8 12.200l2.600 1.200M16 12.200l-2.600 1.200M8.600 16.600c2 1.900 4.800 1.900 6.800 0",
    }),
  );
}

/**
 * A button with an icon and, unless it is `bare`, a word beside it.
 *
 * @param {string} drawing
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, any>} [properties]
 * @returns {HTMLButtonElement}
 */
export function button(drawing, label, act, properties = {}) {
  const { bare, ...rest } = properties;
  const children = bare ? [] : [h("span", {}, label)];
  return h(
    "button",
    { type: "button", onclick: act, title: bare ? label : null, "aria-label": bare ? label : null, ...rest },
    drawing ? icon(drawing) : null,
    ...children,
  );
}

/**
 * Save bytes as a file of the player's.
 *
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Buttons side by side. @param {(Node | string | null | undefined | false)[]} buttons */
export const actions = (...buttons) => h("div", { class: "actions" }, ...buttons);

/** A part of a panel. @param {string} title @param {(Node | string | null | undefined | false)[]} parts */
export const card = (title, ...parts) => h("section", { class: "card" }, h("h3", {}, title), ...parts);

/** A text that steps back. @param {string[]} texts */
export const quiet = (...texts) => h("p", { class: "quiet" }, ...texts);

/** A row of a list that one can press. @param {() => void} act @param {Record<string, any>} properties @param {(Node | string | null)[]} parts */
export const pressed = (act, properties, ...parts) =>
  h("li", {}, h("button", { type: "button", onclick: act, ...properties }, ...parts));

/** What one writes or chooses, with its name and what is said of it. @param {string} label @param {Node} field @param {string} [more] */
export const field = (label, field, more) =>
  h("label", { class: "field" }, h("span", {}, label), field, more ? h("small", {}, more) : null);

/** Where one writes words, which no browser is to correct. @param {string} name @param {Record<string, any>} [more] */
export const writing = (name, more = {}) =>
  h("input", { type: "text", name, autocomplete: "off", spellcheck: false, ...more });

/** Badges, each with what is said of it. @param {[string, string][]} badges their texts, and how often */
export const badgeItems = (badges) =>
  badges.map(([text, often]) =>
    h("li", {}, h("span", { "aria-hidden": "true" }, "◆ "), text, often && h("b", {}, often)),
  );

/** Choices of which one holds. @template T @param {string} label @param {T[]} choices @param {T} now @param {(choice: T) => string} name @param {(choice: T) => void} choose @param {(choice: T) => boolean} [off] */
export const segmented = (label, choices, now, name, choose, off = () => false) =>
  h(
    "div",
    { class: "segmented", role: "group", "aria-label": label },
    ...choices.map((each) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(each === now), disabled: off(each), onclick: () => choose(each) },
        name(each),
      ),
    ),
  );

/** Let the player choose a file. @param {string} accept @param {(file: File) => void} take */
export function chooseFile(accept, take) {
  const input = h("input", { type: "file", accept });
  input.addEventListener("change", () => input.files[0] && take(input.files[0]));
  input.click();
}
