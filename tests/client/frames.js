/** Frames for tests: a small board with every form that moves in a way of its own. */

/** @typedef {import("../../src/sobremesa/client/frame.js").Frame} Frame */
/** @typedef {import("../../src/sobremesa/client/frame.js").Placed} Placed */

/** @type {Record<string, {form: string, size: [number, number]}>} */
const KINDS = {
  piece: { form: "pawn", size: [0.8, 0.8] },
  die: { form: "die", size: [1, 1] },
  card: { form: "card", size: [1, 1.4] },
  stack: { form: "deck", size: [1, 1.4] },
  supply: { form: "pile", size: [1, 1] },
  stone: { form: "chip", size: [0.8, 0.8] },
  wedge: { form: "sector", size: [2, 2] },
  token: { form: "pawn", size: [0.8, 0.8] },
};

/**
 * @param {Placed[]} things
 * @param {Partial<Frame>} [more]
 * @returns {Frame}
 */
export function frame(things, more = {}) {
  const places = Array.from({ length: 12 }, (_, number) => ({
    id: String(number),
    at: /** @type {[number, number]} */ ([number, 0]),
    size: /** @type {[number, number]} */ ([1, 1]),
    name: { say: "places.square", number },
  }));
  return {
    seq: 1,
    seat: 0,
    mine: [0],
    secret: false,
    seats: [],
    stage: {
      box: [0, 0, 12, 1],
      defs: "",
      board: "",
      captions: [],
      zones: [{ id: "ring", name: { say: "zones.ring" }, places }],
      colours: [],
      forms: [],
      badges: [],
      cues: { "log.throw": "roll" },
      kinds: KINDS,
    },
    things,
    looks: {},
    actor: 0,
    gestures: [],
    prompt: { say: "prompt.move" },
    rule: "",
    roller: null,
    undo: false,
    hold: 0,
    status: null,
    places: null,
    scores: [],
    seal: "",
    over: false,
    last: [],
    ...more,
  };
}

/**
 * @param {string} id
 * @param {string} look
 * @param {number} square
 * @param {Partial<{x: number, y: number, scale: number, turn: number}>} [more]
 * @returns {Placed}
 */
export function thing(id, look, square, { x = square + 0.5, y = 0.5, scale = 1, turn = 0 } = {}) {
  return [id, look, `ring/${square}`, x, y, scale, turn];
}
