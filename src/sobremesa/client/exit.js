/** The exit: how somebody gives up, asked twice, because it cannot be taken back. */

import { fill, h } from "./dom.js";
import { say } from "./voice.js";

export class Exit {
  /** @param {() => void} leave */
  constructor(leave) {
    this.leave = leave;
    this.isAsked = false;
    this.root = h("p", { class: "exit" });
  }

  /** @param {boolean} canLeave */
  show(canLeave) {
    this.root.hidden = !canLeave;
    this.draw();
  }

  draw() {
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      h("button", { class: "quiet", type: "button", onclick: act }, say(`table.exit.${name}`));
    const ask = (/** @type {boolean} */ isAsked) => () => {
      this.isAsked = isAsked;
      this.draw();
      this.root.querySelector("button")?.focus();
    };
    const sure = [say("table.exit.sure"), button("stay", ask(false)), button("leave", this.leave)];
    fill(this.root, this.isAsked ? sure : button("ask", ask(true)));
  }
}
