/** Stretches: a replay in the pages in which the server tells it, asked for one after another as they are needed. */

import { Refusal } from "./api.js";
import { apply } from "./frame.js";

/** @typedef {import("./api.js").Replay} Page */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./frame.js").Told} Told */

const TOO_MANY = 429;

export class Stretches {
  /**
   * @param {Page} first
   * @param {(from: number) => Promise<Page>} ask for the page after an event
   * @param {(seconds: number) => Promise<void>} [rest]
   */
  constructor(first, ask, rest = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds))) {
    this.ask = ask;
    this.rest = rest;
    /** @type {Told[]} */
    this.events = [];
    /** The frames between events, the first before them all. @type {Frame[]} */
    this.frames = [first.first];
    /** The number of the last event that may be looked at. */
    this.end = 0;
    this.isLeft = false;
    /** @type {Promise<void> | null} */
    this.reading = null;
    this.take(first);
  }

  /** @param {Page} page */
  take(page) {
    const last = /** @type {Frame} */ (this.frames.at(-1));
    let frame = { ...last, looks: { ...last.looks, ...page.first.looks, ...page.looks } };
    this.frames[this.frames.length - 1] = frame;
    for (const event of page.events) {
      frame = apply(frame, event);
      this.events.push(event);
      this.frames.push(frame);
    }
    this.end = Math.max(page.end, this.events.length);
  }

  /**
   * This reads on until an event is there, or there are no more.
   *
   * @param {number} at
   */
  async reach(at) {
    while (this.events.length < Math.min(at, this.end) && !this.isLeft) {
      const had = this.events.length;
      this.reading ??= this.more().finally(() => (this.reading = null));
      await this.reading;
      if (this.events.length === had) return;
    }
  }

  /** This reads the page after the last event that is there; in a match that goes on there may be more than there was. */
  async more() {
    const from = this.events.length;
    for (;;) {
      try {
        const page = await this.ask(from);
        if (!this.isLeft && this.events.length === from) this.take(page);
        return;
      } catch (problem) {
        // Whoever reads a long match fast has to wait for a moment.
        if (!(problem instanceof Refusal) || problem.status !== TOO_MANY || this.isLeft) throw problem;
        await this.rest(problem.wait || 1);
      }
    }
  }

  /** Nothing more is read. */
  leave() {
    this.isLeft = true;
  }
}
