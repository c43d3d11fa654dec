/**
 * The plan of an event: from two frames and the paths between them to a track for everything that moves.
 *
 * Who walks goes first; who was captured flies when the walker has arrived; wheels, dice and cards move at once. What
 * lies in piles loses its name there, so a card that appears comes from a pile that has changed, or from another card
 * of its kind that has vanished.
 *
 * @typedef {import("./frame.js").Frame} Frame
 * @typedef {import("./frame.js").Told} Told
 * @typedef {import("./frame.js").Placed} Placed
 * @typedef {import("./tracks.js").Pose} Pose
 * @typedef {import("./tracks.js").Track} Track
 */

import { formOf, partsOf, placesOf } from "./frame.js";

const STEP = 90;
const LONGEST_WALK = 900;
const TUMBLE = 500;
const SPIN = 420;
const SLIDE = 320;
const ARC = 480;
const FLIP = 420;
const COME = 300;
const GO = 200;
const FADE = 240;
/** How much later each of several cards starts than the one before. */
const STAGGER = 60;

/** The face of whatever lies face down. */
const HIDDEN = "?";
const DIE = "die";
const SECTOR = "sector";
const PILES = ["deck", "pile"];
const FLAT = ["card"];
const WALKERS = ["pawn", "guard", "chip"];

/**
 * This is how everything moves from one frame to the next.
 *
 * @param {Frame} before
 * @param {Told} told
 * @param {Frame} after
 * @returns {Track[]}
 */
export function plan(before, told, after) {
  return new Plan(before, told, after).tracks();
}

/**
 * This is how everything changes for somebody who wants nothing to move: it fades from one to the other.
 *
 * @param {Frame} before
 * @param {Frame} after
 * @returns {Track[]}
 */
export function still(before, after) {
  const old = byId(before);
  const now = byId(after);
  /** @type {Track[]} */
  const tracks = [];
  for (const [id, thing] of now) {
    const was = old.get(id);
    const to = poseOf(thing);
    const from = was ? poseOf(was) : { ...to, opacity: 0 };
    if (!was || !isSame(from, to)) tracks.push({ id, way: "fade", start: 0, time: FADE, from, to });
  }
  for (const [id, thing] of old) {
    if (!now.has(id)) tracks.push(leave(id, poseOf(thing), 0));
  }
  return tracks;
}

/** This is when the last of some tracks ends. @param {Track[]} tracks */
export function lengthOf(tracks) {
  return Math.max(0, ...tracks.map(({ start, time }) => start + time));
}

/**
 * This is how a thing is drawn at rest.
 *
 * @param {Placed} thing
 * @returns {Pose}
 */
export function poseOf([, look, , x, y, scale, turn]) {
  return { x, y, scale, turn, look, narrow: 1, opacity: 1, glow: 0 };
}

class Plan {
  /** @param {Frame} before @param {Told} told @param {Frame} after */
  constructor(before, told, after) {
    this.scene = after.stage;
    this.looks = Object.keys(after.looks);
    this.paths = told.paths ?? {};
    this.isThrow = (told.log ?? []).some(({ say }) => after.stage.cues[say] === "roll");
    this.old = byId(before);
    this.now = byId(after);
    this.places = placesOf(this.scene);
  }

  /** @returns {Track[]} */
  tracks() {
    const ids = [...this.now.keys()].filter((id) => this.old.has(id));
    const walks = ids.filter((id) => this.paths[id]?.length).map((id) => this.walk(id));
    const arrival = lengthOf(walks);
    const walking = new Set(walks.map(({ id }) => id));
    const rest = ids.filter((id) => !walking.has(id)).flatMap((id) => this.change(id, arrival));
    return [...walks, ...rest, ...this.throwAgain(rest), ...this.comings(arrival), ...this.goings(arrival)];
  }

  /** @param {string} id @returns {Track} */
  walk(id) {
    const [from, to] = this.poses(id);
    const steps = (this.paths[id] ?? []).slice(0, -1).flatMap((target) => this.middleOf(target) ?? []);
    steps.push(to);
    return { id, way: "walk", start: 0, time: Math.min(STEP * steps.length, LONGEST_WALK), from, to, steps };
  }

  /** @param {string} id @param {number} arrival @returns {Track[]} */
  change(id, arrival) {
    const [from, to] = this.poses(id);
    if (isSame(from, to)) return [];
    const form = formOf(this.scene, this.thing(id));
    if (form === DIE && from.look !== to.look && partsOf(to.look).face) return [this.tumble(id)];
    if (form === SECTOR) return [{ id, way: "spin", start: 0, time: SPIN, from, to }];
    if (FLAT.includes(form) && from.look !== to.look) {
      return [{ id, way: "flip", start: arrival, time: FLIP, from, to }];
    }
    if (from.x === to.x && from.y === to.y) return [{ id, way: "slide", start: arrival, time: SLIDE, from, to }];
    const middle = this.pivotOf(id);
    if (middle) return [{ id, way: "orbit", start: 0, time: SPIN, from, to, middle }];
    const hasLeft = this.old.get(id)?.[2] !== this.thing(id)[2];
    if (hasLeft && WALKERS.includes(form)) return [{ id, way: "arc", start: arrival, time: ARC, from, to }];
    return [{ id, way: "slide", start: hasLeft ? 0 : arrival, time: SLIDE, from, to }];
  }

  /** @param {string} id @returns {Track} */
  tumble(id) {
    const [from, to] = this.poses(id);
    const { kind, owner } = partsOf(to.look);
    const looks = this.looks.filter((look) => {
      const parts = partsOf(look);
      return parts.kind === kind && parts.owner === owner && parts.face;
    });
    return { id, way: "tumble", start: 0, time: TUMBLE, from, to, looks };
  }

  /**
   * Dice that fall as they lay have been thrown all the same.
   *
   * @param {Track[]} others
   * @returns {Track[]}
   */
  throwAgain(others) {
    if (!this.isThrow || others.some(({ way }) => way === "tumble")) return [];
    const dice = [...this.now.values()].filter((thing) => formOf(this.scene, thing) === DIE && this.old.has(thing[0]));
    const moving = new Set(others.map(({ id }) => id));
    return dice
      .filter(([id, look]) => partsOf(look).face && !moving.has(id))
      .map(([id]) => this.tumble(id));
  }

  /** @param {number} arrival @returns {Track[]} */
  comings(arrival) {
    const vanished = [...this.old.values()].filter(([id]) => !this.now.has(id));
    const appeared = [...this.now.values()].filter(([id]) => !this.old.has(id));
    this.paired = pairs(vanished, appeared, this.scene, this.paths);
    let late = 0;
    return appeared.map((thing) => {
      const [id] = thing;
      const to = poseOf(thing);
      if (formOf(this.scene, thing) === DIE && partsOf(to.look).face) return this.thrown(id, to);
      const origin = this.paired?.get(id) ?? this.pileBeside(thing) ?? this.beginning(thing);
      if (!origin) return { id, way: "come", start: arrival, time: COME, from: { ...to, opacity: 0 }, to };
      const from = { ...poseOf(origin), look: PILES.includes(formOf(this.scene, origin)) ? this.backOf(to) : origin[1] };
      const isFlat = FLAT.includes(formOf(this.scene, thing));
      const way = !isFlat ? "arc" : from.look === to.look ? "carry" : "flip";
      return { id, way, start: arrival + STAGGER * late++, time: FLIP, from: { ...from, scale: to.scale }, to };
    });
  }

  /**
   * This is a thing where its path begins, as if it had been there.
   *
   * @param {Placed} thing
   * @returns {Placed | undefined}
   */
  beginning([id, look, target, , , scale, turn]) {
    const first = this.paths[id]?.[0];
    const middle = first === undefined ? undefined : this.middleOf(first);
    return middle && [id, look, target, middle.x, middle.y, scale, turn];
  }

  /** @param {string} id @param {Pose} to @returns {Track} */
  thrown(id, to) {
    return { id, way: "tumble", start: 0, time: TUMBLE, from: { ...to, y: to.y - 0.6 }, to, looks: [] };
  }

  /** @param {number} arrival @returns {Track[]} */
  goings(arrival) {
    const followed = new Set([...(this.paired?.values() ?? [])].map(([id]) => id));
    const lost = [...this.old.values()].filter(([id]) => !this.now.has(id) && !followed.has(id));
    return [
      ...lost.map((thing) => this.going(thing, arrival)),
      // Whatever goes on under another name is drawn under that one from the beginning.
      ...[...followed].map((id) => leave(id, { ...poseOf(/** @type {Placed} */ (this.old.get(id))), opacity: 0 }, 0)),
    ];
  }

  /** @param {Placed} thing @param {number} arrival @returns {Track} */
  going(thing, arrival) {
    const from = poseOf(thing);
    const goal = this.pileBeside(thing) ?? this.faceBeside(thing);
    if (!goal) return leave(thing[0], from, arrival);
    const to = { ...from, x: goal[3], y: goal[4], opacity: 0.2 };
    const way = FLAT.includes(formOf(this.scene, thing)) ? "carry" : "arc";
    return { id: thing[0], way, start: arrival, time: SLIDE, from, to };
  }

  /**
   * This is how a thing looks with its face down, if that has ever been seen; else it comes with its face up.
   *
   * @param {Pose} pose
   */
  backOf({ look }) {
    const { kind, owner } = partsOf(look);
    const back = `${kind}|${HIDDEN}|${owner}`;
    return this.looks.includes(back) ? back : look;
  }

  /**
   * This is a pile that has changed, from which a thing of its owner may have come, or where it may have gone.
   *
   * @param {Placed} thing
   */
  pileBeside(thing) {
    const { owner } = partsOf(thing[1]);
    const piles = this.changed().filter((other) => PILES.includes(formOf(this.scene, other)));
    return piles.find(([, look]) => partsOf(look).owner === owner) ?? piles.find(([, look]) => !partsOf(look).owner);
  }

  /**
   * This is a card that shows another face than before: a pile on which a card has come to lie.
   *
   * @param {Placed} thing
   */
  faceBeside(thing) {
    const form = formOf(this.scene, thing);
    return FLAT.includes(form) ? this.changed().find((other) => formOf(this.scene, other) === form) : undefined;
  }

  changed() {
    return [...this.now.values()].filter(([id, look]) => {
      const was = this.old.get(id);
      return was && was[1] !== look;
    });
  }

  /** @param {string} id @returns {Placed} */
  thing(id) {
    return /** @type {Placed} */ (this.now.get(id));
  }

  /** @param {string} id @returns {[Pose, Pose]} */
  poses(id) {
    return [poseOf(/** @type {Placed} */ (this.old.get(id))), poseOf(this.thing(id))];
  }

  /** @param {string} target */
  middleOf(target) {
    const place = this.places.get(target);
    return place && { x: place.at[0] + place.size[0] / 2, y: place.at[1] + place.size[1] / 2 };
  }

  /**
   * This is the middle of its place, if a thing stays on it and only goes round.
   *
   * @param {string} id
   */
  pivotOf(id) {
    const [from, to] = this.poses(id);
    const middle = this.middleOf(this.thing(id)[2]);
    if (!middle || this.old.get(id)?.[2] !== this.thing(id)[2]) return undefined;
    const first = Math.hypot(from.x - middle.x, from.y - middle.y);
    const last = Math.hypot(to.x - middle.x, to.y - middle.y);
    return first > 0.1 && Math.abs(first - last) < 0.02 ? middle : undefined;
  }
}

/** @param {Frame} frame */
function byId(frame) {
  return new Map(frame.things.map((thing) => [thing[0], thing]));
}

/** @param {Pose} one @param {Pose} other */
function isSame(one, other) {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.scale === other.scale &&
    one.turn === other.turn &&
    one.look === other.look
  );
}

/** @param {string} id @param {Pose} from @param {number} start @returns {Track} */
function leave(id, from, start) {
  return { id, way: "go", start, time: GO, from, to: { ...from, opacity: 0 } };
}

/**
 * This pairs what has appeared with what has vanished: what the paths say first, then equal looks, then equal kinds.
 *
 * @param {Placed[]} vanished
 * @param {Placed[]} appeared
 * @param {import("./frame.js").Scene} scene
 * @param {Record<string, string[]>} paths
 * @returns {Map<string, Placed>}
 */
function pairs(vanished, appeared, scene, paths) {
  /** @type {Map<string, Placed>} */
  const found = new Map();
  const free = new Set(vanished.filter((thing) => FLAT.includes(formOf(scene, thing))));
  /** @type {((one: Placed, other: Placed) => boolean)[]} */
  const tests = [
    ([id, look], [, other, target]) => paths[id]?.[0] === target && look === other,
    ([id, look], [, other, target]) => paths[id]?.[0] === target && partsOf(look).kind === partsOf(other).kind,
    ([id, look], [, other]) => !paths[id] && look === other,
    ([id, look], [, other]) => !paths[id] && partsOf(look).kind === partsOf(other).kind,
  ];
  for (const test of tests) {
    for (const thing of appeared) {
      const origin = found.has(thing[0]) ? undefined : [...free].find((other) => test(thing, other));
      if (!origin) continue;
      found.set(thing[0], origin);
      free.delete(origin);
    }
  }
  return found;
}
