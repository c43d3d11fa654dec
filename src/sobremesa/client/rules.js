import { h } from "./dom.js";

/** @returns {Promise<import("./router.js").Page>} */
export async function open() {
  return { root: h("section", {}, "rules"), title: () => "rules" };
}

/**
 * This opens the rulebook of a game over the page, at a rule ("" is the top).
 *
 * @param {string} game
 * @param {string} [rule]
 */
export async function openRules(game, rule = "") {
  void [game, rule];
}
