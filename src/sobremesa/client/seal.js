/** The seal: what the server has fixed before the first throw, shown while a match goes on. */

import { api } from "./api.js";
import { fill, h, s } from "./dom.js";
import { say } from "./voice.js";

/** How many digits of a seal tell it apart, for somebody who compares by eye. */
const DIGITS = 8;

/** This is as much of a seal as people read, in groups of four. @param {string} seal */
export function shortSeal(seal) {
  return `${(seal.slice(0, DIGITS).toUpperCase().match(/.{4}/g) ?? []).join("\u00a0")}…`;
}

/** A closed lock, or an open one. @param {boolean} isOpen */
export function lock(isOpen) {
  const bow = isOpen ? "M8 11V7.5a4 4 0 0 1 7.6-1.7" : "M8 11V8a4 4 0 0 1 8 0v3";
  return s(
    "svg",
    { class: "icon lock", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("rect", { x: 5.5, y: 11, width: 13, height: 9, rx: 2 }),
    s("path", { d: bow }),
  );
}

export class Seal {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.root = h("details", { class: "seal panel", hidden: true });
    this.shown = "";
  }

  /** @param {import("./frame.js").Frame} frame */
  show(frame) {
    const title = say(frame.real ? "table.seal.real" : "table.seal.sealed", { seal: shortSeal(frame.seal) });
    this.root.hidden = frame.over || !frame.seal;
    if (title === this.shown) return;
    this.shown = title;
    fill(
      this.root,
      h("summary", {}, lock(false), h("span", {}, title)),
      h("p", { class: "about" }, say(frame.real ? "table.seal.real_about" : "table.seal.about")),
      h("p", { class: "digest" }, frame.seal),
      h("p", {}, h("a", { class: "button", href: api.sealed(this.match), download: true }, say("table.seal.download"))),
    );
  }
}
