/**
 * The stage: the board as the server drew it, and on it the things of a frame, each where the frame says.
 *
 * @typedef {import("./frame.js").Frame} Frame
 * @typedef {import("./frame.js").Told} Told
 * @typedef {import("./frame.js").Phrase} Phrase
 * @typedef {import("./frame.js").Scene} Scene
 * @typedef {import("./frame.js").Placed} Placed
 * @typedef {import("./tracks.js").Pose} Pose
 * @typedef {import("./geometry.js").Box} Box
 *
 * @typedef {object} Pace
 * @property {number} speed how many times as fast as usual; 0 is at once
 * @property {boolean} isStill whether things fade instead of moving
 */

import { drawn, fill, h, s } from "./dom.js";
import { formOf, glimpsed, placesOf, sizeOf } from "./frame.js";
import { isOver } from "./geometry.js";
import { Motion } from "./motion.js";
import { shortened } from "./people.js";
import { plan, poseOf, still } from "./plan.js";

const WRITTEN = 0.26;
/** Browsers round the size of letters that are small in their own units, so text is written large and scaled. */
const FINE = 0.01;
/** How many times larger than usual letters can be without being in the way. */
const CLOSE = 1.3;
/** How small writing may be on a screen, in pixels: where letters would be smaller they are larger than usual. */
const LEGIBLE = 11;
const NAMED = 0.38;
const PLATE = { width: 3.6, height: 0.72, name: 0.8, edge: 0.14 };
const SECTOR = "sector";
/** How long something is looked at that is there for a moment, in milliseconds. */
const GLIMPSE = 500;

let stages = 0;

export class Stage {
  /** @param {(phrase: Phrase) => string} say */
  constructor(say) {
    this.say = say;
    /** So that the names of looks on several stages of one page differ. */
    this.name = `stage${++stages}`;
    /** @type {Frame | undefined} */
    this.frame = undefined;
    /** What is written beside the board now. */
    this.written = "";
    this.defs = s("defs");
    this.static = s("g", { class: "stage-board" });
    this.captions = s("g", { class: "stage-captions" });
    /** Marks of what can be done lie here: below and above the things. */
    this.under = s("g", { class: "stage-under" });
    this.lying = s("g", { class: "stage-things" });
    this.over = s("g", { class: "stage-over" });
    const parts = [this.defs, this.static, this.captions, this.under, this.lying, this.over];
    this.svg = s("svg", { class: "stage", "aria-hidden": "true", focusable: "false" }, parts);
    this.root = h("div", { class: "board" }, this.svg);
    /** @type {Map<string, SVGGElement>} */
    this.nodes = new Map();
    /** @type {Map<string, {id: string, text: string}>} */
    this.looks = new Map();
    this.motion = new Motion((id, pose) => this.pose(id, pose));
    /** How wide the board is on the screen, in pixels; 0 until it stands there. */
    this.width = 0;
    // How large letters are depends on it; and to ask at every click would take longer than everything else.
    new ResizeObserver(([entry]) => {
      this.width = entry?.contentRect.width ?? 0;
      this.write();
    }).observe(this.root);
  }

  /**
   * This shows a frame as it is.
   *
   * @param {Frame} frame
   */
  show(frame) {
    if (this.frame?.stage !== frame.stage) this.build(frame.stage);
    this.frame = frame;
    this.learn(frame.looks);
    const known = new Set(frame.things.map(([id]) => id));
    for (const [id, node] of this.nodes) {
      if (known.has(id)) continue;
      node.remove();
      this.nodes.delete(id);
    }
    for (const thing of frame.things) this.pose(thing[0], poseOf(thing));
    this.order(frame);
    this.write();
  }

  /**
   * This shows an event: how everything moves, and then how it lies.
   *
   * @param {Told} told
   * @param {Frame} after
   * @param {Pace} pace
   */
  async play(told, after, { speed, isStill }) {
    const glimpse = this.frame && speed > 0 ? glimpsed(this.frame, told) : null;
    if (glimpse) {
      await this.move(told, glimpse, { speed, isStill });
      if (!this.motion.isSkipped) await this.motion.wait(GLIMPSE, speed);
      // Whoever skips the glimpse skips what follows it.
      if (this.motion.isSkipped) speed = 0;
    }
    await this.move(glimpse ? { ...told, log: [] } : told, after, { speed, isStill });
  }

  /**
   * @param {Told} told
   * @param {Frame} after
   * @param {Pace} pace
   */
  async move(told, after, { speed, isStill }) {
    const before = this.frame;
    if (before && speed > 0) {
      this.learn(after.looks);
      const tracks = isStill ? still(before, after) : plan(before, told, after);
      for (const { id, from, way } of tracks) {
        this.pose(id, from);
        if (way !== "spin") this.raise(id);
      }
      await this.motion.play(tracks, speed);
    }
    this.show(after);
  }

  /** This ends the motion that is being shown. */
  skip() {
    this.motion.skip();
  }

  /** This says again what is written, in the language of now. */
  redraw() {
    this.write();
  }

  /**
   * This is where something to click is: a place, or a thing by its id.
   *
   * @param {string} target
   * @returns {Box | undefined}
   */
  boxOf(target) {
    const thing = this.thing(target);
    if (thing && this.frame) {
      const [width, height] = sizeOf(this.frame.stage, thing);
      return { x: thing[3], y: thing[4], width, height };
    }
    const place = this.places?.get(target);
    return place && boxAround(place);
  }

  /**
   * This is the disc of the wheel that a place stands for, if it does.
   *
   * @param {string} target
   * @returns {Box | undefined}
   */
  wheelOf(target) {
    const box = this.boxOf(target);
    const scene = this.frame?.stage;
    if (!box || !scene) return undefined;
    const part = this.frame?.things.find(
      (thing) => formOf(scene, thing) === SECTOR && Math.hypot(thing[3] - box.x, thing[4] - box.y) < 0.05,
    );
    if (!part) return undefined;
    const [width, height] = sizeOf(scene, part);
    return { x: box.x, y: box.y, width, height };
  }

  /** @param {string} id */
  thing(id) {
    return this.frame?.things.find((thing) => thing[0] === id);
  }

  /** @param {string} target */
  thingsAt(target) {
    return this.frame?.things.filter((thing) => thing[2] === target) ?? [];
  }

  /**
   * This is a drawing of a look, for a mark or for a strip beside the board.
   *
   * @param {string} look
   */
  picture(look) {
    return s("use", { href: `#${this.looks.get(look)?.id}` });
  }

  // How it is put together

  /** @param {Scene} scene */
  build(scene) {
    const [x, y, width, height] = scene.box;
    this.svg.setAttribute("viewBox", [x, y, width, height].join(" "));
    this.root.style.setProperty("--ratio", String(width / height));
    this.written = "";
    this.looks.clear();
    fill(this.defs, drawn(scene.defs));
    fill(this.static, drawn(scene.board));
    fill(this.lying);
    this.nodes.clear();
    this.places = placesOf(scene);
  }

  /** @param {Record<string, string>} looks */
  learn(looks) {
    for (const [look, text] of Object.entries(looks)) {
      const known = this.looks.get(look);
      if (known?.text === text) continue;
      const id = known?.id ?? `${this.name}-${this.looks.size}`;
      document.getElementById(id)?.remove();
      this.looks.set(look, { id, text });
      this.defs.append(s("g", { id }, drawn(text)));
    }
  }

  /** @param {string} id @param {Pose} pose */
  pose(id, { x, y, scale, turn, narrow, opacity, look, glow }) {
    const node = this.nodes.get(id) ?? this.add(id);
    const spin = turn ? ` rotate(${round(turn)})` : "";
    const size = narrow === 1 ? round(scale) : `${round(scale * narrow)} ${round(scale)}`;
    set(node, "transform", `translate(${round(x)} ${round(y)})${spin} scale(${size})`);
    set(node, "opacity", opacity === 1 ? "" : round(opacity));
    set(/** @type {Element} */ (node.firstElementChild), "href", `#${this.looks.get(look)?.id ?? ""}`);
    if (glow > 0 && node.childElementCount === 1) node.append(s("circle", { class: "glow", r: 0.7 }));
    if (glow > 0) set(/** @type {Element} */ (node.lastElementChild), "opacity", round(glow));
    else if (node.childElementCount > 1) node.lastElementChild?.remove();
  }

  /** @param {string} id */
  add(id) {
    const node = s("g", { class: "thing", "data-thing": id }, s("use"));
    this.nodes.set(id, node);
    this.lying.append(node);
    return node;
  }

  /** @param {string} id */
  raise(id) {
    const node = this.nodes.get(id);
    if (node && node !== this.lying.lastElementChild) this.lying.append(node);
  }

  /**
   * Parts of wheels lie lowest; and a small place may lie on a large one, so what lies there is drawn later.
   *
   * @param {Frame} frame
   */
  order(frame) {
    const height = (/** @type {Placed} */ thing) => {
      const place = this.places?.get(thing[2]);
      return formOf(frame.stage, thing) === SECTOR ? -Infinity : place ? -place.size[0] * place.size[1] : 0;
    };
    const sorted = frame.things
      .map((thing) => ({ id: thing[0], low: height(thing), x: thing[3] }))
      .sort((one, other) => (one.low === other.low ? one.x - other.x : one.low - other.low));
    let next = this.lying.firstElementChild;
    for (const { id } of sorted) {
      const node = /** @type {SVGGElement} */ (this.nodes.get(id));
      if (node === next) next = next.nextElementSibling;
      else this.lying.insertBefore(node, next);
    }
  }

  /** What is written beside the board, and the names of the seats where the board has room for them. */
  write() {
    const frame = this.frame;
    if (!frame) return;
    const filled = new Set(frame.things.map(([, , target]) => target.slice(0, target.indexOf("/"))));
    const legible = LEGIBLE / (this.width / frame.stage.box[2] || Infinity);
    // Where things lie close, nobody writes beside every heap.
    const isClose = legible > CLOSE * WRITTEN;
    const captions = frame.stage.captions.filter(({ zone }) => !zone || (!isClose && filled.has(zone)));
    const texts = captions.map(({ say }) => this.say(say));
    const names = (frame.stage.plates ?? []).map((_, seat) => this.say({ say: "table.plate", seat: { seat } }));
    for (const [seat, plate] of [...this.captions.querySelectorAll(".plate")].entries()) plate.classList.toggle("acting", frame.actor === seat);
    const wanted = JSON.stringify([captions.map(({ at }) => at), texts, names, legible]);
    // To write is to measure, which takes its time.
    if (wanted === this.written) return;
    this.written = wanted;
    const size = Math.max(WRITTEN, legible);
    const lines = captions.map(({ at, side }, number) => written(texts[number] ?? "", at, { "text-anchor": side }, size));
    fill(this.captions, lines, names.map((name, seat) => this.plate(frame, name, seat, Math.max(NAMED, legible))));
    const least = Math.max(WRITTEN, legible);
    for (const [seat, line] of [...this.captions.querySelectorAll("text")].slice(lines.length).entries()) fit(line, names[seat] ?? "", least);
    if (legible > WRITTEN) this.thin(captions.map(({ at }, number) => ({ at, line: lines[number], size })));
  }

  /**
   * Letters that are larger than usual may need more room than there is: what would cover something is left out.
   *
   * @param {{at: [number, number], line: SVGTextElement | undefined, size: number}[]} captions
   */
  thin(captions) {
    const [left, , width] = this.frame?.stage.box ?? [0, 0, 0, 0];
    const taken = [...(this.places?.values() ?? [])].map(boxAround);
    for (const { at, line, size } of captions) {
      const length = (line?.getComputedTextLength() ?? 0) * FINE;
      const start = { start: 0.5, middle: 0, end: -0.5 }[line?.getAttribute("text-anchor") ?? ""] ?? 0.5;
      // Of the height of letters only what most of them have counts.
      const box = { x: at[0] + start * length, y: at[1], width: length, height: 0.7 * size };
      const isWhole = box.x - length / 2 >= left && box.x + length / 2 <= left + width;
      if (isWhole && !taken.some((other) => isOver(box, other))) taken.push(box);
      else line?.remove();
    }
  }

  /** @param {Frame} frame @param {string} name @param {number} seat @param {number} size */
  plate(frame, name, seat, size) {
    const [x, y] = frame.stage.plates?.[seat] ?? [0, 0];
    const { width, height } = PLATE;
    return s(
      "g",
      { transform: `translate(${x} ${y})`, class: frame.actor === seat ? "plate acting" : "plate" },
      s("rect", { width, height, rx: 0.2 }),
      s("g", { transform: `translate(0.42 ${height / 2}) scale(0.24)` }, drawn(frame.stage.badges[seat] ?? "")),
      written(name, [PLATE.name, height / 2], { class: "plate-name" }, size),
    );
  }
}

/** @param {import("./frame.js").Place} place @returns {Box} */
function boxAround({ at, size }) {
  return { x: at[0] + size[0] / 2, y: at[1] + size[1] / 2, width: size[0], height: size[1] };
}

/**
 * @param {string} text
 * @param {[number, number]} at
 * @param {Record<string, string>} attributes
 * @param {number} [size]
 */
export function written(text, [x, y], attributes, size = WRITTEN) {
  const line = s("text", attributes, text);
  place(line, [x, y], size);
  return line;
}

/** @param {SVGTextElement} line @param {[number, number]} at @param {number} size */
function place(line, [x, y], size) {
  set(line, "transform", `translate(${x} ${round(y + 0.35 * size)}) scale(${FINE})`);
  set(line, "font-size", size / FINE);
}

/**
 * A name that is too long for its plate is written smaller, and what is still too long is cut short. It is measured as it
 * looks when its seat is to act.
 *
 * @param {SVGTextElement} line
 * @param {string} name
 * @param {number} least
 */
function fit(line, name, least) {
  const room = PLATE.width - PLATE.name - PLATE.edge;
  const length = () => line.getComputedTextLength() * FINE;
  line.style.fontWeight = "700";
  const size = Number(line.getAttribute("font-size")) * FINE;
  if (length() > room) place(line, [PLATE.name, PLATE.height / 2], Math.min(size, Math.max(least, (size * room) / length())));
  shortened(name, (text) => {
    fill(line, text);
    return length() <= room;
  });
  line.style.fontWeight = "";
}

/** @param {Element} node @param {string} name @param {string | number} value */
function set(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) === text) return;
  if (text) node.setAttribute(name, text);
  else node.removeAttribute(name);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
