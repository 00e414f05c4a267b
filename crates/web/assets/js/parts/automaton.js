// @ts-check
/** The automaton that knows the P-positions of a game on tuples, drawn next to its table; learnt and proved when it is opened. */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { serverPicture } from "./pictures.js";

/**
 * @param {{rule: string, set: string[]}} question
 * @param {AbortSignal} signal
 * @param {boolean} [open]
 */
export function automatonCard({ rule, set }, signal, open = false) {
  const box = h("div", {});
  let asked = false;
  const look = () => {
    if (asked) return;
    asked = true;
    replace(box, serverPicture(t("automaton.title"), "draw/automaton", { rule, set }, t("automaton.alt", rule), signal, { note: h("p", { class: "note" }, t("automaton.note")) }));
  };
  if (open) look();
  return h("details", { class: "more automaton", open, ontoggle: (/** @type {Event} */ event) => { if (/** @type {HTMLDetailsElement} */ (event.target).open) look(); } }, h("summary", {}, t("automaton.show")), box);
}
