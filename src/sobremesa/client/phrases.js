/**
 * Quick phrases: what people at the table say to one another, each reading it in their own language.
 *
 * @typedef {import("./frame.js").Chair} Chair
 * @typedef {import("./frame.js").Frame} Frame
 */

import { badgeOf } from "./chairs.js";
import { fill, h } from "./dom.js";
import { keep, kept } from "./settings.js";
import { say } from "./voice.js";

export const PHRASES = ["hello", "luck", "nice", "thanks", "sorry", "oops", "wow", "unlucky", "moment", "turn", "game", "bye"];
const STORE = "sobremesa.muted";
/** How long something is to be read, in milliseconds. */
const READ = 6000;
/** How many things can be read at once. */
const MOST = 3;
/** How many people are remembered. */
const REMEMBERED = 200;

export class Phrases {
  /**
   * @param {string} match
   * @param {(phrase: string) => void} speak
   * @param {(text: string) => void} announce says something to those who listen instead of looking
   */
  constructor(match, speak, announce) {
    this.match = match;
    this.speak = speak;
    this.announce = announce;
    /** Who is not heard, here and at other tables. @type {Set<string>} */
    this.muted = new Set(Array.isArray(kept(STORE)) ? kept(STORE) : []);
    /** @type {Frame | null} */
    this.frame = null;
    /** @type {readonly Chair[]} */
    this.chairs = [];
    /** @type {readonly string[]} */
    this.names = [];
    this.title = h("summary", {});
    this.body = h("div", {});
    // On a phone the phrases open below the edge of the screen.
    const reveal = () => this.root.open && this.root.scrollIntoView({ block: "nearest" });
    this.root = h("details", { class: "phrases panel", hidden: true, ontoggle: reveal }, this.title, this.body);
    this.bubbles = h("ul", { class: "bubbles" });
  }

  /** @param {Frame} frame @param {readonly Chair[]} chairs @param {readonly string[]} names */
  show(frame, chairs, names) {
    this.frame = frame;
    this.chairs = chairs;
    this.names = names;
    // Who gave up is still there at the end, to be told that it was a good game, and to say so.
    const canSpeak = frame.mine.length > 0 || (frame.over && frame.seat !== null);
    this.root.hidden = !canSpeak || !this.people().length;
    if (!this.root.hidden) this.draw();
  }

  /** This is the seats of all people but whoever looks, also of those who gave up. */
  people() {
    const own = [...(this.frame?.mine ?? []), this.frame?.seat];
    return this.chairs.flatMap(({ kind, gone }, seat) => ((kind === "person" || gone) && !own.includes(seat) ? [seat] : []));
  }

  draw() {
    fill(this.title, say("phrases.title"));
    const talk = (/** @type {string} */ name) => () => {
      this.root.open = false;
      this.speak(name);
    };
    const people = this.people();
    fill(
      this.body,
      h("p", { class: "about" }, say("phrases.about")),
      h(
        "div",
        { class: "phrase-list" },
        PHRASES.map((name) =>
          h("button", { class: "button", type: "button", "data-key": `say-${name}`, onclick: talk(name) }, say(`phrases.say.${name}`)),
        ),
      ),
      h("p", { class: "mutes" }, people.map((seat) => this.mute(seat))),
    );
  }

  /** @param {number} seat */
  mute(seat) {
    const isMuted = this.muted.has(this.key(seat));
    const player = this.names[seat] ?? "";
    const toggle = () => {
      if (isMuted) this.muted.delete(this.key(seat));
      else this.muted.add(this.key(seat));
      this.keep();
      this.draw();
    };
    const words = say(isMuted ? "phrases.unmute" : "phrases.mute", { player });
    return h("button", { class: "quiet", type: "button", "data-key": `mute-${seat}`, "aria-pressed": String(isMuted), onclick: toggle }, words);
  }

  /** A seat is one person's as long as a match lasts; a name can be changed, and be another's too. @param {number} seat */
  key(seat) {
    return `${this.match}/${seat}`;
  }

  /** Who is not heard here is not heard in a rematch either, where each sits one seat further. @param {string} next */
  carry(next) {
    const count = this.chairs.length;
    const muted = this.chairs.map((_, seat) => seat).filter((seat) => this.muted.has(this.key(seat)));
    for (const seat of muted) this.muted.add(`${next}/${(seat + count - 1) % count}`);
    this.keep();
  }

  keep() {
    keep(STORE, [...this.muted].slice(-REMEMBERED));
  }

  /** Somebody has said something. @param {{seat: number, phrase: string}} said */
  hear({ seat, phrase }) {
    const { frame } = this;
    if (!frame || !PHRASES.includes(phrase)) return;
    const isMine = frame.mine.includes(seat);
    if (!isMine && this.muted.has(this.key(seat))) return;
    const text = say("phrases.said", { player: this.names[seat] ?? "", phrase: say(`phrases.say.${phrase}`) });
    const bubble = h("li", { class: "bubble" }, badgeOf(frame, seat), h("span", {}, text));
    this.bubbles.append(bubble);
    while (this.bubbles.childElementCount > MOST) this.bubbles.firstElementChild?.remove();
    setTimeout(() => bubble.remove(), READ);
    this.announce(text);
  }
}
