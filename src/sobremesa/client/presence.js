/**
 * Presence: whoever thinks for long is told in time that a bot is about to take their seat, and keeps it by a click.
 *
 * @typedef {{seat: number, left: number}} Waiting which seat is waited for, and for how many milliseconds still
 */

import { fill, h } from "./dom.js";
import { row } from "./controls.js";
import { say } from "./voice.js";

/** From how many milliseconds on it is said. */
const SOON = 15_000;
const TICK = 200;

/**
 * This is how many seconds somebody still has to say that they are here; null while there is no hurry.
 *
 * @param {Waiting | null} waiting as the server has told
 * @param {number} passed how many milliseconds ago that was
 * @returns {number | null}
 */
export function secondsLeft(waiting, passed) {
  const left = waiting ? waiting.left - passed : Infinity;
  return left > SOON ? null : Math.max(0, Math.ceil(left / 1000));
}

export class Presence {
  /**
   * @param {() => void} act tells the server that somebody is here
   * @param {(text: string) => void} announce says something to those who listen instead of looking
   * @param {(change: () => void) => void} keepFocus changes the page so that nobody loses their place
   */
  constructor(act, announce, keepFocus) {
    this.act = act;
    this.announce = announce;
    this.keepFocus = keepFocus;
    /** @type {Waiting | null} */
    this.waiting = null;
    /** When that was so. */
    this.heard = 0;
    this.words = h("p", { class: "presence-words" });
    this.buttons = h("div", { class: "presence-act" });
    this.root = h("div", { class: "presence", hidden: true }, this.words, this.buttons);
    this.timer = setInterval(() => this.tick(), TICK);
  }

  /** @param {Waiting | null} waiting as the server has told just now */
  hear(waiting) {
    this.waiting = waiting;
    this.heard = performance.now();
    this.tick();
  }

  leave() {
    clearInterval(this.timer);
  }

  tick() {
    const seconds = secondsLeft(this.waiting, performance.now() - this.heard);
    if (seconds === null) {
      if (!this.root.hidden) this.keepFocus(() => (this.root.hidden = true));
      return;
    }
    const words = say("table.presence.soon", { count: seconds });
    if (this.words.textContent !== words) fill(this.words, words);
    if (!this.root.hidden) return;
    fill(this.buttons, row([{ text: say("table.presence.here"), act: this.act, key: "b", look: "primary" }]));
    this.root.hidden = false;
    // Once is enough: who counts down aloud disturbs.
    this.announce(`${words} ${say("table.presence.how")}`);
  }

  /** This presses the button of a key. @param {string} key @returns {boolean} whether there was one */
  press(key) {
    if (this.root.hidden || key.toLowerCase() !== "b") return false;
    this.act();
    return true;
  }
}
