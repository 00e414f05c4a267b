// @ts-check
/** Where one begins. */

import { address } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { link } from "../state.js";

/** @param {HTMLElement} main */
export function show(main) {
  const card = (/** @type {string} */ name, /** @type {string | null} */ picture, /** @type {[string, Record<string, string>][]} */ examples) =>
    h("section", { class: "card" },
      // The picture says nothing that the text does not.
      picture ? h("img", { class: `thumb${/thermograph|graph/.test(picture) ? " whole" : ""}`, src: picture, alt: "", loading: "lazy" }) : null,
      h("h2", {}, h("a", { class: "cover", href: link(name) }, t(name === "games" ? "games.title" : `nav.${name}`))),
      h("p", {}, t(`home.${name}`)),
      h("div", { class: "chips" }, examples.map(([label, values]) => h("a", { class: "button chip", href: link(name, values) }, label))));
  main.append(
    h("div", { class: "hero" }, h("h1", {}, t("home.title")), h("p", { class: "lead" }, t("home.lead"))),
    h("div", { class: "cards" },
      card("sequence", address("draw/table.svg", { rule: "0.77", to: 83 }), [["0.77", { rule: "0.77", to: "143" }], ["0.07", { rule: "0.07", to: "203" }], ["31game", { rule: "31game", to: "31" }], ["sub:1,7,12,16", { rule: "sub:1,7,12,16", to: "75" }]]),
      card("family", address("draw/strips.png", { min: 2, max: 11, "chart-to": 40 }), [["2 ∈ S, max ≤ 7", { min: "2", max: "7" }], ["2 ∈ S, max ≤ 20", { min: "2", max: "20" }], ["3 ∈ S, max ≤ 21", { min: "3", max: "21" }]]),
      card("games", address("draw/grid.svg", { rule: "chocolate:3", to: "8,24" }), [["chocolate:3", { rule: "chocolate:3", to: "10,30", formula: "y xor z" }], ["chocolate:2", { rule: "chocolate:2", to: "15,31", formula: "y xor z" }], ["wythoff", { rule: "wythoff", to: "16,20" }]]),
      card("values", address("draw/thermograph.svg", { expression: "{4||2|-1}" }), [["{2||1|0} + *", { g: "{2||1|0} + *" }], ["±{3|1}", { g: "+-{3|1}" }], ["↑ ? *", { g: "^", h: "*" }]]),
      card("quotient", address("draw/monoid.svg", { rule: "sub:3,4", end: "mod2:LR" }), [["{2,3}", { rule: "sub:2,3", end: "mod2:LR" }], ["{3,4}", { rule: "sub:3,4", end: "mod2:LR" }], ["Kayles", { rule: "0.77", end: "misere" }]]),
      card("play", address("draw/graph.svg", { rule: "sub:1,3,4", to: 9 }), [["31", { rule: "31game", position: "31" }], ["Nim 3+5+7", { rule: "nim", position: "3+5+7" }], ["chocolate:3", { rule: "chocolate:3", position: "(4,13)" }]]),
      card("reproduce", null, [["A3", { item: "A3" }], ["B11", { item: "B11" }], ["C16", { item: "C16" }], ["D29", { item: "D29" }]]),
    ));
}
