import { h } from "./dom.js";

/** @returns {Promise<import("./router.js").Page>} */
export async function open() {
  return { root: h("section", {}, "home"), title: () => "home" };
}
