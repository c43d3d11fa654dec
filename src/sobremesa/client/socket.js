/**
 * The socket: one connection to a match that mends itself. Every command is answered once; one that was on its way when
 * the line broke is sent again under the same name, so that it counts once, and whoever gave it hears what became of it.
 *
 * @typedef {object} Answer
 * @property {"ok" | "dup" | "no"} t
 * @property {string} id
 * @property {number} seq
 * @property {import("./frame.js").Phrase} [why]
 * @property {string} [text]
 * @property {{move: string, caption: import("./frame.js").Phrase, chance: number, interval: number}[]} [hints]
 *
 * @typedef {object} Line what a socket needs of a WebSocket
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 *
 * @typedef {object} World what a socket needs of the browser
 * @property {() => Line} connect
 * @property {(wait: number, call: () => void) => unknown} later
 * @property {(timer: any) => void} never
 * @property {() => number} luck from 0 to 1
 * @property {() => boolean} isSeen whether somebody looks at the page
 *
 * @typedef {object} Hearer
 * @property {() => object} hello what to say first, whenever the line is open
 * @property {(message: any) => void} hear whatever is no answer to a command
 * @property {(isOnline: boolean) => void} line whether the line is open, as far as anybody knows
 */

import { addressOf } from "./base.js";

const SHORTEST = 250;
const LONGEST = 8000;
/** After how long a silence the other side is asked whether it is there: while somebody looks, and else. */
const PING = 2000;
const PING_UNSEEN = 15000;
/** How long the other side may take to say so until the line is said to be gone, and until another one is tried. */
const DOUBT = 2000;
const PATIENCE = 6000;
/** How many times longer it may take while it opens a table or thinks: it answers one after the other. */
const THINKING = 3;
/** How long a line may take to open. */
const OPENING = 10000;

export class Socket {
  /** @param {Hearer} hearer @param {World} world */
  constructor(hearer, world) {
    this.hearer = hearer;
    this.world = world;
    /** @type {Line | null} */
    this.line = null;
    this.isOpen = false;
    this.isLeft = false;
    /** Whether a line that is open does not answer. */
    this.isDoubtful = false;
    /** Whether the hello of this line has been answered. */
    this.isGreeted = false;
    this.tries = 0;
    /** How long the other side wants to be left alone, in milliseconds. */
    this.rest = 0;
    /** @type {Map<string, {text: string, isLong: boolean, resolve: (answer: Answer) => void}>} */
    this.unanswered = new Map();
    /** @type {unknown[]} */
    this.timers = [];
    this.connect();
  }

  /**
   * This gives a command and waits for its answer, however long the line is down.
   *
   * @param {{t: string, [name: string]: unknown}} command
   * @returns {Promise<Answer>}
   */
  ask(command) {
    const id = name(this.world.luck);
    const text = JSON.stringify({ ...command, id });
    return new Promise((resolve) => {
      this.unanswered.set(id, { text, isLong: command.t === "hint", resolve });
      if (this.isOpen) this.line?.send(text);
    });
  }

  /** This begins anew on another line, with another hello. */
  renew() {
    const { line } = this;
    if (this.isLeft || !line) return;
    this.forget();
    this.isOpen = false;
    this.isDoubtful = false;
    this.connect();
    line.close();
  }

  /** Something may have changed: a line that is down is tried at once, and one that is open is asked whether it is. */
  hurry() {
    if (this.isLeft) return;
    if (this.isOpen) return this.probe();
    if (this.line) return;
    this.forget();
    this.connect();
  }

  /** This closes the line for good. */
  leave() {
    this.isLeft = true;
    this.forget();
    this.line?.close();
  }

  connect() {
    const line = this.world.connect();
    this.line = line;
    line.onopen = () => this.opened(line);
    line.onmessage = ({ data }) => this.heard(line, data);
    line.onclose = () => this.closed(line);
    this.timers.push(this.world.later(OPENING, () => this.giveUp(line)));
  }

  /** @param {Line} line */
  opened(line) {
    if (line !== this.line) return;
    this.isOpen = true;
    this.isGreeted = false;
    this.tries = 0;
    line.send(JSON.stringify(this.hearer.hello()));
    for (const { text } of this.unanswered.values()) line.send(text);
    this.hearer.line(true);
    this.listen();
  }

  /** @param {Line} line @param {any} data */
  heard(line, data) {
    if (line !== this.line) return;
    this.listen();
    this.isGreeted = true;
    if (this.isDoubtful) {
      this.isDoubtful = false;
      this.hearer.line(true);
    }
    const message = JSON.parse(data);
    this.rest = 1000 * (message.retry_after ?? 0);
    if (message.t === "pong") return;
    const command = this.unanswered.get(message.id);
    if (command && ["ok", "dup", "no"].includes(message.t)) {
      this.unanswered.delete(message.id);
      command.resolve(message);
    } else {
      this.hearer.hear(message);
    }
  }

  /** @param {Line} line */
  closed(line) {
    if (line !== this.line) return;
    this.line = null;
    this.isOpen = false;
    this.forget();
    if (this.isLeft) return;
    if (!this.isDoubtful) this.hearer.line(false);
    this.isDoubtful = false;
    const wait = Math.min(LONGEST, SHORTEST * 2 ** this.tries++) * (0.5 + 0.5 * this.world.luck());
    this.timers.push(this.world.later(wait + this.rest, () => this.connect()));
    this.rest = 0;
  }

  /** A line on which nothing is heard for a while is asked. */
  listen() {
    this.forget();
    this.timers.push(this.world.later(this.world.isSeen() ? PING : PING_UNSEEN, () => this.probe()));
  }

  /** A line that may be dead without saying so is asked; one that stays silent is doubted, and given up. */
  probe() {
    const { line } = this;
    this.forget();
    line?.send(JSON.stringify({ t: "ping" }));
    const isBusy = !this.isGreeted || [...this.unanswered.values()].some(({ isLong }) => isLong);
    const long = isBusy ? THINKING : 1;
    this.timers.push(this.world.later(long * DOUBT, () => this.doubt()));
    this.timers.push(this.world.later(long * PATIENCE, () => this.giveUp(line)));
  }

  doubt() {
    if (this.isDoubtful) return;
    this.isDoubtful = true;
    this.hearer.line(false);
  }

  /** @param {Line | null} line */
  giveUp(line) {
    if (!line || line !== this.line) return;
    line.close();
    // A line that is dead may never say that it is closed.
    this.closed(line);
  }

  forget() {
    for (const timer of this.timers) this.world.never(timer);
    this.timers = [];
  }
}

/**
 * This is the browser as a socket needs it.
 *
 * @param {string} path
 * @returns {World}
 */
export function browser(path) {
  return {
    connect: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${addressOf(path)}`),
    later: (wait, call) => setTimeout(call, wait),
    never: (timer) => clearTimeout(timer),
    luck: Math.random,
    isSeen: () => document.visibilityState === "visible",
  };
}

/** This is a name that no other command has. @param {() => number} luck */
function name(luck) {
  return Array.from({ length: 4 }, () => Math.floor(luck() * 2 ** 32).toString(36)).join("");
}
