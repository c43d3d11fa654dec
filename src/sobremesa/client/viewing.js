/** How a replay is looked at: with whose eyes, how fast, and what one takes along. */

import { api } from "./api.js";
import { fill, h, s } from "./dom.js";
import { say } from "./voice.js";

/** @typedef {import("./api.js").Head} Head */
/** @typedef {Event & {target: HTMLSelectElement}} Chosen */

const PACES = [0.5, 1, 2, 4];

export class Viewing {
  /**
   * @param {string} match
   * @param {(seat: number | null) => void} look shows the match from a seat, or to the audience
   * @param {HTMLElement} camera
   */
  constructor(match, look, camera) {
    this.match = match;
    this.look = look;
    this.camera = camera;
    /** How many times as fast as usual. */
    this.pace = 1;
    this.root = h("div", { class: "replay-choices" });
  }

  /**
   * @param {Head} head
   * @param {readonly string[]} names
   * @param {number | null} seat from which the match is seen
   * @param {boolean} hasSteps whether there is anything to film
   */
  show(head, names, seat, hasSteps) {
    fill(
      this.root,
      select(
        "seen",
        say("replay.seen"),
        ({ target }) => this.look(target.value === "" ? null : Number(target.value)),
        h("option", { value: "", selected: seat === null }, say("replay.everybody")),
        openSeats(head).map((each) => h("option", { value: each, selected: each === seat }, names[each])),
      ),
      select(
        "pace",
        say("replay.speed"),
        ({ target }) => (this.pace = Number(target.value)),
        PACES.map((pace) => h("option", { value: pace, selected: pace === this.pace }, `× ${pace}`)),
      ),
      h(
        "p",
        { class: "actions" },
        Boolean(navigator.clipboard) && copier(),
        !head.over && seat !== null && !head.mine.length && h("span", { class: "about" }, say("replay.later")),
        !head.over && h("a", { class: "quiet", href: `/t/${this.match}` }, say("replay.table")),
        head.over && h("a", { class: "quiet", "data-key": "review", href: `/t/${this.match}/review` }, say("replay.review")),
        head.over && h("a", { class: "quiet", href: api.record(this.match), download: true }, say("replay.record")),
        hasSteps && this.camera,
      ),
      h("p", { class: "about keys-about" }, say("replay.keys")),
    );
  }
}

/**
 * This is the seat that a link names, if one may look from there.
 *
 * @param {string | null} text
 * @param {Head} head
 * @returns {number | null}
 */
export function seatOf(text, head) {
  const seat = text === null || text === "" ? null : Number(text);
  if (seat === null) return text === null ? (head.mine[0] ?? null) : null;
  return openSeats(head).includes(seat) ? seat : null;
}

/**
 * These are the seats from which one may look: one's own, or any once the match is over; and where the table wanted it
 * so, any for those who only watch, a round later.
 *
 * @param {Head} head
 * @returns {number[]}
 */
function openSeats(head) {
  const isOpen = head.over || (head.later && !head.mine.length);
  return isOpen ? head.seats.map((_, seat) => seat) : head.mine;
}

/**
 * @param {string} key
 * @param {string} title
 * @param {(event: Chosen) => void} choose
 * @param {...(import("./dom.js").Child | import("./dom.js").Child[])} options
 */
function select(key, title, choose, ...options) {
  return h(
    "label",
    { class: "stacked" },
    h("span", { class: "label" }, title),
    h("select", { class: "field", "data-key": key, onchange: choose }, ...options),
  );
}

function copier() {
  const text = h("span", {}, say("replay.copy"));
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    text.textContent = say("replay.copied");
  };
  const link = "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1";
  const icon = s("svg", { class: "icon link", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: link }));
  return h("button", { class: "quiet", type: "button", "data-key": "copy", onclick: () => void copy() }, icon, text);
}
