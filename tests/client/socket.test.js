import assert from "node:assert/strict";
import { test } from "node:test";

import { Socket } from "../../src/sobremesa/client/socket.js";

/** A world in which lines open when they are told, and time passes when it is told. */
class World {
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Map<number, {at: number, call: () => void}>} */
    this.timers = new Map();
    this.time = 0;
    this.count = 0;
    this.isSeen = true;
    /** @type {any[]} */
    this.heard = [];
    /** @type {boolean[]} */
    this.states = [];
    const hearer = {
      hello: () => ({ t: "hello" }),
      hear: (/** @type {any} */ message) => void this.heard.push(message),
      line: (/** @type {boolean} */ isOnline) => void this.states.push(isOnline),
    };
    this.socket = new Socket(hearer, {
      connect: () => this.connect(),
      later: (wait, call) => this.later(wait, call),
      never: (timer) => this.timers.delete(timer),
      luck: () => (this.count++ % 97) / 97,
      isSeen: () => this.isSeen,
    });
  }

  get line() {
    return /** @type {Line} */ (this.lines.at(-1));
  }

  connect() {
    this.lines.push(new Line());
    return this.line;
  }

  /** @param {number} wait @param {() => void} call */
  later(wait, call) {
    const id = ++this.count;
    this.timers.set(id, { at: this.time + wait, call });
    return id;
  }

  /** @param {number} span */
  pass(span) {
    const end = this.time + span;
    for (;;) {
      const [due] = [...this.timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at);
      if (!due) break;
      this.time = due[1].at;
      this.timers.delete(due[0]);
      due[1].call();
    }
    this.time = end;
  }
}

class Line {
  constructor() {
    /** @type {any[]} */
    this.sent = [];
    this.isClosed = false;
    /** @type {((event: any) => void) | null} */
    this.onopen = null;
    /** @type {((event: any) => void) | null} */
    this.onmessage = null;
    /** @type {((event: any) => void) | null} */
    this.onclose = null;
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.isClosed = true;
  }

  open() {
    this.onopen?.({});
  }

  /** @param {object} message */
  tell(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop() {
    this.onclose?.({});
  }
}

test("a command waits for the answer with its own name", async () => {
  const world = new World();
  world.line.open();
  const answer = world.socket.ask({ t: "move", move: "a" });
  const [hello, command] = world.line.sent;
  world.line.tell({ t: "ev", seq: 4 });
  world.line.tell({ t: "ok", id: command.id, seq: 4 });

  assert.equal(hello.t, "hello");
  assert.equal((await answer).t, "ok");
  assert.deepEqual(world.heard, [{ t: "ev", seq: 4 }]);
});

test("a command that was on its way when the line broke goes out again under the same name, after the hello", async () => {
  const world = new World();
  world.line.open();
  const answer = world.socket.ask({ t: "move", move: "a" });
  const first = world.line.sent[1];
  world.line.drop();
  world.pass(1000);
  world.line.open();
  const again = world.line.sent;
  world.line.tell({ t: "dup", id: first.id, seq: 4 });

  assert.equal(world.lines.length, 2);
  assert.deepEqual(again, [{ t: "hello" }, first]);
  assert.equal((await answer).t, "dup");
  assert.deepEqual(world.states, [true, false, true]);
});

test("a command given without a line goes out once, when there is one", () => {
  const world = new World();
  void world.socket.ask({ t: "move", move: "a" });
  assert.deepEqual(world.line.sent, []);
  world.line.open();

  assert.deepEqual(world.line.sent.map(({ t }) => t), ["hello", "move"]);
});

test("tries to connect come less and less often, at most every eight seconds", () => {
  const world = new World();
  for (let time = 0; time < 60000; time += 50) {
    if (world.socket.line) world.line.drop();
    world.pass(50);
  }

  assert.ok(world.lines.length > 8 && world.lines.length < 24, String(world.lines.length));
});

test("a silent line is asked, said to be gone within five seconds, and given up if it does not answer", () => {
  const world = new World();
  world.line.open();
  const [line] = world.lines;
  world.line.tell({ t: "snap" });
  world.pass(2100);
  assert.equal(line?.sent.at(-1).t, "ping");
  world.line.tell({ t: "pong" });
  world.pass(4100);
  assert.deepEqual([line?.isClosed, world.states], [false, [true, false]]);
  world.pass(4100);

  assert.equal(line?.isClosed, true);
  assert.equal(world.lines.length, 2);
  assert.deepEqual(world.states, [true, false]);
});

test("a line that answers late is there again, and what was asked meanwhile went out once", () => {
  const world = new World();
  world.line.open();
  world.line.tell({ t: "snap" });
  world.pass(4100);
  void world.socket.ask({ t: "move", move: "a" });
  world.line.tell({ t: "pong" });
  world.pass(1000);

  assert.deepEqual(world.states, [true, false, true]);
  assert.deepEqual(world.line.sent.map(({ t }) => t), ["hello", "ping", "move"]);
});

test("a move made on a line that is dead goes out again on the next one under the same name", () => {
  const world = new World();
  world.line.open();
  world.line.tell({ t: "snap" });
  void world.socket.ask({ t: "move", move: "a" });
  const first = world.line.sent[1];
  world.pass(9000);
  world.line.open();

  assert.deepEqual(world.line.sent, [{ t: "hello" }, first]);
});

test("who opens a table or thinks may take longer to answer", () => {
  for (const isThinking of [false, true]) {
    const world = new World();
    world.line.open();
    if (isThinking) {
      world.line.tell({ t: "snap" });
      void world.socket.ask({ t: "hint" });
    }
    world.pass(7900);
    assert.deepEqual(world.states, [true]);
    world.pass(200);
    assert.deepEqual(world.states, [true, false]);
  }
});

test("a page that nobody sees asks rarely, and at once when somebody looks again or the device says it is offline", () => {
  const world = new World();
  world.isSeen = false;
  world.line.open();
  world.line.tell({ t: "snap" });
  world.pass(14000);
  assert.deepEqual(world.line.sent.map(({ t }) => t), ["hello"]);
  world.socket.hurry();
  world.pass(2100);

  assert.equal(world.line.sent.at(-1).t, "ping");
  assert.deepEqual(world.states, [true, false]);
});

test("a line that does not open is given up", () => {
  const world = new World();
  world.pass(12000);

  assert.equal(world.lines.length, 2);
  assert.equal(world.lines[0]?.isClosed, true);
});

test("whoever comes back need not wait, and whoever leaves hears no more", () => {
  const world = new World();
  world.line.open();
  world.line.drop();
  world.socket.hurry();
  assert.equal(world.lines.length, 2);
  world.line.open();
  world.socket.leave();
  world.line.drop();
  world.pass(60000);

  assert.equal(world.lines.length, 2);
  assert.deepEqual(world.states, [true, false, true]);
});

test("whoever was too fast stays away for as long as it is told to", () => {
  const world = new World();
  world.line.open();
  world.line.tell({ t: "no", id: null, seq: -1, text: "too fast", retry_after: 5 });
  world.line.drop();
  world.pass(4900);
  assert.equal(world.lines.length, 1);
  world.pass(1000);
  assert.equal(world.lines.length, 2);
  world.line.open();
  world.line.drop();
  world.pass(1000);
  assert.equal(world.lines.length, 3);
});

test("whoever begins anew says hello on another line, and the old one is closed without a word", () => {
  const world = new World();
  world.line.open();
  const [old] = world.lines;
  world.socket.renew();
  world.line.open();
  old?.drop();

  assert.equal(old?.isClosed, true);
  assert.deepEqual(world.line.sent, [{ t: "hello" }]);
  assert.deepEqual([world.lines.length, world.states], [2, [true, true]]);
});

test("what an old line still says is not heard", () => {
  const world = new World();
  world.line.open();
  const [old] = world.lines;
  world.line.drop();
  world.pass(1000);
  world.line.open();
  old?.tell({ t: "ev", seq: 9 });

  assert.deepEqual(world.heard, []);
});
