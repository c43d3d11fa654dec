/**
 * Geometry: which target a finger means, and which one lies in the direction of an arrow key.
 *
 * @typedef {{x: number, y: number, width: number, height: number, isWeak?: boolean}} Box by its middle; a weak one gives
 * way to any other that holds the same point
 */

/**
 * This is the name of the box that a point means: the smallest one that holds it, else the nearest within reach.
 *
 * Small boxes lie closer than fingers are wide, so none can claim all the room that a finger needs; the nearest wins.
 *
 * @param {Iterable<[string, Box]>} boxes
 * @param {{x: number, y: number}} point
 * @param {number} reach how far from its middle a box may be meant, however small it is
 * @returns {string | undefined}
 */
export function meant(boxes, point, reach) {
  /** @type {string | undefined} */
  let best;
  let least = Infinity;
  for (const [name, box] of boxes) {
    const right = Math.abs(point.x - box.x);
    const down = Math.abs(point.y - box.y);
    const isInside = right <= box.width / 2 && down <= box.height / 2;
    // Boxes that hold the point come before all others; of these, the smaller lies upon the larger, and of two that are
    // equally large and overlap, as cards of a hand do, the one is meant whose middle is nearer.
    const inside = box.width * box.height * 1e-6 + Math.hypot(right, down) * 1e-9 + (box.isWeak ? 0.5 : 0);
    const cost = isInside ? inside : 1 + Math.hypot(right, down);
    const isNear = isInside || (right <= Math.max(reach, box.width / 2) && down <= Math.max(reach, box.height / 2));
    if (isNear && cost < least) [best, least] = [name, cost];
  }
  return best;
}

/**
 * @typedef {object} Word what is written beside a box, in the units of the box
 * @property {Box} by what it belongs to
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Spot
 * @property {number} x how far the middle of the word is from the middle of its box
 * @property {number} y the same, downwards
 * @property {number} gap how much air is between the two
 */

/** How far words stand from one another, from what they belong to, and from the edge of the board. */
const AIR = 4;
/** How many words can stand above one another. */
const STOREYS = 4;
/** How much less it is liked that something is covered than that a word stands one storey higher. */
const COVERED = 4;
/** How little it weighs where two boxes are almost as good. */
const SLIGHT = 0.03;

/**
 * This finds room for words beside boxes, so that none is cut off and none covers another; nor, if possible, a box, or
 * the line from another word to its box. A word stands above or below its box, and not so far aside that a plumb line
 * from it would miss the box. No word stands on the middle of a box, where somebody would click who means the box.
 *
 * @param {readonly Word[]} words few, because every way is tried
 * @param {Box} room
 * @param {readonly Box[]} [others] what can be clicked beside what the words belong to
 * @returns {(Spot | null)[]} none for a word that fits nowhere
 */
export function arrange(words, room, others = []) {
  const boxes = [...words.map(({ by }) => by), ...others];
  const middles = boxes.map(({ x, y }) => ({ x, y, width: 2 * AIR, height: 2 * AIR }));
  const isOpen = (/** @type {Box} */ box) => isWithin(box, room) && !middles.some((middle) => isOver(box, middle));
  const open = words.map((word) => spots(word).filter(({ box }) => isOpen(box)));
  /** @type {(Stand | null)[]} */
  let best = words.map(() => null);
  let least = Infinity;
  const search = (/** @type {(Stand | null)[]} */ chosen, /** @type {number} */ cost) => {
    if (cost >= least) return;
    const number = chosen.length;
    if (number === words.length) {
      [best, least] = [chosen, cost];
      return;
    }
    const placed = chosen.filter((stand) => stand !== null);
    for (const stand of open[number] ?? []) {
      if (placed.some(({ box }) => isOver(stand.box, box))) continue;
      const hidden = [...boxes, ...placed.map(({ line }) => line)].filter((other) => isOver(stand.box, other)).length;
      const crossed = placed.filter(({ box }) => isOver(stand.line, box)).length;
      search([...chosen, stand], cost + stand.cost + COVERED * (hidden + crossed));
    }
    search([...chosen, null], cost + COVERED * COVERED * COVERED);
  };
  search([], 0);
  return best.map((stand, number) => stand && spotOf(stand.box, /** @type {Word} */ (words[number])));
}

/**
 * @typedef {{box: Box, line: Box, cost: number}} Stand where a word could stand, with its line, and how little that is
 * liked
 */

/** @param {Word} word @returns {Stand[]} the better ones first */
function spots({ by, width, height }) {
  const lean = Math.max(0, width / 2 - 2 * AIR);
  /** @type {Stand[]} */
  const found = [];
  for (let storey = 0; storey < STOREYS; storey++) {
    const gap = AIR + storey * (height + AIR);
    for (const side of [-1, 1])
      for (const aside of [0, -0.5, 0.5, -1, 1]) {
        const box = { x: by.x + aside * lean, y: by.y + side * (by.height / 2 + gap + height / 2), width, height };
        const line = { x: by.x, y: by.y + (side * (by.height + gap)) / 2, width: 2, height: gap };
        found.push({ box, line, cost: 3 * storey + (side > 0 ? 1 : 0) + Math.abs(aside) });
      }
  }
  return found.sort((one, other) => one.cost - other.cost);
}

/** @param {Box} box @param {Word} word @returns {Spot} */
function spotOf(box, { by, height }) {
  const [x, y] = [box.x - by.x, box.y - by.y];
  return { x, y, gap: Math.abs(y) - (by.height + height) / 2 };
}

/**
 * This tells whether two boxes have room in common.
 *
 * @param {Box} one
 * @param {Box} other
 */
export function isOver(one, other) {
  const right = (one.width + other.width) / 2 - Math.abs(one.x - other.x);
  const down = (one.height + other.height) / 2 - Math.abs(one.y - other.y);
  return right > 0 && down > 0;
}

/** @param {Box} box @param {Box} room */
function isWithin(box, room) {
  return (
    Math.abs(box.x - room.x) <= (room.width - box.width) / 2 && Math.abs(box.y - room.y) <= (room.height - box.height) / 2
  );
}

/**
 * Return the free place for a menu nearest to what it belongs to: inside the room, over none of the boxes that are taken.
 *
 * @param {{width: number, height: number}} menu
 * @param {Box} by what the menu belongs to
 * @param {readonly Box[]} taken
 * @param {Box} room
 * @param {number} reach how far from the middle of its box the nearest edge of the menu may be
 * @returns {Box | null} nothing if there is no such place
 */
export function roomBy({ width, height }, by, taken, room, reach) {
  const all = [by, ...taken];
  // Whatever is nearest touches an edge: of a box, of the room, or of both; or it is level with what it belongs to.
  const lines = (/** @type {"x" | "y"} */ at, /** @type {"width" | "height"} */ side, /** @type {number} */ size) => {
    const most = (room[side] - size) / 2;
    const edges = all.flatMap((box) => [-1, 1].map((way) => box[at] + way * ((box[side] + size) / 2 + AIR)));
    const near = [by[at], ...edges].map((value) => Math.min(room[at] + most, Math.max(room[at] - most, value)));
    return most < 0 ? [] : [...new Set(near)];
  };
  /** @type {Box | null} */
  let best = null;
  let least = reach;
  for (const x of lines("x", "width", width))
    for (const y of lines("y", "height", height)) {
      const aside = Math.max(0, Math.abs(x - by.x) - width / 2);
      const off = Math.max(0, Math.abs(y - by.y) - height / 2);
      // Of two places that are equally near, the more central one and the one above are liked better.
      const far = Math.hypot(aside, off) + (Math.abs(x - by.x) + (y > by.y ? 1 : 0)) * SLIGHT;
      const box = { x, y, width, height };
      if (far < least && !all.some((other) => isOver(box, other))) [best, least] = [box, far];
    }
  return best;
}

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * This is the box next to one in a direction: near ahead, and not far aside.
 *
 * @param {ReadonlyMap<string, Box>} boxes
 * @param {string} from
 * @param {[number, number]} direction
 * @returns {string | undefined} none if there is nothing in that direction
 */
export function next(boxes, from, [right, down]) {
  const start = boxes.get(from);
  /** @type {string | undefined} */
  let best;
  let least = Infinity;
  for (const [name, box] of boxes) {
    if (!start || name === from) continue;
    // What is picked may stand exactly where it can go, and must not hide it: a weak box lies a little before another.
    const step = (start.isWeak ? SLIGHT : 0) - (box.isWeak ? SLIGHT : 0);
    const [x, y] = [box.x - start.x + step, box.y - start.y + step];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    // What lies far aside and hardly ahead belongs to another key, but must be reachable if nothing else is.
    const cost = ahead + 2 * aside + (aside > 2 * ahead ? 1000 : 0);
    if (ahead > 0.01 && cost < least) [best, least] = [name, cost];
  }
  return best;
}
