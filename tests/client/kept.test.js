/** Seats of a rematch that are kept for a while. */

import assert from "node:assert/strict";
import test from "node:test";

import { secondsKept } from "../../src/sobremesa/client/kept.js";

test("seconds are counted down to zero, and never below", () => {
  const kept = { seats: [0], left: 60_000 };
  assert.equal(secondsKept(kept, 0), 60);
  assert.equal(secondsKept(kept, 1), 60);
  assert.equal(secondsKept(kept, 59_001), 1);
  assert.equal(secondsKept(kept, 60_000), 0);
  assert.equal(secondsKept(kept, 99_000), 0);
});

test("where nothing is kept there is nothing to count", () => {
  assert.equal(secondsKept(null, 0), 0);
});
