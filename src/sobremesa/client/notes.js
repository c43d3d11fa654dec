/**
 * What this device saw of a match: every throw of the sealed luck that it was told, and the event that ended the match.
 * It is kept, to be compared with the record.
 *
 * @typedef {[seq: number, choice: string, seat: number | null]} Seen a throw, by the number of its event
 *
 * @typedef {object} Notes
 * @property {Seen[]} throws
 * @property {number} [end] the number of the event that ended the match
 */

import { forget, keep, kept } from "./settings.js";

const STORE = "sobremesa.seen";
/** How many matches are remembered, and how many throws of one. */
const MATCHES = 20;
const MOST = 2000;

/** For whoever forbids storage: as long as the page is open. @type {Map<string, Notes>} */
const known = new Map();

/**
 * This is what this device saw of a match.
 *
 * @param {string} match
 * @returns {Notes}
 */
export function notesOf(match) {
  return known.get(match) ?? kept(`${STORE}.${match}`) ?? { throws: [] };
}

/**
 * This notes what a message tells of the luck. Who is told two different throws of one event keeps both: no record has
 * both of them.
 *
 * @param {string} match
 * @param {{t: string, seq?: number, thrown?: [string, number | null], d?: {actor?: unknown}}} message
 */
export function note(match, { t, seq = 0, thrown, d }) {
  const isEnd = d?.actor === "over";
  if (t !== "ev" || (!thrown && !isEnd)) return;
  const notes = notesOf(match);
  /** @type {Seen[]} */
  const seen = thrown ? [[seq, ...thrown]] : [];
  const news = seen.filter((one) => !notes.throws.some((other) => String(one) === String(other)));
  const throws = [...notes.throws, ...news].slice(-MOST);
  write(match, { ...notes, throws, ...(isEnd ? { end: seq } : {}) });
}

/** @param {string} match @param {Notes} notes */
function write(match, notes) {
  known.set(match, notes);
  /** @type {string[]} */
  const before = kept(STORE) ?? [];
  const matches = [...before.filter((each) => each !== match), match];
  for (const old of matches.slice(0, -MATCHES)) forget(`${STORE}.${old}`);
  keep(STORE, matches.slice(-MATCHES));
  keep(`${STORE}.${match}`, notes);
}
