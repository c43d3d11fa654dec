/**
 * The result: who came in which place, and where to go from here.
 *
 * @typedef {import("./frame.js").Frame} Frame
 */

import { badgeOf } from "./chairs.js";
import { h } from "./dom.js";
import { lock } from "./seal.js";
import { say } from "./voice.js";

/**
 * This is the panel of a match that is over.
 *
 * @param {Frame} frame
 * @param {{match: string, game: string, names: string[], course: {chairs: readonly import("./frame.js").Chair[]}}} match
 * @param {() => void} check shows whether the dice were fair
 * @param {HTMLElement} again how the same people play again
 */
export function resultOf(frame, { match, game, names, course: { chairs } }, check, again) {
  const places = frame.places ?? [];
  const order = places.map((_, seat) => seat).sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  return h(
    "section",
    { class: "result panel" },
    h("h2", {}, say("table.result.title")),
    // Nobody has a place where the server has ended the match; the prompt says why.
    !places.length && h("p", { class: "about" }, say(frame.prompt, {}, { game, names })),
    Boolean(places.length) && h(
      "ol",
      { class: "podium" },
      order.map((seat) =>
        h(
          "li",
          { class: places[seat] === 1 ? "winner" : "" },
          h("span", { class: "medal" }, say("table.place", { place: places[seat] })),
          badgeOf(frame, seat),
          h("span", {}, names[seat]),
          chairs[seat]?.helped && h("span", { class: "about helped" }, say("table.result.helped")),
        ),
      ),
    ),
    again,
    h(
      "p",
      { class: "result-ways" },
      h("a", { class: "button", href: `/new/${encodeURIComponent(game)}` }, say("table.result.again")),
      h("a", { class: "button", href: `/t/${encodeURIComponent(match)}/replay` }, say("table.result.replay")),
      h("a", { class: "button", "data-key": "review", href: `/t/${encodeURIComponent(match)}/review` }, say("table.result.review")),
      h("button", { class: "button check-dice", type: "button", "data-key": "dice", onclick: check }, lock(true), say("table.result.dice")),
    ),
  );
}
