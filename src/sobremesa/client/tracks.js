/**
 * Tracks: how one thing moves in one event, as a function of time. A track is data; `poseAt` says where the thing is.
 *
 * Lengths are board units, times milliseconds, angles degrees.
 *
 * @typedef {object} Pose how a thing is drawn at a moment
 * @property {number} x
 * @property {number} y
 * @property {number} scale
 * @property {number} turn
 * @property {number} narrow how wide it seems: a card that is being turned over is narrow
 * @property {number} opacity
 * @property {string} look
 * @property {number} glow
 *
 * @typedef {object} Track
 * @property {string} id
 * @property {"walk" | "slide" | "carry" | "arc" | "spin" | "orbit" | "tumble" | "flip" | "come" | "go" | "fade"} way
 * @property {number} start
 * @property {number} time
 * @property {Pose} from
 * @property {Pose} to
 * @property {{x: number, y: number}[]} [steps] where a walk passes, its end included
 * @property {{x: number, y: number}} [middle] what an orbit goes round
 * @property {string[]} [looks] what a tumbling die may show on its way
 */

const HOP = 0.16;
const BOW = 0.22;
const HIGHEST = 1.6;
const LIFT = 0.12;
const SPINS = 2;
const SHOWN = 70;

/**
 * This is how a thing is drawn at a time.
 *
 * @param {Track} track
 * @param {number} time since the event began
 * @returns {Pose}
 */
export function poseAt(track, time) {
  const share = track.time > 0 ? Math.min(1, Math.max(0, (time - track.start) / track.time)) : 1;
  if (share >= 1) return track.to;
  if (time < track.start && track.way !== "come") return track.from;
  return WAYS[track.way](track, share);
}

/** @type {Record<Track["way"], (track: Track, share: number) => Pose>} */
const WAYS = {
  walk({ from, to, steps = [] }, share) {
    const along = share * steps.length;
    const number = Math.min(Math.floor(along), steps.length - 1);
    const part = along - number;
    const start = number > 0 ? steps[number - 1] ?? from : from;
    const end = steps[number] ?? to;
    const scale = mix(from.scale, to.scale, share);
    return {
      ...from,
      x: mix(start.x, end.x, part),
      y: mix(start.y, end.y, part) - HOP * arch(part),
      scale: scale * (1 + 0.5 * LIFT * arch(part)),
    };
  },

  slide({ from, to }, share) {
    const eased = smooth(share);
    return { ...between(from, to, eased), look: to.look };
  },

  carry({ from, to }, share) {
    const pose = between(from, to, smooth(share));
    return { ...pose, look: to.look, scale: pose.scale * (1 + LIFT * arch(share)) };
  },

  arc({ from, to }, share) {
    const eased = smooth(share);
    const high = Math.min(HIGHEST, BOW * Math.hypot(to.x - from.x, to.y - from.y));
    const pose = between(from, to, eased);
    return { ...pose, y: pose.y - high * arch(eased), scale: pose.scale * (1 + 2 * LIFT * arch(eased)) };
  },

  spin({ from, to }, share) {
    return { ...to, turn: from.turn + shorter(from.turn, to.turn) * overshot(share) };
  },

  orbit({ from, to, middle = to }, share) {
    const far = Math.hypot(from.x - middle.x, from.y - middle.y);
    const first = degreesOf(middle, from);
    const angle = ((first + shorter(first, degreesOf(middle, to)) * overshot(share)) * Math.PI) / 180;
    return { ...to, x: middle.x + far * Math.cos(angle), y: middle.y + far * Math.sin(angle) };
  },

  tumble({ id, from, to, looks = [], time }, share) {
    const eased = 1 - (1 - share) ** 2;
    const shown = Math.floor((share * time) / SHOWN);
    // The last look is the true one before the die has quite come to rest.
    const look = share > 0.8 || !looks.length ? to.look : looks[(shown * 5 + oddness(id)) % looks.length] ?? to.look;
    const bounce = Math.abs(Math.sin(share * Math.PI * 2.5)) * (1 - share);
    return {
      ...between(from, to, eased),
      look,
      y: mix(from.y, to.y, eased) - 0.7 * to.scale * bounce,
      turn: to.turn + 360 * SPINS * (1 - eased) * (oddness(id) % 2 ? -1 : 1),
    };
  },

  flip({ from, to }, share) {
    const eased = smooth(share);
    const pose = between(from, to, eased);
    return {
      ...pose,
      look: share < 0.5 ? from.look : to.look,
      narrow: Math.max(0.02, Math.abs(Math.cos(share * Math.PI))),
      scale: pose.scale * (1 + LIFT * arch(share)),
    };
  },

  come({ to }, share) {
    return { ...to, opacity: Math.min(1, 2 * share), scale: to.scale * overshot(share), glow: arch(share) };
  },

  go({ from }, share) {
    return { ...from, opacity: from.opacity * (1 - share), scale: from.scale * (1 - 0.3 * share) };
  },

  fade({ from, to }, share) {
    return share < 0.5 ? { ...from, opacity: 1 - 2 * share } : { ...to, opacity: 2 * share - 1 };
  },
};

/** This is a number by which things that move together differ. @param {string} id */
function oddness(id) {
  return [...id].reduce((sum, letter) => 31 * sum + letter.charCodeAt(0), 7) % 997;
}

/**
 * This is a pose between two; faces do not mix, so it keeps the look of the first.
 *
 * @param {Pose} from
 * @param {Pose} to
 * @param {number} share
 */
function between(from, to, share) {
  return {
    ...from,
    x: mix(from.x, to.x, share),
    y: mix(from.y, to.y, share),
    scale: mix(from.scale, to.scale, share),
    turn: from.turn + shorter(from.turn, to.turn) * share,
    opacity: mix(from.opacity, to.opacity, share),
  };
}

/** @param {number} from @param {number} to @param {number} share */
function mix(from, to, share) {
  return from + (to - from) * share;
}

/** This rises from 0 to 1 and falls again. @param {number} share */
function arch(share) {
  return 4 * share * (1 - share);
}

/** This begins and ends gently. @param {number} share */
function smooth(share) {
  return share * share * (3 - 2 * share);
}

/** This goes a little too far and comes back. @param {number} share */
function overshot(share) {
  const left = share - 1;
  return 1 + 2.4 * left * left * left + 1.4 * left * left;
}

/** This is the shorter way round from one angle to another. @param {number} from @param {number} to */
export function shorter(from, to) {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

/** @param {{x: number, y: number}} middle @param {{x: number, y: number}} point */
function degreesOf(middle, point) {
  return (Math.atan2(point.y - middle.y, point.x - middle.x) * 180) / Math.PI;
}
