/**
 * A drawer: where a small screen keeps a panel until somebody wants it. It comes up from the lower edge, and goes by the
 * way it came: a swipe down, the escape key, a tap beside it, or its button.
 */

import { fill, h, s } from "./dom.js";
import { isStill } from "./settings.js";

/** How far a finger must go for a swipe, in pixels. */
const FAR = 48;

export class Drawer {
  /** @param {HTMLElement} panel what it keeps, which stands in the page where there is room for it */
  constructor(panel) {
    this.panel = panel;
    this.close = h(
      "button",
      { class: "quiet tool", type: "button", onclick: () => this.shut() },
      s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: "M6 9l6 6 6-6" })),
    );
    this.heading = h("h2", { class: "grip-title" });
    this.grip = h("header", { class: "grip" }, this.heading, this.close);
    this.root = h("dialog", { class: "pulled" }, this.grip);
    this.line = h("span", { class: "peek-line" });
    this.title = h("span", { class: "hidden-text" });
    /** What one sees of it while it is shut: what was said last, and that there is more. */
    this.handle = h(
      "button",
      { class: "peek panel", type: "button", "aria-haspopup": "dialog", onclick: () => this.open() },
      this.title,
      this.line,
      s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: "M6 15l6-6 6 6" })),
    );
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root) this.shut(); // A tap beside it.
    });
    // Word of it comes late: somebody may have pulled it out again.
    this.root.addEventListener("close", () => this.root.open || this.putBack());
    this.root.addEventListener("touchstart", (event) => this.touched(event), { passive: true });
    this.root.addEventListener("touchmove", (event) => this.pull(this.distance(event)), { passive: true });
    this.root.addEventListener("touchend", (event) => this.released(event));
    this.root.addEventListener("touchcancel", () => this.pull(0));
    /** Where the panel stood in the page while it is in the drawer. @type {HTMLElement | null} */
    this.mark = null;
    /** Where the finger was laid on, unless it scrolls what is in the drawer. @type {number | null} */
    this.start = null;
    // Somebody turned the device, and there is room for the panel in the page.
    this.resized = () => {
      if (this.root.open && !this.handle.checkVisibility()) this.shut();
    };
  }

  /**
   * @param {string} title
   * @param {string} close what the button says that shuts it
   */
  name(title, close) {
    fill(this.heading, title);
    fill(this.title, `${title}: `);
    this.root.setAttribute("aria-label", title);
    this.close.setAttribute("aria-label", close);
    this.close.title = close;
  }

  /** @param {string} line */
  peek(line) {
    fill(this.line, line);
  }

  open() {
    if (this.root.open) return;
    this.putBack();
    this.mark = h("span", { hidden: true });
    this.panel.replaceWith(this.mark);
    this.root.append(this.panel);
    this.root.classList.toggle("still", isStill());
    document.body.append(this.root);
    this.root.showModal();
    addEventListener("resize", this.resized);
  }

  shut() {
    if (this.root.open) this.root.close();
  }

  putBack() {
    removeEventListener("resize", this.resized);
    this.mark?.replaceWith(this.panel);
    this.mark = null;
    this.root.remove();
    this.pull(0);
  }

  // By finger

  /** @param {TouchEvent} event */
  touched(event) {
    const scrolled = event.target instanceof Element ? event.target.closest("ol") : null;
    const isFree = event.touches.length === 1 && (scrolled?.scrollTop ?? 0) <= 0;
    this.start = isFree ? (event.touches[0]?.clientY ?? null) : null;
  }

  /** @param {TouchEvent} event */
  distance(event) {
    return this.start === null ? 0 : Math.max(0, (event.changedTouches[0]?.clientY ?? 0) - this.start);
  }

  /** @param {TouchEvent} event */
  released(event) {
    if (this.distance(event) > FAR) this.shut();
    else this.pull(0);
  }

  /** @param {number} distance */
  pull(distance) {
    this.root.style.setProperty("--pulled", `${distance}px`);
  }
}
