/** Something read or chosen over the page, which stays open below. */

import { h, s } from "./dom.js";
import { watch } from "./settings.js";
import { learn, say } from "./voice.js";

/**
 * This opens a sheet over the page, with a way to close it. It is drawn again when a setting changes.
 *
 * @param {() => string} title
 * @param {(body: HTMLElement) => void} draw
 * @param {string} kind A class for its look.
 * @returns {HTMLDialogElement}
 */
export function overlay(title, draw, kind) {
  const heading = h("h2", { class: "overlay-title" });
  const close = h(
    "button",
    { class: "quiet tool", type: "button", onclick: () => dialog.close() },
    s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: "M6 6l12 12M18 6L6 18" })),
  );
  const body = h("div", { class: "overlay-body", tabindex: -1 });
  const dialog = h("dialog", { class: `overlay ${kind}` }, h("header", {}, heading, close), body);
  const render = () => {
    heading.textContent = title();
    dialog.setAttribute("aria-label", title());
    close.setAttribute("aria-label", say("page.close"));
    close.title = say("page.close");
    draw(body);
  };
  const off = watch(() => void learn().then(render, () => undefined));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // A click beside the sheet.
    // Whoever follows a link wants to see where it leads; a jump within the sheet stays in it.
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (link && !link.target && isPlain && link.pathname !== location.pathname) dialog.close();
  });
  const shut = () => dialog.close();
  addEventListener("popstate", shut);
  dialog.addEventListener("close", () => {
    off();
    removeEventListener("popstate", shut);
    dialog.remove();
  });
  document.body.append(dialog);
  render();
  dialog.showModal();
  return dialog;
}
