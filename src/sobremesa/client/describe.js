/**
 * Descriptions: what things and places are called, for those who hear the table instead of seeing it.
 *
 * @typedef {import("./frame.js").Frame} Frame
 * @typedef {import("./frame.js").Phrase} Phrase
 * @typedef {import("./frame.js").Placed} Placed
 * @typedef {(phrase: Phrase) => string} Say
 */

import { formOf, partsOf, placesOf } from "./frame.js";

/**
 * This is what a thing is called: what it is and whose; "" if it is a blank.
 *
 * @param {Placed} thing
 * @param {Say} say
 */
export function thingName(thing, say) {
  const { kind, face, owner } = partsOf(thing[1]);
  if (!face) return "";
  const what = say({ say: `things.${kind}`, face });
  return owner === "" ? what : say({ say: "table.owned", what, seat: { seat: Number(owner) } });
}

/**
 * This is what something to click is called: a thing and where it lies, or a place and what lies there.
 *
 * @param {Frame} frame
 * @param {string} target
 * @param {Say} say
 */
export function targetName(frame, target, say) {
  const places = placesOf(frame.stage);
  const thing = frame.things.find(([id]) => id === target);
  const name = places.get(thing ? thing[2] : target)?.name;
  const where = name ? say(name) : "";
  const lying = thing ? [thing] : frame.things.filter((each) => each[2] === target && !isPart(frame, each));
  const what = [...(thing ? [] : rimOf(frame, target)), ...lying.map((each) => thingName(each, say))].filter(Boolean).join(", ");
  if (!what || !where) return what || where;
  return thing ? `${what}: ${where}` : `${where}: ${what}`;
}

/**
 * This tells everything that lies on the table, place by place and zone by zone.
 *
 * @param {Frame} frame
 * @param {Say} say
 * @returns {{zone: string, places: string[]}[]}
 */
export function inventory(frame, say) {
  return frame.stage.zones
    .map((zone) => {
      const targets = zone.places.map((place) => `${zone.id}/${place.id}`);
      const filled = targets.filter((target) => frame.things.some((each) => each[2] === target && !isPart(frame, each)));
      return { zone: say(zone.name), places: filled.map((target) => targetName(frame, target, say)) };
    })
    .filter(({ places }) => places.length);
}

/**
 * These are the faces of the wheel that a place is the middle of, with the clock from the top.
 *
 * @param {Frame} frame
 * @param {string} target
 */
function rimOf(frame, target) {
  const place = placesOf(frame.stage).get(target);
  if (!place) return [];
  const [x, y] = [place.at[0] + place.size[0] / 2, place.at[1] + place.size[1] / 2];
  const parts = frame.things.filter((thing) => isPart(frame, thing) && Math.hypot(thing[3] - x, thing[4] - y) < 0.05);
  const past = (/** @type {Placed} */ thing) => (((thing[6] + 90) % 360) + 360) % 360;
  const faces = parts.sort((one, other) => past(one) - past(other)).map(([, look]) => partsOf(look).face);
  return faces.length ? [faces.join(" ")] : [];
}

/**
 * The parts of a wheel are told by its name: hundreds of them would drown everything else.
 *
 * @param {Frame} frame
 * @param {Placed} thing
 */
function isPart(frame, thing) {
  return formOf(frame.stage, thing) === "sector";
}
