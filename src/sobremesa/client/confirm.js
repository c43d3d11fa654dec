/** A button for what cannot be undone: it asks first, in its own place, and keeps the focus there. */

import { fill, h } from "./dom.js";
import { say } from "./voice.js";

/**
 * Return a button that asks before it acts.
 *
 * @param {string} key
 * @param {string} label
 * @param {() => string} question
 * @param {() => void} act
 * @returns {HTMLElement}
 */
export function confirmed(key, label, question, act) {
  const root = h("span", { class: "confirm" });
  const show = (/** @type {boolean} */ isAsked) => {
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ look, /** @type {() => void} */ work) =>
      h("button", { class: look, type: "button", "data-key": `${key}-${name}`, onclick: work }, text);
    fill(
      root,
      isAsked
        ? [
            h("span", { role: "alert" }, question()),
            button("yes", say("admin.yes"), "button danger", act),
            button("no", say("admin.no"), "button", () => turn(false)),
          ]
        : button("ask", label, "button", () => turn(true)),
    );
  };
  const turn = (/** @type {boolean} */ isAsked) => {
    show(isAsked);
    // The way back comes last, and is where a second press by mistake does no harm.
    [...root.querySelectorAll("button")].at(-1)?.focus();
  };
  show(false);
  return root;
}
