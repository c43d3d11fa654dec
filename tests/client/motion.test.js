import assert from "node:assert/strict";
import { test } from "node:test";

import { Motion } from "../../src/sobremesa/client/motion.js";
import { Queue, haste } from "../../src/sobremesa/client/queue.js";

/** @typedef {import("../../src/sobremesa/client/tracks.js").Track} Track */

const REST = { x: 0, y: 0, scale: 1, turn: 0, narrow: 1, opacity: 1, look: "", glow: 0 };
/** @type {Track} */
const SLIDE = { id: "a", way: "slide", start: 0, time: 100, from: REST, to: { ...REST, x: 10 } };

/** A clock that goes on by a sixtieth of a second whenever the screen is drawn. */
function clock() {
  let time = 0;
  return {
    now: () => time,
    next: (/** @type {() => void} */ call) => {
      time += 1000 / 60;
      queueMicrotask(call);
    },
  };
}

test("tracks are played to their end, and no further", async () => {
  /** @type {number[]} */
  const drawn = [];
  await new Motion((_, { x }) => drawn.push(x), clock()).play([SLIDE], 1);

  assert.equal(drawn[0], 0);
  assert.equal(drawn.at(-1), 10);
  assert.deepEqual(drawn, [...drawn].sort((one, other) => one - other));
  assert.equal(drawn.length, 7);
});

test("twice as fast takes half as long, and speed 0 no time at all", async () => {
  const counts = [];
  for (const speed of [2, 0]) {
    let count = 0;
    await new Motion(() => count++, clock()).play([SLIDE], speed);
    counts.push(count);
  }

  assert.deepEqual(counts, [4, 1]);
});

test("whoever skips sees the end at once", async () => {
  /** @type {number[]} */
  const drawn = [];
  const motion = new Motion((_, { x }) => {
    drawn.push(x);
    if (drawn.length === 2) motion.skip();
  }, clock());
  await motion.play([SLIDE], 1);

  assert.equal(drawn.length, 3);
  assert.equal(drawn.at(-1), 10);
});

test("a queue shows one after the other and tells when nothing is left", async () => {
  /** @type {string[]} */
  const course = [];
  await new Promise((resolve) => {
    const queue = new Queue(
      async (/** @type {string} */ item) => {
        course.push(`begin ${item}`);
        await Promise.resolve();
        course.push(`end ${item}`);
      },
      () => resolve(course.push("rest")),
    );
    queue.push("one");
    queue.push("two");
    assert.deepEqual([queue.isBusy, queue.length], [true, 1]);
  });

  assert.deepEqual(course, ["begin one", "end one", "begin two", "end two", "rest"]);
});

test("a queue goes on after something went wrong", async () => {
  /** @type {unknown[]} */
  const faults = [];
  let shown = 0;
  await new Promise((resolve) => {
    const queue = new Queue(
      async (/** @type {number} */ item) => {
        shown++;
        if (item === 1) throw new Error("broken");
      },
      () => resolve(undefined),
      (fault) => faults.push(String(fault)),
    );
    queue.push(1);
    queue.push(2);
  });

  assert.deepEqual([shown, faults], [2, ["Error: broken"]]);
});

test("the more waits, the faster it goes", () => {
  assert.equal(haste(0), 1);
  assert.ok(haste(3) === 2 && haste(30) > 10 && haste(100) >= 20);
});
