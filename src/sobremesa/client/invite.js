/**
 * Invitations: for every free seat a link, a code to photograph, and the offer that a bot takes it.
 *
 * @typedef {import("./api.js").Invite} Invite
 */

import { copier } from "./copy.js";
import { drawn, fill, h } from "./dom.js";
import { isAlone } from "./house.js";
import { say } from "./voice.js";

const USUAL = "normal";

export class Invitations {
  /**
   * @param {() => Promise<string[]>} known the levels of bots that there are
   * @param {() => Promise<Invite[]>} find
   * @param {(seat: number, level: string) => void} seatBot
   * @param {() => boolean} canOpen whether this machine can be opened to others by a button
   */
  constructor(known, find, seatBot, canOpen) {
    this.canOpen = canOpen;
    this.known = known;
    this.find = find;
    this.seatBot = seatBot;
    /** @type {Map<number, Invite>} */
    this.found = new Map();
    /** @type {string[]} */
    this.levels = [];
    this.asked = "";
    this.root = h("section", { class: "invitations panel", hidden: true });
  }

  /**
   * This shows an invitation for every free seat, to those who sit at the table.
   *
   * @param {readonly number[]} free
   * @param {boolean} isSeated
   */
  async show(free, isSeated) {
    this.root.hidden = !free.length || !isSeated;
    if (this.root.hidden) return;
    const wanted = free.join();
    if (wanted === this.asked) return;
    this.asked = wanted;
    const [invites, levels] = await Promise.all([this.find().catch(() => []), this.known().catch(() => [])]);
    // Somebody may have sat down meanwhile.
    if (wanted !== this.asked) return;
    this.levels = levels;
    this.found = new Map(invites.map((invite) => [invite.seat, invite]));
    fill(
      this.root,
      h("h2", {}, say("table.invite.title", { count: free.length })),
      free.map((seat, number) => this.seat(seat, number === 0)),
    );
  }

  /** This makes that everything is said again, in the language of now. */
  redraw() {
    this.asked = "";
  }

  /** @param {number} seat @param {boolean} isFirst */
  seat(seat, isFirst) {
    const invite = this.found.get(seat);
    return h(
      "details",
      { open: isFirst, name: "invitation" },
      h("summary", {}, say("table.invite.seat", { number: seat + 1 })),
      invite ? link(invite, this.canOpen()) : null,
      this.levels.length > 0 && this.bot(seat),
    );
  }

  /** @param {number} seat */
  bot(seat) {
    const choice = h(
      "select",
      { class: "field", "aria-label": say("table.invite.level") },
      this.levels.map((level) => h("option", { value: level, selected: level === USUAL }, say(`levels.${level}`))),
    );
    const act = () => this.seatBot(seat, choice.value);
    return h(
      "p",
      { class: "invite-bot" },
      h("button", { class: "button", type: "button", onclick: act }, say("table.invite.bot")),
      choice,
    );
  }
}

/** @param {Invite} invite @param {boolean} canOpen whether this machine can be opened to others by a button */
function link({ path, address, qr }, canOpen) {
  const site = new URL(address || path, location.href);
  const field = h("input", { class: "field", readonly: true, value: site.href, "aria-label": say("table.invite.link") });
  field.addEventListener("focus", () => field.select());
  const code = h("div", { class: "qr", role: "img", "aria-label": say("table.invite.code") });
  code.append(drawn(qr));
  const isMute = address || canOpen || !isAlone(site.hostname);
  const note = isMute ? null : h("p", { class: "invite-note" }, say("table.invite.alone"));
  return [h("p", { class: "invite-link" }, field, copier(field, `copy-${path}`)), note, code];
}
