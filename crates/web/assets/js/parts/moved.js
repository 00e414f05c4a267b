// @ts-check
/** Pages that have become views of the page of a game, so that old links lead there. */

import { BOARDS, isBoardText } from "./names.js";

/**
 * What is given about a game by `rule`, as the page of a game takes it: a board, a value, or a rule.
 * @param {string} rule
 * @returns {Record<string, string>}
 */
export function gameOf(rule) {
  const text = rule.trim();
  if (/^board:/.test(text)) return { board: text.slice(6) };
  if (isBoardText(text) || text in BOARDS) return { board: text };
  // A value such as {1|-1} + *: no code and no text has these signs without a prefix.
  const coded = /^[a-z]+:|->|^\s*(game|position)\b|^\d*!?\./m.test(text);
  return !coded && /[|±^*]|^-?\d+(\/\d+)?$/.test(text) ? { g: text } : { rule: text };
}

/**
 * The page and the parameters that a page of earlier versions stands for; null if it is a page of its own.
 * @param {string} name
 * @param {Record<string, string>} given
 * @returns {Record<string, string | undefined> | null} parameters of the page `game`
 */
export function moved(name, given) {
  const { rule, position, ...others } = given;
  if (name === "sequence") return { rule: rule ?? "0.77", ...others, tab: given.end === "misere" ? "table" : "numbers" };
  if (name === "quotient") {
    const { to, end, ...more } = others;
    return { rule: rule ?? "sub:2,3", end: end ?? "mod2:LR", qto: to, heaps: position, ...more, tab: "quotient" };
  }
  if (name === "play" && rule) return { ...gameOf(rule), position, ...others, tab: "play" };
  return null;
}
