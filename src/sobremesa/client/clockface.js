/**
 * The clock face: small beside every name, and large only when whoever looks has less than ten seconds left.
 *
 * @typedef {import("./clock.js").Running} Running
 */

import { clockText, leftOf, timeText } from "./clock.js";
import { fill, h } from "./dom.js";
import { say } from "./voice.js";

const SHORT = 10_000;
const TICK = 200;

export class ClockFace {
  /**
   * @param {HTMLElement} chairs where everybody's time is shown, in elements of class chair-clock
   * @param {(text: string) => void} announce says something to those who listen instead of looking
   */
  constructor(chairs, announce) {
    this.chairs = chairs;
    this.announce = announce;
    /** Whether it has been said that little is left. */
    this.isSaid = false;
    /** @type {Running | null} */
    this.running = null;
    /** When that was so. */
    this.heard = 0;
    /** @type {readonly number[]} */
    this.mine = [];
    this.big = h("p", { class: "countdown", hidden: true });
    this.timer = setInterval(() => this.tick(), TICK);
  }

  /** @param {Running | null} running as the server has told just now */
  hear(running) {
    this.running = running;
    this.heard = performance.now();
  }

  /** @param {readonly number[]} mine @param {boolean} isOver */
  show(mine, isOver) {
    this.mine = mine;
    if (isOver) this.running = null;
    this.tick();
  }

  leave() {
    clearInterval(this.timer);
  }

  /** This is what a seat has left, in milliseconds. @param {number} seat */
  left(seat) {
    return leftOf(this.running, seat, performance.now() - this.heard);
  }

  tick() {
    const { running } = this;
    for (const face of this.chairs.querySelectorAll(".chair-clock")) {
      const seat = Number(face.getAttribute("data-seat"));
      const text = running ? timeText(this.left(seat)) : "";
      if (face.textContent === text) continue;
      fill(face, text);
      face.setAttribute("title", running ? clockText(running) : "");
      face.setAttribute("aria-label", text && say("clock.left", { time: text }));
    }
    const seat = running?.seat ?? null;
    const isShort = seat !== null && this.mine.includes(seat) && this.left(seat) < SHORT;
    this.big.hidden = !isShort;
    const text = isShort ? String(Math.max(0, Math.ceil(this.left(seat) / 1000))) : "";
    if (this.big.textContent === text) return;
    fill(this.big, text);
    const words = text && say("clock.short", { count: Number(text) });
    this.big.setAttribute("aria-label", words);
    // Once is enough: who counts down aloud disturbs.
    if (words && !this.isSaid) this.announce(words);
    this.isSaid = isShort;
  }
}
