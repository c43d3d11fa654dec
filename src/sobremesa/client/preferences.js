/** The settings page, which can also be opened over any other. */

import { pathOf } from "./base.js";
import { Bots } from "./bots.js";
import { overlay } from "./overlay.js";
import { fill, h } from "./dom.js";
import { radios, toggle } from "./field.js";
import { LANGUAGES, change, settings } from "./settings.js";
import { openShortcuts } from "./shortcuts.js";
import { say } from "./voice.js";

/** @typedef {import("./router.js").Page} Page */

/** The part of the page to which the sheet leads, as the address names it. */
const BOTS = "bots";
/** @type {[number, string][]} */
const SPEED_NAMES = [
  [0.5, "slow"],
  [1, "usual"],
  [2, "fast"],
  [0, "instant"],
];

/** @param {import("./router.js").Place} place @returns {Promise<Page>} */
export async function open(place) {
  const root = h("section", { class: "sheet preferences" });
  const bots = new Bots();
  if (place.hash === BOTS) {
    bots.root.open = true;
    setTimeout(() => bots.root.scrollIntoView());
  }
  const refresh = () => {
    bots.render();
    fill(root, h("h1", {}, say("preferences.title")), form("page"), bots.root);
  };
  refresh();
  return { root, refresh, title: () => say("preferences.title") };
}

/** This opens the settings over the page. */
export function openSettings() {
  overlay(() => say("preferences.title"), (body) => fill(body, form("over")), "preferences");
}

/**
 * @param {string} where Names of fields are unique in a page, and this form may be there twice.
 * @returns {HTMLElement}
 */
function form(where) {
  const now = settings();
  const named = (/** @type {string} */ key) => say(`preferences.${key}`);
  return h(
    "form",
    { class: "preferences-form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    radios(
      `${where}-language`,
      named("language"),
      LANGUAGES.map((language) => [language, named(`languages.${language}`)]),
      now.language,
      (language) => change({ language }),
    ),
    radios(
      `${where}-theme`,
      named("theme"),
      /** @type {const} */ (["system", "light", "dark"]).map((theme) => [theme, named(`themes.${theme}`)]),
      now.theme,
      (theme) => change({ theme }),
    ),
    h(
      "label",
      { class: "stacked" },
      h("span", { class: "label" }, named("name")),
      h("input", {
        class: "field",
        value: now.name,
        maxlength: 24,
        "data-key": `${where}-name`,
        autocomplete: "nickname",
        onchange: (/** @type {Event & {target: HTMLInputElement}} */ event) => change({ name: event.target.value.trim() }),
      }),
      h("span", { class: "about" }, named("name_about")),
    ),
    toggle(`${where}-sound`, named("sound_on"), "", now.sound, (sound) => change({ sound })),
    h(
      "label",
      { class: "stacked" },
      h("span", { class: "label" }, named("volume")),
      h("input", {
        type: "range",
        min: 0,
        max: 1,
        step: 0.05,
        value: now.volume,
        disabled: !now.sound,
        "data-key": `${where}-volume`,
        onchange: (/** @type {Event & {target: HTMLInputElement}} */ event) => change({ volume: Number(event.target.value) }),
      }),
    ),
    radios(
      `${where}-motion`,
      named("motion"),
      /** @type {const} */ (["system", "full", "still"]).map((motion) => [motion, named(`motions.${motion}`)]),
      now.motion,
      (motion) => change({ motion }),
    ),
    radios(
      `${where}-speed`,
      named("speed"),
      SPEED_NAMES.map(([speed, name]) => [speed, named(`speeds.${name}`)]),
      now.speed,
      (speed) => change({ speed }),
    ),
    toggle(`${where}-roll`, named("auto_roll"), named("auto_roll_about"), now.autoRoll, (autoRoll) => change({ autoRoll })),
    toggle(`${where}-forced`, named("auto_forced"), named("auto_forced_about"), now.autoForced, (autoForced) => change({ autoForced })),
    h("p", { class: "about" }, named("kept")),
    where === "over" && pathOf(location.pathname) !== "/settings" && h("p", {}, h("a", { class: "quiet", href: `/settings#${BOTS}` }, say("bots.title"))),
    h("button", { class: "button", type: "button", "data-key": `${where}-keys`, onclick: openShortcuts }, say("shortcuts.title")),
  );
}
