// @ts-check
/** How an automaton reads a position, digit by digit. */

/**
 * An automaton as the program gives it: where each state leads on the digits that it reads.
 * @typedef {{accepts: string, tracks: string[], base?: string | null, states: {accepting: boolean, next: {read: string, to: number}[]}[]}} Automaton
 * @typedef {{digits: string[][], states: number[], stuck: string | null, accepted: boolean}} Run the digits of each number, the states in turn, what could not be read
 */

/** The base of the numbers that are read; null if they are none to a whole base. @param {Automaton} automaton */
export function baseOf({ base }) {
  if (base === null || base === undefined) return 2;
  return /^\d+$/.test(base) ? Number(base) : null;
}

/** The digits of what is read at once. @param {string} read @param {number} base */
const digitsOf = (read, base) => (base > 10 ? read.split(",") : [...read]);

/**
 * Reads a position; null where the base is no whole number.
 * @param {Automaton} automaton
 * @param {number[]} position
 * @returns {Run | null}
 */
export function read(automaton, position) {
  const base = baseOf(automaton);
  if (base === null) return null;
  const written = position.map((n) => n.toString(Math.min(base, 36)));
  const long = Math.max(1, ...written.map((one) => one.length));
  const digits = position.map((n) => Array.from({ length: long }, (_, i) => String(Math.floor(n / base ** (long - 1 - i)) % base)));
  const states = [0];
  for (let i = 0; i < long; i += 1) {
    const letter = digits.map((one) => one[i]);
    const next = automaton.states[states[i]]?.next.find(({ read: pattern }) => digitsOf(pattern, base).every((digit, track) => digit === "*" || digit === letter[track]));
    if (!next) return { digits, states, stuck: letter.join(base > 10 ? "," : ""), accepted: false };
    states.push(next.to);
  }
  return { digits, states, stuck: null, accepted: automaton.states[states[long]]?.accepting ?? false };
}

/** What a state does, in signs: the digits that lead to each other state. @param {Automaton["states"][0]} state */
export function steps({ next }) {
  /** @type {Map<number, string[]>} */
  const to = new Map();
  for (const one of next) to.set(one.to, [...(to.get(one.to) ?? []), one.read]);
  return [...to].map(([state, letters]) => `${letters.join(", ")} → ${state}`).join("; ");
}
