/**
 * The dice of a match that is over, checked: whether every throw matches the seal and what this device saw, and how lucky
 * somebody was. A record that agrees with all of that is signed.
 *
 * @typedef {import("./verify.js").Verdict} Verdict
 * @typedef {import("./odds.js").Tally} Tally
 * @typedef {typeof WRONG[number]} Wrong
 */

import { api } from "./api.js";
import { fill, h, s } from "./dom.js";
import { announce } from "./live.js";
import { maySign, shareOf } from "./luck.js";
import { notesOf } from "./notes.js";
import { sumOf, tallies } from "./odds.js";
import { sign } from "./onetime.js";
import { shortSeal } from "./seal.js";
import { settings } from "./settings.js";
import { hex, sha256, utf8 } from "./sha256.js";
import { Fault, examine } from "./verify.js";
import { verify as verifyOlder } from "./verify2.js";
import { percent, say, words } from "./voice.js";

/** What a record can have against what this device remembers. */
const WRONG = /** @type {const} */ (["seal", "refused", "shares", "bytes", "taken", "throws", "end", "changed"]);
/** How many kinds of dice are drawn. */
const KINDS = 3;
/** Of fewer throws than these, and of more faces, a drawing says nothing. */
const FEW = 4;
const MANY = 24;
const [WIDE, HIGH, LOW] = [320, 92, 20];

/**
 * This fetches the record of a match, checks it, and shows what came of it.
 *
 * @param {HTMLElement} root
 * @param {{match: string, game: string, names: readonly string[], seat: number}} whose
 */
export async function show(root, whose) {
  fill(root, h("p", {}, say("table.dice.checking")));
  announce(say("table.dice.checking"));
  const warn = (/** @type {string} */ why) => fill(root, h("p", { class: "fault", role: "alert" }, why));
  let text = "";
  try {
    await confirm(whose.match);
    text = await api.recordText(whose.match);
  } catch (problem) {
    console.error(problem);
    warn(say("table.dice.failed"));
    return;
  }
  try {
    const { verdict, own } = judge(whose.match, text);
    new Panel(root, whose, verdict, own).draw();
  } catch (problem) {
    const isFault = problem instanceof Fault;
    if (!isFault) console.error(problem);
    // What nobody can read was not written by an honest server: asking again would not help.
    warn(isFault ? say("table.dice.fault", { line: problem.line }) : say("table.dice.broken"));
  }
}

/**
 * This signs the record of a match for this device, if it agrees with what the device remembers. Whoever signs what was
 * never seen would help to forge it; whoever signs twice would let others sign.
 *
 * @param {string} match
 * @returns {Promise<boolean>} whether the record is as it must be; whether it could be signed does not matter
 */
export async function confirm(match) {
  const share = shareOf(match);
  try {
    const { verdict, own } = judge(match, await api.recordText(match));
    if (WRONG.some((wrong) => wrong === own)) return false;
    if (own !== "mine" || !share?.seed || !verdict.signed) return true;
    const isThere = verdict.confirmed?.some((place) => verdict.shares[place]?.sealed === share.sealed);
    if (!isThere && maySign(match, digestOf(verdict.signed))) await api.confirm(match, sign(share.seed, verdict.signed));
    return true;
  } catch (problem) {
    return !(problem instanceof Fault);
  }
}

/** @param {string} match @param {string} text */
function judge(match, text) {
  // Records of before format 3 have a check of their own, and tell nothing by which throws could be found again.
  const isOlder = /^\{"sobremesa": [12],/.test(text);
  // What was promised to be sealed must not be left open in the end.
  if (isOlder && (shareOf(match)?.luck ?? 0) > 2) throw new Fault(1, "format");
  const verdict = isOlder ? verifyOlder(text) : examine(text);
  return { verdict, own: ownFault(verdict, shareOf(match), isOlder ? undefined : notesOf(match)) };
}

/** @param {string} text */
function digestOf(text) {
  return hex(sha256(utf8(text)));
}

/**
 * What this device remembers must be in the record: the seal that it was shown, the bytes that it gave, and what it saw.
 *
 * @param {Verdict} verdict
 * @param {import("./luck.js").Share | undefined} share
 * @param {import("./notes.js").Notes} [notes]
 * @returns {"mine" | "unknown" | "missing" | Wrong}
 */
export function ownFault(verdict, share, notes) {
  const given = share ? shareFault(verdict, share) : "unknown";
  if (WRONG.some((wrong) => wrong === given)) return given;
  const fallen = new Map(verdict.throws.map((each) => [each.seq, each]));
  const isSeen = notes?.throws.every(([seq, choice, seat]) => fallen.get(seq)?.text === choice && fallen.get(seq)?.seat === seat);
  if (isSeen === false) return "throws";
  if (notes?.end !== undefined && notes.end !== verdict.seq) return "end";
  if (share?.signed && share.signed !== digestOf(verdict.signed ?? "")) return "changed";
  return given;
}

/**
 * @param {Verdict} verdict
 * @param {import("./luck.js").Share} share
 * @returns {"mine" | "missing" | Wrong}
 */
function shareFault({ seal, shares }, share) {
  if (share.seal && share.seal !== seal) return "seal";
  if (share.refused) return "refused";
  // Whoever could add a share once all others are known could choose among as many keys as they care to try.
  const { all = shares.map(({ sealed }) => sealed) } = share;
  if (all.length !== shares.length || all.some((sealed, place) => sealed !== shares[place]?.sealed)) return "shares";
  const found = shares.find(({ sealed }) => sealed === share.sealed);
  if (!found) return "bytes";
  if (found.given === null) return share.taken ? "taken" : "missing";
  return found.given === share.given ? "mine" : "bytes";
}

class Panel {
  /**
   * @param {HTMLElement} root
   * @param {{match: string, game: string, names: readonly string[], seat: number}} whose
   * @param {Verdict} verdict
   * @param {ReturnType<typeof ownFault>} own
   */
  constructor(root, { match, game, names, seat }, verdict, own) {
    this.root = root;
    this.match = match;
    this.game = game;
    this.names = names;
    this.seat = seat;
    this.verdict = verdict;
    this.own = own;
  }

  draw() {
    const isWell = !WRONG.some((wrong) => wrong === this.own);
    fill(this.root, isWell ? this.well() : h("p", { class: "fault", role: "alert" }, say(`table.dice.own.${this.own}`)), this.odds(), this.ways());
  }

  well() {
    const { sealed, open, typed, shares, seal, confirmed } = this.verdict;
    const missing = shares.filter(({ given }) => given === null).length;
    const match = say("table.dice.match", { count: sealed });
    announce(match);
    return [
      h("h3", { class: "verified" }, tick(), h("span", {}, match)),
      h(
        "ul",
        { class: "proof" },
        h("li", {}, say("table.dice.seal", { seal: shortSeal(seal) })),
        this.own !== "unknown" && h("li", {}, say(`table.dice.own.${this.own}`)),
        h("li", {}, confirmed ? say("table.dice.confirmed", { count: confirmed.length, of: shares.length }) : say("table.dice.older")),
        open > 0 && h("li", {}, say("table.dice.open", { count: open })),
        missing > 0 && h("li", {}, say("table.dice.missing", { count: missing })),
        typed > 0 && h("li", {}, say("table.dice.typed", { count: typed })),
      ),
    ];
  }

  odds() {
    const seats = [...new Set(this.verdict.throws.flatMap(({ seat }) => (seat === null ? [] : [seat])))].sort();
    if (!seats.length) return [];
    const seat = seats.includes(this.seat) ? this.seat : (seats[0] ?? 0);
    const throws = this.verdict.throws.filter((each) => each.seat === seat);
    const choose = (/** @type {Event & {target: HTMLSelectElement}} */ event) => {
      this.seat = Number(event.target.value);
      this.draw();
    };
    return [
      h(
        "label",
        { class: "whose" },
        h("span", {}, say("table.dice.whose")),
        h(
          "select",
          { class: "field", "data-key": "whose", onchange: choose },
          seats.map((each) => h("option", { value: each, selected: each === seat }, this.names[each] ?? "")),
        ),
      ),
      this.sum(throws),
      ...tallies(throws)
        .filter((tally, place) => place === 0 || tally.throws >= FEW)
        .slice(0, KINDS)
        .map((tally) => this.chart(tally)),
    ];
  }

  /** @param {Verdict["throws"]} throws */
  sum(throws) {
    const sum = sumOf(throws);
    if (!sum) return null;
    const way = sum.mean >= sum.expected ? "high" : "low";
    const values = { mean: decimal(sum.mean), expected: decimal(sum.expected), chance: rarity(sum.chance) };
    return h("p", { class: "luck" }, say(`table.dice.${way}`, values));
  }

  /** @param {Tally} tally */
  chart(tally) {
    const names = tally.labels.map((label) => this.face(label));
    const told = names.map((name, place) =>
      say("table.dice.face", { face: name, came: tally.came[place], expected: decimal(tally.expected[place] ?? 0) }),
    );
    return h(
      "figure",
      { class: "tally" },
      names.length <= MANY && drawing(tally, names, told),
      h("figcaption", {}, say("table.dice.stray", { count: tally.throws, chance: rarity(tally.chance) })),
    );
  }

  /** @param {string} label */
  face(label) {
    const key = `faces.${label}`;
    return words(this.game).has(key) ? say(key, {}, { game: this.game }) : label;
  }

  ways() {
    return [
      h("p", { class: "legend" }, h("span", { class: "came" }), say("table.dice.came"), h("span", { class: "due" }), say("table.dice.due")),
      h(
        "p",
        { class: "result-ways" },
        h("a", { class: "button", href: api.record(this.match), download: true }, say("table.dice.record")),
        h("a", { class: "quiet", href: this.verdict.confirmed ? "/verify.py" : "/verify2.py", download: true }, say("table.dice.script")),
      ),
      h("p", { class: "about" }, say("table.dice.about")),
    ];
  }
}

/**
 * Bars for what came, and a line across each for what was to be expected.
 *
 * @param {Tally} tally
 * @param {string[]} names
 * @param {string[]} told
 */
function drawing({ came, expected }, names, told) {
  const most = Math.max(...came, ...expected, 1);
  const step = WIDE / names.length;
  const up = (/** @type {number} */ many) => LOW + (1 - many / most) * (HIGH - LOW);
  const isTight = names.some((name) => name.length > 3 && names.length > 6);
  return s(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH + (isTight ? 66 : 20)}`, role: "img", "aria-label": told.join("; ") },
    s("line", { class: "ground", x1: 0, x2: WIDE, y1: HIGH, y2: HIGH }),
    names.flatMap((name, place) => {
      const [many, due, middle] = [came[place] ?? 0, expected[place] ?? 0, (place + 0.5) * step];
      const wide = Math.min(step * 0.62, 30);
      const below = { class: "face", x: middle, y: HIGH + 15, ...(isTight ? { transform: `rotate(-60 ${middle} ${HIGH + 12})`, "text-anchor": "end" } : {}) };
      return [
        s("rect", { class: "came", x: middle - wide / 2, y: up(many), width: wide, height: HIGH - up(many), rx: 2 }, s("title", {}, told[place])),
        s("line", { class: "due", x1: middle - wide * 0.72, x2: middle + wide * 0.72, y1: up(due), y2: up(due) }),
        s("text", { class: "many", x: middle, y: up(Math.max(many, due)) - 5 }, many),
        s("text", below, name),
      ];
    }),
  );
}

function tick() {
  return s(
    "svg",
    { class: "icon tick", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("circle", { cx: 12, cy: 12, r: 10 }),
    s("path", { d: "M7 12.5l3.4 3.4L17 9" }),
  );
}

/** @param {number} number */
function decimal(number) {
  return new Intl.NumberFormat(settings().language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(number);
}

/** What is very rare is not told as never. @param {number} share */
function rarity(share) {
  return percent(Math.max(share, 0.0001), { maximumFractionDigits: share < 0.01 ? 2 : 0 });
}
