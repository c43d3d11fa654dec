/**
 * Controls: what is asked, and the buttons for whatever is not done on the board.
 *
 * @typedef {object} Control
 * @property {string} text
 * @property {() => void} act
 * @property {string} [target] what it closes a move with
 * @property {string} [key] what is pressed for it
 * @property {"primary" | "quiet"} [look]
 * @property {boolean} [isOff]
 * @property {string} [why] why it is off
 * @property {number} [hold] how many seconds are left to press it
 */

import { fill, h } from "./dom.js";
import { say } from "./voice.js";

/**
 * This is a row of buttons.
 *
 * @param {Control[]} controls
 */
export function row(controls) {
  return controls.map(({ text, act, target, key, look, isOff, hold, why }) => {
    const name = look === "quiet" ? "quiet" : look === "primary" ? "button primary" : "button";
    const button = h(
      "button",
      {
        class: name,
        type: "button",
        disabled: Boolean(isOff),
        title: isOff && why ? why : null,
        "aria-keyshortcuts": key ?? null,
        "data-target": target ?? null,
        "data-can": target ? "close" : null,
        onclick: act,
      },
      h("span", { class: "caption" }, text),
      key && h("kbd", { "aria-hidden": "true" }, key.toUpperCase()),
    );
    if (hold) {
      button.classList.add("holding");
      button.style.setProperty("--hold", `${hold}s`);
    }
    return button;
  });
}

/** This is the panel with the prompt and the buttons. */
export class Controls {
  /** @param {() => void} openRule */
  constructor(openRule) {
    this.prompt = h("p", { class: "prompt", id: "prompt" });
    this.rule = h("button", { class: "quiet rule", type: "button", onclick: openRule }, h("span", { "aria-hidden": "true" }, "?"));
    this.status = h("p", { class: "status", role: "note" });
    this.note = h("p", { class: "note", role: "alert", hidden: true });
    this.moves = h("div", { class: "moves" });
    this.tools = h("div", { class: "table-tools" });
    this.root = h(
      "section",
      { class: "controls panel" },
      h("div", { class: "asked" }, this.prompt, this.rule),
      this.status,
      this.note,
      this.moves,
      this.tools,
    );
    /** @type {Control[]} */
    this.shown = [];
  }

  /**
   * This says what is asked.
   *
   * @param {string} prompt
   * @param {string} rule
   * @param {string} status
   */
  ask(prompt, rule, status) {
    if (this.prompt.textContent !== prompt) fill(this.prompt, prompt);
    this.rule.setAttribute("aria-label", say("table.rule"));
    this.rule.title = `${say("table.rule")} (${rule})`;
    this.rule.hidden = !rule;
    fill(this.status, status);
    this.status.hidden = !status;
  }

  /**
   * This offers buttons: moves of the game, and tools of the table. Whoever held one keeps it.
   *
   * @param {Control[]} moves
   * @param {Control[]} tools
   */
  offer(moves, tools) {
    const active = document.activeElement;
    const holder = [this.moves, this.tools].find((parent) => parent.contains(active));
    const held = active?.textContent;
    this.shown = [...moves, ...tools];
    fill(this.moves, row(moves));
    fill(this.tools, row(tools));
    if (!holder) return;
    const buttons = [...holder.querySelectorAll("button")];
    const same = buttons.find((button) => button.textContent === held && !button.disabled);
    (same ?? buttons.find((button) => !button.disabled))?.focus();
  }

  /**
   * Buttons that finish what was begun on the board stand where it was begun, if they cover no target there; else they
   * have their place in the panel.
   *
   * @param {HTMLElement} board
   * @param {((menu: {width: number, height: number}) => {x: number, y: number} | null) | null} find finds room on the board
   * for the middle of something as large as this; nothing if the buttons belong in the panel anyway
   */
  float(board, find) {
    const { moves } = this;
    const active = document.activeElement;
    const held = moves.contains(active) ? active : null;
    if (find) {
      if (moves.parentNode !== board) board.append(moves);
      moves.classList.add("floating");
      const spot = find({ width: moves.offsetWidth, height: moves.offsetHeight });
      if (spot) {
        moves.style.left = `${spot.x}px`;
        moves.style.top = `${spot.y}px`;
      } else {
        this.dock();
      }
    } else {
      this.dock();
    }
    if (held instanceof HTMLElement && held !== document.activeElement) held.focus({ preventScroll: true });
  }

  dock() {
    const { moves } = this;
    moves.classList.remove("floating");
    if (moves.parentNode !== this.root) this.root.insertBefore(moves, this.tools);
    moves.removeAttribute("style");
  }

  /** @param {string} text what somebody should know now; "" for nothing */
  tell(text) {
    fill(this.note, text);
    this.note.hidden = !text;
  }

  /**
   * This presses the button of a key; of one that is off it says why.
   *
   * @param {string} key
   * @returns {boolean} whether there was one
   */
  press(key) {
    const control = this.shown.find((each) => each.key === key.toLowerCase() && (!each.isOff || each.why));
    if (control?.isOff) this.tell(control.why ?? "");
    else control?.act();
    return control !== undefined;
  }
}
