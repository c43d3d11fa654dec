/** What the server is asked over HTTP. Every refusal is a `Refusal` that can be shown as it is. */

import { settings } from "./settings.js";

/** @typedef {import("./words.js").Phrase} Phrase */
/** @typedef {import("./words.js").Catalogue} Catalogue */

/** @typedef {boolean | number | string} Value */
/** @typedef {{name: string, values: Value[], default: Value, only_seats: number[]}} Option */
/** @typedef {{name: string, seats: number[], usual_seats: number, dice: boolean, hands: boolean, options: Option[]}} Game */
/** @typedef {{games: Game[], levels: string[], languages: string[], preparing: string[]}} Games */
/** @typedef {{kind: string, name: string, level?: string, on?: boolean, gone?: boolean}} Seat */
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
 * @property {boolean} real whether real dice are thrown
 * @property {boolean} later whether those who only watch may see all hands, as they were a round ago
 * @property {boolean} over
 * @property {number | null} [invited] The seat to which an invite leads; null if it is none, or none any more.
 */
/** @typedef {{seat: number, path: string, qr: string}} Invite */
/** @typedef {{seq: number, say: Phrase[]}} LogEntry */
/** @typedef {{first: any, events: any[], length: number, looks: Record<string, string>}} Replay */

/** This is what the server says instead of what it was asked for; status 0 if it could not be reached. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {Phrase | null} phrase
   * @param {string} text
   */
  constructor(status, phrase, text) {
    super(text || `status ${status}`);
    this.status = status;
    this.phrase = phrase;
    this.text = text;
  }
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

  /** @returns {Promise<Entry[]>} */
  matches: () => ask("GET", "/api/matches"),

  /**
   * @param {{game: string, seats: SeatWish[], options: Record<string, Value>, real?: boolean, later?: boolean, sealed?: string}} wish
   * @returns {Promise<{match: string, seal: string}>}
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
   * @param {string} token
   * @param {string} name
   * @param {string} sealed what this device adds to the luck, sealed
   * @returns {Promise<{seat: number}>}
   */
  join: (match, token, name, sealed) =>
    ask("POST", `/api/matches/${part(match)}/join`, { token, name, sealed, roll: settings().autoRoll }),

  /**
   * @param {string} match
   * @param {number | null} seat
   * @returns {Promise<LogEntry[]>}
   */
  log: (match, seat) => ask("GET", `/api/matches/${part(match)}/log${query({ seat })}`),

  /**
   * @param {string} match
   * @param {{seat?: number | null, from?: number, to?: number, theme?: string}} wish
   * @returns {Promise<Replay>}
   */
  replay: (match, wish) => ask("GET", `/api/matches/${part(match)}/replay${query(wish)}`),

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
   * This is the record of a match that is over, to be checked.
   *
   * @param {string} match
   * @returns {Promise<string>}
   */
  recordText: async (match) => {
    const answer = await fetch(api.record(match), { credentials: "same-origin" });
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
    answer = await fetch(path, wish);
  } catch {
    throw new Refusal(0, null, "");
  }
  const told = await answer.json().catch(() => null);
  if (answer.ok && told !== null) return told;
  throw new Refusal(answer.status, told?.error ?? null, told?.text ?? "");
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
