/** Fields: the parts of forms that several pages use. */

import { h } from "./dom.js";

/**
 * This is a row of choices of which one holds.
 *
 * @template Value
 * @param {string} name Unique in the page.
 * @param {string} label
 * @param {readonly (readonly [Value, string])[]} choices Values and what they are called.
 * @param {Value} current
 * @param {(value: Value) => void} onchoice
 * @param {{disabled?: boolean, labelled?: boolean}} [how] Whether it can be changed, and whether the label is seen.
 * @returns {HTMLFieldSetElement}
 */
export function radios(name, label, choices, current, onchoice, how = {}) {
  return h(
    "fieldset",
    { class: "radios", disabled: how.disabled },
    h("legend", { class: how.labelled === false ? "hidden-text" : null }, label),
    h(
      "div",
      { class: "segments" },
      choices.map(([value, text]) =>
        h(
          "label",
          { class: "segment" },
          h("input", {
            type: "radio",
            name,
            value: String(value),
            checked: value === current,
            "data-key": `${name}=${value}`,
            onchange: () => onchoice(value),
          }),
          h("span", {}, text),
        ),
      ),
    ),
  );
}

/**
 * This is a list of which one entry holds, where there are too many to lie side by side.
 *
 * @template Value
 * @param {string} name Unique in the page.
 * @param {string} label
 * @param {readonly (readonly [Value, string])[]} choices Values and what they are called.
 * @param {Value} current
 * @param {(value: Value) => void} onchoice
 * @param {{disabled?: boolean}} [how]
 * @returns {HTMLElement}
 */
export function selection(name, label, choices, current, onchoice, how = {}) {
  const choose = (/** @type {Event & {target: HTMLSelectElement}} */ event) => {
    const chosen = choices[event.target.selectedIndex];
    if (chosen) onchoice(chosen[0]);
  };
  return h(
    "label",
    { class: "stacked" },
    h("span", { class: "label" }, label),
    h(
      "select",
      { class: "field short", "data-key": name, disabled: how.disabled, onchange: choose },
      choices.map(([value, text]) => h("option", { selected: value === current }, text)),
    ),
  );
}

/**
 * This is a switch with what it does beside it.
 *
 * @param {string} name Unique in the page.
 * @param {string} label
 * @param {string} about
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} onchoice
 * @param {{disabled?: boolean}} [how]
 * @returns {HTMLElement}
 */
export function toggle(name, label, about, isOn, onchoice, how = {}) {
  return h(
    "label",
    { class: "toggle" },
    h("input", {
      type: "checkbox",
      role: "switch",
      "data-key": name,
      checked: isOn,
      disabled: how.disabled,
      onchange: (/** @type {Event & {target: HTMLInputElement}} */ event) => onchoice(event.target.checked),
    }),
    h("span", { class: "toggle-text" }, h("span", { class: "label" }, label), about && h("span", { class: "about" }, about)),
  );
}
