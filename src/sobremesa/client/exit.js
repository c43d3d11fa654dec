/**
 * The exit: how somebody gives up, asked twice, because it cannot be taken back.
 *
 * @typedef {import("./frame.js").Chair} Chair
 * @typedef {import("./frame.js").Frame} Frame
 */

import { fill, h } from "./dom.js";
import { namesOf } from "./people.js";
import { say } from "./voice.js";

export class Exit {
  /** @param {(seat: number) => void} leave */
  constructor(leave) {
    this.leave = leave;
    this.isAsked = false;
    /** Who would give up: whoever looks, or nobody who may. @type {number | null} */
    this.seat = null;
    this.question = "";
    this.root = h("div", { class: "exit" });
  }

  /** @param {Frame} frame @param {readonly Chair[]} chairs */
  show(frame, chairs) {
    const seat = frame.over || frame.seat === null || !frame.mine.includes(frame.seat) ? null : frame.seat;
    // Whoever takes the device over has not asked to leave.
    if (seat !== this.seat) this.isAsked = false;
    this.seat = seat;
    this.root.hidden = seat === null;
    if (seat === null) return;
    const what = chairs[seat]?.ends ? "ends" : "bot";
    const player = namesOf(chairs)[seat] ?? "";
    this.question = frame.mine.length > 1 ? say(`table.exit.here.${what}`, { player }) : say(`table.exit.${what}`);
    this.draw();
  }

  draw() {
    const button = (/** @type {string} */ name, /** @type {string} */ look, /** @type {() => void} */ act) =>
      h("button", { class: look, type: "button", "data-key": name, onclick: act }, say(`table.exit.${name}`));
    const ask = (/** @type {boolean} */ isAsked) => () => {
      this.isAsked = isAsked;
      this.draw();
      this.root.querySelector("button")?.focus();
    };
    const leave = () => this.seat !== null && this.leave(this.seat);
    const sure = [h("p", {}, this.question), button("stay", "button", ask(false)), button("leave", "button", leave)];
    fill(this.root, this.isAsked ? sure : button("ask", "quiet", ask(true)));
  }
}
