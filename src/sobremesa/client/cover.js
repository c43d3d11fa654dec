/** The cover: what lies over a table with secrets while the device goes from hand to hand. */

import { fill, h } from "./dom.js";
import { say } from "./voice.js";

export class Cover {
  /** @param {() => void} lift called when the next player is there */
  constructor(lift) {
    this.words = h("p", { class: "cover-words" });
    this.button = h("button", { class: "button primary", type: "button", onclick: lift });
    /** What has to be said although nothing else is seen: that the line is dead. */
    this.note = h("p", { class: "cover-note" });
    this.root = h("dialog", { class: "cover" }, this.words, this.button, this.note);
    // Only the next player opens it.
    this.root.addEventListener("cancel", (event) => event.preventDefault());
    this.name = "";
  }

  get isDown() {
    return this.root.open;
  }

  /** @param {string} name who should look next */
  lay(name) {
    this.name = name;
    this.redraw();
    if (this.root.open) return;
    // It lies over the whole page, and the table may not stand on it yet.
    document.body.append(this.root);
    this.root.showModal();
  }

  lift() {
    this.root.close();
    this.root.remove();
  }

  redraw() {
    fill(this.words, say("table.cover.pass", { player: this.name }));
    fill(this.button, say("table.cover.lift", { player: this.name }));
    this.root.setAttribute("aria-label", say("table.cover.pass", { player: this.name }));
  }
}
