// @ts-check
/** Cards about Grundy numbers of heaps: the period with its proof, the strip, the table. */

import { address } from "../api.js";
import { h, svg } from "../dom.js";
import { number, t } from "../i18n.js";
import { certificate } from "./certificate.js";
import { colours } from "./grid.js";
import { valueLegend } from "./legend.js";
import { card, download, fileName, saveButtons } from "./pictures.js";
import { walkCells } from "./walk.js";
import { term } from "./words.js";

/** Cells of the strip, and of the table. */
const STRIP = 400;
const TABLE = 4000;
/** The frame of an exception: neither of the ramp nor of the ink. */
const EXCEPTION = "var(--mark)";

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
