/** What an operator asks the server over HTTP, with a console token that the browser keeps until its tab is closed. */

import { Refusal } from "./api.js";
import { addressOf } from "./base.js";

/** @typedef {import("./api.js").Seat & {guest?: string}} Seat */
/**
 * @typedef {object} Line A match as it is listed.
 * @property {string} match
 * @property {string} game
 * @property {"running" | "finished"} state
 * @property {Seat[]} seats
 * @property {string} made
 * @property {string} changed
 * @property {number} bytes
 */
/** @typedef {Line & {rules: number, options: Record<string, unknown>, seal: string, host: string, after: string, events: number}} Shown */
/** @typedef {{total: number, first: number, matches: Line[]}} Listed */
/** @typedef {{deleted: string[], anonymised?: string[], remnants: boolean}} Erased */
/** @typedef {{total: number, done: number, skipped: number, running: boolean, remnants: boolean, text?: string}} Pruning */

const KEY = "sobremesa-console";

/** Return the token that was typed in this tab. */
export function token() {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return typed; // Storage may be forbidden.
  }
}

let typed = "";

/** Keep a token for this tab; an empty one signs out. @param {string} given */
export function keepToken(given) {
  typed = given;
  try {
    if (given) sessionStorage.setItem(KEY, given);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Then it is typed again after a reload.
  }
}

export const operator = {
  /**
   * @param {{state: string, game: string, first: number, count: number}} wish
   * @returns {Promise<Listed>}
   */
  list: (wish) => ask("GET", `/matches?${new URLSearchParams(Object.entries(wish).map(([name, value]) => [name, String(value)]))}`),

  /** @param {string} match @returns {Promise<Shown>} */
  show: (match) => ask("GET", `/matches/${encodeURIComponent(match)}`),

  /** @param {string} match @returns {Promise<unknown>} */
  end: (match) => ask("POST", `/matches/${encodeURIComponent(match)}/end`, {}),

  /** @param {string} match @returns {Promise<Erased>} */
  remove: (match) => ask("DELETE", `/matches/${encodeURIComponent(match)}`),

  /** @param {string} match @param {number} seat @returns {Promise<Erased>} */
  forget: (match, seat) => ask("POST", "/forget", { match, seat }),

  /** @param {number} older @param {boolean} unfinished @returns {Promise<{total: number}>} */
  count: (older, unfinished) => ask("POST", "/prune", { older, unfinished, dry: true }),

  /** @param {number} older @param {boolean} unfinished @returns {Promise<Pruning>} */
  prune: (older, unfinished) => ask("POST", "/prune", { older, unfinished }),

  /** @returns {Promise<Pruning>} */
  pruning: () => ask("GET", "/prune"),
};

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { "content-type": "application/json" };
  // A proxy that asks for a password takes the usual header for itself.
  if (token()) headers["x-console-token"] = token();
  const wish = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(addressOf(`/api/admin${path}`), { ...wish, credentials: "same-origin" });
  } catch {
    throw new Refusal(0, null, "");
  }
  const told = await answer.json().catch(() => null);
  if (answer.ok && told !== null) return told;
  throw new Refusal(answer.status, told?.error ?? null, told?.text ?? "");
}
