/** Wishes: who shall sit where and which rules shall hold, before there is a match. */

import { knownClock } from "./clock.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Option} Option */
/** @typedef {import("./api.js").SeatWish} SeatWish */
/** @typedef {import("./api.js").Value} Value */
/** @typedef {Record<string, Value>} Options */
/** @typedef {{seats: SeatWish[], options: Options, real?: boolean, later?: boolean, hints?: boolean, clock?: import("./clock.js").ClockWish, absent?: number}} Wish */

/** After how many seconds a bot may take over; 0 is never. @type {readonly number[]} */
export const WAITS = [0, 30, 60, 180, 600];

export const USUAL_LEVEL = "normal";

/**
 * This is a table for one person against bots, with the rules of the rulebook.
 *
 * @param {Game} game
 * @param {string} name
 * @returns {Wish}
 */
export function againstBots(game, name) {
  return { seats: resized([seat("me", name)], game.usual_seats), options: {} };
}

/**
 * This is what was wished last time as far as the game still knows it, or the usual.
 *
 * @param {Game} game
 * @param {any} last
 * @param {string} name
 * @param {readonly string[]} levels
 * @returns {Wish}
 */
export function remembered(game, last, name, levels) {
  const usual = againstBots(game, name);
  if (!Array.isArray(last?.seats) || !game.seats.includes(last.seats.length)) return usual;
  const seats = last.seats.map((/** @type {any} */ each) => {
    const isBot = each?.kind === "bot" && levels.includes(each.level);
    const kind = isBot || ["me", "here", "open"].includes(each?.kind) ? each.kind : "open";
    return seat(kind, kind === "me" ? name : String(each?.name ?? ""), isBot ? each.level : "");
  });
  const options = changes(game, last.options ?? {}, seats.length);
  const clock = knownClock(last.clock);
  return {
    seats,
    options,
    ...(game.dice && last.real === true ? { real: true } : {}),
    ...(clock.kind === "none" ? {} : { clock }),
    ...(WAITS.includes(last.absent) && last.absent ? { absent: last.absent } : {}),
    ...(game.hands && last.later === true ? { later: true } : {}),
    ...(last.hints === false ? { hints: false } : {}),
  };
}

/**
 * This is a row of seats made longer with bots, or shorter.
 *
 * @param {readonly SeatWish[]} seats
 * @param {number} count
 * @returns {SeatWish[]}
 */
export function resized(seats, count) {
  const level = [...seats].reverse().find((each) => each.kind === "bot")?.level ?? USUAL_LEVEL;
  const more = Math.max(0, count - seats.length);
  return [...seats.slice(0, count), ...Array.from({ length: more }, () => seat("bot", "", level))];
}

/**
 * This gives a seat to somebody else. There is only one "me": whoever was it before is a friend on this device.
 *
 * @param {readonly SeatWish[]} seats
 * @param {number} number
 * @param {SeatWish["kind"]} kind
 * @param {string} level
 * @param {string} name What "me" is called.
 * @returns {SeatWish[]}
 */
export function reseated(seats, number, kind, level, name) {
  return seats.map((each, place) => {
    if (place === number) return seat(kind, kind === "me" ? name : "", kind === "bot" ? level : "");
    return kind === "me" && each.kind === "me" ? seat("here") : each;
  });
}

/**
 * These are the options that differ from the rulebook and that this number of seats may choose.
 *
 * @param {Game} game
 * @param {Options} options
 * @param {number} count
 * @returns {Options}
 */
export function changes(game, options, count) {
  const changed = game.options.filter((option) => {
    const value = options[option.name];
    return value !== undefined && value !== option.default && option.values.includes(value) && isOpen(option, count);
  });
  return Object.fromEntries(changed.map((option) => [option.name, /** @type {Value} */ (options[option.name])]));
}

/**
 * This is what a link says about a table: how many sit there, and by which rules; and what it says that makes no sense.
 *
 * @param {Game} game
 * @param {URLSearchParams} query
 * @returns {{count: number, options: Options, unknown: string[]}}
 */
export function linked(game, query) {
  const asked = Number(query.get("seats"));
  const count = game.seats.includes(asked) ? asked : game.usual_seats;
  /** @type {Options} */
  const options = {};
  const unknown = query.has("seats") && count !== asked ? ["seats"] : [];
  for (const [name, text] of query) {
    if (name === "seats") continue;
    const option = game.options.find((each) => each.name === name);
    const value = option?.values.find((each) => String(each) === text);
    if (!option || value === undefined || (value !== option.default && !isOpen(option, count))) unknown.push(name);
    else options[name] = value;
  }
  return { count, options: changes(game, options, count), unknown };
}

/**
 * This is what a link to a table of these rules says.
 *
 * @param {number} count
 * @param {Options} options
 * @returns {URLSearchParams}
 */
export function linkTo(count, options) {
  const sorted = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams([["seats", String(count)], ...sorted.map(([name, value]) => [name, String(value)])]);
}

/**
 * This tells whether an option can be changed with this number of seats.
 *
 * @param {Option} option
 * @param {number} count
 * @returns {boolean}
 */
export function isOpen(option, count) {
  return !option.only_seats.length || option.only_seats.includes(count);
}

/**
 * This tells whether a person sits at the table, or may come.
 *
 * @param {readonly SeatWish[]} seats
 * @returns {boolean}
 */
export function hasPeople(seats) {
  return seats.some((each) => each.kind !== "bot");
}

/**
 * @param {SeatWish["kind"]} kind
 * @param {string} [name]
 * @param {string} [level]
 * @returns {SeatWish}
 */
function seat(kind, name = "", level = "") {
  return { kind, name, level };
}
