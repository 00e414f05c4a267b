// @ts-check
/** The numbers of a game on heaps: dots, a strip, the period. */

import { ask } from "../../api.js";
import { h, replace } from "../../dom.js";
import { number, t } from "../../i18n.js";
import { periodReport, stripCard } from "../sequence-cards.js";
import { note } from "../../state.js";
import { runJob } from "../jobs.js";
import { valueLegend } from "../legend.js";
import { card, fileName, saveButtons } from "../pictures.js";
import { Scatter } from "../scatter.js";
import { formula, term } from "../words.js";
import { drawAgain } from "../walk.js";

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  if (game.end === "normal") return numbers(box, game);
  return outcomes(box, game);
}

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
async function numbers(box, game) {
  const { rule, signal, inspector } = game;
  const found = await ask("grundy", { rule, to: game.to || "143" }, signal);
  if (signal.aborted) return;
  const values = /** @type {number[]} */ (found.values);
  const chosen = game.given.n !== undefined && Number(game.given.n) < values.length ? Number(game.given.n) : null;
  const strip = h("div", {});
  const period = h("div", { class: "periodbox" });
  const choose = (/** @type {number} */ n) => {
    note({ n });
    chart.choose(n);
    mark(n);
    inspector.explain({ rule, end: game.end, position: String(n) }, `n = ${number(n)}`, signal, {
      open: (position) => choose(position.length === 1 ? position[0] : n),
      found: (explained) => {
        chart.choose(n, single(explained));
        mark(n, single(explained));
      },
    });
  };
  const mark = (/** @type {number} */ n, /** @type {number[]} */ options = []) => markCells(strip, n, options);
  const chart = new Scatter(values, { name: found.rule, chosen, signal, pointed: (n) => inspector.point(n === null ? null : chart.say(n)), chose: choose });
  const drawStrip = (/** @type {any} */ known) => {
    drawAgain(strip, () => replace(strip, stripCard(values, known, fileName(rule))));
    for (const cell of strip.querySelectorAll("[data-n]")) {
      const n = Number(cell.getAttribute("data-n"));
      cell.addEventListener("click", () => choose(n));
      cell.addEventListener("pointerenter", () => inspector.point(chart.say(n)));
    }
    if (chart.chosen !== null) mark(chart.chosen, [...chart.linked]);
  };
  drawStrip(null);
  replace(box,
    card(t("scatter"), saveButtons(`${fileName(rule)}-numbers`, () => chart.toSvg()), chart.element,
      h("ul", { class: "legend" }, [["accent", "legend.number"], ["ring", "legend.zero"], ["mark", "legend.exception"], ["chosen", "legend.option"]].map(([name, key]) => h("li", {}, h("i", { class: `c-${name}` }), t(key)))),
      found.same_game_as ? h("p", { class: "note" }, t("sequence.same", found.same_game_as.rule, found.same_game_as.shift)) : null,
      found.stopped ? h("p", { class: "message warn" }, t("sequence.stopped", values.length - 1)) : null),
    card(t("period.title"), [], period), strip);
  if (chosen !== null) choose(chosen);
  runJob(period, "period", { rule }, signal, (job) => {
    const known = job.result;
    replace(period, periodReport(job, { rule }),
      known.p_positions ? h("p", {}, term("P"), ": ", h("span", { class: "mono" }, formula(known.p_positions))) : null);
    if (known.period) {
      chart.know(known);
      drawStrip(known);
    }
  });
}

/** The options that are one heap. @param {any} explained @returns {number[]} */
export function single(explained) {
  return (explained.options ?? []).filter((/** @type {any} */ option) => option.position.length <= 1).map((/** @type {any} */ option) => option.position[0] ?? 0);
}

/**
 * Marks the chosen heap, and those that its moves lead to.
 * @param {HTMLElement} box
 * @param {number} n
 * @param {number[]} options
 */
export function markCells(box, n, options) {
  for (const cell of box.querySelectorAll("[data-n]")) {
    const at = Number(cell.getAttribute("data-n"));
    cell.classList.toggle("chosen", at === n);
    cell.classList.toggle("linked", options.includes(at));
  }
}

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
async function outcomes(box, game) {
  const { rule, end, signal, inspector } = game;
  const found = await ask("outcomes", { rule, end, to: game.to || "100" }, signal);
  if (signal.aborted) return;
  const status = found.period ? t("period.headline", number(found.period), number(found.preperiod)) : t("period.none", number(found.outcomes.length - 1));
  const cells = [...found.outcomes].slice(0, 2000).map((letter, n) => h("button", { type: "button", class: `cellbutton ${letter}`, "data-n": n, title: `n = ${n}: ${letter}`, "aria-label": `n = ${n}: ${letter}` }, letter));
  const word = h("div", { class: "word cells" }, cells);
  const choose = (/** @type {number} */ n) => {
    note({ n });
    markCells(word, n, []);
    inspector.explain({ rule, end, position: String(n) }, `n = ${number(n)}`, signal, { open: (position) => choose(position.length === 1 ? position[0] : n), found: (explained) => markCells(word, n, single(explained)) });
  };
  cells.forEach((cell, n) => {
    cell.addEventListener("click", () => choose(n));
    cell.addEventListener("pointerenter", () => inspector.point(`n = ${n}: ${cell.textContent} (${t(`outcome.${cell.textContent}`)})`));
  });
  replace(box, card(t("outcomes.title"), [], h("p", { class: "headline" }, status, " ", h("span", { class: `badge ${found.status === "proved" ? "good" : "warn"}` }, t(`status.${found.status}`))),
    word, valueLegend([...found.outcomes])),
  card(t("formula.title"), [], h("dl", { class: "facts" }, (found.classes ?? []).flatMap((/** @type {any} */ one) => [h("dt", {}, term(one.outcome)), h("dd", { class: "mono" }, formula(one))]))));
  if (game.given.n !== undefined) choose(Number(game.given.n));
}
