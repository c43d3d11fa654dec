/**
 * My part of the luck: bytes that this device draws for a match. Their digest goes to the server when somebody sits down;
 * the bytes follow when everybody has sealed theirs. They are kept, to be found again in the record.
 *
 * @typedef {object} Share
 * @property {string} given sixteen bytes in hexadecimal
 * @property {string} sealed their digest
 * @property {string} [seal] what the server had sealed when it got the digest
 * @property {(string | null)[]} [all] what everybody had sealed when the bytes were given
 */

import { api } from "./api.js";
import { kept, keep } from "./settings.js";
import { hex, sha256, unhex } from "./sha256.js";

const STORE = "sobremesa.luck";
const BYTES = 16;
/** How many matches are remembered. */
const MOST = 40;

/** For whoever forbids storage: as long as the page is open. @type {Map<string, Share>} */
const shares = new Map();

/** @returns {Share} */
function draw() {
  const given = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
  return { given, sealed: hex(sha256(unhex(given))) };
}

/**
 * This is what this device has sealed for a match.
 *
 * @param {string} match
 * @returns {Share | undefined}
 */
export function shareOf(match) {
  return shares.get(match) ?? kept(STORE)?.[match];
}

/** @param {string} match @param {Share} share */
export function remember(match, share) {
  shares.set(match, share);
  const { [match]: _, ...others } = kept(STORE) ?? {};
  keep(STORE, Object.fromEntries([...Object.entries(others), [match, share]].slice(-MOST)));
}

/**
 * This sets up a match, with my part of its luck sealed.
 *
 * @param {Parameters<typeof api.make>[0]} wish
 */
export async function make(wish) {
  const share = draw();
  const made = await api.make({ ...wish, sealed: share.sealed });
  remember(made.match, { ...share, seal: made.seal });
  return made;
}

/**
 * This takes the seat of an invitation, with my part of the luck sealed. Whoever asks again seals the same.
 *
 * @param {string} match
 * @param {string} token
 * @param {string} name
 * @param {string} seal what the server has sealed
 */
export async function join(match, token, name, seal) {
  const share = shareOf(match) ?? { ...draw(), seal };
  remember(match, share);
  return api.join(match, token, name, share.sealed);
}

/**
 * This plays a match that is over again, with my part of the luck sealed. Whoever asks again seals the same.
 *
 * @param {string} match
 */
export async function rematch(match) {
  const waiting = `${match}+`;
  const share = shareOf(waiting) ?? draw();
  remember(waiting, share);
  const made = await api.rematch(match, share.sealed);
  if (!shareOf(made.match)) remember(made.match, { ...share, seal: made.seal });
  return made;
}

/**
 * This is what to give now that everybody has sealed; nothing if this device has sealed nothing, or if the server shows
 * another seal than before.
 *
 * @param {string} match
 * @param {{seal: string, sealed: (string | null)[]}} wanted
 * @returns {string | null}
 */
export function toGive(match, { seal, sealed }) {
  const share = shareOf(match);
  if (!share || !sealed.includes(share.sealed) || (share.seal && share.seal !== seal)) return null;
  remember(match, { ...share, seal, all: sealed });
  return share.given;
}
