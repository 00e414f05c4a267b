// @ts-check
/** Who wins on small empty boards of a game that is written as a text. */

import { ask } from "../../api.js";
import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { link, parameters } from "../../state.js";
import { valueLegend } from "../legend.js";
import { card } from "../pictures.js";

/** Rows and columns of grids, and lengths of strips, that are asked about. */
const GRID = 5;
const STRIP = 16;

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  const { board, set, signal } = game;
  const kind = /^\s*board\s+(\w+)/m.exec(board)?.[1];
  if (kind === "graph") {
    replace(box, card(t("boards.small"), [], h("p", {}, t("boards.graph"))));
    return;
  }
  const strip = kind === "strip";
  const sizes = strip ? [Array.from({ length: STRIP }, (_, i) => ".".repeat(i + 1))] : Array.from({ length: GRID }, (_, r) => Array.from({ length: GRID }, (__, c) => `${r + 1}x${c + 1}`));
  const place = (/** @type {string} */ position) => link("games", { ...parameters(), tab: "play", position, moves: "", step: "" });
  const cells = new Map(sizes.flat().map((position) => [position, h("td", {}, "·")]));
  const count = sizes[0].length;
  const table = h("table", { class: "grundy" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, strip ? "n" : "↓ →"), Array.from({ length: count }, (_, c) => h("th", { scope: "col" }, c + 1)))),
    h("tbody", {}, sizes.map((row, r) => h("tr", {}, h("th", { scope: "row" }, strip ? t("outcome") : r + 1), row.map((position) => cells.get(position))))));
  const legend = h("div", {});
  const lost = h("p", {});
  replace(box, card(t("boards.small"), [], h("p", {}, t(strip ? "boards.strip.lead" : "boards.grid.lead")), h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("boards.small") }, table), legend, lost));
  /** @type {Map<string, string>} */
  const found = new Map();
  // The smallest first: a fault of the text comes at the first.
  const order = [...cells.keys()].sort((a, b) => area(a) - area(b));
  for (const position of order) {
    try {
      const { outcome } = await ask("position", { game: board, set, position, outcome: true }, signal);
      if (outcome) found.set(position, outcome);
    } catch (error) {
      if (signal.aborted) return;
      if (position === order[0]) throw error;
    }
    if (signal.aborted) return;
    const cell = /** @type {HTMLElement} */ (cells.get(position));
    const letter = found.get(position);
    cell.className = letter ? `outcome ${letter}` : "";
    replace(cell, h("a", { href: place(position), "aria-label": `${strip ? position.length : position}: ${letter ? t(`outcome.${letter}`) : t("unknown")}` }, letter ?? "?"));
  }
  const letters = [...found.values()];
  replace(legend, valueLegend(letters, { chosen: false }));
  const p = order.filter((position) => found.get(position) === "P").map((position) => (strip ? position.length : position));
  lost.textContent = t("boards.lost", p.length ? p.join(", ") : t("none"));
}

/** Places of an empty board. @param {string} position */
function area(position) {
  const [, r, c] = /^(\d+)x(\d+)$/.exec(position) ?? [];
  return r ? Number(r) * Number(c) : position.length;
}
