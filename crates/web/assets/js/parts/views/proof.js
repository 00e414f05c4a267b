// @ts-check
/** How a result is known: the theorem, the window that was checked, the certificate; the parity theorem. */

import { ask } from "../../api.js";
import { h, replace } from "../../dom.js";
import { number, t } from "../../i18n.js";
import { periodReport } from "../sequence-cards.js";
import { link } from "../../state.js";
import { certificate } from "../certificate.js";
import { message } from "../fields.js";
import { knownPeriod } from "../known-periods.js";
import { runJob } from "../jobs.js";
import { isBoardText, title } from "../names.js";
import { card, fileName } from "../pictures.js";
import { formulaCard } from "../prove-formula.js";
import { proveCard, status, theorem } from "../prove.js";
import { formula, term } from "../words.js";

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  const upload = card(t("nav.check"), [], h("p", {}, t("check.lead")), h("div", { class: "actions" }, h("a", { class: "button", href: link("check") }, t("check.upload"))));
  if (game.kind === "tuple") {
    replace(box, formulaCard(game), upload);
    return;
  }
  if (game.kind === "board") {
    replace(box, strategyCard(game), upload);
    return;
  }
  const { rule, end, signal } = game;
  const sequence = h("div", { class: "periodbox told-at-length" });
  const partizan = /[/!]|psub|psplit/.test(rule);
  const letters = end !== "normal" && end !== "misere";
  replace(box, card(t("proof.title"), [], sequence, end === "normal" ? knownPeriod(rule) : null), quotientCard(game), partizan || letters ? valuesCard(game) : null, partizan ? null : parityCard(game), upload);
  if (end === "normal") runJob(sequence, "period", { rule }, signal, (job) => replace(sequence, periodReport(job, { rule }), explanation(job.result)));
  else runJob(sequence, "outcomes", { rule, end, to: 200, certificate: true }, signal, (job) => replace(sequence, outcomesReport(job, rule, end)));
}

/** A name for files. @param {string} rule @param {string} end */
function named(rule, end) {
  return `${fileName(rule)}${end === "normal" ? "" : `-${fileName(end)}`}`;
}

/**
 * What is known of the outcomes of all heaps under another end.
 * @param {import("../../api.js").Job} job
 * @param {string} rule
 * @param {string} end
 */
function outcomesReport(job, rule, end) {
  const found = job.result;
  const proved = found.status === "proved";
  return h("div", {},
    h("p", { class: "headline" }, found.period ? t("period.headline", number(found.period), number(found.preperiod)) : t("period.none", number(found.outcomes.length - 1)), " ", status(found.status)),
    h("dl", { class: "facts" }, (found.classes ?? []).flatMap((/** @type {any} */ one) => [h("dt", {}, term(one.outcome)), h("dd", { class: "mono" }, formula(one))])),
    proved ? theorem(t("theorem.outcomes"), t("proof.outcomes.window", number(found.preperiod), number(found.period))) : h("p", {}, t("proof.none", number(found.outcomes.length - 1))),
    certificate(job, `${named(rule, end)}-outcomes`));
}

/**
 * What the theorem says, and what was looked at so that it applies.
 * @param {any} found
 */
function explanation(found) {
  if (!found.method) return h("p", {}, t("proof.none", number(found.computed_to)));
  return h("div", {}, theorem(t(`theorem.${found.method}`), t("proof.window", number(found.preperiod), number(found.period), number(found.proof ? found.proof.checked_to - 1 : found.computed_to))),
    found.p_positions ? h("p", {}, term("P"), ": ", h("span", { class: "mono" }, formula(found.p_positions))) : null);
}

/** Who wins any number of heaps: the quotient. @param {import("../../pages/game.js").Game} game */
function quotientCard(game) {
  const end = game.end === "normal" ? "misere" : game.end;
  const name = `${named(game.rule, end)}-quotient`;
  return proveCard({
    game, key: "quotient", title: t("prove.quotient.title", end), lead: t("prove.quotient.lead"), command: "quotient", parameters: { rule: game.rule, end }, show: (job) => {
      const found = job.result;
      const certified = found.status === "certified";
      return [
        h("p", { class: "headline" }, t("quotient.order", number(found.order)), " ", h("span", { class: `badge ${certified ? "good" : "warn"}` }, t(certified ? "quotient.certified" : "quotient.evidence"))),
        certified ? theorem(t("theorem.quotient"), t("proof.quotient.window", number(found.preperiod), number(found.period), number(found.computed_to))) : h("p", {}, t("quotient.partial", number(found.computed_to))),
        certificate(job, name),
        h("div", { class: "actions" }, h("a", { class: "button", href: link("game", { rule: game.rule, end: game.end === "normal" ? "" : game.end, tab: "quotient" }) }, t("prove.quotient.open"))),
      ];
    },
  });
}

/** Who wins a position on a board, by a strategy. @param {import("../../pages/game.js").Game} game */
function strategyCard(game) {
  const { board, position, set } = game;
  const name = fileName(isBoardText(board) ? `${title(board)}-strategy` : `${board}-${position}${game.end === "misere" ? "-misere" : ""}-strategy`);
  return proveCard({
    game, key: "strategy", title: t("prove.strategy.title", position), lead: t("prove.strategy.lead"), command: "position", parameters: { game: board, set, position, ...(game.end === "misere" ? { misere: true } : {}), certificate: true }, show: (job) => {
      const { outcome, searched, misere } = job.result;
      if (!outcome) return [h("p", { class: "message warn" }, t("prove.strategy.open"))];
      return [
        h("p", { class: "headline" }, `${outcome}: ${t(`outcome.${outcome}`)} `, status("proved")),
        misere ? h("p", {}, t("words.end.misere")) : null,
        theorem(t("theorem.strategy"), t("proof.strategy.window", number(searched ?? 0))),
        certificate(job, name),
      ];
    },
  });
}

/** The values of all heaps. @param {import("../../pages/game.js").Game} game */
function valuesCard(game) {
  const { rule, end } = game;
  return proveCard({
    game, key: "values", title: t("prove.values.title"), lead: t("prove.values.lead"), command: "values", parameters: { rule, end: end === "normal" ? "" : end, to: 40, certificate: true }, show: (job) => {
      const found = job.result;
      const recurrence = found.recurrence;
      return [
        h("p", { class: "headline" }, found.period ? t("period.headline", number(found.period), number(found.preperiod)) : recurrence ? t("prove.values.recurrence", recurrence.step, recurrence.from) : t("period.none", number(found.looked_at ?? found.values.length - 1)), " ", status(recurrence?.status ?? found.status)),
        found.status === "proved" || recurrence?.status === "proved" ? theorem(t("theorem.values"), found.period ? t("proof.outcomes.window", number(found.preperiod), number(found.period)) : t("proof.recurrence.window", number(recurrence.checked_below))) : null,
        certificate(job, `${named(rule, end)}-values`) ?? h("p", { class: "note" }, t("prove.nothing")),
      ];
    },
  });
}

/** @param {import("../../pages/game.js").Game} game */
function parityCard(game) {
  const result = h("div", { role: "status" });
  const run = async () => {
    replace(result, h("p", { class: "note" }, t("job.running")));
    try {
      const found = await ask("parity", { rule: game.rule, to: 10, heaps: 3 }, game.signal);
      replace(result, h("p", { class: "headline" }, h("span", { class: `badge ${found.holds ? "good" : "bad"}` }, t(found.holds ? "games.holds" : "games.fails"))),
        h("p", {}, t("parity.tested", number(found.tested), found.to, found.heaps)),
        h("p", { class: "mono" }, ["P", "N", "L", "R"].map((o) => `${o} ${found.outcomes[o]}`).join(" · ")),
        found.counterexample ? h("p", { class: "message warn" }, JSON.stringify(found.counterexample)) : null);
    } catch (error) {
      if (!game.signal.aborted) replace(result, message(error));
    }
  };
  return card(t("parity.title"), [h("button", { type: "button", onclick: run }, t("parity.test"))], h("p", {}, t("parity.lead")), result);
}
