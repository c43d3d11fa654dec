/** Bots from outside: tokens with which programs may sit at a table in their owner's name. Each is shown once. */

import { api } from "./api.js";
import { copier } from "./copy.js";
import { fill, h } from "./dom.js";
import { announce } from "./live.js";
import { sentenceOf } from "./trouble.js";
import { say } from "./voice.js";

/** @typedef {import("./api.js").Bot} Bot */

export class Bots {
  constructor() {
    /** @type {Bot[] | null} */
    this.bots = null;
    /** The one that was made last, which is never told again. @type {Bot | null} */
    this.made = null;
    /** @type {unknown} */
    this.problem = null;
    this.name = "";
    this.root = h("details", { class: "bots", ontoggle: () => this.root.open && this.bots === null && void this.load() });
    this.render();
  }

  render() {
    fill(
      this.root,
      h("summary", { "data-key": "bots" }, h("h2", {}, say("bots.title"))),
      h("p", { class: "about" }, say("bots.about")),
      this.problem !== null && h("p", { class: "fault", role: "alert" }, sentenceOf(this.problem)),
      this.made && this.token(this.made),
      Boolean(this.bots?.length) && h("ul", { class: "bots-list" }, this.bots?.map((bot) => this.row(bot))),
      this.form(),
    );
  }

  form() {
    const make = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.change(async () => {
        this.made = await api.makeBot(this.name);
        announce(this.warning(this.made));
        // Only the name that was used is cleared: whoever types while the list is fetched keeps what they typed.
        this.name = "";
      });
    };
    return h(
      "form",
      { class: "bots-form", onsubmit: make },
      h("input", {
        class: "field",
        value: this.name,
        maxlength: 24,
        "data-key": "bot-name",
        "aria-label": say("bots.name"),
        placeholder: say("bots.name"),
        oninput: (/** @type {Event & {target: HTMLInputElement}} */ event) => (this.name = event.target.value),
      }),
      h("button", { class: "button", type: "submit", "data-key": "bot-make" }, say("bots.make")),
    );
  }

  /** @param {Bot} bot */
  warning(bot) {
    return say("bots.token", { name: bot.name || say("bots.nameless") });
  }

  /** @param {Bot} bot */
  token(bot) {
    const code = h("code", {}, bot.token ?? "");
    return h(
      "div",
      { class: "bots-token" },
      h("p", {}, h("span", {}, this.warning(bot)), code),
      copier(code, "bot-copy"),
    );
  }

  /** @param {Bot} bot */
  row(bot) {
    const name = bot.name || say("bots.nameless");
    const revoke = () => void this.change(() => api.revokeBot(bot.id));
    return h(
      "li",
      {},
      h("span", {}, name),
      bot.revoked
        ? h("span", { class: "about" }, say("bots.revoked"))
        : h("button", { class: "quiet", type: "button", "data-key": `bot-${bot.id}`, "aria-label": say("bots.revoke_one", { name }), onclick: revoke }, say("bots.revoke")),
    );
  }

  async load() {
    await this.change(async () => undefined);
  }

  /**
   * This does something, and lists what there is then.
   *
   * @param {() => Promise<unknown>} act
   */
  async change(act) {
    this.problem = null;
    try {
      await act();
      this.bots = await api.bots();
    } catch (problem) {
      this.problem = problem;
    }
    this.render();
  }
}
