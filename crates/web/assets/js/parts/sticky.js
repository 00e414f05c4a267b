// @ts-check
/** A drawing that scrolls, while its headings stay where they can be read. */

import { h } from "../dom.js";

/**
 * Groups of the drawing with `data-stick` follow: `top` those above columns, `left` the labels of rows, `both` the corner.
 * @param {string} label
 * @param {SVGSVGElement} picture
 */
export function scrolling(label, picture) {
  const box = h("div", { class: "figure natural scrolling", tabindex: 0, role: "group", "aria-label": label }, picture);
  const groups = /** @type {[SVGGElement, string][]} */ ([...picture.querySelectorAll("g[data-stick]")].map((group) => [group, group.getAttribute("data-stick")]));
  let frame = 0;
  const follow = () => {
    const [x, y] = [box.scrollLeft, box.scrollTop];
    for (const [group, way] of groups) group.setAttribute("transform", `translate(${way === "top" ? 0 : x} ${way === "left" ? 0 : y})`);
  };
  box.addEventListener("scroll", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(follow);
  }, { passive: true });
  return box;
}
