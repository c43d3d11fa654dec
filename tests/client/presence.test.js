import assert from "node:assert/strict";
import { test } from "node:test";

import { secondsLeft } from "../../src/sobremesa/client/presence.js";

test("nobody is hurried who is not waited for, or has time", () => {
  assert.equal(secondsLeft(null, 1_000_000), null);
  assert.equal(secondsLeft({ seat: 0, left: 60_000 }, 44_999), null);
});

test("the last seconds are counted down to nothing", () => {
  assert.equal(secondsLeft({ seat: 0, left: 60_000 }, 45_000), 15);
  assert.equal(secondsLeft({ seat: 0, left: 60_000 }, 59_001), 1);
  assert.equal(secondsLeft({ seat: 0, left: 60_000 }, 61_000), 0);
});
