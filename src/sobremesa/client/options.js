/** How options and their values are called. */

import { say, words } from "./voice.js";

/** @typedef {import("./api.js").Option} Option */
/** @typedef {import("./api.js").Value} Value */

/**
 * This says what an option does; the values that it mentions are called as the page calls them.
 *
 * @param {string} game
 * @param {Option} option
 * @returns {string}
 */
export function meaningOf(game, option) {
  // What is called by a number alone is no name for a value.
  const values = option.values.map((value) => [typeof value === "number" ? `n${value}` : String(value), say("setup.value", { value: valueText(game, option, value) })]);
  return say(`options.${option.name}.meaning`, Object.fromEntries(values), { game });
}

/**
 * This is what a value of an option is called.
 *
 * @param {string} game
 * @param {Option} option
 * @param {Value} value
 * @returns {string}
 */
export function valueText(game, option, value) {
  const key = `options.${option.name}.values.${value}`;
  if (words(game).has(key)) return say(key, {}, { game });
  return typeof value === "boolean" ? say(value ? "on" : "off") : String(value);
}
