/** The set-up page: who sits where, and which rules of the house hold. */

import { Refusal, api } from "./api.js";
import { addressOf } from "./base.js";
import { CLOCKS, clockText, knownClock, span } from "./clock.js";
import { fill, h } from "./dom.js";
import { radios, selection, toggle } from "./field.js";
import { make } from "./luck.js";
import { meaningOf, valueText } from "./options.js";
import { boardOf, gameName } from "./people.js";
import { foresee, follow } from "./router.js";
import { change, keep, kept, settings } from "./settings.js";
import { sentenceOf } from "./trouble.js";
import { learn, say, words } from "./voice.js";
import { WAITS, againstBots, changes, hasPeople, isOpen, linkTo, linked, remembered, reseated, resized } from "./wish.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Option} Option */
/** @typedef {import("./api.js").SeatWish} SeatWish */
/** @typedef {import("./api.js").Value} Value */
/** @typedef {import("./router.js").Page} Page */
/** @typedef {import("./router.js").Place} Place */
/** @typedef {import("./wish.js").Wish} Wish */

/** More values than these are listed, not laid side by side. */
const MANY = 6;

/**
 * @param {Place} place
 * @returns {Promise<Page>}
 */
export async function open(place) {
  const name = place.parts.game ?? "";
  const [games, tables] = await Promise.all([api.games(), api.tables(), learn(name)]);
  const game = games.games.find((each) => each.name === name);
  if (!game) throw new Refusal(404, null, "");
  return new Setup(game, games.levels, tables, place.query).page();
}

class Setup {
  /**
   * @param {Game} game
   * @param {string[]} levels
   * @param {import("./api.js").Tables} tables
   * @param {URLSearchParams} query the rules of the house, where a link names them
   */
  constructor(game, levels, tables, query) {
    this.game = game;
    this.tables = tables;
    /** The club's word, as far as it was typed. */
    this.word = "";
    this.levels = levels;
    const last = kept(this.store);
    /** @type {Wish} */
    this.wish = remembered(game, last, settings().name, levels);
    this.last = this.wish.options;
    /** What the link said that makes no sense. @type {string[]} */
    this.unknown = [];
    if (query.size) {
      const { count, options, unknown } = linked(game, query);
      this.wish = { ...this.wish, seats: resized(this.wish.seats, count), options };
      this.unknown = unknown;
    }
    this.isOpen = query.size > 0;
    this.isBusy = false;
    /** @type {unknown} */
    this.problem = null;
    this.root = h("div", { class: "setup" });
  }

  get store() {
    return `sobremesa.setup.${this.game.name}`;
  }

  /** Whether nobody can set up tables. */
  get isClosed() {
    return this.tables.who === "nobody";
  }

  get count() {
    return this.wish.seats.length;
  }

  /** @returns {Page} */
  page() {
    this.render();
    foresee();
    return { root: this.root, refresh: () => this.render(), title: () => gameName(this.game.name) };
  }

  render() {
    fill(this.root, this.about(), this.form());
  }

  about() {
    const name = gameName(this.game.name);
    const bots = this.game.usual_seats - 1;
    return h(
      "div",
      { class: "setup-about" },
      boardOf(this.game.name, "setup-board", say("home.picture", { game: name })),
      h("h1", {}, name),
      h("p", { class: "pitch" }, say(`games.${this.game.name}.pitch`)),
      h(
        "p",
        { class: "actions" },
        h(
          "button",
          { class: "button", type: "button", "data-key": "quick", disabled: this.isBusy || this.isClosed, onclick: () => this.make(againstBots(this.game, settings().name)) },
          say("setup.quick"),
        ),
        this.game.lesson && h("a", { class: "quiet", "data-key": "learn", href: `/learn/${this.game.name}` }, say("setup.learn")),
        h("a", { class: "quiet", href: `/rules/${this.game.name}` }, say("setup.rules")),
      ),
      h("p", { class: "about" }, say("setup.quick_about", { bots: { say: "setup.bots", count: bots } })),
    );
  }

  form() {
    const invites = this.wish.seats.some((seat) => seat.kind === "open");
    return h(
      "form",
      {
        class: "sheet setup-form",
        autocomplete: "off",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          keep(this.store, this.wish);
          void this.make(this.wish);
        },
      },
      h("h2", {}, say("setup.seats")),
      this.game.seats.length > 1 &&
        radios("count", say("setup.count"), this.game.seats.map((count) => [count, String(count)]), this.count, (count) => this.resize(count)),
      this.note(),
      h("ol", { class: "seats-wish" }, this.wish.seats.map((seat, number) => this.seat(seat, number))),
      this.options(),
      this.game.dice &&
        toggle("real", say("setup.real"), say("setup.real_about"), this.wish.real === true, (real) => {
          this.wish = { ...this.wish, real };
        }),
      this.game.hands &&
        toggle("later", say("setup.later"), say("setup.later_about"), this.wish.later === true, (later) => {
          this.wish = { ...this.wish, later };
        }),
      toggle("no-hints", say("setup.no_hints"), say("setup.no_hints_about"), this.wish.hints === false, (isForbidden) => {
        this.wish = { ...this.wish, hints: !isForbidden };
      }),
      h("h2", {}, say("setup.time")),
      selection("clock", say("setup.clock"), CLOCKS.map((clock) => [clock, clockText(clock)]), knownClock(this.wish.clock), (clock) => {
        this.wish = { ...this.wish, clock };
      }),
      h("p", { class: "about" }, say("setup.clock_about")),
      selection(
        "absent",
        say("setup.absent"),
        WAITS.map((wait) => [wait, wait ? say("setup.absent_bot", { time: span(wait) }) : say("setup.absent_wait")]),
        this.wish.absent ?? 0,
        (absent) => {
          this.wish = { ...this.wish, absent };
        },
      ),
      h("p", { class: "about" }, say("setup.absent_about")),
      !hasPeople(this.wish.seats) && h("p", { class: "fault" }, say("setup.nobody")),
      ...this.permission(),
      this.problem !== null && h("p", { class: "fault", role: "alert" }, sentenceOf(this.problem)),
      h(
        "p",
        { class: "actions start" },
        h(
          "button",
          { class: "button primary", type: "submit", "data-key": "start", disabled: this.isBusy || this.isClosed || !hasPeople(this.wish.seats) },
          say(this.isBusy ? "setup.opening" : invites ? "setup.start_invite" : "setup.start"),
        ),
      ),
    );
  }

  /** The club's word is asked for once; where nobody can set up tables, that is said instead. */
  permission() {
    if (this.tables.may) return [];
    if (this.isClosed) return [h("p", { class: "fault", "data-key": "closed" }, say("setup.closed"))];
    return [
      h("label", { class: "label", for: "word" }, say("setup.word")),
      h("input", {
        id: "word",
        class: "field",
        "data-key": "word",
        value: this.word,
        maxlength: 200,
        autocapitalize: "none",
        spellcheck: "false",
        oninput: (/** @type {Event & {target: HTMLInputElement}} */ event) => (this.word = event.target.value),
      }),
      h("p", { class: "about" }, say("setup.word_about")),
    ];
  }

  /** What a game has to say about this number of seats, if anything. */
  note() {
    const key = `seats_note.${this.count}`;
    return words(this.game.name).has(key) && h("p", { class: "about", "data-key": "seats-note" }, say(key, {}, { game: this.game.name }));
  }

  /**
   * @param {SeatWish} seat
   * @param {number} number
   */
  seat(seat, number) {
    const label = say("setup.seat", { number: number + 1 });
    const kinds = [
      ["me", say("setup.kind.me")],
      ["here", say("setup.kind.here")],
      ["open", say("setup.kind.open")],
      ...this.levels.map((level) => [`bot:${level}`, say("setup.kind.bot", { level: say(`levels.${level}`) })]),
    ];
    const current = seat.kind === "bot" ? `bot:${seat.level}` : seat.kind;
    const isNamed = seat.kind === "me" || seat.kind === "here";
    return h(
      "li",
      { class: "seat-wish" },
      h("span", { class: "seat-number", "aria-hidden": "true" }, number + 1),
      h(
        "select",
        {
          class: "field",
          "aria-label": label,
          "data-key": `seat-${number}`,
          onchange: (/** @type {Event & {target: HTMLSelectElement}} */ event) => this.reseat(number, event.target.value),
        },
        kinds.map(([value, text]) => h("option", { value, selected: value === current }, text)),
      ),
      isNamed &&
        h("input", {
          class: "field",
          value: seat.name,
          maxlength: 24,
          "data-key": `name-${number}`,
          "aria-label": `${label}: ${say("setup.name")}`,
          placeholder: seat.kind === "me" ? say("setup.your_name") : say("people.guest", { number: number + 1 }),
          oninput: (/** @type {Event & {target: HTMLInputElement}} */ event) => this.rename(number, event.target.value),
        }),
    );
  }

  options() {
    const changed = Object.keys(changes(this.game, this.wish.options, this.count)).length;
    const hasLast = Object.keys(this.last).length > 0;
    const preset = changed === 0 ? "rulebook" : hasLast && same(this.wish.options, this.last) ? "last" : "own";
    const presets = ["rulebook", ...(hasLast ? ["last"] : []), "own"];
    return h(
      "section",
      { class: "house" },
      h("h2", {}, say("setup.options")),
      this.unknown.length > 0 && h("p", { class: "fault", role: "alert" }, say("setup.unknown_rules", { names: this.unknown })),
      radios(
        "preset",
        say("setup.options"),
        presets.map((name) => [name, say(`setup.preset.${name}`)]),
        this.isOpen && preset !== "last" ? "own" : preset,
        (name) => this.choosePreset(name),
        { labelled: false },
      ),
      h(
        "details",
        {
          open: this.isOpen,
          ontoggle: (/** @type {Event & {target: HTMLDetailsElement}} */ event) => {
            this.isOpen = event.target.open;
          },
        },
        h(
          "summary",
          { "data-key": "options" },
          say("setup.change"),
          changed > 0 && h("span", { class: "badge" }, say("setup.changed", { count: changed })),
        ),
        h("div", { class: "options" }, this.game.options.map((option) => this.option(option))),
        Boolean(navigator.clipboard) && this.copier(),
      ),
    );
  }

  copier() {
    const text = h("span", {}, say("setup.link"));
    const copy = async () => {
      await navigator.clipboard.writeText(location.origin + addressOf(`/new/${this.game.name}?${linkTo(this.count, this.wish.options)}`));
      text.textContent = say("setup.linked");
    };
    return h("button", { class: "quiet", type: "button", "data-key": "link", onclick: () => void copy() }, text);
  }

  /** @param {Option} option */
  option(option) {
    const name = say(`options.${option.name}.name`, {}, { game: this.game.name });
    const meaning = meaningOf(this.game.name, option);
    const canChange = isOpen(option, this.count);
    const value = canChange ? (this.wish.options[option.name] ?? option.default) : option.default;
    const isChanged = value !== option.default;
    const choose = (/** @type {Value} */ chosen) => {
      this.wish = { ...this.wish, options: changes(this.game, { ...this.wish.options, [option.name]: chosen }, this.count) };
      this.render();
    };
    const disabled = !canChange;
    const key = `option-${option.name}`;
    const isSwitch = option.values.length === 2 && option.values.every((each) => typeof each === "boolean");
    return h(
      "div",
      { class: isChanged ? "option changed" : "option" },
      isSwitch
        ? toggle(key, name, meaning, value === true, choose, { disabled })
        : [
            (option.values.length > MANY ? selection : radios)(
              key,
              name,
              option.values.map((each) => [each, valueText(this.game.name, option, each)]),
              value,
              choose,
              { disabled },
            ),
            h("p", { class: "about" }, meaning),
          ],
      !canChange && h("p", { class: "about" }, say("setup.only_seats", { seats: option.only_seats })),
      isChanged && h("p", { class: "about usual" }, say("setup.usual", { value: valueText(this.game.name, option, option.default) })),
    );
  }

  /** @param {string} name */
  choosePreset(name) {
    if (name === "rulebook") this.wish = { ...this.wish, options: {} };
    if (name === "last") this.wish = { ...this.wish, options: changes(this.game, this.last, this.count) };
    this.isOpen = name === "own";
    this.render();
  }

  /** @param {number} count */
  resize(count) {
    const seats = resized(this.wish.seats, count);
    this.wish = { ...this.wish, seats, options: changes(this.game, this.wish.options, count) };
    this.render();
  }

  /**
   * @param {number} number
   * @param {string} choice
   */
  reseat(number, choice) {
    const [kind, level = ""] = choice.split(":");
    const seats = reseated(this.wish.seats, number, /** @type {SeatWish["kind"]} */ (kind), level, settings().name);
    this.wish = { ...this.wish, seats };
    this.render();
  }

  /**
   * @param {number} number
   * @param {string} name
   */
  rename(number, name) {
    const seats = this.wish.seats.map((seat, place) => (place === number ? { ...seat, name } : seat));
    this.wish = { ...this.wish, seats };
  }

  /** @param {Wish} wish */
  async make(wish) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = null;
    this.render();
    const me = wish.seats.find((seat) => seat.kind === "me");
    if (me?.name && me.name !== settings().name) change({ name: me.name });
    try {
      await follow(make({ game: this.game.name, ...wish, ...(this.word && { word: this.word }) }), ({ match }) => `/t/${match}`);
    } catch (problem) {
      this.isBusy = false;
      this.problem = problem;
      this.render();
    }
  }
}

/**
 * @param {Record<string, Value>} one
 * @param {Record<string, Value>} other
 * @returns {boolean}
 */
function same(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
