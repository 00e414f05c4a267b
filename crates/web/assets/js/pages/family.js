// @ts-check
/** All sets of a family: their outcomes as strips, counted. */

import { Refused, ask, askBytes } from "../api.js";
import { h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { chips, clearFaults, field, message, showFault, start } from "../parts/fields.js";
import { runJob } from "../parts/jobs.js";
import { card, copyButton, download, fileName, saveButtons, serverPicture } from "../parts/pictures.js";
import { Rows } from "../parts/rows.js";
import { StripChart, name } from "../parts/strips.js";
import { go, link, note } from "../state.js";

/** @type {[string, Record<string, string>][]} */
const EXAMPLES = [
  ["2 ∈ S ⊆ [2,7]", { min: "2", max: "7", "min-size": "2", to: "50" }], ["2 ∈ S ⊆ [2,20]", { min: "2", max: "20" }], ["3 ∈ S ⊆ [3,21]", { min: "3", max: "21" }],
  ["R", { min: "2", max: "20", where: "has_R and period > 1" }], ["mod3:LRP", { min: "3", max: "14", end: "mod3:LRP" }],
];

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const value = (/** @type {string} */ key, /** @type {string} */ otherwise) => given[key] ?? otherwise;
  const fields = {
    min: field(t("family.min"), { width: "small", value: value("min", "2"), inputmode: "numeric" }),
    max: field(t("family.max"), { width: "small", value: value("max", "7"), inputmode: "numeric" }),
    end: field(t("end"), { width: "third", mono: true, value: value("end", "mod2:LR"), list: [["mod2:LR", t("end.mod2")], ["mod2:RL", ""], ["mod3:LRP", ""], ["normal", t("end.normal")], ["misere", t("end.misere")], ["moves", t("end.moves")]], hint: t("end.hint") }),
    where: field(t("family.where"), { width: "five", mono: true, value: value("where", ""), placeholder: "has_R and period > 1", hint: t("family.where.hint") }),
    to: field(t("family.to"), { width: "", value: value("to", "63"), inputmode: "numeric" }),
    "min-size": field(t("family.minsize"), { width: "", value: value("min-size", ""), inputmode: "numeric" }),
    "max-size": field(t("family.maxsize"), { width: "", value: value("max-size", ""), inputmode: "numeric" }),
    with: field(t("family.with"), { width: "", mono: true, value: value("with", "") }),
    without: field(t("family.without"), { width: "", mono: true, value: value("without", "") }),
    count: field(t("family.count"), { width: "", mono: true, value: value("count", ""), placeholder: "divides" }),
    check: field(t("family.check"), { width: "", options: [["", t("none")], ["neighbours", t("check.neighbours")], ["runs", t("check.runs")], ["carret", t("check.carret")]], value: value("check", "") }),
  };
  const results = h("div", { class: "results" });
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    go("family", Object.fromEntries(Object.entries(fields).map(([key, f]) => [key, f.input.value.trim()])));
  } }, fields.min.box, fields.max.box, fields.end.box, fields.where.box,
  h("details", { class: "more full", open: ["min-size", "max-size", "with", "without", "count", "check"].some((key) => given[key]) }, h("summary", {}, t("family.more")),
    h("div", { class: "inner" }, fields.to.box, fields["min-size"].box, fields["max-size"].box, fields.with.box, fields.without.box, fields.count.box, fields.check.box)),
  start(t("show")), chips(t("examples"), EXAMPLES.map(([text, values]) => [text, link("family", values)])));
  main.append(h("h1", {}, t("nav.family")), h("p", { class: "lead" }, t("family.lead")), form, results);
  const usual = /** @type {Record<string, string>} */ ({ min: "2", max: "7", end: "mod2:LR", to: "63" });
  const question = Object.fromEntries(Object.keys(fields).map((key) => [key, value(key, usual[key] ?? "")]));
  const clean = view(results, question, fields, given, leaving.signal);
  return () => {
    leaving.abort();
    clean();
  };
}

/**
 * @param {HTMLElement} results
 * @param {Record<string, string>} question
 * @param {Record<string, import("../parts/fields.js").Field>} fields
 * @param {Record<string, string>} given
 * @param {AbortSignal} signal
 */
export function view(results, question, fields, given, signal) {
  clearFaults(Object.values(fields));
  const { to, where, count, check, ...family } = question;
  /** @type {StripChart | undefined} */
  let chart;
  const chartBox = h("div", { class: "chartbox" }, h("p", { class: "note" }, t("chart.loading")));
  const statistics = h("div", {});
  const detail = h("div", { role: "region", "aria-label": t("family.detail"), "aria-live": "polite" });
  const last = Number(to) || 63;
  const picture = { ...family, where, "chart-to": Math.min(1000, last) };
  const chartCard = card(t("family.chart"), [], chartBox);
  replace(results,
    chartCard, detail,
    h("div", { class: "two" },
      card(t("family.statistics"), [], statistics),
      serverPicture(t("family.picture"), "draw/strips", picture, t("family.picture.alt", question.min, question.max), signal, { shown: "png" })));
  const refuse = (/** @type {unknown} */ error) => {
    if (!(error instanceof Refused)) return false;
    const moved = { "chart-to": "to", count: "to" }[error.fault.parameter ?? ""] ?? error.fault.parameter;
    if (!showFault(fields, { ...error.fault, parameter: moved })) return false;
    replace(results);
    return true;
  };
  const open = (/** @type {number[]} */ numbers) => {
    note({ set: numbers.join(",") });
    openSet(detail, numbers, question.end, last, signal);
  };
  (async () => {
    try {
      // The bits of all places say how many sets there are, and which of them to show.
      const bits = await askBytes("family/places", { ...family, where }, signal);
      const first = await ask("family/size", family, signal);
      const rows = new Rows(family, first.sets, Number(question.max), last, () => chart?.redraw(), (error) => replace(chartBox, message(error)), signal);
      rows.filter(where ? bits : null);
      if (rows.length === 0) {
        replace(chartBox, h("p", {}, t("family.empty")));
        return;
      }
      const start = { top: given.row ? Number(given.row) : undefined, height: given.px ? Number(given.px) : undefined };
      let noted = 0;
      chart = new StripChart(rows, start, {
        label: t("chart.label", number(rows.length)),
        opened: open,
        moved: ({ top, height }) => {
          clearTimeout(noted);
          noted = window.setTimeout(() => signal.aborted || note({ row: top || "", px: chart?.height === null ? "" : height.toFixed(3) }), 250);
        },
      });
      const shown = chart;
      const title = `min ${question.min}, max ${question.max}, ${question.end}${where ? `, ${where}` : ""}`;
      const [asSvg] = saveButtons(`${fileName(`strips-${question.min}-${question.max}-${question.end}`)}`, () => shown.toSvg(title));
      const asPng = h("button", { type: "button", onclick: () => shown.toPng((png) => download(`${fileName(`strips-${question.min}-${question.max}-${question.end}`)}.png`, png)) }, t("save.png"));
      chartCard.querySelector("header")?.append(h("div", { class: "actions" }, h("span", { class: "label" }, t("family.save.view")), asSvg, asPng));
      const zoom = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act, "aria-label": label, title: label }, text);
      replace(chartBox, chart.element,
        h("div", { class: "actions" },
          zoom("+", t("zoom.in"), () => chart?.zoom(1.8, chart.space / 2)), zoom("−", t("zoom.out"), () => chart?.zoom(1 / 1.8, chart.space / 2)), zoom(t("zoom.all"), t("zoom.all"), () => chart?.showAll())),
        h("ul", { class: "legend" }, ["L", "R", "N", "P"].map((o) => h("li", {}, h("i", { class: o }), `${o}: ${t(`outcome.${o}`)}`))),
        h("p", { class: "note", id: "chart-keys" }, t("chart.keys"), " ", t("chart.rows", number(rows.length), number(rows.sets))));
      chart.redraw();
    } catch (error) {
      if (!signal.aborted && !refuse(error)) replace(chartBox, message(error));
    }
  })();
  runJob(statistics, "sweep", { ...family, where, count: count || null, check: check || null }, signal, (job) => replace(statistics, table(job.result)), refuse);
  if (given.set) openSet(detail, given.set.split(",").map(Number), question.end, last, signal);
  return () => chart?.destroy();
}

/** @param {any} found */
function table(found) {
  const of = found.where ? found.matching : found.sets;
  const share = (/** @type {number} */ part, /** @type {number} */ whole) => (whole ? `${((100 * part) / whole).toFixed(2)} %` : "–");
  const row = (/** @type {string} */ label, /** @type {string | null} */ meaning, /** @type {any} */ count, /** @type {any} */ percent) =>
    h("tr", {}, h("th", { scope: "row" }, label, meaning ? h("span", { class: "meaning" }, meaning) : null), h("td", { class: "count" }, count), h("td", { class: "count" }, percent));
  const letters = ["L", "R", "N", "P"];
  const rows = [row(t("stat.sets"), `${found.family}, ${found.end}`, number(found.sets), "")];
  if (found.where) rows.push(row(found.where, t("stat.matching"), number(found.matching), share(found.matching, found.sets)));
  for (const letter of letters) {
    const count = found[`eventually_all_${letter}`];
    if (count > 0) rows.push(row(t("stat.eventually", letter), t("stat.eventually.meaning", letter), number(count), share(count, of)));
  }
  for (const letter of letters) rows.push(row(t("stat.has", letter), t("stat.has.meaning", letter), number(found[`has_${letter}`]), share(found[`has_${letter}`], of)));
  if (found.period_not_found) rows.push(row(t("stat.notfound"), null, number(found.period_not_found), share(found.period_not_found, of)));
  for (const key of ["max_period", "max_preperiod"]) {
    if (found[key]) rows.push(row(t(`stat.${key}`), t("stat.first", found[key].set), number(found[key].value), ""));
  }
  for (const one of found.counts ?? []) rows.push(row(one.expression, t("stat.count"), number(one.count), share(one.count, one.of)));
  for (const one of found.checks ?? []) {
    rows.push(row(t(`check.${one.check}`), one.violations ? t("stat.check.fails", one.counterexample) : t("stat.check.holds"), `${number(one.violations)} / ${number(one.hypothesis)}`, ""));
  }
  return h("div", {},
    h("div", { class: "scroll" }, h("table", { class: "stats counts" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("stat.what")), h("th", { scope: "col" }, t("stat.number")), h("th", { scope: "col" }, t("stat.share")))), h("tbody", {}, rows))),
    h("p", { class: "note" }, t("stat.of", number(of))),
    found.stopped ? h("p", { class: "message warn" }, t("stat.stopped", number(found.sets), number(found.sets_asked))) : null);
}

/**
 * What is known about one set.
 * @param {HTMLElement} box
 * @param {number[]} numbers
 * @param {string} end
 * @param {number} to
 * @param {AbortSignal} signal
 */
async function openSet(box, numbers, end, to, signal) {
  const rule = `sub:${numbers.join(",")}`;
  try {
    const found = await ask("outcomes", { rule, end, to: Math.max(to, 50) }, signal);
    const word = h("p", { class: "word" }, [...found.outcomes].map((letter, n) => h("b", { class: letter, title: `n = ${n}` }, letter)));
    const status = found.period ? t("period.headline", number(found.period), number(found.preperiod)) : t("period.none", to);
    replace(box, card(`S = ${name(numbers)}`, [copyButton(t("copy"), async () => found.outcomes)],
      h("p", { class: "headline" }, status, " ", h("span", { class: `badge ${found.status === "proved" ? "good" : "warn"}` }, t(`status.${found.status}`))),
      word,
      h("div", { class: "actions" }, h("a", { class: "button", href: link("game", { rule, end: end === "normal" ? "" : end }) }, t("family.opensequence")))));
  } catch (error) {
    if (!signal.aborted) replace(box, message(error));
  }
}
