// @ts-check
/** The automaton that knows who wins a game on tuples, next to its table: drawn, described in words, and run on any position. */

import { h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { baseOf, read, steps } from "./automaton-run.js";
import { runJob } from "./jobs.js";
import { serverPicture } from "./pictures.js";

/** @typedef {import("./automaton-run.js").Automaton} Automaton */

/** States that are described one by one. */
const DESCRIBED = 24;

/**
 * An automaton in words.
 * @param {Automaton} automaton
 */
function inWords(automaton) {
  const { states, tracks, accepts } = automaton;
  const base = baseOf(automaton);
  const accepting = states.flatMap(({ accepting: ends }, i) => (ends ? [i] : []));
  return h("div", {},
    h("p", {}, t("automaton.reads", `(${tracks.join(", ")})`, base === null ? automaton.base : number(base), number(states.length)), " ", t(`automaton.${accepts}`, accepting.slice(0, DESCRIBED).join(", ") + (accepting.length > DESCRIBED ? " …" : ""))),
    h("ul", { class: "states" }, states.slice(0, DESCRIBED).map((state, i) => h("li", { class: state.accepting ? "accepting" : null }, h("span", {}, t("automaton.state", i)), " ", state.next.length ? h("span", { class: "mono" }, steps(state)) : t("automaton.end")))),
    states.length > DESCRIBED ? h("p", { class: "note" }, t("automaton.more", DESCRIBED, number(states.length))) : null);
}

/**
 * A reading of a position, digit by digit.
 * @param {Automaton} automaton
 * @param {number[]} position
 */
function reading(automaton, position) {
  const run = read(automaton, position);
  if (!run) return null;
  const { digits, states, stuck, accepted } = run;
  const said = t(stuck !== null ? "automaton.stuck" : accepted ? "automaton.accepted" : "automaton.ends", `(${position.join(", ")})`, states.at(-1), stuck ?? "");
  return h("div", {}, h("table", { class: "grundy run" }, h("tbody", {},
    automaton.tracks.map((name, track) => h("tr", {}, h("th", { scope: "row" }, `${name} = ${position[track]}`), h("td", {}, ""), digits[track].map((digit) => h("td", {}, digit)))),
    h("tr", { class: "first" }, h("th", { scope: "row" }, t("automaton.states")), states.map((state) => h("td", {}, state)), stuck === null ? null : h("td", {}, "×")))),
  h("p", {}, said, " ", h("span", { class: `badge ${accepted ? "good" : ""}` }, t(accepted ? "automaton.yes" : "automaton.no"))));
}

/**
 * The card; what it says is learnt and proved when it is opened.
 * @param {{rule: string, set: string[]}} question
 * @param {AbortSignal} signal
 * @param {{open?: boolean, position?: number[] | null, toggled?: (open: boolean) => void}} [options] `position` is read at first
 */
export function automatonCard({ rule, set }, signal, { open = false, position = null, toggled } = {}) {
  const drawn = h("div", {});
  const words = h("div", { class: "automatonwords" });
  const readings = h("div", { role: "status" });
  /** @type {Automaton[]} */
  let known = [];
  let at = position;
  let asked = false;
  const show = () => replace(readings, ...known.map((one) => at && at.length === one.tracks.length && reading(one, at)).filter(Boolean));
  const field = h("input", { type: "text", class: "mono", "aria-label": t("automaton.try"), inputmode: "numeric", autocomplete: "off", oninput: () => {
    const numbers = (field.value.match(/\d+/g) ?? []).map(Number).filter(Number.isSafeInteger);
    at = numbers;
    show();
  } });
  const look = () => {
    if (asked) return;
    asked = true;
    runJob(words, "conjecture", { rule, set, prove: true, fit: true, learn: "outcomes" }, signal, ({ result: found }) => {
      if (!found.proved || !found.automata?.length) {
        replace(words, h("p", { class: "note" }, t("automaton.none")));
        return;
      }
      known = found.automata;
      at ??= known[0].tracks.map((_, i) => 5 + i);
      field.value = at.join(", ");
      replace(words, h("p", {}, h("span", { class: "badge good" }, t("prove.proved")), found.formula ? [" ", h("span", { class: "mono" }, found.formula)] : null), ...known.map(inWords), h("label", {}, t("automaton.try"), field), readings);
      show();
      replace(drawn, serverPicture(t("automaton.title"), "draw/automaton", { rule, set }, t("automaton.alt", rule), signal, { note: h("p", { class: "note" }, t("automaton.note")) }));
    });
  };
  if (open) look();
  const element = h("details", { class: "more automaton", open, ontoggle: (/** @type {Event} */ event) => {
    const { open: now } = /** @type {HTMLDetailsElement} */ (event.target);
    if (now) look();
    if (now !== open) toggled?.(now);
  } }, h("summary", {}, t("automaton.show")), h("div", { class: "two automatonbox" }, drawn, h("section", { class: "card" }, h("h2", {}, t("automaton.words")), words)));
  return {
    element,
    /** Reads another position. @param {number[]} other */
    run: (other) => {
      at = other;
      field.value = other.join(", ");
      show();
    },
  };
}
