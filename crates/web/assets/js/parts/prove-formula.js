// @ts-check
/** A formula or an automaton for all positions of a game on tuples, decided. */

import { Refused } from "../api.js";
import { h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { note } from "../state.js";
import { automatonCard } from "./automaton.js";
import { certificate } from "./certificate.js";
import { clearFaults, field, showFault } from "./fields.js";
import { runJob } from "./jobs.js";
import { card, fileName } from "./pictures.js";
import { theorem } from "./prove.js";

/** @param {import("../pages/game.js").Game} game */
export function formulaCard(game) {
  const { rule, set, given, signal } = game;
  const formula = field(t("prove.formula"), { width: "wide", mono: true, rows: 2, value: given.formula ?? "", placeholder: "y xor z", hint: t("prove.formula.hint") });
  const result = h("div", { class: "proof" });
  const run = () => {
    clearFaults([formula]);
    const written = formula.input.value.trim();
    const asked = { rule, set, prove: true, certificate: true, ...(written ? { formula: written } : { fit: true }) };
    runJob(result, "conjecture", asked, signal, (job) => replace(result, ...report(job, rule), job.result.proved && job.result.automata ? automatonCard({ rule, set }, signal, { open: true }).element : null),
      (error) => error instanceof Refused && showFault({ formula }, error.fault));
  };
  const form = h("form", { class: "form plain", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    note({ formula: formula.input.value.trim(), prove: "formula" });
    run();
  } }, formula.box, h("div", { class: "third go" }, h("button", { type: "submit", class: "primary" }, t("prove.button"))));
  if (given.prove === "formula") run();
  return card(t("prove.formula.title"), [], h("p", {}, t("prove.formula.lead")), form, result);
}

/**
 * @param {import("../api.js").Job} job
 * @param {string} rule
 */
function report(job, rule) {
  const found = job.result;
  const states = (found.proof?.states ?? []).reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0);
  const [kind, word] = found.proved ? ["good", "prove.proved"] : found.counterexample ? ["bad", "prove.false"] : ["warn", "prove.open"];
  const about = found.automata ? "theorem.automaton" : "theorem.formula";
  return [
    h("p", { class: "headline" }, h("span", { class: "mono" }, found.formula ?? (found.automata ? t("prove.automaton", number(found.automata.length)) : "")), " ", h("span", { class: `badge ${kind}` }, t(word))),
    found.why ? h("p", {}, found.why) : null,
    found.counterexample ? h("p", { class: "message warn" }, t("games.counterexample", found.counterexample.position.join(", "), String(found.counterexample.expected), String(found.counterexample.found))) : null,
    found.proved ? theorem(t(about), t(found.tested === undefined ? "prove.all" : "prove.all.tested", number(states), number(found.proof?.largest), number(found.tested))) : null,
    found.stopped ? h("p", { class: "message warn" }, t(`stopped.${found.stopped}`)) : null,
    certificate(job, `${fileName(rule)}-formula`) ?? h("p", { class: "note" }, t("prove.nothing")),
  ];
}
