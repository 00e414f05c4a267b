// @ts-check
/** Sliders for the numbers of a game, and buttons for its sets: what they change is written to the fields next to them. */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { isBoardText } from "./names.js";

/** Before what is slid is shown, in milliseconds. */
export const SLIDING = 40;
/** Numbers that can be chosen for a set, at least. */
const CHOICE = 9;

/**
 * @typedef {"rule" | "set" | "to"} Written
 * @typedef {{name: string, value: number, least: number, most: number, write: (value: string, rule: string, set: string, to: string) => [Written | "position", string]}} Slider
 * @typedef {{name: string, numbers: number[], most: number, write: (numbers: number[], rule: string, set: string) => [Written, string]}} NumberSet
 */

/**
 * Sets of numbers of a game: `{1,3,4}` in its text, parameters that are sets, and codes such as `sub:1,3,4`.
 * @param {string} rule
 * @param {string} set
 * @returns {NumberSet[]}
 */
export function setsOf(rule, set) {
  /** @type {NumberSet[]} */
  const found = [];
  const read = (/** @type {string} */ text) => text.split(/[,，\s]+/).filter(Boolean).flatMap((part) => {
    const [from, to = from] = part.split("-").map(Number);
    return Array.from({ length: Math.max(1, Math.min(64, to - from + 1)) }, (_, i) => from + i);
  });
  const add = (/** @type {string} */ name, /** @type {string} */ text, /** @type {NumberSet["write"]} */ write) => {
    const numbers = read(text);
    if (numbers.length && numbers.every((n) => n >= 1 && n <= 40)) found.push({ name, numbers, most: Math.max(CHOICE, ...numbers), write });
  };
  const code = /^\s*sub:([\d,-]+)\s*$/.exec(rule);
  if (code) add("S", code[1], (numbers) => ["rule", `sub:${numbers.join(",")}`]);
  const given = new Map(set.split(";").map((one) => one.split("=").map((part) => part.trim())).filter(([name, value]) => name && value).map(([name, value]) => [name, value]));
  const header = /^\s*game\s+[^\s(]+\s*\(([^)]*)\)/m.exec(rule)?.[1] ?? "";
  for (const [, name, usual] of header.matchAll(/([\p{L}_][\p{L}\p{N}_]*)\s*=\s*\{([\d,\s]+)\}/gu)) {
    add(name, (given.get(name) ?? usual).replace(/[{}]/g, ""), (numbers, _, before) => ["set", [...before.split(";").map((one) => one.trim()).filter((one) => one && one.split("=")[0].trim() !== name), `${name}=${numbers.join(",")}`].join("; ")]);
  }
  for (const match of rule.matchAll(/([\p{L}_][\p{L}\p{N}_]*)(\s+in\s*\{)([\d,\s]+)\}/gu)) {
    const from = match.index + match[1].length + match[2].length;
    add(match[1], match[3], (numbers, text) => ["rule", text.slice(0, from) + numbers.join(",") + text.slice(text.indexOf("}", from))]);
  }
  return found;
}

/**
 * The numbers of a game that can be slid: its parameters, the number after `chocolate:`, how far its table goes.
 * @param {string} rule
 * @param {string} set
 * @param {string} to
 * @param {string} [position] of a board
 * @param {boolean} [board]
 * @returns {Slider[]}
 */
export function slidersOf(rule, set, to, position = "", board = isBoardText(rule)) {
  /** @type {Slider[]} */
  const found = [];
  const bar = /^\s*chocolate:(\d+)\s*$/.exec(rule);
  if (bar) found.push({ name: "k", value: Number(bar[1]), least: 1, most: Math.max(12, Number(bar[1])), write: (value) => ["rule", `chocolate:${value}`] });
  const header = /^\s*game\s+[^\s(]+\s*\(([^)]*)\)/m.exec(rule)?.[1] ?? "";
  const given = new Map(set.split(";").map((one) => one.split("=").map((part) => part.trim())).filter(([name, value]) => name && value !== undefined).map(([name, value]) => [name, value]));
  for (const [, name, usual] of header.matchAll(/([\p{L}_][\p{L}\p{N}_]*)\s*=\s*(\d+)\s*(?=,|$)/gu)) {
    const value = Number(given.get(name) ?? usual);
    if (!Number.isInteger(value)) continue;
    found.push({ name, value, least: 0, most: Math.max(12, 2 * Number(usual), value), write: (chosen, _, before) => ["set", [...before.split(";").map((one) => one.trim()).filter((one) => one && one.split("=")[0].trim() !== name), `${name}=${chosen}`].join("; ")] });
  }
  if (board) {
    const size = /^(\d+)\s*[x×]\s*(\d+)$/.exec(position.trim());
    const rows = /^\.+(\|\.+)+$/.test(position.trim()) ? position.trim().split("|") : [];
    const sides = size ? [Number(size[1]), Number(size[2])] : rows.length && rows.every((row) => row.length === rows[0].length) ? [rows.length, rows[0].length] : [];
    sides.forEach((value, i) => found.push({ name: t(i ? "games.columns" : "games.rows"), value, least: 1, most: Math.max(8, value), write: (chosen) => ["position", sides.map((side, at) => (at === i ? chosen : side)).join("x")] }));
    if (/^\.+$/.test(position)) found.push({ name: t("games.length"), value: position.length, least: 1, most: Math.max(20, position.length), write: (chosen) => ["position", ".".repeat(Number(chosen))] });
    return found;
  }
  const corner = to.split(",").map((one) => one.trim());
  const names = coordinates(rule);
  if (corner.every((one) => /^\d+$/.test(one))) {
    corner.forEach((one, i) => found.push({ name: `${(corner.length === names.length ? names[i] : null) ?? (corner.length === 1 ? "n" : String.fromCharCode(97 + i))} ≤`, value: Number(one), least: 1, most: Math.max(corner.length === 1 ? 200 : corner.length === 2 ? 60 : 12, Number(one)), write: (chosen, _, __, before) => ["to", before.split(",").map((part, at) => (at === i ? chosen : part.trim())).join(",")] }));
  }
  return found;
}

/**
 * The names of the coordinates, as they stand in the rule.
 * @param {string} rule
 * @returns {string[]}
 */
export function coordinates(rule) {
  if (rule.trim().startsWith("chocolate")) return ["y", "z"];
  const inside = /\bposition\s*[(（]([^)）]*)[)）]/.exec(rule) ?? /^\s*[(（]([^)）]*)[)）]/.exec(rule);
  if (!inside) return ["a", "b"];
  return inside[1].split(/[,，、]/).map((name) => name.trim());
}

/**
 * What stands in the fields; `text` is the text of a rule that is written by its name.
 * @typedef {{rule: string, set: string, to: string, position: string, text?: string, board?: boolean}} Standing
 */

/**
 * The sliders and buttons, which follow the fields whenever `draw` is called.
 * @param {() => Standing} read
 * @param {(field: Written | "position", text: string) => void} write
 */
export function numberControls(read, write) {
  const sliders = h("div", { class: "sliders" });
  const sets = h("div", { class: "sets" });
  /** What the sliders are for. */
  let slid = "";
  // A text that is known by its name is not written anew.
  const possible = (/** @type {[Written | "position", string]} */ [name], /** @type {Standing} */ { rule, text = rule }) => name !== "rule" || text === rule;
  const drawSets = () => {
    const now = read();
    const all = setsOf(now.text ?? now.rule, now.set).filter(({ numbers, write: changed }) => possible(changed(numbers, now.text ?? now.rule, now.set), now));
    const held = sets.contains(document.activeElement) ? document.activeElement?.getAttribute("data-focus") : null;
    replace(sets, ...all.map(({ name, numbers, most, write: changed }, i) => h("div", { class: "slider", role: "group", "aria-label": name }, h("span", { class: "mono" }, name), h("div", { class: "chips" }, Array.from({ length: most }, (_, k) => {
      const n = k + 1;
      const has = numbers.includes(n);
      return h("button", { type: "button", class: "chip", "data-focus": `${i}:${n}`, "aria-pressed": String(has), onclick: () => {
        const others = has ? numbers.filter((one) => one !== n) : [...numbers, n].sort((a, b) => a - b);
        if (!others.length) return;
        const then = read();
        write(...changed(others, then.text ?? then.rule, then.set));
        drawSets();
      } }, n);
    })))));
    const same = held && sets.querySelector(`[data-focus="${held}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  };
  const draw = () => {
    drawSets();
    const now = read();
    const { rule, set, to, position, text = rule, board = isBoardText(rule) } = now;
    const all = slidersOf(text, set, to, position, board).filter(({ value, write: changed }) => possible(changed(String(value), text, set, to), now));
    const what = all.map(({ name }) => name).join();
    if (what === slid) {
      all.forEach(({ value, most }, i) => {
        const row = sliders.children[i];
        const range = /** @type {HTMLInputElement} */ (row.querySelector("input"));
        range.max = String(Math.max(most, Number(range.max)));
        range.value = String(value);
        replace(/** @type {Element} */ (row.querySelector("output")), value);
      });
      return;
    }
    slid = what;
    replace(sliders, ...all.map(({ name, value, least, most }, i) => {
      const shown = h("output", { class: "mono" }, value);
      const range = h("input", { type: "range", min: least, max: most, value, "aria-label": name, oninput: () => {
        shown.textContent = range.value;
        // What has been written since the slider was made is kept.
        const then = read();
        const source = then.text ?? then.rule;
        const one = slidersOf(source, then.set, then.to, then.position, then.board).filter((other) => possible(other.write(range.value, source, then.set, then.to), then))[i];
        if (one) write(...one.write(range.value, source, then.set, then.to));
      } });
      return h("div", { class: "slider" }, h("span", { class: "mono" }, name), range, shown);
    }));
  };
  return { element: h("div", {}, sliders, sets), draw };
}
