// @ts-check
/** Worksheets for paper: puzzles, Grundy numbers to work out, P-positions to mark; blank, and solved on the pages after. */

import { Refused, ask } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { board } from "../parts/board.js";
import { field, message, showFault, start } from "../parts/fields.js";
import { isBoardText, title } from "../parts/names.js";
import { qrCode } from "../parts/qr.js";
import { list } from "../parts/question.js";
import { go, link, parameters } from "../state.js";
import { GAMES } from "./puzzle.js";

/** The most puzzles, heaps of an exercise with options, and numbers to mark. */
const MOST = { puzzles: 12, mex: 20, marks: 120 };
/** Coordinates of a table to mark. */
const SIDE = 16;
const KINDS = ["puzzles", "mex", "marks"];

/**
 * @typedef {{title: string, task: string, blank: Element[], solved: Element[]}} Sheet
 * @typedef {Record<"kind" | "rule" | "set" | "end" | "position" | "level" | "n" | "seed", string>} Wanted
 */

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const kind = KINDS.includes(given.kind) ? given.kind : "puzzles";
  /** @type {Wanted} */
  const wanted = { kind, rule: given.rule || "nim", set: given.set ?? "", end: given.end ?? "", position: given.position ?? "", level: given.level ?? "2", n: given.n ?? (kind === "puzzles" ? "6" : kind === "mex" ? "10" : "40"), seed: given.seed ?? "1" };
  const fields = {
    kind: field(t("worksheet.kind"), { width: "third", options: KINDS.map((one) => [one, t(`worksheet.${one}`)]), value: kind, draft: false }),
    rule: field(t("rule"), { width: "half", mono: true, value: wanted.rule, list: GAMES.map((rule) => [rule, title(rule)]), draft: false }),
    end: field(t("end"), { width: "third", mono: true, value: wanted.end, placeholder: "normal", list: [["normal", t("end.normal")], ["misere", t("end.misere")]], draft: false }),
    level: field(t("puzzle.level"), { width: "small", options: ["1", "2", "3", "4", "5"].map((one) => [one, one]), value: wanted.level, draft: false }),
    n: field(t("worksheet.n"), { width: "small", value: wanted.n, inputmode: "numeric", draft: false }),
    seed: field(t("worksheet.seed"), { width: "small", value: wanted.seed, inputmode: "numeric", draft: false }),
  };
  // Only puzzles have levels and numbers of sheets.
  const only = () => { for (const key of /** @type {const} */ (["level", "seed"])) fields[key].box.toggleAttribute("hidden", fields.kind.input.value !== "puzzles"); };
  fields.kind.input.addEventListener("change", only);
  only();
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const now = Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, one.input.value.trim()]));
    go("worksheet", { ...now, n: now.kind === kind ? now.n : "", ...(now.rule === wanted.rule ? { set: wanted.set, position: wanted.position } : {}) });
  } }, Object.values(fields).map((one) => one.box), start(t("worksheet.make")));
  const box = h("div", { class: "worksheet", "aria-busy": "true" });
  main.append(h("h1", { class: "screen" }, t("nav.worksheet")), h("p", { class: "lead screen" }, t("worksheet.lead")), form,
    h("div", { class: "actions screen" }, h("button", { type: "button", class: "primary", onclick: () => print() }, t("worksheet.print"))), box);
  make(wanted, signal).then((sheet) => {
    if (signal.aborted) return;
    const address = new URL(link("worksheet", parameters()), location.href).href;
    const code = qrCode(address, t("qr.label", address));
    const foot = () => h("footer", { class: "sheetfoot" }, code ? code.cloneNode(true) : null, h("span", {}, t("worksheet.foot")));
    const page = (/** @type {Element[]} */ parts, /** @type {string} */ heading, /** @type {boolean} */ name) => h("section", { class: "sheet" },
      h("header", {}, h("h2", {}, heading), name ? h("p", { class: "name" }, t("worksheet.name")) : null), h("p", {}, sheet.task), parts, foot());
    replace(box, page(sheet.blank, sheet.title, true), page(sheet.solved, t("worksheet.solutions", sheet.title), false));
  }).catch((error) => {
    if (signal.aborted) return;
    if (error instanceof Refused && showFault({ ...fields, to: fields.n, game: fields.rule }, error.fault)) replace(box);
    else replace(box, message(error));
  }).finally(() => box.removeAttribute("aria-busy"));
  return () => leaving.abort();
}

/** @param {Wanted} wanted @param {AbortSignal} signal @returns {Promise<Sheet>} */
function make(wanted, signal) {
  if (wanted.kind === "mex") return mex(wanted, signal);
  return wanted.kind === "marks" ? marks(wanted, signal) : puzzles(wanted, signal);
}

/** A number of the form within bounds. @param {string} text @param {number} most @param {number} otherwise */
function bounded(text, most, otherwise) {
  const n = Number(text);
  return Number.isInteger(n) && n > 0 ? Math.min(n, most) : otherwise;
}

/** A board that only shows. @param {any} drawing @param {string} position @param {number} width */
function picture(drawing, position, width) {
  return h("div", { class: "figure board" }, board({ drawing, position, moves: [], history: [] }, { play: null, width, hinted: false, marks: new Set(), at: null, moved: () => {} }));
}

/** Positions with one winning move. @param {Wanted} wanted @param {AbortSignal} signal @returns {Promise<Sheet>} */
async function puzzles(wanted, signal) {
  const { rule, set, end, position, level } = wanted;
  const count = bounded(wanted.n, MOST.puzzles, 6);
  const seed = bounded(wanted.seed, Number.MAX_SAFE_INTEGER - MOST.puzzles * 8, 1);
  /** @type {Element[]} */
  const blank = [];
  /** @type {Element[]} */
  const solved = [];
  const seen = new Set();
  // A board is seen; its letters would only repeat the picture.
  const drawn = rule.startsWith("board:") || isBoardText(rule);
  // A small game may not have this many; each is tried a few times.
  for (let i = 0; blank.length < count && i < 4 * count; i += 1) {
    const found = await ask("puzzle", { rule, set: list(set), end, position, level, seed: (seed - 1) * 4 * MOST.puzzles + i, solution: true }, signal);
    const { puzzle } = found;
    if (!puzzle || seen.has(`${puzzle.first} ${puzzle.written}`)) continue;
    seen.add(`${puzzle.first} ${puzzle.written}`);
    const number = blank.length + 1;
    const who = found.impartial ? null : h("span", { class: "who" }, t(puzzle.first === "Left" ? "study.tomove.left" : "study.tomove.right"));
    const head = () => h("h3", {}, `${number}. `, h("span", { class: "mono" }, drawn || puzzle.written.length >= 30 ? "" : puzzle.written), " ", who?.cloneNode(true));
    blank.push(h("div", { class: "exercise" }, head(), picture(puzzle.drawing, puzzle.written, 320), h("p", { class: "line" }, t("worksheet.answer"))));
    solved.push(h("div", { class: "exercise" }, head(), picture(puzzle.solution.drawing, puzzle.solution.move, 320), h("p", {}, t("worksheet.answer"), " ", h("strong", { class: "mono" }, puzzle.solution.move.replaceAll("->", " → ")))));
  }
  const grid = (/** @type {Element[]} */ all) => [all.length ? h("div", { class: "exercises" }, all) : h("p", {}, t("puzzle.none"))];
  return { title: t("worksheet.title", t("worksheet.puzzles"), title(rule)), task: t("worksheet.puzzles.task"), blank: grid(blank), solved: grid(solved) };
}

/** A table in which the Grundy numbers of the options and their mex are filled in. @param {Wanted} wanted @param {AbortSignal} signal @returns {Promise<Sheet>} */
async function mex(wanted, signal) {
  const { rule } = wanted;
  const to = bounded(wanted.n, MOST.mex, 10);
  const found = await ask("grundy", { rule, to }, signal);
  /** @type {{n: number, numbers: number[], value: number}[]} */
  const rows = [];
  for (let n = 0; n <= to; n += 1) {
    const { options } = await ask("explain", { rule, position: String(n) }, signal);
    const numbers = [...new Set(options.map((/** @type {any} */ option) => option.grundy))].sort((a, b) => a - b);
    rows.push({ n, numbers, value: found.values[n] });
  }
  const table = (/** @type {boolean} */ full) => h("table", { class: "fill" },
    h("thead", {}, h("tr", {}, ["n", t("worksheet.mex.options"), "G(n)"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map(({ n, numbers, value }) => h("tr", {}, h("th", { scope: "row" }, n), h("td", { class: "wide" }, full ? `{${numbers.join(", ")}}` : ""), h("td", {}, full || n === 0 ? value : "")))));
  return { title: t("worksheet.title", t("worksheet.mex"), title(rule)), task: t("worksheet.mex.task"), blank: [table(false)], solved: [table(true)] };
}

/** Numbers, or a table of positions, of which those are circled that the player to move loses. @param {Wanted} wanted @param {AbortSignal} signal @returns {Promise<Sheet>} */
async function marks(wanted, signal) {
  const { rule, set, end } = wanted;
  const sheet = { title: t("worksheet.title", t("worksheet.marks"), title(rule)), task: t("worksheet.marks.task") };
  const cell = (/** @type {any} */ name, /** @type {string | null} */ outcome, /** @type {boolean} */ full) => h("td", { class: outcome === null ? "none" : full && outcome === "P" ? "circled" : null }, outcome === null ? "" : name);
  const pairs = !isBoardText(rule) && (/^(lib:|chocolate)|->|^\s*(game|position)\b/m.test(rule));
  if (pairs) {
    const side = Math.min(SIDE, bounded(wanted.n, MOST.marks, SIDE));
    const found = await ask("table", { rule, set: list(set), to: `${side},${side}`, show: "outcome" }, signal);
    // Rows without a position at the end are left out.
    const last = found.rows.findLastIndex((/** @type {(string | null)[]} */ row) => row.some((outcome) => outcome !== null));
    const table = (/** @type {boolean} */ full) => h("table", { class: "fill marks" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, `${found.row_name} \\ ${found.column_name}`), found.rows[0].map((/** @type {any} */ _, /** @type {number} */ c) => h("th", { scope: "col" }, c)))),
      h("tbody", {}, found.rows.slice(0, last + 1).map((/** @type {(string | null)[]} */ row, /** @type {number} */ r) => h("tr", {}, h("th", { scope: "row" }, r), row.map((outcome) => cell("·", outcome, full))))));
    return { ...sheet, blank: [table(false)], solved: [table(true)] };
  }
  const to = bounded(wanted.n, MOST.marks, 40);
  const found = await ask("outcomes", { rule, end, to }, signal);
  const letters = /** @type {string[]} */ ([...found.outcomes]);
  const table = (/** @type {boolean} */ full) => h("table", { class: "fill marks" }, h("tbody", {}, Array.from({ length: Math.ceil(letters.length / 10) }, (_, r) => h("tr", {}, letters.slice(10 * r, 10 * r + 10).map((letter, c) => cell(10 * r + c, letter, full))))));
  return { ...sheet, blank: [table(false)], solved: [table(true)] };
}
