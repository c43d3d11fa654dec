/**
 * Shorthand: what the server tells of an event in few bytes, read into what the rest of the client knows.
 *
 * Any part of a message may be written in full or short; `server/shorthand.py` says how. What is short refers to the
 * stage and to what was told before, so every message is read, in order, when it comes.
 *
 * @typedef {import("./frame.js").Frame} Frame
 * @typedef {import("./frame.js").Gesture} Gesture
 * @typedef {import("./frame.js").Phrase} Phrase
 * @typedef {import("./frame.js").Placed} Placed
 * @typedef {import("./frame.js").Scene} Scene
 */

import { placesOf } from "./frame.js";

const [LOOK, PLACE, X, Y, SCALE, TURN] = [1, 2, 4, 8, 16, 32];
/** The click that closes the gesture before it too. */
const ALIKE = -1;
/** Where the name of the gradients of a look stands. */
const SCOPED = / id="(s[0-9a-f]{10})-/;
const SCOPE = "\0";

export class Shorthand {
  constructor() {
    this.seq = -1;
    /** @type {Map<string, Placed>} */
    this.things = new Map();
    /** @type {Gesture[]} */
    this.offered = [];
    /** @type {Map<string, string>} */
    this.looks = new Map();
    /** @type {string[][]} */
    this.book = [];
    /** @type {Record<string, string>} */
    this.rules = {};
    /** @type {string[]} */
    this.targets = [];
    /** @type {[number, number][]} */
    this.middles = [];
  }

  /**
   * This is a message in full.
   *
   * @param {any} message
   * @returns {any}
   */
  read(message) {
    if (message.t === "snap") return this.whole(message);
    if (message.t === "ev" && message.seq > this.seq) return this.event(message);
    return message;
  }

  /** @param {any} message */
  whole(message) {
    this.seq = message.seq;
    if (message.stage) this.learn(message.stage);
    this.looks.clear();
    const looks = this.drawn(message.looks);
    this.things = new Map(message.things.map((/** @type {Placed} */ row) => [row[0], row]));
    if (message.gestures.length) this.offered = message.gestures;
    return { ...message, looks };
  }

  /** @param {Scene} stage */
  learn(stage) {
    const places = placesOf(stage);
    this.book = stage.book ?? [];
    this.rules = stage.rules ?? {};
    this.targets = [...places.keys()];
    this.middles = [...places.values()].map(({ at, size }) => [middle(at[0], size[0]), middle(at[1], size[1])]);
  }

  /** @param {any} message */
  event(message) {
    this.seq = message.seq;
    const { things, gone, gestures, prompt, ...rest } = message.d;
    /** @type {any} */
    const d = rest;
    const glimpse = message.glimpse?.map((/** @type {any[]} */ row) => this.row(row));
    if (things) {
      d.things = things.map((/** @type {any[]} */ row) => this.row(row));
      for (const row of d.things) this.things.set(row[0], row);
    }
    if (gone) {
      d.gone = gone;
      for (const id of gone) this.things.delete(id);
    }
    if (prompt) {
      d.prompt = this.phrase(prompt);
      const rule = this.rules[d.prompt.say];
      if (rule) d.rule = rule;
    }
    if (gestures) {
      d.gestures = this.gestures(gestures);
      if (d.gestures.length) this.offered = d.gestures;
    }
    const told = { ...message, d, log: (message.log ?? []).map((/** @type {any} */ said) => this.phrase(said)) };
    if (glimpse) told.glimpse = glimpse;
    if (message.paths) told.paths = this.paths(message.paths);
    if (message.looks) told.looks = this.drawn(message.looks);
    return told;
  }

  /** @param {any} said @returns {Phrase} */
  phrase(said) {
    if (!Array.isArray(said)) return said;
    const [key, ...names] = this.book[said[0]] ?? ["?"];
    const values = names.map((name, number) => [name, this.value(said[number + 1])]);
    return { say: key ?? "?", ...Object.fromEntries(values) };
  }

  /** @param {any} value @returns {any} */
  value(value) {
    if (Array.isArray(value)) return value[0] < 0 ? { seat: -1 - value[0] } : this.phrase(value);
    if (value?.all) return value.all.map((/** @type {any} */ part) => this.value(part));
    return value;
  }

  /** @param {any[]} row @returns {Placed} */
  row(row) {
    const [id, mask, ...values] = row;
    if (typeof mask !== "number") return /** @type {Placed} */ (row);
    let [, look, target, x, y, scale, turn] = this.things.get(id) ?? [id, "", "", 0, 0, 1, 0];
    let next = 0;
    if (mask & LOOK) look = values[next++];
    if (mask & PLACE) {
      const place = values[next++];
      target = this.targets[place] ?? "";
      [x, y] = this.middles[place] ?? [0, 0];
    }
    if (mask & X) x = values[next++];
    if (mask & Y) y = values[next++];
    if (mask & SCALE) scale = values[next++];
    if (mask & TURN) turn = values[next++];
    return [id, look, target, x, y, scale, turn];
  }

  /** @param {any[]} offers */
  gestures(offers) {
    /** @type {Gesture[]} */
    const found = [];
    for (const each of offers) {
      if (!Array.isArray(each)) found.push(each);
      else if (typeof each[0] === "number") found.push(...this.offered.slice(each[0], each[0] + each[1]));
      else found.push(this.gesture(each, found.at(-1)?.close ?? ""));
    }
    return found;
  }

  /** @param {any[]} offer @param {string} closed how the one before is closed @returns {Gesture} */
  gesture([move, picks, close, caption], closed) {
    const clicks = picks.map((/** @type {string | number} */ pick) => this.click(pick));
    return { move, picks: clicks, close: close === ALIKE ? closed : this.click(close), caption: this.phrase(caption) };
  }

  /** @param {Record<string, (string | number)[]>} paths @returns {Record<string, string[]>} */
  paths(paths) {
    const walked = Object.entries(paths).map(([id, targets]) => [
      id,
      targets.map((target) => this.click(target)),
    ]);
    return Object.fromEntries(walked);
  }

  /** @param {string | number} target */
  click(target) {
    return typeof target === "number" ? (this.targets[target] ?? "") : target;
  }

  /** @param {Record<string, any>} looks @returns {Record<string, string>} */
  drawn(looks) {
    for (const [name, drawn] of Object.entries(looks)) this.looks.set(name, this.look(drawn));
    return Object.fromEntries(Object.keys(looks).map((name) => [name, this.looks.get(name) ?? ""]));
  }

  /** @param {any} drawn @returns {string} */
  look(drawn) {
    if (!Array.isArray(drawn)) return drawn;
    const [name, start, end, between, scope] = drawn;
    const other = neutral(this.looks.get(name) ?? "");
    return (other.slice(0, start) + between + other.slice(other.length - end)).replaceAll(SCOPE, scope);
  }
}

/** This is the middle of a side of a place, as the server works it out. @param {number} at @param {number} size */
function middle(at, size) {
  return Math.floor((at + size / 2) * 1000 + 0.5) / 1000;
}

/** This is a look without the name of its gradients. @param {string} drawn */
function neutral(drawn) {
  const scope = SCOPED.exec(drawn)?.[1];
  return scope ? drawn.replaceAll(scope, SCOPE) : drawn;
}
