import assert from "node:assert/strict";
import { test } from "node:test";

import { inventory, targetName } from "../../src/sobremesa/client/describe.js";
import { frame, thing } from "./frames.js";

/** @typedef {import("../../src/sobremesa/client/frame.js").Phrase} Phrase */

/** @param {Phrase} phrase */
const say = (phrase) =>
  phrase.say === "table.owned"
    ? `${phrase.what} of ${/** @type {{seat: number}} */ (phrase.seat).seat}`
    : [phrase.say, ...Object.entries(phrase).flatMap(([name, value]) => (name === "say" ? [] : [value]))].join(" ");

const TABLE = frame([
  thing("a", "piece|R1|0", 3),
  thing("b", "piece|G2|1", 3),
  thing("die", "die||", 5),
  thing("w0", "wedge|4|", 7, { turn: -30 }),
  thing("w1", "wedge|5|", 7, { turn: -90 }),
]);

test("a thing is called by what it is, whose and where", () => {
  assert.equal(targetName(TABLE, "a", say), "things.piece R1 of 0: places.square 3");
});

test("a place is called by its name and by what lies there", () => {
  assert.equal(targetName(TABLE, "ring/3", say), "places.square 3: things.piece R1 of 0, things.piece G2 of 1");
  assert.equal(targetName(TABLE, "ring/4", say), "places.square 4");
});

test("what a face is called is said, all of it or sign by sign", () => {
  const known = new Set(["faces.piece.R1", "faces.G", "faces.card.?", "faces.4"]);
  const has = (/** @type {string} */ key) => known.has(key);
  assert.equal(targetName(TABLE, "a", say, has), "things.piece faces.piece.R1 1 of 0: places.square 3");
  assert.equal(targetName(TABLE, "b", say, has), "things.piece G2 (faces.G) of 1: places.square 3");
  assert.equal(targetName(TABLE, "ring/7", say, has), "places.square 7: 5 faces.4");
});

test("what has the same name is counted", () => {
  const table = frame([thing("a", "card|?|", 3), thing("b", "card|?|", 3), thing("c", "card|B|", 3)]);
  assert.equal(targetName(table, "ring/3", say), "places.square 3: table.several 2 things.card ?, things.card B");
  const has = (/** @type {string} */ key) => key === "faces.card.?";
  assert.equal(targetName(table, "ring/3", say, has), "places.square 3: things.card faces.card.? 2, things.card B");
});

test("a blank die is called by its place", () => {
  assert.equal(targetName(TABLE, "die", say), "places.square 5");
});

test("a wheel is told by its faces, with the clock from the top", () => {
  assert.equal(targetName(TABLE, "ring/7", say), "places.square 7: 5 4");
});

test("all that lies on the table can be told, zone by zone", () => {
  assert.deepEqual(inventory(TABLE, say), [
    {
      zone: "zones.ring",
      places: ["places.square 3: things.piece R1 of 0, things.piece G2 of 1", "places.square 5"],
    },
  ]);
});
