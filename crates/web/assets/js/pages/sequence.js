// @ts-check
/** Grundy sequences: values, period, proof. */

import { Refused, address, ask, askText } from "../api.js";
import { announce, h, replace, svg } from "../dom.js";
import { number, t } from "../i18n.js";
import { certificate } from "../parts/certificate.js";
import { chips, clearFaults, field, message, showFault, start } from "../parts/fields.js";
import { colours } from "../parts/grid.js";
import { runJob } from "../parts/jobs.js";
import { valueLegend } from "../parts/legend.js";
import { card, copyButton, download, fileName, saveButtons, serverPicture } from "../parts/pictures.js";
import { drawAgain, walkCells } from "../parts/walk.js";
import { term } from "../parts/words.js";
import { go, link } from "../state.js";

/** Cells of the strip, and of the table. */
const STRIP = 400;
const TABLE = 4000;
/** The frame of an exception: neither of the ramp nor of the ink. */
const EXCEPTION = "var(--mark)";

/** @type {[string, string][]} */
const EXAMPLES = [["0.77", "143"], ["0.07", "203"], ["sub:1,2,3", "31"], ["sub:1,7,12,16", "75"], ["grundys-game", "150"], ["0.137", "150"], ["allbut:1,5", "60"], ["4.7", "60"]];

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const rule = field(t("rule"), { width: "half", mono: true, value: given.rule ?? "0.77", hint: t("rule.hint"), list: [] });
  const known = field(t("sequence.known"), { width: "third", options: [["", t("sequence.pick")]] });
  const to = field(t("sequence.to"), { width: "small", value: given.to ?? "143", inputmode: "numeric" });
  const end = field(t("end"), { width: "third", options: [["normal", t("end.normal")], ["misere", t("end.misere")]], value: given.end ?? "normal" });
  const results = h("div", { class: "results" });
  const submit = () => go("sequence", { rule: rule.input.value.trim(), to: to.input.value.trim(), end: end.input.value === "normal" ? "" : end.input.value });
  known.input.addEventListener("change", () => {
    if (known.input.value) {
      rule.input.value = known.input.value;
      submit();
    }
  });
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); submit(); } },
    rule.box, to.box, known.box, end.box, start(t("compute")),
    chips(t("examples"), EXAMPLES.map(([name, last]) => [name, link("sequence", { rule: name, to: last })])));
  main.append(h("h1", {}, t("nav.sequence")), h("p", { class: "lead" }, t("sequence.lead")), form, results);
  fillKnown(rule, known, leaving.signal);
  const question = { rule: given.rule ?? "0.77", to: given.to ?? "143", end: given.end ?? "normal" };
  compute(results, question, { rule, to, end }, leaving.signal);
  return () => leaving.abort();
}

/**
 * @param {import("../parts/fields.js").Field} rule
 * @param {import("../parts/fields.js").Field} known
 * @param {AbortSignal} signal
 */
async function fillKnown(rule, known, signal) {
  try {
    const { games } = await ask("games", {}, signal);
    const list = rule.box.querySelector("datalist");
    for (const game of games) {
      if (game.kind !== "heap" || /^(wythoff|fibonacci|mem|nim-with)/.test(game.name)) continue;
      const text = game.description ? `${game.name}: ${game.description}` : game.name;
      known.input.append(h("option", { value: game.name }, text.length > 90 ? `${text.slice(0, 88)}…` : text));
      list?.append(h("option", { value: game.name }, game.description ?? ""));
    }
  } catch {
    // The list is a convenience; the question itself will say what is wrong.
  }
}

/**
 * @param {HTMLElement} results
 * @param {{rule: string, to: string, end: string}} question
 * @param {Record<string, import("../parts/fields.js").Field>} fields
 * @param {AbortSignal} signal
 */
async function compute(results, question, fields, signal) {
  clearFaults(Object.values(fields));
  results.setAttribute("aria-busy", "true");
  let found;
  try {
    found = await ask("grundy", question, signal);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refused) || !showFault(fields, error.fault)) replace(results, message(error));
    return;
  } finally {
    results.removeAttribute("aria-busy");
  }
  const { values } = found;
  const period = h("div", {});
  const strip = h("div", {});
  const table = h("div", {});
  const misere = question.end === "misere";
  const draw = (/** @type {any} */ known) => {
    drawAgain(strip, () => replace(strip, stripCard(values, known, fileName(question.rule))));
    replace(table, tableCard(values, known, found.genus, question));
  };
  draw(null);
  replace(results,
    h("section", { class: "card" },
      h("header", {}, h("h2", {}, t("sequence.title", found.rule)), h("div", { class: "actions" }, exports(question))),
      found.same_game_as ? h("p", { class: "note" }, t("sequence.same", found.same_game_as.rule, found.same_game_as.shift)) : null,
      found.stopped ? h("p", { class: "message warn" }, t("sequence.stopped", values.length - 1)) : null,
      misere ? h("p", {}, t("sequence.misere")) : period),
    strip, table,
    misere ? null : serverPicture(t("scatter"), "draw/scatter", { rule: question.rule, to: Math.min(values.length - 1, 100000) }, t("scatter.alt", found.rule, values.length - 1), signal),
  );
  announce(t("sequence.title", found.rule));
  if (!misere) {
    runJob(period, "period", { rule: question.rule }, signal, (job) => {
      replace(period, periodReport(job, question));
      if (job.result.period) draw(job.result);
    });
  }
}

/** @param {{rule: string, to: string, end: string}} question */
function exports(question) {
  return [["CSV", "csv"], ["LaTeX", "latex"], ["b-file", "bfile"]].flatMap(([label, format]) => [
    copyButton(`${t("copy")} ${label}`, () => askText("grundy", { ...question, format })),
  ]);
}

/**
 * @param {import("../api.js").Job} job
 * @param {{rule: string}} question
 */
export function periodReport(job, question) {
  const found = job.result;
  const proved = found.status === "proved";
  const badge = h("span", { class: `badge ${proved ? "good" : "warn"}` }, t(`status.${found.status}`));
  const headline = found.period
    ? t(found.saltus ? "period.arithmetic" : "period.headline", number(found.period), number(found.preperiod), number(found.saltus))
    : t("period.none", number(found.computed_to));
  const exceptions = found.exceptions;
  return h("div", {},
    h("p", { class: "headline" }, headline, " ", badge),
    h("dl", { class: "facts" },
      exceptions ? [h("dt", {}, term("exception", t("exceptions"))), h("dd", {}, exceptions.length ? exceptions.slice(0, 60).join(", ") + (exceptions.length > 60 ? " …" : "") : t("none"))] : null,
      found.win_lose ? [h("dt", {}, t("winlose")), h("dd", {}, t("period.headline", number(found.win_lose.period), number(found.win_lose.preperiod)))] : null,
      [h("dt", {}, t("max.value")), h("dd", {}, found.max_value === null ? t("max.none") : number(found.max_value))],
      found.method ? [h("dt", {}, t("method")), h("dd", {}, t(`method.${found.method}`))] : null,
      [h("dt", {}, t("computed.to")), h("dd", {}, `n = ${number(found.computed_to)}${found.stopped ? ` (${t(`stopped.${found.stopped}`)})` : ""}`)]),
    certificate(job, `${fileName(question.rule)}-certificate`));
}

/**
 * @param {number[]} values
 * @param {any} known
 * @param {string} name of files
 */
export function stripCard(values, known, name) {
  const shown = values.slice(0, STRIP);
  const wide = Math.max(...shown) > 99 ? 30 : 24;
  const left = 8;
  const exceptions = new Set(known?.exceptions ?? []);
  const height = known ? 92 : 64;
  const largest = Math.max(...shown);
  const parts = shown.map((value, n) => svg("g", { "data-n": n },
    svg("title", {}, `G(${n}) = ${value}`),
    svg("rect", { x: left + n * wide, y: 24, width: wide - 1, height: 26, style: `fill:${colours(value, largest)[0]};stroke:var(--fig-line)`, "stroke-width": 0.7 }),
    exceptions.has(n) ? svg("rect", { x: left + n * wide + 1, y: 25, width: wide - 3, height: 24, rx: 3, fill: "none", style: `stroke:${EXCEPTION}`, "stroke-width": 2.5 }) : null,
    value === 0 ? svg("circle", { cx: left + n * wide + (wide - 1) / 2, cy: 37, r: 10, fill: "none", style: "stroke:var(--ring)", "stroke-width": 1.3 }) : null,
    svg("text", { x: left + n * wide + (wide - 1) / 2, y: 41.5, "text-anchor": "middle", "font-size": 12, style: `fill:${colours(value, largest)[1]}`, "font-weight": value === 0 ? 700 : 400 }, value),
    n % 5 === 0 ? svg("text", { x: left + n * wide + (wide - 1) / 2, y: 17, "text-anchor": "middle", "font-size": 11, class: "soft" }, n) : null));
  const spans = [];
  if (known?.period) {
    const { period, preperiod } = known;
    if (preperiod > 0) spans.push(span(0, Math.min(preperiod, shown.length), t("tail"), "var(--fig-soft)"));
    for (let start = preperiod, k = 0; start < shown.length && k < 200; start += period, k += 1) {
      spans.push(span(start, Math.min(start + period, shown.length), k === 0 ? t("period") : "", k % 2 ? "color-mix(in srgb, var(--accent) 45%, var(--fig))" : "var(--accent)"));
    }
  }
  function span(/** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ text, /** @type {string} */ stroke) {
    const [a, b] = [left + from * wide + 1, left + to * wide - 3];
    return svg("g", {}, svg("rect", { x: a, y: 56, width: Math.max(1, b - a), height: 4, style: `fill:${stroke}`, rx: 2 }), text ? svg("text", { x: a, y: 76, "font-size": 11.5, class: "ink" }, text) : null);
  }
  const width = left * 2 + shown.length * wide;
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("strip.alt", shown.slice(0, 30).join(", ")), "font-family": "Helvetica, Arial, sans-serif" }, parts, spans);
  const box = h("div", { class: "figure natural", tabindex: 0, role: "group", "aria-label": t("strip") }, picture);
  walkCells(box, shown.length, (n) => `G(${n}) = ${shown[n]}`);
  return card(t("strip"), saveButtons(`${name}-strip`, () => picture), box, valueLegend(shown, { exceptions: exceptions.size > 0, period: Boolean(known?.period) }),
    h("p", { class: "note" }, known?.period ? t("strip.note") : "", values.length > STRIP ? ` ${t("shown.first", STRIP)}` : ""));
}

/** A multiple or a divisor of the period that makes rows one can read. */
function columns(/** @type {number | undefined} */ period) {
  if (!period) return 10;
  if (period <= 5) return period * Math.floor(12 / period);
  if (period <= 40) return period;
  for (let d = 24; d >= 8; d -= 1) if (period % d === 0) return d;
  return 10;
}

/**
 * @param {number[]} values
 * @param {any} known
 * @param {string[] | undefined} genus
 * @param {{rule: string}} question
 */
export function tableCard(values, known, genus, question) {
  const shown = values.slice(0, TABLE);
  const wide = genus ? 10 : columns(known?.period);
  const exceptions = new Set(known?.exceptions ?? []);
  const largest = Math.max(...shown);
  const head = h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "n"), Array.from({ length: wide }, (_, c) => h("th", { scope: "col" }, `+${c}`))));
  const rows = [];
  for (let start = 0; start < shown.length; start += wide) {
    rows.push(h("tr", {}, h("th", { scope: "row" }, start), shown.slice(start, start + wide).map((value, i) => {
      const n = start + i;
      const marks = [value === 0 ? "zero" : "", exceptions.has(n) ? "exception" : ""].filter(Boolean).join(" ");
      const cell = h("td", { class: marks || null, "data-n": n, title: exceptions.has(n) ? t("exception.at", n) : null }, genus ? genus[n] : value, exceptions.has(n) ? h("span", { class: "visually-hidden" }, ` (${t("exception")})`) : null);
      [cell.style.background, cell.style.color] = colours(value, largest);
      return cell;
    })));
  }
  const picture = { rule: question.rule, to: Math.min(values.length - 1, 2000) };
  const save = (/** @type {"svg" | "png"} */ kind) => h("a", { class: "button", href: address(`draw/table.${kind}`, picture), download: `${fileName(question.rule)}-table.${kind}` }, t(`save.${kind}`));
  const csv = async () => `n,grundy\n${values.map((value, n) => `${n},${value}`).join("\n")}\n`;
  const box = h("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": t("table") }, h("table", { class: "grundy" }, head, h("tbody", {}, rows)));
  walkCells(box, wide, (n) => `G(${n}) = ${shown[n]}`);
  return card(t("table"), [h("button", { type: "button", onclick: async () => download(`${fileName(question.rule)}.csv`, new Blob([await csv()], { type: "text/csv" })) }, t("save.csv")), ...(genus ? [] : [save("svg"), save("png")])],
    box, valueLegend(genus ? [] : shown, { exceptions: exceptions.size > 0 }),
    h("p", { class: "note" }, t(genus ? "table.note.genus" : known?.period ? "table.note" : "table.note.plain"), values.length > TABLE ? ` ${t("shown.first", TABLE)}` : ""));
}
