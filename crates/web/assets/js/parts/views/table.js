// @ts-check
/** The table of a game: numbers of heaps in rows, or the grid of a game on tuples. */

import { ask } from "../../api.js";
import { replace, h } from "../../dom.js";
import { number } from "../../i18n.js";
import { compute } from "../../pages/games.js";
import { tableCard } from "../../pages/sequence.js";
import { note } from "../../state.js";
import { runJob } from "../jobs.js";
import { transitionsCard } from "../transitions.js";
import { drawAgain } from "../walk.js";
import { markCells, single } from "./numbers.js";

/** The last heap whose moves are drawn as arrows. */
const GRAPH = 16;

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
  const found = await ask("grundy", { rule, to: game.to || "143", end: end === "misere" ? "misere" : "normal" }, signal);
  if (signal.aborted) return;
  const table = h("div", {});
  const choose = (/** @type {number} */ n) => {
    note({ n });
    graph.choose(n <= to ? n : null);
    mark(n, []);
    inspector.explain({ rule, end, position: String(n) }, `n = ${number(n)}`, signal, {
      open: (position) => { if (position.length === 1) choose(position[0]); },
      found: (told) => mark(n, single(told)),
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
    if (cell) inspector.point(`G(${cell.getAttribute("data-n")}) = ${found.values[Number(cell.getAttribute("data-n"))]}`);
  });
  const draw = (/** @type {any} */ known) => {
    drawAgain(table, () => replace(table, tableCard(found.values, known, found.genus, { rule })));
    if (marked) mark(...marked);
  };
  draw(null);
  const waiting = h("div", {});
  const to = Math.min(GRAPH, found.values.length - 1);
  const given = Number(game.given.n ?? NaN);
  // The same heaps as arrows: what is chosen there is chosen here.
  const graph = transitionsCard({ rule, end: end === "normal" ? "" : end, to }, { chosen: given <= to ? given : null, chose: choose, pointed: (text) => inspector.point(text), steps: false, signal, fault: () => true });
  replace(box, table, waiting, graph.element);
  if (game.given.n !== undefined) choose(Number(game.given.n));
  if (end === "normal") runJob(waiting, "period", { rule }, signal, (job) => { replace(waiting); if (job.result.period) draw(job.result); });
}
