/**
 * Frames: what lies on the table and what can be done, as the server tells it; first whole, then by what has changed.
 *
 * @typedef {{say: string, [value: string]: unknown}} Phrase a sentence to be said: its key, and the values beside it
 *
 * @typedef {[id: string, look: string, target: string, x: number, y: number, scale: number, turn: number]} Placed
 * a thing and where it is drawn; its look is "kind|face|owner"
 *
 * @typedef {object} Gesture how a move is made by hand: what is picked, in any order, and the click that closes it
 * @property {string} move
 * @property {string[]} picks
 * @property {string} close
 * @property {Phrase} caption
 *
 * @typedef {object} Place a spot where things lie
 * @property {string} id
 * @property {[number, number]} at its upper left corner
 * @property {[number, number]} size
 * @property {Phrase} name
 * @property {string} [label]
 *
 * @typedef {object} Zone
 * @property {string} id
 * @property {Phrase} name
 * @property {boolean} [tray]
 * @property {Place[]} places
 *
 * @typedef {object} Scene the picture that never changes
 * @property {[number, number, number, number]} box
 * @property {string} defs
 * @property {string} board
 * @property {{say: Phrase, at: [number, number], side: string, zone: string}[]} captions
 * @property {Zone[]} zones
 * @property {string[]} colours by seat
 * @property {string[]} forms by seat
 * @property {string[]} badges by seat: its form in its colour, around the origin, at most one unit from it
 * @property {[number, number][]} [plates] where the name of each seat stands on the board
 * @property {Record<string, string>} cues what is heard with a log phrase, by its key
 * @property {Record<string, {form: string, size: [number, number]}>} [kinds]
 * @property {string[][]} [book] the phrases that shorthand refers to: keys, each with the names of its values
 * @property {Record<string, string>} [rules] the rule that each prompt is about, by the prompt's key
 *
 * @typedef {object} Chair who sits where
 * @property {"me" | "here" | "open" | "bot" | "person"} kind
 * @property {string} name
 * @property {string} level
 * @property {boolean} on
 * @property {boolean} gone whether whoever sat there has given up
 * @property {boolean} [ends] whether the match ends if whoever sits there gives up
 * @property {boolean} [away] whether a bot plays until whoever sits there is back
 * @property {boolean} [helped] whether a bot has played there at some time
 * @property {boolean} [replaced] whether whoever sat there may play no longer
 *
 * @typedef {object} Frame
 * @property {number} seq
 * @property {number | null} seat
 * @property {number[]} mine
 * @property {boolean} secret whether seats see different things
 * @property {Chair[]} seats
 * @property {Scene} stage
 * @property {Placed[]} things
 * @property {Record<string, string>} looks
 * @property {number | "chance" | "over"} actor
 * @property {Gesture[]} gestures
 * @property {Phrase} prompt
 * @property {string} rule
 * @property {number | null} roller
 * @property {boolean} undo
 * @property {number} hold
 * @property {Phrase | null} status
 * @property {number[] | null} places
 * @property {number[]} scores
 * @property {string} seal
 * @property {{type: string[] | null, contest: boolean} | null} [real] where real dice are thrown: what somebody here may
 * type, and whether the last throw can be contested
 * @property {boolean} [later] whether those who only watch may see all hands, as they were a round ago
 * @property {boolean} [hints] whether people may ask for advice; false where the table forbids it
 * @property {boolean} over
 * @property {Phrase[]} last
 * @property {{ask: boolean, by?: number, seq?: number, answer?: boolean} | null} [plea] whether the others can be asked to
 * let the last move be taken back, or who asks for that, and whether somebody here is to answer
 * @property {import("./clock.js").Running | null} [clock] whose time runs; none where there is no clock
 * @property {import("./presence.js").Waiting | null} [absent] when a bot takes the seat of whoever looks, if one does
 * @property {import("./kept.js").Kept | null} [kept] which seats of a rematch are kept for those who sat there
 * @property {string} [rematch] for a match that is over: the one in which the same people play again
 *
 * @typedef {object} Told what happened, as the difference of two frames
 * @property {number} seq
 * @property {Partial<Frame> & {gone?: string[]}} d
 * @property {Phrase[]} [log]
 * @property {Record<string, string[]>} [paths] the places that things passed, their own included
 * @property {Placed[]} [glimpse] what was to be seen only for a moment
 * @property {Record<string, string>} [looks]
 * @property {string} [by]
 */

/**
 * This is the frame after an event; the one before stays as it is.
 *
 * @param {Frame} frame
 * @param {Told} told
 * @returns {Frame}
 */
export function apply(frame, told) {
  const { things, gone, ...rest } = told.d;
  return {
    ...frame,
    ...rest,
    seq: told.seq,
    things: things || gone ? placed(frame.things, things ?? [], gone ?? []) : frame.things,
    looks: told.looks ? { ...frame.looks, ...told.looks } : frame.looks,
    over: (rest.actor ?? frame.actor) === "over",
  };
}

/**
 * This is what was to be seen for a moment during an event: dice that nobody could use, and then were taken up.
 *
 * @param {Frame} frame
 * @param {Told} told
 * @returns {Frame | null} none if there was nothing of that kind
 */
export function glimpsed(frame, told) {
  if (!told.glimpse?.length) return null;
  return apply(frame, { seq: frame.seq, d: { things: told.glimpse }, ...(told.looks ? { looks: told.looks } : {}) });
}

/**
 * @param {Placed[]} before
 * @param {Placed[]} changed
 * @param {string[]} gone
 */
function placed(before, changed, gone) {
  const things = new Map(before.map((thing) => [thing[0], thing]));
  for (const thing of changed) things.set(thing[0], thing);
  for (const id of gone) things.delete(id);
  return [...things.values()];
}

/**
 * This is what kind of thing it is, which of its faces it shows, and whose it is ("" for nobody's).
 *
 * @param {string} look
 */
export function partsOf(look) {
  const first = look.indexOf("|");
  const last = look.lastIndexOf("|");
  return { kind: look.slice(0, first), face: look.slice(first + 1, last), owner: look.slice(last + 1) };
}

/**
 * This is the form of a thing: what decides how it is drawn, and how it moves.
 *
 * @param {Scene} scene
 * @param {Placed} thing
 */
export function formOf(scene, thing) {
  const kind = thing[1].slice(0, thing[1].indexOf("|"));
  return scene.kinds?.[kind]?.form ?? kind;
}

/**
 * This is how large a thing is drawn.
 *
 * @param {Scene} scene
 * @param {Placed} thing
 * @returns {[number, number]}
 */
export function sizeOf(scene, thing) {
  const [width, height] = scene.kinds?.[partsOf(thing[1]).kind]?.size ?? [0.9, 0.9];
  return [width * thing[5], height * thing[5]];
}

/** A scene stays as it is, and is asked for its places at every click. @type {WeakMap<Scene, Map<string, Place>>} */
const places = new WeakMap();

/**
 * This is every place by its name as something to click.
 *
 * @param {Scene} scene
 * @returns {Map<string, Place>}
 */
export function placesOf(scene) {
  const known = places.get(scene);
  if (known) return known;
  /** @type {Map<string, Place>} */
  const found = new Map(scene.zones.flatMap((zone) => zone.places.map((place) => [`${zone.id}/${place.id}`, place])));
  places.set(scene, found);
  return found;
}
