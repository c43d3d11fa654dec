import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, formOf, glimpsed, partsOf, sizeOf } from "../../src/sobremesa/client/frame.js";
import { frame, thing } from "./frames.js";

const BEFORE = frame([thing("a", "piece|1|0", 0), thing("b", "piece|2|1", 3)]);

test("an event changes what it names and leaves the rest", () => {
  const after = apply(BEFORE, { seq: 2, d: { things: [thing("a", "piece|1|0", 1)], rule: "throw" } });

  assert.deepEqual(after.things, [thing("a", "piece|1|0", 1), thing("b", "piece|2|1", 3)]);
  assert.deepEqual([after.seq, after.rule, after.actor], [2, "throw", 0]);
  assert.equal(BEFORE.things[0]?.[2], "ring/0");
});

test("things come and go", () => {
  const after = apply(BEFORE, { seq: 2, d: { things: [thing("c", "card|x|", 5)], gone: ["b"] } });

  assert.deepEqual(after.things.map(([id]) => id), ["a", "c"]);
});

test("looks are learnt once and kept", () => {
  const first = apply(BEFORE, { seq: 2, d: {}, looks: { "die|1|": "<g/>" } });
  const second = apply(first, { seq: 3, d: {} });

  assert.deepEqual(second.looks, { "die|1|": "<g/>" });
});

test("a match is over when nobody acts any more", () => {
  const over = apply(BEFORE, { seq: 2, d: { actor: "over", places: [1, 2] } });

  assert.equal(over.over, true);
  assert.equal(apply(BEFORE, { seq: 2, d: {} }).over, false);
});

test("a look names kind, face and owner, whatever the face holds", () => {
  assert.deepEqual(partsOf("piece|R1|0"), { kind: "piece", face: "R1", owner: "0" });
  assert.deepEqual(partsOf("card|a|b|"), { kind: "card", face: "a|b", owner: "" });
});

test("form and size come from the kind, and smaller things are smaller", () => {
  const small = thing("a", "card|x|", 0, { scale: 0.5 });

  assert.equal(formOf(BEFORE.stage, small), "card");
  assert.deepEqual(sizeOf(BEFORE.stage, small), [0.5, 0.7]);
});

test("what is glimpsed lies there for a moment and is no part of what comes after", () => {
  const told = { seq: 2, d: { rule: "throw" }, glimpse: [thing("b", "piece|2|1", 7)], looks: { "die|1|": "<g/>" } };
  const glimpse = glimpsed(BEFORE, told);

  assert.equal(glimpse?.things[1]?.[2], "ring/7");
  assert.equal(glimpse?.rule, "");
  assert.equal(apply(BEFORE, told).things[1]?.[2], "ring/3");
  assert.equal(glimpsed(BEFORE, { seq: 2, d: {} }), null);
});
