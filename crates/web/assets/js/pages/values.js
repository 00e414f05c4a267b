// @ts-check
/** A calculator for games. */

import { Refused, ask } from "../api.js";
import { announce, h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { chips, clearFaults, field, message, showFault, start } from "../parts/fields.js";
import { card, copyButton, fileName, saveButtons } from "../parts/pictures.js";
import { thermograph } from "../parts/thermograph.js";
import { treeCard } from "../parts/tree.js";
import { go, link } from "../state.js";

/** @type {[string, Record<string, string>][]} */
const EXAMPLES = [
  ["{2||1|0} + *", { g: "{2||1|0} + *" }], ["+-{3|1}", { g: "+-{3|1}" }], ["{3|1||-2}", { g: "{3|1||-2}" }],
  ["Tiny(2)", { g: "Tiny(2)" }], ["^3* : *2", { g: "^3* : *2" }], ["^ ? *", { g: "^", h: "*" }], ["{1|-1} ? 0", { g: "{1|-1}", h: "0" }],
];

/** Moves of best play that are written. */
const LINE = 24;

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const g = field(t("values.g"), { width: "wide", mono: true, value: given.g ?? "{2||1|0} + *", hint: t("values.hint") });
  const other = field(t("values.h"), { width: "wide", mono: true, value: given.h ?? "", hint: t("values.h.hint") });
  const results = h("div", { class: "results" });
  const names = given.names ?? "";
  // Names stay for what is typed next, once they are understood.
  let known = names;
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    go("values", { g: g.input.value.trim(), h: other.input.value.trim(), names: known.trim() });
  } }, g.box, other.box, start(t("evaluate")),
  names ? h("p", { class: "note full" }, t("values.names"), " ", h("span", { class: "mono" }, names), " · ", h("a", { href: link("values", { g: g.input.value, h: other.input.value }) }, t("values.forget"))) : null,
  chips(t("examples"), EXAMPLES.map(([text, values]) => [text, link("values", values)])));
  main.append(h("h1", {}, t("nav.values")), h("p", { class: "lead" }, t("values.lead")), form, results);
  const fields = { expression: g };
  const first = given.g ?? g.input.value;
  evaluate(results, names && `${statements(names).before}`, first, given.h ?? "", fields, other, leaving.signal).then((understood) => {
    if (!understood) return;
    // A name that is given anew comes last; those before it may be made of what it was.
    const said = statements(names).before;
    known = [...new Set([...said.split("; "), ...statements(first).before.split("; ")])].filter(Boolean).map((one) => `${one}; `).join("");
  });
  return () => leaving.abort();
}

/**
 * Whether it was understood.
 * @param {HTMLElement} results
 * @param {string} names statements that give names, before the expression
 * @param {string} first
 * @param {string} second
 * @param {Record<string, import("../parts/fields.js").Field>} fields
 * @param {import("../parts/fields.js").Field} other
 * @param {AbortSignal} signal
 */
async function evaluate(results, names, first, second, fields, other, signal) {
  clearFaults([fields.expression, other]);
  results.setAttribute("aria-busy", "true");
  try {
    const found = await ask("eval", { expression: names + first }, signal);
    const parts = [value(found, first)];
    if (found.kind === "game" || found.kind === "number") {
      const canonical = found.canonical ?? first;
      // A mean or a temperature is a number, not a game; it is drawn as the game that it is.
      const drawn = found.kind === "number" || names || statements(first).before ? canonical : first;
      const name = fileName(first);
      const walls = await ask("eval", { expression: `Thermograph(${drawn})` }, signal);
      const plot = thermograph(walls, written(found), drawn, null, signal, Math.min(680, (results.clientWidth - (innerWidth > 960 ? 20 : 0)) / (innerWidth > 960 ? 2 : 1)));
      parts.push(h("div", { class: "two" }, card(t("thermograph"), saveButtons(`${name}-thermograph`, plot.picture), plot.element), treeCard(drawn, name, null, signal)));
    }
    if (second.trim()) {
      try {
        parts.splice(1, 0, await comparison(names, first, second, signal));
      } catch (error) {
        if (!(error instanceof Refused) || !showFault({ expression: other }, { ...error.fault, place: undefined })) throw error;
      }
    }
    if (signal.aborted) return;
    replace(results, ...parts);
    announce(found.canonical ?? String(found.value));
    return true;
  } catch (error) {
    if (signal.aborted) return;
    replace(results);
    if (error instanceof Refused && error.fault.place) {
      // Places are counted from the first name; the field begins after them.
      const whole = new TextEncoder().encode(names + first);
      const before = new TextEncoder().encode(names).length;
      const character = [...new TextDecoder().decode(whole.slice(0, error.fault.place[0]))].length + 1;
      error.fault.place = /** @type {[number, number]} */ (error.fault.place.map((byte) => Math.max(0, byte - before)));
      error.fault.message = error.fault.message.replace(new RegExp(`\\b${character}\\b`), String(Math.max(1, character - [...names].length)));
    }
    if (!(error instanceof Refused) || !showFault(fields, error.fault)) replace(results, message(error));
  } finally {
    results.removeAttribute("aria-busy");
  }
}

/**
 * @param {any} found
 * @param {string} input
 */
export function value(found, input) {
  switch (found.kind) {
    case "bool":
      return card(input, [], h("p", { class: "headline" }, h("span", { class: `badge ${found.value ? "good" : "bad"}` }, t(found.value ? "true" : "false"))));
    case "outcome":
      return card(input, [], h("p", { class: "headline" }, `${found.value}: ${t(`outcome.${found.value}`)}`));
    case "nimber":
    case "ordinal":
    case "function":
      return card(input, [], h("p", { class: "headline mono" }, String(found.value)));
    case "set":
      return card(input, [copyButton(t("copy"), async () => found.values.join("\n"))],
        h("p", { class: "headline" }, t("values.set", found.size)),
        h("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": t("values.set", found.size) }, h("p", { class: "mono" }, found.values.map((/** @type {string | null} */ text) => text ?? "…").join("   "))));
    case "list":
      return card(input, [copyButton(t("copy"), async () => found.values.join("\n"))],
        h("p", { class: "headline mono" }, `[${found.values.map((/** @type {string | null} */ text) => text ?? "…").join(", ")}]`));
    case "thermograph":
      return card(input, [], h("p", { class: "headline mono" }, found.value), facts([[t("mean"), found.mean], [t("temperature"), found.temperature]]));
    case "loopy":
      return recurring(found);
    default:
      return game(found);
  }
}

/**
 * What names are given in a text, such as `G := {1|-1}`, as statements with a semicolon after them, and the expression at its end.
 * @param {string} text
 */
export function statements(text) {
  const parts = text.split(";").map((part) => part.trim()).filter(Boolean);
  const last = parts.at(-1) ?? "";
  const name = /^([\p{L}_][\p{L}\p{N}_]*)\s*:=/u.exec(last)?.[1];
  const before = name ? parts : parts.slice(0, -1);
  return { before: before.map((part) => `${part}; `).join(""), last: name ?? last };
}

/** A value as people write it; signs that few fonts have are words. @param {any} found */
export function written(found) {
  const text = found.unicode ?? found.canonical ?? found.limit ?? "";
  return /[\u29fe\u29ff]/.test(text) ? found.canonical : text;
}

/** @param {any} found */
function game(found) {
  // What is not known has no kind: a limit may have come first.
  const kind = !found.canonical && found.temperature === null ? null : found.is_number ? t("is.number") : found.is_infinitesimal ? t("is.infinitesimal") : Number(evaluateDyadic(found.temperature)) > 0 ? t("is.hot") : t("is.tepid");
  return card(t("canonical"), copies(found),
    h("p", { class: "headline mono" }, written(found)),
    h("p", {}, kind ? h("span", { class: "badge" }, kind) : null, " ", found.is_all_small ? h("span", { class: "badge" }, t("is.allsmall")) : null),
    found.limit ? h("p", { class: "message warn" }, found.limit) : null,
    facts([
      [t("outcome"), found.outcome ? `${found.outcome}: ${t(`outcome.${found.outcome}`)}` : null],
      [t("mean"), found.mean], [t("temperature"), found.temperature],
      [t("stops"), found.left_stop === null ? null : t("stops.both", found.left_stop, found.right_stop)],
      [t("birthday"), found.birthday],
    ]));
}

/** The ways of writing a value, to be copied. @param {any} found */
function copies(found) {
  return [["ASCII", found.canonical], ["Unicode", found.unicode], ["LaTeX", found.latex]]
    .filter(([, text]) => text).map(([label, text]) => copyButton(`${t("copy")} ${label}`, async () => text));
}

/** A value if positions can recur; of a position on a board also best play. @param {any} found */
function recurring(found) {
  const { play, canonical, outcome } = found;
  const best = (/** @type {any} */ { first, result, length, line }) => [t("loopy.first", side(first)), !result ? null : [
    result === "draw" ? t("play.drawn") : t(length === null ? "loopy.wins" : "loopy.wins.in", side((first === "Left") === (result === "win") ? "Left" : "Right"), length),
    h("div", { class: "mono" }, line.slice(0, LINE).join(" "), length === null || line.length > LINE ? " …" : "")]];
  return card(t("values.value"), copies(found),
    canonical ? h("p", { class: "headline mono" }, written(found)) : null,
    // What is too long to write is there all the same.
    found.limit ? h("p", { class: "message warn" }, !play || found.is_stopper !== null ? found.limit : t(play.complete ? "loopy.unvalued" : "loopy.unsolved")) : null,
    facts(/** @type {[string, any][]} */ ([
      [t("outcome"), outcome ? `${outcome}: ${t(`outcome.${outcome}`)}` : null],
      found.smith ? [t("legend.number"), found.smith] : null,
      found.left_stop ? [t("stops"), t("stops.both", found.left_stop, found.right_stop)] : null,
      ...(canonical && !found.is_stopper ? [[t("loopy.onside"), found.onside], [t("loopy.offside"), found.offside]] : []),
      ...(play ? [[t("loopy.endless"), play.endless === "draw" ? t("play.drawn") : t("loopy.wins", side(play.endless === "left" ? "Left" : "Right"))], [t("loopy.positions"), number(play.positions)], ...play.best.map(best)] : []),
    ].filter(Boolean))));
}

/** The name of a player. @param {string} player */
export function side(player) {
  return t(player === "Left" ? "play.left" : "play.right");
}

/** @param {string | null} text */
function evaluateDyadic(text) {
  const [numerator, denominator = "1"] = (text ?? "0").split("/");
  return Number(numerator) / Number(denominator);
}

/** @param {[string, any][]} rows */
function facts(rows) {
  return h("dl", { class: "facts" }, rows.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text ?? t("unknown"))]));
}

/**
 * @param {string} names
 * @param {string} first
 * @param {string} second
 * @param {AbortSignal} signal
 */
async function comparison(names, first, second, signal) {
  const { before, last } = statements(names + first);
  const [relation, difference, shown] = await Promise.all([
    ask("eval", { expression: `${before}Outcome((${last})-(${second}))` }, signal),
    ask("eval", { expression: `${before}(${last})-(${second})` }, signal),
    ask("eval", { expression: `${before}${second}` }, signal),
  ]);
  /** @type {Record<string, string>} */
  const signs = { P: "=", L: ">", R: "<", N: "∥" };
  const sign = signs[relation.value];
  return card(t("comparison"), [],
    h("p", { class: "headline mono" }, `${first}  ${sign}  ${second}`),
    h("p", {}, t(`comparison.${relation.value}`)),
    facts([[`H = ${second}`, shown.unicode ?? shown.value], ["G − H", difference.unicode ?? String(difference.value)], [t("outcome.difference"), `${relation.value}: ${t(`outcome.${relation.value}`)}`]]));
}
