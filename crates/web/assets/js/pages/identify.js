// @ts-check
/** Which games have these Grundy numbers? */

import { Refused, ask } from "../api.js";
import { h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { chips, field, message, showFault, start } from "../parts/fields.js";
import { knownPeriod } from "../parts/known-periods.js";
import { title } from "../parts/names.js";
import { go, link } from "../state.js";

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const values = field(t("identify.values"), { width: "full", mono: true, value: given.values ?? "", placeholder: "0,1,2,3,1,4,3,2,1,4,2,6" });
  const results = h("div", { class: "results" });
  main.append(h("h1", {}, t("nav.identify")), h("p", { class: "lead" }, t("identify.lead")),
    h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); go("identify", { values: values.input.value.trim() }); } }, values.box, start(t("identify.find")),
      chips(t("examples"), [["0,1,2,3,1,4,3,2,1,4,2,6", link("identify", { values: "0,1,2,3,1,4,3,2,1,4,2,6" })], ["0,1,1,2,0,3,1,1", link("identify", { values: "0,1,1,2,0,3,1,1" })]])), results);
  if (given.values) find(given.values);
  async function find(/** @type {string} */ asked) {
    try {
      const found = await ask("identify", { values: asked.replace(/[\s、,]+/g, ",") }, leaving.signal);
      if (leaving.signal.aborted) return;
      replace(results, h("section", { class: "card" },
        h("h2", {}, t("identify.found", number(found.found), number(found.tried))),
        found.matches.length ? h("ul", {}, found.matches.map((/** @type {any} */ match) => h("li", {},
          h("a", { href: link("game", { rule: match.name ?? match.rule }) }, match.name ? title(match.name) : match.rule), match.name ? h("span", { class: "note mono" }, ` ${match.rule}`) : null,
          match.start ? h("span", { class: "note" }, ` ${t("identify.start", match.start)}`) : null, knownPeriod(match.rule)))) : h("p", {}, t("identify.none"))));
    } catch (error) {
      if (leaving.signal.aborted) return;
      if (!(error instanceof Refused) || !showFault({ values }, error.fault)) replace(results, message(error));
    }
  }
  return () => leaving.abort();
}
