// @ts-check
/** An address where there is nothing. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { searchBox } from "../parts/search.js";
import { link } from "../state.js";

/** @param {HTMLElement} main */
export function show(main) {
  const leaving = new AbortController();
  main.append(h("h1", {}, t("missing.title")), h("p", { class: "lead" }, t("missing.lead")), searchBox(leaving.signal),
    h("div", { class: "chips" }, ["home", "gallery", "family", "values", "games", "reproduce", "check"].map((name) => h("a", { class: "button", href: link(name) }, t(`nav.${name}`)))));
  return () => leaving.abort();
}
