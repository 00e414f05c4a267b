// @ts-check
/** A button that has something proved, and what the proof says. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { note } from "../state.js";
import { runJob } from "./jobs.js";
import { card } from "./pictures.js";

/** How a result is known. @param {string} name */
export function status(name) {
  return h("span", { class: `badge ${name === "proved" ? "good" : "warn"}` }, t(`status.${name}`));
}

/**
 * What a theorem says, and what was looked at so that it applies.
 * @param {string} says
 * @param {string} window
 */
export function theorem(says, window) {
  return h("div", { class: "explain" }, h("h3", {}, t("proof.theorem")), h("p", {}, says), h("h3", {}, t("proof.checked")), h("p", {}, window));
}

/**
 * A card whose button begins a proof; the address keeps that it was asked for.
 * @param {{game: import("../pages/game.js").Game, key: string, title: string, lead: string, command: string,
 *   parameters: import("../api.js").Parameters, show: (job: import("../api.js").Job) => any[]}} setting
 */
export function proveCard({ game, key, title, lead, command, parameters, show }) {
  const result = h("div", { class: "proof" });
  const run = () => runJob(result, command, parameters, game.signal, (job) => result.replaceChildren(...show(job).filter(Boolean)));
  const button = h("button", { type: "button", class: "primary", onclick: () => { note({ prove: key }); run(); } }, t("prove.button"));
  if (game.given.prove === key) run();
  return card(title, [button], h("p", {}, lead), result);
}
