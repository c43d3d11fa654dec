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
 *
 * @typedef {object} Hearer
 * @property {() => object} hello what to say first, whenever the line is open
 * @property {(message: any) => void} hear whatever is no answer to a command
 * @property {(isOnline: boolean) => void} line whether the line is open
 */

const SHORTEST = 250;
const LONGEST = 8000;
const PING = 15000;
const PATIENCE = 10000;

export class Socket {
  /** @param {Hearer} hearer @param {World} world */
  constructor(hearer, world) {
    this.hearer = hearer;
    this.world = world;
    /** @type {Line | null} */
    this.line = null;
    this.isOpen = false;
    this.isLeft = false;
    this.tries = 0;
    /** @type {Map<string, {text: string, resolve: (answer: Answer) => void}>} */
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
      this.unanswered.set(id, { text, resolve });
      if (this.isOpen) this.line?.send(text);
    });
  }

  /** This begins anew on another line, with another hello. */
  renew() {
    const { line } = this;
    if (this.isLeft || !line) return;
    this.forget();
    this.isOpen = false;
    this.connect();
    line.close();
  }

  /** This tries to connect at once if the line is down. */
  hurry() {
    if (this.line || this.isLeft) return;
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
  }

  /** @param {Line} line */
  opened(line) {
    if (line !== this.line) return;
    this.isOpen = true;
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
    const message = JSON.parse(data);
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
    this.hearer.line(false);
    const wait = Math.min(LONGEST, SHORTEST * 2 ** this.tries++) * (0.5 + 0.5 * this.world.luck());
    this.timers.push(this.world.later(wait, () => this.connect()));
  }

  /** A line on which nothing is heard for long is asked, and given up if it stays silent. */
  listen() {
    this.forget();
    const line = this.line;
    const ask = () => {
      line?.send(JSON.stringify({ t: "ping" }));
      this.timers.push(this.world.later(PATIENCE, () => this.giveUp(line)));
    };
    this.timers.push(this.world.later(PING, ask));
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
    connect: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`),
    later: (wait, call) => setTimeout(call, wait),
    never: (timer) => clearTimeout(timer),
    luck: Math.random,
  };
}

/** This is a name that no other command has. @param {() => number} luck */
function name(luck) {
  return Array.from({ length: 4 }, () => Math.floor(luck() * 2 ** 32).toString(36)).join("");
}
