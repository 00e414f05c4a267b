// @ts-check
/** Values: of the heaps of a game, of a game that is written down, of a position on a board. */

import { Refused, address, ask } from "../../api.js";
import { h, replace } from "../../dom.js";
import { number, t } from "../../i18n.js";
import { side, statements, value } from "../../pages/values.js";
import { link } from "../../state.js";
import { message } from "../fields.js";
import { boardPicture } from "../gallery.js";
import { runJob } from "../jobs.js";
import { BOARDS, title } from "../names.js";
import { card, copyButton, fileName, saveButtons } from "../pictures.js";
import { thermograph } from "../thermograph.js";
import { treeCard } from "../tree.js";

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  if (game.kind === "value") return written(box, game, game.g, await ask("eval", { expression: game.g }, game.signal));
  if (game.kind === "board") {
    const picture = BOARDS[game.board] ? boardPicture(game.board, game.position) : drawnBoard(game);
    let found;
    try {
      found = await ask("position", { game: game.board, position: game.position, misere: game.end === "misere" || undefined }, game.signal);
    } catch (error) {
      if (game.signal.aborted || !(error instanceof Refused) || error.fault.code !== "limit-reached") throw error;
      // The position is there, though nothing is known of it yet.
      replace(box, h("div", { class: "figure pad" }, picture), findValue(game));
      return;
    }
    if (game.signal.aborted) return;
    await written(box, game, found.canonical ?? "", found, picture);
    if (found.kind === "loopy") await moves(game).catch((error) => { if (!game.signal.aborted) game.inspector.show(message(error)); });
    return;
  }
  const found = await ask("values", { rule: game.rule, end: game.end === "normal" ? "" : game.end, to: Math.min(200, Number(game.to) || 40), sum: game.given.sum }, game.signal);
  if (game.signal.aborted) return;
  replace(box, card(t("values.heaps"), [copyButton(`${t("copy")} CSV`, async () => `n,value\n${found.values.map((/** @type {string} */ one, /** @type {number} */ n) => `${n},"${one}"`).join("\n")}\n`)],
    h("p", { class: "headline" }, found.period ? t("period.headline", number(found.period), number(found.preperiod)) : t("period.none", number(found.values.length - 1)), " ", h("span", { class: `badge ${found.status === "proved" ? "good" : "warn"}` }, t(`status.${found.status}`))),
    h("p", {}, t(game.end === "normal" ? "values.heaps.normal" : game.end === "misere" ? "values.heaps.misere" : "values.heaps.ends", found.terminal)),
    h("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": t("values.heaps") }, h("table", { class: "stats" },
      h("thead", {}, h("tr", {}, ["n", t("values.value")].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, found.values.map((/** @type {string} */ one, /** @type {number} */ n) => h("tr", {}, h("th", { scope: "row" }, n), h("td", { class: "mono" }, h("a", { href: link("game", { g: one }) }, one)))))))));
}

/** A button that has the value of a position computed for longer. @param {import("../../pages/game.js").Game} game */
function findValue(game) {
  const { board, position, end, signal } = game;
  const found = h("div", { class: "proof" });
  const run = () => runJob(found, "position", { game: board, position, ...(end === "misere" ? { misere: true } : {}) }, signal, (job) => { if (job.result) replace(found, value(job.result, position)); });
  return card(t("values.longer"), [h("button", { type: "button", class: "primary", onclick: run }, t("values.find"))], h("p", {}, t("values.longer.lead")), found);
}

/** A position as the server draws it. @param {import("../../pages/game.js").Game} game */
function drawnBoard(game) {
  const name = title(`board:${game.board}`);
  return h("img", { class: "served whole", src: address("draw/board.svg", { game: game.board, position: game.position, title: name }), alt: `${name} ${game.position}` });
}

/** The moves of a position that can recur, with who wins after them. @param {import("../../pages/game.js").Game} game */
async function moves({ board, position, inspector, signal }) {
  const found = await ask("position", { game: board, position, moves: true, outcome: true }, signal);
  if (signal.aborted) return;
  inspector.point(position);
  inspector.show(h("h3", {}, t("inspector.options", number(found.moves.length))), h("ul", { class: "options" }, found.moves.map((/** @type {any} */ move) => h("li", {},
    h("a", { class: `button chip${move.wins ? " wins" : ""}`, title: move.wins ? t("inspector.wins") : null, href: link("game", { board, position: move.position }) }, `${move.player ? `${side(move.player)} ` : ""}${move.move}: ${move.outcome ?? "?"}`)))));
}

/**
 * A value with its thermograph and its tree.
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 * @param {string} expression
 * @param {any} found
 * @param {Element} [picture]
 */
async function written(box, game, expression, found, picture) {
  if (game.signal.aborted) return;
  const drawn = found.kind === "number" || statements(expression).before ? found.canonical : expression;
  // Where a limit came first there is no value, and nothing is drawn of it.
  const valued = Boolean(drawn) && (found.kind === "game" || found.kind === "number");
  const name = fileName(game.kind === "board" ? `${game.board}-${game.position}` : expression);
  const graph = h("div", { class: "thermobox" });
  replace(box, picture ? h("div", { class: "figure pad" }, picture) : null,
    valued ? graph : null, value(found, expression),
    valued ? treeCard(drawn, name, game.inspector, game.signal) : game.kind === "board" && found.kind === "game" ? found.misere || found.end ? card(t("values.ended"), [], h("p", {}, t("values.ended.lead"))) : findValue(game) : null);
  if (!valued) return;
  const walls = await ask("eval", { expression: `Thermograph(${drawn})` }, game.signal);
  if (game.signal.aborted) return;
  const plot = thermograph(walls, found.unicode ?? found.canonical, drawn, game.inspector, game.signal, box.clientWidth);
  replace(graph, card(t("thermograph"), saveButtons(`${name}-thermograph`, () => plot.picture()), plot.element));
}
