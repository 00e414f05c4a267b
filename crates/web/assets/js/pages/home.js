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
      card("games", [["chocolate:3", { rule: "chocolate:3", to: "10,30", formula: "y xor z" }], ["chocolate:2", { rule: "chocolate:2", to: "15,31", formula: "y xor z" }], ["wythoff", { rule: "wythoff", to: "16,20" }]]),
      card("values", [["{2||1|0} + *", { g: "{2||1|0} + *" }], ["±{3|1}", { g: "+-{3|1}" }], ["↑ ? *", { g: "^", h: "*" }]]),
      card("quotient", [["{2,3}", { rule: "sub:2,3", end: "mod2:LR" }], ["{3,4}", { rule: "sub:3,4", end: "mod2:LR" }], ["Kayles", { rule: "0.77", end: "misere" }]]),
      card("play", [["31", { rule: "31game", position: "31" }], ["Nim 3+5+7", { rule: "nim", position: "3+5+7" }], ["chocolate:3", { rule: "chocolate:3", position: "(4,13)" }]]),
      card("reproduce", [["B11", { item: "B11" }], ["C16", { item: "C16" }]]),
    ));
}
