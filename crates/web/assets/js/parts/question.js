// @ts-check
/** What a position is asked with, wherever pages get it from: the address, a file, a puzzle. */

import { ask } from "../api.js";

/**
 * A game and a position of it, as `play` takes them.
 * @typedef {{rule: string, position?: string, set?: string, end?: string, side?: string}} Asked
 */

/** The fields of a game and a position among others. @param {Record<string, any>} given @returns {Asked} */
export function askedOf(given) {
  return { rule: given.rule ?? "", position: given.position ?? "", set: given.set ?? "", end: given.end ?? "", side: given.side === "right" ? "right" : "left" };
}

/**
 * How a game stands after some moves, by either player; `side` is the player who moves first.
 * @param {Asked} asked
 * @param {number[]} moves
 * @param {AbortSignal} signal
 */
export function stand(asked, moves, signal) {
  const { rule, position, set, end, side } = asked;
  return ask("play", { rule, position, set: list(set), end: end === "normal" ? "" : end, side, first: "me", moves: moves.join(",") }, signal);
}

/** Values of parameters, one after the other. @param {string | undefined} set */
export function list(set) {
  return (set ?? "").split(";").map((one) => one.trim()).filter(Boolean);
}
