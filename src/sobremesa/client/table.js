/** The table: the page on which a match is played. */

import { Advice } from "./advice.js";
import { api } from "./api.js";
import { Chairs } from "./chairs.js";
import { click, consistent, differing, offer } from "./choices.js";
import { Controls } from "./controls.js";
import { Course } from "./course.js";
import { Cover } from "./cover.js";
import { inventory, targetName } from "./describe.js";
import { fill, h } from "./dom.js";
import { formOf } from "./frame.js";
import { Invitations } from "./invite.js";
import { listen } from "./keys.js";
import { Logbook } from "./logbook.js";
import { advise, mark, unmark } from "./marks.js";
import { namesOf } from "./people.js";
import { resultOf } from "./result.js";
import { openRules } from "./rules.js";
import { isStill, settings, theme } from "./settings.js";
import { Socket, browser } from "./socket.js";
import { Sounds } from "./sound.js";
import { Stage } from "./stage.js";
import { Strip } from "./strip.js";
import { Targets } from "./targets.js";
import { learn, say } from "./voice.js";

/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./frame.js").Told} Told */
/** @typedef {import("./frame.js").Gesture} Gesture */
/** @typedef {import("./frame.js").Phrase} Phrase */
/** @typedef {import("./controls.js").Control} Control */
/** @typedef {import("./targets.js").Target} Target */

/** How long somebody sees the only move before it is made for them. */
const FORCED = 350;
/** How long the line may be down before anybody need know. */
const UNNOTICED = 800;
/** At a fork of at most so many ways, each has its word beside it. */
const FORK = 3;
/** How long what somebody did is looked at before the next thing happens, in milliseconds. */
const BEAT = 280;
/** From how many pixels on a board has room for buttons over it. */
const WIDE = 560;
/** Cues that are heard when things begin to move; all others when they have arrived. */
const EARLY = ["roll", "turn", "step", "card"];

/** @type {ReadonlySet<string>} */
const NOTHING = new Set();

/**
 * This opens the table of a match.
 *
 * @param {import("./router.js").Place} place
 * @returns {Promise<import("./router.js").Page>}
 */
export async function open(place) {
  const match = place.parts.match ?? "";
  const game = await api.gameOf(match);
  await learn(game);
  const table = new Table(match, game);
  return {
    root: table.root,
    title: () => table.title(),
    refresh: () => table.refresh(),
    leave: () => table.leave(),
  };
}

class Table {
  /** @param {string} match @param {string} game */
  constructor(match, game) {
    this.match = match;
    this.game = game;
    /** @type {string[]} */
    this.names = [];
    /** What was clicked of a gesture that is not complete. @type {ReadonlySet<string>} */
    this.clicked = NOTHING;
    /** The move that the server has not answered yet. @type {Gesture | null} */
    this.sent = null;
    this.isOnline = true;
    /** Whether the server does not know us in the seat from which we looked. */
    this.isStranger = false;
    /** When the last motion ended. */
    this.ended = 0;
    this.theme = theme();
    this.say = (/** @type {Phrase} */ phrase) => say(phrase, {}, { game: this.game, names: this.names });

    this.stage = new Stage(this.say);
    this.targets = new Targets(this.stage, (target) => this.choose(target), (target) => this.point(target));
    this.strip = new Strip(this.stage, (target) => this.choose(target));
    this.chairs = new Chairs();
    this.controls = new Controls(() => void openRules(this.game, this.course.frame?.rule ?? ""));
    this.logbook = new Logbook(this.say, () => this.recall());
    this.advice = new Advice(this.say, (move) => this.pointAt(move), (move) => this.prepare(move));
    this.invitations = new Invitations(
      () => api.invites(this.match),
      (seat, level) => void this.command({ t: "bot", seat, level }),
    );
    this.cover = new Cover(() => void this.sit());
    this.sounds = new Sounds();
    this.offline = h("p", { class: "offline", role: "status", hidden: true });
    this.inventory = h("div", { class: "hidden-text" });
    this.outcome = h("div", { class: "outcome" });
    this.root = h(
      "section",
      { class: "table" },
      h("div", { class: "around" }, this.chairs.root),
      h("div", { class: "middle" }, this.stage.root, this.offline, this.cover.root, this.inventory),
      h(
        "div",
        { class: "beside" },
        this.controls.root,
        this.outcome,
        this.advice.root,
        this.invitations.root,
        this.logbook.root,
      ),
    );
    this.controls.root.insertBefore(this.strip.root, this.controls.moves);
    this.stage.root.addEventListener("pointerdown", () => this.hurry());

    this.course = new Course({
      whole: (frame, isAnew) => this.whole(frame, isAnew),
      event: (told, after, haste) => this.event(told, after, haste),
      rest: () => this.rest(),
      people: () => this.people(),
    });
    this.socket = new Socket(
      { hello: () => this.hello(), hear: (message) => this.hear(message), line: (isOnline) => this.line(isOnline) },
      browser(`/ws/${encodeURIComponent(match)}`),
    );
    this.deaf = listen({
      press: (key) => !this.cover.isDown && this.controls.press(key),
      clear: () => this.clear(),
      board: () => this.targets.focus(),
    });
    this.awake = () => this.socket.hurry();
    addEventListener("online", this.awake);
    document.addEventListener("visibilitychange", this.awake);
  }

  title() {
    const name = say("name", {}, { game: this.game });
    return this.isMyTurn() ? say("table.your_turn", { game: name }) : name;
  }

  /** The settings have changed: everything is said and drawn anew. */
  refresh() {
    if (this.theme !== theme()) {
      this.theme = theme();
      this.course.seq = -1;
      this.socket.renew();
    }
    this.tellAuto();
    this.invitations.redraw();
    this.people();
    this.logbook.redraw();
    this.cover.redraw();
    this.line(this.isOnline);
    if (!this.course.isBusy) this.rest();
  }

  leave() {
    this.socket.leave();
    this.sounds.leave();
    this.deaf();
    removeEventListener("online", this.awake);
    document.removeEventListener("visibilitychange", this.awake);
  }

  // The line

  hello() {
    const frame = this.course.frame;
    const seat = this.isStranger ? null : (frame?.seat ?? null);
    return { t: "hello", v: 1, seat, seq: this.course.seq, theme: this.theme };
  }

  /** @param {boolean} isOnline */
  line(isOnline) {
    this.isOnline = isOnline;
    if (isOnline) {
      this.offline.hidden = true;
      this.tellAuto();
      return;
    }
    setTimeout(() => {
      this.offline.hidden = this.isOnline;
      fill(this.offline, say(this.sent ? "table.offline_sent" : "table.offline"));
    }, UNNOTICED);
  }

  /** @param {any} message */
  hear(message) {
    if (message.t !== "no") return this.course.hear(message);
    // What is refused without a name is the hello: the seat is another's now. Whoever has none may still watch.
    this.controls.tell(message.text ?? "");
    this.isStranger = true;
    this.course.seq = -1;
  }

  tellAuto() {
    if (this.course.frame?.mine.length) void this.socket.ask({ t: "auto", roll: settings().autoRoll });
  }

  /**
   * This sends a command; what is refused is said.
   *
   * @param {{t: string, [name: string]: unknown}} command
   */
  async command(command) {
    this.controls.tell("");
    const answer = await this.socket.ask({ seq: this.course.seq, ...command });
    if (answer.t !== "no") return answer;
    this.controls.tell(answer.why ? this.say(answer.why) : (answer.text ?? ""));
    return undefined;
  }

  /** @param {Gesture} gesture */
  async move(gesture) {
    if (this.sent) return;
    this.sent = gesture;
    this.clicked = NOTHING;
    this.advice.hide();
    this.input();
    const answer = await this.command({ t: "move", move: gesture.move });
    if (answer) return;
    // The move is given back: what was offered is offered again.
    this.sent = null;
    this.input();
  }

  // What the course tells

  /** @param {Frame} frame @param {boolean} isAnew */
  whole(frame, isAnew) {
    const isFirst = this.names.length === 0;
    this.isStranger = false;
    this.names = namesOf(this.course.chairs);
    this.sent = null;
    this.clicked = NOTHING;
    this.advice.hide();
    this.stage.show(frame);
    if (isAnew) this.logbook.reset(frame.last);
    if (isFirst) this.tellAuto();
    if (isFirst && this.isShared(frame)) this.cover.lay(this.names[frame.seat ?? 0] ?? "");
    else this.cover.lift();
  }

  /** @param {Told} told @param {Frame} after @param {number} haste */
  async event(told, after, haste) {
    this.sent = null;
    this.clicked = NOTHING;
    this.advice.hide();
    unmark(this.stage);
    this.keepFocus(() => {
      this.targets.offer([]);
      this.strip.offer([]);
      this.controls.offer([], this.tools(after, { isMoving: true }));
      this.controls.float(this.stage.root, null);
    });
    this.label();
    const speed = settings().speed * haste;
    await this.pause(told, speed);
    const cues = (told.log ?? []).flatMap(({ say }) => after.stage.cues[say] ?? []);
    this.sound(cues.filter((cue) => EARLY.includes(cue)));
    await this.stage.play(told, after, { speed, isStill: isStill() });
    this.ended = performance.now();
    this.sound(cues.filter((cue) => !EARLY.includes(cue)));
    this.logbook.add(told.log ?? []);
  }

  /**
   * What others do comes with a beat between, so that the eye can follow; what I do, at once.
   *
   * @param {Told} told
   * @param {number} speed
   */
  async pause(told, speed) {
    const left = this.ended + BEAT - performance.now();
    if (!told.by && speed > 0 && left > 0) await this.stage.motion.wait(left, speed);
  }

  /** Everything has been shown: now somebody may act. */
  rest() {
    const frame = this.course.frame;
    if (!frame) return;
    this.people();
    this.describe(frame);
    if (typeof frame.actor === "number" && frame.mine.includes(frame.actor) && frame.actor !== frame.seat) {
      if (frame.secret) this.cover.lay(this.names[frame.actor] ?? "");
      else void this.sit();
    }
    fill(this.outcome, frame.over ? resultOf(frame, this) : []);
    this.input();
    this.force();
    this.label();
    document.title = `${this.title()} · ${say("page.sobremesa")}`;
  }

  people() {
    const frame = this.course.frame;
    if (!frame) return;
    this.names = namesOf(this.course.chairs);
    this.chairs.show(frame, this.course.chairs);
    void this.invitations.show(this.course.chairs, frame.mine.length > 0 && !frame.over);
    this.stage.redraw();
    this.ask(frame);
  }

  // What can be done

  isMyTurn() {
    const frame = this.course.frame;
    return frame !== null && typeof frame.actor === "number" && frame.mine.includes(frame.actor);
  }

  /** Dice wait for the hand of whoever throws them, unless the settings say otherwise. */
  isMyThrow() {
    const frame = this.course.frame;
    if (frame?.actor !== "chance" || frame.roller === null || settings().autoRoll) return false;
    return frame.mine.includes(frame.roller);
  }

  /** @param {Frame} frame */
  ask(frame) {
    const status = this.course.status ? this.say(this.course.status) : "";
    const watching = frame.mine.length ? "" : say("table.watching");
    this.controls.ask(this.say(frame.prompt), frame.rule, status || watching);
  }

  /** For whoever looks at the page from outside: what it shows, and whether it still moves. */
  label() {
    const frame = this.course.frame;
    Object.assign(this.root.dataset, {
      seq: frame?.seq ?? "",
      actor: frame?.actor ?? "",
      seat: frame?.seat ?? "",
      moving: this.course.isBusy,
    });
  }

  gestures() {
    const frame = this.course.frame;
    const canAct = frame && frame.actor === frame.seat && !this.course.isBusy && !this.sent && !this.cover.isDown;
    return canAct ? frame.gestures : [];
  }

  /** This shows what can be clicked now. */
  input() {
    const frame = this.course.frame;
    if (!frame) return;
    this.keepFocus(() => this.render(frame));
  }

  /** @param {Frame} frame */
  render(frame) {
    const choices = offer(this.gestures(), this.clicked);
    const dice = this.dice(frame);
    const targets = [...this.offered(frame, choices), ...dice];
    mark(this.stage, choices, frame.seat ?? 0, dice.map(({ id }) => id));
    if (this.sent) advise(this.stage, this.sent);
    this.stage.root.classList.toggle("waiting", this.sent !== null);
    this.targets.offer(targets);
    this.strip.offer(targets);
    const last = [...this.clicked].at(-1);
    this.controls.offer(this.moveButtons(choices), this.tools(frame));
    const canFloat = choices.buttons.length > 0 && this.stage.root.clientWidth >= WIDE;
    this.controls.float(this.stage.root, last && canFloat ? this.targets.spotBy(last) : null);
  }

  /**
   * Whoever plays by keyboard never loses the table: when a button goes, the board holds the focus until there is
   * something to do again.
   *
   * @param {() => void} change
   */
  keepFocus(change) {
    const had = this.root.contains(document.activeElement);
    const wasParked = document.activeElement === this.targets.root;
    change();
    if (had && !this.root.contains(document.activeElement)) this.targets.focus();
    const first = this.controls.moves.querySelector("button");
    if (wasParked && document.activeElement === this.targets.root) first?.focus({ preventScroll: true });
  }

  /**
   * @param {Frame} frame
   * @param {import("./choices.js").Offer} choices
   * @returns {Target[]}
   */
  offered(frame, choices) {
    const isFork = choices.closing.size > 1 && choices.closing.size <= FORK;
    const named = (/** @type {string} */ id) => targetName(frame, id, this.say);
    const captions = [...choices.closing.values()].map(({ caption }) => this.say(caption));
    const words = isFork ? differing(captions) : [];
    /** @type {Target[]} */
    const closing = [...choices.closing.keys()].map((id, number) => {
      const word = words[number];
      return { id, name: captions[number] ?? "", role: "closing", ...(word ? { word } : {}) };
    });
    /** @type {(ids: Iterable<string>, role: Target["role"]) => Target[]} */
    const plain = (ids, role) => [...ids].map((id) => ({ id, name: named(id), role }));
    return [
      ...plain(choices.switching, "switching"),
      ...plain(choices.picked, "picked"),
      ...plain(choices.pickable, "pickable"),
      ...closing,
    ];
  }

  /** @param {Frame} frame @returns {Target[]} */
  dice(frame) {
    if (!this.isMyThrow() || this.course.isBusy) return [];
    const dice = frame.things.filter((thing) => formOf(frame.stage, thing) === "die");
    return dice.map(([id]) => ({ id, name: say("table.throw"), role: "dice" }));
  }

  /** @param {import("./choices.js").Offer} choices @returns {Control[]} */
  moveButtons(choices) {
    const buttons = choices.buttons.map((gesture, number) => ({
      text: this.say(gesture.caption),
      act: () => void this.move(gesture),
      key: String(number + 1),
      target: gesture.close,
    }));
    if (!this.isMyThrow() || this.course.isBusy) return buttons;
    return [{ text: say("table.throw"), act: () => void this.command({ t: "roll" }), key: "t", look: "primary" }];
  }

  /**
   * @param {Frame} frame
   * @param {{isMoving?: boolean}} [now]
   * @returns {Control[]}
   */
  tools(frame, { isMoving = false } = {}) {
    const isWaiting = this.course.chairs.some(({ kind }) => kind === "open");
    if (frame.over || !frame.mine.length || isWaiting) return [];
    /** @type {Control[]} */
    const tools = [];
    const undo = () => void this.command({ t: "undo" });
    tools.push({ text: say("table.undo"), act: undo, key: "u", hold: frame.hold, isOff: !frame.undo });
    if (frame.hold > 0 && !isMoving) tools.push({ text: say("table.go"), act: () => void this.command({ t: "go" }), key: "g" });
    const isOff = !this.gestures().length;
    tools.push({ text: say("table.hint"), act: () => void this.hint(), key: "h", isOff });
    return tools;
  }

  // What somebody does

  /** @param {string | null} target none for a click beside everything */
  choose(target) {
    if (target === null) return this.clear();
    if (this.isMyThrow()) return void this.command({ t: "roll" });
    const done = click(this.gestures(), this.clicked, target);
    if ("gesture" in done) return void this.move(done.gesture);
    this.clicked = done.clicked;
    this.input();
  }

  clear() {
    if (this.course.isBusy) return this.hurry();
    const [first] = this.clicked;
    const isHeld = this.targets.held() !== null;
    this.clicked = NOTHING;
    this.advice.hide();
    this.input();
    if (isHeld) this.targets.hold(first);
  }

  /** Whoever clicks while things move has seen enough. */
  hurry() {
    if (!this.course.isBusy) return;
    this.course.hurry();
    this.stage.skip();
  }

  async sit() {
    const frame = this.course.frame;
    if (frame && typeof frame.actor === "number" && frame.actor !== frame.seat) {
      await this.command({ t: "sit", seat: frame.actor });
    }
    this.cover.lift();
    this.input();
  }

  /** The only move there is may be made without a click. */
  force() {
    const [only, ...others] = this.gestures();
    if (!settings().autoForced || !only || others.length) return;
    setTimeout(() => {
      if (this.gestures()[0] === only) void this.move(only);
    }, FORCED);
  }

  async hint() {
    const seq = this.course.seq;
    this.controls.tell(say("table.advice.thinking"));
    const answer = await this.socket.ask({ t: "hint", seq });
    this.controls.tell(answer.t === "no" ? (answer.why ? this.say(answer.why) : (answer.text ?? "")) : "");
    if (answer.hints && seq === this.course.seq) this.advice.show(answer.hints);
  }

  /** @param {string | null} move */
  pointAt(move) {
    const gesture = this.course.frame?.gestures.find((each) => each.move === move);
    if (gesture) advise(this.stage, gesture);
    else if (!this.course.isBusy) this.input();
  }

  /** What is advised is picked, and left to its closing click. @param {string} move */
  prepare(move) {
    const gesture = this.gestures().find((each) => each.move === move);
    if (!gesture) return;
    this.clicked = new Set(gesture.picks);
    this.input();
    this.targets.focus();
  }

  /** Who points at something that can be picked sees where it could go. @param {string | null} target */
  point(target) {
    const gestures = this.gestures();
    if (!gestures.length || this.clicked.size) return;
    const isPick = target !== null && gestures.some(({ picks }) => picks.includes(target));
    const choices = offer(gestures, this.clicked);
    if (!isPick || choices.picked.size) return mark(this.stage, choices, this.course.frame?.seat ?? 0);
    const ahead = offer(consistent(gestures, new Set([target])), new Set([target]));
    mark(this.stage, { ...choices, closing: ahead.closing }, this.course.frame?.seat ?? 0);
  }

  // What is heard and told

  /** @param {string[]} cues */
  sound(cues) {
    const { sound, volume } = settings();
    if (sound) for (const cue of new Set(cues)) this.sounds.play(cue, volume);
  }

  /** @param {Frame} frame */
  describe(frame) {
    const told = inventory(frame, this.say);
    fill(
      this.inventory,
      h("h2", {}, say("table.lying")),
      told.map(({ zone, places }) => [h("h3", {}, zone), h("ul", {}, places.map((place) => h("li", {}, place)))]).flat(),
    );
    this.targets.root.setAttribute("aria-label", say("table.board", { game: say("name", {}, { game: this.game }) }));
    this.targets.root.setAttribute("aria-describedby", "prompt");
  }

  async recall() {
    const entries = await api.log(this.match, this.course.frame?.seat ?? null);
    return entries.flatMap(({ say }) => say);
  }

  /** Whether several people look at secrets on this device. @param {Frame} frame */
  isShared(frame) {
    return frame.secret && frame.mine.length > 1 && !frame.over;
  }
}
