// @ts-check
/** Cells with numbers that the arrow keys walk over: Enter is a click on the one where they stand. */

import { announce } from "../dom.js";

/**
 * @param {HTMLElement} box what has the keyboard; cells in it have `data-n`
 * @param {number} across cells of a row
 * @param {(n: number) => string} say
 */
export function walkCells(box, across, say) {
  const stand = (/** @type {Element | undefined} */ cell) => {
    for (const other of box.querySelectorAll(".standing")) other.classList.remove("standing");
    cell?.classList.add("standing");
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== box) return;
    const cells = [...box.querySelectorAll("[data-n]")];
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across, Home: -Infinity, End: Infinity })[event.key];
    if (step !== undefined) {
      const at = cells.findIndex((cell) => cell.classList.contains("standing"));
      const next = at < 0 ? 0 : event.key === "Home" ? 0 : event.key === "End" ? cells.length - 1 : at + step;
      const to = cells[next >= 0 && next < cells.length ? next : at];
      stand(to);
      announce(say(Number(to?.getAttribute("data-n"))));
    } else if (event.key === "Enter" || event.key === " ") box.querySelector(".standing")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else return;
    event.preventDefault();
  });
  box.addEventListener("blur", () => stand(undefined));
}

/**
 * Draws cells again, and lets the keyboard stand where it stood.
 * @param {HTMLElement} around
 * @param {() => void} draw
 */
export function drawAgain(around, draw) {
  const held = around.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
  const n = around.querySelector(".standing")?.getAttribute("data-n");
  draw();
  if (n) around.querySelector(`[data-n="${n}"]`)?.classList.add("standing");
  for (const box of held ? around.querySelectorAll("[tabindex='0']") : []) {
    if (box instanceof HTMLElement && box.getAttribute("aria-label") === held) box.focus({ preventScroll: true });
  }
}
