import assert from "node:assert/strict";
import { test } from "node:test";

import { click, differing, early, offer } from "../../src/sobremesa/client/choices.js";

/** @param {string} move @param {string[]} picks @param {string} close */
const gesture = (move, picks, close) => ({ move, picks, close, caption: { say: move } });
const NOTHING = new Set();
/** @param {Iterable<string>} names */
const sorted = (names) => [...names].sort();

const WALKS = [
  gesture("a3", ["a"], "ring/3"),
  gesture("a5", ["a"], "ring/5"),
  gesture("b5", ["b"], "ring/5"),
  gesture("pass", [], "button/pass"),
];

test("at first everything that some move picks can be picked, and moves without picks have their buttons", () => {
  const { picked, pickable, switching, closing, buttons } = offer(WALKS, NOTHING);

  assert.deepEqual(sorted(pickable), ["a", "b"]);
  assert.deepEqual(buttons.map(({ move }) => move), ["pass"]);
  assert.deepEqual([picked.size, switching.size, closing.size], [0, 0, 0]);
});

test("after a pick its ways close the move, and another thing can be picked instead", () => {
  const { picked, pickable, switching, closing, buttons } = offer(WALKS, new Set(["a"]));

  assert.deepEqual([...picked], ["a"]);
  assert.deepEqual(sorted(closing.keys()), ["ring/3", "ring/5"]);
  assert.deepEqual([...switching], ["b"]);
  assert.deepEqual([pickable.size, buttons.length], [0, 0]);
});

test("a click on another thing begins anew, one on the same takes it back", () => {
  assert.deepEqual(click(WALKS, new Set(["a"]), "b"), { clicked: new Set(["b"]) });
  assert.deepEqual(click(WALKS, new Set(["a"]), "a"), { clicked: new Set() });
});

test("a closing click gives the move", () => {
  assert.deepEqual(click(WALKS, new Set(["b"]), "ring/5"), { gesture: WALKS[2] });
  assert.deepEqual(click(WALKS, NOTHING, "button/pass"), { gesture: WALKS[3] });
});

test("what all moves pick counts as picked", () => {
  const only = [gesture("a3", ["a"], "ring/3"), gesture("a5", ["a"], "ring/5")];

  const { picked, closing } = offer(only, NOTHING);

  assert.deepEqual([...picked], ["a"]);
  assert.deepEqual(sorted(closing.keys()), ["ring/3", "ring/5"]);
  assert.deepEqual(click(only, NOTHING, "ring/5"), { gesture: only[1] });
  assert.deepEqual(click(only, NOTHING, "a"), { clicked: NOTHING });
});

test("a target that closes one move only need not wait for its other picks", () => {
  const exits = [gesture("one", ["a"], "ring/6"), gesture("two", ["a", "b"], "ring/0")];

  const { pickable, closing } = offer(exits, NOTHING);

  assert.deepEqual([...pickable], ["b"]);
  assert.equal(closing.get("ring/0"), exits[1]);
  assert.equal(closing.get("ring/6"), exits[0]);
});

test("a target that closes several moves waits for the picks that tell them apart", () => {
  const ways = [
    gesture("sum", ["a", "die-0", "die-1"], "ring/9"),
    gesture("one", ["a", "die-0"], "ring/9"),
    gesture("two", ["a", "die-1"], "ring/4"),
  ];

  const first = offer(ways, new Set(["a"]));
  const later = offer(ways, new Set(["a", "die-0"]));

  assert.deepEqual(sorted(first.closing.keys()), ["ring/4"]);
  assert.deepEqual(sorted(first.pickable), ["die-0", "die-1"]);
  assert.equal(later.closing.get("ring/9"), ways[1]);
  assert.deepEqual([...later.pickable], ["die-1"]);
});

test("any order of picks leads to the same move", () => {
  const move = gesture("three", ["a", "b", "c"], "button/go");
  const others = [gesture("a", ["a"], "button/go"), gesture("b", ["b"], "button/go"), gesture("c", ["c"], "button/go")];
  const orders = [["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"]];

  for (const order of orders) {
    /** @type {ReadonlySet<string>} */
    let clicked = NOTHING;
    for (const target of order) {
      const done = click([move, ...others], clicked, target);
      assert.ok("clicked" in done);
      clicked = done.clicked;
    }
    assert.deepEqual(click([move, ...others], clicked, "button/go"), { gesture: move });
  }
});

test("what closes moves before anything is picked may be clicked: one move is meant, or several are told apart", () => {
  const found = early(WALKS, NOTHING);

  assert.deepEqual(sorted(found.keys()), ["ring/3", "ring/5"]);
  assert.deepEqual(found.get("ring/3"), [WALKS[0]]);
  assert.deepEqual(found.get("ring/5"), [WALKS[1], WALKS[2]]);
  // Whatever is marked speaks for itself.
  assert.equal(early(WALKS, new Set(["a"])).size, 0);
  assert.equal(early([gesture("ab", ["a"], "b"), gesture("ba", ["b"], "a")], NOTHING).size, 0);
});

test("without gestures nothing can be done", () => {
  const { picked, pickable, switching, closing, buttons } = offer([], new Set(["a"]));

  assert.deepEqual([pickable.size, switching.size, closing.size, buttons.length], [0, 0, 0, 0]);
  assert.ok(picked);
  assert.deepEqual(click([], NOTHING, "ring/3"), { clicked: NOTHING });
});

test("a word at a fork is what tells its sentence from the others", () => {
  assert.deepEqual(differing(["R3 to R4 with 1 now", "R3 to R6 with 3 now"]), ["R4 with 1", "R6 with 3"]);
  assert.deepEqual(differing(["one comes out", "two come out"]), ["one comes", "two come"]);
  assert.deepEqual(differing(["a", "a b"]), ["a", "a b"]);
  assert.deepEqual(differing(["same", "same"]), ["same", "same"]);
});
