// @ts-check
/** Cards that show who wins any number of heaps: the quotient, and a pasted position. */

import { Refused, ask } from "../api.js";
import { h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { note } from "../state.js";
import { certificate } from "./certificate.js";
import { clearFaults, field, message, showFault } from "./fields.js";
import { grid, steps } from "./grid.js";
import { card, copyButton, fileName, saveButtons } from "./pictures.js";
import { scrolling } from "./sticky.js";
import { term } from "./words.js";

/** As everywhere, but soft: there is a name on each. @type {Record<string, [string, string]>} */
const OUTCOMES = Object.fromEntries(["L", "R", "N", "P"].map((o) => [o, [`color-mix(in srgb, var(--${o}) ${o === "P" ? 100 : 24}%, var(--fig))`, "var(--fig-ink)"]]));

/**
 * @param {import("../api.js").Job} job
 * @param {{rule: string, end: string}} question
 */
export function report(job, question) {
  const found = job.result;
  const certified = found.status === "certified";
  const facts = /** @type {[any, any][]} */ ([
    [t("quotient.outcomes"), ["P", "N", "L", "R"].map((o) => `${o} ${found.outcomes[o]}`).join(" · ")],
    [term("phi", t("quotient.period")), found.period ? t("period.headline", number(found.period), number(found.preperiod)) : t("quotient.partial", number(found.computed_to))],
    [t("quotient.generators"), found.generators.map((/** @type {any} */ g) => `${g.name} = Φ(${g.heap})`).join(", ")],
    [t("quotient.kernel"), `${number(found.kernel.order)}${found.kernel.cyclic_factors?.length ? ` (${found.kernel.cyclic_factors.map((/** @type {number} */ f) => `Z${f}`).join(" × ")})` : ""}`],
    .../** @type {[string, any][]} */ (typeof found.tame === "boolean" ? [[t("quotient.tame"), t(found.tame ? "yes" : "no")]] : []),
  ]);
  const growth = steps(found.growth, { label: t("quotient.growth.alt", JSON.stringify(found.growth)), x: "n", y: "|Q(n)|" });
  const parts = [
    card(t("quotient.title", found.rule, found.end), [copyButton(t("quotient.copy"), async () => found.presentation)],
      h("p", { class: "headline" }, t("quotient.order", number(found.order)), " ", h("span", { class: `badge ${certified ? "good" : "warn"}` }, t(certified ? "quotient.certified" : "quotient.evidence"))),
      h("dl", { class: "facts" }, facts.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]),
        h("dt", {}, t("quotient.presentation")), h("dd", { class: "mono" }, found.presentation)),
      found.stopped ? h("p", { class: "message warn" }, t("quotient.stopped", t(`stopped.${found.stopped}`), number(found.computed_to))) : null,
      certificate(job, `${fileName(question.rule)}-${fileName(question.end)}-quotient`)),
    h("div", { class: "two" },
      card(t("quotient.growth"), saveButtons(`${fileName(question.rule)}-growth`, () => growth), h("div", { class: "figure" }, growth), h("p", { class: "note" }, t("quotient.growth.note"))),
      card(t("quotient.phi"), [copyButton(`${t("copy")} CSV`, async () => `n,phi\n${found.phi.map((/** @type {string} */ name, /** @type {number} */ n) => `${n},${name}`).join("\n")}\n`)],
        h("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": t("quotient.phi") }, h("table", { class: "grundy" },
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "n"), h("th", { scope: "col" }, "Φ(n)"), h("th", { scope: "col" }, t("outcome")))),
          h("tbody", {}, found.phi.slice(0, 400).map((/** @type {string} */ name, /** @type {number} */ n) => h("tr", {}, h("th", { scope: "row" }, n), h("td", {}, raised(name)), h("td", {}, found.elements[found.phi_elements[n]]?.outcome ?? "")))))))),
  ];
  if (found.table) {
    const names = found.elements.map((/** @type {any} */ e) => raised(e.name));
    const rows = found.table.map((/** @type {number[]} */ row) => row.map((x) => names[x]));
    const picture = grid(rows, {
      label: t("quotient.table.alt", found.order), rowName: "", columnName: "", rowLabels: names, columnLabels: names,
      colour: (_, r, c) => OUTCOMES[found.elements[found.table[r][c]].outcome],
      title: (value, r, c) => `${names[r]} · ${names[c]} = ${value} (${found.elements[found.table[r][c]].outcome})`,
    });
    parts.push(card(t("quotient.table"), [...saveButtons(`${fileName(question.rule)}-multiplication`, () => picture), copyButton(`${t("copy")} CSV`, async () => [["", ...names], ...rows.map((/** @type {string[]} */ row, /** @type {number} */ r) => [names[r], ...row])].map((row) => row.join(",")).join("\n"))],
      scrolling(t("quotient.table"), picture), h("p", { class: "note" }, t("quotient.table.note"))));
  }
  return h("div", { class: "results flush" }, parts);
}

/** A product with its powers raised: a2b is a²b. @param {string} product */
function raised(product) {
  return product.replace(/([a-z])(\d+)/g, (_, letter, power) => letter + [...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join(""));
}

/**
 * Paste a position: who wins, and by which moves?
 * @param {{rule: string, end: string}} question
 * @param {Record<string, string>} given
 * @param {AbortSignal} signal
 */
export function positionCard(question, given, signal) {
  const position = field(t("quotient.position"), { width: "half", mono: true, value: given.heaps || "6+9+13+20", hint: t("quotient.position.hint") });
  const result = h("div", { role: "status", class: "explained" });
  const run = async () => {
    clearFaults([position]);
    try {
      const explained = await ask("explain", { rule: question.rule, end: question.end, position: position.input.value }, signal);
      // Those of both players first, then those of one alone.
      const groups = [["Left", "Right"], ["Left"], ["Right"]].map((players) => ({ players, moves: explained.winning_moves.filter((/** @type {any} */ move) => move.players.join() === players.join()).map((/** @type {any} */ move) => move.position.join("+") || "0") })).filter(({ moves }) => moves.length);
      const lines = groups.map(({ players, moves }) => h("p", {}, `${t("games.moves")}${players.length === 1 ? ` (${t(players[0] === "Left" ? "play.left" : "play.right")})` : ""}: `, h("span", { class: "mono" }, moves.slice(0, 10).join("   "), moves.length > 10 ? " …" : "")));
      if (signal.aborted) return;
      replace(result, h("p", { class: "headline" }, `${explained.outcome}: ${t(`outcome.${explained.outcome}`)}`), h("p", {}, explained.why), ...lines);
    } catch (error) {
      if (signal.aborted) return;
      replace(result);
      // What is wrong with the rule is shown at the rule.
      if (error instanceof Refused && ["rule", "end"].includes(error.fault.parameter ?? "")) return;
      if (!(error instanceof Refused) || !showFault({ position }, error.fault)) replace(result, message(error));
    }
  };
  run();
  return card(t("quotient.paste"), [],
    h("form", { class: "form plain", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); note({ heaps: position.input.value }); run(); } }, position.box, h("div", { class: "third go" }, h("button", { type: "submit" }, t("quotient.who")))), result);
}
