// @ts-check
/**
 * The atlas: rows by a condition or by a piece of a sequence.
 */

import { Refused, ask } from "../api.js";
import { h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { chips, field, message, showFault, start } from "../parts/fields.js";
import { go, link } from "../state.js";

const TABLES = ["octal", "hexadecimal", "subtraction", "ending", "quotients", "games"];
const SHOWN = ["name", "end", "kind", "status", "period", "preperiod", "order", "max_value"];
/** Letters of a sequence that are shown. */
const LONGEST = 60;
/** Rows that are shown. */
const LIMIT = 100;

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const condition = field(t("atlas.condition"), { width: "full", mono: true, value: given.condition ?? "", placeholder: "order = 40 and period < 10" });
  const sequence = field(t("atlas.sequence"), { width: "half", mono: true, value: given.sequence ?? "", placeholder: "0,1,2,3,1,4" });
  const table = field(t("atlas.table"), { width: "third", value: given.table ?? "", options: [["", t("atlas.all")], ...TABLES.map((name) => /** @type {[string, string]} */ ([name, name]))] });
  const fields = { condition, sequence, table };
  const results = h("div", { class: "results" });
  const examples = [{ condition: "order = 40 and period < 10" }, { sequence: "0,1,2,3,1,4" }, { sequence: "LRLNNLPL" }, { condition: "period > 100 and status = proved", table: "octal" }];
  main.append(h("h1", {}, t("nav.atlas")), h("p", { class: "lead" }, t("atlas.lead")),
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
const columns = (found) => h("section", { class: "card" }, h("h2", {}, t("atlas.columns")),
  h("dl", {}, found.tables.flatMap((/** @type {any} */ table) => [h("dt", {}, `${table.table} (${number(table.rows)})`), h("dd", { class: "mono note" }, table.columns.join(", "))])));

/** @param {any} found */
function rows(found) {
  const looked = found.tables.reduce((/** @type {number} */ sum, /** @type {any} */ table) => sum + table.rows, 0);
  const head = h("h2", {}, t("atlas.found", number(found.found), number(looked)));
  if (!found.rows.length) return h("section", { class: "card" }, head, h("p", {}, t("atlas.none")));
  const shown = SHOWN.filter((name) => found.rows.some((/** @type {any} */ row) => name in row.row));
  return h("section", { class: "card" }, head,
    found.found > found.rows.length ? h("p", { class: "note" }, t("atlas.more", found.rows.length)) : null,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("nav.atlas") }, h("table", { class: "stats" },
      h("thead", {}, h("tr", {}, ["table", "code", ...shown, "sequence"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, found.rows.map((/** @type {any} */ row) => h("tr", {}, h("td", {}, row.table), h("td", { class: "mono" }, h("a", { href: href(row) }, row.code)),
        shown.map((name) => h("td", {}, row.row[name] === undefined ? "" : String(row.row[name]))), h("td", { class: "mono" }, terms(row))))))));
}

/** The page of the game of a row. @param {any} row */
function href(row) {
  const { kind, end, position } = row.row;
  if (kind === "board" || kind === "loopy") return link("game", position ? { board: row.code, position } : { board: row.code });
  if (row.table === "quotients") return link("game", { rule: row.code, end, tab: "quotient" });
  return link("game", end ? { rule: row.code, end } : { rule: row.code });
}

/** The beginning of the sequence of a row, and where the piece stands. @param {any} row */
function terms(row) {
  const text = String(row.row[row.column] ?? row.row.values ?? row.row.outcomes ?? row.row.value ?? "");
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return row.start === undefined ? short : [short, " ", h("span", { class: "note" }, t("atlas.start", row.start, row.column))];
}
