import assert from "node:assert/strict";
import { test } from "node:test";

import { Refusal } from "../../src/sobremesa/client/api.js";
import { Stretches } from "../../src/sobremesa/client/stretches.js";
import { frame } from "./frames.js";

const PAGE = 3;

/** A server that tells a match page by page, and notes what it was asked for. */
class Told {
  /** @param {number} length */
  constructor(length) {
    this.length = length;
    /** @type {number[]} */
    this.asked = [];
    this.ask = (/** @type {number} */ from) => {
      this.asked.push(from);
      return Promise.resolve(this.page(from));
    };
  }

  /** @param {number} from */
  page(from) {
    const upto = Math.min(from + PAGE, this.length);
    const events = Array.from({ length: upto - from }, (_, number) => ({ seq: from + number + 1, d: { scores: [from + number + 1] } }));
    const looks = { [`look${from}`]: "drawn" };
    return { first: frame([], { seq: from, scores: [from] }), events, looks, length: this.length, end: this.length, next: upto < this.length ? upto : null };
  }
}

test("a replay is read as far as it is needed, and each page once", async () => {
  const server = new Told(8);
  const read = new Stretches(server.page(0), server.ask);
  assert.equal(read.end, 8);
  assert.equal(read.events.length, 3);

  await Promise.all([read.reach(4), read.reach(5)]);
  assert.deepEqual(server.asked, [3]);
  await read.reach(100);

  assert.deepEqual(server.asked, [3, 6]);
  assert.deepEqual(read.events.map(({ seq }) => seq), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(read.frames.map(({ seq, scores }) => [seq, ...scores]), [0, 1, 2, 3, 4, 5, 6, 7, 8].map((seq) => [seq, seq]));
  assert.deepEqual(Object.keys(read.frames.at(-1)?.looks ?? {}).filter((name) => name.startsWith("look")), ["look0", "look3", "look6"]);
});

test("in a match that goes on there may be more than there was", async () => {
  const server = new Told(2);
  const read = new Stretches(server.page(0), server.ask);
  server.length = 4;

  await read.more();

  assert.deepEqual([read.end, read.events.length], [4, 4]);
});

test("whoever reads too fast waits as long as it is told, and goes on", async () => {
  const server = new Told(5);
  /** @type {number[]} */
  const waits = [];
  let refusals = 2;
  const read = new Stretches(
    server.page(0),
    (from) => (refusals-- > 0 ? Promise.reject(new Refusal(429, null, "", 7)) : server.ask(from)),
    async (seconds) => void waits.push(seconds),
  );

  await read.reach(5);

  assert.deepEqual([waits, read.events.length], [[7, 7], 5]);
});

test("other refusals are for whoever looks, and the next attempt goes on", async () => {
  const server = new Told(5);
  let isAway = true;
  const read = new Stretches(server.page(0), (from) => (isAway ? Promise.reject(new Refusal(0, null, "")) : server.ask(from)));

  await assert.rejects(read.reach(5), Refusal);
  isAway = false;
  await read.reach(5);

  assert.equal(read.events.length, 5);
});

test("nothing more is read once somebody has left", async () => {
  const server = new Told(9);
  const read = new Stretches(server.page(0), server.ask);
  read.leave();

  await read.reach(9);

  assert.deepEqual([server.asked, read.events.length], [[], 3]);
});
