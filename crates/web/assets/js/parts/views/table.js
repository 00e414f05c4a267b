// @ts-check
/** The table of a game: numbers of heaps in rows, or the grid of a game on tuples. */

import { ask } from "../../api.js";
import { replace, h } from "../../dom.js";
import { number, t } from "../../i18n.js";
import { compute } from "../../pages/games.js";
import { tableCard } from "../sequence-cards.js";
import { note } from "../../state.js";
import { runJob } from "../jobs.js";
import { valueLegend } from "../legend.js";
import { card } from "../pictures.js";
import { transitionsCard } from "../transitions.js";
import { drawAgain, walkCells } from "../walk.js";
import { markCells, single } from "./numbers.js";

/** The last heap whose moves are drawn as arrows. */
const GRAPH = 16;

/** The widest row that is aligned by a period, and the rows of what has none. */
const [WIDEST, USUAL] = [40, 10];
/** The most heaps in a table. */
const CELLS = 2000;

/**
 * The outcomes of heaps under an end rule, in rows of a period.
 * @param {any} found
 */
function outcomeCard(found) {
  const letters = [...found.outcomes].slice(0, CELLS);
  const wide = found.period && found.period <= WIDEST ? found.period * Math.ceil(8 / found.period) : USUAL;
  const head = h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "n"), Array.from({ length: wide }, (_, c) => h("th", { scope: "col" }, `+${c}`))));
  const rows = [];
  for (let start = 0; start < letters.length; start += wide) {
    rows.push(h("tr", {}, h("th", { scope: "row" }, start), letters.slice(start, start + wide).map((letter, i) => h("td", { "data-n": start + i, class: `outcome ${letter}` }, letter))));
  }
  const box = h("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": t("table") }, h("table", { class: "grundy" }, head, h("tbody", {}, rows)));
  walkCells(box, wide, (n) => `n = ${n}: ${letters[n]}`);
  return card(t("table"), [], box, valueLegend(letters));
}

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  const { rule, end, signal, inspector } = game;
  if (game.kind === "tuple") {
    await compute(box, { rule, set: game.set, to: game.to, show: game.given.show ?? "", fix: game.given.fix ?? "" }, game.fields, game.given, signal, inspector);
    return;
  }
  // Other ends have outcomes; the numbers of normal play say nothing about them.
  const numbered = end === "normal" || end === "misere";
  const found = numbered ? await ask("grundy", { rule, to: game.to || "143", end }, signal) : await ask("outcomes", { rule, to: game.to || "143", end }, signal);
  if (signal.aborted) return;
  const length = numbered ? found.values.length : found.outcomes.length;
  const table = h("div", {});
  const choose = (/** @type {number} */ n) => {
    note({ n });
    graph.choose(n <= to ? n : null);
    mark(n, []);
    inspector.explain({ rule, end, position: String(n) }, `n = ${number(n)}`, signal, {
      open: (position) => { if (position.length === 1) choose(position[0]); },
      found: (explained) => mark(n, single(explained)),
    });
  };
  /** What is marked, for a table that is drawn again. @type {[number, number[]] | null} */
  let marked = null;
  const mark = (/** @type {number} */ n, /** @type {number[]} */ options) => {
    marked = [n, options];
    markCells(table, n, options);
  };
  table.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const cell = event.target instanceof Element ? event.target.closest("td[data-n]") : null;
    if (cell) choose(Number(cell.getAttribute("data-n")));
  });
  table.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => {
    const cell = event.target instanceof Element ? event.target.closest("td[data-n]") : null;
    if (cell) inspector.point(numbered ? `G(${cell.getAttribute("data-n")}) = ${found.values[Number(cell.getAttribute("data-n"))]}` : `n = ${cell.getAttribute("data-n")}: ${t(`outcome.${cell.textContent}`)}`);
  });
  const draw = (/** @type {any} */ known) => {
    drawAgain(table, () => replace(table, numbered ? tableCard(found.values, known, found.genus, { rule }) : outcomeCard(found)));
    if (marked) mark(...marked);
  };
  draw(null);
  const waiting = h("div", {});
  const to = Math.min(GRAPH, length - 1);
  const given = Number(game.given.n ?? NaN);
  // The same heaps as arrows: what is chosen there is chosen here.
  const graph = transitionsCard({ rule, end: end === "normal" ? "" : end, to }, { chosen: given <= to ? given : null, chose: choose, pointed: (text) => inspector.point(text), steps: false, signal, fault: () => true });
  replace(box, table, waiting, graph.element);
  if (game.given.n !== undefined) choose(Number(game.given.n));
  if (end === "normal") runJob(waiting, "period", { rule }, signal, (job) => { replace(waiting); if (job.result.period) draw(job.result); });
}
