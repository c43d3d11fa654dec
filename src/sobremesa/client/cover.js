/** The cover: what lies over a table with secrets while the device goes from hand to hand. */

import { fill, h } from "./dom.js";
import { say } from "./voice.js";

export class Cover {
  /** @param {() => void} lift called when the next player is there */
  constructor(lift) {
    this.words = h("p", { class: "cover-words" });
    this.button = h("button", { class: "button primary", type: "button", onclick: lift });
    this.root = h("div", { class: "cover", role: "dialog", "aria-modal": "true", hidden: true }, this.words, this.button);
    this.name = "";
  }

  get isDown() {
    return !this.root.hidden;
  }

  /** @param {string} name who should look next */
  lay(name) {
    this.name = name;
    this.root.hidden = false;
    this.redraw();
    this.button.focus();
  }

  lift() {
    this.root.hidden = true;
  }

  redraw() {
    fill(this.words, say("table.cover.pass", { player: this.name }));
    fill(this.button, say("table.cover.lift", { player: this.name }));
    this.root.setAttribute("aria-label", say("table.cover.pass", { player: this.name }));
  }
}
