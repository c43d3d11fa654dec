/** The rulebooks, as pages and over the table. */

import { api } from "./api.js";
import { addressOf } from "./base.js";
import { fill, h } from "./dom.js";
import { overlay } from "./overlay.js";
import { boardOf, gameName } from "./people.js";
import { settings, theme } from "./settings.js";
import { say } from "./voice.js";

/** @typedef {import("./router.js").Page} Page */
/** @typedef {import("./router.js").Place} Place */

/** @type {Map<string, Promise<{html: string}>>} */
const asked = new Map();

/**
 * @param {Place} place
 * @returns {Promise<Page>}
 */
export async function open(place) {
  const name = place.parts.game ?? "";
  const [{ games }, text] = await Promise.all([api.games(), textOf(name)]);
  const root = h("div", { class: "rules" });
  let mark = place.hash;
  const draw = (/** @type {string} */ html) => {
    const { body, contents } = book(html, name);
    fill(
      root,
      h(
        "nav",
        { class: "contents", "aria-label": say("rules.contents") },
        h("details", { open: matchMedia("(min-width: 60rem)").matches }, h("summary", {}, say("rules.contents")), list(contents)),
        h("p", { class: "actions" }, h("a", { class: "button primary", href: `/new/${name}` }, say("rules.play", { game: gameName(name) }))),
        h("details", {}, h("summary", {}, say("rules.other")), others(games.map((game) => game.name), name)),
      ),
      h("article", { class: "sheet book" }, body),
    );
    requestAnimationFrame(() => point(root, mark));
  };
  draw(text);
  return {
    root,
    title: () => say("rules.title", { game: gameName(name) }),
    refresh: () => void textOf(name).then(draw, () => undefined),
    moved: (to) => {
      mark = to.hash;
      point(root, mark);
      return true;
    },
  };
}

/**
 * This opens the rulebook of a game over the page, at a rule ("" is the top).
 *
 * @param {string} game
 * @param {string} [rule]
 */
export async function openRules(game, rule = "") {
  await textOf(game);
  overlay(
    () => say("rules.title", { game: gameName(game) }),
    (body) =>
      void textOf(game).then((html) => {
        const { body: pages, contents } = book(html, game);
        fill(
          body,
          h("details", { class: "contents" }, h("summary", {}, say("rules.contents")), list(contents)),
          h("article", { class: "book" }, pages),
        );
        body.onclick = (event) => {
          const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
          if (!link) return;
          event.preventDefault(); // The address is that of the page below.
          point(body, link.getAttribute("href")?.slice(1) ?? "");
        };
        requestAnimationFrame(() => point(body, rule));
      }),
    "drawer",
  );
}

/**
 * @param {string} game
 * @returns {Promise<string>}
 */
async function textOf(game) {
  const { language } = settings();
  const key = `${language}/${game}`;
  const promise = asked.get(key) ?? api.rules(game, language);
  asked.set(key, promise);
  promise.catch(() => asked.delete(key));
  return (await promise).html;
}

/**
 * This makes a rulebook ready to be read: every chapter can be linked to, the board is drawn below the title, and the
 * examples where they stand.
 *
 * @param {string} html
 * @param {string} game
 * @returns {{body: Node[], contents: [string, string][]}}
 */
function book(html, game) {
  const template = document.createElement("template");
  // How a column is set is said by a class: the page's policy allows no style attribute.
  template.innerHTML = html.replace(/ style="text-align: ?(\w+);?"/g, ' class="$1"');
  const { content } = template;
  /** @type {[string, string][]} */
  const contents = [];
  for (const heading of content.querySelectorAll("h2")) {
    heading.id = slug(heading.textContent ?? "");
    contents.push([heading.id, heading.textContent ?? ""]);
  }
  for (const wide of content.querySelectorAll("table, pre")) {
    const frame = h("div", { class: "wide", tabindex: 0, role: "group" });
    wide.replaceWith(frame);
    frame.append(wide);
  }
  for (const image of content.querySelectorAll("img[data-example]")) show(image, game);
  const picture = boardOf(game, "book-board", say("rules.board", { game: gameName(game) }));
  content.querySelector("h2")?.before(picture);
  return { body: [...content.childNodes], contents };
}

/**
 * This draws an example of a rulebook, lying on the table; those of one paragraph stand side by side.
 *
 * @param {Element} image
 * @param {string} game
 */
function show(image, game) {
  const name = image.getAttribute("data-example") ?? "";
  const lying = h("span", { class: "lying example-board" });
  image.closest("p")?.classList.add("examples");
  image.replaceWith(lying);
  lying.append(image);
  image.setAttribute("loading", "lazy");
  image.setAttribute("src", addressOf(api.example(game, name, theme(), settings().language)));
}

/**
 * This is the name of a chapter in links, as Markdown's readers form it.
 *
 * @param {string} heading
 * @returns {string}
 */
export function slug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/**
 * @param {[string, string][]} contents
 * @returns {HTMLElement}
 */
function list(contents) {
  return h("ol", {}, contents.map(([id, text]) => h("li", {}, h("a", { href: `#${id}` }, text))));
}

/**
 * @param {string[]} games
 * @param {string} name
 * @returns {HTMLElement}
 */
function others(games, name) {
  const rest = games.filter((game) => game !== name);
  return h("ul", {}, rest.map((game) => h("li", {}, h("a", { href: `/rules/${game}` }, gameName(game)))));
}

/**
 * This scrolls to a rule or chapter and marks it.
 *
 * @param {HTMLElement} root
 * @param {string} id
 */
function point(root, id) {
  for (const old of root.querySelectorAll(".pointed")) old.classList.remove("pointed");
  const found = id && root.querySelector(`[id="${CSS.escape(id)}"]`);
  if (!found) return;
  // The anchor itself is empty; what is meant is what it stands in.
  const meant = found.closest("li, p, h2, h3") ?? found;
  meant.classList.add("pointed");
  meant.scrollIntoView({ block: meant instanceof HTMLHeadingElement ? "start" : "center" });
}
