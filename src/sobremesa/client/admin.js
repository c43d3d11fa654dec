/** The console of operators: matches of this server, who sits there, and what can be done about it. */

import { Refusal } from "./api.js";
import { confirmed } from "./confirm.js";
import { keepToken, operator, token } from "./console.js";
import { fill, h } from "./dom.js";
import { selection, toggle } from "./field.js";
import { announce } from "./live.js";
import { gameName, namesOf } from "./people.js";
import { settings } from "./settings.js";
import { sentenceOf } from "./trouble.js";
import { say, words } from "./voice.js";

/** @typedef {import("./console.js").Line} Line */
/** @typedef {import("./console.js").Listed} Listed */
/** @typedef {import("./console.js").Pruning} Pruning */
/** @typedef {import("./console.js").Shown} Shown */
/** @typedef {import("./router.js").Page} Page */

const PAGE = 20;
const STATES = /** @type {const} */ (["all", "running", "finished"]);
const DAY = 86400;
/** How often one looks how far a prune is, in milliseconds. */
const POLL = 500;
const KILO = 1024;
const UNKNOWN_TOKEN = 401;

/** @returns {Promise<Page>} */
export async function open() {
  const page = new Admin();
  await page.arrive();
  return { root: page.root, refresh: () => page.render(), title: () => say("admin.title"), leave: () => page.leave() };
}

class Admin {
  constructor() {
    /** @type {Listed | null} */
    this.listed = null;
    /** The matches that are open in the list. @type {Map<string, Shown>} */
    this.shown = new Map();
    this.state = "all";
    this.game = "";
    this.first = 0;
    this.days = 90;
    this.unfinished = false;
    /** How many matches would be pruned, once that was asked. @type {number | null} */
    this.meant = null;
    /** @type {Pruning | null} */
    this.pruning = null;
    this.done = "";
    /** @type {unknown} */
    this.problem = null;
    this.isLeft = false;
    this.root = h("section", { class: "sheet admin" });
  }

  /** Whoever has no token yet is asked for one; where there is no console, there is no such page. */
  async arrive() {
    try {
      this.listed = await this.list();
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.status !== UNKNOWN_TOKEN) throw problem;
      if (token()) this.signOut(problem);
    }
    this.render();
  }

  leave() {
    this.isLeft = true;
  }

  list() {
    return operator.list({ state: this.state, game: this.game, first: this.first, count: PAGE });
  }

  render() {
    fill(
      this.root,
      h("h1", {}, say("admin.title")),
      this.problem !== null && h("p", { class: "fault", role: "alert" }, sentenceOf(this.problem)),
      this.done && h("p", { class: "done", "data-key": "done" }, this.done),
      this.listed ? [this.filters(), this.matches(this.listed), this.pages(this.listed), this.pruner(), this.farewell()] : this.greeting(),
    );
  }

  // Signing in and out

  greeting() {
    const field = h("input", { class: "field", type: "password", autocomplete: "off", "data-key": "token", "aria-label": say("admin.token"), placeholder: say("admin.token") });
    const enter = (/** @type {Event} */ event) => {
      event.preventDefault();
      keepToken(field.value.trim());
      void this.change(async () => undefined);
    };
    return h(
      "form",
      { class: "admin-token", onsubmit: enter },
      h("p", { class: "about" }, say("admin.token_about")),
      field,
      h("button", { class: "button primary", type: "submit", "data-key": "enter" }, say("admin.enter")),
    );
  }

  /** @param {unknown} [problem] */
  signOut(problem = null) {
    keepToken("");
    this.listed = null;
    this.shown.clear();
    this.problem = problem;
    this.done = "";
    this.render();
  }

  farewell() {
    return h("p", {}, h("button", { class: "quiet", type: "button", "data-key": "leave", onclick: () => this.signOut() }, say("admin.leave")));
  }

  // The list

  filters() {
    const games = Object.keys(words().catalogues[0] ?? {}).flatMap((key) => /^games\.(.+)\.name$/.exec(key)?.[1] ?? []);
    const choose = (/** @type {Partial<Admin>} */ chosen) => {
      Object.assign(this, chosen, { first: 0 });
      void this.change(async () => undefined);
    };
    return h(
      "div",
      { class: "admin-filters" },
      selection("state", say("admin.state"), STATES.map((state) => [state, say(`admin.states.${state}`)]), this.state, (state) => choose({ state })),
      selection("game", say("admin.game"), [["", say("admin.any_game")], ...games.map((game) => /** @type {[string, string]} */ ([game, gameName(game)]))], this.game, (game) => choose({ game })),
      h("button", { class: "button", type: "button", "data-key": "again", onclick: () => void this.change(async () => undefined) }, say("admin.again")),
    );
  }

  /** @param {Listed} listed */
  matches(listed) {
    if (!listed.matches.length) return h("p", { class: "about" }, say("admin.none"));
    return h("ul", { class: "admin-list" }, listed.matches.map((line) => this.row(line)));
  }

  /** @param {Line} line */
  row(line) {
    const shown = this.shown.get(line.match);
    const turn = () => void (shown ? this.shut(line.match) : this.look(line.match));
    return h(
      "li",
      { class: "admin-match" },
      h(
        "button",
        { class: "admin-line", type: "button", "aria-expanded": String(Boolean(shown)), "data-key": `match-${line.match}`, onclick: turn },
        h("strong", {}, namesOf(line.seats).join(", ")),
        h("span", {}, words().has(`games.${line.game}.name`) ? gameName(line.game) : line.game),
        h("span", { class: line.state === "running" ? "badge" : "about" }, say(`admin.row.${line.state}`)),
        h("span", { class: "about" }, `${when(line.changed)} · ${size(line.bytes)}`),
      ),
      shown && this.details(shown),
    );
  }

  /** @param {Shown} shown */
  details(shown) {
    const { match } = shown;
    const names = namesOf(shown.seats);
    return h(
      "div",
      { class: "admin-details" },
      h("p", { class: "about" }, say("admin.facts", { match, count: shown.events, made: when(shown.made) })),
      h(
        "ul",
        { class: "admin-seats" },
        shown.seats.map((seat, number) =>
          h(
            "li",
            {},
            h("span", {}, names[number]),
            seat.guest && h("code", { title: seat.guest }, `${seat.guest.slice(0, 12)}…`),
            seat.guest &&
              confirmed(`forget-${match}-${number}`, say("admin.forget"), () => say("admin.ask_forget", { player: names[number] }), () => void this.forget(match, number)),
          ),
        ),
      ),
      h(
        "p",
        { class: "actions" },
        h("a", { class: "button", href: `/t/${encodeURIComponent(match)}` }, say("admin.watch")),
        shown.state === "running" && confirmed(`end-${match}`, say("admin.end"), () => say("admin.ask_end"), () => void this.end(match)),
        confirmed(`delete-${match}`, say("admin.delete"), () => say("admin.ask_delete"), () => void this.remove(match)),
      ),
    );
  }

  /** @param {Listed} listed */
  pages({ first, matches, total }) {
    const turn = (/** @type {string} */ key, /** @type {number} */ to, /** @type {boolean} */ isThere) =>
      h("button", { class: "button", type: "button", "data-key": key, disabled: !isThere, onclick: () => { this.first = to; void this.change(async () => undefined); } }, key === "before" ? say("admin.before") : say("admin.after"));
    return h(
      "p",
      { class: "actions" },
      turn("before", Math.max(0, first - PAGE), first > 0),
      h("span", {}, say("admin.page", { first: first + Math.min(1, matches.length), last: first + matches.length, count: total })),
      turn("after", first + PAGE, first + matches.length < total),
    );
  }

  // What is done

  /** @param {string} match */
  async look(match) {
    await this.change(async () => void this.shown.set(match, await operator.show(match)));
  }

  /** @param {string} match */
  shut(match) {
    this.shown.delete(match);
    this.render();
  }

  /** @param {string} match */
  async end(match) {
    await this.change(async () => {
      await operator.end(match);
      this.shown.set(match, await operator.show(match));
      this.tell(say("admin.ended"));
    });
  }

  /** @param {string} match */
  async remove(match) {
    await this.change(async () => {
      const { remnants } = await operator.remove(match);
      this.shown.delete(match);
      this.tell(say("admin.deleted"), remnants);
    });
  }

  /** @param {string} match @param {number} seat */
  async forget(match, seat) {
    await this.change(async () => {
      const { deleted, anonymised, remnants } = await operator.forget(match, seat);
      this.shown.clear();
      this.tell(say("admin.forgotten", { deleted: deleted.length, kept: anonymised?.length ?? 0 }), remnants);
    });
  }

  pruner() {
    const older = () => this.days * DAY;
    const count = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.change(async () => void (this.meant = (await operator.count(older(), this.unfinished)).total));
    };
    const prune = () => void this.change(async () => this.follow(await operator.prune(older(), this.unfinished)));
    const isRunning = this.pruning?.running ?? false;
    return h(
      "form",
      { class: "admin-prune", onsubmit: count },
      h("h2", {}, say("admin.prune")),
      h(
        "label",
        { class: "stacked" },
        h("span", { class: "label" }, say("admin.days")),
        h("input", { class: "field short", type: "number", min: 0, max: 36500, required: true, value: this.days, "data-key": "days", oninput: (/** @type {Event & {target: HTMLInputElement}} */ event) => this.asked({ days: Math.max(0, Number(event.target.value)) }) }),
      ),
      toggle("unfinished", say("admin.unfinished"), say("admin.unfinished_about"), this.unfinished, (unfinished) => this.asked({ unfinished })),
      h(
        "p",
        { class: "actions", "aria-live": "polite" },
        h("button", { class: "button", type: "submit", disabled: isRunning, "data-key": "count" }, say("admin.count")),
        this.pruning && h("progress", { max: Math.max(1, this.pruning.total), value: this.pruning.done + this.pruning.skipped, "aria-label": say("admin.prune") }),
        this.meant !== null && h("span", {}, say("admin.meant", { count: this.meant })),
        Boolean(this.meant) && !isRunning && confirmed("prune", say("admin.prune_them"), () => say("admin.ask_prune", { count: this.meant }), prune),
      ),
    );
  }

  /** What was counted is not so any more, once something else is asked. @param {Partial<Admin>} chosen */
  asked(chosen) {
    Object.assign(this, chosen);
    if (this.meant === null) return;
    this.meant = null;
    this.render();
  }

  /** @param {Pruning} begun */
  async follow(begun) {
    this.pruning = begun;
    this.meant = null;
    while (this.pruning.running && !this.isLeft) {
      this.render();
      await new Promise((resolve) => setTimeout(resolve, POLL));
      this.pruning = await operator.pruning();
    }
    const { done, text, remnants } = this.pruning;
    this.pruning = null;
    this.first = 0;
    this.tell([say("admin.pruned", { count: done }), text ?? ""].join(" ").trim(), remnants);
  }

  /** @param {string} sentence @param {boolean} [remnants] */
  tell(sentence, remnants = false) {
    this.done = remnants ? `${sentence} ${say("admin.remnants")}` : sentence;
    announce(this.done);
  }

  /**
   * Do something, and list what there is then.
   *
   * @param {() => Promise<unknown>} act
   */
  async change(act) {
    this.problem = null;
    this.done = "";
    try {
      await act();
      this.listed = await this.list();
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === UNKNOWN_TOKEN) return this.signOut(problem);
      this.problem = problem;
    }
    this.render();
  }
}

/** @param {string} moment As ISO 8601. */
function when(moment) {
  return new Intl.DateTimeFormat(settings().language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
}

/** @param {number} bytes */
function size(bytes) {
  const format = new Intl.NumberFormat(settings().language, { maximumFractionDigits: 1 });
  return bytes < KILO * KILO ? `${format.format(bytes / KILO)} KB` : `${format.format(bytes / KILO / KILO)} MB`;
}
