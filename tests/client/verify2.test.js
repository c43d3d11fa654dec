import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";

import { Fault } from "../../src/sobremesa/client/verify.js";
import { verify } from "../../src/sobremesa/client/verify2.js";

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

test("a record of before format 3 is verified, and its throws are told", () => {
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
