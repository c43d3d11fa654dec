import assert from "node:assert/strict";
import { test } from "node:test";

import { ARROWS, arrange, isOver, meant, next, roomBy } from "../../src/sobremesa/client/geometry.js";

/** @param {number} x @param {number} y @param {number} [width] @param {boolean} [isWeak] */
const box = (x, y, width = 1, isWeak = false) => ({ x, y, width, height: width, isWeak });

test("what lies under the finger is meant, and the smaller of two", () => {
  const boxes = new Map([["large", box(0, 0, 4)], ["small", box(1, 0)]]);

  assert.equal(meant(boxes, { x: 1.2, y: 0 }, 0.5), "small");
  assert.equal(meant(boxes, { x: -1, y: 0 }, 0.5), "large");
});

test("of boxes that overlap, the one with the nearer middle is meant", () => {
  const cards = new Map([["left", box(0, 0, 4)], ["middle", box(1, 0, 4)], ["right", box(2, 0, 4)]]);

  for (const [x, name] of ["left", "middle", "right"].entries()) assert.equal(meant(cards, { x, y: 0 }, 0.5), name);
});

test("a weak box gives way to one around it, but not to one beside it", () => {
  const boxes = new Map([["square", box(0, 0, 1)], ["pawn", box(0, 0, 0.8, true)]]);
  const others = new Map([["square", box(1, 0, 1)], ["pawn", box(0, 0, 0.8, true)]]);

  assert.equal(meant(boxes, { x: 0, y: 0 }, 2), "square");
  assert.equal(meant(others, { x: 0.2, y: 0 }, 2), "pawn");
});

test("beside everything, the nearest within reach is meant", () => {
  const boxes = new Map([["left", box(0, 0)], ["right", box(3, 0)]]);

  assert.equal(meant(boxes, { x: 1.4, y: 0 }, 2), "left");
  assert.equal(meant(boxes, { x: 1.6, y: 0 }, 2), "right");
  assert.equal(meant(boxes, { x: 1.5, y: 5 }, 2), undefined);
});

test("arrows lead to the next one ahead, not to one aside", () => {
  const boxes = new Map([["here", box(0, 0)], ["ahead", box(2, 0.3)], ["aside", box(0.5, 3)], ["behind", box(-1, 0)]]);

  assert.equal(next(boxes, "here", arrow("ArrowRight")), "ahead");
  assert.equal(next(boxes, "here", arrow("ArrowDown")), "aside");
  assert.equal(next(boxes, "here", arrow("ArrowLeft")), "behind");
  assert.equal(next(boxes, "here", arrow("ArrowUp")), undefined);
});

test("arrows lead from what is picked to a place right below it, and back", () => {
  const boxes = new Map([["pawn", box(2, 2, 0.8, true)], ["square", box(2, 2)], ["other", box(4, 2)]]);

  assert.equal(next(boxes, "pawn", arrow("ArrowRight")), "square");
  assert.equal(next(boxes, "square", arrow("ArrowRight")), "other");
  assert.equal(next(boxes, "square", arrow("ArrowLeft")), "pawn");
});

test("every one of many boxes can be reached by arrows", () => {
  const boxes = new Map(Array.from({ length: 40 }, (_, n) => [String(n), box((n * 7.3) % 11, (n * 3.7) % 9)]));
  const reached = new Set(["0"]);
  for (const from of reached) {
    for (const direction of Object.values(ARROWS)) {
      const goal = next(boxes, from, direction);
      if (goal !== undefined) reached.add(goal);
    }
  }

  assert.equal(reached.size, boxes.size);
});

/** @param {number} x @param {number} y */
const word = (x, y) => ({ by: box(x, y, 20), width: 110, height: 24 });
const board = { x: 180, y: 180, width: 360, height: 360 };

test("words at a fork are all written, whole, and none over another", () => {
  const forks = [[word(180, 348), word(200, 348), word(240, 348)], [word(12, 12), word(12, 32)], [word(350, 170), word(350, 190), word(10, 180)]];
  for (const words of forks) {
    const boxes = arrange(words, board).map((spot, number) => {
      assert.ok(spot);
      const { by, width, height } = words[number] ?? word(0, 0);
      assert.ok(Math.abs(spot.x) < width / 2 && spot.gap > 0);
      return { left: by.x + spot.x - width / 2, top: by.y + spot.y - height / 2, width, height };
    });
    for (const [number, one] of boxes.entries()) {
      assert.ok(one.left >= 0 && one.top >= 0 && one.left + one.width <= 360 && one.top + one.height <= 360);
      for (const other of boxes.slice(number + 1))
        assert.ok(
          one.left + one.width <= other.left || other.left + other.width <= one.left ||
          one.top + one.height <= other.top || other.top + other.height <= one.top,
        );
    }
  }
});

test("a word alone stands right above, and one that is wider than the board nowhere", () => {
  assert.deepEqual(arrange([word(180, 180)], board), [{ x: 0, y: -26, gap: 4 }]);
  assert.deepEqual(arrange([{ ...word(180, 180), width: 400 }], board), [null]);
});

/** @param {string} key */
function arrow(key) {
  return /** @type {[number, number]} */ (ARROWS[key]);
}

test("a menu stands above what it belongs to, unless a target is there", () => {
  const room = { x: 200, y: 200, width: 400, height: 400 };
  const by = box(200, 200, 60);
  const menu = { width: 120, height: 40 };
  const above = box(200, 140, 60);

  const free = roomBy(menu, by, [], room, 150);
  const other = roomBy(menu, by, [above], room, 150);

  assert.deepEqual([free?.x, (free?.y ?? 0) < 170], [200, true]);
  assert.ok(other && !isOver(other, above) && !isOver(other, by));
});

test("a menu that would cover a target wherever it stands finds no room", () => {
  const room = { x: 200, y: 200, width: 400, height: 400 };
  const crowd = Array.from({ length: 64 }, (_, n) => box(25 + 50 * (n % 8), 25 + 50 * Math.floor(n / 8), 46));

  assert.equal(roomBy({ width: 120, height: 40 }, box(225, 225, 46), crowd, room, 400), null);
  assert.equal(roomBy({ width: 500, height: 40 }, box(225, 225, 46), [], room, 400), null);
});

test("a word never stands on the middle of something else that can be clicked", () => {
  const room = { x: 200, y: 200, width: 400, height: 400 };
  const others = [box(200, 160, 20), box(200, 240, 20)];

  const [spot] = arrange([{ by: box(200, 200, 20), width: 60, height: 24 }], room, others);

  const word = { x: 200 + (spot?.x ?? 0), y: 200 + (spot?.y ?? 0), width: 60, height: 24 };
  assert.ok(spot && others.every(({ x, y }) => !isOver(word, { x, y, width: 1, height: 1 })));
});
