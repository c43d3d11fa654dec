/**
 * Kept seats: for a while the seats of a rematch are kept for those who sat there, and everybody sees for how long.
 *
 * @typedef {{seats: number[], left: number}} Kept which seats are kept, and for how many milliseconds still
 */

import { span } from "./clock.js";
import { fill, h } from "./dom.js";
import { say } from "./voice.js";

const TICK = 250;

/**
 * Return for how many whole seconds seats are still kept.
 *
 * @param {Kept | null} kept as the server has told
 * @param {number} passed how many milliseconds ago that was
 * @returns {number} 0 if none is
 */
export function secondsKept(kept, passed) {
  return kept ? Math.max(0, Math.ceil((kept.left - passed) / 1000)) : 0;
}

/**
 * Return for whom seats are kept, and for how long, in words.
 *
 * @param {string[]} names
 * @param {number} seconds
 */
export function keptText(names, seconds) {
  return say("table.kept", { count: names.length, names, time: span(seconds) });
}

export class KeptSeats {
  /**
   * @param {(seat: number) => string} nameOf
   * @param {(text: string) => void} announce says something to those who listen instead of looking
   */
  constructor(nameOf, announce) {
    this.nameOf = nameOf;
    this.announce = announce;
    /** @type {Kept | null} */
    this.kept = null;
    this.heard = 0;
    this.isTold = false;
    this.root = h("p", { class: "kept", hidden: true });
    this.timer = setInterval(() => this.tick(), TICK);
  }

  /** @param {Kept | null} kept as the server has told just now */
  hear(kept) {
    this.kept = kept;
    this.heard = performance.now();
    this.tick();
  }

  leave() {
    clearInterval(this.timer);
  }

  /** Whether a seat is kept for somebody. @param {number} seat */
  has(seat) {
    return this.kept?.seats.includes(seat) ?? false;
  }

  tick() {
    const seconds = secondsKept(this.kept, performance.now() - this.heard);
    this.root.hidden = !seconds;
    if (!this.kept || !seconds) return;
    const names = this.kept.seats.map(this.nameOf);
    // Who they are may not be known yet.
    if (!names.every(Boolean)) return;
    const words = keptText(names, seconds);
    if (this.root.textContent !== words) fill(this.root, words);
    // Once is enough: who counts down aloud disturbs.
    if (!this.isTold) this.announce(words);
    this.isTold = true;
  }
}
