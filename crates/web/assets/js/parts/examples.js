// @ts-check
/** Texts of games to begin from, each next to its picture. */

import { address } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { SAMPLES, tokens } from "./editor.js";
import { isBoardText, startOf } from "./names.js";

/** How far the tables of the texts are drawn. @type {Record<string, string>} */
const CORNERS = { "editor.sample.take": "13", "editor.sample.two": "7,9", "editor.sample.split": "13", "editor.sample.partizan": "5,6", "editor.sample.bar": "5,15" };

/**
 * All examples; `use` puts a text into the editor.
 * @param {(text: string) => void} use
 */
export function examples(use) {
  return h("section", { class: "examples screen" }, h("h2", {}, t("examples")), h("p", {}, t("games.examples.lead")), h("div", { class: "pairs" }, SAMPLES.map(([key, text]) => {
    const name = t(key);
    const to = CORNERS[key];
    const picture = isBoardText(text) ? address("draw/board.svg", { game: text, position: startOf(text), title: name }) : address("draw/grid.svg", { rule: text, to });
    return h("article", { class: "card pair", "data-example": key }, h("header", {}, h("h3", {}, name), h("button", { type: "button", onclick: () => use(text) }, t("games.examples.use"))),
      h("pre", { class: "mono sample", "aria-label": name, role: "group" }, tokens(text).map(([kind, piece]) => h("span", { class: `k-${kind}` }, piece))),
      h("img", { class: "served whole", src: picture, alt: t("games.examples.picture", name), loading: "lazy" }));
  })));
}
