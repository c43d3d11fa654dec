import assert from "node:assert/strict";
import { test } from "node:test";

import { againstBots, changes, hasPeople, isOpen, remembered, reseated, resized } from "../../src/sobremesa/client/wish.js";

const LEVELS = ["easy", "normal", "hard"];
/** @type {import("../../src/sobremesa/client/api.js").Game} */
const GAME = {
  name: "a-game",
  seats: [2, 3, 4],
  dice: true, lesson: true, hands: false, usual_seats: 3,
  options: [
    { name: "teams", values: [false, true], default: false, only_seats: [4] },
    { name: "length", values: ["short", "long"], default: "short", only_seats: [] },
  ],
};
/** @type {(kind: "me" | "here" | "open" | "bot", name?: string, level?: string) => import("../../src/sobremesa/client/api.js").SeatWish} */
const seat = (kind, name = "", level = "") => ({ kind, name, level });

test("one person sits down against bots", () => {
  assert.deepEqual(againstBots(GAME, "Ana"), {
    seats: [seat("me", "Ana"), seat("bot", "", "normal"), seat("bot", "", "normal")],
    options: {},
  });
});

test("a longer table gets bots like the last one, a shorter one loses seats", () => {
  const seats = [seat("me"), seat("bot", "", "easy"), seat("open")];

  assert.deepEqual(resized(seats, 4), [...seats, seat("bot", "", "easy")]);
  assert.deepEqual(resized(seats, 2), seats.slice(0, 2));
  assert.deepEqual(resized([seat("me")], 2), [seat("me"), seat("bot", "", "normal")]);
});

test("there is only one me", () => {
  const seats = [seat("me", "Ana"), seat("bot", "", "easy")];

  assert.deepEqual(reseated(seats, 1, "me", "", "Ana"), [seat("here"), seat("me", "Ana")]);
  assert.deepEqual(reseated(seats, 0, "bot", "hard", "Ana"), [seat("bot", "", "hard"), seats[1]]);
  assert.deepEqual(reseated(seats, 1, "open", "", "Ana"), [seats[0], seat("open")]);
});

test("only what differs from the rulebook and is open to so many is a change", () => {
  assert.deepEqual(changes(GAME, { teams: true, length: "long" }, 4), { teams: true, length: "long" });
  assert.deepEqual(changes(GAME, { teams: true, length: "long" }, 3), { length: "long" });
  assert.deepEqual(changes(GAME, { teams: false, length: "endless", colour: 1 }, 4), {});
  assert.ok(isOpen({ name: "x", values: [1], default: 1, only_seats: [] }, 2));
  assert.ok(!isOpen({ name: "x", values: [1], default: 1, only_seats: [4] }, 2));
});

test("last time's wish comes back as far as the game still knows it", () => {
  const last = { seats: [seat("me", "Old"), seat("here", "Luis"), seat("bot", "", "hard"), seat("bot", "", "gone")], options: { teams: true, colour: 1 } };

  assert.deepEqual(remembered(GAME, last, "Ana", LEVELS), {
    seats: [seat("me", "Ana"), seat("here", "Luis"), seat("bot", "", "hard"), seat("open")],
    options: { teams: true },
  });
  for (const nothing of [undefined, null, 3, {}, { seats: [] }, { seats: "me" }, { seats: Array(9).fill(seat("me")) }])
    assert.deepEqual(remembered(GAME, nothing, "Ana", LEVELS), againstBots(GAME, "Ana"));
});

test("bots alone are no table", () => {
  assert.ok(!hasPeople([seat("bot"), seat("bot")]));
  assert.ok(hasPeople([seat("bot"), seat("open")]));
});
