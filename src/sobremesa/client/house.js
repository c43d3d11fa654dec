/**
 * The house: how whoever plays on the machine of the server lets phones of the same network in, asked first, and closes
 * it to them again.
 *
 * @typedef {import("./api.js").HouseState} HouseState
 */

import { fill, h } from "./dom.js";
import { sentenceOf } from "./trouble.js";
import { say } from "./voice.js";

/** @type {HouseState} */
const CLOSED = { offered: false, site: "" };

export class House {
  /**
   * @param {() => Promise<HouseState>} find
   * @param {(open: boolean) => Promise<HouseState>} set
   * @param {() => void} changed called when links lead elsewhere than before
   */
  constructor(find, set, changed) {
    this.find = find;
    this.set = set;
    this.changed = changed;
    this.state = CLOSED;
    this.isAsked = false;
    this.isBusy = false;
    this.fault = "";
    this.root = h("section", { class: "house panel", hidden: true });
    /** Who sits here, and whether anybody is missing, when the server was asked last. */
    this.known = "";
    this.isMissed = false;
  }

  /**
   * Show what can be done: to open the house while somebody is missing, and to close it as long as it is open.
   *
   * @param {boolean} isMissed whether a seat is free
   * @param {boolean} isSeated
   */
  async show(isMissed, isSeated) {
    this.isMissed = isMissed;
    const known = `${isMissed} ${isSeated}`;
    if (known !== this.known) {
      this.known = known;
      this.state = isSeated && isAlone(location.hostname) ? await this.find().catch(() => CLOSED) : CLOSED;
      this.changed();
    }
    this.draw();
  }

  draw() {
    const { offered, site } = this.state;
    this.root.hidden = !offered || (!site && !this.isMissed);
    const button = (/** @type {string} */ name, /** @type {string} */ look, /** @type {() => void} */ act) =>
      h("button", { class: look, type: "button", "data-key": `house-${name}`, disabled: this.isBusy, onclick: act }, say(`table.house.${name}`));
    const ask = (/** @type {boolean} */ isAsked) => () => {
      this.isAsked = isAsked;
      this.fault = "";
      this.draw();
      this.root.querySelector("button")?.focus();
    };
    const fault = h("p", { class: "fault", role: "alert", hidden: !this.fault }, this.fault);
    if (site) fill(this.root, h("p", { role: "status" }, say("table.house.is_open", { site })), fault, button("close", "button", () => void this.turn(false)));
    else if (!this.isAsked) fill(this.root, h("p", {}, say("table.house.about")), fault, button("open", "button", ask(true)));
    else {
      const ways = h("p", { class: "house-ways" }, button("sure", "button primary", () => void this.turn(true)), button("later", "button", ask(false)));
      fill(this.root, h("p", {}, say("table.house.ask")), fault, ways);
    }
  }

  /** Open or close the house. @param {boolean} open */
  async turn(open) {
    this.isBusy = true;
    this.fault = "";
    this.draw();
    try {
      this.state = await this.set(open);
      this.isAsked = false;
    } catch (problem) {
      this.fault = sentenceOf(problem);
    }
    this.isBusy = false;
    this.draw();
    this.root.querySelector("button")?.focus();
    this.changed();
  }
}

/**
 * Tell whether an address means this device, wherever it is opened.
 *
 * @param {string} host
 */
export function isAlone(host) {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}
