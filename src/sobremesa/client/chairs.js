/**
 * Chairs: who sits at the table, with colour, form and points, and whose turn it is.
 *
 * @typedef {import("./frame.js").Chair} Chair
 * @typedef {import("./frame.js").Frame} Frame
 */

import { drawn, fill, h, s } from "./dom.js";
import { namesOf } from "./people.js";
import { say } from "./voice.js";

/** What is said of somebody beside the name. */
const STATES = ["me", "here", "away", "gone", "relieved"];

/**
 * This is somebody's form in their colour.
 *
 * @param {Frame} frame
 * @param {number} seat
 */
export function badgeOf(frame, seat) {
  return s("svg", { class: "seat-badge", viewBox: "-1 -1 2 2", "aria-hidden": "true" }, drawn(frame.stage.badges[seat] ?? ""));
}

export class Chairs {
  /**
   * @param {string} game
   * @param {{isPast?: boolean}} [how] whether the match is looked at again, so that nobody is there or away
   */
  constructor(game, { isPast = false } = {}) {
    this.game = game;
    this.isPast = isPast;
    this.root = h("ol", { class: "chairs" });
  }

  /**
   * This shows who sits where, who is to act, and how they stand.
   *
   * @param {Frame} frame
   * @param {readonly Chair[]} chairs
   */
  show(frame, chairs) {
    this.root.setAttribute("aria-label", say("table.players"));
    // Four sit two by two, three and six in rows of three.
    this.root.style.setProperty("--columns", String(chairs.length % 3 === 0 || chairs.length > 4 ? 3 : 2));
    const names = namesOf(chairs);
    const acting = frame.actor === "chance" ? frame.roller : frame.actor;
    fill(
      this.root,
      chairs.map((chair, seat) => this.chair(frame, this.isPast ? timeless(chair) : chair, seat, names[seat] ?? "", acting === seat)),
    );
  }

  /**
   * @param {Frame} frame
   * @param {Chair} chair
   * @param {number} seat
   * @param {string} name
   * @param {boolean} isActing
   */
  chair(frame, chair, seat, name, isActing) {
    const isAway = chair.kind === "person" && !chair.on;
    const state = chair.gone ? "gone" : chair.away || chair.replaced ? "relieved" : isAway ? "away" : chair.kind;
    const place = frame.places?.[seat];
    return h(
      "li",
      { class: `chair ${state}${isActing ? " acting" : ""}`, "aria-current": isActing ? "true" : null },
      badgeOf(frame, seat),
      h("span", { class: "chair-name", title: name }, name),
      h("span", { class: "chair-state" }, says(state)),
      frame.clock && !frame.over && chair.kind !== "bot" && chair.kind !== "open" ? h("span", { class: "chair-clock", "data-seat": seat }) : null,
      place === undefined ? this.score(frame.scores[seat] ?? 0) : h("span", { class: "points place" }, say("table.place", { place })),
    );
  }

  /** What is counted has its word, which each game knows; where there is no room for it, it is heard, not seen. @param {number} count */
  score(count) {
    const words = say("score", { count }, { game: this.game });
    return h("span", { class: "points", title: words }, h("span", { class: "score-number", "aria-hidden": "true" }, count), h("span", { class: "score-words" }, words));
  }
}

/** This is a chair without a word about who is present. @param {Chair} chair @returns {Chair} */
function timeless(chair) {
  return { ...chair, kind: chair.kind === "here" ? "person" : chair.kind, on: true, away: false };
}

/** @param {string} state */
function says(state) {
  return STATES.includes(state) ? say(`table.chair.${state}`) : "";
}
