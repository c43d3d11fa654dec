/**
 * Clocks in words: which there are, and what is left on them.
 *
 * @typedef {object} Clock how long people may think
 * @property {"move" | "fischer" | "days"} kind for each move, with a stock that each move adds to, or in days
 * @property {number} seconds
 * @property {number} [add]
 *
 * @typedef {Clock & {seat: number | null, left: number[], wait?: number}} Running whose time runs, how many milliseconds all
 * have, and in how many it begins to run: until then what has happened is being shown
 *
 * @typedef {{kind: "none" | Clock["kind"], seconds?: number, add?: number, days?: number}} ClockWish
 */

import { say } from "./voice.js";

const MINUTE = 60;
const DAY = 86400;

/** What is offered when a table is set. @type {readonly ClockWish[]} */
export const CLOCKS = [
  { kind: "none" },
  ...[15, 30, 60, 120, 300].map((seconds) => ({ kind: /** @type {const} */ ("move"), seconds })),
  { kind: "fischer", seconds: 180, add: 5 },
  { kind: "fischer", seconds: 600, add: 10 },
  { kind: "fischer", seconds: 1800, add: 30 },
  ...[1, 2, 3, 7].map((days) => ({ kind: /** @type {const} */ ("days"), days })),
];

/**
 * This is a clock in words, as somebody chooses it or as a table has it.
 *
 * @param {ClockWish | Clock | null | undefined} clock
 * @returns {string}
 */
export function clockText(clock) {
  if (!clock || clock.kind === "none") return say("clock.none");
  if (clock.kind === "days") {
    const days = "days" in clock && clock.days ? clock.days : (clock.seconds ?? 0) / DAY;
    return say("clock.days", { count: days });
  }
  const time = span(clock.seconds ?? 0);
  return clock.kind === "move" ? say("clock.move", { time }) : say("clock.fischer", { time, add: span(clock.add ?? 0) });
}

/** This is a length of time as a phrase. @param {number} seconds */
export function span(seconds) {
  const isLong = seconds >= MINUTE && seconds % MINUTE === 0;
  return isLong ? { say: "clock.minutes", count: seconds / MINUTE } : { say: "clock.seconds", count: seconds };
}

/**
 * This is which of the clocks that are offered was chosen; none if it is not among them.
 *
 * @param {any} wish
 * @returns {ClockWish}
 */
export function knownClock(wish) {
  const wanted = key(wish);
  return CLOCKS.find((clock) => key(clock) === wanted) ?? /** @type {ClockWish} */ (CLOCKS[0]);
}

/** @param {any} clock */
function key(clock) {
  return [clock?.kind, clock?.seconds ?? 0, clock?.add ?? 0, clock?.days ?? 0].join();
}

/**
 * This is how many milliseconds a seat has.
 *
 * @param {Running | null} running as the server has told
 * @param {number} seat
 * @param {number} passed how many milliseconds ago that was
 */
export function leftOf(running, seat, passed) {
  const left = running?.left[seat] ?? 0;
  return seat === running?.seat ? left - Math.max(0, passed - (running.wait ?? 0)) : left;
}

/**
 * This is what is left as a clock shows it: zero only when nothing is.
 *
 * @param {number} left in milliseconds
 * @returns {string}
 */
export function timeText(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds >= 2 * DAY) return say("clock.left_days", { count: Math.floor(seconds / DAY) });
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / MINUTE) % 60, seconds % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
