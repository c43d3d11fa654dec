/**
 * The live region: the one place from which a screen reader hears what happens, politely, each thing once and in order.
 *
 * While something lies over the page nobody hears what is below it, so the region goes along.
 */

import { h } from "./dom.js";

/** How many lines a screen reader may still be busy with. */
const HEARD = 8;

const region = typeof document === "undefined" ? null : document.getElementById("live");
// Whatever lay over the page is taken away soon, with all that is in it. Such an event is heard only on its way down.
if (region) document.addEventListener("close", settle, { capture: true });

/** This tells something to whoever listens. @param {...string} lines */
export function announce(...lines) {
  if (!region) return;
  settle();
  region.append(...lines.filter(Boolean).map((line) => h("p", {}, line)));
  while (region.childElementCount > HEARD) region.firstElementChild?.remove();
}

/** Nobody need hear any more of what was told. */
export function hush() {
  region?.replaceChildren();
}

function settle() {
  const over = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (!region || region.parentNode === over) return;
  // What was heard is not heard again.
  hush();
  over.append(region);
}
