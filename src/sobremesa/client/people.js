/** How those at a table are called: people by their names, also when they have left, and bots by their level. */

import { api } from "./api.js";
import { h } from "./dom.js";
import { settings, theme } from "./settings.js";
import { say } from "./voice.js";

/** @typedef {import("./api.js").Seat} Seat */

/**
 * These are the names of a table, seat by seat.
 *
 * @param {readonly Seat[]} seats
 * @returns {string[]}
 */
export function namesOf(seats) {
  const bots = seats.filter((seat) => isBot(seat) && !seat.name);
  return seats.map((seat, number) => {
    if (seat.name) return seat.name;
    if (seat.kind === "open") return say("people.open");
    if (!isBot(seat)) return say("people.guest", { number: number + 1 });
    const same = bots.filter((bot) => bot.level === seat.level);
    const level = say(`levels.${seat.level}`);
    // The number stands before the level: what there is no room for is cut off at the end.
    return same.length > 1 ? say("people.numbered_bot", { level, number: same.indexOf(seat) + 1 }) : say("people.bot", { level });
  });
}

/** A bot may play on for somebody who has given up, or may play no longer. @param {Seat} seat */
function isBot(seat) {
  return seat.kind === "bot" && !seat.gone && !seat.replaced;
}

/**
 * This is as much of a name as there is room for. What is read as one sign, as a flag or a family, is kept or left whole.
 *
 * @param {string} name
 * @param {(text: string) => boolean} fits
 * @returns {string}
 */
export function shortened(name, fits) {
  if (fits(name)) return name;
  const signs = Array.from(new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name), ({ segment }) => segment);
  for (let count = signs.length - 1; count > 0; count--) {
    const text = `${signs.slice(0, count).join("").trimEnd()}…`;
    if (fits(text)) return text;
  }
  return "…";
}

/**
 * This is a name of a game.
 *
 * @param {string} game
 * @returns {string}
 */
export function gameName(game) {
  return say(`games.${game}.name`);
}

/**
 * This is the picture of a game's board, lying on the table.
 *
 * @param {string} game
 * @param {string} kind A class for its look.
 * @param {string} [alt] What it shows; nothing if it only adorns.
 * @returns {HTMLElement}
 */
export function boardOf(game, kind, alt = "") {
  const src = api.picture(game, theme(), settings().language);
  return h("span", { class: `lying ${kind}` }, h("img", { src, alt, loading: "lazy" }));
}
