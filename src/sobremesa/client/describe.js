/**
 * Descriptions: what things and places are called, for those who hear the table instead of seeing it.
 *
 * @typedef {import("./frame.js").Frame} Frame
 * @typedef {import("./frame.js").Phrase} Phrase
 * @typedef {import("./frame.js").Placed} Placed
 * @typedef {(phrase: Phrase) => string} Say
 * @typedef {(key: string) => boolean} Has tells whether there are words for a key
 */

import { formOf, partsOf, placesOf } from "./frame.js";

/** @type {Has} */
const nothing = () => false;

/**
 * This is what things of one look are called: how many, what they are and whose; "" if they are blank.
 *
 * @param {string} look
 * @param {number} count
 * @param {Phrase | undefined} where the name of their place, which may say already whose they are
 * @param {Say} say
 * @param {Has} has
 */
function thingName(look, count, where, say, has) {
  const { kind, face, owner } = partsOf(look);
  if (!face) return "";
  const one = say({ say: `things.${kind}`, face: faceName(kind, face, count, say, has) });
  const what = count === 1 || has(`faces.${kind}.${face}`) ? one : say({ say: "table.several", count, what: one });
  const isSaid = /** @type {{seat?: number} | undefined} */ (where?.seat)?.seat === Number(owner);
  return owner === "" || isSaid ? what : say({ say: "table.owned", what, seat: { seat: Number(owner) } });
}

/**
 * This is what a face is called, where its game has words for all of it or for its signs; else what is written on it.
 *
 * @param {string} kind
 * @param {string} face
 * @param {number} count
 * @param {Say} say
 * @param {Has} has
 */
function faceName(kind, face, count, say, has) {
  const whole = `faces.${kind}.${face}`;
  if (has(whole)) return say({ say: whole, count });
  const signs = [...face].map((sign) => `faces.${sign}`).filter(has).map((sign) => say({ say: sign }));
  if (!signs.length) return face;
  return face.length === 1 ? (signs[0] ?? face) : `${face} (${signs.join(", ")})`;
}

/**
 * This is what something to click is called: a thing and where it lies, or a place and what lies there.
 *
 * @param {Frame} frame
 * @param {string} target
 * @param {Say} say
 * @param {Has} [has]
 */
export function targetName(frame, target, say, has = nothing) {
  const places = placesOf(frame.stage);
  const thing = frame.things.find(([id]) => id === target);
  const name = places.get(thing ? thing[2] : target)?.name;
  const where = name ? say(name) : "";
  const lying = thing ? [thing] : frame.things.filter((each) => each[2] === target && !isPart(frame, each));
  const looks = lying.map(([, look]) => look);
  const many = (/** @type {string} */ look) => looks.filter((other) => other === look).length;
  const names = [...new Set(looks)].map((look) => thingName(look, many(look), name, say, has));
  const what = [...(thing ? [] : rimOf(frame, target, say, has)), ...names].filter(Boolean).join(", ");
  if (!what || !where) return what || where;
  return thing ? `${what}: ${where}` : `${where}: ${what}`;
}

/**
 * This tells everything that lies on the table, place by place and zone by zone.
 *
 * @param {Frame} frame
 * @param {Say} say
 * @param {Has} [has]
 * @returns {{zone: string, places: string[]}[]}
 */
export function inventory(frame, say, has = nothing) {
  return frame.stage.zones
    .map((zone) => {
      const targets = zone.places.map((place) => `${zone.id}/${place.id}`);
      const filled = targets.filter((target) => frame.things.some((each) => each[2] === target && !isPart(frame, each)));
      return { zone: say(zone.name), places: filled.map((target) => targetName(frame, target, say, has)) };
    })
    .filter(({ places }) => places.length);
}

/**
 * These are the faces of the wheel that a place is the middle of, with the clock from the top.
 *
 * @param {Frame} frame
 * @param {string} target
 * @param {Say} say
 * @param {Has} has
 */
function rimOf(frame, target, say, has) {
  const place = placesOf(frame.stage).get(target);
  if (!place) return [];
  const [x, y] = [place.at[0] + place.size[0] / 2, place.at[1] + place.size[1] / 2];
  const parts = frame.things.filter((thing) => isPart(frame, thing) && Math.hypot(thing[3] - x, thing[4] - y) < 0.05);
  const past = (/** @type {Placed} */ thing) => (((thing[6] + 90) % 360) + 360) % 360;
  const faces = parts.sort((one, other) => past(one) - past(other)).map(([, look]) => {
    const { kind, face } = partsOf(look);
    return faceName(kind, face, 1, say, has);
  });
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
