/** The page behind an invitation: who invites, to what, and one click to sit down. */

import { Refusal, api } from "./api.js";
import { clockText, span } from "./clock.js";
import { fill, h } from "./dom.js";
import { keptText, secondsKept } from "./kept.js";
import { join } from "./luck.js";
import { valueText } from "./options.js";
import { boardOf, gameName, namesOf } from "./people.js";
import { foresee, follow } from "./router.js";
import { change, settings } from "./settings.js";
import { sentenceOf } from "./trouble.js";
import { learn, say } from "./voice.js";

/** @typedef {import("./api.js").Head} Head */
/** @typedef {import("./api.js").Option} Option */
/** @typedef {import("./router.js").Page} Page */
/** @typedef {import("./router.js").Place} Place */

/** How the server refuses a seat that is kept for somebody else. */
const KEPT = "server.seat_kept";

/**
 * @param {Place} place
 * @returns {Promise<Page>}
 */
export async function open(place) {
  const { match = "", token = "" } = place.parts;
  const head = await api.head(match, token);
  const changed = Object.keys(head.options ?? {}).length > 0;
  // The game's words will be needed at the table; for the house's rules they are needed now.
  const learnt = learn(head.game).catch(() => undefined);
  const [games] = await Promise.all([changed ? api.games() : null, changed ? learnt : null]);
  const options = games?.games.find((game) => game.name === head.game)?.options ?? [];
  return new Join(match, token, head, options).page();
}

class Join {
  /**
   * @param {string} match
   * @param {string} token
   * @param {Head} head
   * @param {Option[]} options
   */
  constructor(match, token, head, options) {
    this.match = match;
    this.token = token;
    this.head = head;
    this.options = options;
    this.name = settings().name;
    this.isBusy = false;
    /** @type {unknown} */
    this.problem = null;
    this.root = h("section", { class: "sheet join" });
  }

  /** @returns {Page} */
  page() {
    this.render();
    foresee();
    return { root: this.root, refresh: () => this.render(), title: () => say("join.title") };
  }

  render() {
    const isFull = this.head.seats[this.head.invited ?? 0]?.kind !== "open";
    // A seat that is kept for somebody may be free in a moment.
    const isKept = this.problem instanceof Refusal && this.problem.phrase?.say === KEPT;
    const isTaken = !isKept && this.problem instanceof Refusal && [403, 404, 409, 410].includes(this.problem.status);
    fill(
      this.root,
      boardOf(this.head.game, "join-board"),
      h("div", { class: "join-text" }, this.words(isTaken || isFull)),
    );
  }

  /** @param {boolean} isTaken */
  words(isTaken) {
    if (this.head.over) return this.over();
    if (this.head.mine.length) return this.own();
    if (this.head.invited === null) return this.invalid();
    return isTaken ? this.taken() : this.invitation();
  }

  own() {
    return [
      h("h1", {}, say("join.own")),
      h("p", {}, say("join.own_about")),
      h("p", { class: "actions" }, h("a", { class: "button primary", href: `/t/${this.match}` }, say("join.go"))),
      ...this.company(),
    ];
  }

  invitation() {
    const names = namesOf(this.head.seats);
    const host = names.find((_, seat) => ["person", "me", "here"].includes(this.head.seats[seat]?.kind ?? ""));
    const game = gameName(this.head.game);
    return [
      h("h1", {}, say("join.title")),
      h("p", { class: "lead" }, host ? say("join.invites", { player: host, game }) : say("join.invites_nobody", { game })),
      h("p", { class: "pitch" }, say(`games.${this.head.game}.pitch`)),
      h(
        "form",
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.sit();
          },
        },
        h("label", { class: "label", for: "name" }, say("join.name")),
        h("input", {
          id: "name",
          class: "field",
          "data-key": "name",
          value: this.name,
          maxlength: 24,
          autocomplete: "nickname",
          placeholder: say("setup.your_name"),
          oninput: (/** @type {Event & {target: HTMLInputElement}} */ event) => (this.name = event.target.value),
        }),
        this.problem === null && this.kept(),
        this.problem !== null && h("p", { class: "fault", role: "alert" }, sentenceOf(this.problem)),
        h(
          "p",
          { class: "actions" },
          h("button", { class: "button primary", type: "submit", "data-key": "sit", disabled: this.isBusy }, say(this.isBusy ? "join.sitting" : "join.sit")),
          h("a", { class: "quiet", href: `/rules/${this.head.game}` }, say("join.rules")),
          h("a", { class: "quiet", href: `/t/${this.match}` }, say("join.watch")),
        ),
      ),
      ...this.company(),
      ...this.house(),
      this.head.real && h("p", { class: "about" }, say("join.real")),
      // A number is written as it is, also 0.
      this.head.absent ? h("p", { class: "about" }, say("join.absent", { time: span(this.head.absent) })) : null,
      this.head.clock && h("p", { class: "about" }, say("join.clock", { clock: clockText(this.head.clock) })),
      this.head.later && h("p", { class: "about" }, say("join.later")),
      !this.head.hints && h("p", { class: "about" }, say("join.no_hints")),
    ];
  }

  /** For whom this seat is kept at first, if it is. */
  kept() {
    const { kept, invited, seats } = this.head;
    if (!kept || invited === undefined || invited === null || !kept.seats.includes(invited)) return false;
    return h("p", { class: "about kept", role: "note" }, keptText([namesOf(seats)[invited] ?? ""], secondsKept(kept, 0)));
  }

  company() {
    return [h("h2", {}, say("join.players")), h("ul", { class: "company" }, namesOf(this.head.seats).map((name) => h("li", {}, name)))];
  }

  house() {
    const changed = this.options.filter((option) => (this.head.options[option.name] ?? option.default) !== option.default);
    if (!changed.length) return [];
    const { game } = this.head;
    return [
      h("h2", {}, say("join.house")),
      h(
        "ul",
        { class: "company" },
        changed.map((option) =>
          h("li", {}, `${say(`options.${option.name}.name`, {}, { game })}: ${valueText(game, option, /** @type {any} */ (this.head.options[option.name]))}`),
        ),
      ),
    ];
  }

  invalid() {
    return [
      h("h1", {}, say("join.invalid")),
      h("p", {}, say("join.invalid_about")),
      elsewhere(`/t/${this.match}`, "join.watch"),
    ];
  }

  taken() {
    return [
      h("h1", {}, say("join.taken")),
      h("p", {}, this.problem === null ? say("join.taken_about") : sentenceOf(this.problem)),
      elsewhere(`/t/${this.match}`, "join.watch"),
      ...this.company(),
    ];
  }

  over() {
    return [
      h("h1", {}, say("join.over")),
      h("p", {}, say("join.over_about")),
      elsewhere(`/t/${this.match}/replay`, "join.see"),
    ];
  }

  async sit() {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = null;
    if (this.name !== settings().name) change({ name: this.name });
    this.render();
    try {
      await follow(join(this.match, this.token, this.name, this.head), () => `/t/${this.match}`, { replace: true });
    } catch (problem) {
      this.isBusy = false;
      this.problem = problem;
      this.head = await api.head(this.match, this.token).catch(() => this.head);
      this.render();
    }
  }
}

/**
 * Where somebody may go who cannot sit down here.
 *
 * @param {string} href
 * @param {string} name the words for going there
 */
function elsewhere(href, name) {
  const home = h("a", { class: "button", href: "/" }, say("trouble.home"));
  return h("p", { class: "actions" }, h("a", { class: "button primary", href }, say(name)), home);
}
