// @ts-check
/**
 * The atlas: rows by a condition or by a piece of a sequence.
 */

import { Refused, ask } from "../api.js";
import { h, replace } from "../dom.js";
import { language, number, t } from "../i18n.js";
import { chips, field, message, showFault, start } from "../parts/fields.js";
import { go, link } from "../state.js";

/** @type {Record<string, [string, string]>} */
const SAID = {
  lead: ["What is known about small games, computed before: octal and hexadecimal codes, subtraction sets, ending-partizan sets, quotients, games with a name.", "小さなゲームについて計算済みのこと。8 進と 16 進のコード、除去可能数集合、終了規則つきの集合、商、名前のあるゲーム。"],
  condition: ["Condition on the columns", "列の条件"],
  sequence: ["Piece of a sequence: Grundy numbers or outcomes", "数列の一部(グランディ数または帰結類)"],
  table: ["Table", "表"],
  all: ["all", "すべて"],
  found: ["{0} of {1} rows", "{1} 行のうち {0} 行"],
  more: ["The first {0} are shown.", "はじめの {0} 行を示します。"],
  none: ["No row is like this.", "当てはまる行はありません。"],
  start: ["from n = {0} on in “{1}”", "「{1}」の n = {0} から"],
  columns: ["Tables and columns", "表と列"],
};
const TABLES = ["octal", "hexadecimal", "subtraction", "ending", "quotients", "games"];
const SHOWN = ["name", "end", "kind", "status", "period", "preperiod", "order", "max_value"];
/** Letters of a sequence that are shown. */
const LONGEST = 60;
/** Rows that are shown. */
const LIMIT = 100;

/** @param {string} key @param {...(string | number)} holes */
const said = (key, ...holes) => SAID[key][language() === "ja" ? 1 : 0].replace(/\{(\d)\}/g, (_, at) => String(holes[Number(at)]));

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const condition = field(said("condition"), { width: "full", mono: true, value: given.condition ?? "", placeholder: "order = 40 and period < 10" });
  const sequence = field(said("sequence"), { width: "half", mono: true, value: given.sequence ?? "", placeholder: "0,1,2,3,1,4" });
  const table = field(said("table"), { width: "third", value: given.table ?? "", options: [["", said("all")], ...TABLES.map((name) => /** @type {[string, string]} */ ([name, name]))] });
  const fields = { condition, sequence, table };
  const results = h("div", { class: "results" });
  const examples = [{ condition: "order = 40 and period < 10" }, { sequence: "0,1,2,3,1,4" }, { sequence: "LRLNNLPL" }, { condition: "period > 100 and status = proved", table: "octal" }];
  main.append(h("h1", {}, t("nav.atlas")), h("p", { class: "lead" }, said("lead")),
    h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); submit(); } }, condition.box, sequence.box, table.box, start(t("identify.find")),
      chips(t("examples"), examples.map((asked) => /** @type {[string, string]} */ ([Object.values(asked).join(" · "), link("atlas", asked)])))), results);
  look();

  function submit() {
    /** @type {Record<string, string>} */
    const asked = {};
    for (const [name, { input }] of Object.entries(fields)) if (input.value.trim()) asked[name] = input.value.trim();
    go("atlas", asked);
  }

  async function look() {
    try {
      /** @type {Record<string, string>} */
      const asked = { limit: String(LIMIT) };
      for (const name of Object.keys(fields)) if (given[name]) asked[name] = given[name];
      const found = await ask("atlas", asked, leaving.signal);
      if (leaving.signal.aborted) return;
      replace(results, found.found === null ? columns(found) : rows(found));
    } catch (error) {
      if (leaving.signal.aborted) return;
      if (!(error instanceof Refused) || !showFault(fields, error.fault)) replace(results, message(error));
    }
  }
  return () => leaving.abort();
}

/** What there is to ask for. @param {any} found */
const columns = (found) => h("section", { class: "card" }, h("h2", {}, said("columns")),
  h("dl", {}, found.tables.flatMap((/** @type {any} */ table) => [h("dt", {}, `${table.table} (${number(table.rows)})`), h("dd", { class: "mono note" }, table.columns.join(", "))])));

/** @param {any} found */
function rows(found) {
  const looked = found.tables.reduce((/** @type {number} */ sum, /** @type {any} */ table) => sum + table.rows, 0);
  const head = h("h2", {}, said("found", number(found.found), number(looked)));
  if (!found.rows.length) return h("section", { class: "card" }, head, h("p", {}, said("none")));
  const shown = SHOWN.filter((name) => found.rows.some((/** @type {any} */ row) => name in row.row));
  return h("section", { class: "card" }, head,
    found.found > found.rows.length ? h("p", { class: "note" }, said("more", found.rows.length)) : null,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("nav.atlas") }, h("table", { class: "stats" },
      h("thead", {}, h("tr", {}, ["table", "code", ...shown, "sequence"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, found.rows.map((/** @type {any} */ row) => h("tr", {}, h("td", {}, row.table), h("td", { class: "mono" }, h("a", { href: href(row) }, row.code)),
        shown.map((name) => h("td", {}, row.row[name] === undefined ? "" : String(row.row[name]))), h("td", { class: "mono" }, terms(row))))))));
}

/** The page of the game of a row. @param {any} row */
function href(row) {
  const { kind, end, position } = row.row;
  if (kind === "board" || kind === "loopy") return link("game", position ? { board: row.code, position } : { board: row.code });
  if (row.table === "quotients") return link("quotient", { rule: row.code, end });
  return link("game", end ? { rule: row.code, end } : { rule: row.code });
}

/** The beginning of the sequence of a row, and where the piece stands. @param {any} row */
function terms(row) {
  const text = String(row.row[row.column] ?? row.row.values ?? row.row.outcomes ?? row.row.value ?? "");
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return row.start === undefined ? short : [short, " ", h("span", { class: "note" }, said("start", row.start, row.column))];
}
