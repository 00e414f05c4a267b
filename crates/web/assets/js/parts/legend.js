// @ts-check
/** What colours and marks mean; the same everywhere. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { ramp } from "./grid.js";

/**
 * What the values of a grid, a strip or a table look like.
 * @param {any[]} values
 * @param {{exceptions?: boolean, period?: boolean, chosen?: boolean}} [marks] what else is marked
 */
export function valueLegend(values, { exceptions, period, chosen = true } = {}) {
  const numbers = /** @type {number[]} */ (values.filter((value) => typeof value === "number"));
  const most = numbers.reduce((most_, value) => Math.max(most_, value), 0);
  const swatch = h("i", { class: "ramp" });
  swatch.style.background = `linear-gradient(to right, ${[0.02, 0.25, 0.5, 0.75, 1].map((share) => ramp(share)[0]).join(", ")})`;
  const item = (/** @type {string} */ name, /** @type {string} */ text) => h("li", {}, h("i", { class: name }), text);
  return h("ul", { class: "legend" },
    numbers.includes(0) ? item("lostring", t("legend.zero")) : null,
    most > 0 ? h("li", {}, swatch, t("legend.ramp", Math.min(1, most), most)) : null,
    ["L", "R", "N", "P"].filter((letter) => values.includes(letter)).map((letter) => item(letter, `${letter}: ${t(`outcome.${letter}`)}`)),
    exceptions ? item("c-mark", t("legend.exception")) : null,
    period ? [item("c-soft", t("tail")), item("c-accent", t("period"))] : null,
    chosen ? item("c-chosen", t("tree.chosen")) : null);
}
