/** Copying: a button beside something that people take elsewhere. */

import { fill, h } from "./dom.js";
import { say } from "./voice.js";

/**
 * This is a button that copies what stands in an element.
 *
 * @param {HTMLElement} element
 * @param {string} key under which the button keeps the focus
 */
export function copier(element, key) {
  const button = h("button", { class: "button primary", type: "button", "data-key": key }, say("page.copy"));
  button.addEventListener("click", () => void copy(element).then(() => fill(button, say("page.copied"))));
  return button;
}

/** @param {HTMLElement} element */
async function copy(element) {
  const isField = element instanceof HTMLInputElement;
  if (isField) element.select();
  else getSelection()?.selectAllChildren(element);
  try {
    await navigator.clipboard.writeText(isField ? element.value : (element.textContent ?? ""));
  } catch {
    // Without a safe connection browsers have only the old way.
    document.execCommand("copy");
  }
}
