import { h } from "./dom.js";

/** @returns {Promise<import("./router.js").Page>} */
export async function open() {
  return { root: h("section", {}, "settings"), title: () => "settings" };
}

/** This opens the settings over the page. */
export function openSettings() {}
