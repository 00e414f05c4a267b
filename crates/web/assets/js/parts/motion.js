// @ts-check
/** A move as one sees it on a real board: what is taken goes away, bars break, edges fall, pieces walk, and what is laid comes down. */

import { h, svg } from "../dom.js";

/** Milliseconds of a move: less than the program waits before it answers. */
const TIME = 480;
/** Properties of a shape that its style sheet gives, which a copy elsewhere needs. */
const LOOK = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity", "font-size", "font-weight", "text-anchor"];

/**
 * What a drawing was like before a move.
 * @typedef {{x: number, y: number, scale: number, gone: SVGElement[], discs: Map<string, {x: number, y: number, letter: string}>, bitter: {x: number, y: number} | null}} Before
 */

/** Whether the visitor wants nothing to move. */
function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The places that a move empties, for drawings that know it. @type {WeakMap<Element, (number: number) => string[]>} */
export const emptied = new WeakMap();

/** A shape with its looks, for another drawing. @param {Element} element */
function copy(element) {
  const made = /** @type {SVGElement} */ (element.cloneNode(true));
  const originals = [element, ...element.querySelectorAll("*")];
  [made, ...made.querySelectorAll("*")].forEach((one, i) => {
    const computed = getComputedStyle(originals[i]);
    for (const name of LOOK) one.setAttribute(name, computed.getPropertyValue(name));
    for (const { name } of [...one.attributes]) if (/^(class|id|role|tabindex|aria-.*|data-.*)$/.test(name)) one.removeAttribute(name);
    if (one.localName === "title") one.remove();
  });
  return made;
}

/** The middle of a shape on the screen. @param {Element} element */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Remembers the drawings of a board before a move is made on it.
 * @param {Element | null} board
 * @param {number} number of the move
 * @returns {Before[]}
 */
export function remember(board, number) {
  if (!board || still()) return [];
  const origin = board.getBoundingClientRect();
  const [left, top] = [origin.x + board.clientLeft - board.scrollLeft, origin.y + board.clientTop - board.scrollTop];
  return [...board.querySelectorAll("svg:not(.fallen)")].map((picture) => {
    const { x, y, width } = picture.getBoundingClientRect();
    const across = /** @type {SVGSVGElement} */ (picture).viewBox.baseVal?.width || width;
    const places = new Set(emptied.get(picture)?.(number) ?? []);
    const gone = [...picture.querySelectorAll("[data-key]")].filter((one) => places.has(one.getAttribute("data-key") ?? "")).map(copy);
    // Edges and pieces of boards are compared with those after the move; whatever is there is kept.
    const parts = [...picture.querySelectorAll("[data-edge], [data-disc]")];
    const discs = new Map(parts.filter((one) => one.hasAttribute("data-disc")).map((one) => [one.getAttribute("data-disc") ?? "", { ...middle(one), letter: one.getAttribute("data-letter") ?? "" }]));
    for (const one of parts) {
      const kept = copy(one);
      kept.dataset.was = one.getAttribute("data-edge") ?? `disc ${one.getAttribute("data-disc")} ${one.getAttribute("data-letter")}`;
      gone.push(kept);
    }
    const bitter = picture.querySelector(".bitter");
    return { x: x - left, y: y - top, scale: width / across, gone, discs, bitter: bitter ? middle(bitter) : null };
  });
}

/** How what is taken goes away. @param {string} kind @param {number} i @returns {Keyframe[]} */
function away(kind, i) {
  if (kind === "bar") return [{ transform: "none", opacity: 1 }, { transform: "translate(14px, 4px) rotate(3deg)", opacity: 1, offset: 0.3 }, { transform: "translate(40px, 90px) rotate(14deg)", opacity: 0 }];
  if (kind === "graph") return [{ transform: "none", opacity: 1 }, { transform: `translate(0, 130px) rotate(${i % 2 ? 9 : -9}deg)`, opacity: 0 }];
  if (kind === "pins") return [{ transform: "none", opacity: 1 }, { transform: `translate(${i % 2 ? 10 : -10}px, 34px) rotate(${i % 2 ? 70 : -70}deg)`, opacity: 0 }];
  return [{ transform: "none", opacity: 1 }, { transform: "translate(0, -26px)", opacity: 0 }];
}

/**
 * Shows the move between what was remembered and the board as it is now.
 * @param {Element} board
 * @param {Before[]} before
 * @param {any} state the position after the move
 */
export function show(board, before, state) {
  if (!before.length || still()) return;
  const pictures = [...board.querySelectorAll("svg")];
  const kind = state.breaks_rows ? "pins" : state.drawing.kind === "sum" ? state.drawing.parts[0]?.kind ?? "" : state.drawing.kind;
  const fallen = svg("svg", { class: "fallen", "aria-hidden": "true", width: "100%", height: "100%" });
  // Of a sum parts may have gone: then only what is gone is shown.
  const same = before.length === pictures.length;
  before.forEach((was, at) => {
    const now = same ? pictures[at] : null;
    const there = new Set([...(now?.querySelectorAll("[data-edge]") ?? [])].map((one) => one.getAttribute("data-edge")));
    const discs = new Map([...(now?.querySelectorAll("[data-disc]") ?? [])].map((one) => [one.getAttribute("data-disc") ?? "", one]));
    /** Pieces that stand somewhere else than before. @type {[string, Element][]} */
    const come = [...discs].filter(([name, one]) => was.discs.get(name)?.letter !== one.getAttribute("data-letter"));
    const left = [...was.discs].filter(([name, { letter }]) => discs.get(name)?.getAttribute("data-letter") !== letter);
    /** @type {Set<string>} */
    const walked = new Set();
    for (const [, one] of come) {
      const from = left.find(([name, { letter }]) => letter === one.getAttribute("data-letter") && !walked.has(name));
      if (!from) {
        one.animate([{ opacity: 0, transform: "scale(1.5)" }, { opacity: 1, transform: "none" }], { duration: TIME, easing: "ease-out" });
        continue;
      }
      walked.add(from[0]);
      const to = middle(one);
      const scale = was.scale || 1;
      one.animate([{ transform: `translate(${(from[1].x - to.x) / scale}px, ${(from[1].y - to.y) / scale}px)` }, { transform: "none" }], { duration: TIME, easing: "ease-in-out" });
    }
    const shapes = was.gone.filter((one) => {
      const name = one.dataset.was;
      if (name === undefined) return true;
      if (!name.startsWith("disc ")) return !there.has(name);
      const [, place] = name.split(" ");
      return same && left.some(([gone]) => gone === place) && !walked.has(place);
    });
    for (const one of shapes) delete one.dataset.was;
    const group = svg("g", { transform: `translate(${was.x} ${was.y}) scale(${was.scale})` });
    // A piece of chocolate stays in one piece.
    const pieces = kind === "bar" && shapes.length ? [svg("g", {}, shapes)] : shapes.map((one) => svg("g", {}, one));
    group.append(...pieces);
    fallen.append(group);
    pieces.forEach((piece, i) => { piece.animate(away(kind, i), { duration: TIME, easing: "ease-in", fill: "forwards" }); });
    const bitter = now?.querySelector(".bitter");
    if (now && bitter && was.bitter) {
      // What is left of a bar that was broken on the left moves up to the edge.
      const to = middle(bitter);
      const [dx, dy] = [was.bitter.x - to.x, was.bitter.y - to.y];
      if (Math.abs(dx) + Math.abs(dy) > 1) now.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: TIME, easing: "ease-in-out" });
    }
  });
  const laid = board.querySelectorAll("[data-laid]");
  const last = state.history.at(-1)?.move.split("=")[0];
  for (const one of laid) if (one.getAttribute("data-laid") === last) one.animate([{ opacity: 0, transform: "translate(0, -18px)" }, { opacity: 1, transform: "none" }], { duration: TIME, easing: "ease-out" });
  if (!fallen.querySelector("g g")) return;
  const over = h("div", { class: "falling", "aria-hidden": "true" }, fallen);
  board.append(over);
  setTimeout(() => over.remove(), TIME);
}
