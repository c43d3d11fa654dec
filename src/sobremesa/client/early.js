// Before the first paint: the theme that was chosen, so that nobody sees the other one flash by; and the scripts and
// words that this address will need, all at once, because on a slow line every journey there and back counts. Which
// scripts a page needs is checked by a test.
(function () {
  /** @type {Record<string, string>} */
  const SCRIPTS = {
    home: "home clock luck onetime people sha256 wish",
    setup: "setup clock field luck onetime options people sha256 wish",
    table:
      "table advice chairs choices controls course cover describe drawer exit frame house invite keys live logbook luck marks notes onetime people real result rules seal sha256 shorthand socket sound stage strip targets turn queue overlay motion plan geometry tracks rematch clock clockface phrases presence kept copy",
    replay: "replay camera chairs frame live people stage stretches viewing geometry motion plan tracks",
    review: "review chairs frame live marks people stage geometry motion plan tracks",
    join: "join clock kept luck onetime options people sha256",
    rules: "rules overlay people",
    lesson:
      "lesson advice chairs choices clock controls course describe frame keys live luck marks onetime people real rules sha256 sound stage strip targets turn queue overlay motion plan geometry tracks wish",
    admin: "admin confirm console field live people",
    preferences: "preferences bots copy live overlay field shortcuts",
  };
  /** @type {[RegExp, string, (path: string[]) => string[]][]} */
  const PAGES = [
    [/^\/$/, "home", () => ["/api/games", "/api/matches"]],
    [/^\/new\/[^/]+$/, "setup", () => ["/api/games", "/api/tables"]],
    [/^\/t\/[^/]+$/, "table", (path) => [`/api/matches/${path[2]}`]],
    [/^\/t\/[^/]+\/replay$/, "replay", (path) => [`/api/matches/${path[2]}`]],
    [/^\/t\/[^/]+\/review$/, "review", (path) => [`/api/matches/${path[2]}`]],
    [/^\/join\/[^/]+\/[^/]+$/, "join", (path) => [`/api/matches/${path[2]}?invite=${path[3]}`]],
    [/^\/rules\/[^/]+$/, "rules", () => ["/api/games"]],
    [/^\/learn\/[^/]+$/, "lesson", () => ["/api/games"]],
    [/^\/settings$/, "preferences", () => []],
    [/^\/admin$/, "admin", () => []],
  ];

  /** @type {{theme?: string, language?: string}} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("sobremesa") || "{}") || {};
  } catch {
    // Whoever forbids storage gets the theme and the language of the system.
  }
  const { theme } = chosen;
  const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";

  const tongues = [chosen.language ?? "", ...navigator.languages].map((tongue) => tongue.slice(0, 2).toLowerCase());
  const language = tongues.find((tongue) => tongue === "es" || tongue === "en") ?? "en";

  /** @param {Record<string, string>} attributes */
  function link(attributes) {
    const element = document.createElement("link");
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.head.append(element);
  }

  // The base path, as in base.js: this file came from the folder below it.
  const base = new URL("..", /** @type {HTMLScriptElement} */ (document.currentScript).src).pathname;

  /** @param {string} page @param {"high" | "low"} [priority] */
  function foresee(page, priority = "high") {
    for (const script of (SCRIPTS[page] ?? "").split(" ")) {
      const href = `${base}client/${script}.js`;
      const isAsked = [...document.head.querySelectorAll("link")].some((each) => each.getAttribute("href") === href);
      if (!isAsked) link({ rel: "modulepreload", href, fetchpriority: priority });
    }
  }
  Object.assign(globalThis, { foresee });

  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length - 1) : location.pathname;
  const page = PAGES.find(([pattern]) => pattern.test(path));
  for (const asked of [`/api/words/${language}`, ...(page ? page[2](path.split("/")) : [])])
    link({ rel: "preload", as: "fetch", crossorigin: "anonymous", href: base + asked.slice(1) });
  if (page) foresee(page[1]);
  // Whoever is invited will sit down in a moment; but what they see now, and their word that they sit down, go first.
  if (page?.[1] === "join") foresee("table", "low");
})();
