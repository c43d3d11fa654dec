/**
 * The lesson: a game taught at its own table, step by step. What can be done at a step and what it leads to is decided by
 * the rules, as in a match; the page says what is asked for, and helps whoever does something else.
 */

import { api, wantsWord } from "./api.js";
import { Chairs } from "./chairs.js";
import { Controls } from "./controls.js";
import { Course } from "./course.js";
import { attached, fill, h } from "./dom.js";
import { listen } from "./keys.js";
import { announce } from "./live.js";
import { make } from "./luck.js";
import { BEAT } from "./motion.js";
import { gameName, namesOf } from "./people.js";
import { follow, go, note } from "./router.js";
import { openRules } from "./rules.js";
import { isStill, settings, theme } from "./settings.js";
import { Sounds } from "./sound.js";
import { Stage } from "./stage.js";
import { sentenceOf } from "./trouble.js";
import { Turn } from "./turn.js";
import { learn, say, words } from "./voice.js";
import { againstBots } from "./wish.js";

/** @typedef {import("./api.js").Game} Game */
/** @typedef {import("./api.js").Lesson} Told */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./frame.js").Phrase} Phrase */
/** @typedef {import("./controls.js").Control} Control */

/** The bots of a first match are of this level. */
const LEVEL = "easy";
/** Where more than this can be done, what is asked for is marked from the beginning. */
const MANY = 12;

/**
 * This opens the lesson of a game.
 *
 * @param {import("./router.js").Place} place
 * @returns {Promise<import("./router.js").Page>}
 */
export async function open(place) {
  const name = place.parts.game ?? "";
  const [{ games }, told] = await Promise.all([api.games(), api.lesson(name, theme()), learn(name)]);
  const lesson = new Lesson(place.path, /** @type {Game} */ (games.find((game) => game.name === name)), told);
  lesson.jump(place.hash);
  return {
    root: lesson.root,
    title: () => say("lesson.title", { game: gameName(name) }),
    refresh: () => void lesson.refresh(),
    moved: (to) => {
      lesson.jump(to.hash);
      return true;
    },
    leave: () => lesson.leave(),
  };
}

/** A turn at which one thing is asked for, and nothing can be taken back or lost. */
class Practice extends Turn {
  /** @param {Lesson} lesson */
  constructor(lesson) {
    super(lesson);
    this.lesson = lesson;
  }

  /** Whoever learns throws by hand, whatever the settings say. */
  get isThrow() {
    const { frame } = this.course;
    return frame?.actor === "chance" && frame.roller !== null && !this.course.isBusy && !this.lesson.isDone;
  }

  /** @param {import("./choices.js").Offer} choices @returns {Control[]} */
  buttons(choices) {
    const { lesson } = this;
    if (!lesson.isDone || this.course.isBusy) return super.buttons(choices);
    return [{ text: say(lesson.isLast ? "lesson.finish" : "lesson.next"), act: () => lesson.next(), key: "n", look: "primary" }];
  }

  /** @returns {Control[]} */
  tools() {
    const { lesson } = this;
    const back = { text: say("lesson.back"), act: () => lesson.back(), key: "b", isOff: lesson.at === 0, look: /** @type {const} */ ("quiet") };
    const show = { text: say("lesson.show"), act: () => lesson.pointOut(), key: "h", look: /** @type {const} */ ("quiet") };
    const canShow = !lesson.isDone && !this.course.isBusy && this.gestures().length > 1;
    return canShow ? [back, show] : [back];
  }

  /** @param {import("./frame.js").Gesture} gesture */
  async move(gesture) {
    await super.move(gesture);
    // What was asked for instead is shown once the move has been given back.
    if (!this.sent && !this.lesson.isDone) this.lesson.pointOut();
  }
}

class Lesson {
  /** @param {string} path @param {Game} game @param {Told} told */
  constructor(path, game, told) {
    this.path = path;
    this.facts = game;
    this.game = game.name;
    /** A lesson is no match that anybody could find again. */
    this.match = "";
    this.told = told;
    this.theme = theme();
    this.at = 0;
    this.isDone = false;
    this.isLeft = false;
    /** @type {string[]} */
    this.names = [];
    this.say = (/** @type {Phrase} */ phrase) => say(phrase, {}, { game: this.game, names: this.names });
    this.has = (/** @type {string} */ key) => words(this.game).has(key);
    this.stage = new Stage(this.say);
    this.chairs = new Chairs(this.game, { isPast: true });
    this.controls = new Controls(() => void openRules(this.game, this.course.frame?.rule ?? ""));
    this.sounds = new Sounds();
    this.heading = h("h1", { class: "hidden-text" });
    this.where = h("span", { class: "lesson-where" });
    this.dots = h("span", { class: "lesson-dots", "aria-hidden": "true" });
    this.skip = h("a", { class: "quiet", "data-key": "skip", href: `/new/${encodeURIComponent(this.game)}` });
    this.title = h("h2", { class: "lesson-title" });
    this.end = h("section", { class: "lesson-end panel", hidden: true });
    this.root = h(
      "section",
      { class: "table lesson" },
      this.heading,
      h("div", { class: "around" }, h("p", { class: "lesson-head panel" }, this.where, this.dots, this.skip), this.chairs.root),
      h("div", { class: "middle" }, this.stage.root),
      h("div", { class: "beside" }, this.controls.root, this.end),
    );
    this.controls.root.prepend(this.title);
    this.course = new Course({
      whole: (frame) => this.whole(frame),
      event: (event, after, haste) => this.event(event, after, haste),
      rest: () => this.rest(),
      people: () => undefined,
    });
    this.turn = new Practice(this);
    this.deaf = listen({
      press: (key) => this.controls.press(key),
      clear: () => this.turn.clear(),
      board: () => this.turn.targets.focus(),
      log: () => undefined,
      help: () => void import("./shortcuts.js").then(({ openShortcuts }) => openShortcuts()),
    });
    this.resized = () => {
      if (!this.course.isBusy) this.turn.show();
    };
    addEventListener("resize", this.resized);
  }

  get step() {
    return /** @type {Told["steps"][number]} */ (this.told.steps[this.at]);
  }

  get count() {
    return this.told.steps.length;
  }

  get isLast() {
    return this.at === this.count - 1;
  }

  // Where one is

  /** This goes to the step that a link names, or to the first. @param {string} hash */
  jump(hash) {
    const wanted = Number.parseInt(hash, 10) - 1;
    this.show(wanted >= 0 && wanted < this.count ? wanted : 0);
  }

  next() {
    if (!this.isLast) return this.show(this.at + 1);
    this.finish();
    this.hear(this.closing());
    this.end.querySelector("button")?.focus({ preventScroll: true });
  }

  back() {
    if (!this.end.hidden || this.isDone) this.show(this.at);
    else if (this.at > 0) this.show(this.at - 1);
  }

  /** This begins a step. @param {number} at */
  show(at) {
    this.at = at;
    this.isDone = false;
    this.end.hidden = true;
    this.skip.hidden = false;
    this.controls.root.hidden = false;
    this.controls.tell("");
    note(this.path, at ? `#${at + 1}` : "");
    const { frame, board } = this.step;
    // The board stays the same object, so that it is not built again at every step.
    void attached(this.root, () => this.isLeft).then(() => {
      if (this.at === at && !this.isLeft) this.course.hear({ ...frame, stage: this.told.boards[board], looks: this.told.looks });
    });
  }

  // What the course tells

  /** @param {Frame} frame */
  whole(frame) {
    this.names = namesOf(frame.seats);
    this.turn.forget();
    this.stage.show(frame);
    this.root.dataset.theme = this.theme;
    // Whoever has finished sees the last step again in another light, and need not hear of it.
    if (this.end.hidden) this.hear([this.words("title"), this.words("say")]);
  }

  /** @param {import("./frame.js").Told} told @param {Frame} after @param {number} haste */
  async event(told, after, haste) {
    this.turn.end(after);
    // What others do comes with a beat between, so that the eye can follow.
    if (told.seq > 1) await this.stage.motion.wait(BEAT, settings().speed * haste);
    const cues = (told.log ?? []).flatMap(({ say: key }) => after.stage.cues[key] ?? []);
    const { sound, volume, speed } = settings();
    if (sound) for (const cue of new Set(cues)) this.sounds.play(cue, volume);
    await this.stage.play(told, after, { speed: speed * haste, isStill: isStill() });
    this.hear((told.log ?? []).map(this.say));
  }

  rest() {
    this.redraw();
    if (this.isDone) this.hear([this.words("done")]);
    this.turn.show();
    if (this.turn.gestures().length > MANY) this.mark();
    this.label();
  }

  /** @param {{t: string, [name: string]: unknown}} command @returns {Promise<any>} */
  async command({ move }) {
    const { at } = this;
    this.controls.tell("");
    try {
      const { asked, events, looks } = await api.lessonMove(this.game, at, String(move ?? ""), this.theme);
      if (at !== this.at || this.isLeft) return undefined;
      if (!asked) {
        this.controls.tell(`${this.words("other")} ${say("lesson.other")}`.trim());
        return undefined;
      }
      this.isDone = true;
      for (const event of events) this.course.hear({ ...event, t: "ev", looks });
      return { t: "ok" };
    } catch (problem) {
      this.controls.tell(sentenceOf(problem));
      return undefined;
    }
  }

  isCovered() {
    return false;
  }

  /** This shows what is asked for, on the board and in words. */
  pointOut() {
    const gesture = this.mark();
    if (gesture && !this.controls.note.textContent) this.controls.tell(this.say(gesture.caption));
  }

  /** This marks on the board what is asked for. */
  mark() {
    const gesture = this.course.frame?.gestures.find(({ move }) => this.step.asked.includes(move));
    if (gesture) this.turn.pointAt(gesture.move);
    return gesture;
  }

  // What is said

  /** The words of this step; some steps have no word for other moves. @param {"title" | "say" | "other" | "done"} part */
  words(part) {
    const key = `lesson.${this.step.name}.${part}`;
    return part !== "other" || words(this.game).has(key) ? say({ say: key }, {}, { game: this.game }) : "";
  }

  /** For those who listen. @param {string[]} lines */
  hear(lines) {
    announce(...lines);
  }

  redraw() {
    const { frame } = this.course;
    if (!frame) return;
    const game = gameName(this.game);
    this.names = namesOf(frame.seats);
    fill(this.heading, say("lesson.title", { game }));
    fill(this.where, say("lesson.where", { at: this.at + 1, length: this.count }));
    fill(this.dots, this.told.steps.map((_, at) => h("span", { class: at < this.at + Number(this.isDone) ? "past" : at === this.at ? "now" : "" })));
    fill(this.skip, say("lesson.skip"));
    fill(this.title, this.words("title"));
    this.chairs.show(frame, frame.seats);
    this.stage.redraw();
    this.controls.ask(this.words(this.isDone ? "done" : "say"), frame.rule, "");
    this.turn.targets.root.setAttribute("aria-label", say("table.board", { game }));
    this.turn.targets.root.setAttribute("aria-describedby", "prompt");
    if (!this.end.hidden) this.finish();
  }

  async refresh() {
    if (this.theme !== theme()) {
      const wanted = theme();
      const told = await api.lesson(this.game, wanted).catch(() => null);
      if (!told || wanted !== theme() || this.isLeft) return;
      this.relight(told, wanted);
    }
    this.redraw();
    this.turn.show();
  }

  /**
   * Show the step again in another light; what was done at it is done again.
   *
   * Language and light may change at once, and each asks for the lesson: the first to have it shows it, and whatever
   * has been done since stays.
   * @param {Told} told @param {"dark" | "light"} wanted
   */
  relight(told, wanted) {
    if (this.theme === wanted) return;
    this.told = told;
    this.theme = wanted;
    const isOver = !this.end.hidden;
    this.show(this.at);
    if (isOver) this.finish();
  }

  /** What is said when the lesson is over. */
  closing() {
    return [say("lesson.over", { game: gameName(this.game) }), say("lesson.over_about")];
  }

  /** The lesson is over: what now. */
  finish() {
    const [title, about] = this.closing();
    const fault = h("p", { class: "fault", role: "alert", hidden: true });
    const play = async () => {
      try {
        const wish = againstBots(this.facts, settings().name);
        const seats = wish.seats.map((seat) => (seat.kind === "bot" ? { ...seat, level: LEVEL } : seat));
        await follow(make({ game: this.game, ...wish, seats }), ({ match }) => `/t/${match}`);
      } catch (problem) {
        if (wantsWord(problem)) return go(`/new/${path}`);
        fault.hidden = false;
        fill(fault, sentenceOf(problem));
      }
    };
    const path = encodeURIComponent(this.game);
    this.controls.root.hidden = true;
    this.skip.hidden = true;
    this.end.hidden = false;
    fill(
      this.end,
      h("h2", { tabindex: "-1" }, title),
      h("p", {}, about),
      fault,
      h(
        "p",
        { class: "result-ways" },
        h("button", { class: "button primary", type: "button", "data-key": "first", onclick: () => void play() }, say("lesson.play", { count: this.facts.usual_seats - 1 })),
        h("a", { class: "button", "data-key": "setup", href: `/new/${path}` }, say("home.setup")),
        h("a", { class: "button", "data-key": "rules", href: `/rules/${path}` }, say("setup.rules")),
        h("button", { class: "quiet", type: "button", "data-key": "anew", onclick: () => this.show(0) }, say("lesson.anew")),
      ),
    );
    this.label();
  }

  /** For whoever looks at the page from outside: where it is, and whether it still moves. */
  label() {
    this.root.classList.toggle("still", isStill());
    Object.assign(this.root.dataset, { step: this.at + 1, done: this.isDone, moving: this.course.isBusy });
  }

  leave() {
    this.isLeft = true;
    this.sounds.leave();
    this.stage.skip();
    this.deaf();
    removeEventListener("resize", this.resized);
  }
}
