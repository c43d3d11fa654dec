import assert from "node:assert/strict";
import { test } from "node:test";

import { lengthOf, plan, still } from "../../src/sobremesa/client/plan.js";
import { poseAt, shorter } from "../../src/sobremesa/client/tracks.js";
import { frame, thing } from "./frames.js";

/** @typedef {import("../../src/sobremesa/client/frame.js").Placed} Placed */
/** @typedef {import("../../src/sobremesa/client/tracks.js").Track} Track */

/**
 * @param {Placed[]} before
 * @param {Placed[]} after
 * @param {object} [told]
 */
function planned(before, after, told = {}) {
  return plan(frame(before), { seq: 2, d: {}, ...told }, frame(after));
}

/** @param {Track[]} tracks @param {string} id @returns {Track} */
function of(tracks, id) {
  const found = tracks.find((track) => track.id === id);
  assert.ok(found, `no track of ${id}`);
  return found;
}

const PATHS = { paths: { a: ["ring/1", "ring/2", "ring/3"] } };

test("a pawn walks square by square, ninety milliseconds each", () => {
  const tracks = planned([thing("a", "piece|1|0", 0)], [thing("a", "piece|1|0", 3)], PATHS);
  const walk = of(tracks, "a");

  assert.deepEqual([walk.way, walk.time], ["walk", 270]);
  assert.equal(poseAt(walk, 0).x, 0.5);
  assert.equal(poseAt(walk, 90).x, 1.5);
  assert.ok(poseAt(walk, 45).y < 0.5, "it hops");
  assert.deepEqual(poseAt(walk, 270), walk.to);
});

test("a long walk is a quick one", () => {
  const path = Array.from({ length: 40 }, (_, number) => `ring/${number % 12}`);
  const [walk] = planned([thing("a", "piece|1|0", 0)], [thing("a", "piece|1|0", 3)], { paths: { a: path } });

  assert.equal(walk?.time, 900);
});

test("whoever is captured flies home when the walker has arrived", () => {
  const before = [thing("a", "piece|1|0", 0), thing("b", "piece|1|1", 3)];
  const after = [thing("a", "piece|1|0", 3), thing("b", "piece|1|1", 11)];
  const tracks = planned(before, after, PATHS);
  const flight = of(tracks, "b");

  assert.deepEqual([flight.way, flight.start], ["arc", 270]);
  assert.deepEqual(poseAt(flight, 100), flight.from);
  assert.ok(poseAt(flight, flight.start + flight.time / 2).y < 0.5, "it goes in a bow");
  assert.equal(lengthOf(tracks), 270 + flight.time);
});

test("dice tumble for half a second and rest on the face that fell", () => {
  const tracks = planned([thing("d", "die||", 0)], [thing("d", "die|5|", 0, { turn: 4 })]);
  const fall = of(tracks, "d");

  assert.deepEqual([fall.way, fall.time], ["tumble", 500]);
  assert.deepEqual(poseAt(fall, 500), fall.to);
  assert.equal(fall.to.look, "die|5|");
});

test("dice that fall as they lay tumble too, and dice that are put aside do not", () => {
  const lying = [thing("d", "die|5|", 0)];

  assert.equal(of(planned(lying, lying, { log: [{ say: "log.throw" }] }), "d").way, "tumble");
  assert.deepEqual(planned(lying, lying), []);
  assert.equal(of(planned(lying, [thing("d", "die|5|", 4)]), "d").way, "slide");
  assert.equal(of(planned(lying, [thing("d", "die||", 0)]), "d").way, "slide");
});

test("a wheel turns the shorter way and a little too far", () => {
  const tracks = planned([thing("w", "wedge|0|", 0, { turn: 330 })], [thing("w", "wedge|0|", 0, { turn: 30 })]);
  const spin = of(tracks, "w");
  const turns = Array.from({ length: 20 }, (_, number) => poseAt(spin, (number / 20) * spin.time).turn);

  assert.equal(spin.way, "spin");
  assert.ok(Math.max(...turns) > 390 && Math.min(...turns) >= 330);
  assert.deepEqual([shorter(330, 30), shorter(30, 330), shorter(0, 90)], [60, -60, 90]);
});

test("what stands on a wheel goes round with it", () => {
  const before = [thing("t", "token|0|0", 2, { x: 2.9, y: 0.5 })];
  const after = [thing("t", "token|0|0", 2, { x: 2.5, y: 0.1 })];
  const orbit = of(planned(before, after), "t");
  const { x, y } = poseAt(orbit, orbit.time / 3);

  assert.equal(orbit.way, "orbit");
  assert.ok(Math.abs(Math.hypot(x - 2.5, y - 0.5) - 0.4) < 1e-9, "as far from the middle as before");
});

test("a card that is drawn comes from the pile that got smaller, and is turned over if it is shown", () => {
  const before = [thing("deck", "stack|9|", 0), thing("h1", "card|?|", 3)];
  const after = [thing("deck", "stack|8|", 0), thing("h1", "card|?|", 3), thing("h2", "card|R2|", 4)];
  const drawn = of(planned(before, after), "h2");

  assert.equal(drawn.from.x, 0.5);
  assert.equal(drawn.to.look, "card|R2|");
});

test("a card that goes on under another name slides from where it lay and flips if its face changes", () => {
  const tracks = planned([thing("hand-R2", "card|R2|", 1)], [thing("played-0", "card|?|", 6)]);
  const slide = of(tracks, "played-0");
  const gone = of(tracks, "hand-R2");

  assert.deepEqual([slide.way, slide.from.x, slide.from.look], ["flip", 1.5, "card|R2|"]);
  assert.equal(poseAt(slide, slide.start + slide.time / 4).look, "card|R2|");
  assert.equal(poseAt(slide, slide.start + (3 * slide.time) / 4).look, "card|?|");
  assert.equal(poseAt(gone, 0).opacity, 0);
});

test("a card comes from where its path begins", () => {
  const hands = [thing("h1", "card|R2|", 1), thing("h2", "card|R2|", 2)];
  const told = { paths: { p1: ["ring/2", "ring/6"], p2: ["ring/9", "ring/7"] } };
  const tracks = planned(hands, [thing("p1", "card|R2|", 6), thing("p2", "card|R2|", 7)], told);

  assert.equal(of(tracks, "p1").from.x, 2.5);
  assert.equal(of(tracks, "p2").from.x, 9.5);
  assert.equal(of(tracks, "h1").way, "go");
});

test("a chip comes from the pile of its owner and goes back there", () => {
  const piles = (/** @type {string} */ left) => [thing("p0", "supply|7|0", 0), thing("p1", `supply|${left}|1`, 1)];
  const chip = thing("c", "stone|A|1", 8);

  assert.equal(of(planned(piles("5"), [...piles("4"), chip]), "c").from.x, 1.5);
  assert.equal(of(planned([...piles("4"), chip], piles("5")), "c").to.x, 1.5);
});

test("what comes from nowhere grows, and what goes nowhere fades", () => {
  assert.equal(of(planned([], [thing("c", "stone|A|1", 8)]), "c").way, "come");
  assert.equal(of(planned([thing("c", "stone|A|1", 8)], []), "c").way, "go");
});

test("where nothing should move, everything fades", () => {
  const before = frame([thing("a", "piece|1|0", 0), thing("b", "piece|1|1", 3), thing("c", "stone|A|1", 8)]);
  const after = frame([thing("a", "piece|1|0", 3), thing("b", "piece|1|1", 3), thing("d", "die|1|", 9)]);
  const tracks = still(before, after);

  assert.deepEqual(tracks.map(({ id, way }) => [id, way]), [["a", "fade"], ["d", "fade"], ["c", "go"]]);
  assert.equal(poseAt(of(tracks, "a"), 60).x, 0.5);
  assert.equal(poseAt(of(tracks, "a"), 200).x, 3.5);
});
