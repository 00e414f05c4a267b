// @ts-check
/** What many heaps of a game amount to. */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { positionCard, report } from "../quotient-cards.js";
import { runJob } from "../jobs.js";

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  const end = game.end === "normal" ? "misere" : game.end;
  const question = { rule: game.rule, end, to: game.given.qto ?? "" };
  const found = h("div", {});
  replace(box, game.end === "normal" ? h("p", { class: "note" }, t("quotient.normal")) : null, positionCard(question, game.given, game.signal), found);
  runJob(found, "quotient", question, game.signal, (job) => replace(found, report(job, question)));
}
