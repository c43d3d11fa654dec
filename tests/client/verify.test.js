import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";

import { beyond, sumOf, tallies } from "../../src/sobremesa/client/odds.js";
import { remember, shareOf, toGive } from "../../src/sobremesa/client/luck.js";
import { diceOf, throwOf } from "../../src/sobremesa/client/real.js";
import { shortSeal } from "../../src/sobremesa/client/seal.js";
import { hex, hmac, sha256, unhex, utf8 } from "../../src/sobremesa/client/sha256.js";
import { Fault, verify } from "../../src/sobremesa/client/verify.js";
import { ownFault } from "../../src/sobremesa/client/verified.js";

const SECRET = "5a".repeat(32);
const GIVEN = "0b".repeat(16);
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

/** This is a record of throws of one die. @param {Partial<Record<string, any>>} [changes] */
function record(changes = {}) {
  const head = { sobremesa: 2, seats: 2, options: {}, players: ["", "easy"], match: "abc", luck: 2, seal: digest(SECRET), secret: SECRET, shares: [{ seats: [0], sealed: digest(GIVEN), given: GIVEN }], ...changes };
  const key = createHmac("sha256", Buffer.from(SECRET, "hex")).update(`sobremesa/2/abc/${GIVEN}`).digest();
  const throws = Array.from({ length: 20 }, (_, number) => {
    const words = createHmac("sha256", key).update(`outcome/${number}/0`).digest();
    const ticket = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => words.readUInt32BE(at) >>> 29).find((word) => word < 6);
    return { actor: "chance", choice: String(Number(ticket) + 1), seat: 0, phase: "throw", outcomes: ["1", "2", "3", "4", "5", "6"], weights: [1, 1, 1, 1, 1, 1] };
  });
  const body = written([head, ...throws]);
  const proof = createHmac("sha256", key).update(`record/${createHash("sha256").update(body).digest("hex")}`).digest("hex");
  return written([head, ...throws, { choices: 20, throws: 20, proof }]);
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
  const verdict = verify(record());

  assert.equal(verdict.sealed, 20);
  assert.equal(verdict.typed, 0);
  assert.equal(verdict.throws.length, 20);
});

test("what does not fit is found, with its line", () => {
  const good = record();
  const fault = (/** @type {string} */ text, /** @type {any} */ sealed = undefined) => {
    try {
      verify(text, sealed);
    } catch (found) {
      assert.ok(found instanceof Fault);
      return `${found.line} ${found.reason}`;
    }
    return "";
  };
  assert.equal(fault(good), "");
  assert.equal(fault(good.slice(0, -1)), "22 cut");
  assert.equal(fault(good.replace('"weights":[1', '"weights":[2')), "2 check");
  assert.equal(fault(record({ secret: "00".repeat(32) })), "1 seal");
  assert.notEqual(fault(record({ shares: [] })), "");
  assert.equal(fault(record({ shares: [{ seats: [0], sealed: digest(GIVEN), given: "00".repeat(16) }] })), "1 shares");
  assert.notEqual(fault(record({ match: "abd" })), "");
  assert.equal(fault(record({ match: "a/c" })), "1 match");
  assert.equal(fault(record({ luck: 3 })), "1 format");
  assert.equal(fault(record({ luck: 1 })), "1 shares");
  for (const seats of [undefined, [], [1], [2], [0, 0]]) {
    assert.equal(fault(record({ shares: [{ seats, sealed: digest(GIVEN), given: GIVEN }] })), "1 seats");
  }
  const sheet = { match: "abc", luck: 2, seats: 2, seal: digest(SECRET), sealed: [digest(GIVEN)], complete: true, options: {} };
  assert.equal(fault(good, sheet), "");
  for (const nothing of [null, [], 5, "seal"]) assert.equal(fault(good, nothing), "0 json");
  for (const options of [null, [], 5]) assert.equal(fault(good, { ...sheet, options }), "0 options");
  assert.equal(fault(good, { ...sheet, sealed: [] }), "0 shares");
  assert.equal(fault(good, { ...sheet, sealed: [], complete: false }), "");
  assert.equal(fault(good, { ...sheet, seal: "0" }), "0 seal");
});

test("what a device remembers must be in the record", () => {
  const verdict = verify(record());
  const share = { given: GIVEN, sealed: digest(GIVEN), seal: digest(SECRET), all: [digest(GIVEN)] };

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
  const thrown = (/** @type {string} */ choice) => ({ seat: 0, phase: "throw", choice, outcomes, weights, typed: false });

  const [tally, ...others] = tallies([thrown("3-1"), thrown("2-2"), thrown("3-3")]);

  assert.deepEqual(others, []);
  assert.deepEqual(tally?.labels, ["1", "2", "3"]);
  assert.deepEqual(tally?.came, [1, 2, 3]);
  assert.deepEqual(tally?.expected.map((many) => Math.round(many * 1e6) / 1e6), [2, 2, 2]);
});

test("dice with other faces are counted apart, and a deck that shrinks is one deck", () => {
  const dice = ["1", "2", "P", "C"].flatMap((one) => ["1", "2", "3", "4", "5", "6"].map((other) => `${one}-${other}`));
  const two = { seat: 0, phase: "throw", choice: "P-3", outcomes: dice, weights: dice.map(() => 1), typed: false };
  assert.deepEqual(tallies([two]).map(({ labels }) => labels.join("")), ["12CP", "123456"]);
  assert.equal(sumOf([two, two, two, two, two]), null);

  const card = (/** @type {string[]} */ outcomes) => ({ seat: 0, phase: "draw", choice: "A", outcomes, weights: outcomes.map(() => 2), typed: false });
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
  const six = { seat: 0, phase: "throw", choice: "6", outcomes, weights: outcomes.map(() => 1), typed: false };
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
