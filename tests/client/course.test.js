import assert from "node:assert/strict";
import { test } from "node:test";

import { Course } from "../../src/sobremesa/client/course.js";
import { frame, thing } from "./frames.js";

/** A course whose events are shown when they are let go. */
class Watched {
  constructor() {
    /** @type {string[]} */
    this.shown = [];
    /** @type {(() => void)[]} */
    this.waiting = [];
    /** @type {(number | null)[]} */
    this.absent = [];
    this.course = new Course({
      whole: ({ seq }, isAnew) => void this.shown.push(`whole ${seq}${isAnew ? " anew" : ""}`),
      event: ({ seq }, _, haste) =>
        new Promise((resolve) => {
          this.shown.push(`event ${seq}${haste ? "" : " at once"}`);
          this.waiting.push(resolve);
        }),
      absent: (waiting) => void this.absent.push(waiting?.left ?? null),
      rest: () => void this.shown.push("rest"),
      people: () => void this.shown.push("people"),
    });
  }

  /** @param {object} message */
  hear(message) {
    this.course.hear(message);
  }

  async go() {
    await settled();
    this.waiting.shift()?.();
    await settled();
  }
}

async function settled() {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

/** @param {number} seq @param {object} [more] */
const snap = (seq, more = {}) => ({ t: "snap", ...frame([thing("a", "piece|1|0", 0)], { seq, ...more }) });
/** @param {number} seq @param {object} [d] */
const event = (seq, d = {}) => ({ t: "ev", seq, d, log: [] });

test("events are shown one after the other, and then there is rest", async () => {
  const watched = new Watched();
  watched.hear(snap(3));
  watched.hear(event(4, { rule: "throw" }));
  watched.hear(event(5));
  await watched.go();
  await watched.go();

  assert.deepEqual(watched.shown, ["whole 3 anew", "event 4", "event 5", "rest"]);
  assert.equal(watched.course.frame?.seq, 5);
  assert.equal(watched.course.frame?.rule, "throw");
});

test("what has been heard before is not shown twice", async () => {
  const watched = new Watched();
  watched.hear(snap(3));
  watched.hear(event(3));
  watched.hear(event(4));
  watched.hear(event(4));
  await watched.go();

  assert.deepEqual(watched.shown, ["whole 3 anew", "event 4", "rest"]);
});

test("whoever is in a hurry sees the rest at once", async () => {
  const watched = new Watched();
  watched.hear(snap(3));
  watched.hear(event(4));
  watched.hear(event(5));
  await settled();
  watched.course.hurry();
  await watched.go();
  await watched.go();
  watched.hear(event(6));
  await watched.go();

  assert.deepEqual(watched.shown, ["whole 3 anew", "event 4", "event 5 at once", "rest", "event 6", "rest"]);
});

test("a whole frame takes the place of what still waited; the same one again is nothing new", async () => {
  const watched = new Watched();
  watched.hear(snap(3));
  watched.hear(event(4));
  watched.hear(event(5));
  await settled();
  watched.hear(snap(9));
  await watched.go();
  watched.hear(snap(9));
  watched.hear(snap(9, { seat: 1 }));
  await settled();

  assert.deepEqual(watched.shown, ["whole 3 anew", "event 4", "whole 9 anew", "rest", "whole 9", "whole 9 anew", "rest"]);
});

test("people come and go without an event, and what the server says of itself outlives one", async () => {
  const watched = new Watched();
  watched.hear(snap(3, { undo: true, hold: 2 }));
  watched.hear(event(4, { rule: "walk" }));
  await settled();
  watched.hear({ t: "status", status: { say: "server.waiting" }, undo: false, hold: 0 });
  watched.hear({ t: "seats", seats: [{ kind: "open", name: "", level: "", on: false }] });
  await watched.go();

  const { frame: now, status, chairs, hold } = watched.course;
  assert.deepEqual([now?.rule, now?.undo, status, chairs.length, hold], ["walk", false, { say: "server.waiting" }, 1, 0]);
});

test("the time to take a move back runs out", () => {
  const watched = new Watched();
  watched.hear(snap(3, { undo: true, hold: 2 }));

  assert.ok(watched.course.hold > 1.9 && watched.course.hold <= 2);
  watched.hear({ t: "status", status: null, hold: 0 });
  assert.equal(watched.course.hold, 0);
});

test("for how long somebody is waited for is told at once, whatever is being shown", async () => {
  const watched = new Watched();
  watched.hear(snap(3, { absent: { seat: 0, left: 60_000 } }));
  watched.hear(event(4, { rule: "throw" }));
  watched.hear(event(5, { absent: { seat: 0, left: 30_000 } }));
  watched.hear({ t: "status", status: null, absent: null });

  assert.deepEqual(watched.absent, [60_000, 30_000, null]);
});
