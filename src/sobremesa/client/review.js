/**
 * The review: what luck and what play did in a match that is over. A graph of everybody's chances, the account of every
 * seat, and the moves that cost most, each with the better one shown on the board.
 */

import { Refusal, api } from "./api.js";
import { badgeOf } from "./chairs.js";
import { fill, h, s } from "./dom.js";
import { announce } from "./live.js";
import { advise, unmark } from "./marks.js";
import { gameName, namesOf } from "./people.js";
import { theme } from "./settings.js";
import { Stage } from "./stage.js";
import { sentenceOf } from "./trouble.js";
import { learn, percent, say } from "./voice.js";

/** @typedef {import("./api.js").Head} Head */
/** @typedef {import("./api.js").Review} Told */
/** @typedef {import("./api.js").Reviewed} Reviewed */
/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./words.js").Phrase} Phrase */
/** @typedef {{done: number, of: number, note?: string}} Far How far a review is, or why it has not begun. */

/** After how many milliseconds one asks again whether the review is there. */
const AGAIN = 700;
const WIDTH = 360;
const HEIGHT = 130;
/** The room for figures beside and above the graph. */
const LEFT = 40;
const ABOVE = 8;
/** Lines are told apart by more than their colour. */
const DASHES = ["", "8 4", "2 4", "10 4 2 4", "1 3", "14 6"];
const MISTAKES = ["mistake", "blunder"];

/**
 * This opens the review of a match.
 *
 * @param {import("./router.js").Place} place
 * @returns {Promise<import("./router.js").Page>}
 */
export async function open(place) {
  const match = place.parts.match ?? "";
  const head = await api.head(match);
  // What cannot be reviewed is refused before a page is shown.
  const [first] = await Promise.all([asked(match), learn(head.game)]);
  const review = new ReviewPage(match, head);
  void review.wait(first);
  return {
    root: review.root,
    title: () => say("review.title", { game: gameName(head.game) }),
    refresh: () => review.refresh(),
    leave: () => review.leave(),
  };
}

/**
 * Whoever must wait for the bots to get ready waits here, as for the review itself.
 *
 * @param {string} match
 * @returns {Promise<Told | Far>}
 */
async function asked(match) {
  try {
    return await api.review(match);
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.phrase?.say !== "server.preparing") throw problem;
    return { done: 0, of: 0, note: sentenceOf(problem) };
  }
}

class ReviewPage {
  /** @param {string} match @param {Head} head */
  constructor(match, head) {
    this.match = match;
    this.head = head;
    this.game = head.game;
    this.isLeft = false;
    /** @type {Told | null} */
    this.told = null;
    /** How many choices had been made at the moment that is shown. */
    this.at = 0;
    /** The number of the latest wish: a table that comes late is not shown. */
    this.wish = 0;
    this.names = namesOf(head.seats);
    /** @type {Map<string, import("./frame.js").Scene>} */
    this.boards = new Map();
    this.say = (/** @type {Phrase} */ phrase) => say(phrase, {}, { game: this.game, names: this.names });
    this.stage = new Stage(this.say);
    this.heading = h("h1", { class: "hidden-text" });
    this.graph = h("section", { class: "panel review-graph" });
    this.slider = h("input", { type: "range", min: 0, step: 1, "data-key": "moment", oninput: () => void this.show(Number(this.slider.value)) });
    this.now = h("section", { class: "panel review-now", hidden: true });
    this.lists = h("section", { class: "panel review-lists", hidden: true });
    this.root = h(
      "section",
      { class: "table review" },
      this.heading,
      h("div", { class: "around" }, this.graph),
      h("div", { class: "middle" }, this.stage.root),
      h("div", { class: "beside" }, this.now, this.lists),
    );
    fill(this.heading, say("review.title", { game: gameName(this.game) }));
  }

  // Until it is there

  /** @param {Told | Far} found */
  async wait(found) {
    while (!this.isLeft) {
      if ("chances" in found) return this.take(found);
      this.working(found);
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      if (this.isLeft) return;
      try {
        found = await asked(this.match);
      } catch (problem) {
        fill(this.graph, h("h2", {}, say("review.title", { game: gameName(this.game) })), h("p", { class: "fault", role: "alert" }, sentenceOf(problem)), this.ways());
        return;
      }
    }
  }

  /** @param {Far} far */
  working({ done, of, note }) {
    fill(
      this.graph,
      h("h2", {}, say("review.working")),
      h("progress", { max: of || 1, value: done, "aria-label": say("review.working") }),
      h("p", { class: "about" }, note ?? (of ? say("review.far", { done, of }) : say("review.waiting"))),
    );
    if (!this.stage.frame) void this.lay();
  }

  /** @param {Told} told */
  take(told) {
    this.told = told;
    this.lists.hidden = false;
    this.now.hidden = false;
    this.redraw();
    const [worst] = [...told.moves].sort((one, other) => (other.loss ?? 0) - (one.loss ?? 0));
    void this.show(worst?.number ?? told.seqs.length);
    Object.assign(this.root.dataset, { ready: "true" });
  }

  // What is shown

  /**
   * This shows a moment: the table before a choice, and the better move if there was one.
   *
   * @param {number} at
   */
  async show(at) {
    const { told } = this;
    if (!told) return;
    this.at = Math.min(told.seqs.length, Math.max(0, at));
    this.settle();
    announce(...this.sentences());
    await this.lay();
  }

  /** The table of the moment, in the light of now. */
  async lay() {
    const { moment } = this;
    const mine = this.head.mine[0] ?? null;
    // A mistake is seen from the seat that made it, as it was seen then.
    const isShown = await this.table(moment?.better && typeof moment.actor === "number" ? moment.actor : mine, this.seqAt(this.at));
    if (isShown && moment?.better) advise(this.stage, moment.better);
  }

  /** What the review says of the moment that is shown, if anything. @returns {Reviewed | undefined} */
  get moment() {
    const { told } = this;
    return told ? [...told.moves, ...told.throws].find(({ number }) => number === this.at) : undefined;
  }

  /** A moment has the number that it has in the replay, where the same table is shown. @param {number} at */
  seqAt(at) {
    const seqs = this.told?.seqs ?? [];
    return (seqs[at] ?? (seqs.at(-1) ?? 0) + 1) - 1;
  }

  /** Whoever chooses from the list wants to see the board, wherever they have scrolled. @param {number} at */
  look(at) {
    void this.show(at);
    this.stage.root.scrollIntoView({ block: "nearest" });
  }

  /**
   * This shows a table, and tells whether it did: another may have been wished for meanwhile.
   *
   * @param {number | null} seat
   * @param {number} seq
   */
  async table(seat, seq) {
    const mine = ++this.wish;
    const light = theme();
    try {
      const { first, looks } = await api.replay(this.match, { seat, from: seq, to: seq, theme: light });
      if (mine !== this.wish) return false;
      const key = `${seat} ${light}`;
      // The board stays the same object, so that it is not built again for every moment.
      const stage = this.boards.get(key) ?? first.stage;
      this.boards.set(key, stage);
      unmark(this.stage);
      this.stage.show({ ...first, stage, looks });
      // The colours of the seats are the same at every moment, and whoever moves the slider keeps hold of it.
      const isLightNew = this.root.dataset.theme !== light;
      this.root.dataset.theme = light;
      if (isLightNew) this.redraw();
      return true;
    } catch (problem) {
      if (mine !== this.wish) return false;
      this.now.hidden = false;
      fill(this.now, h("p", { class: "fault" }, sentenceOf(problem)));
      return false;
    }
  }

  /** What belongs to the moment is said: the graph's line, the words, and the entry of the list. */
  settle() {
    const { told } = this;
    if (!told) return;
    const place = LEFT + ((WIDTH - LEFT) * this.at) / Math.max(1, told.chances.length - 1);
    for (const name of ["x1", "x2"]) this.graph.querySelector(".cursor")?.setAttribute(name, String(place));
    this.slider.value = String(this.at);
    const where = say("review.moment", { at: this.seqAt(this.at), length: this.seqAt(told.seqs.length) });
    this.slider.setAttribute("aria-valuetext", where);
    const [words, chances] = this.sentences();
    fill(
      this.now,
      h("p", { class: "about" }, where),
      words && h("p", { class: "prompt" }, words),
      h("p", {}, chances),
      h("p", { class: "actions" }, h("a", { class: "quiet", "data-key": "replay", href: `/t/${encodeURIComponent(this.match)}/replay#${this.seqAt(this.at)}` }, say("review.replay"))),
    );
    for (const button of this.lists.querySelectorAll(".moment")) button.toggleAttribute("aria-current", button.getAttribute("data-number") === String(this.at));
    this.root.dataset.at = String(this.at);
  }

  /** The moment in words, for those who look and those who listen: what was done, if it mattered, and how everybody stood. */
  sentences() {
    const chances = this.told?.chances[this.at] ?? [];
    return [
      this.moment ? this.words(this.moment) : "",
      say("review.chances", { chances: chances.map((chance, seat) => `${this.names[seat]} ${percent(chance)}`) }),
    ];
  }

  /** @param {Reviewed} moment */
  words(moment) {
    const { made, better, loss = 0, grade = "", change, story = [] } = moment;
    if (made && better) {
      const values = { player: this.names[Number(moment.actor)], made: made.caption, better: better.caption, loss: percent(loss) };
      return `${this.say({ say: "review.better", ...values })} ${say(`review.grades.${grade}`)}.`;
    }
    const helped = change.indexOf(Math.max(...change));
    return `${story.map(this.say).join(" ")} ${say("review.helped", { player: this.names[helped], change: signed(change[helped] ?? 0) })}`;
  }

  // What stays

  redraw() {
    const { told } = this;
    const { frame } = this.stage;
    if (!told) return;
    this.names = namesOf(this.head.seats);
    this.slider.max = String(told.seqs.length);
    this.slider.setAttribute("aria-label", say("review.position"));
    fill(this.graph, h("h2", {}, say("review.graph")), this.lines(told, frame), this.slider, frame ? this.legend(frame) : []);
    fill(this.lists, this.accounts(told, frame), this.list("review.moves", told.moves), this.list("review.throws", told.throws), h("p", { class: "about" }, say("review.about", { simulations: told.simulations })), !told.over && h("p", { class: "about" }, say("review.broken")), this.ways());
    this.settle();
  }

  /** @param {Told} told @param {Frame | undefined} frame */
  lines(told, frame) {
    const last = Math.max(1, told.chances.length - 1);
    const x = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT) * at) / last;
    const y = (/** @type {number} */ chance) => ABOVE + HEIGHT * (1 - chance);
    const scale = [0, 0.5, 1].map((share) =>
      s("g", { class: "scale" }, s("line", { x1: LEFT, x2: WIDTH, y1: y(share), y2: y(share) }), s("text", { x: LEFT - 4, y: y(share) + 4, "text-anchor": "end" }, percent(share))),
    );
    const lines = (told.chances[0] ?? []).map((_, seat) => {
      const points = told.chances.map((chances, at) => `${x(at).toFixed(1)},${y(chances[seat] ?? 0).toFixed(1)}`).join(" ");
      return s("polyline", { points, class: "chance-line", stroke: frame?.stage.colours[seat] ?? "currentColor", "stroke-dasharray": DASHES[seat % DASHES.length] ?? "" });
    });
    const dots = told.moves
      .filter(({ grade }) => MISTAKES.includes(grade ?? ""))
      .map(({ number, actor }) => s("circle", { cx: x(number), cy: y(told.chances[number]?.[Number(actor)] ?? 0), r: 4.5, class: "slip", fill: frame?.stage.colours[Number(actor)] ?? "currentColor" }));
    const cursor = s("line", { class: "cursor", y1: ABOVE, y2: ABOVE + HEIGHT, x1: x(this.at), x2: x(this.at) });
    const graph = s("svg", { class: "chances", viewBox: `0 0 ${WIDTH + 6} ${HEIGHT + 2 * ABOVE}`, role: "img", "aria-label": say("review.graph") }, scale, lines, dots, cursor);
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      const along = ((event.clientX - box.left) / box.width) * (WIDTH + 6) - LEFT;
      void this.show(Math.round((along / (WIDTH - LEFT)) * last));
    });
    return graph;
  }

  /** @param {Frame} frame */
  legend(frame) {
    const lines = this.names.map((name, seat) =>
      h(
        "span",
        { class: "review-seat" },
        badgeOf(frame, seat),
        s("svg", { class: "dash", viewBox: "0 0 36 6", "aria-hidden": "true" }, s("line", { x2: 36, y1: 3, y2: 3, stroke: frame.stage.colours[seat] ?? "currentColor", "stroke-dasharray": DASHES[seat % DASHES.length] ?? "" })),
        name,
      ),
    );
    return h("p", { class: "legend" }, lines);
  }

  /** @param {Told} told @param {Frame | undefined} frame */
  accounts(told, frame) {
    const figures = /** @type {const} */ (["start", "luck", "play", "others", "result", "lost"]);
    const head = h("tr", {}, h("th", {}, h("span", { class: "hidden-text" }, say("review.player"))), figures.map((name) => h("th", { scope: "col" }, say(`review.figures.${name}`))));
    const rows = told.seats.map((account, seat) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, frame ? badgeOf(frame, seat) : null, h("span", {}, this.names[seat])),
        figures.map((name) => h("td", {}, name === "start" || name === "result" ? percent(account[name]) : signed(name === "lost" ? -account.lost : account[name]))),
      ),
    );
    return h("div", {}, h("h2", {}, say("review.accounts")), h("div", { class: "wide" }, h("table", { class: "accounts" }, h("thead", {}, head), h("tbody", {}, rows))), h("p", { class: "about" }, say("review.legend")));
  }

  /** @param {string} key @param {Reviewed[]} moments */
  list(key, moments) {
    const entry = (/** @type {Reviewed} */ moment) =>
      h("li", {}, h("button", { class: "moment", type: "button", "data-key": `moment-${moment.number}`, "data-number": moment.number, onclick: () => this.look(moment.number) }, h("span", { class: "moment-number" }, `${this.seqAt(moment.number)}. `), this.words(moment)));
    return h("div", {}, h("h2", {}, say(key)), moments.length ? h("ol", { class: "slips" }, moments.map(entry)) : h("p", { class: "about" }, say("review.none")));
  }

  ways() {
    const path = encodeURIComponent(this.match);
    return h("p", { class: "result-ways" }, h("a", { class: "button", href: `/t/${path}/replay` }, say("table.result.replay")), h("a", { class: "button", href: `/new/${encodeURIComponent(this.game)}` }, say("table.result.again")));
  }

  refresh() {
    fill(this.heading, say("review.title", { game: gameName(this.game) }));
    this.redraw();
    this.stage.redraw();
    if (this.root.dataset.theme !== theme()) void this.lay();
  }

  leave() {
    this.isLeft = true;
    this.wish += 1;
  }
}

/** @param {number} share */
function signed(share) {
  return percent(share, { signDisplay: "exceptZero" });
}
