// @ts-check
/** A game against the program. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { chips, clearFaults, field, showFault, start } from "../parts/fields.js";
import { Match } from "../parts/match.js";
import { go, link, note } from "../state.js";

/** @type {[string, Record<string, string>][]} */
const EXAMPLES = [
  ["31", { rule: "31game", position: "31" }], ["Nim 3+5+7", { rule: "nim", position: "3+5+7" }], ["Kayles", { rule: "kayles", position: "10" }],
  ["chocolate:3", { rule: "chocolate:3", position: "(4,13)+(2,8)" }], ["Domineering 6×6", { rule: "board:domineering", position: "6x6" }], ["{2,3} mod2:LR", { rule: "sub:2,3", position: "17", end: "mod2:LR" }], ["wythoff", { rule: "wythoff", position: "7,10" }], ["misère", { rule: "sub:1-3", position: "21", end: "misere" }],
];

/**
 * The fields of a game in progress.
 * @param {Record<string, string>} given
 */
export function playFields(given) {
  return {
    position: field(t("play.position"), { width: "wide", mono: true, value: given.position ?? (given.rule ? "" : "31"), hint: t("values.h.hint") }),
    end: field(t("end"), { width: "third", mono: true, value: given.end ?? "", placeholder: "normal", list: [["normal", t("end.normal")], ["misere", t("end.misere")], ["mod2:LR", t("end.mod2")], ["moves", t("end.moves")]] }),
    sum: field(t("play.sum"), { width: "third", options: [["total", t("play.sum.total")], ["score", t("play.sum.score")]], value: given.sum ?? "total" }),
    first: field(t("play.first"), { width: "third", options: [["me", t("play.me")], ["you", t("play.you")]], value: given.first ?? "me" }),
    side: field(t("play.side"), { width: "third", options: [["left", t("play.left")], ["right", t("play.right")]], value: given.side ?? "left" }),
    level: field(t("play.level"), { width: "third", options: [["perfect", t("play.perfect")], ["8", "8"], ["5", "5"], ["2", "2"], ["0", "0"]], value: given.level ?? "perfect" }),
  };
}

/** What differs from what is usual. @param {Record<string, string>} values */
export function unusual(values) {
  const usual = /** @type {Record<string, string>} */ ({ first: "me", side: "left", level: "perfect", sum: "total", end: "normal" });
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, usual[key] === value ? "" : value]));
}

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const fields = {
    rule: field(t("rule"), { width: "wide", mono: true, value: given.rule ?? "31game", hint: t("play.rule.hint") }),
    ...playFields(given),
  };
  const table = h("div", { class: "results" });
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    go("play", unusual(Object.fromEntries(Object.entries(fields).map(([key, f]) => [key, f.input.value.trim()]))));
  } }, fields.rule.box, fields.position.box, fields.end.box, fields.sum.box, fields.first.box, fields.side.box, fields.level.box,
  start(t("play.begin")), chips(t("examples"), EXAMPLES.map(([text, values]) => [text, link("play", values)])));
  main.append(h("h1", {}, t("nav.play")), h("p", { class: "lead" }, t("play.lead")), form, table);
  main.append(h("p", { class: "note" }, h("a", { href: link("study", { rule: given.rule, position: given.position, end: given.end }) }, t("play.study")), " · ", h("a", { href: link("puzzle", { rule: given.rule, end: given.end, seed: 1 }) }, t("play.puzzle"))));
  const question = { rule: given.rule ?? "31game", position: given.position ?? (given.rule ? "" : "31"), end: given.end, sum: given.sum, first: given.first, side: given.side, level: given.level, seed: given.seed };
  new Match(table, {
    question, moves: given.moves, step: given.step, at: given.n, signal: leaving.signal, note,
    begun: () => clearFaults(Object.values(fields)), fault: (fault) => showFault(fields, fault),
  }).refresh();
  return () => leaving.abort();
}
