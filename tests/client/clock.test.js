import assert from "node:assert/strict";
import { test } from "node:test";

import { leftOf } from "../../src/sobremesa/client/clock.js";

/** @type {import("../../src/sobremesa/client/clock.js").Running} */
const running = { kind: "move", seconds: 30, seat: 1, left: [30_000, 20_000], wait: 800 };

test("time runs for one seat alone, once what has happened could be shown", () => {
  assert.equal(leftOf(running, 1, 800), 20_000);
  assert.equal(leftOf(running, 1, 5_800), 15_000);
  assert.equal(leftOf(running, 0, 5_800), 30_000);
});

test("where nothing is to be shown it runs at once", () => {
  assert.equal(leftOf({ ...running, wait: 0 }, 1, 5_000), 15_000);
  assert.equal(leftOf(null, 1, 5_000), 0);
});
