// @ts-check
/** Where one begins. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { link } from "../state.js";

/** @param {HTMLElement} main */
export function show(main) {
  const card = (/** @type {string} */ name, /** @type {[string, Record<string, string>][]} */ examples) =>
    h("section", { class: "card" },
      h("h2", {}, h("a", { href: link(name) }, t(`nav.${name}`))),
      h("p", {}, t(`home.${name}`)),
      h("div", { class: "chips" }, examples.map(([label, values]) => h("a", { class: "button chip", href: link(name, values) }, label))));
  main.append(
    h("div", { class: "hero" }, h("h1", {}, t("home.title")), h("p", { class: "lead" }, t("home.lead"))),
    h("div", { class: "cards" },
      card("sequence", [["0.77", { rule: "0.77", to: "143" }], ["0.07", { rule: "0.07", to: "203" }], ["31game", { rule: "31game", to: "31" }], ["sub:1,7,12,16", { rule: "sub:1,7,12,16", to: "75" }]]),
      card("family", [["2 ∈ S, max ≤ 7", { min: "2", max: "7" }], ["2 ∈ S, max ≤ 20", { min: "2", max: "20" }], ["3 ∈ S, max ≤ 21", { min: "3", max: "21" }]]),
      card("values", [["{2||1|0} + *", { g: "{2||1|0} + *" }], ["±{3|1}", { g: "+-{3|1}" }], ["↑ ? *", { g: "^", h: "*" }]]),
    ));
}
