// @ts-check
/** What is known about a position of a study and about each of its moves, from the questions that know it. */

import { ask } from "../api.js";
import { t } from "../i18n.js";
import { list } from "./question.js";

/**
 * @typedef {{value?: string, mean?: string, temperature?: string, position?: string, grundy?: number, outcome?: string}} Fact
 * @typedef {{outcome: string | null, grundy: number | null, value: string | null, mean: string | null, temperature: string | null, moves: Map<string, Fact>}} Facts
 */

/**
 * Value, temperature and Grundy number of a position and what its moves lead to, as far as they are soon found.
 * @param {import("./question.js").Asked} asked
 * @param {any} state the position, as `play` gives it
 * @param {AbortSignal} signal
 * @returns {Promise<Facts>}
 */
export async function factsOf(asked, state, signal) {
  const own = Array.isArray(state.grundy) ? state.grundy.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum ^ n, 0) : null;
  /** @type {Facts} */
  const facts = { outcome: state.outcome ?? null, grundy: own, value: null, mean: null, temperature: null, moves: new Map() };
  const normal = !asked.end || asked.end === "normal";
  try {
    if (state.board === "cells" && normal && state.ends_by === "normal") {
      const found = await ask("position", { game: asked.rule.replace(/^board:/, ""), position: state.position, set: list(asked.set), moves: true }, signal);
      facts.value = found.canonical ?? found.smith ?? null;
      facts.mean = found.mean ?? null;
      facts.temperature = found.temperature ?? null;
      facts.grundy = found.grundy ?? own;
      // Where it matters who is Left, only the moves of the player to move count.
      for (const move of found.moves ?? []) if (state.impartial || move.player === state.to_move) facts.moves.set(move.move, { value: move.canonical, position: move.position, outcome: move.outcome });
    } else if (state.board !== "values") {
      const found = await ask("explain", { rule: asked.rule, set: list(asked.set), end: asked.end, position: state.position }, signal);
      facts.grundy = found.grundy ?? own;
      facts.value = found.value ?? null;
      for (const move of found.options) facts.moves.set(move.move, { grundy: move.grundy ?? undefined, value: move.value, outcome: move.outcome });
    }
  } catch {
    // Who wins is known from the moves themselves, or nothing is.
  }
  return facts;
}

/**
 * Finds mean and temperature of what a move on a board leads to, once; says whether they are known.
 * @param {import("./question.js").Asked} asked
 * @param {Fact | undefined} fact
 * @param {AbortSignal} signal
 */
export async function heat(asked, fact, signal) {
  if (fact?.position === undefined) return false;
  if (fact.temperature === undefined) {
    const found = await ask("position", { game: asked.rule.replace(/^board:/, ""), position: fact.position, set: list(asked.set) }, signal);
    fact.mean = found.mean ?? "";
    fact.temperature = found.temperature ?? "";
  }
  return fact.temperature !== "";
}

/** A fact about a move in a few signs. @param {Fact | undefined} fact */
export function shortly(fact) {
  if (!fact) return "";
  if (fact.value !== undefined && fact.value !== null) return fact.value;
  if (fact.grundy !== undefined && fact.grundy !== null) return `G = ${fact.grundy}`;
  return "";
}

/** A fact about a move with its mean and temperature, where it has them. @param {Fact | undefined} fact */
export function atLength(fact) {
  const said = shortly(fact);
  return said && fact?.temperature ? `${said} (${t("mean")} ${fact.mean}, ${t("temperature")} ${fact.temperature})` : said;
}

/** What is known about a position, in words. @param {Facts} facts @param {any} state */
export function inWords(facts, state) {
  const parts = [];
  if (state.winner || state.drawn) parts.push(state.over);
  else if (facts.outcome) parts.push(`${facts.outcome}: ${t(`outcome.${facts.outcome}`)}`);
  if (facts.value !== null) parts.push(`${t("values.value")} ${facts.value}`);
  if (facts.temperature !== null) parts.push(`${t("mean")} ${facts.mean}, ${t("temperature")} ${facts.temperature}`);
  if (facts.grundy !== null && facts.value === null) parts.push(`${t("legend.number")} ${facts.grundy}`);
  return parts.filter(Boolean);
}
