/**
 * The strip: what can be picked on the board once more, large and under the thumb, where the board is too small for it.
 *
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {import("./targets.js").Target} Target
 */

import { fill, h, s } from "./dom.js";
import { sizeOf } from "./frame.js";

const FINGER = 40;
const MOST = 16;

export class Strip {
  /** @param {Stage} stage @param {(target: string) => void} choose */
  constructor(stage, choose) {
    this.stage = stage;
    this.choose = choose;
    // The board offers the same to keyboard and screen reader.
    this.root = h("div", { class: "strip", "aria-hidden": "true", hidden: true });
  }

  /** @param {Target[]} targets */
  offer(targets) {
    const things = targets.filter(({ id }) => this.stage.thing(id)).sort((one, other) => this.left(one) - this.left(other));
    this.root.hidden = things.length < 2 || things.length > MOST || !this.isCrowded(things);
    fill(this.root, this.root.hidden ? [] : things.map((target) => this.button(target)));
  }

  /** @param {Target} target */
  button({ id, name, role }) {
    const thing = /** @type {import("./frame.js").Placed} */ (this.stage.thing(id));
    const scene = /** @type {import("./frame.js").Frame} */ (this.stage.frame).stage;
    const [width, height] = sizeOf(scene, thing).map((part) => (1.12 * part) / thing[5]);
    const box = [-(width ?? 1) / 2, -(height ?? 1) / 2, width, height].join(" ");
    return h(
      "button",
      { class: `strip-thing ${role}`, type: "button", tabindex: "-1", title: name, onclick: () => this.choose(id) },
      s("svg", { viewBox: box }, this.stage.picture(thing[1])),
    );
  }

  /** @param {Target} target */
  left({ id }) {
    return this.stage.boxOf(id)?.x ?? 0;
  }

  /** @param {Target[]} things */
  isCrowded(things) {
    const unit = this.stage.root.clientWidth / (this.stage.frame?.stage.box[2] ?? 1);
    const boxes = things.flatMap(({ id }) => this.stage.boxOf(id) ?? []);
    return boxes.some((one, number) =>
      boxes.slice(number + 1).some((other) => Math.hypot(one.x - other.x, one.y - other.y) * unit < FINGER),
    );
  }
}
