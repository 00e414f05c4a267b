// @ts-check
/** Sequences of the On-Line Encyclopedia of Integer Sequences that belong to games. */

/**
 * The game of a sequence, and what the sequence is of it: Grundy numbers, a table of them, or P-positions.
 * @type {Record<string, [string, "numbers" | "table" | "lost"]>}
 */
export const OEIS = {
  A002186: ["kayles", "numbers"], A002187: ["dawsons-chess", "numbers"], A002188: ["grundys-game", "numbers"], A071434: ["0.1377", "numbers"], A071435: ["0.177", "numbers"], A071436: ["0.56", "numbers"],
  A071452: ["0.11377", "numbers"], A071464: ["0.127", "numbers"], A071509: ["0.1777", "numbers"], A004481: ["wythoff", "table"], A317205: ["wythoff", "table"], A047708: ["wythoff", "table"], A000201: ["wythoff", "lost"], A001950: ["wythoff", "lost"], A000045: ["fibonacci-nim", "lost"],
};
