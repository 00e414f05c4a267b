// @ts-check
/** The game played on its page. */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { link, note } from "../../state.js";
import { clearFaults, field, showFault, start } from "../fields.js";
import { Match } from "../match.js";
import { isBoardText } from "../names.js";

/** What is played. @param {import("../../pages/game.js").Game} game */
function ruleOf(game) {
  return { value: game.g, board: isBoardText(game.board) ? game.board : `board:${game.board}`, heap: game.rule, tuple: game.rule }[game.kind];
}

/**
 * The settings of a game: where it begins, who does, and how well the program plays.
 * @param {Record<string, string>} given
 */
function playFields(given) {
  return {
    position: field(t("play.position"), { width: "third", mono: true, value: given.position ?? "", hint: t("values.h.hint") }),
    first: field(t("play.first"), { width: "small", options: [["me", t("play.me")], ["you", t("play.you")]], value: given.first ?? "me" }),
    side: field(t("play.side"), { width: "small", options: [["left", t("play.left")], ["right", t("play.right")]], value: given.side ?? "left" }),
    level: field(t("play.level"), { width: "third", options: [["perfect", t("play.perfect")], ["8", t("play.level.8")], ["5", t("play.level.5")], ["2", t("play.level.2")], ["0", t("play.level.0")]], value: given.level ?? "perfect" }),
    sum: field(t("play.sum"), { width: "half", options: [["total", t("play.sum.total")], ["score", t("play.sum.score")]], value: given.sum ?? "total" }),
  };
}

/** What differs from what is usual. @param {Record<string, string>} values */
function unusual(values) {
  const usual = /** @type {Record<string, string>} */ ({ first: "me", side: "left", level: "perfect", sum: "total" });
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, usual[key] === value ? "" : value]));
}

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  const { given, signal } = game;
  const fields = playFields(given);
  // Heaps are counted together or one by one where an end counts them; elsewhere it does not matter who is Left.
  const lettered = game.end !== "normal" && game.end !== "misere";
  const matters = /** @type {Record<string, boolean>} */ ({ sum: game.kind === "heap" && lettered, side: game.kind !== "heap" || lettered || /[/!]|psub|psplit/.test(game.rule) });
  const shown = Object.entries(fields).filter(([name]) => matters[name] ?? true);
  const table = h("div", { class: "results flush playbox" });
  const form = h("form", { class: "form slim", "aria-label": t("play.settings"), onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    note({ ...unusual(Object.fromEntries(Object.entries(fields).map(([key, f]) => [key, f.input.value.trim()]))), moves: "", step: "" });
    game.again();
  } }, shown.map(([, one]) => one.box), start(t("play.begin")));
  const before = [...box.childNodes];
  let drawn = false;
  const same = { rule: ruleOf(game), set: game.set.join(";"), end: game.end === "normal" ? "" : game.end };
  // Games of the library are texts, which can be changed.
  const named = game.kind === "board" ? !isBoardText(game.board) && game.board : /^lib:/.test(game.rule) && game.rule;
  const elsewhere = h("p", { class: "note" }, named ? [h("a", { href: link("games", { copy: named, tab: "play" }) }, t("play.copy")), " · "] : null, h("a", { href: link("study", { ...same, position: given.position }) }, t("play.study")), game.kind === "value" ? null : [" · ", h("a", { href: link("puzzle", { ...same, seed: 1 }) }, t("play.puzzle"))]);
  replace(box, h("details", { class: "panel settings", open: innerWidth > 760 }, h("summary", {}, t("play.settings")), form), table, elsewhere);
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
