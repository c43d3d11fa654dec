/** The keys that do something at a table, written down for whoever asks. */

import { fill, h } from "./dom.js";
import { overlay } from "./overlay.js";
import { say } from "./voice.js";

/** What is pressed, and the name of what it does. @type {[string[], string][]} */
const SHORTCUTS = [
  [["Tab"], "parts"],
  [["←", "↑", "→", "↓"], "board"],
  [["Enter", "␣"], "choose"],
  [["Esc"], "clear"],
  [["1", "2", "3"], "moves"],
  [["T"], "throw"],
  [["H"], "hint"],
  [["U"], "undo"],
  [["L"], "log"],
  [["?"], "help"],
];

/** This opens the list over the page. */
export function openShortcuts() {
  overlay(() => say("shortcuts.title"), (body) => fill(body, listed()), "shortcuts");
}

/** This is the list itself. */
export function listed() {
  const lines = SHORTCUTS.map(([keys, does]) => [
    h("dt", {}, keys.map((key) => h("kbd", {}, key))),
    h("dd", {}, say(`shortcuts.${does}`)),
  ]);
  return [h("dl", { class: "shortcuts-list" }, lines.flat()), h("p", { class: "about" }, say("shortcuts.about"))];
}
