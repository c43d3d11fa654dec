import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";

import { beyond, sumOf, tallies } from "../../src/sobremesa/client/odds.js";
import { maySign, remember, shareOf, toGive } from "../../src/sobremesa/client/luck.js";
import { note, notesOf } from "../../src/sobremesa/client/notes.js";
import { publicKey, sign } from "../../src/sobremesa/client/onetime.js";
import { diceOf, throwOf } from "../../src/sobremesa/client/real.js";
import { shortSeal } from "../../src/sobremesa/client/seal.js";
import { hex, hmac, sha256, unhex, utf8 } from "../../src/sobremesa/client/sha256.js";
import { Fault, examine, verify } from "../../src/sobremesa/client/verify.js";
import { ownFault } from "../../src/sobremesa/client/verified.js";

const SECRET = "5a".repeat(32);
const SEED = "07".repeat(32);
const GIVEN = "0b".repeat(16) + publicKey(SEED);
const SIX = ["1", "2", "3", "4", "5", "6"];
const digest = (/** @type {string} */ text) => createHash("sha256").update(Buffer.from(text, "hex")).digest("hex");

/** This writes lines as the server does. @param {any[]} lines */
function written(lines) {
  let check = "";
  return lines
    .map((line) => {
      const body = JSON.stringify(line);
      check = createHash("sha256").update(check + body).digest("hex").slice(0, 8);
      return `${body.slice(0, -1)}, "check": "${check}"}\n`;
    })
    .join("");
}

/** This writes the last line so that the proof can be cut off it. @param {any[]} lines @param {any} end @param {Buffer} key */
function proved(lines, end, key) {
  const body = written(lines) + JSON.stringify(end).slice(0, -1);
  const proof = createHmac("sha256", key).update(`record/${createHash("sha256").update(body).digest("hex")}`).digest("hex");
  const check = /"check": "(\w+)"\}\n$/.exec(written(lines))?.[1];
  const last = `${JSON.stringify(end).slice(0, -1)}, "proof": "${proof}"`;
  const mine = createHash("sha256").update(`${check}${last}}`).digest("hex").slice(0, 8);
  return `${written(lines)}${last}, "check": "${mine}"}\n`;
}

const SHEET = {
  sobremesa: 3,
  match: "abc",
  luck: 3,
  seats: ["", "easy"],
  options: {},
  real: [],
  throws: { throw: { fixed: true, outcomes: SIX, weights: [1, 1, 1, 1, 1, 1] } },
};
const END = { choices: 20, throws: 20, ended: "rules", places: [1, 2], gone: [], seq: 41, hints: [0, 0] };

/** This is a record of throws of one die. @param {{sheet?: object, opened?: object, end?: object, signs?: boolean}} [changes] */
function record({ sheet = {}, opened = {}, end = {}, signs = true } = {}) {
  const text = JSON.stringify({ ...SHEET, ...sheet });
  const seal = createHash("sha256").update(Buffer.from(SECRET, "hex")).update(createHash("sha256").update(text).digest()).digest("hex");
  const head = { seal, secret: SECRET, shares: [{ seats: [0], sealed: digest(GIVEN), given: GIVEN }], players: ["", "easy"], ...opened };
  const key = createHmac("sha256", Buffer.from(SECRET, "hex")).update(`sobremesa/3/${seal}/${GIVEN}`).digest();
  const throws = Array.from({ length: 20 }, (_, number) => {
    const words = createHmac("sha256", key).update(`outcome/${number}/0`).digest();
    const ticket = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => words.readUInt32BE(at) >>> 29).find((word) => word < 6);
    return { actor: "chance", choice: String(Number(ticket) + 1), seat: number % 2, kind: "throw", seq: 2 * number + 1 };
  });
  const whole = proved([JSON.parse(text), head, ...throws], { ...END, ...end }, key);
  if (!signs) return whole;
  const last = /"check": "(\w+)"\}\n$/.exec(whole)?.[1];
  const line = JSON.stringify({ share: 0, signed: sign(SEED, whole) });
  return `${whole}${line.slice(0, -1)}, "check": "${createHash("sha256").update(`${last}${line}`).digest("hex").slice(0, 8)}"}\n`;
}

/** This is the sealed file of such a record. @param {object} [changes] */
function keptOf(changes = {}) {
  const seal = JSON.parse(record().split("\n")[1] ?? "").seal;
  return { luck: 3, seal, sheet: JSON.stringify(SHEET), sealed: [digest(GIVEN)], complete: true, ...changes };
}

/** @param {() => unknown} work */
function faultOf(work) {
  try {
    work();
  } catch (found) {
    assert.ok(found instanceof Fault);
    return `${found.line} ${found.reason}`;
  }
  return "";
}

test("digests are those of the platform", async () => {
  for (let size = 0; size < 200; size++) {
    const [bytes, key] = [randomBytes(size), randomBytes(size % 100)];
    assert.equal(hex(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
    assert.equal(hex(hmac(key)(bytes)), createHmac("sha256", key).update(bytes).digest("hex"));
    assert.equal(hex(sha256(bytes)), hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
  }
  assert.deepEqual(unhex("00ff10"), Uint8Array.of(0, 255, 16));
  assert.equal(hex(utf8("ñ")), "c3b1");
});

test("a record is verified, and its throws are told", () => {
  const verdict = verify(record(), keptOf());

  assert.equal(verdict.sealed, 20);
  assert.equal(verdict.typed, 0);
  assert.equal(verdict.open, 0);
  assert.deepEqual(verdict.confirmed, [0]);
  assert.deepEqual(verdict.throws[0]?.outcomes, SIX);
});

test("what does not fit is found, with its line", () => {
  const fault = (/** @type {string} */ text, /** @type {any} */ kept = keptOf()) => faultOf(() => verify(text, kept));
  const good = record();
  assert.equal(fault(good), "");
  assert.equal(fault(good.slice(0, -1)), "24 cut");
  assert.equal(fault(good.replace('"weights":[1', '"weights":[2')), "1 check");
  assert.equal(fault(record({ sheet: { luck: 2 } })), "1 format");
  assert.equal(fault(record({ opened: { secret: "00".repeat(32) } })), "2 seal");
  assert.equal(fault(record({ opened: { players: ["easy", "easy"] } })), "2 seats");
  assert.equal(fault(record({ opened: { shares: [{ seats: [0], sealed: digest(GIVEN), given: "00".repeat(48) }] } })), "2 shares");
  for (const seats of [undefined, [], [1], [2], [0, 0]]) {
    assert.equal(fault(record({ opened: { shares: [{ seats, sealed: digest(GIVEN), given: GIVEN }] } })), "2 seats");
  }
  assert.equal(fault(record({ end: { throws: 19 } })), "23 count");
  assert.equal(fault(record({ end: { ended: "given up" } })), "23 end");
  assert.equal(fault(record({ end: { seq: 3 } })), "23 end");
  assert.match(fault(record({ signs: false })), /unconfirmed/);
  for (const nothing of [null, undefined, [], 5, "seal"]) assert.equal(faultOf(() => verify(good, nothing)), "0 json");
  assert.equal(fault(good, keptOf({ sealed: [] })), "0 shares");
  assert.match(fault(good, keptOf({ sealed: [], complete: false })), /unconfirmed/);
  assert.equal(fault(good, keptOf({ seal: "0" })), "0 seal");
  assert.equal(fault(good, keptOf({ sheet: "{}" })), "0 sheet");
  assert.equal(fault(record({ sheet: { options: { x: 1 } } })), "0 seal");
});

test("what a device remembers must be in the record", () => {
  const verdict = examine(record());
  const share = { given: GIVEN, sealed: digest(GIVEN), seal: verdict.seal, all: [digest(GIVEN)] };

  assert.equal(ownFault(verdict, share), "mine");
  assert.equal(ownFault(verdict, undefined), "unknown");
  assert.equal(ownFault(verdict, { ...share, seal: "0" }), "seal");
  assert.equal(ownFault(verdict, { ...share, all: ["0"] }), "shares");
  assert.equal(ownFault({ ...verdict, shares: [...verdict.shares, { seats: [1], sealed: "0", given: "1" }] }, share), "shares");
  assert.equal(ownFault(verdict, { ...share, all: [digest(GIVEN), "0"] }), "shares");
  assert.equal(ownFault(verdict, { ...share, refused: true }), "refused");
  assert.equal(ownFault(verdict, { given: "1", sealed: "2" }), "bytes");
  assert.equal(ownFault({ ...verdict, shares: [{ seats: [0], sealed: share.sealed, given: null }] }, share), "missing");
  assert.equal(ownFault({ ...verdict, shares: [{ seats: [0], sealed: share.sealed, given: null }] }, { ...share, taken: true }), "taken");
  assert.equal(ownFault(verdict, { ...share, signed: "0" }), "changed");
  assert.equal(ownFault(verdict, { ...share, signed: hex(sha256(utf8(verdict.signed ?? ""))) }), "mine");
});

test("every throw that a device saw must be in the record, and the end where it saw it", () => {
  const verdict = examine(record());
  const [first, second] = verdict.throws;
  assert.ok(first && second);
  /** @type {import("../../src/sobremesa/client/notes.js").Seen[]} */
  const throws = [
    [1, first.choice, 0],
    [3, second.choice, 1],
  ];

  assert.equal(ownFault(verdict, undefined, { throws, end: 41 }), "unknown");
  assert.equal(ownFault(verdict, undefined, { throws, end: 43 }), "end");
  assert.equal(ownFault(verdict, undefined, { throws: [[1, first.choice, 1]] }), "throws");
  assert.equal(ownFault(verdict, undefined, { throws: [[1, "7", 0]] }), "throws");
  assert.equal(ownFault(verdict, undefined, { throws: [...throws, [99, "1", 0]] }), "throws");
});

test("a device notes the throws that it is told, and of each event what it was told first too", () => {
  note("seen", { t: "ev", seq: 4, thrown: ["6-1", 0], d: {} });
  note("seen", { t: "ev", seq: 4, thrown: ["6-1", 0], d: {} });
  note("seen", { t: "ev", seq: 5, d: { actor: 1 } });
  note("seen", { t: "snap", seq: 6, d: { actor: "over" } });
  assert.deepEqual(notesOf("seen"), { throws: [[4, "6-1", 0]] });

  note("seen", { t: "ev", seq: 4, thrown: ["1-1", 0], d: {} });
  note("seen", { t: "ev", seq: 7, d: { actor: "over" } });
  assert.deepEqual(notesOf("seen"), { throws: [[4, "6-1", 0], [4, "1-1", 0]], end: 7 });
  assert.deepEqual(notesOf("unseen"), { throws: [] });
});

test("a device signs one record of a match and no other", () => {
  remember("signed", { given: GIVEN, sealed: digest(GIVEN), seed: SEED });

  assert.equal(maySign("signed", "aa"), true);
  assert.equal(maySign("signed", "aa"), true);
  assert.equal(maySign("signed", "bb"), false);
  assert.equal(shareOf("signed")?.signed, "aa");
});

test("bytes are kept back from a server that shows what cannot be", () => {
  const share = { given: GIVEN, sealed: digest(GIVEN), seal: "5e", seats: 2 };
  const asked = (/** @type {string} */ seal, /** @type {string[]} */ ...others) => {
    remember("abc", share);
    return toGive("abc", { seal, sealed: [share.sealed, ...others] });
  };

  assert.equal(asked("5e", "0"), GIVEN);
  assert.deepEqual(shareOf("abc"), { ...share, all: [share.sealed, "0"] });
  // Digests of nobody: the server could open or withhold them as it likes.
  assert.equal(asked("5e", "0", "1"), null);
  assert.deepEqual(shareOf("abc"), { ...share, refused: true });
  assert.equal(asked("5f", "0"), null);
  assert.deepEqual(shareOf("abc"), { ...share, refused: true });
});

test("throws are counted by their dice", () => {
  const outcomes = [1, 2, 3].flatMap((high) => Array.from({ length: high }, (_, low) => `${high}-${low + 1}`));
  const weights = outcomes.map((text) => (text[0] === text[2] ? 1 : 2));
  const thrown = (/** @type {string} */ choice) => ({ seat: 0, choice, outcomes, weights, typed: false });

  const [tally, ...others] = tallies([thrown("3-1"), thrown("2-2"), thrown("3-3")]);

  assert.deepEqual(others, []);
  assert.deepEqual(tally?.labels, ["1", "2", "3"]);
  assert.deepEqual(tally?.came, [1, 2, 3]);
  assert.deepEqual(tally?.expected.map((many) => Math.round(many * 1e6) / 1e6), [2, 2, 2]);
});

test("dice with other faces are counted apart, and a deck that shrinks is one deck", () => {
  const dice = ["1", "2", "P", "C"].flatMap((one) => ["1", "2", "3", "4", "5", "6"].map((other) => `${one}-${other}`));
  const two = { seat: 0, choice: "P-3", outcomes: dice, weights: dice.map(() => 1), typed: false };
  assert.deepEqual(tallies([two]).map(({ labels }) => labels.join("")), ["12CP", "123456"]);
  assert.equal(sumOf([two, two, two, two, two]), null);

  const card = (/** @type {string[]} */ outcomes) => ({ seat: 0, choice: "A", outcomes, weights: outcomes.map(() => 2), typed: false });
  assert.equal(tallies([card(["A", "B", "D"]), card(["A", "B"])]).length, 1);
  const deck = ["A", "B", "C"].flatMap((suit) => Array.from({ length: 8 }, (_, value) => `${suit}${value}`));
  assert.deepEqual(tallies([card(["A", ...deck])])[0]?.labels, ["A", "B", "C"]);
  assert.deepEqual(tallies([card(["A", ...deck])])[0]?.came, [1, 0, 0]);
});

test("luck is told by how often it comes", () => {
  assert.ok(Math.abs(beyond(3.841, 1) - 0.05) < 1e-3);
  assert.ok(Math.abs(beyond(11.07, 5) - 0.05) < 1e-4);
  assert.ok(Math.abs(beyond(4.351, 5) - 0.5) < 1e-3);
  assert.ok(Math.abs(beyond(18.307, 10) - 0.05) < 1e-4);
  assert.equal(beyond(0, 5), 1);
  const outcomes = ["1", "2", "3", "4", "5", "6"];
  const six = { seat: 0, choice: "6", outcomes, weights: outcomes.map(() => 1), typed: false };
  const sum = sumOf([six, six, six, six, six, six]);
  assert.equal(sum?.mean, 6);
  assert.ok((sum?.chance ?? 1) < 0.001);
  assert.equal(sumOf([six]), null);
});

test("real dice are tapped one by one, whichever comes first", () => {
  const two = [1, 2, 3, 4, 5, 6].flatMap((high) => Array.from({ length: high }, (_, low) => `${high}-${low + 1}`));
  assert.deepEqual(diceOf(two), [["1", "2", "3", "4", "5", "6"], ["1", "2", "3", "4", "5", "6"]]);
  assert.equal(throwOf(two, ["2", "5"]), "5-2");
  assert.deepEqual(diceOf(["2", "3", "12"]), [["2", "3", "12"]]);
  assert.equal(throwOf(["2", "3"], ["3"]), "3");
  assert.deepEqual(diceOf(["1-1", "P-1", "1-2", "P-2"]), [["1", "P"], ["1", "2"]]);
  assert.equal(throwOf(["1-1", "P-2"], ["1", "2"]), undefined);
});

test("a seal is read in groups", () => {
  assert.equal(shortSeal("7f3a91c2ffff"), "7F3A\u00a091C2…");
});
