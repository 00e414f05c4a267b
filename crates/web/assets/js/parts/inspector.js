// @ts-check
/** The panel next to a chart: the place that is pointed at or chosen, its moves, ways on from there. */

import { ask } from "../api.js";
import { h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { link } from "../state.js";
import { message } from "./fields.js";
import { term } from "./words.js";

export class Inspector {
  constructor() {
    this.pointed = h("p", { class: "mono pointed" }, t("inspector.point"));
    this.body = h("div", { "aria-live": "polite" }, h("p", { class: "note" }, t("inspector.choose")));
    this.element = h("aside", { class: "inspector card empty", "aria-label": t("inspector.title") }, h("h2", {}, t("inspector.title")), this.pointed, this.body);
    this.turn = 0;
  }

  /** What is pointed at. @param {string | null} text */
  point(text) {
    if (text === null) return;
    this.pointed.textContent = text;
    this.element.classList.remove("empty");
  }

  /** @param {...any} parts */
  show(...parts) {
    this.element.classList.remove("empty");
    replace(this.body, ...parts);
  }

  /**
   * What is known of a position, and where one can go from it.
   * @param {{rule: string, end?: string, set?: string[], sum?: string, position: string}} asked
   * @param {string} name
   * @param {AbortSignal} signal
   * @param {{open?: (position: any) => void, found?: (explained: any) => void}} [options]
   */
  async explain(asked, name, signal, { open, found } = {}) {
    this.turn += 1;
    const turn = this.turn;
    this.element.classList.remove("empty");
    replace(this.body, h("p", { class: "headline mono" }, name), h("p", { class: "note" }, t("chart.loading")));
    try {
      const explained = await ask("explain", asked, signal);
      if (turn !== this.turn || signal.aborted) return;
      found?.(explained);
      const to = (/** @type {any} */ position) => `(${position.flat(2).join(", ")})`;
      const place = (/** @type {any} */ option) => (explained.board === "heaps" ? option.position.join(" + ") || "0" : to(option.position));
      const options = (explained.options ?? []).slice(0, 60);
      const best = (/** @type {any} */ option) => (option.wins_for ?? []).length > 0;
      replace(this.body,
        h("p", { class: "headline mono" }, name),
        h("p", {}, explained.outcome ? [/^[PNLR]$/.test(explained.outcome) ? term(explained.outcome) : explained.outcome, ": ", t(`outcome.${explained.outcome}`)] : null, explained.grundy !== null && explained.grundy !== undefined ? ` · G = ${explained.grundy}` : ""),
        explained.why ? h("p", { class: "why" }, explained.why) : null,
        options.length ? h("h3", {}, t("inspector.options", number(explained.options.length))) : h("p", { class: "note" }, t("inspector.nooptions")),
        options.length ? h("ul", { class: "options" }, options.map((/** @type {any} */ option) => {
          const label = `${place(option)}${option.grundy !== null && option.grundy !== undefined ? `: ${option.grundy}` : ""}${option.outcome ? ` ${option.outcome}` : ""}`;
          return h("li", {}, open ? h("button", { type: "button", class: `chip${best(option) ? " wins" : ""}`, title: best(option) ? t("inspector.wins") : null, onclick: () => open(option.position) }, label) : h("span", { class: `mono${best(option) ? " winning" : ""}` }, label));
        })) : null,
        h("div", { class: "actions" }, h("a", { class: "button", href: link("game", { rule: asked.rule, end: asked.end, set: asked.set?.join(";"), position: asked.position, tab: "play" }) }, t("inspector.play"))));
    } catch (error) {
      if (turn === this.turn && !signal.aborted) replace(this.body, h("p", { class: "headline mono" }, name), message(error));
    }
  }
}
