/** Pages: which address is which page, and how one goes from one to the next. */

import { addressOf, pathOf } from "./base.js";

/**
 * @typedef {object} Place Where a page is opened.
 * @property {string} path Without the base path.
 * @property {Record<string, string>} parts What the address names: a game, a match, a token.
 * @property {URLSearchParams} query
 * @property {string} hash Without the #.
 */

/**
 * @typedef {object} Page What a page's `open(place)` gives.
 * @property {HTMLElement} root It is put on the screen, and taken away when the page is left.
 * @property {() => string} title
 * @property {string} [name] What the page is, if it is not what its address says: trouble.
 * @property {() => HTMLElement[]} [tools] What the page puts in the bar above.
 * @property {() => void} [refresh] Called when the language, the theme or another setting has changed.
 * @property {(place: Place) => boolean} [moved] Called when only query or hash changed; true if that was enough.
 * @property {() => void} [leave] Called when the page is left: close sockets, stop clocks.
 */

/** @typedef {{open: (place: Place) => Promise<Page>}} Opener */

/** @type {[string, string, () => Promise<Opener>][]} */
const ROUTES = [
  ["/", "home", () => import("./home.js")],
  ["/new/:game", "setup", () => import("./setup.js")],
  ["/t/:match", "table", () => import("./table.js")],
  ["/t/:match/replay", "replay", () => import("./replay.js")],
  ["/t/:match/review", "review", () => import("./review.js")],
  ["/join/:match/:token", "join", () => import("./join.js")],
  ["/rules/:game", "rules", () => import("./rules.js")],
  ["/learn/:game", "learn", () => import("./lesson.js")],
  ["/settings", "settings", () => import("./preferences.js")],
  ["/admin", "admin", () => import("./admin.js")],
];

/**
 * This finds the page of an address.
 *
 * @param {string} path
 * @returns {{name: string, parts: Record<string, string>, load: () => Promise<Opener>} | null}
 */
export function find(path) {
  for (const [pattern, name, load] of ROUTES) {
    const parts = fits(pattern, path);
    if (parts) return { name, parts, load };
  }
  return null;
}

/**
 * This reads an address by a pattern: the parts that the pattern names, or null if it is another's address.
 *
 * @param {string} pattern
 * @param {string} path
 * @returns {Record<string, string> | null}
 */
export function fits(pattern, path) {
  const wanted = pattern.split("/");
  const given = path.replace(/(?<=.)\/$/, "").split("/");
  if (wanted.length !== given.length) return null;
  /** @type {Record<string, string>} */
  const parts = {};
  for (const [place, name] of wanted.entries()) {
    const text = given[place] ?? "";
    if (name.startsWith(":") && text) parts[name.slice(1)] = decoded(text);
    else if (name !== text) return null;
  }
  return parts;
}

/** This fetches the scripts of the table while somebody still chooses or reads. */
export function foresee() {
  /** @type {any} */ (globalThis).foresee?.("table");
}

/** @type {(path: string, how: {replace?: boolean}) => void} */
let travel = () => undefined;

/**
 * This opens the page of an address; `replace` puts it in the place of the present one in the history.
 *
 * @param {string} path
 * @param {{replace?: boolean}} [how]
 */
export function go(path, how = {}) {
  travel(path, how);
}

/**
 * This opens the page that something leads to once it is there, unless whoever waited for it has gone elsewhere.
 *
 * @template Made
 * @param {Promise<Made>} coming
 * @param {(made: Made) => string} lead
 * @param {{replace?: boolean}} [how]
 */
export async function follow(coming, lead, how) {
  const from = location.pathname;
  const made = await coming;
  if (location.pathname === from) go(lead(made), how);
}

/**
 * This writes into the address where on its page somebody is. While another page is fetched the old one is still shown,
 * but the address is no longer its own.
 *
 * @param {string} path the page's own
 * @param {string} where its query and hash
 */
export function note(path, where) {
  if (pathOf(location.pathname) === path) history.replaceState(history.state, "", addressOf(`${path}${where}`));
}

/**
 * This tells the router who opens pages.
 *
 * @param {(path: string, how: {replace?: boolean}) => void} traveller
 */
export function travelBy(traveller) {
  travel = traveller;
}

/**
 * This reads a part of an address; what cannot be read is taken as it stands.
 *
 * @param {string} text
 * @returns {string}
 */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
