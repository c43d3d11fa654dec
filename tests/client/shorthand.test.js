/** Shorthand is read into what the rest of the client knows. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Shorthand } from "../../src/sobremesa/client/shorthand.js";
import { frame, thing } from "./frames.js";

const BOOK = [["log.move", "seat", "to"], ["prompt.move", "seat"], ["log.tie", "players"], ["colours.0"], ["captions.go", "to"]];

/** @param {Partial<import("../../src/sobremesa/client/frame.js").Frame>} [more] */
function reader(more = {}) {
  const shorthand = new Shorthand();
  const shown = frame([thing("a", "piece|1|0", 1)], more);
  shorthand.read({ t: "snap", ...shown, stage: { ...shown.stage, book: BOOK, rules: { "prompt.move": "XX-3" } } });
  return shorthand;
}

test("a thing that moves lies in the middle of its place", () => {
  const told = reader().read({ t: "ev", seq: 2, d: { things: [["a", 2, 4]] } });

  assert.deepEqual(told.d.things, [thing("a", "piece|1|0", 4)]);
});

test("a thing that is new, and what differs of it later", () => {
  const shorthand = reader();
  const first = shorthand.read({ t: "ev", seq: 2, d: { things: [["b", 3, "die||", 2]] } });
  const second = shorthand.read({ t: "ev", seq: 3, d: { things: [["b", 61, "die|6|", 2.25, 1, 0.7, 5]] } });
  const third = shorthand.read({ t: "ev", seq: 4, d: { gone: ["b"] } });
  const fourth = shorthand.read({ t: "ev", seq: 5, d: { things: [["b", 3, "die||", 2]] } });

  assert.deepEqual(first.d.things, [thing("b", "die||", 2)]);
  assert.deepEqual(second.d.things, [["b", "die|6|", "ring/2", 2.25, 1, 0.7, 5]]);
  assert.deepEqual(third.d.gone, ["b"]);
  assert.deepEqual(fourth.d.things, first.d.things);
});

test("what is to be seen for a moment stays nowhere", () => {
  const shorthand = reader();
  const told = shorthand.read({ t: "ev", seq: 2, d: {}, glimpse: [["a", 1, "piece|2|0"]] });
  const after = shorthand.read({ t: "ev", seq: 3, d: { things: [["a", 2, 3]] } });

  assert.deepEqual(told.glimpse, [thing("a", "piece|2|0", 1)]);
  assert.deepEqual(after.d.things, [thing("a", "piece|1|0", 3)]);
});

test("phrases, with seats, phrases and lists in them", () => {
  const log = [[0, [-2], 7], [2, { all: [[-1], [-3]] }], [1, [3]], { say: "log.other", seat: { seat: 1 } }];
  const told = reader().read({ t: "ev", seq: 2, d: { prompt: [1, [-1]] }, log });

  assert.deepEqual(told.d, { prompt: { say: "prompt.move", seat: { seat: 0 } }, rule: "XX-3" });
  assert.deepEqual(told.log, [
    { say: "log.move", seat: { seat: 1 }, to: 7 },
    { say: "log.tie", players: [{ seat: 0 }, { seat: 2 }] },
    { say: "prompt.move", seat: { say: "colours.0" } },
    { say: "log.other", seat: { seat: 1 } },
  ]);
});

test("gestures that were offered last are not told again", () => {
  const shorthand = reader();
  const go = (/** @type {number} */ to) => [`go ${to}`, ["a"], to, [4, to]];
  const first = shorthand.read({ t: "ev", seq: 2, d: { gestures: [go(1), go(2), go(3)] } });
  const none = shorthand.read({ t: "ev", seq: 3, d: { gestures: [] } });
  const alike = ["hop 3", ["a"], -1, [4, 3]];
  const again = shorthand.read({ t: "ev", seq: 4, d: { gestures: [go(0), [1, 2], alike] } });

  assert.deepEqual(first.d.gestures[0], {
    move: "go 1",
    picks: ["a"],
    close: "ring/1",
    caption: { say: "captions.go", to: 1 },
  });
  assert.deepEqual(none.d.gestures, []);
  assert.deepEqual(again.d.gestures.slice(1, 3), first.d.gestures.slice(1));
  assert.deepEqual(again.d.gestures[3], { ...first.d.gestures[2], move: "hop 3" });
});

test("paths by the numbers of places", () => {
  const told = reader().read({ t: "ev", seq: 2, d: {}, paths: { a: [1, 2, "ring/5"] } });

  assert.deepEqual(told.paths, { a: ["ring/1", "ring/2", "ring/5"] });
});

test("looks that differ little from others", () => {
  const shorthand = reader({ looks: { "pile|9|0": '<g><i id="s0123456789-x"/>9</g>' } });
  const looks = { "pile|8|0": ["pile|9|0", 16, 4, "8", "sabcdef0123"], "pile|7|0": "<g>7</g>" };
  const told = shorthand.read({ t: "ev", seq: 2, d: {}, looks });

  assert.deepEqual(told.looks, { "pile|8|0": '<g><i id="sabcdef0123-x"/>8</g>', "pile|7|0": "<g>7</g>" });
});

test("what is told in full, and what was told before, is left as it is", () => {
  const shorthand = reader();
  const event = { t: "ev", seq: 2, d: { things: [thing("a", "piece|1|0", 2)], prompt: { say: "prompt.end" } }, log: [] };

  assert.deepEqual(shorthand.read(event), event);
  assert.deepEqual(shorthand.read({ ...event, d: { things: [["a", 2, 9]] } }).d, { things: [["a", 2, 9]] });
  assert.deepEqual(shorthand.read({ t: "seats", seats: [] }), { t: "seats", seats: [] });
});
