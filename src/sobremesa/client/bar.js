/** The bar above every page: the way home, what the page adds, the language and the settings. */

import { h, s } from "./dom.js";
import { LANGUAGES, change, settings } from "./settings.js";
import { say } from "./voice.js";

/**
 * These are the parts of the bar.
 *
 * @param {HTMLElement[]} tools
 * @returns {HTMLElement[]}
 */
export function barOf(tools) {
  return [
    h("a", { class: "skip button", href: "#page", onclick: skip }, say("page.skip")),
    h("a", { class: "brand", href: "/" }, mark(), h("span", {}, say("page.sobremesa"))),
    h("div", { class: "tools" }, tools, languages(), settingsButton()),
  ];
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault(); // The address stays that of the page.
  document.getElementById("page")?.focus();
}

/** Chairs at a round table, from above. */
function mark() {
  return s(
    "svg",
    { class: "mark", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("circle", { cx: 12, cy: 12, r: 6.2 }),
    s("path", { d: "M8 3.2a9.6 9.6 0 0 1 8 0M8 20.8a9.6 9.6 0 0 0 8 0M3.2 8a9.6 9.6 0 0 0 0 8M20.8 8a9.6 9.6 0 0 1 0 8" }),
  );
}

function languages() {
  const other = LANGUAGES.find((language) => language !== settings().language) ?? "en";
  return h(
    "button",
    {
      class: "quiet tool",
      type: "button",
      "data-key": "language",
      title: say(`page.speak.${other}`),
      onclick: () => change({ language: other }),
    },
    other.toUpperCase(),
    h("span", { class: "hidden-text" }, `: ${say(`page.speak.${other}`)}`),
  );
}

function settingsButton() {
  const open = async () => (await import("./preferences.js")).openSettings();
  return h(
    "button",
    {
      class: "quiet tool",
      type: "button",
      "data-key": "settings",
      "aria-label": say("preferences.title"),
      title: say("preferences.title"),
      onclick: open,
    },
    s(
      "svg",
      { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
      s("path", { d: "M4 7h9M19 7h1M4 17h1M11 17h9" }),
      s("circle", { cx: 16, cy: 7, r: 2.6 }),
      s("circle", { cx: 8, cy: 17, r: 2.6 }),
    ),
  );
}
