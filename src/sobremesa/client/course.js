/**
 * The course of a match as this page has seen it: what the server tells comes in at once, and is shown one after the other.
 *
 * @typedef {import("./frame.js").Frame} Frame
 * @typedef {import("./frame.js").Told} Told
 * @typedef {import("./frame.js").Chair} Chair
 * @typedef {import("./frame.js").Phrase} Phrase
 *
 * @typedef {object} Show
 * @property {(frame: Frame, isAnew: boolean) => void} whole shows a frame as it is; anew, if it comes from elsewhere
 * @property {(told: Told, after: Frame, haste: number) => Promise<void>} event shows an event with its motion
 * @property {() => void} rest called when everything has been shown
 * @property {(clock: import("./clock.js").Running | null) => void} [clock] called when it is told what is left on clocks
 * @property {(kept: import("./kept.js").Kept | null) => void} [kept] called when it is told which seats are kept
 * @property {(waiting: import("./presence.js").Waiting | null) => void} [absent] called when it is told for how long
 * whoever looks is still waited for
 * @property {() => void} people called when somebody came or went, or the server says what it is doing
 */

import { apply } from "./frame.js";
import { Queue, haste } from "./queue.js";

export class Course {
  /** @param {Show} show */
  constructor(show) {
    this.show = show;
    /** What is on the screen. @type {Frame | null} */
    this.frame = null;
    /** The last event that came in, shown or not. */
    this.seq = -1;
    /** @type {Chair[]} */
    this.chairs = [];
    /** @type {Phrase | null} */
    this.status = null;
    this.isHurried = false;
    /** What has changed without an event while one was being shown. @type {Partial<Frame>} */
    this.late = {};
    /** Until when the last move may be taken back before anything else happens. */
    this.heldUntil = 0;
    /** @type {Queue<Frame | Told>} */
    this.queue = new Queue((item) => this.next(item), () => this.rested());
  }

  /** This tells whether something is still being shown. */
  get isBusy() {
    return this.queue.isBusy;
  }

  /** This is how many seconds are left to take the last move back. */
  get hold() {
    return Math.max(0, (this.heldUntil - performance.now()) / 1000);
  }

  /**
   * This takes in what the server tells.
   *
   * @param {any} message
   */
  hear(message) {
    const hold = message.d ? message.d.hold : message.hold;
    if (hold !== undefined) this.heldUntil = performance.now() + 1000 * hold;
    const clock = message.d ? message.d.clock : message.clock;
    // When time begins to run the server says, whatever still moves on the board.
    if (clock !== undefined) this.show.clock?.(clock);
    const absent = message.d ? message.d.absent : message.absent;
    if (absent !== undefined) this.show.absent?.(absent);
    const kept = message.d ? message.d.kept : message.kept;
    if (kept !== undefined) this.show.kept?.(kept);
    if (message.t === "snap") {
      this.queue.clear();
      this.seq = message.seq;
      this.chairs = message.seats;
      this.status = message.status;
      this.hurry();
      this.queue.push(message);
    } else if (message.t === "ev" && message.seq > this.seq) {
      this.seq = message.seq;
      this.queue.push(message);
    } else if (message.t === "seats") {
      this.chairs = message.seats;
      this.show.people();
    } else if (message.t === "status") {
      const { t: _, status, ...rest } = message;
      this.status = status;
      // What may be taken back changes without an event: the time to think it over has passed.
      if (this.frame) this.frame = { ...this.frame, ...rest };
      this.late = { ...this.late, ...rest };
      this.show.people();
      if (!this.isBusy) this.show.rest();
    }
  }

  /** This shows at once whatever still waits. */
  hurry() {
    if (this.isBusy) this.isHurried = true;
  }

  rested() {
    this.isHurried = false;
    this.show.rest();
  }

  /** @param {Frame | Told} item */
  async next(item) {
    if (!("d" in item)) {
      // Another seat knows other things, also of what happened before.
      const isAnew = this.frame === null || item.seq !== this.frame.seq || item.seat !== this.frame.seat;
      this.frame = item;
      return this.show.whole(item, isAnew);
    }
    if (!this.frame) return;
    const after = apply(this.frame, item);
    this.late = {};
    await this.show.event(item, after, this.isHurried ? 0 : haste(this.queue.length));
    this.frame = { ...after, ...this.late };
    if (item.d.seats) this.chairs = item.d.seats;
    if (item.d.status !== undefined) this.status = item.d.status;
  }
}
