/** The voice of the page: the words of the chosen language, and how everything is said with them. */

import { api } from "./api.js";
import { settings } from "./settings.js";
import { Words, isPhrase } from "./words.js";

/** @typedef {import("./words.js").Catalogue} Catalogue */
/** @typedef {import("./words.js").Phrase} Phrase */

/** The name under which the words of the page itself are kept. */
const PAGE = "";

/** @type {Map<string, Promise<Catalogue>>} */
const asked = new Map();
/** @type {Map<string, Words>} */
let speakers = new Map();

/**
 * This learns the words of the page and of the given games, and of every game that was learnt before, in the language
 * of the settings; afterwards they can be said at once.
 *
 * @param {...string} games
 */
export async function learn(...games) {
  const { language } = settings();
  const wanted = [...new Set([PAGE, ...speakers.keys(), ...games])];
  const found = await Promise.all(wanted.map((game) => catalogue(language, game)));
  if (language !== settings().language) return learn(...games);
  const page = /** @type {Catalogue} */ (found[0]);
  speakers = new Map(
    wanted.map((game, place) => [game, new Words(language, ...(place ? [/** @type {Catalogue} */ (found[place]), page] : [page]))]),
  );
  document.documentElement.lang = language;
}

/**
 * These are the words of the page, or those of a game and then the page's.
 *
 * @param {string} [game]
 * @returns {Words}
 */
export function words(game = PAGE) {
  return speakers.get(game) ?? new Words(settings().language);
}

/**
 * This says a phrase, or a key with values. What has no words is shown by its key and told to the console, so that a
 * page never breaks for it and a test finds it.
 *
 * @param {string | Phrase} what
 * @param {Record<string, any>} [values]
 * @param {{game?: string, names?: readonly string[]}} [whose]
 * @returns {string}
 */
export function say(what, values = {}, whose = {}) {
  const phrase = isPhrase(what) ? what : { ...values, say: what };
  try {
    return words(whose.game).say(phrase, whose.names);
  } catch (problem) {
    console.error(String(problem));
    return phrase.say;
  }
}

/**
 * This says a share in percent.
 *
 * @param {number} share
 * @param {Intl.NumberFormatOptions} [how] what is unusual about it
 * @returns {string}
 */
export function percent(share, how = {}) {
  return new Intl.NumberFormat(settings().language, { style: "percent", ...how }).format(share);
}

/**
 * @param {string} language
 * @param {string} game
 * @returns {Promise<Catalogue>}
 */
function catalogue(language, game) {
  const key = `${language}/${game}`;
  let promise = asked.get(key);
  if (!promise) {
    promise = api.words(language, game || undefined);
    asked.set(key, promise);
    promise.catch(() => asked.delete(key)); // So that it can be asked again when the server is back.
  }
  return promise;
}
