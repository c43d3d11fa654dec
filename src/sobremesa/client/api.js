/** What the server is asked over HTTP. Every refusal is a `Refusal` that can be shown as it is. */

import { addressOf } from "./base.js";
import { settings } from "./settings.js";

/** @typedef {import("./words.js").Phrase} Phrase */
/** @typedef {import("./words.js").Catalogue} Catalogue */

/** @typedef {boolean | number | string} Value */
/** @typedef {{name: string, values: Value[], default: Value, only_seats: number[]}} Option */
/** @typedef {{name: string, seats: number[], usual_seats: number, dice: boolean, hands: boolean, lesson: boolean, options: Option[]}} Game */
/** @typedef {{games: Game[], levels: string[], languages: string[], preparing: string[]}} Games */
/** @typedef {{kind: string, name: string, level?: string, on?: boolean, gone?: boolean, ends?: boolean, away?: boolean, helped?: boolean, replaced?: boolean}} Seat */
/** @typedef {{kind: "me" | "here" | "open" | "bot", name: string, level: string}} SeatWish */
/**
 * @typedef {object} Entry A match of mine.
 * @property {string} match
 * @property {string} game
 * @property {string[]} names
 * @property {Seat[]} seats
 * @property {number[]} mine
 * @property {boolean} turn
 * @property {boolean} over
 * @property {number[] | null} places
 * @property {string} changed
 */
/**
 * @typedef {object} Head What anyone with the link may know of a match.
 * @property {string} game
 * @property {Record<string, Value>} options
 * @property {import("./frame.js").Chair[]} seats
 * @property {number[]} mine
 * @property {string} seal
 * @property {number} luck how throws are drawn; from 3 on their kinds are sealed
 * @property {boolean} real whether real dice are thrown
 * @property {import("./clock.js").Clock | null} [clock]
 * @property {number} [absent] after how many seconds a bot plays for somebody who is waited for
 * @property {boolean} later whether those who only watch may see all hands, as they were a round ago
 * @property {boolean} hints whether people may ask for advice
 * @property {import("./kept.js").Kept | null} [kept] which seats of a rematch are kept for those who sat there
 * @property {boolean} over
 * @property {number | null} [invited] The seat to which an invite leads; null if it is none, or none any more.
 */
/** @typedef {{who: "everybody" | "word" | "nobody", may: boolean}} Tables who may set up tables, and whether I may */
/** @typedef {{id: string, name: string, made: number, revoked: boolean, token?: string}} Bot */
/** @typedef {{seat: number, path: string, address?: string, qr: string}} Invite the address is for other devices, if there is one */
/** @typedef {{offered: boolean, site: string}} HouseState whether this browser may open the house, and where it is open */
/** @typedef {{seq: number, say: Phrase[]}} LogEntry */
/**
 * @typedef {object} Replay A page of a match to look at again.
 * @property {any} first the frame before its events
 * @property {any[]} events
 * @property {Record<string, string>} looks
 * @property {number} length how many events there are
 * @property {number} end up to which of them one may look
 * @property {number | null} next after which event the next page begins; null if it was the last
 */

/**
 * @typedef {object} Lesson A game taught step by step: boards and looks, and what each step shows and asks for.
 * @property {import("./frame.js").Scene[]} boards
 * @property {Record<string, string>} looks
 * @property {{name: string, board: number, frame: any, asked: string[]}[]} steps
 */
/**
 * @typedef {object} Way A move, how it is made by hand, and what it is called.
 * @property {string} move
 * @property {string[]} picks
 * @property {string} close
 * @property {Phrase} caption
 */
/**
 * @typedef {object} Reviewed A move or a throw that mattered.
 * @property {number} number how many choices had been made before it
 * @property {number | "chance"} actor
 * @property {number[]} change what it changed for every seat
 * @property {string} [grade] of a move
 * @property {number} [loss]
 * @property {Way} [made]
 * @property {Way} [better]
 * @property {Phrase[]} [story] what is told of a throw
 */
/**
 * @typedef {object} Review What luck and play did in a match.
 * @property {number} simulations
 * @property {boolean} over whether it was played to its end
 * @property {number[][]} chances of every seat before every choice, and at the end
 * @property {{start: number, luck: number, play: number, others: number, result: number, lost: number}[]} seats
 * @property {Reviewed[]} moves
 * @property {Reviewed[]} throws
 * @property {number[]} seqs the numbers of the events that are the choices
 */
/** @typedef {{asked: boolean, events: any[], looks: Record<string, string>}} LessonAnswer */

/** This is what the server says instead of what it was asked for; status 0 if it could not be reached. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {Phrase | null} phrase
   * @param {string} text
   * @param {number} [wait] after how many seconds it makes sense to ask again
   */
  constructor(status, phrase, text, wait = 0) {
    super(text || `status ${status}`);
    this.status = status;
    this.phrase = phrase;
    this.text = text;
    this.wait = wait;
  }
}

/**
 * Tell whether somebody was refused a table because they have not said the club's word yet: the set-up page asks for it.
 *
 * @param {unknown} problem
 */
export function wantsWord(problem) {
  return problem instanceof Refusal && problem.phrase?.say === "server.word_wanted";
}

/** Which game is played in which match, as far as this page has heard. @type {Map<string, string>} */
const games = new Map();

export const api = {
  /** @returns {Promise<Games>} */
  games: () => ask("GET", "/api/games"),

  /**
   * @param {string} language
   * @param {string} [game]
   * @returns {Promise<Catalogue>}
   */
  words: (language, game) => ask("GET", `/api/words/${language}${game ? `/${part(game)}` : ""}`),

  /**
   * @param {string} game
   * @param {string} language
   * @returns {Promise<{html: string}>}
   */
  rules: (game, language) => ask("GET", `/api/rules/${part(game)}/${language}`),

  /**
   * This is the address of a picture of a game, for an img element.
   *
   * @param {string} game
   * @param {string} theme
   * @param {string} language
   * @returns {string}
   */
  picture: (game, theme, language) => `/api/pictures/${part(game)}.svg${query({ theme, language })}`,

  /**
   * This is the address of a table that a rulebook shows.
   *
   * @param {string} game
   * @param {string} name
   * @param {string} theme
   * @param {string} language
   * @returns {string}
   */
  example: (game, name, theme, language) => `/api/examples/${part(game)}/${part(name)}.svg${query({ theme, language })}`,

  /** @returns {Promise<Bot[]>} */
  bots: () => ask("GET", "/api/bots"),

  /**
   * @param {string} name
   * @returns {Promise<Bot>}
   */
  makeBot: (name) => ask("POST", "/api/bots", { name }),

  /**
   * @param {string} id
   * @returns {Promise<Bot>}
   */
  revokeBot: (id) => ask("DELETE", `/api/bots/${part(id)}`),

  /**
   * @param {string} game
   * @param {string} theme
   * @returns {Promise<Lesson>}
   */
  lesson: (game, theme) => ask("GET", `/api/lessons/${part(game)}${query({ theme })}`),

  /**
   * This is what a move at a step of a lesson leads to.
   *
   * @param {string} game
   * @param {number} step
   * @param {string} move
   * @param {string} theme
   * @returns {Promise<LessonAnswer>}
   */
  lessonMove: (game, step, move, theme) => ask("GET", `/api/lessons/${part(game)}/${step}${query({ move, theme })}`),

  /** @returns {Promise<Tables>} */
  tables: () => ask("GET", "/api/tables"),

  /** @returns {Promise<Entry[]>} */
  matches: () => ask("GET", "/api/matches"),

  /**
   * @param {{game: string, seats: SeatWish[], options: Record<string, Value>, real?: boolean, later?: boolean, hints?: boolean, clock?: import("./clock.js").ClockWish, absent?: number, sealed?: string, word?: string}} wish
   * @returns {Promise<{match: string, seal: string, luck: number}>}
   */
  make: async (wish) => {
    // The first throw may fall before the table is open, so the server must know whose hand it waits for.
    const made = await ask("POST", "/api/matches", { ...wish, roll: settings().autoRoll });
    games.set(made.match, wish.game);
    return made;
  },

  /**
   * @param {string} match
   * @param {string} [invite] What somebody was sent, to know where it leads.
   * @returns {Promise<Head>}
   */
  head: async (match, invite) => {
    const head = await ask("GET", `/api/matches/${part(match)}${query({ invite })}`);
    games.set(match, head.game);
    return head;
  },

  /**
   * This is the game of a match; the server is asked only if nobody has yet.
   *
   * @param {string} match
   * @returns {Promise<string>}
   */
  gameOf: async (match) => games.get(match) ?? (await api.head(match)).game,

  /**
   * @param {string} match
   * @returns {Promise<Invite[]>}
   */
  invites: (match) => ask("POST", `/api/matches/${part(match)}/invites`, {}),

  /**
   * @param {string} match
   * @returns {Promise<HouseState>}
   */
  house: (match) => ask("GET", `/api/matches/${part(match)}/house`),

  /**
   * @param {string} match
   * @param {boolean} open
   * @returns {Promise<HouseState>}
   */
  setHouse: (match, open) => ask("POST", `/api/matches/${part(match)}/house`, { open }),

  /**
   * @param {string} match
   * @param {string} token
   * @param {string} name
   * @param {string} sealed what this device adds to the luck, sealed
   * @returns {Promise<{seat: number}>}
   */
  join: (match, token, name, sealed) =>
    ask("POST", `/api/matches/${part(match)}/join`, { token, name, sealed, roll: settings().autoRoll }),

  /**
   * @param {string} match a match that is over
   * @param {string} sealed what this device adds to the luck of the next one, sealed
   * @returns {Promise<{match: string, seal: string, luck: number, seat: number | null}>}
   */
  rematch: (match, sealed) => ask("POST", `/api/matches/${part(match)}/rematch`, { sealed, roll: settings().autoRoll }),

  /**
   * This is what was told after an event, a page of it.
   *
   * @param {string} match
   * @param {{seat: number | null, from: number}} wish
   * @returns {Promise<LogEntry[]>}
   */
  log: (match, wish) => ask("GET", `/api/matches/${part(match)}/log${query(wish)}`),

  /**
   * @param {string} match
   * @param {{seat?: number | null, from?: number, to?: number, theme?: string}} wish
   * @returns {Promise<Replay>}
   */
  replay: (match, wish) => ask("GET", `/api/matches/${part(match)}/replay${query(wish)}`),

  /**
   * This is the review of a match that is over, or how far it is.
   *
   * @param {string} match
   * @returns {Promise<Review | {done: number, of: number}>}
   */
  review: (match) => ask("GET", `/api/matches/${part(match)}/review`),

  /**
   * This is the address of the record of a match that is over.
   *
   * @param {string} match
   * @returns {string}
   */
  record: (match) => `/api/matches/${part(match)}/record`,

  /**
   * This is the address of what was sealed before a match.
   *
   * @param {string} match
   * @returns {string}
   */
  sealed: (match) => `/api/matches/${part(match)}/sealed`,

  /**
   * This gives the server the signature of this device under the record of a match.
   *
   * @param {string} match
   * @param {string} signed
   * @returns {Promise<{confirmed: number}>}
   */
  confirm: (match, signed) => ask("POST", `/api/matches/${part(match)}/confirm`, { signed }),

  /**
   * This is the record of a match that is over, to be checked.
   *
   * @param {string} match
   * @returns {Promise<string>}
   */
  recordText: async (match) => {
    const answer = await fetch(addressOf(api.record(match)), { credentials: "same-origin" });
    if (!answer.ok) throw new Refusal(answer.status, null, "");
    return answer.text();
  },
};

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  /** @type {RequestInit} */
  const wish = { method, credentials: "same-origin" };
  if (body !== undefined) {
    wish.headers = { "content-type": "application/json" };
    wish.body = JSON.stringify(body);
  }
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(addressOf(path), wish);
  } catch {
    throw new Refusal(0, null, "");
  }
  const told = await answer.json().catch(() => null);
  if (answer.ok && told !== null) return told;
  throw new Refusal(answer.status, told?.error ?? null, told?.text ?? "", told?.retry_after);
}

/**
 * @param {string} text
 * @returns {string}
 */
function part(text) {
  return encodeURIComponent(text);
}

/**
 * @param {Record<string, any>} values
 * @returns {string}
 */
function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
