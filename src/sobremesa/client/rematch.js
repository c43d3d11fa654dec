/** A rematch: one click, and everybody at the table goes along, whoever only watched too, unless they would rather stay. */

import { fill, h } from "./dom.js";
import { announce } from "./live.js";
import { rematch } from "./luck.js";
import { follow } from "./router.js";
import { sentenceOf } from "./trouble.js";
import { say } from "./voice.js";

/** How long somebody has to say that they stay, in milliseconds. */
const WAIT = 5000;

export class Rematch {
  /**
   * @param {string} match the match that is over
   * @param {(next: string) => void} goOn is told where this one plays or watches next, before it goes there
   */
  constructor(match, goOn) {
    this.match = match;
    this.goOn = goOn;
    /** Whether somebody here sat at the table. */
    this.isPlayer = false;
    /** The match in which the others play on, if they do. */
    this.next = "";
    /** Who asked for it. */
    this.player = "";
    this.isBusy = false;
    this.problem = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.root = h("div", { class: "rematch" });
  }

  /**
   * @param {boolean} isPlayer
   * @param {string | undefined} next
   */
  show(isPlayer, next) {
    this.isPlayer = isPlayer;
    this.next ||= next ?? "";
    this.draw();
  }

  /**
   * Somebody plays again: after a moment, so does everybody.
   *
   * @param {string} next
   * @param {string} player
   */
  called(next, player) {
    this.next = next;
    this.player = player;
    if (this.isBusy) return;
    this.timer = setTimeout(() => void this.go(), WAIT);
    this.draw();
    announce(this.call());
    this.root.scrollIntoView({ block: "nearest" });
  }

  call() {
    return say("table.rematch.called", { player: this.player });
  }

  stay() {
    this.leave();
    this.draw();
  }

  /** This page is left: nobody is taken anywhere. */
  leave() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  async go() {
    if (this.isBusy) return;
    this.leave();
    this.isBusy = true;
    this.problem = "";
    this.draw();
    try {
      await follow(rematch(this.match), ({ match }) => {
        this.goOn(match);
        return `/t/${match}`;
      });
    } catch (problem) {
      this.isBusy = false;
      this.problem = sentenceOf(problem);
      this.draw();
    }
  }

  draw() {
    const button = (/** @type {string} */ name, /** @type {string} */ look, /** @type {() => void} */ act) =>
      h("button", { class: look, type: "button", "data-key": name, disabled: this.isBusy, onclick: act }, say(`table.rematch.${name}`));
    const isCalled = this.timer !== undefined;
    const way = this.next ? "follow" : "ask";
    fill(
      this.root,
      isCalled && h("p", {}, this.call()),
      this.problem && h("p", { class: "fault", role: "alert" }, this.problem),
      h(
        "p",
        { class: "result-ways" },
        (this.isPlayer || this.next) && button(way, "button primary", () => void this.go()),
        isCalled && button("stay", "button", () => this.stay()),
      ),
    );
    this.root.hidden = !this.isPlayer && !this.next;
  }
}
