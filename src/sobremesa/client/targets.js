/**
 * Targets: a button over everything that can be clicked, so that finger, mouse, keyboard and screen reader all have
 * something to hold. Buttons are never smaller than a finger; where they overlap, the nearest one is meant.
 *
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {import("./geometry.js").Box} Box
 *
 * @typedef {object} Target
 * @property {string} id
 * @property {string} name what a screen reader says
 * @property {string} [word] what is written beside it
 * @property {"pickable" | "picked" | "switching" | "closing" | "dice"} role
 */

import { h } from "./dom.js";
import { ARROWS, arrange, meant, next, roomBy } from "./geometry.js";

const FINGER = 44;
/** How far from its target a menu may stand, as a part of the board: further away it is better kept beside the board. */
const NEAR = 0.3;

export class Targets {
  /**
   * @param {Stage} stage
   * @param {(target: string | null) => void} choose called with what was clicked, or with nothing
   * @param {(target: string | null) => void} point called with what mouse or focus is on
   */
  constructor(stage, choose, point) {
    this.stage = stage;
    this.choose = choose;
    this.point = point;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<string, Box>} */
    this.boxes = new Map();
    /** What has no button, and may be clicked all the same. @type {Map<string, Box>} */
    this.unmarked = new Map();
    /** What was clicked last and is still pointed at: it needs no tip, which would hide where it may go. @type {string | null} */
    this.settled = null;
    /** Letters may become larger or smaller while their words are shown. */
    this.letters = new ResizeObserver(() => this.spread());
    this.tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    this.root = h("div", { class: "targets", role: "group", tabindex: "-1" });
    this.root.addEventListener("click", (event) => this.clicked(event));
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    this.root.addEventListener("pointermove", (event) => this.hovered(event));
    this.root.addEventListener("pointerleave", () => {
      this.settled = null;
      this.show(null);
    });
    this.root.addEventListener("focusin", () => this.focused());
    this.root.addEventListener("focusout", () => this.show(null));
    stage.root.append(this.root, this.tip);
  }

  /**
   * This offers targets in place of those before; whoever held one keeps it, or gets the nearest.
   *
   * @param {Target[]} targets
   * @param {Iterable<string>} [unmarked] what may be clicked too, without being shown
   */
  offer(targets, unmarked = []) {
    const holder = this.held();
    const held = this.root.contains(document.activeElement);
    const where = holder === null ? undefined : this.boxes.get(holder);
    const kept = new Map(this.buttons);
    this.letters.disconnect();
    this.buttons.clear();
    this.boxes.clear();
    for (const target of targets) {
      const box = this.stage.wheelOf(target.id) ?? this.stage.boxOf(target.id);
      if (!box) continue;
      // Where a move can be closed, nobody means whoever stands there: a move may even end where it began.
      this.boxes.set(target.id, { ...box, isWeak: target.role === "switching" || target.role === "picked" });
      this.buttons.set(target.id, this.button(target, box, kept.get(target.id)));
    }
    this.unmarked = new Map(
      [...unmarked].flatMap((id) => {
        const box = this.stage.wheelOf(id) ?? this.stage.boxOf(id);
        return box ? /** @type {[string, Box][]} */ ([[id, { ...box, isWeak: true }]]) : [];
      }),
    );
    for (const [id, button] of kept) if (!this.buttons.has(id)) button.remove();
    this.spread();
    const heir = this.heir(holder, where);
    this.rove(heir);
    if (held) (heir === undefined ? this.root : this.buttons.get(heir))?.focus({ preventScroll: true });
  }

  /** At a fork every way has its word, with a line to where it leads; what finds no room is left to the tip. */
  spread() {
    const words = [...this.buttons].flatMap(([id, button]) => {
      const word = /** @type {HTMLElement | null} */ (button.querySelector(".word"));
      const box = this.boxes.get(id);
      return word && box ? [{ word, box }] : [];
    });
    if (!words.length) return;
    const [left, top, width, height] = this.scene().box;
    const unit = this.root.clientWidth / width;
    const scaled = (/** @type {Box} */ box) => ({ x: (box.x - left) * unit, y: (box.y - top) * unit, width: box.width * unit, height: box.height * unit });
    const sized = words.map(({ word, box }) => ({ by: scaled(box), width: word.offsetWidth, height: word.offsetHeight }));
    const written = new Set(words.map(({ box }) => box));
    const others = [...this.boxes.values()].filter((box) => !written.has(box)).map(scaled);
    const room = { x: (width * unit) / 2, y: (height * unit) / 2, width: width * unit, height: height * unit };
    for (const [number, spot] of arrange(sized, room, others).entries()) {
      const { word } = words[number] ?? {};
      if (!spot) word?.remove();
      for (const [name, value] of Object.entries(spot ?? {})) word?.style.setProperty(`--${name}`, `${value}px`);
      word?.classList.toggle("below", (spot?.y ?? 0) > 0);
    }
  }

  /** This is the target that has the focus. @returns {string | null} */
  held() {
    const active = document.activeElement;
    for (const [id, button] of this.buttons) if (button === active) return id;
    return null;
  }

  /** This gives the focus to the first target, if there is one. */
  focus() {
    const first = [...this.buttons.values()].find((button) => button.tabIndex === 0);
    (first ?? this.root).focus({ preventScroll: true });
  }

  /**
   * @param {Target} target
   * @param {Box} box
   * @param {HTMLButtonElement | undefined} kept
   */
  button(target, box, kept) {
    const button = kept ?? h("button", { type: "button", tabindex: "-1", "data-target": target.id });
    button.className = `target ${target.role}`;
    button.dataset.can = target.role === "closing" || target.role === "dice" ? "close" : "pick";
    button.setAttribute("aria-label", target.name);
    if (target.role === "picked" || target.role === "pickable") {
      button.setAttribute("aria-pressed", String(target.role === "picked"));
    } else {
      button.removeAttribute("aria-pressed");
    }
    button.replaceChildren();
    if (target.word) {
      const word = h("span", { class: "word", "aria-hidden": "true" }, target.word);
      this.letters.observe(word);
      button.append(word);
    }
    const [left, top, width, height] = this.scene().box;
    button.style.left = `${(100 * (box.x - left)) / width}%`;
    button.style.top = `${(100 * (box.y - top)) / height}%`;
    button.style.width = `max(${FINGER}px, ${(100 * box.width) / width}%)`;
    button.style.height = `max(${FINGER}px, ${(100 * box.height) / height}%)`;
    button.classList.toggle("low", box.y - top < 1);
    // The same button in the same place keeps the focus that it has.
    if (!kept) this.root.append(button);
    return button;
  }

  /**
   * Return where a menu that belongs to a target can stand without covering any target, in pixels of the board.
   *
   * @param {string} id
   * @param {{width: number, height: number}} menu
   * @returns {Box | null} nothing where the board has no room for it
   */
  roomBy(id, menu) {
    const by = this.pixels(id);
    if (!by) return null;
    const board = this.root.getBoundingClientRect();
    const words = [...this.root.querySelectorAll(".word")].map((word) => {
      const { left, top, width, height } = word.getBoundingClientRect();
      return { x: left - board.left + width / 2, y: top - board.top + height / 2, width, height };
    });
    const taken = [...this.boxes.keys(), ...this.unmarked.keys()].flatMap((each) => this.pixels(each) ?? []);
    const room = { x: board.width / 2, y: board.height / 2, width: board.width, height: board.height };
    return roomBy(menu, by, [...taken, ...words], room, by.height / 2 + NEAR * Math.min(board.width, board.height));
  }

  /** Return the box of a target in pixels of the board, at least as large as a finger. @param {string} id @returns {Box | null} */
  pixels(id) {
    const box = this.boxes.get(id) ?? this.unmarked.get(id);
    if (!box) return null;
    const [left, top, width] = this.scene().box;
    const unit = this.root.clientWidth / width;
    const size = (/** @type {number} */ side) => Math.max(FINGER, side * unit);
    return { x: (box.x - left) * unit, y: (box.y - top) * unit, width: size(box.width), height: size(box.height) };
  }

  scene() {
    return /** @type {import("./frame.js").Frame} */ (this.stage.frame).stage;
  }

  /** Only one target is on the way of the tab key; arrows lead to the others. @param {string | undefined} heir */
  rove(heir) {
    for (const [id, button] of this.buttons) button.tabIndex = id === heir ? 0 : -1;
  }

  /** @param {string | null} holder @param {Box | undefined} where */
  heir(holder, where) {
    if (holder !== null && this.buttons.has(holder)) return holder;
    if (where) return meant(this.boxes, where, Infinity);
    const ready = [...this.buttons].find(([, button]) => !button.classList.contains("switching"));
    return (ready ?? [...this.buttons][0])?.[0];
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    // A click by key or by a screen reader has no place, and means the button itself.
    const isKey = event.detail === 0 || (event.clientX === 0 && event.clientY === 0);
    const button = event.target instanceof Element ? event.target.closest("[data-target]") : null;
    const id = isKey ? (button?.getAttribute("data-target") ?? null) : this.under(event, this.unmarked);
    this.settled = isKey ? null : id;
    if (this.settled !== null) this.tip.hidden = true;
    this.choose(id);
    if (isKey && id !== null) this.lead(id);
  }

  /** Whoever has picked something by key is led to where it may go, if that is all there is left to say. @param {string} id */
  lead(id) {
    const from = this.boxes.get(id);
    const roles = [...this.buttons].map(([name, button]) => ({ name, button }));
    const isOpen = roles.some(({ button }) => button.classList.contains("pickable"));
    const ends = roles.filter(({ button }) => button.classList.contains("closing"));
    const isPicked = this.buttons.get(id)?.classList.contains("picked");
    if (!from || isOpen || !isPicked || !ends.length) return;
    const boxes = ends.flatMap(({ name }) => /** @type {[string, Box][]} */ ([[name, this.boxes.get(name)]]));
    this.hold(meant(boxes, from, Infinity));
  }

  /** This gives the focus to a target. @param {string | undefined} id */
  hold(id) {
    if (id === undefined || !this.buttons.has(id)) return;
    this.rove(id);
    this.buttons.get(id)?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const direction = ARROWS[event.key];
    const id = this.held();
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const goal = id === null ? this.heir(null, undefined) : next(this.boxes, id, direction);
    this.hold(goal);
  }

  /** @param {PointerEvent} event */
  hovered(event) {
    if (event.pointerType === "touch") return;
    const id = this.under(event);
    this.root.classList.toggle("pointing", id !== null);
    if (id !== this.settled) this.settled = null;
    this.show(id);
    if (this.settled !== null) this.tip.hidden = true;
  }

  focused() {
    const id = this.held();
    // What the mouse clicks needs no help; what the keyboard reaches does.
    if (id !== null) this.rove(id);
    this.show(id !== null && this.buttons.get(id)?.matches(":focus-visible") ? id : null);
  }

  /** @param {string | null} id */
  show(id) {
    for (const [other, button] of this.buttons) button.classList.toggle("meant", other === id);
    this.point(id);
    const button = id === null ? undefined : this.buttons.get(id);
    this.tip.hidden = !button || button.querySelector(".word") !== null;
    if (!button || this.tip.hidden) return;
    this.tip.textContent = button.getAttribute("aria-label");
    this.tip.style.left = button.style.left;
    this.tip.style.top = button.style.top;
    this.tip.classList.toggle("low", button.classList.contains("low"));
    keepInside(this.tip, this.stage.root);
  }

  /** @param {MouseEvent} event @param {Iterable<[string, Box]>} [more] what could be meant beside what is marked */
  under(event, more = []) {
    const frame = this.root.getBoundingClientRect();
    const [left, top, width] = this.scene().box;
    const unit = frame.width / width;
    const point = { x: left + (event.clientX - frame.left) / unit, y: top + (event.clientY - frame.top) / unit };
    // What is written beside a way is as good as the way itself.
    for (const [id, button] of this.buttons) {
      const word = button.querySelector(".word")?.getBoundingClientRect();
      if (word && event.clientX >= word.left && event.clientX <= word.right && event.clientY >= word.top && event.clientY <= word.bottom) return id;
    }
    return meant([...this.boxes, ...more], point, FINGER / 2 / unit) ?? null;
  }
}

/**
 * This shifts what stands over something so that nothing of it is cut off at the sides.
 *
 * @param {HTMLElement} tip
 * @param {HTMLElement} around
 */
export function keepInside(tip, around) {
  tip.style.setProperty("--shift", "0px");
  const inner = tip.getBoundingClientRect();
  const outer = around.getBoundingClientRect();
  const shift = Math.max(0, outer.left - inner.left) - Math.max(0, inner.right - outer.right);
  tip.style.setProperty("--shift", `${shift}px`);
}
