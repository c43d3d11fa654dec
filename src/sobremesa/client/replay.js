/** The replay page: a match step by step, from any seat once it is over, with a link to every moment. */

import { Refusal, api } from "./api.js";
import { Camera } from "./camera.js";
import { Chairs } from "./chairs.js";
import { fill, h, s } from "./dom.js";
import { announce } from "./live.js";
import { gameName, namesOf } from "./people.js";
import { note } from "./router.js";
import { isStill, settings, theme } from "./settings.js";
import { Stage } from "./stage.js";
import { Stretches } from "./stretches.js";
import { sentenceOf } from "./trouble.js";
import { Viewing, seatOf } from "./viewing.js";
import { learn, say } from "./voice.js";

/** @typedef {import("./api.js").Head} Head */
/** @typedef {import("./api.js").Replay} Told */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./router.js").Page} Page */
/** @typedef {import("./router.js").Place} Place */
/** @typedef {import("./words.js").Phrase} Phrase */

/** So many steps before the last one that was read, the next ones are asked for. */
const AHEAD = 60;

/** How long a step is looked at before the next, in milliseconds. */
const REST = 700;

const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  next: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
};

/**
 * @param {Place} place
 * @returns {Promise<Page>}
 */
export async function open(place) {
  const match = place.parts.match ?? "";
  const head = await api.head(match);
  const seat = seatOf(place.query.get("seat"), head);
  const [told] = await Promise.all([api.replay(match, { seat, theme: theme() }), learn(head.game)]);
  const replay = new Replay(place.path, match, head, seat, told);
  replay.jump(place.hash);
  return {
    root: replay.root,
    title: () => say("replay.title", { game: gameName(head.game) }),
    refresh: () => replay.refresh(),
    moved: (to) => {
      replay.jump(to.hash);
      return true;
    },
    leave: () => replay.leave(),
  };
}

class Replay {
  /**
   * @param {string} path
   * @param {string} match
   * @param {Head} head
   * @param {number | null} seat From which the match is seen; null is the audience.
   * @param {Told} told
   */
  constructor(path, match, head, seat, told) {
    this.path = path;
    this.match = match;
    this.head = head;
    this.seat = seat;
    this.theme = theme();
    this.isLeft = false;
    this.isPlaying = false;
    /** The number of the latest wish: what was wished before is not waited for. */
    this.wish = 0;
    this.at = 0;
    this.read = this.begin(told);
    /** @type {string[]} */
    this.names = [];
    this.say = (/** @type {Phrase} */ phrase) => say(phrase, {}, { game: head.game, names: this.names });
    this.stage = new Stage(this.say);
    this.chairs = new Chairs(head.game, { isPast: true });
    this.told = h("p", { class: "prompt" });
    this.where = h("span", { class: "about" });
    this.slider = h("input", { type: "range", min: 0, step: 1, oninput: () => this.show(Number(this.slider.value)) });
    this.buttons = h("div", { class: "steps" });
    this.camera = new Camera(`sobremesa-${match}.gif`, () => this.film());
    this.viewing = new Viewing(match, (wanted) => void this.look(wanted), this.camera.root);
    this.list = h("ol", { class: "log-lines", onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) });
    this.title = h("h2", { class: "log-title" });
    this.heading = h("h1", { class: "hidden-text" });
    this.root = h(
      "section",
      { class: "table replay" },
      this.heading,
      h("div", { class: "around" }, this.chairs.root),
      h("div", { class: "middle" }, this.stage.root),
      h(
        "div",
        { class: "beside" },
        h("div", { class: "panel" }, this.told, h("div", { class: "slide" }, this.slider, this.where), this.buttons, this.viewing.root),
        h("div", { class: "logbook panel" }, this.title, this.list),
      ),
    );
    this.stage.root.addEventListener("pointerdown", () => this.stage.skip());
    this.press = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.press);
    this.root.dataset.theme = this.theme;
    this.redraw();
  }

  /** This begins with the first page; the others are asked for as seen from the same seat. @param {Told} told */
  begin(told) {
    const { match, seat, theme: drawn } = this;
    return new Stretches(told, (from) => api.replay(match, { seat, theme: drawn, from }));
  }

  get end() {
    return this.read.end;
  }

  get events() {
    return this.read.events;
  }

  // Where one is

  /**
   * This goes to the step that a link names, or to the beginning.
   *
   * @param {string} hash
   */
  jump(hash) {
    const seq = Number.parseInt(hash, 10);
    this.show(Number.isNaN(seq) ? 0 : seq);
  }

  /**
   * This shows a step as it is, as soon as it was read.
   *
   * @param {number} at
   */
  show(at) {
    const mine = ++this.wish;
    const wanted = Math.min(this.end, Math.max(0, at));
    this.isPlaying = false;
    this.stage.skip();
    this.at = Math.min(this.events.length, wanted);
    this.stage.show(this.frame());
    this.settle();
    if (wanted > this.at) void this.reach(wanted).then(() => mine === this.wish && this.events.length > this.at && this.show(wanted));
  }

  /** This reads on until a step is there; the log shows what was read. @param {number} at */
  async reach(at) {
    const { read } = this;
    const had = read.events.length;
    this.root.setAttribute("aria-busy", "true");
    try {
      await read.reach(at);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (read === this.read) fill(this.told, sentenceOf(problem));
    } finally {
      if (read === this.read) {
        this.root.removeAttribute("aria-busy");
        if (!this.isLeft && read.events.length > had) this.list.append(...this.lines(this.list.children.length - 1));
        this.hold(this.moments(this.at + 1).at(-1));
      }
    }
  }

  /** This shows how the next step comes about; in a match that goes on there may be more than there was. */
  async step() {
    if (this.at >= this.end && !this.head.over) await this.goOn();
    if (this.at >= this.events.length) await this.reach(this.at + 1);
    if (this.at >= this.events.length) return;
    const mine = ++this.wish;
    this.stage.skip();
    // A motion that was cut short ends where it was going, before the next one begins.
    this.stage.show(this.frame());
    this.at += 1;
    this.settle();
    const event = /** @type {import("./frame.js").Told} */ (this.events[this.at - 1]);
    await this.stage.play(event, this.frame(), { speed: settings().speed * this.viewing.pace, isStill: isStill() });
    if (mine !== this.wish) this.stage.show(this.frame());
  }

  async play() {
    this.isPlaying = !this.isPlaying;
    this.wish += 1;
    if (this.isPlaying && this.at >= this.end) {
      this.at = 0;
      this.stage.show(this.frame());
    }
    this.settle();
    while (this.isPlaying && this.at < this.end) {
      if (this.at >= this.events.length) {
        const waited = this.wish;
        await this.reach(this.at + 1);
        if (waited !== this.wish) return;
        if (this.at >= this.events.length) break;
      }
      const stepping = this.step();
      const mine = this.wish;
      await stepping;
      await new Promise((resolve) => setTimeout(resolve, REST / this.viewing.pace));
      if (mine !== this.wish) return;
    }
    this.isPlaying = false;
    this.settle();
  }

  /** Whoever steps to and fro hears each line as it is shown. @param {string[]} lines */
  tell(lines) {
    const told = lines.join(" ");
    if (this.told.textContent !== told) announce(told);
    fill(this.told, told);
  }

  frame() {
    return /** @type {Frame} */ (this.read.frames[this.at]);
  }

  /** What belongs to the step is shown: the words, the slider, the line of the log and the address. */
  settle() {
    const frame = this.frame();
    const event = this.events[this.at - 1];
    const lines = event?.log?.length ? event.log.map(this.say) : [say(this.at ? "replay.quiet" : "replay.start")];
    this.tell(lines);
    this.chairs.show(frame, this.head.seats);
    this.slider.max = String(this.end);
    this.slider.value = String(this.at);
    const where = say("replay.at", { at: this.at, length: this.end });
    this.slider.setAttribute("aria-valuetext", where);
    fill(this.where, where);
    this.steps();
    for (const [place, line] of [...this.list.children].entries()) {
      const isNow = place === this.at;
      line.firstElementChild?.toggleAttribute("aria-current", isNow);
      if (isNow) requestAnimationFrame(() => this.reveal(/** @type {HTMLElement} */ (line)));
    }
    this.hold(this.moments(this.at + 1).at(-1));
    Object.assign(this.root.dataset, { seq: frame.seq, actor: frame.actor, seat: this.seat ?? "" });
    const query = this.seat === null ? "" : `?seat=${this.seat}`;
    note(this.path, `${query}${this.at ? `#${frame.seq}` : ""}`);
    // Whoever goes on need not wait for what comes next.
    if (this.at + AHEAD > this.events.length && this.events.length < this.end && !this.read.reading) void this.reach(this.events.length + 1);
  }

  /**
   * The log scrolls by itself; the page does not.
   *
   * @param {HTMLElement} line
   */
  reveal(line) {
    const { list } = this;
    const top = line.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }

  /** The lines that can be pressed, of so many first steps. @param {number} [steps] @returns {HTMLElement[]} */
  moments(steps) {
    return [...this.list.querySelectorAll("li")].slice(0, steps).filter((line) => !line.hidden).flatMap((line) => [...line.querySelectorAll("button")]);
  }

  /** The tab key leads to one line of the log, or it would take a hundred of them to get past it. @param {HTMLElement} [moment] */
  hold(moment) {
    for (const other of this.moments()) other.tabIndex = other === moment ? 0 : -1;
  }

  /** From that line the arrows lead up and down. @param {KeyboardEvent} event */
  walk(event) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const moments = this.moments();
    const next = way && moments[moments.findIndex((moment) => moment === event.target) + way];
    if (!next) return;
    event.preventDefault();
    this.hold(next);
    next.focus();
  }

  // What can be pressed

  steps() {
    const isFirst = this.at === 0;
    const isLast = this.at === this.end && this.head.over;
    fill(
      this.buttons,
      this.button("first", isFirst, () => this.show(0)),
      this.button("back", isFirst, () => this.show(this.at - 1)),
      this.button(this.isPlaying ? "pause" : "play", this.end === 0, () => void this.play(), "play"),
      this.button("next", isLast, () => this.forward()),
      this.button("last", isLast, () => this.show(this.end)),
    );
  }

  forward() {
    this.isPlaying = false;
    void this.step();
  }

  /**
   * @param {keyof typeof ICONS} name
   * @param {boolean} isOff
   * @param {() => void} act
   * @param {string} [key]
   */
  button(name, isOff, act, key = name) {
    return h(
      "button",
      {
        class: key === "play" ? "button primary" : "button",
        type: "button",
        "data-key": key,
        "aria-disabled": isOff ? "true" : null,
        "aria-label": say(`replay.${name}`),
        title: say(`replay.${name}`),
        onclick: () => !isOff && act(),
      },
      icon(name),
    );
  }

  /** While the match is filmed the stage is the camera's, until somebody wishes to see something else. */
  async film() {
    const { at, stage } = this;
    const mine = ++this.wish;
    this.isPlaying = false;
    await this.reach(this.end);
    const { frames } = this.read;
    const isWanted = () => mine === this.wish;
    return { stage, frames, isWanted, end: () => (isWanted() ? this.show(at) : stage.show(this.frame())) };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const isField = event.target instanceof Element && event.target.closest("input, select, textarea");
    const isPressed = event.target instanceof Element && event.target.closest("button, a, summary");
    if (isField || (isPressed && event.key === " ")) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this.show(this.at - 1),
      ArrowRight: () => this.forward(),
      Home: () => this.show(0),
      End: () => this.show(this.end),
      " ": () => void this.play(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // Another seat, another theme, another language

  /** @param {number | null} seat */
  async look(seat) {
    this.seat = seat;
    await this.reload();
  }

  /** In a match that goes on there may be more than there was, and it may have ended. */
  async goOn() {
    const { read } = this;
    try {
      const [head] = await Promise.all([api.head(this.match), read.more()]);
      if (this.isLeft || read !== this.read) return;
      this.head = head;
      this.redraw();
      this.settle();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      fill(this.told, sentenceOf(problem));
    }
  }

  async reload() {
    const wanted = { seat: this.seat, theme: theme() };
    this.root.setAttribute("aria-busy", "true");
    try {
      const [told, head] = await Promise.all([api.replay(this.match, wanted), this.head.over ? this.head : api.head(this.match)]);
      if (this.isLeft || wanted.seat !== this.seat || wanted.theme !== theme()) return;
      this.theme = wanted.theme;
      // Whoever stepped on meanwhile stays where they are.
      const { seq } = this.frame();
      this.head = head;
      this.read.leave();
      this.read = this.begin(told);
      this.at = 0;
      this.root.dataset.theme = this.theme;
      this.redraw();
      this.jump(String(seq));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      fill(this.told, sentenceOf(problem));
    } finally {
      this.root.removeAttribute("aria-busy");
    }
  }

  refresh() {
    this.redraw();
    this.stage.redraw();
    this.settle();
    if (this.theme !== theme()) void this.reload();
  }

  /** What does not depend on the step is said again. */
  redraw() {
    this.names = namesOf(this.head.seats);
    this.slider.setAttribute("aria-label", say("replay.position"));
    fill(this.heading, say("replay.title", { game: gameName(this.head.game) }));
    fill(this.title, say("replay.log"));
    fill(this.list, this.line([say("replay.start")], 0), this.lines(0));
    this.camera.tell();
    this.viewing.show(this.head, this.names, this.seat, this.end > 0);
  }

  /** What the log says of the steps after one. @param {number} after */
  lines(after) {
    return this.events.slice(after).map((event, place) => this.line((event.log ?? []).map(this.say), after + place + 1));
  }

  /**
   * @param {string[]} lines
   * @param {number} at
   */
  line(lines, at) {
    return h("li", { hidden: !lines.length }, h("button", { class: "moment", type: "button", onclick: () => this.show(at) }, lines.join(" ")));
  }

  leave() {
    this.isLeft = true;
    this.read.leave();
    this.wish += 1;
    this.isPlaying = false;
    this.stage.skip();
    document.removeEventListener("keydown", this.press);
  }
}

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return s("svg", { class: `icon ${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}
