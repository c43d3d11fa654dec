/** Settings: what a person prefers, kept in this browser and told to whoever listens. */

/**
 * @typedef {object} Settings
 * @property {"es" | "en"} language
 * @property {"system" | "light" | "dark"} theme
 * @property {boolean} sound
 * @property {number} volume From 0 to 1.
 * @property {"system" | "full" | "still"} motion
 * @property {number} speed How fast things move: 1 is the usual, 0 at once.
 * @property {boolean} autoRoll Whether dice are thrown without a click.
 * @property {boolean} autoForced Whether a move that is the only one is made without a click.
 * @property {string} name What the player is called.
 */

export const LANGUAGES = /** @type {const} */ (["es", "en"]);
export const SPEEDS = [0.5, 1, 2, 0];
const STORE = "sobremesa";

/** @type {Record<string, readonly any[]>} */
const CHOICES = {
  language: LANGUAGES,
  theme: ["system", "light", "dark"],
  motion: ["system", "full", "still"],
  speed: SPEEDS,
};

/** @type {Set<(settings: Readonly<Settings>, changed: Partial<Settings>) => void>} */
const watchers = new Set();

/** @type {Readonly<Settings>} */
let current = read();

/**
 * These are the settings as they are now.
 *
 * @returns {Readonly<Settings>}
 */
export function settings() {
  return current;
}

/**
 * This changes some of them, keeps them, and tells whoever watches.
 *
 * @param {Partial<Settings>} changed
 */
export function change(changed) {
  current = Object.freeze({ ...current, ...changed });
  keep(STORE, current);
  tell(changed);
}

/**
 * This calls a function after every change, until the function that it returns is called.
 *
 * @param {(settings: Readonly<Settings>, changed: Partial<Settings>) => void} watcher
 * @returns {() => void}
 */
export function watch(watcher) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/**
 * This is the theme to be shown.
 *
 * @returns {"light" | "dark"}
 */
export function theme() {
  if (current.theme !== "system") return current.theme;
  return prefers("(prefers-color-scheme: dark)") ? "dark" : "light";
}

/**
 * This tells whether things should fade rather than move.
 *
 * @returns {boolean}
 */
export function isStill() {
  if (current.motion !== "system") return current.motion === "still";
  return prefers("(prefers-reduced-motion: reduce)");
}

/**
 * This is something that the browser remembers, or undefined.
 *
 * @param {string} key
 * @returns {any}
 */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined; // Storage may be forbidden, or hold what somebody else wrote.
  }
}

/**
 * This lets the browser remember something.
 *
 * @param {string} key
 * @param {any} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Whoever forbids storage chooses again next time.
  }
}

/** This lets the browser forget something. @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Whoever forbids storage has nothing to forget.
  }
}

/**
 * These are the settings that a stored value gives, with the usual ones where it says nothing sensible.
 *
 * @param {any} stored
 * @param {readonly string[]} tongues The languages that the browser asks for.
 * @returns {Settings}
 */
export function completed(stored, tongues) {
  const usual = {
    language: languageOf(tongues),
    theme: "system",
    sound: true,
    volume: 0.5,
    motion: "system",
    speed: 1,
    autoRoll: true,
    autoForced: false,
    name: "",
  };
  const made = /** @type {Record<string, any>} */ (usual);
  for (const [name, value] of Object.entries(usual)) {
    const given = stored?.[name];
    if (typeof given === typeof value && (!(name in CHOICES) || CHOICES[name]?.includes(given))) made[name] = given;
  }
  made.volume = Math.min(1, Math.max(0, made.volume));
  return /** @type {Settings} */ (made);
}

/**
 * This is the first language of ours among those that a browser asks for.
 *
 * @param {readonly string[]} tongues
 * @returns {"es" | "en"}
 */
export function languageOf(tongues) {
  const known = tongues.map((tongue) => tongue.slice(0, 2).toLowerCase());
  return /** @type {"es" | "en" | undefined} */ (known.find((tongue) => tongue === "es" || tongue === "en")) ?? "en";
}

/** @returns {Readonly<Settings>} */
function read() {
  return Object.freeze(completed(kept(STORE), globalThis.navigator?.languages ?? []));
}

/** @param {Partial<Settings>} changed */
function tell(changed) {
  for (const watcher of [...watchers]) watcher(current, changed);
}

/**
 * @param {string} query
 * @returns {boolean}
 */
function prefers(query) {
  return globalThis.matchMedia?.(query).matches ?? false;
}

/** This notices what changes outside this page: the system's preferences, and other tabs. */
export function listen() {
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"])
    matchMedia(query).addEventListener("change", () => tell({ theme: current.theme, motion: current.motion }));
  addEventListener("storage", (event) => {
    if (event.key !== STORE) return;
    current = read();
    tell(current);
  });
}
