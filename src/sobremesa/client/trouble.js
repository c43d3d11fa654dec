/** What is shown when a page cannot be: a sentence that says why, and the way on. */

import { Refusal } from "./api.js";
import { fill, h } from "./dom.js";
import { say, words } from "./voice.js";

/** @typedef {import("./router.js").Page} Page */

/**
 * This is the page for something that went wrong.
 *
 * @param {unknown} problem
 * @param {() => void} again
 * @returns {Page}
 */
export function trouble(problem, again) {
  const root = h("section", { class: "sheet trouble" });
  const refresh = () => {
    const kind = kindOf(problem);
    fill(
      root,
      h("h1", {}, said(`trouble.${kind}.title`)),
      // Of an address at which there is nothing, the server knows less to say to a reader than this page.
      h("p", {}, kind === "unknown" ? said("trouble.unknown.text") : sentenceOf(problem)),
      h(
        "p",
        { class: "actions" },
        kind !== "unknown" && h("button", { class: "button primary", type: "button", onclick: again }, said("trouble.again")),
        h("a", { class: kind === "unknown" ? "button primary" : "button", href: "/" }, said("trouble.home")),
      ),
    );
  };
  refresh();
  return { root, refresh, name: "trouble", title: () => said(`trouble.${kindOf(problem)}.title`) };
}

/**
 * This is what went wrong, as a sentence in the reader's language.
 *
 * @param {unknown} problem
 * @returns {string}
 */
export function sentenceOf(problem) {
  if (problem instanceof Refusal) {
    if (problem.phrase && words().has(problem.phrase.say)) return say(problem.phrase);
    if (problem.text) return problem.text;
  }
  return said(`trouble.${kindOf(problem)}.text`);
}

/**
 * @param {unknown} problem
 * @returns {"away" | "unknown" | "refused" | "broken"}
 */
function kindOf(problem) {
  if (!(problem instanceof Refusal)) return "broken";
  if (problem.status === 0 || problem.status >= 500) return "away";
  return problem.status === 404 ? "unknown" : "refused";
}

/** When the server is away before any words were learnt, these are all there is to say, in both languages. */
/** @type {Record<string, string>} */
const WORDLESS = {
  "trouble.away.title": "Sobremesa",
  "trouble.away.text": "No se alcanza el servidor. · The server cannot be reached.",
  "trouble.broken.title": "Sobremesa",
  "trouble.broken.text": "Algo salió mal. · Something went wrong.",
  "trouble.again": "↻",
  "trouble.home": "⌂",
};

/**
 * @param {string} key
 * @returns {string}
 */
function said(key) {
  return words().has(key) ? say(key) : (WORDLESS[key] ?? "Sobremesa");
}
