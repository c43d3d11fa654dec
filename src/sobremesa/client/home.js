/** The home page: the games, and the tables at which one sits. */

import { api, wantsWord } from "./api.js";
import { fill, h } from "./dom.js";
import { make } from "./luck.js";
import { boardOf, gameName, namesOf } from "./people.js";
import { foresee, follow, go } from "./router.js";
import { settings } from "./settings.js";
import { sentenceOf } from "./trouble.js";
import { say } from "./voice.js";
import { againstBots } from "./wish.js";

/** @typedef {import("./api.js").Entry} Entry */
/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./router.js").Page} Page */

/** How many tables are listed before one asks for more. */
const SHORT = 3;

/** After how many milliseconds one asks again whether the bots are ready. */
const AGAIN = 3000;

/** The lengths of time that people speak of, in seconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 365 * 86400],
  ["month", 30 * 86400],
  ["week", 7 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** @returns {Promise<Page>} */
export async function open() {
  const [{ games, preparing: notYet }, first] = await Promise.all([api.games(), api.matches().catch(() => [])]);
  let entries = first;
  let preparing = notYet;
  const root = h("div", { class: "home" });
  let isLong = false;
  const refresh = () =>
    fill(
      root,
      h("div", { class: "welcome" }, h("h1", {}, say("home.title")), h("p", {}, say("home.welcome", { count: games.length }))),
      entries.length > 0 &&
        left(entries, isLong, () => {
          isLong = !isLong;
          refresh();
        }),
      h(
        "section",
        { "aria-labelledby": "games" },
        h("h2", { id: "games", class: "hidden-text" }, say("home.games")),
        h("ul", { class: "games" }, games.map((game) => card(game, preparing.includes(game.name)))),
      ),
    );
  refresh();
  foresee();
  // Whoever comes back to this page sees whose turn it is now.
  const look = async () => {
    if (document.hidden) return;
    entries = await api.matches().catch(() => entries);
    refresh();
  };
  const looking = () => void look();
  document.addEventListener("visibilitychange", looking);
  const asking = setInterval(async () => {
    if (!preparing.length) return clearInterval(asking);
    if (document.hidden) return;
    const still = await api.games().then((found) => found.preparing, () => preparing);
    if (still.length === preparing.length) return;
    preparing = still;
    refresh();
  }, AGAIN);
  const leave = () => {
    clearInterval(asking);
    document.removeEventListener("visibilitychange", looking);
  };
  return { root, refresh, title: () => "", leave };
}

/**
 * @param {Game} game
 * @param {boolean} isPreparing
 * @returns {HTMLElement}
 */
function card(game, isPreparing) {
  const name = gameName(game.name);
  const fault = h("p", { class: "fault", role: "alert", hidden: true });
  const play = async (/** @type {Event & {currentTarget: HTMLButtonElement}} */ event) => {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      await follow(make({ game: game.name, ...againstBots(game, settings().name) }), ({ match }) => `/t/${match}`);
    } catch (problem) {
      button.disabled = false;
      if (wantsWord(problem)) return go(`/new/${game.name}`);
      fault.hidden = false;
      fill(fault, sentenceOf(problem));
    }
  };
  return h(
    "li",
    { class: "card panel" },
    h(
      "a",
      { class: "picture", href: `/new/${game.name}`, tabindex: -1, "aria-hidden": "true" },
      boardOf(game.name, "card-board", say("home.picture", { game: name })),
    ),
    h(
      "div",
      { class: "card-title" },
      h("h3", {}, h("a", { href: `/new/${game.name}` }, name)),
      h(
        "span",
        { class: "card-ways" },
        game.lesson && h("a", { class: "quiet", "data-key": `learn-${game.name}`, href: `/learn/${game.name}` }, say("home.learn")),
        h("a", { class: "quiet", href: `/rules/${game.name}` }, say("home.rules")),
      ),
    ),
    h("p", { class: "pitch" }, say(`games.${game.name}.pitch`)),
    isPreparing && h("p", { class: "about" }, say("home.preparing")),
    fault,
    h(
      "p",
      { class: "actions" },
      h("button", { class: "button", type: "button", "data-key": `bots-${game.name}`, onclick: play }, say("home.bots")),
      h("a", { class: "button", href: `/new/${game.name}` }, say("home.setup")),
    ),
  );
}

/**
 * @param {Entry[]} entries
 * @param {boolean} isLong
 * @param {() => void} ontoggle
 * @returns {HTMLElement}
 */
function left(entries, isLong, ontoggle) {
  const sorted = sortedEntries(entries);
  const shown = isLong ? sorted : sorted.slice(0, SHORT);
  const more = sorted.length - SHORT;
  return h(
    "section",
    { class: "left panel", "aria-labelledby": "left" },
    h("h2", { id: "left" }, say("continue.title")),
    h("ul", { class: "entries" }, shown.map(row)),
    more > 0 &&
      h(
        "button",
        { class: "quiet", type: "button", "data-key": "more", "aria-expanded": String(isLong), onclick: ontoggle },
        isLong ? say("continue.less") : say("continue.more", { count: more }),
      ),
  );
}

/**
 * This puts first the tables where it is one's turn, then those that go on, then those that are over; the latest first.
 *
 * @param {readonly Entry[]} entries
 * @returns {Entry[]}
 */
export function sortedEntries(entries) {
  const group = (/** @type {Entry} */ entry) => (entry.over ? 2 : entry.turn ? 0 : 1);
  return [...entries].sort((one, other) => group(one) - group(other) || Date.parse(other.changed) - Date.parse(one.changed));
}

/**
 * @param {Entry} entry
 * @returns {HTMLElement}
 */
function row(entry) {
  const name = gameName(entry.game);
  const names = namesOf(entry.seats);
  const others = names.filter((_, seat) => !["me", "open"].includes(entry.seats[seat]?.kind ?? ""));
  const company = others.length ? say("continue.with", { players: others }) : say("continue.alone");
  const path = entry.over ? `/t/${entry.match}/replay` : `/t/${entry.match}`;
  return h(
    "li",
    {},
    h(
      "a",
      { class: "entry", href: path },
      boardOf(entry.game, "thumb"),
      h("span", { class: "entry-text" }, h("span", { class: "entry-game" }, name), h("span", { class: "about" }, company)),
      h(
        "span",
        { class: "entry-state" },
        h("span", { class: entry.turn && !entry.over ? "badge" : "about" }, status(entry, names)),
        h("span", { class: "about" }, ago(entry.changed, settings().language)),
      ),
    ),
  );
}

/**
 * @param {Entry} entry
 * @param {string[]} names
 * @returns {string}
 */
function status(entry, names) {
  if (entry.over) {
    const winners = names.filter((_, seat) => entry.places?.[seat] === 1);
    if (!winners.length) return say("continue.over");
    if (entry.mine.length === 1 && entry.mine.some((seat) => entry.places?.[seat] === 1)) return say("continue.won");
    return say("continue.winner", { players: winners, count: winners.length });
  }
  if (entry.turn) return say("continue.turn");
  const missing = entry.seats.filter((seat) => seat.kind === "open").length;
  return missing ? say("continue.waiting", { count: missing }) : say("continue.theirs");
}

/**
 * This says how long ago a moment was.
 *
 * @param {string} moment As ISO 8601.
 * @param {string} language
 * @param {number} [now] In milliseconds.
 * @returns {string}
 */
export function ago(moment, language, now = Date.now()) {
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", 0];
  return length ? format.format(-Math.floor(seconds / length), unit) : format.format(0, "second");
}
