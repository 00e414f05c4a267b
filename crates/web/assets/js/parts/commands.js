// @ts-check
/** From a line of the program to the page that shows the same. */

import { link } from "../state.js";

/** The words of a line, quotes taken away. @param {string} line */
export function words(line) {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three);
}

/**
 * The page for the first command of a line.
 * @param {string} line such as `ishitori period 0.77`
 */
export function workbench(line) {
  const [, command, ...rest] = words(line.split("&&")[0]);
  /** @type {Record<string, string>} */
  const options = {};
  const plain = /** @type {string[]} */ ([]);
  for (let i = 0; i < rest.length; i += 1) {
    if (rest[i].startsWith("-")) {
      options[rest[i].replace(/^-+/, "")] = rest[i + 1] ?? "";
      i += 1;
    } else plain.push(rest[i]);
  }
  const [first = "", second = ""] = plain;
  const { end, to, sum } = options;
  switch (command) {
    case "grundy": return link("game", { rule: first, to, end });
    case "period": return link("game", { rule: first, tab: "proof" });
    case "outcomes": return link("game", { rule: first, end, to });
    case "values": return link("game", { rule: first, end, to, tab: "values" });
    case "quotient": return link("game", { rule: first, end, qto: to, tab: "quotient" });
    case "parity": return link("game", { rule: first, tab: "proof" });
    case "explain": case "play": return link("game", { rule: first, position: second, end, sum, tab: "play" });
    case "eval": return link("game", { g: first });
    case "position": return link("game", { board: first, position: second });
    case "table": return link("game", { rule: first, to, tab: "table" });
    case "conjecture": return link("games", { rule: first, formula: second, fto: to, to: to ? to.split(",").map((n) => String(Math.min(30, Number(n)))).join(",") : "" });
    case "sweep": return link("family", { min: options.min, max: String(Math.min(20, Number(options.max ?? 20))), end, "min-size": options["min-size"], count: options.count, check: /^(neighbours|runs|carret)$/.test(options.check ?? "") ? options.check : "" });
    case "draw": return first === "thermograph" || first === "tree" ? link("game", { g: second }) : link("game", { rule: second, end, to });
    case "reproduce": return link("reproduce", { item: "all" });
    default: return link("home");
  }
}
