/**
 * Marks: how the board shows what can be done. What can be picked has a ring, what is picked is lifted and ticked, and
 * where a move ends a ghost stands of whoever would go there. Lines differ too, so that nothing depends on colour: whole
 * around what can be picked, dashed where a move ends, dotted around what could be picked instead.
 *
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {import("./choices.js").Offer} Offer
 * @typedef {import("./frame.js").Gesture} Gesture
 * @typedef {import("./geometry.js").Box} Box
 */

import { drawn, fill, s } from "./dom.js";
import { formOf, partsOf, sizeOf } from "./frame.js";

const ROUND = ["pawn", "guard", "chip", "coin", "glass"];
/** With more rings than this, all of them are drawn thin: a board full of light shows nothing. */
const MANY = 12;
const GHOST = 0.92;
const ROOM = 0.14;
/** How far what is picked is lifted, as the style says. */
const LIFT = 0.08;
/** How large the tick is that what is picked has beside it. */
const TICK = 0.22;

/**
 * This marks what can be done.
 *
 * @param {Stage} stage
 * @param {Offer} offer
 * @param {number} seat who would move
 * @param {string[]} [dice] what waits to be thrown
 */
export function mark(stage, offer, seat, dice = []) {
  const crowd = offer.pickable.size + offer.closing.size > MANY ? " many" : "";
  fill(
    stage.under,
    dice.map((target) => ring(stage, target, "pickable")),
    [...offer.switching].map((target) => ring(stage, target, "switching")),
    [...offer.pickable].map((target) => ring(stage, target, `pickable${crowd}`)),
    [...offer.picked].map((target) => ring(stage, target, "picked")),
    [...offer.closing.keys()].map((target) => ring(stage, target, `closing${crowd}`)),
  );
  fill(
    stage.over,
    [...offer.closing].map(([target, gesture]) => ghost(stage, gesture, target, { seat, crowd })),
    [...offer.picked].map((target) => tick(stage, target)),
  );
  for (const [id, node] of stage.nodes) {
    node.classList.toggle("lifted", offer.picked.has(id));
    node.classList.toggle("ready", offer.pickable.has(id) || offer.closing.has(id));
  }
}

/** This takes all marks away. @param {Stage} stage */
export function unmark(stage) {
  fill(stage.under);
  fill(stage.over);
  for (const node of stage.nodes.values()) node.classList.remove("lifted", "ready");
}

/**
 * This shows a move on the board that somebody advises: from what is picked to what closes it.
 *
 * @param {Stage} stage
 * @param {Gesture} gesture
 */
export function advise(stage, gesture) {
  const ends = [...gesture.picks, gesture.close];
  const boxes = ends.flatMap((target) => stage.boxOf(target) ?? []);
  const [from] = boxes;
  const to = stage.boxOf(gesture.close);
  fill(
    stage.over,
    ends.map((target) => ring(stage, target, "advice")),
    from && to && from !== to ? arrow(from, to) : null,
  );
}

/** @param {Box} from @param {Box} to */
function arrow(from, to) {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  if (far < 0.6) return null;
  const [right, down] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const tip = { x: to.x - 0.2 * right, y: to.y - 0.2 * down };
  const neck = { x: tip.x - 0.4 * right, y: tip.y - 0.4 * down };
  const head = [
    [tip.x, tip.y],
    [neck.x - 0.22 * down, neck.y + 0.22 * right],
    [neck.x + 0.22 * down, neck.y - 0.22 * right],
  ];
  return s(
    "g",
    { class: "arrow" },
    s("line", { x1: from.x, y1: from.y, x2: neck.x, y2: neck.y }),
    s("polygon", { points: head.map((point) => point.join(",")).join(" ") }),
  );
}

/**
 * @param {Stage} stage
 * @param {string} target
 * @param {string} name
 */
function ring(stage, target, name) {
  const outline = outlineOf(stage, target, name);
  if (!outline) return null;
  // A dark line on both sides, so that the light is seen on any ground.
  const casing = /** @type {SVGElement} */ (outline.cloneNode());
  outline.classList.add("light");
  return s("g", { class: `ring ${name}` }, casing, outline);
}

/** @param {Stage} stage @param {string} target */
function tick(stage, target) {
  const disc = stage.wheelOf(target);
  const box = disc ?? stage.boxOf(target);
  if (!box) return null;
  // At the upper right, on the line: of a wheel that is nearer to its middle than the corner is.
  const out = disc ? Math.SQRT1_2 : 0.92;
  const at = [box.x + (out * box.width) / 2, box.y - (out * box.height) / 2 - (disc ? 0 : LIFT)];
  return s(
    "g",
    { class: "tick-mark", transform: `translate(${at.join(" ")}) scale(${TICK})` },
    s("circle", { r: 1 }),
    s("path", { d: "M-0.5 0.05L-0.12 0.42L0.5 -0.38" }),
  );
}

/**
 * @param {Stage} stage
 * @param {string} target
 * @param {string} name
 */
function outlineOf(stage, target, name) {
  const disc = stage.wheelOf(target);
  const box = disc ?? stage.boxOf(target);
  if (!box) return null;
  const thing = stage.thing(target);
  const form = thing && stage.frame ? formOf(stage.frame.stage, thing) : "";
  if (disc || ROUND.includes(form)) {
    const isLifted = name === "picked" && !disc;
    const r = (Math.min(box.width, box.height) / 2) * (isLifted ? 1.12 : 1) + 0.02;
    return s("circle", { cx: box.x, cy: box.y - (isLifted ? LIFT : 0), r });
  }
  const room = thing ? ROOM / 2 : 0;
  return s("rect", {
    x: box.x - box.width / 2 - room,
    y: box.y - box.height / 2 - room,
    width: box.width + 2 * room,
    height: box.height + 2 * room,
    rx: Math.min(0.16, box.width / 4),
  });
}

/**
 * @param {Stage} stage
 * @param {Gesture} gesture
 * @param {string} target
 * @param {{seat: number, crowd: string}} whose
 */
function ghost(stage, gesture, target, { seat, crowd }) {
  const box = stage.boxOf(target);
  const scene = stage.frame?.stage;
  if (!box || !scene || stage.thing(target)) return null;
  const goer = goerOf(stage, gesture);
  const room = Math.min(box.width, box.height);
  const isTaken = stage.thingsAt(target).some((thing) => formOf(scene, thing) !== "sector");
  if (!goer && isTaken) return null;
  // Where somebody stands already, the ghost looks over a shoulder; in a crowd each is but a hint.
  const side = (isTaken ? 0.6 : 1) * (crowd ? 0.5 : 1);
  const at = isTaken ? { x: box.x + 0.3 * room, y: box.y - 0.3 * room } : box;
  const scale = side * (goer ? goerScale(scene, goer, room) : 0.4 * Math.min(room, 1.4));
  const picture = goer ? stage.picture(goer[1]) : drawn(scene.badges[seat] ?? "");
  return s("g", { class: `ghost${crowd}`, transform: `translate(${at.x} ${at.y}) scale(${scale})` }, picture);
}

/**
 * @param {import("./frame.js").Scene} scene
 * @param {import("./frame.js").Placed} goer
 * @param {number} room
 */
function goerScale(scene, goer, room) {
  const large = Math.max(...sizeOf(scene, goer)) / goer[5];
  return Math.min(1, (GHOST * room) / large);
}

/**
 * This is the thing that goes where a gesture ends: one that is picked, or one that stands on a place that is picked.
 *
 * @param {Stage} stage
 * @param {Gesture} gesture
 */
function goerOf(stage, gesture) {
  const scene = stage.frame?.stage;
  const picked = gesture.picks.flatMap((target) => {
    const thing = stage.thing(target);
    return thing ? [thing] : stage.thingsAt(target);
  });
  return picked.find((thing) => scene && !["die", "sector", "glass"].includes(formOf(scene, thing)) && isSomebodys(thing));
}

/** @param {import("./frame.js").Placed} thing */
function isSomebodys(thing) {
  return partsOf(thing[1]).owner !== "";
}
