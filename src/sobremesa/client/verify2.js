/**
 * The check of a match of before format 3: every throw of its record is worked out again from the opened seal and from
 * what the players added. It shares nothing with the server, nor with the other check, which is written in Python.
 *
 * @typedef {import("./verify.js").Throw} Throw
 * @typedef {import("./verify.js").Share} Share
 * @typedef {import("./verify.js").Verdict} Verdict
 */

import { hex, hmac, sha256, unhex, utf8 } from "./sha256.js";
import { Fault } from "./verify.js";

const MARK = ', "check": "';
const MOST = 2 ** 32;

/**
 * This checks a record, and what was sealed before it, if somebody kept that.
 *
 * @param {string} text
 * @param {any} [sealed]
 * @returns {Verdict}
 */
export function verify(text, sealed) {
  const lines = linesOf(text);
  const head = lines[0];
  const end = lines[lines.length - 1];
  const key = hmac(keyOf(head));
  /** @type {Throw[]} */
  const throws = [];
  let number = 0;
  for (const [place, line] of lines.slice(1, -1).entries()) {
    const at = place + 2;
    if (line.actor !== "chance") {
      need(Number.isInteger(line.actor) && !("weights" in line), at, "actor");
      continue;
    }
    const typed = line.typed === true;
    if (typed) need(Array.isArray(line.outcomes) && line.outcomes.includes(line.choice), at, "throw");
    else need(line.choice === drawn(key, number++, line, at), at, "throw");
    throws.push({ ...line, typed });
  }
  need(end.choices === lines.length - 2 && end.throws === throws.length, lines.length, "count");
  const body = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
  need(end.proof === hex(key(utf8(`record/${hex(sha256(utf8(body)))}`))), lines.length, "proof");
  if (sealed !== undefined) compare(head, sealed, throws);
  return { sealed: number, open: number, typed: throws.length - number, throws, shares: head.shares, seal: head.seal };
}

/**
 * @param {unknown} truth
 * @param {number} line
 * @param {string} reason
 * @returns {asserts truth}
 */
function need(truth, line, reason) {
  if (!truth) throw new Fault(line, reason);
}

/** Each line must carry the check of itself and of all before it. @param {string} text */
function linesOf(text) {
  const rows = text.split("\n");
  need(rows.pop() === "" && rows.length > 1, rows.length + 1, "cut");
  let check = "";
  return rows.map((row, place) => {
    const mark = row.lastIndexOf(MARK);
    need(mark >= 0, place + 1, "check");
    check = hex(sha256(utf8(`${check}${row.slice(0, mark)}}`))).slice(0, 8);
    need(row.slice(mark + MARK.length) === `${check}"}`, place + 1, "check");
    const line = parsed(row);
    need(isObject(line), place + 1, "json");
    return /** @type {any} */ (line);
  });
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {unknown} value */
function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** @param {unknown} text @param {number} size */
function isHex(text, size) {
  return typeof text === "string" && text.length === 2 * size && /^[0-9a-f]*$/.test(text);
}

/** This opens the seal, and makes the key of all throws. @param {any} head */
function keyOf(head) {
  const { match, secret, shares, luck, players } = head;
  need(head.sobremesa === 2 && (luck === 1 || luck === 2), 1, "format");
  need(typeof match === "string" && /^[A-Za-z0-9]+$/.test(match), 1, "match");
  need(isHex(secret, 32) && hex(sha256(unhex(secret))) === head.seal, 1, "seal");
  need(Array.isArray(shares), 1, "shares");
  need(Array.isArray(players) && players.length === head.seats, 1, "seats");
  // Each seat of a person adds once, and bots add nothing: nobody can slip in a share of nobody.
  const free = new Set(players.flatMap((player, seat) => (player === "" ? [seat] : [])));
  const parts = shares.map((share) => {
    need(share && Array.isArray(share.seats) && share.seats.length, 1, "seats");
    for (const seat of share.seats) need(free.delete(seat), 1, "seats");
    need(share.sealed === null || (luck === 2 && isHex(share.sealed, 32)), 1, "shares");
    if (share.given === null) return "-";
    need((isHex(share.given, 16) || isHex(share.given, 48)) && hex(sha256(unhex(share.given))) === share.sealed, 1, "shares");
    return share.given;
  });
  const message = luck === 1 ? match : ["sobremesa/2", match, ...parts].join("/");
  return hmac(unhex(secret))(utf8(message));
}

/**
 * This is the outcome that the key fixes for the throw of a number.
 *
 * @param {(message: Uint8Array) => Uint8Array} key
 * @param {number} number
 * @param {any} line
 * @param {number} at
 */
function drawn(key, number, { outcomes, weights }, at) {
  need(Array.isArray(outcomes) && Array.isArray(weights) && outcomes.length === weights.length, at, "weights");
  need(weights.every((weight) => Number.isInteger(weight) && weight > 0), at, "weights");
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  need(total > 0 && total <= MOST && new Set(outcomes).size === outcomes.length, at, "weights");
  let left = ticket(key, number, total);
  let index = 0;
  while (left >= weights[index]) left -= weights[index++];
  return outcomes[index];
}

/**
 * The first word below the total, of as many bits as that needs, is the ticket.
 *
 * @param {(message: Uint8Array) => Uint8Array} key
 * @param {number} number
 * @param {number} total
 */
function ticket(key, number, total) {
  let bits = 0;
  while (2 ** bits < total) bits++;
  for (let block = 0; ; block++) {
    const digest = key(utf8(`outcome/${number}/${block}`));
    const words = new DataView(digest.buffer);
    for (let at = 0; at < digest.length; at += 4) {
      const word = Math.floor(words.getUint32(at) / 2 ** (32 - bits));
      if (word < total) return word;
    }
  }
}

/** What was sealed before must be what was opened. @param {any} head @param {any} sealed @param {Throw[]} throws */
function compare(head, sealed, throws) {
  need(isObject(sealed), 0, "json");
  for (const name of ["match", "game", "rules", "seats", "luck", "seal"]) need(sealed[name] === head[name], 0, name);
  need(same(sealed.options, head.options), 0, "options");
  need(sealed.real || !throws.some(({ typed }) => typed), 0, "real");
  const known = head.shares.map((/** @type {Share} */ share) => share.sealed);
  const kept = sealed.sealed;
  need(Array.isArray(kept) && (sealed.complete ? kept.length === known.length : kept.length <= known.length), 0, "shares");
  need(kept.every((one, place) => one === known[place]), 0, "shares");
}

/** @param {any} one @param {any} other */
function same(one, other) {
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
