/** Elements: how pages are put together without a library. */

import { addressOf } from "./base.js";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */
/** @typedef {Record<string, Attribute>} Attributes */

/** How often one looks whether something is on the page, in milliseconds. */
const SOON = 10;
/** Attributes that lead somewhere; a path in them is one of the table. */
const LINKS = ["href", "src"];
const SVG = "http://www.w3.org/2000/svg";

/**
 * This makes an element of HTML. A function is a listener (`onclick`), true an attribute without value, false, null
 * and undefined none at all.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * This makes an element of SVG, in the same way.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, attributes = {}, ...children) {
  return filled(/** @type {SVGElementTagNameMap[Tag]} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * This puts children in the place of those that an element has. What had the focus keeps it, if it has a `data-key` and
 * one of the new elements has the same.
 *
 * @template {Element} Parent
 * @param {Parent} parent
 * @param {...(Child | Child[])} children
 * @returns {Parent}
 */
export function fill(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  parent.replaceChildren(...nodes(children));
  if (focused) {
    const same = parent.querySelector(`[data-key="${CSS.escape(focused)}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }
  return parent;
}

/**
 * This reads SVG as the server draws it, for use inside an svg element of the page.
 *
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function drawn(text) {
  const template = document.createElement("template");
  template.innerHTML = `<svg xmlns="${SVG}">${text}</svg>`;
  const fragment = document.createDocumentFragment();
  fragment.append(.../** @type {Element} */ (template.content.firstElementChild).childNodes);
  return fragment;
}

/**
 * This waits until an element is on the page, where it can be measured, or will not be any more.
 *
 * @param {Element} element
 * @param {() => boolean} isLeft
 */
export async function attached(element, isLeft) {
  while (!element.isConnected && !isLeft()) await new Promise((resolve) => setTimeout(resolve, SOON));
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {Made}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, written(name, String(value)));
  }
  element.append(...nodes(children));
  return element;
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {string}
 */
function written(name, value) {
  return LINKS.includes(name) && value.startsWith("/") ? addressOf(value) : value;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}
