// @ts-check
/** Elements without strings of HTML. */

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Properties
 */

/**
 * An element. Properties that begin with `on` are listeners, true and false are attributes that are
 * there or not.
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * The same for pictures.
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

/**
 * @param {Element} element
 * @param {Properties} properties
 * @param {(Child | Child[])[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    // Attributes of style are not allowed in these pages; their properties are.
    if (name === "style" && typeof value === "string") /** @type {HTMLElement | SVGElement} */ (element).style.cssText = value;
    else if (typeof value === "function") element.addEventListener(name.slice(2).toLowerCase(), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * Puts other children into an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  fill(element, {}, children);
}

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

let serial = 0;

/** A fresh id, to tie labels to fields. */
export function freshId() {
  serial += 1;
  return `f${serial}`;
}

/**
 * Says something to those who listen rather than look.
 * @param {string} text
 */
export function announce(text) {
  byId("announce").textContent = text;
}
