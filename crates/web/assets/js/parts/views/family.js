// @ts-check
/** The family of a subtraction set: all sets with the same least number. */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { view } from "../../pages/family.js";
import { link } from "../../state.js";

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  const numbers = game.numbers ?? [];
  const min = String(numbers[0]);
  const max = String(Math.min(Math.max(numbers[numbers.length - 1], numbers[0] + 4), numbers[0] + 18));
  const end = game.end === "normal" ? "mod2:LR" : game.end;
  const results = h("div", { class: "results flush" });
  replace(box, h("p", {}, t("family.of", min, max, end), " ", h("a", { href: link("family", { min, max, end, set: numbers.join(",") }) }, t("family.open"))), results);
  const question = { min, max, end, where: "", to: "63", "min-size": "", "max-size": "", with: "", without: "", count: "", check: "" };
  const clean = view(results, question, {}, { ...game.given, set: numbers.join(",") }, game.signal);
  game.signal.addEventListener("abort", clean, { once: true });
}
