// @ts-check
/** Puzzles: a position in which exactly one move wins; hints, the answer, the next one. The day alone says which is today's. */

import { Refused, ask } from "../api.js";
import { announce, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { board } from "../parts/board.js";
import { clearFaults, field, message, showFault, start } from "../parts/fields.js";
import { title } from "../parts/names.js";
import { list, stand } from "../parts/question.js";
import { go, link } from "../state.js";

/** Games to choose from; others are typed. */
export const GAMES = ["nim", "kayles", "chocolate:3", "board:domineering", "board:clobber", "board:hackenbush"];
/** Moves that the second hint leaves. */
const LEFT = 4;

/** The day where the reader is, such as 2026-11-17. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part, i) => String(part).padStart(i ? 2 : 4, "0")).join("-");
}

/** The fields by which puzzles are chosen. @param {Record<string, string>} given */
export function puzzleFields(given) {
  const games = /** @type {[string, string][]} */ (GAMES.map((rule) => [rule, title(rule)]));
  return {
    rule: field(t("rule"), { width: "half", mono: true, value: given.rule ?? "", list: games, placeholder: t("puzzle.any"), draft: false }),
    position: field(t("puzzle.from"), { width: "third", mono: true, value: given.position ?? "", placeholder: t("puzzle.from.any"), draft: false }),
    end: field(t("end"), { width: "third", mono: true, value: given.end ?? "", placeholder: "normal", list: [["normal", t("end.normal")], ["misere", t("end.misere")]], draft: false }),
    level: field(t("puzzle.level"), { width: "small", options: ["1", "2", "3", "4", "5"].map((one) => [one, one]), value: given.level ?? "3", draft: false }),
  };
}

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const date = given.date || (given.seed || given.rule ? "" : today());
  const fields = puzzleFields(given);
  const form = h("form", { class: "form slim", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, one.input.value.trim()]));
    go("puzzle", { ...wanted, set: wanted.rule === given.rule ? given.set : "", seed: "1" });
  } }, fields.rule.box, fields.level.box, fields.position.box, fields.end.box, start(t("puzzle.go")));
  const box = h("div", { class: "results flush puzzle", "aria-busy": "true" });
  const games = h("div", { class: "chips" }, h("span", { class: "label" }, t("puzzle.games")),
    h("a", { class: "button chip", href: link("puzzle") }, t("puzzle.today")), GAMES.map((rule) => h("a", { class: "button chip", href: link("puzzle", { rule, level: given.level, seed: 1 }) }, title(rule))));
  main.append(h("h1", {}, t(date && !given.rule ? "puzzle.today" : "nav.puzzle")), h("p", { class: "lead" }, t("puzzle.lead")), box,
    h("div", { class: "card slimcard" }, games, h("details", { class: "more settings", open: Boolean(given.rule) }, h("summary", {}, t("puzzle.settings")), form)));
  const next = link("puzzle", { ...given, date, seed: String(Number(given.seed ?? 0) + 1) });
  pose(box, { ...given, date, seed: given.seed ?? "0" }, { signal, next, fault: (fault) => showFault(fields, fault), begun: () => clearFaults(Object.values(fields)) });
  return () => leaving.abort();
}

/**
 * Asks for a puzzle and lets it be solved.
 * @param {HTMLElement} box
 * @param {Record<string, string>} given
 * @param {{signal: AbortSignal, next: string, fault: (fault: import("../api.js").Fault) => boolean, begun: () => void}} setting
 */
async function pose(box, given, { signal, next, fault, begun }) {
  const another = () => h("a", { class: "button", href: next, "data-focus": "next" }, t("puzzle.next"));
  try {
    const { rule, position, end, level, seed, date } = given;
    const found = await ask("puzzle", { rule, position, set: list(given.set), end, level, seed, date, solution: true }, signal);
    if (signal.aborted) return;
    begun();
    const { puzzle } = found;
    if (!puzzle) {
      replace(box, h("section", { class: "card" }, h("p", { class: "headline" }, t("puzzle.none")), h("p", {}, t("puzzle.none.more", found.examined)), h("div", { class: "actions" }, another())));
      return;
    }
    const played = rule || boardName(found.chosen);
    const asked = { rule: played, position: puzzle.written, set: given.set, end: given.end, side: puzzle.first.toLowerCase() };
    const state = await stand(asked, [], signal);
    if (signal.aborted) return;
    solve(box, { found, puzzle, asked, state, another, signal, given: { ...given, rule: played } });
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof Refused && fault(error.fault)) replace(box);
    else replace(box, message(error));
  } finally {
    if (!signal.aborted) box.removeAttribute("aria-busy");
  }
}

/** A game that the day chose, as the pages call it. @param {string} name */
function boardName(name) {
  return GAMES.includes(`board:${name}`) ? `board:${name}` : name;
}

/**
 * The puzzle on the table.
 * @param {HTMLElement} box
 * @param {{found: any, puzzle: any, asked: import("../parts/question.js").Asked, state: any, another: () => HTMLElement, signal: AbortSignal, given: Record<string, string>}} setting
 */
function solve(box, { found, puzzle, asked, state, another, signal, given }) {
  /** How many hints were given: the length of the win, a few moves, the answer. */
  let hints = 0;
  let over = false;
  /** Where the keyboard stands. @type {string | null} */
  let at = null;
  /** Moves that were tried in vain. @type {Set<number>} */
  const wrong = new Set();
  const answer = state.moves.find((/** @type {any} */ move) => move.wins);
  const impartial = found.impartial;
  const task = h("p", { class: "headline" }, t(impartial ? "puzzle.task" : puzzle.first === "Left" ? "puzzle.task.left" : "puzzle.task.right"));
  const picture = h("div", { class: "figure board", role: "group", "aria-label": `${t("play.position")} ${puzzle.written}` });
  const message = h("div", { role: "status", class: "hintline" });
  const actions = h("div", { class: "actions" });
  const choices = h("div", { class: "moves", role: "group", "aria-label": t("play.moves") });
  /** @type {Map<string, {x: number, y: number}>} */
  const layout = new Map();
  const draw = (/** @type {any} */ shown, /** @type {boolean} */ marked) => replace(picture, board(shown, {
    play: over ? null : attempt, width: Math.max(280, box.clientWidth - 40), hinted: marked, marks: new Set(), at, moved: (key) => { at = key; }, layout,
  }));
  // The second hint leaves the answer among a few; they stand in the order of the list, so that their places say nothing.
  const few = () => {
    const others = state.moves.filter((/** @type {any} */ move) => !move.wins);
    const step = Math.max(1, Math.ceil(others.length / (LEFT - 1)));
    const kept = new Set(others.filter((/** @type {any} */ _, /** @type {number} */ i) => i % step === 0).map((/** @type {any} */ move) => move.number));
    return state.moves.filter((/** @type {any} */ move) => move.wins || kept.has(move.number));
  };
  const list = () => replace(choices, (hints >= 2 ? few() : state.moves).map((/** @type {any} */ move) => h("button", { type: "button", class: `chip${over && move.wins ? " wins" : ""}`, title: move.told, "data-move": move.number, disabled: over || wrong.has(move.number), onclick: () => attempt(move.number) }, move.move.replaceAll("->", " → "))));
  const buttons = () => {
    replace(actions,
      over ? null : h("button", { type: "button", onclick: hint, disabled: hints >= 2 }, t("puzzle.hint")),
      over ? null : h("button", { type: "button", onclick: () => end(false) }, t("puzzle.answer")),
      another(),
      h("a", { class: "button", href: link("study", { ...asked, side: asked.side === "right" ? "right" : "" }) }, t("puzzle.study")),
      h("a", { class: "button", href: link("worksheet", { rule: given.rule, set: given.set, end: given.end, level: given.level, position: given.position }) }, t("nav.worksheet")));
  };
  const hint = () => {
    hints += 1;
    if (hints === 1) replace(message, h("p", {}, t("puzzle.hint.length", Math.ceil(puzzle.depth / 2))));
    else {
      replace(message, h("p", {}, t("puzzle.hint.few", few().length)));
      list();
    }
    buttons();
  };
  const end = (/** @type {boolean} */ solved) => {
    over = true;
    const line = puzzle.solution.line.map((/** @type {any} */ step) => step.move.replaceAll("->", " → ")).join("  ·  ");
    replace(task, h("span", { class: `badge ${solved ? "good" : ""}` }, t(solved ? "puzzle.right" : "puzzle.shown")), " ", t("puzzle.solution", answer?.told ?? puzzle.solution.move));
    replace(message, h("p", {}, t("puzzle.line")), h("p", { class: "mono" }, line));
    announce(task.textContent);
    draw(state, true);
    list();
    buttons();
  };
  const attempt = async (/** @type {number} */ number) => {
    if (over) return;
    const move = state.moves.find((/** @type {any} */ one) => one.number === number);
    if (!move) return;
    if (move.wins) {
      end(true);
      return;
    }
    wrong.add(number);
    list();
    replace(message, h("p", {}, h("span", { class: "badge bad" }, t("puzzle.wrong")), " ", t("puzzle.loses", move.told)));
    announce(message.textContent);
    try {
      const after = await stand(asked, [number], signal);
      const reply = after.moves.find((/** @type {any} */ one) => one.wins);
      if (!signal.aborted && !over && reply) message.append(h("p", {}, t("puzzle.reply", reply.told)));
    } catch {
      // That it loses is said already.
    }
  };
  const nearest = puzzle.level === found.wanted_level ? null : h("p", { class: "note" }, t("puzzle.nearest", found.wanted_level));
  draw(state, false);
  list();
  buttons();
  replace(box, h("section", { class: "card" }, h("h2", {}, title(given.rule ?? found.rule)), task,
    h("p", { class: "note" }, state.begins ?? "", " ", t("puzzle.graded", puzzle.level, puzzle.moves)), nearest, picture, message, actions,
    h("details", { class: "more", open: state.moves.length <= 24 }, h("summary", {}, t("play.moves.count", state.moves.length)), choices)));
}
