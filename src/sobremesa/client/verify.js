/**
 * The check of a match in the browser: every throw of its record is worked out again from the opened seal, from what the
 * players added and from the table of throws that was sealed, and signatures of players' devices are checked. It shares
 * nothing with the server, nor with the other check, which is written in Python. Older records are for verify2.js.
 *
 * @typedef {object} Throw a throw as the record tells it
 * @property {number | null} seat whose it was
 * @property {string} choice
 * @property {string[]} outcomes
 * @property {number[]} weights
 * @property {boolean} typed whether real dice were thrown, and somebody said what they showed
 * @property {number} [seq] the number of its event
 * @property {string} [text] the choice as the record has it, where an outcome is only its last word
 *
 * @typedef {{seats: number[], sealed: string | null, given: string | null}} Share
 *
 * @typedef {object} Verdict
 * @property {number} sealed how many throws match the seal
 * @property {number} open of how many of them only the rules can judge what was left to draw
 * @property {number} typed how many were typed in
 * @property {Throw[]} throws
 * @property {Share[]} shares
 * @property {string} seal
 * @property {number[]} [confirmed] the shares whose devices have signed the record; none before format 3
 * @property {number} [seq] the number of the event that ended the match
 * @property {string} [signed] what devices sign: the record up to its end
 */

import { hex, hmac, sha256, unhex, utf8 } from "./sha256.js";

const MARK = ', "check": "';
const PROOF = ', "proof": "';
const MOST = 2 ** 32;
const CHAINS = 67;
const STEPS = 15;

/** This says what is wrong, and in which line; line 0 is the sealed file. */
export class Fault extends Error {
  /** @param {number} line @param {string} reason */
  constructor(line, reason) {
    super(`line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

/**
 * This checks a record by the sealed file that was kept; a device of a player must have signed it.
 *
 * @param {string} text
 * @param {any} kept
 * @returns {Verdict}
 */
export function verify(text, kept) {
  const verdict = examine(text);
  const signers = compare(text, verdict, kept);
  need(signers.length, text.split("\n").length - 1, "unconfirmed");
  return verdict;
}

/**
 * This checks all of a record that can be checked without what was kept, whether or not anybody has signed it.
 *
 * @param {string} text
 * @returns {Verdict}
 */
export function examine(text) {
  const rows = text.split("\n");
  need(rows.pop() === "" && rows.length > 2, rows.length + 1, "cut");
  const lines = linesOf(rows);
  const last = lines.findIndex((line) => "choices" in line);
  const [sheet, opened, end] = [lines[0], lines[1], lines[last]];
  need(sheet.sobremesa === 3 && sheet.luck === 3, 1, "format");
  need(last > 1, lines.length, "cut");
  const key = hmac(keyOf(sheet, sheetOf(rows), opened));
  const judge = new Judge(sheet, key);
  for (const [place, line] of lines.slice(2, last).entries()) judge.read(line, place + 3);
  const { throws, seq, number, open } = judge;
  need(end.choices === last - 2 && end.throws === throws.length, last + 1, "count");
  checkEnd(end, sheet.seats.length, last, seq);
  const body = `${rows.slice(0, last).join("\n")}\n${(rows[last] ?? "").split(PROOF)[0]}`;
  need(end.proof === hex(key(utf8(`record/${hex(sha256(utf8(body)))}`))), last + 1, "proof");
  const signed = rows.slice(0, last + 1).map((row) => `${row}\n`).join("");
  const digest = hex(sha256(utf8(signed)));
  const confirmed = lines.slice(last + 1).map((line, place, all) => {
    const at = last + 2 + place;
    need(areWhole([line.share], opened.shares.length), at, "signed");
    need(!all.slice(0, place).some(({ share }) => share === line.share), at, "signed");
    need(isSigned(opened.shares[line.share].given, digest, line.signed), at, "signed");
    return line.share;
  });
  const typed = throws.length - number;
  return { sealed: number, open, typed, throws, shares: opened.shares, seal: opened.seal, confirmed, seq: end.seq, signed };
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

/** Each line must carry the check of itself and of all before it. @param {string[]} rows */
function linesOf(rows) {
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

/** The first line but for its check is the sheet that was sealed. @param {string[]} rows */
function sheetOf(rows) {
  const row = rows[0] ?? "";
  return `${row.slice(0, row.lastIndexOf(MARK))}}`;
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

/** @param {unknown} text @param {number[]} sizes */
function isHex(text, ...sizes) {
  return typeof text === "string" && sizes.includes(text.length / 2) && /^[0-9a-f]*$/.test(text);
}

/** @param {unknown} numbers @param {number} [below] */
function areWhole(numbers, below = 2 ** 53) {
  return Array.isArray(numbers) && numbers.every((number) => Number.isInteger(number) && number >= 0 && number < below);
}

/**
 * This opens the seal of a secret and of the text of the sheet, and makes the key of all throws.
 *
 * @param {any} sheet
 * @param {string} text
 * @param {any} opened
 */
function keyOf({ seats }, text, { secret, seal, players, shares }) {
  need(isHex(secret, 32), 2, "seal");
  need(hex(sha256(Uint8Array.of(...unhex(secret), ...sha256(utf8(text))))) === seal, 2, "seal");
  need(Array.isArray(players) && Array.isArray(seats) && players.length === seats.length && seats.length, 2, "seats");
  // Where nobody sat when the match was sealed, anybody may sit down, and a bot too.
  for (const [seat, player] of players.entries()) need(typeof player === "string" && [player, "?"].includes(seats[seat]), 2, "seats");
  need(Array.isArray(shares), 2, "shares");
  // Each seat of a person adds once, and bots add nothing: nobody can slip in a share of nobody.
  const free = new Set(players.flatMap((player, seat) => (player === "" ? [seat] : [])));
  const parts = shares.map((share) => {
    need(isObject(share), 2, "shares");
    need(Array.isArray(share.seats) && share.seats.length, 2, "seats");
    for (const seat of share.seats) need(free.delete(seat), 2, "seats");
    const { given = null, sealed = null } = share;
    need(sealed === null || isHex(sealed, 32), 2, "shares");
    if (given === null) return "-";
    need(isHex(given, 16, 48) && hex(sha256(unhex(given))) === sealed, 2, "shares");
    return given;
  });
  return hmac(unhex(secret))(utf8(["sobremesa/3", seal, ...parts].join("/")));
}

/** What a record tells line by line, judged by the sealed table of throws. */
class Judge {
  /** @param {any} sheet @param {(message: Uint8Array) => Uint8Array} key */
  constructor(sheet, key) {
    this.sheet = sheet;
    this.key = key;
    this.number = 0;
    this.open = 0;
    this.seq = 0;
    /** @type {Throw[]} */
    this.throws = [];
  }

  /** @param {any} line @param {number} at */
  read(line, at) {
    const seats = this.sheet.seats.length;
    if (line.actor !== "chance") {
      need(areWhole([line.actor], seats) && Object.keys(line).join() === "actor,choice,check", at, "actor");
      return;
    }
    need(areWhole([line.seq]) && line.seq > this.seq, at, "order");
    this.seq = line.seq;
    const { seat = null } = line;
    need(seat === null || areWhole([seat], seats), at, "seats");
    this.throws.push({ ...this.judged(line, at), seat, seq: line.seq, text: line.choice });
  }

  /** @param {any} line @param {number} at */
  judged(line, at) {
    const { throws: kinds, real } = this.sheet;
    const { kind, choice } = line;
    need(isObject(kinds) && typeof kind === "string", at, "kind");
    const isTold = Object.keys(kinds).length > 0;
    need(!isTold || Object.hasOwn(kinds, kind), at, "kind");
    // Only where a game tells no kinds does each throw list its outcomes; then the rules alone can judge them.
    const { fixed, outcomes, weights } = isTold ? kinds[kind] ?? {} : { fixed: false, outcomes: line.outcomes, weights: line.weights };
    need(Array.isArray(outcomes), at, "kind");
    if (line.typed === true) {
      need(Array.isArray(real) && real.includes(kind) && outcomes.includes(choice), at, "typed");
      return { choice, outcomes, weights, typed: true };
    }
    if (fixed === true) {
      need(!("counts" in line) && choice === this.drawn(outcomes, weights, at), at, "throw");
      return { choice, outcomes, weights, typed: false };
    }
    const counts = isTold ? line.counts : weights;
    // Without the rules nobody knows what is left of a deck; but never another card, nor more of one than there are.
    need(areWhole(counts) && areWhole(weights) && counts.length === weights.length, at, "counts");
    need(counts.every((/** @type {number} */ count, /** @type {number} */ place) => count <= weights[place]), at, "counts");
    need(typeof choice === "string", at, "throw");
    const outcome = isTold ? choice.slice(choice.lastIndexOf(" ") + 1) : choice;
    need(outcome === this.drawn(outcomes, counts, at), at, "throw");
    this.open++;
    const left = outcomes.flatMap((each, place) => (counts[place] ? [each] : []));
    return { choice: outcome, outcomes: left, weights: counts.filter(Boolean), typed: false };
  }

  /**
   * This is the outcome that the key fixes for the next throw.
   *
   * @param {any[]} outcomes
   * @param {any} weights
   * @param {number} at
   */
  drawn(outcomes, weights, at) {
    need(areWhole(weights) && outcomes.length === weights.length, at, "weights");
    const total = weights.reduce((/** @type {number} */ sum, /** @type {number} */ weight) => sum + weight, 0);
    need(total > 0 && total <= MOST && new Set(outcomes.map(String)).size === outcomes.length, at, "weights");
    let left = ticket(this.key, this.number++, total);
    let index = 0;
    while (left >= weights[index]) left -= weights[index++];
    return outcomes[index];
  }
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

/** @param {any} end @param {number} seats @param {number} last @param {number} seq */
function checkEnd({ ended, gone, places, hints, seq: final }, seats, last, seq) {
  need(areWhole(gone, seats) && areWhole(places, seats + 1) && areWhole(hints), last + 1, "end");
  need(places.length === (ended === "closed" ? 0 : seats) && hints.length === seats, last + 1, "end");
  need((ended === "rules" && last > 2) || (ended === "given up" && gone.length) || ended === "closed", last + 1, "end");
  need(areWhole([final]) && final >= seq, last + 1, "end");
}

/**
 * Whether the device whose one-time key ends what it has given has signed a digest.
 *
 * @param {unknown} given
 * @param {string} digest
 * @param {unknown} signed
 */
function isSigned(given, digest, signed) {
  if (!isHex(given, 48) || !isHex(signed, CHAINS * 32)) return false;
  const digits = [...digest].map((digit) => parseInt(digit, 16));
  const rest = digits.reduce((sum, digit) => sum + STEPS - digit, 0);
  digits.push(rest >> 8, (rest >> 4) & STEPS, rest & STEPS);
  const ends = digits.map((digit, chain) => {
    /** @type {Uint8Array} */
    let value = unhex(String(signed).slice(64 * chain, 64 * chain + 64));
    for (let step = digit; step < STEPS; step++) value = sha256(Uint8Array.of(chain, step, ...value));
    return hex(value);
  });
  return hex(sha256(unhex(ends.join("")))) === String(given).slice(32);
}

/**
 * What was sealed before must be what was opened. Of those who have signed, only they count whose keys were sealed then.
 *
 * @param {string} text
 * @param {Verdict} verdict
 * @param {any} kept
 */
function compare(text, { seal, shares, confirmed = [] }, kept) {
  need(isObject(kept), 0, "json");
  need(kept.luck === 3, 0, "luck");
  need(kept.seal === seal, 0, "seal");
  need(kept.sheet === sheetOf(text.split("\n", 1)), 0, "sheet");
  const { sealed, complete } = kept;
  need(Array.isArray(sealed) && (complete === true ? sealed.length === shares.length : sealed.length <= shares.length), 0, "shares");
  need(sealed.every((one, place) => one === (shares[place]?.sealed ?? null)), 0, "shares");
  return confirmed.filter((share) => share < sealed.length);
}
