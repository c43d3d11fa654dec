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
    // Boxes that hold the point come before all others; of these, the smaller lies upon the larger.
    const inside = box.width * box.height * 1e-6 + (box.isWeak ? 0.5 : 0);
    const cost = isInside ? inside : 1 + Math.hypot(right, down);
    const isNear = isInside || (right <= Math.max(reach, box.width / 2) && down <= Math.max(reach, box.height / 2));
    if (isNear && cost < least) [best, least] = [name, cost];
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
    const ahead = (box.x - start.x) * right + (box.y - start.y) * down;
    const aside = Math.abs((box.x - start.x) * down) + Math.abs((box.y - start.y) * right);
    // What lies far aside and hardly ahead belongs to another key, but must be reachable if nothing else is.
    const cost = ahead + 2 * aside + (aside > 2 * ahead ? 1000 : 0);
    if (ahead > 0.01 && cost < least) [best, least] = [name, cost];
  }
  return best;
}
