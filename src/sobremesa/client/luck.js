/**
 * My part of the luck: bytes that this device draws for a match, and after them the public key with which it will sign the
 * record. Their digest goes to the server when somebody sits down; the bytes follow when everybody has sealed theirs. They
 * are kept, to be found again in the record.
 *
 * @typedef {object} Share
 * @property {string} given sixteen bytes, and the public key of the seed, in hexadecimal
 * @property {string} sealed their digest
 * @property {string} [seal] what the server had sealed when it got the digest
 * @property {number} [luck] how it said that throws are drawn; from 3 on their kinds are sealed
 * @property {number} [seats] how many sit at the table
 * @property {(string | null)[]} [all] what everybody had sealed when the bytes were given
 * @property {boolean} [taken] whether the server has said that it has the bytes
 * @property {string} [seed] what this device signs the record with, once
 * @property {string} [signed] the digest of what it has signed
 * @property {boolean} [refused] whether the bytes were kept back, because what the server showed cannot be
 */

import { api } from "./api.js";
import { publicKey } from "./onetime.js";
import { kept, keep } from "./settings.js";
import { hex, sha256, unhex } from "./sha256.js";

const STORE = "sobremesa.luck";
const BYTES = 16;
const SEED = 32;
/** How many matches are remembered. */
const MOST = 40;

/** For whoever forbids storage: as long as the page is open. @type {Map<string, Share>} */
const shares = new Map();

/** @returns {Share} */
function draw() {
  const seed = hex(crypto.getRandomValues(new Uint8Array(SEED)));
  const given = hex(crypto.getRandomValues(new Uint8Array(BYTES))) + publicKey(seed);
  return { given, sealed: hex(sha256(unhex(given))), seed };
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
  remember(made.match, { ...share, seal: made.seal, luck: made.luck, seats: wish.seats.length });
  return made;
}

/**
 * This takes the seat of an invitation, with my part of the luck sealed. Whoever asks again seals the same.
 *
 * @param {string} match
 * @param {string} token
 * @param {string} name
 * @param {import("./api.js").Head} head what was told of it before: what the server has sealed, and for how many
 */
export async function join(match, token, name, { seal, luck, seats }) {
  const share = shareOf(match) ?? { ...draw(), seal, luck, seats: seats.length };
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
  // As many play again as have played.
  if (!shareOf(made.match)) remember(made.match, { ...share, seal: made.seal, luck: made.luck, seats: shareOf(match)?.seats });
  return made;
}

/**
 * This is what to give now that everybody has sealed; nothing if this device has sealed nothing. It is kept back, and
 * that is remembered, if the server shows another seal than before, or more digests than there are seats: the others
 * would be its own, and it could choose which of them to open.
 *
 * @param {string} match
 * @param {{seal: string, sealed: (string | null)[]}} wanted
 * @returns {string | null}
 */
export function toGive(match, { seal, sealed }) {
  const share = shareOf(match);
  if (!share || !sealed.includes(share.sealed)) return null;
  const refused = (share.seal ?? seal) !== seal || sealed.length > (share.seats ?? sealed.length);
  remember(match, refused ? { ...share, refused } : { ...share, seal, all: sealed });
  return refused ? null : share.given;
}

/** The server has said that it has what this device gave: whoever calls that missing afterwards lies. @param {string} match */
export function noteTaken(match) {
  const share = shareOf(match);
  if (share) remember(match, { ...share, taken: true });
}

/**
 * This remembers what this device signs, and tells whether it may: whoever signs two records with one key gives it away.
 * Another page of this device may have signed already.
 *
 * @param {string} match
 * @param {string} digest
 */
export function maySign(match, digest) {
  /** @type {Share} */
  const share = { ...shareOf(match), ...kept(STORE)?.[match] };
  if (share.signed && share.signed !== digest) return false;
  remember(match, { ...share, signed: digest });
  return true;
}
