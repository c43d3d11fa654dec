/** The beginning: the bar above every page, and the one page that is open. */

import { Refusal } from "./api.js";
import { addressOf, pathOf } from "./base.js";
import { fill } from "./dom.js";
import { barOf } from "./bar.js";
import { decoded, find, travelBy } from "./router.js";
import { listen, theme, watch } from "./settings.js";
import { trouble } from "./trouble.js";
import { learn, say } from "./voice.js";

/** @typedef {import("./router.js").Page} Page */
/** @typedef {import("./router.js").Place} Place */

const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
const stand = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @type {Page | null} */
let page = null;
let address = "";
/** The number of the latest journey: a page that is ready after another was asked for is not shown. */
let journey = 0;
/** How far each page was scrolled when it was left, for whoever comes back. @type {Map<string, number>} */
const scrolled = new Map();

/** @returns {Place & {name: string}} */
function here() {
  const path = pathOf(location.pathname);
  const found = find(path);
  return {
    name: found?.name ?? "lost",
    path,
    parts: found?.parts ?? {},
    query: new URLSearchParams(location.search),
    hash: decoded(location.hash.slice(1)),
  };
}

/** @param {{isBack?: boolean}} [how] */
async function arrive({ isBack = false } = {}) {
  const place = here();
  const isHere = page !== null && address === location.pathname + location.search;
  if (isHere && (page?.moved?.(place) ?? true)) return;
  const mine = ++journey;
  scrolled.set(address, scrollY);
  address = location.pathname + location.search;
  const opened = await opening(place);
  if (mine !== journey) return opened.leave?.();
  page?.leave?.();
  page = opened;
  document.body.dataset.page = opened.name ?? place.name;
  fill(stand, opened.root);
  dress();
  if (!place.hash) scrollTo(0, isBack ? (scrolled.get(address) ?? 0) : 0);
  if (mine > 1) stand.focus({ preventScroll: true });
}

/**
 * @param {Place} place
 * @returns {Promise<Page>}
 */
async function opening(place) {
  try {
    // Words and scripts come together: on a slow line every journey there and back counts.
    const found = find(place.path);
    const [opener] = await Promise.all([found?.load().catch(unreached), learn()]);
    if (!opener) return trouble(new Refusal(404, null, ""), again);
    return await opener.open(place);
  } catch (problem) {
    if (!(problem instanceof Refusal)) console.error(problem);
    return trouble(problem, again);
  }
}

/**
 * A script that could not be fetched says no more than that the server is away.
 *
 * @param {unknown} problem
 * @returns {never}
 */
function unreached(problem) {
  throw problem instanceof TypeError ? new Refusal(0, null, "") : problem;
}

function again() {
  address = "";
  void arrive();
}

/** The bar and the title speak of the page, so they change with it and with the language. */
function dress() {
  document.documentElement.dataset.theme = theme();
  fill(bar, barOf(page?.tools?.() ?? []));
  const title = page?.title() ?? "";
  document.title = title ? `${title} · ${say("page.sobremesa")}` : say("page.sobremesa");
}

travelBy((to, { replace }) => {
  const url = new URL(to.startsWith("/") ? addressOf(to) : to, location.href);
  if (url.origin !== location.origin) return location.assign(to);
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  void arrive();
});

addEventListener("popstate", () => void arrive({ isBack: true }));
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href, location.href);
  if (link.target || link.hasAttribute("download") || url.origin !== location.origin || !find(pathOf(url.pathname))) return;
  // A jump within the page is the browser's own affair.
  if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
  event.preventDefault();
  history.pushState(null, "", url);
  void arrive();
});

watch(() => {
  document.documentElement.dataset.theme = theme();
  void learn().then(
    () => {
      page?.refresh?.();
      dress();
    },
    () => undefined, // Without the server, the page goes on in the words that it has.
  );
});
listen();
void arrive();
