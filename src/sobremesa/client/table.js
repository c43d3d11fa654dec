/** The table: the page on which a match is played. */

import { api } from "./api.js";
import { Chairs } from "./chairs.js";
import { ClockFace } from "./clockface.js";
import { Controls } from "./controls.js";
import { Course } from "./course.js";
import { Cover } from "./cover.js";
import { inventory } from "./describe.js";
import { attached, fill, h } from "./dom.js";
import { Exit } from "./exit.js";
import { House } from "./house.js";
import { Invitations } from "./invite.js";
import { KeptSeats } from "./kept.js";
import { listen } from "./keys.js";
import { announce } from "./live.js";
import { Logbook } from "./logbook.js";
import { noteTaken, shareOf, toGive } from "./luck.js";
import { BEAT } from "./motion.js";
import { note } from "./notes.js";
import { namesOf } from "./people.js";
import { Phrases } from "./phrases.js";
import { Presence } from "./presence.js";
import { Rematch } from "./rematch.js";
import { resultOf } from "./result.js";
import { openRules } from "./rules.js";
import { Seal } from "./seal.js";
import { isStill, settings, theme } from "./settings.js";
import { Shorthand } from "./shorthand.js";
import { Socket, browser } from "./socket.js";
import { Sounds } from "./sound.js";
import { Stage } from "./stage.js";
import { Turn } from "./turn.js";
import { learn, say, words } from "./voice.js";

/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./frame.js").Told} Told */
/** @typedef {import("./frame.js").Phrase} Phrase */

/** How long the line may be down before anybody need know, in milliseconds. */
const UNNOTICED = 800;
/** Cues that are heard when things begin to move; all others when they have arrived. */
const EARLY = ["roll", "turn", "step", "card"];
/** What is said of a match that there is not, or not any more. */
const GONE = ["server.deleted", "server.unknown_match"];

/**
 * This opens the table of a match.
 *
 * @param {import("./router.js").Place} place
 * @returns {Promise<import("./router.js").Page>}
 */
export async function open(place) {
  const match = place.parts.match ?? "";
  const game = await api.gameOf(match);
  const table = new Table(match, game);
  // The words come while the line is being opened.
  await table.learnt.catch((problem) => {
    table.leave();
    throw problem;
  });
  return {
    root: table.root,
    title: () => table.title(),
    tools: () => table.tools(),
    refresh: () => table.refresh(),
    leave: () => table.leave(),
  };
}

class Table {
  /** @param {string} match @param {string} game */
  constructor(match, game) {
    this.match = match;
    this.game = game;
    this.learnt = learn(game);
    this.isLeft = false;
    this.hasPlayed = false;
    /** @type {string[]} */
    this.names = [];
    this.isOnline = true;
    /** Whether the server does not know us in the seat from which we looked. */
    this.isStranger = false;
    /** The seat that has been asked for while the table is covered. @type {number | null} */
    this.next = null;
    /** When the last motion ended. */
    this.ended = 0;
    this.theme = theme();
    this.say = (/** @type {Phrase} */ phrase) => say(phrase, {}, { game: this.game, names: this.names });

    this.has = (/** @type {string} */ key) => words(this.game).has(key);

    this.stage = new Stage(this.say);
    this.chairs = new Chairs(game);
    this.clock = new ClockFace(this.chairs.root, announce);
    this.controls = new Controls(() => void openRules(this.game, this.course.frame?.rule ?? ""));
    this.logbook = new Logbook(this.say, () => this.recall());
    this.invitations = new Invitations(
      async () => (await api.games()).levels,
      () => api.invites(this.match),
      (seat, level) => void this.command({ t: "bot", seat, level }),
      () => this.house.state.offered,
    );
    this.house = new House(
      () => api.house(match),
      (open) => api.setHouse(match, open),
      () => this.reinvite(),
    );
    this.cover = new Cover(() => void this.uncover());
    this.sounds = new Sounds();
    this.offline = h("p", { class: "offline", hidden: true });
    this.inventory = h("div", { class: "hidden-text" });
    this.outcome = h("div", { class: "outcome" });
    this.rematch = new Rematch(match, (next) => this.phrases.carry(next));
    this.phrases = new Phrases(
      match,
      (phrase) => void this.command({ t: "say", phrase }),
      announce,
    );
    this.seal = new Seal(match);
    this.isConfirmed = false;
    this.dice = h("section", { class: "dice-check panel", hidden: true });
    this.beside = h("div", { class: "beside" });
    this.heading = h("h1", { class: "hidden-text" });
    this.root = h(
      "section",
      { class: "table" },
      this.heading,
      h("div", { class: "around" }, this.chairs.root),
      h("div", { class: "middle" }, this.stage.root, this.offline, this.inventory),
      this.phrases.bubbles,
      this.beside,
    );
    this.course = new Course({
      whole: (frame, isAnew) => this.whole(frame, isAnew),
      event: (told, after, haste) => this.event(told, after, haste),
      rest: () => this.rest(),
      clock: (running) => this.clock.hear(running),
      absent: (waiting) => this.presence.hear(waiting),
      kept: (kept) => this.kept.hear(kept),
      people: () => this.people(),
    });
    this.controls.root.append(this.clock.big);
    this.kept = new KeptSeats((seat) => this.names[seat] ?? "", announce);
    this.controls.status.after(this.kept.root);
    this.turn = new Turn(this);
    this.presence = new Presence(
      () => void this.command({ t: "back" }),
      announce,
      (change) => this.turn.keepFocus(change),
    );
    this.root.append(this.presence.root);
    this.exit = new Exit((seat) => void this.command({ t: "resign", seat }));
    const panels = [this.controls, { root: this.outcome }, { root: this.dice }, this.turn.advice, this.house, this.invitations, { root: this.logbook.drawer.handle }, this.logbook, this.phrases, this.seal, this.exit];
    fill(this.beside, panels.map(({ root }) => root));

    // What is shown is measured, so it waits for the page.
    this.ready = this.learnt.then(() => attached(this.root, () => this.isLeft));
    this.ready.catch(() => undefined);
    this.shorthand = new Shorthand();
    this.socket = new Socket(
      {
        hello: () => this.hello(),
        hear: (message) => void (message.t === "give" ? this.give(message) : this.ready.then(() => this.hear(message))),
        line: (isOnline) => this.line(isOnline),
      },
      browser(`/ws/${encodeURIComponent(match)}`),
    );
    this.deaf = listen({
      press: (key) => this.presence.press(key) || this.controls.press(key),
      clear: () => this.turn.clear(),
      board: () => this.turn.targets.focus(),
      log: () => this.logbook.read(),
      help: () => void import("./shortcuts.js").then(({ openShortcuts }) => openShortcuts()),
    });
    this.awake = () => this.socket.hurry();
    this.resized = () => {
      if (!this.course.isBusy) this.turn.show();
    };
    addEventListener("resize", this.resized);
    addEventListener("online", this.awake);
    addEventListener("offline", this.awake);
    document.addEventListener("visibilitychange", this.awake);
  }

  title() {
    const game = say("name", {}, { game: this.game });
    return this.turn.isMine ? say("table.your_turn", { game }) : game;
  }

  /** What the table adds to the bar above. */
  tools() {
    const open = () => void openRules(this.game);
    return [h("button", { class: "quiet tool rulebook", type: "button", onclick: open }, say("table.rules"))];
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
    this.tellLine();
    if (!this.course.isBusy) this.rest();
    if (!this.dice.hidden) void this.checkDice();
  }

  leave() {
    this.isLeft = true;
    this.rematch.leave();
    this.clock.leave();
    this.presence.leave();
    this.kept.leave();
    this.socket.leave();
    this.sounds.leave();
    this.logbook.leave();
    this.cover.lift();
    this.deaf();
    removeEventListener("resize", this.resized);
    removeEventListener("online", this.awake);
    removeEventListener("offline", this.awake);
    document.removeEventListener("visibilitychange", this.awake);
  }

  // The line

  hello() {
    const seat = this.isStranger ? null : (this.course.frame?.seat ?? null);
    return { t: "hello", v: 1, seat, seq: this.course.seq, theme: this.theme, roll: settings().autoRoll, short: true };
  }

  /** @param {any} message */
  hear(message) {
    if (message.t === "say") return this.phrases.hear(message);
    if (message.t === "rematch") return this.rematch.called(message.match, this.names[message.seat] ?? "");
    if (message.t !== "no") {
      note(this.match, message);
      return this.course.hear(this.shorthand.read(message));
    }
    // What is refused without a name is the hello: the seat is another's now. Whoever has none may still watch.
    this.controls.tell(message.text ?? "");
    // A match that was deleted does not come back.
    if (GONE.includes(message.why?.say)) return this.socket.leave();
    // Who was only too fast comes back as who it is.
    if (message.retry_after) return;
    this.isStranger = true;
    this.course.seq = -1;
  }

  /** @param {boolean} isOnline */
  line(isOnline) {
    this.isOnline = isOnline;
    setTimeout(() => this.tellLine(), isOnline ? 0 : UNNOTICED);
  }

  tellLine() {
    const words = say(this.turn.sent ? "table.offline_sent" : "table.offline");
    if (!this.isOnline && (this.offline.hidden || this.offline.textContent !== words)) announce(words);
    this.offline.hidden = this.isOnline;
    fill(this.offline, words);
    fill(this.cover.note, this.isOnline ? [] : words);
  }

  /** Everybody has sealed: now my part of the luck is wanted, whatever is shown so far. @param {any} wanted */
  async give(wanted) {
    const given = toGive(this.match, wanted);
    if (!given) return;
    const answer = await this.socket.ask({ t: "give", given });
    if (answer.t !== "no") noteTaken(this.match);
  }

  /** What this device saw is compared with the record, and signed if it agrees; if not, everybody here must know. */
  async confirm() {
    if (this.isConfirmed || !shareOf(this.match)?.seed) return;
    this.isConfirmed = true;
    const { confirm } = await import("./verified.js");
    if (!(await confirm(this.match))) await this.checkDice();
  }

  /** This checks the dice of a match that is over. */
  async checkDice() {
    this.dice.hidden = false;
    const { match, game, names, course } = this;
    const { show } = await import("./verified.js");
    await show(this.dice, { match, game, names, seat: course.frame?.seat ?? 0 });
    this.dice.scrollIntoView({ block: "nearest" });
  }

  tellAuto() {
    if (this.course.frame?.mine.length) void this.socket.ask({ t: "auto", roll: settings().autoRoll });
  }

  /** @param {{t: string, [name: string]: unknown}} command */
  async command(command) {
    this.controls.tell("");
    if (!this.isOnline) this.tellLine();
    const answer = await this.socket.ask({ seq: this.course.seq, ...command });
    if (answer.t !== "no") return answer;
    this.controls.tell(answer.why ? this.say(answer.why) : (answer.text ?? ""));
    return undefined;
  }

  // What the course tells

  /** @param {Frame} frame @param {boolean} isAnew */
  whole(frame, isAnew) {
    const isFirst = this.names.length === 0;
    this.isStranger = false;
    this.hasPlayed ||= frame.mine.length > 0 || frame.seat !== null;
    this.names = namesOf(this.course.chairs);
    this.turn.forget();
    this.stage.show(frame);
    this.root.dataset.theme = this.theme;
    if (isAnew) this.logbook.reset(frame.last);
    if (isFirst && frame.secret && frame.mine.length > 1 && !frame.over) this.hide(frame.seat ?? 0);
    else if (this.next === frame.seat) this.lift();
  }

  /** @param {Told} told @param {Frame} after @param {number} haste */
  async event(told, after, haste) {
    // Now somebody's cards are dealt, and whose hands the device is in nobody knows.
    if (after.secret && !this.course.frame?.secret && after.mine.length > 1 && !after.over) this.hide(after.seat ?? 0);
    this.turn.end(after);
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
    const { frame } = this.course;
    if (!frame) return;
    this.people();
    this.describe(frame);
    if (this.turn.isMine && frame.actor !== frame.seat) this.passOn(frame);
    if (frame.over) this.rematch.show(this.wasPlayer, frame.rematch);
    if (frame.over) void this.confirm();
    fill(this.outcome, frame.over ? resultOf(frame, this, () => void this.checkDice(), this.rematch.root) : []);
    this.seal.show(frame);
    this.exit.show(frame, this.course.chairs);
    this.turn.show();
    this.turn.force();
    this.label();
    document.title = `${this.title()} · ${say("page.sobremesa")}`;
  }

  /** Somebody came or went, or is called differently: everything that names them is said anew. */
  people() {
    const { frame, chairs, status } = this.course;
    if (!frame) return;
    this.names = namesOf(chairs);
    this.chairs.show(frame, chairs);
    this.clock.show(frame.mine, frame.over);
    this.phrases.show(frame, chairs, this.names);
    const isSeated = frame.mine.length > 0 && !frame.over;
    void this.house.show(this.free().length > 0, isSeated);
    void this.invitations.show(this.free(), isSeated);
    this.stage.redraw();
    const isWatching = !frame.mine.length && !frame.over;
    const watching = isWatching ? [say("table.watching"), frame.hints === false && say("table.no_hint_why")].filter(Boolean).join(" ") : "";
    this.controls.ask(this.say(frame.prompt), frame.rule, status ? this.say(status) : watching);
  }

  /** The seats that anybody may take: free, and kept for nobody. */
  free() {
    return this.course.chairs.flatMap(({ kind }, seat) => (kind === "open" && !this.kept.has(seat) ? [seat] : []));
  }

  /** Show links and codes that lead where phones find this table now. */
  reinvite() {
    const { frame } = this.course;
    this.invitations.redraw();
    if (frame) void this.invitations.show(this.free(), frame.mine.length > 0 && !frame.over);
  }

  /** Whether somebody here played, also if they gave up before the end. */
  get wasPlayer() {
    const { frame } = this.course;
    return frame !== null && (frame.mine.length > 0 || this.hasPlayed);
  }

  // One device for several people

  /** @param {Frame} frame */
  passOn(frame) {
    const seat = Number(frame.actor);
    if (frame.secret) this.hide(seat);
    else void this.command({ t: "sit", seat });
  }

  /** This lays the cover over everything until somebody is there. @param {number} seat */
  hide(seat) {
    this.logbook.drawer.shut();
    this.cover.lay(this.names[seat] ?? "");
  }

  isCovered() {
    return this.cover.isDown;
  }

  async uncover() {
    const { frame } = this.course;
    if (!frame || !this.turn.isMine || frame.actor === frame.seat) return this.lift();
    // What lies below still shows the side of whoever sat here before: the cover stays until the other is shown.
    this.next = Number(frame.actor);
    await this.command({ t: "sit", seat: this.next });
  }

  lift() {
    this.next = null;
    this.cover.lift();
    this.turn.show();
  }

  // What is heard and told

  /** @param {string[]} cues */
  sound(cues) {
    const { sound, volume } = settings();
    if (sound) for (const cue of new Set(cues)) this.sounds.play(cue, volume);
  }

  /** For those who hear the table instead of seeing it. @param {Frame} frame */
  describe(frame) {
    const told = inventory(frame, this.say, this.has);
    const zones = told.flatMap(({ zone, places }) => [h("h3", {}, zone), h("ul", {}, places.map((place) => h("li", {}, place)))]);
    fill(this.inventory, h("h2", {}, say("table.lying")), zones);
    const { root } = this.turn.targets;
    const game = say("name", {}, { game: this.game });
    fill(this.heading, game);
    root.setAttribute("aria-label", say("table.board", { game }));
    root.setAttribute("aria-describedby", "prompt");
  }

  /** For whoever looks at the page from outside: what it shows, and whether it still moves. */
  label() {
    const { frame, isBusy } = this.course;
    this.root.classList.toggle("still", isStill());
    Object.assign(this.root.dataset, {
      seq: frame?.seq ?? "",
      actor: frame?.actor ?? "",
      seat: frame?.seat ?? "",
      moving: isBusy,
    });
  }

  async recall() {
    const { seat = null, seq = 0 } = this.course.frame ?? {};
    /** @type {import("./api.js").LogEntry[]} */
    const entries = [];
    for (let from = 0; from < seq; from = entries.at(-1)?.seq ?? seq) {
      const page = await api.log(this.match, { seat, from });
      if (!page.length) break;
      entries.push(...page);
    }
    return entries.flatMap(({ say }) => say);
  }
}
