/**
 * The logbook: what happened, line by line, in the reader's language; and the same lines for those who listen.
 *
 * @typedef {import("./frame.js").Phrase} Phrase
 */

import { fill, h } from "./dom.js";
import { Drawer } from "./drawer.js";
import { say as tell } from "./voice.js";

/** How many lines a screen reader may still be busy with. */
const HEARD = 8;
/** How many lines are kept unless somebody asks for all of them. */
const KEPT = 400;

export class Logbook {
  /**
   * @param {(phrase: Phrase) => string} say
   * @param {() => Promise<Phrase[]>} recall finds all lines from the beginning
   */
  constructor(say, recall) {
    this.say = say;
    this.recall = recall;
    /** @type {Phrase[]} */
    this.lines = [];
    this.isWhole = false;
    this.title = h("h2", { class: "log-title" });
    this.earlier = h("button", { class: "quiet", type: "button", onclick: () => void this.complete() });
    this.list = h("ol", { class: "log-lines", tabindex: "0" });
    this.root = h("section", { class: "logbook panel" }, h("header", {}, this.title, this.earlier), this.list);
    /** On a small screen it is kept in a drawer. */
    this.drawer = new Drawer(this.root);
    // The last line stays in sight when the panels above it grow.
    this.isFollowing = true;
    const read = () => requestAnimationFrame(() => (this.isFollowing = this.isAtEnd()));
    // Only what somebody does counts: the list itself scrolls too, when it grows.
    for (const way of ["wheel", "touchend", "keyup", "pointerup"]) this.list.addEventListener(way, read, { passive: true });
    new ResizeObserver(() => this.follow()).observe(this.list);
    this.live = document.getElementById("live");
  }

  /** @param {Phrase[]} lines the last ones, as far as they are known */
  reset(lines) {
    this.lines = [...lines];
    this.isWhole = false;
    this.isFollowing = true;
    this.redraw();
  }

  /** @param {Phrase[]} lines */
  add(lines) {
    this.lines.push(...lines);
    this.list.append(...lines.map((line) => this.line(line)));
    this.forget(this.lines.length - (this.isWhole ? Infinity : KEPT));
    this.follow();
    this.peek();
    for (const line of lines) this.announce(this.say(line));
  }

  /** This is heard by those who listen, without being a part of what happened. @param {string} text */
  announce(text) {
    this.live?.append(h("p", {}, text));
    while (this.live && this.live.childElementCount > HEARD) this.live.firstElementChild?.remove();
  }

  /** A long match need not be on the page from its beginning: that can be asked for. @param {number} count */
  forget(count) {
    if (count <= 0) return;
    this.lines.splice(0, count);
    for (let line = 0; line < count; line++) this.list.firstElementChild?.remove();
  }

  /** Nobody hears of this table any more. */
  leave() {
    this.live?.replaceChildren();
    this.drawer.shut();
  }

  /** This says everything again, in the language of now. */
  redraw() {
    fill(this.title, tell("table.log"));
    fill(this.earlier, tell("table.earlier"));
    this.earlier.hidden = this.isWhole;
    fill(this.list, this.lines.map((line) => this.line(line)));
    this.drawer.name(tell("table.log"), tell("page.close"));
    this.follow();
    this.peek();
  }

  /** What happened last can be read even while the drawer is shut. */
  peek() {
    const last = this.lines.at(-1);
    this.drawer.peek(last ? this.say(last) : tell("table.log"));
  }

  async complete() {
    this.lines = await this.recall();
    this.isWhole = true;
    this.isFollowing = false;
    this.redraw();
    this.list.scrollTop = 0;
    this.list.focus();
  }

  follow() {
    // With the next frame, in which everything is measured anyway.
    if (this.isFollowing) requestAnimationFrame(() => (this.list.scrollTop = this.list.scrollHeight));
  }

  isAtEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
  }

  /** @param {Phrase} line */
  line(line) {
    return h("li", {}, this.say(line));
  }
}
