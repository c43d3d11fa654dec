/**
 * A turn: what can be done now, shown on the board and beside it, and what somebody does with it.
 *
 * @typedef {import("./frame.js").Frame} Frame
 * @typedef {import("./frame.js").Gesture} Gesture
 * @typedef {import("./frame.js").Phrase} Phrase
 * @typedef {import("./choices.js").Offer} Offer
 * @typedef {import("./controls.js").Control} Control
 * @typedef {import("./targets.js").Target} Target
 * @typedef {import("./socket.js").Answer} Answer
 *
 * @typedef {object} Table what a turn needs of the page around it
 * @property {HTMLElement} root
 * @property {string} match
 * @property {string} game
 * @property {string[]} names
 * @property {import("./course.js").Course} course
 * @property {import("./stage.js").Stage} stage
 * @property {import("./controls.js").Controls} controls
 * @property {(phrase: Phrase) => string} say
 * @property {(key: string) => boolean} has tells whether there are words for a key
 * @property {(command: {t: string, [name: string]: unknown}) => Promise<Answer | undefined>} command sends a command; what
 * is refused is said, and nothing is answered
 * @property {() => boolean} isCovered whether the board is not for the eyes of whoever sits here
 */

import { Advice } from "./advice.js";
import { click, consistent, differing, early, offer } from "./choices.js";
import { targetName } from "./describe.js";
import { formOf } from "./frame.js";
import { RealDice } from "./real.js";
import { advise, mark, unmark } from "./marks.js";
import { go as goTo } from "./router.js";
import { settings } from "./settings.js";
import { Strip } from "./strip.js";
import { Targets } from "./targets.js";
import { say } from "./voice.js";

/** How long somebody sees the only move before it is made for them, in milliseconds. */
const FORCED = 350;
/** At a fork of at most so many ways, each has its word beside it. */
const FORK = 3;
/** From how many pixels on a board has room for buttons over it. */
const WIDE = 560;

/** @type {ReadonlySet<string>} */
const NOTHING = new Set();

export class Turn {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.course = table.course;
    this.stage = table.stage;
    this.controls = table.controls;
    /** What was clicked of a gesture that is not complete. @type {ReadonlySet<string>} */
    this.clicked = NOTHING;
    /** The move that the server has not answered yet. @type {Gesture | null} */
    this.sent = null;
    /** How far the match was when dice were thrown by hand: they are not thrown twice. */
    this.thrown = -1;
    this.targets = new Targets(table.stage, (target) => this.choose(target), (target) => this.point(target));
    this.strip = new Strip(table.stage, (target) => this.choose(target));
    this.advice = new Advice(table.say, (move) => this.pointAt(move), (move) => this.prepare(move));
    this.real = new RealDice(table.game, (thrown) => void this.type(thrown));
    table.controls.root.insertBefore(this.strip.root, table.controls.moves);
    table.controls.root.insertBefore(this.real.root, table.controls.moves);
    table.stage.root.addEventListener("pointerdown", () => this.hurry());
  }

  // What there is to do

  /** This tells whether somebody on this device is to choose. */
  get isMine() {
    const { frame } = this.course;
    return frame !== null && typeof frame.actor === "number" && frame.mine.includes(frame.actor);
  }

  /** Dice wait for the hand of whoever throws them, unless the settings say otherwise. */
  get isThrow() {
    const { frame } = this.course;
    if (frame?.actor !== "chance" || frame.roller === null || settings().autoRoll || this.course.isBusy) return false;
    if (this.thrown === frame.seq) return false;
    return frame.mine.includes(frame.roller);
  }

  /** Whether a bot plays for somebody who is here: they were not for a while. */
  get isRelieved() {
    const { frame, chairs } = this.course;
    return frame !== null && !frame.over && frame.mine.some((seat) => chairs[seat]?.away);
  }

  gestures() {
    const { frame, isBusy } = this.course;
    const canAct = frame && frame.actor === frame.seat && !isBusy && !this.sent && !this.table.isCovered();
    return canAct ? frame.gestures : [];
  }

  /** This shows what can be clicked now. */
  show() {
    const { frame } = this.course;
    if (frame) this.keepFocus(() => this.render(frame));
  }

  /** Something happens: until it has been shown there is nothing to click. @param {Frame} after */
  end(after) {
    this.forget();
    unmark(this.stage);
    this.keepFocus(() => {
      this.targets.offer([]);
      this.strip.offer([]);
      this.real.show(null);
      this.controls.offer([], this.tools(after));
      this.controls.float(this.stage.root, null);
    });
  }

  /** This forgets what was begun. */
  forget() {
    this.sent = null;
    this.clicked = NOTHING;
    this.advice.hide();
  }

  /** @param {Frame} frame */
  render(frame) {
    const choices = offer(this.gestures(), this.clicked);
    const dice = this.dice(frame);
    const targets = [...this.offered(frame, choices), ...dice];
    mark(this.stage, choices, frame.seat ?? 0, dice.map(({ id }) => id));
    if (this.sent) advise(this.stage, this.sent);
    this.stage.root.classList.toggle("waiting", this.sent !== null);
    this.targets.offer(targets, early(this.gestures(), this.clicked).keys());
    this.strip.offer(targets);
    this.real.show(this.course.isBusy ? null : (frame.real?.type ?? null));
    this.controls.offer(this.buttons(choices), this.tools(frame));
    const last = [...this.clicked].at(-1);
    const canFloat = choices.buttons.length > 0 && this.stage.root.clientWidth >= WIDE;
    this.controls.float(this.stage.root, last && canFloat ? (menu) => this.targets.roomBy(last, menu) : null);
  }

  /**
   * Whoever plays by keyboard never loses the table: when a button goes, the board holds the focus until there is
   * something to do again.
   *
   * @param {() => void} change
   */
  keepFocus(change) {
    const { root } = this.table;
    const had = root.contains(document.activeElement);
    const wasParked = document.activeElement === this.targets.root;
    change();
    if (had && !root.contains(document.activeElement)) this.targets.focus();
    const first = this.controls.moves.querySelector("button");
    if (wasParked && document.activeElement === this.targets.root) first?.focus({ preventScroll: true });
  }

  /** @param {Frame} frame @param {Offer} choices @returns {Target[]} */
  offered(frame, choices) {
    // A fork is where one and the same can go several ways; several places for something new speak for themselves.
    // What stands beside buttons has its words as they have: nobody would look for it on the board.
    const beside = choices.picked.size ? [] : choices.buttons.map(({ caption }) => this.table.say(caption));
    const isFork = choices.picked.size ? choices.closing.size > 1 : beside.length > 0;
    const captions = [...choices.closing.values()].map(({ caption }) => this.table.say(caption));
    const words = isFork && choices.closing.size <= FORK ? differing([...captions, ...beside]) : [];
    /** @type {Target[]} */
    const closing = [...choices.closing.keys()].map((id, number) => {
      const word = words[number];
      return { id, name: captions[number] ?? "", role: "closing", ...(word ? { word } : {}) };
    });
    /** @type {(ids: Iterable<string>, role: Target["role"]) => Target[]} */
    const plain = (ids, role) => [...ids].map((id) => ({ id, name: targetName(frame, id, this.table.say, this.table.has), role }));
    return [
      ...plain(choices.switching, "switching"),
      ...plain(choices.picked, "picked"),
      ...plain(choices.pickable, "pickable"),
      ...closing,
    ];
  }

  /** @param {Frame} frame @returns {Target[]} */
  dice(frame) {
    if (!this.isThrow) return [];
    const dice = frame.things.filter((thing) => formOf(frame.stage, thing) === "die");
    return dice.map(([id]) => ({ id, name: say("table.throw"), role: "dice" }));
  }

  /** @param {Offer} choices @returns {Control[]} */
  buttons(choices) {
    if (this.isRelieved) return [{ text: say("table.take_seat"), act: () => void this.table.command({ t: "back" }), key: "b", look: "primary" }];
    if (this.isThrow) return [{ text: say("table.throw"), act: () => void this.throw(), key: "t", look: "primary" }];
    return choices.buttons.map((gesture, number) => ({
      text: this.table.say(gesture.caption),
      act: () => void this.move(gesture),
      key: String(number + 1),
      target: gesture.close,
    }));
  }

  /** @param {Frame} frame @returns {Control[]} */
  tools(frame) {
    const isWaiting = this.course.chairs.some(({ kind }) => kind === "open");
    if (frame.over || isWaiting) return [];
    const hands = () => goTo(`/t/${this.table.match}/replay?seat=0`);
    if (!frame.mine.length) return frame.later ? [{ text: say("table.hands"), act: hands }] : [];
    const hold = frame.undo ? this.course.hold : 0;
    const undo = () => void this.table.command({ t: "undo" });
    const go = () => void this.table.command({ t: "go" });
    const isOff = !this.gestures().length;
    const contest = () => void this.table.command({ t: "contest" });
    const slow = frame.clock?.seat ?? null;
    const isRival = slow !== null && !frame.mine.includes(slow);
    const give = () => void this.table.command({ t: "time", seat: slow });
    return [
      ...(frame.real?.contest ? [{ text: say("table.real.contest"), act: contest, key: "x" }] : []),
      ...this.plea(frame),
      ...(frame.plea?.ask
        ? [{ text: say("table.plea.ask"), act: () => void this.table.command({ t: "plead" }), key: "u" }]
        : [{ text: say("table.undo"), act: undo, key: "u", hold, isOff: !frame.undo, why: say("table.undo_off") }]),
      ...(hold > 0 && !this.course.isBusy ? [{ text: say("table.go"), act: go, key: "g" }] : []),
      frame.hints === false
        ? { text: say("table.no_hint"), act: () => undefined, key: "h", isOff: true, why: say("table.no_hint_why") }
        : { text: say("table.hint"), act: () => void this.hint(), key: "h", isOff },
      ...(isRival ? [{ text: say("clock.give", { player: this.table.names[slow] }), act: give, key: "m" }] : []),
    ];
  }

  /** Somebody asks to take a move back: whoever is to answer does it here. @param {Frame} frame @returns {Control[]} */
  plea(frame) {
    const { plea } = frame;
    if (!plea?.answer) return [];
    const reply = (/** @type {boolean} */ yes) => () => void this.table.command({ t: "reply", plea: plea.seq, yes });
    const player = this.table.names[plea.by ?? 0] ?? "";
    return [
      { text: say("table.plea.agree", { player }), act: reply(true), key: "y", look: "primary" },
      { text: say("table.plea.refuse"), act: reply(false), key: "n" },
    ];
  }

  // What somebody does

  /** @param {string | null} target none for a click beside everything */
  choose(target) {
    if (target === null) return this.clear();
    if (this.isThrow) return void this.throw();
    const [way, ...others] = early(this.gestures(), this.clicked).get(target) ?? [];
    if (others.length) return this.controls.tell(say("table.pick_first"));
    if (way) return void this.move(way);
    const done = click(this.gestures(), this.clicked, target);
    this.controls.tell("");
    if ("gesture" in done) return void this.move(done.gesture);
    this.clicked = done.clicked;
    this.show();
  }

  clear() {
    if (this.course.isBusy) return this.hurry();
    const [first] = this.clicked;
    const isHeld = this.targets.held() !== null;
    this.clicked = NOTHING;
    this.advice.hide();
    this.show();
    if (isHeld) this.targets.hold(first);
  }

  /** Whoever clicks while things move has seen enough. */
  hurry() {
    if (!this.course.isBusy) return;
    this.course.hurry();
    this.stage.skip();
  }

  async throw() {
    if (!this.isThrow) return;
    this.thrown = this.course.frame?.seq ?? -1;
    this.show();
    if (await this.table.command({ t: "roll" })) return;
    this.thrown = -1;
    this.show();
  }

  /** @param {string} thrown */
  async type(thrown) {
    if (!(await this.table.command({ t: "type", throw: thrown }))) this.show();
  }

  /** @param {Gesture} gesture */
  async move(gesture) {
    if (this.sent) return;
    this.forget();
    this.sent = gesture;
    this.show();
    if (await this.table.command({ t: "move", move: gesture.move })) return;
    // The move is given back: what was offered is offered again.
    this.sent = null;
    this.show();
  }

  /** The only move there is may be made without a click. */
  force() {
    const [only, ...others] = this.gestures();
    // Where hands are hidden, a move that is always made as soon would tell the others that it was the only one.
    if (!settings().autoForced || !only || others.length || this.course.frame?.secret) return;
    setTimeout(() => {
      if (this.gestures()[0] === only) void this.move(only);
    }, FORCED);
  }

  // Advice

  async hint() {
    const { frame } = this.course;
    const asked = this.table.command({ t: "hint" });
    this.controls.tell(say("table.advice.thinking"));
    const answer = await asked;
    if (!answer) return;
    this.controls.tell("");
    // That somebody asks is an event too, which changes nothing of what there is to choose among.
    if (answer.hints && frame?.gestures === this.course.frame?.gestures) this.advice.show(answer.hints);
  }

  /** @param {string | null} move */
  pointAt(move) {
    const gesture = this.course.frame?.gestures.find((each) => each.move === move);
    if (gesture) advise(this.stage, gesture);
    else if (!this.course.isBusy) this.show();
  }

  /** What is advised is picked, and left to its closing click. @param {string} move */
  prepare(move) {
    const gesture = this.gestures().find((each) => each.move === move);
    if (!gesture) return;
    this.clicked = new Set(gesture.picks);
    this.show();
    const button = [...this.controls.moves.querySelectorAll("button")].find(({ dataset }) => dataset.target === gesture.close);
    if (button) button.focus();
    else this.targets.hold(gesture.close);
  }

  /** Who points at something that can be picked sees where it could go. @param {string | null} target */
  point(target) {
    const gestures = this.gestures();
    if (!gestures.length || this.clicked.size) return;
    const seat = this.course.frame?.seat ?? 0;
    const choices = offer(gestures, this.clicked);
    const isPick = target !== null && gestures.some(({ picks }) => picks.includes(target));
    if (!isPick || choices.picked.size) return mark(this.stage, choices, seat);
    const ahead = offer(consistent(gestures, new Set([target])), new Set([target]));
    mark(this.stage, { ...choices, closing: ahead.closing }, seat);
  }
}
