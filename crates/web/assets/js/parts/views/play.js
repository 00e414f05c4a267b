// @ts-check
/** The game played on its page. */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { playFields, unusual } from "../../pages/play.js";
import { link, note } from "../../state.js";
import { clearFaults, showFault, start } from "../fields.js";
import { Match } from "../match.js";
import { isBoardText } from "../names.js";

/** What is played. @param {import("../../pages/game.js").Game} game */
function ruleOf(game) {
  return { value: game.g, board: isBoardText(game.board) ? game.board : `board:${game.board}`, heap: game.rule, tuple: game.rule }[game.kind];
}

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  const { given, signal } = game;
  const { end: _, ...fields } = playFields({ ...given, rule: ruleOf(game) });
  const table = h("div", { class: "results flush playbox" });
  const form = h("form", { class: "form slim", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    note({ ...unusual(Object.fromEntries(Object.entries(fields).map(([key, f]) => [key, f.input.value.trim()]))), moves: "", step: "" });
    game.again();
  } }, fields.position.box, fields.first.box, fields.side.box, fields.level.box, fields.sum.box, start(t("play.begin")));
  const before = [...box.childNodes];
  let drawn = false;
  const same = { rule: ruleOf(game), set: game.set.join(";"), end: game.end === "normal" ? "" : game.end };
  const elsewhere = h("p", { class: "note" }, h("a", { href: link("study", { ...same, position: given.position }) }, t("play.study")), game.kind === "value" ? null : [" · ", h("a", { href: link("puzzle", { ...same, seed: 1 }) }, t("play.puzzle"))]);
  replace(box, h("details", { class: "more settings" }, h("summary", {}, t("play.settings")), form), table, elsewhere);
  const question = { rule: ruleOf(game), set: game.set, position: given.position, end: game.end === "normal" ? "" : game.end, sum: given.sum, first: given.first, side: given.side, level: given.level, seed: given.seed };
  new Match(table, {
    question, moves: given.moves, step: given.step, at: given.n, signal, note, begun: () => { drawn = true; clearFaults(Object.values(fields)); },
    fault: (fault) => {
      const shown = showFault({ ...game.fields, ...fields, ...(isBoardText(game.board) ? { rule: game.fields.board } : {}) }, fault);
      // What was there before the text was changed stays until it can be read again.
      if (shown && !drawn && before.length) {
        replace(box, ...before);
        game.stale();
      }
      return shown;
    },
  }).refresh();
}
