/**
 * Advice: the best moves that a bot sees, each with its chance to win and what speaks for it. What is pointed at is shown
 * on the board.
 *
 * @typedef {{move: string, caption: import("./frame.js").Phrase, chance: number, interval: number,
 * reasons?: import("./frame.js").Phrase[]}} Hint
 */

import { fill, h } from "./dom.js";
import { percent, say as tell } from "./voice.js";

export class Advice {
  /**
   * @param {(phrase: import("./frame.js").Phrase) => string} say
   * @param {(move: string | null) => void} point shows a move on the board, or none
   * @param {(move: string) => void} take
   */
  constructor(say, point, take) {
    this.say = say;
    this.point = point;
    this.take = take;
    this.root = h("section", { class: "advice panel", hidden: true });
  }

  /** @param {Hint[]} hints */
  show(hints) {
    this.root.hidden = !hints.length;
    const best = Math.max(...hints.map(({ chance }) => chance));
    fill(
      this.root,
      h("h2", {}, tell("table.advice.title")),
      h("ol", {}, hints.map((hint) => h("li", {}, this.line(hint, best)))),
      h("p", { class: "about" }, tell("table.advice.about")),
    );
    this.point(hints[0]?.move ?? null);
  }

  hide() {
    this.root.hidden = true;
    this.point(null);
  }

  /** @param {Hint} hint @param {number} best how often the best one wins */
  line({ move, caption, chance, interval, reasons = [] }, best) {
    const bar = h("span", { class: "bar", "aria-hidden": "true" }, h("span"));
    /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${100 * chance}%`;
    const point = () => this.point(move);
    const why = reasons.length ? reasons.map(this.say).join("; ") : compared(chance, best);
    // However much a bot has looked at, it is never quite sure.
    const within = percent(Math.max(interval, 0.01));
    return h(
      "button",
      { class: "hint", type: "button", onclick: () => this.take(move), onfocus: point, onpointerenter: point },
      h("span", { class: "caption" }, this.say(caption)),
      bar,
      h("span", { class: "chance" }, tell("table.advice.chance", { chance: percent(chance), within })),
      h("span", { class: "reasons" }, why),
    );
  }
}

/**
 * This is what can be said of a move for which nothing special speaks: how it stands beside the best.
 *
 * @param {number} chance
 * @param {number} best
 */
function compared(chance, best) {
  if (chance === best) return tell("table.advice.best");
  const count = Math.round(100 * (best - chance));
  return count ? tell("table.advice.less", { count }) : tell("table.advice.equal");
}
