/** Real dice: thrown beside the screen, and tapped here by whoever threw them. */

import { fill, h, s } from "./dom.js";
import { say, words } from "./voice.js";

/** Where the pips of a die stand, by its face. @type {Record<string, [number, number][]>} */
const PIPS = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]],
  6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};

/**
 * This is the dice of throws as they are written: for each die its faces, in the order in which they are listed.
 *
 * @param {readonly string[]} throws
 * @returns {string[][]}
 */
export function diceOf(throws) {
  const rows = throws.map((text) => text.split("-"));
  const count = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== count)) return [[...throws]];
  const faces = Array.from({ length: count }, (_, die) => [...new Set(rows.map((row) => row[die] ?? ""))].sort(byNumber));
  // Of two dice that are alike, the listed throws name the higher one first.
  return faces.map((row) => (isAlike(row, faces) ? [...new Set(faces.flat())].sort(byNumber) : row));
}

/** @param {string[]} row @param {string[][]} faces */
function isAlike(row, faces) {
  return faces.some((other) => other !== row && other.join() === row.join());
}

/** @param {string} one @param {string} other */
function byNumber(one, other) {
  return Number(one) - Number(other) || 0;
}

/**
 * This is the listed throw that some faces make, whichever of them was tapped first; undefined if there is none.
 *
 * @param {readonly string[]} throws
 * @param {readonly string[]} faces
 */
export function throwOf(throws, faces) {
  return throws.find((text) => text === faces.join("-")) ?? throws.find((text) => text === [...faces].reverse().join("-"));
}

export class RealDice {
  /** @param {string} game @param {(thrown: string) => void} type */
  constructor(game, type) {
    this.game = game;
    this.type = type;
    /** @type {readonly string[]} */
    this.throws = [];
    /** What was tapped so far, die by die. @type {(string | null)[]} */
    this.tapped = [];
    this.root = h("div", { class: "real-dice", hidden: true });
  }

  /** @param {readonly string[] | null} throws what can have fallen; none if nobody here throws */
  show(throws) {
    if (!throws || throws.join() !== this.throws.join() || this.root.hidden) this.tapped = [];
    this.throws = throws ?? [];
    this.root.hidden = !throws;
    if (throws) this.draw();
  }

  draw() {
    const dice = diceOf(this.throws);
    fill(
      this.root,
      h("p", { class: "real-ask" }, say("table.real.ask")),
      dice.map((faces, die) =>
        h(
          "div",
          { class: faces.some((face) => this.name(face).length > 2) ? "real-die worded" : "real-die", role: "group", "aria-label": say("table.real.die", { number: die + 1 }) },
          faces.map((face) => this.button(face, die, dice.length)),
        ),
      ),
    );
  }

  /** @param {string} face @param {number} die @param {number} count */
  button(face, die, count) {
    const isTapped = this.tapped[die] === face;
    const tap = () => {
      this.tapped[die] = face;
      const faces = Array.from({ length: count }, (_, place) => this.tapped[place] ?? null);
      const thrown = faces.includes(null) ? undefined : throwOf(this.throws, /** @type {string[]} */ (faces));
      if (!thrown) return this.draw();
      this.tapped = [];
      this.root.hidden = true;
      this.type(thrown);
    };
    const name = this.name(face);
    return h(
      "button",
      { class: "real-face", type: "button", "aria-pressed": String(isTapped), "aria-label": name, "data-key": `die-${die}-${face}`, onclick: tap },
      this.throws.length === 6 || count > 1 ? (picture(face) ?? name) : name,
    );
  }

  /** @param {string} face */
  name(face) {
    const key = `faces.${face}`;
    return words(this.game).has(key) ? say(key, {}, { game: this.game }) : face;
  }
}

/** @param {string} face */
function picture(face) {
  const pips = PIPS[face];
  if (!pips) return null;
  return s(
    "svg",
    { viewBox: "0 0 4 4", "aria-hidden": "true" },
    pips.map(([x, y]) => s("circle", { cx: x, cy: y, r: 0.42 })),
  );
}
