// @ts-check
/** Chocolate bars and games of one's own: an editor, the grid, conjectures. */

import { Refused, address, ask, askText } from "../api.js";
import { announce, h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { clearFaults, field, message, showFault, start } from "../parts/fields.js";
import { automatonCard } from "../parts/automaton.js";
import { textFile } from "../parts/text-file.js";
import { editor, syntaxHelp } from "../parts/editor.js";
import { examples } from "../parts/examples.js";
import { grid } from "../parts/grid.js";
import { valueLegend } from "../parts/legend.js";
import { scrolling } from "../parts/sticky.js";
import { runJob } from "../parts/jobs.js";
import { card, copyButton, fileName, saveButtons, saveLinks } from "../parts/pictures.js";
import { isBoardText, learn, recurs, startOf, title } from "../parts/names.js";
import { SLIDING, coordinates, numberControls } from "../parts/sliders.js";
import { wideGrid } from "../parts/wide-grid.js";
import { Inspector } from "../parts/inspector.js";
import { go, instead, link, note, parameters } from "../state.js";

/** Positions that are drawn one by one; more are painted. */
const DRAWN = 3000;
/** P-positions that are listed. */
const LISTED = 200;
/** Rules on pairs of heaps. */
export const PAIRS = /^(wythoff|nim-with-pass|fibonacci-nim|mem)$/;

const BAR = `game chocolate(k = 3)
position (y, z) where y <= z div k
both: (u, z)               for u in 0 ..< y
      (min(y, w div k), w) for w in 0 ..< z
end: normal
`;

/** Name, rule, settings, corner, formula. @type {[string, string, string, string, string][]} */
const EXAMPLES = [
  ["chocolate:3", "chocolate:3", "", "10,30", "y xor z"],
  ["chocolate:2", "chocolate:2", "", "15,31", "y xor z"],
  ["editor", BAR, "k=5", "8,40", "y xor z"],
  ["wythoff", "wythoff", "", "16,20", ""],
  ["(n) -> …", "(n) -> (n-s) for s in {1,3,4} if s <= n", "", "60", "n mod 7"],
];

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  if (given.copy) {
    // A text of the library, to be changed.
    ask("games", { name: given.copy }, leaving.signal).then(({ text, start: position }) => instead("games", { rule: text, to: isBoardText(text) ? "" : cornerOf(text), position, tab: given.tab }))
      .catch((error) => { if (!leaving.signal.aborted) main.append(message(error)); });
    return () => leaving.abort();
  }
  if (/^lib:[\w-]+$/.test(given.rule ?? "") && !given.to) {
    // A game that is meant by its name has a corner of as many coordinates as its text, which are not seen in the name.
    ask("games", { name: given.rule }, leaving.signal).then(({ text }) => instead("games", { ...given, to: cornerOf(text) }))
      .catch(() => { if (!leaving.signal.aborted) instead("games", { ...given, to: cornerOf(given.rule) }); });
    return () => leaving.abort();
  }
  const value = (/** @type {string} */ key, /** @type {string} */ otherwise) => given[key] ?? otherwise;
  const fields = {
    rule: field(t("games.rule"), { width: "", mono: true, rows: 9, value: value("rule", BAR), hint: t("games.rule.hint") }),
    set: field(t("games.set"), { width: "", mono: true, value: value("set", ""), placeholder: "k=3" }),
    to: field(t("games.to"), { width: "", mono: true, value: value("to", "10,30") }),
    show: field(t("games.show"), { width: "", options: [["", t("games.show.auto")], ["grundy", t("games.show.grundy")], ["outcome", t("games.show.outcome")], ["value", t("games.show.value")]], value: value("show", "") }),
    fix: field(t("games.fix"), { width: "", mono: true, value: value("fix", ""), placeholder: "x=3" }),
  };
  const results = h("div", { class: "results flush", id: "view", role: "tabpanel", tabindex: -1 });
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("game.tabs") });
  const old = h("p", { class: "note", hidden: true }, t("game.old"));
  const values = () => Object.fromEntries(Object.entries(fields).map(([key, f]) => [key, key === "rule" ? f.input.value : f.input.value.trim()]));
  const submit = (/** @type {Record<string, string>} */ more = {}) => go("games", { ...values(), tab: parameters().tab, position: isBoardText(fields.rule.input.value) ? startOf(fields.rule.input.value) : "", ...more });
  const library = field(t("games.library"), { width: "", options: [["", t("games.library.pick")]], draft: false });
  library.input.addEventListener("change", () => { if (library.input.value) go("games", { copy: library.input.value }); });
  learn().then((games) => {
    const texts = games.filter(({ kind }) => kind !== "heap").map((game) => ({ value: game.kind === "language" ? game.rule : game.name, name: title(game.kind === "language" ? game.rule : `board:${game.name}`) }));
    library.input.append(...texts.map(({ value: one, name }) => h("option", { value: one }, name)));
  }).catch(() => {}); // the examples are there
  const controls = numberControls(() => ({ rule: fields.rule.input.value, set: fields.set.input.value, to: fields.to.input.value, position: parameters().position || startOf(fields.rule.input.value) }), (name, text) => {
    if (name === "position") {
      note({ position: text, moves: "", step: "" });
      clearTimeout(typing);
      typing = window.setTimeout(draw, SLIDING);
      return;
    }
    sliding = true;
    change(fields[name], text);
    sliding = false;
    if (name === "rule") written.paint();
  });
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); submit({ formula: given.formula, fto: given.fto }); } },
    h("div", { class: "full" }, fields.rule.box),
    h("div", { class: "full" }, library.box),
    h("div", { class: "full" }, controls.element),
    h("div", { class: "full" }, h("div", { class: "pair" }, fields.set.box, fields.to.box, fields.show.box, fields.fix.box)),
    start(t("compute")),
    h("div", { class: "chips rest" }, h("span", { class: "label" }, t("examples")), EXAMPLES.map(([name, rule, set, to, formula]) =>
      h("button", { type: "button", class: "chip", onclick: () => go("games", { rule, set, to, formula }) }, name === "editor" ? t("games.example.bar") : name))));
  fields.rule.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit({ formula: given.formula, fto: given.fto });
    }
  });
  const written = editor(fields.rule);
  /** Whether a slider moves: what it changes is asked about sooner than what is typed. */
  let sliding = false;
  const change = (/** @type {import("../parts/fields.js").Field} */ { input }, /** @type {string} */ text) => {
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const begin = (/** @type {string} */ text) => {
    fields.to.input.value = cornerOf(text);
    fields.set.input.value = "";
    change(fields.rule, text);
    written.paint();
    fields.rule.input.focus();
  };
  const help = syntaxHelp(begin);
  form.append(h("div", { class: "full" }, help));
  fields.rule.box.append(textFile(fields.rule.input, () => fields.rule.input.value, (text) => {
    fields.to.input.value = cornerOf(text);
    fields.set.input.value = "";
    change(fields.rule, text);
    written.paint();
  }, () => new URL(link("games", { ...parameters(), ...values() }), location.href).href));
  main.append(h("h1", {}, t("games.title")), h("p", { class: "lead" }, t("games.lead")),
    h("div", { class: "studio" }, h("div", {}, form), h("div", { class: "stage" }, tabs, old, results)), examples(begin));

  /** Ends what was shown before. */
  let showing = new AbortController();
  const stale = () => {
    old.hidden = false;
    results.classList.add("old");
  };
  const draw = async () => {
    showing.abort();
    showing = new AbortController();
    const { signal } = showing;
    const now = parameters();
    const rule = now.rule ?? BAR;
    const board = isBoardText(rule);
    const set = (now.set ?? "").split(";").map((one) => one.trim()).filter(Boolean);
    const question = { rule, set, to: now.to ?? (now.rule === undefined ? "10,30" : cornerOf(rule)), show: now.show ?? "", fix: now.fix ?? "" };
    const possible = board ? ["play", "values", "boards", ...(recurs(rule) ? [] : ["proof"]), "export"] : ["table", "play", "values", "ppositions", "conjecture", "export"];
    // The name of this view in earlier versions.
    const wanted = now.tab === "proof" && !board ? "conjecture" : now.tab;
    const current = possible.includes(wanted) ? wanted : possible[0];
    drawTabs(possible, current);
    clearFaults(Object.values(fields));
    const shown = () => {
      old.hidden = true;
      results.classList.remove("old");
    };
    const tables = /** @type {Record<string, string>} */ ({ table: question.show, ppositions: "outcome", ...(board ? {} : { values: "value" }) });
    if (current in tables) {
      await compute(results, { ...question, show: tables[current] }, fields, now, signal, undefined, { shown, stale });
      return;
    }
    shown();
    /** @type {import("./game.js").Game} */
    const game = {
      kind: board ? "board" : "tuple", rule, g: "", board: board ? rule : "", position: now.position || (board ? startOf(rule) : ""), end: "normal", to: question.to, set, numbers: null,
      given: { ...now, position: now.position || (board ? startOf(rule) : "") }, fields: { ...fields, board: fields.rule, game: fields.rule }, signal, inspector, again: draw, stale,
    };
    try {
      if (current === "conjecture") {
        const { formulaCard } = await import("../parts/prove-formula.js");
        const text = /^lib:[\w-]+$/.test(rule) ? (await ask("games", { name: rule }, signal)).text : rule;
        if (!signal.aborted) replace(results, conjectureCard(question, coordinates(text), now, signal, () => {}), formulaCard(game));
        return;
      }
      const { show: open } = await VIEWS[/** @type {"play"} */ (current)]();
      if (!signal.aborted) await open(results, game);
    } catch (error) {
      if (signal.aborted) return;
      const atField = error instanceof Refused && showFault({ ...fields, game: fields.rule, board: fields.rule }, error.fault);
      if (atField && results.childElementCount) stale();
      else replace(results, atField ? null : message(error));
    }
  };
  const inspector = new Inspector();
  const drawTabs = (/** @type {string[]} */ names, /** @type {string} */ current) => {
    const focused = tabs.contains(document.activeElement);
    replace(tabs, ...names.map((name) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(name === current), "aria-controls": "view", tabindex: name === current ? 0 : -1, onclick: () => {
      replace(results);
      history.pushState(null, "", link("games", { ...parameters(), tab: name }));
      draw();
    } }, t(`tab.${name}`))));
    results.setAttribute("aria-labelledby", `tab-${current}`);
    if (focused) /** @type {HTMLElement | null} */ (tabs.querySelector('[aria-selected="true"]'))?.focus();
  };
  tabs.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const all = [...tabs.children];
    const at = all.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    const to = { ArrowRight: (at + 1) % all.length, ArrowLeft: (at + all.length - 1) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (all[to]).click();
  });
  // What is written is shown as soon as one stops typing.
  let typing = 0;
  const drawSliders = () => {
    // A board has no coordinates.
    for (const name of /** @type {const} */ (["to", "show", "fix"])) fields[name].box.hidden = isBoardText(fields.rule.input.value);
    controls.draw();
  };
  form.addEventListener("input", (/** @type {Event} */ event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === "range") return;
    const text = fields.rule.input.value;
    // A text of other coordinates has another corner.
    if (event.target === fields.rule.input && !isBoardText(text) && /\bposition\s*[(（]|^\s*[(（]/.test(text) && coordinates(text).length !== fields.to.input.value.split(",").length) fields.to.input.value = cornerOf(text);
    drawSliders();
    clearTimeout(typing);
    typing = window.setTimeout(() => {
      const now = values();
      const before = parameters();
      const board = isBoardText(now.rule);
      if (["rule", "set", "to", "show", "fix"].every((key) => (now[key] ?? "") === (before[key] ?? ""))) return;
      const other = now.rule !== (before.rule ?? BAR) || now.set !== (before.set ?? "");
      note({ ...now, ...(other ? { moves: "", step: "", at: "", formula: "", fto: "", fit: "", position: board ? startOf(now.rule) : "" } : {}) });
      draw();
    }, sliding ? SLIDING : PAUSE);
  });
  drawSliders();
  draw();
  return () => {
    leaving.abort();
    showing.abort();
    clearTimeout(typing);
  };
}

/** Other views of the text than its table. */
const VIEWS = {
  play: () => import("../parts/views/play.js"),
  values: () => import("../parts/views/values.js"),
  boards: () => import("../parts/views/small-boards.js"),
  proof: () => import("../parts/views/proof.js"),
  export: () => import("../parts/views/export.js"),
};
/** Before what is typed is shown, and what is slid. */
const PAUSE = 350;
/**
 * @param {HTMLElement} results
 * @param {any} question
 * @param {Record<string, import("../parts/fields.js").Field>} fields
 * @param {Record<string, string>} given
 * @param {AbortSignal} signal
 * @param {import("../parts/inspector.js").Inspector} [inspect] shows facts about cells, instead of a card below
 * @param {{shown: () => void, stale: () => void}} [listener] learns whether the result shown is that of the text
 */
export async function compute(results, question, fields, given, signal, inspect, listener) {
  clearFaults(Object.values(fields));
  results.setAttribute("aria-busy", "true");
  let found;
  try {
    found = await ask("table", question, signal);
    listener?.shown();
  } catch (error) {
    if (signal.aborted) return;
    const shown = error instanceof Refused && showFault(fields, error.fault);
    if (!shown) replace(results, message(error));
    else if (results.childElementCount) listener?.stale();
    return;
  } finally {
    results.removeAttribute("aria-busy");
  }
  /** @type {string[]} */
  const names = found.coordinates ?? coordinates(question.rule);
  const slices = found.slices ?? [{ fixed: found.fixed ?? {}, rows: found.rows }];
  /** One scale of colours for all slices. */
  const values = slices.flatMap((/** @type {any} */ slice) => slice.rows.flat());
  const largest = values.reduce((/** @type {number} */ most, /** @type {any} */ one) => (typeof one === "number" ? Math.max(most, one) : most), 0);
  const gridBox = h("div", { class: "results flush" });
  const detail = h("div", { "aria-live": "polite" });
  /** @type {number[] | null} */
  let wrong = null;
  /** What can be reached from the chosen cell. @type {Set<string>} */
  let reached = new Set();
  /** @type {number[] | null} */
  let chosen = given.at ? given.at.split(",").map(Number) : null;
  const draw = () => {
    // What one has scrolled to stays in view.
    const scrolled = [...gridBox.querySelectorAll(".scrolling")].map((box) => [box.scrollLeft, box.scrollTop]);
    drawAll();
    [...gridBox.querySelectorAll(".scrolling")].forEach((box, i) => { if (scrolled[i]) box.scrollTo(scrolled[i][0], scrolled[i][1]); });
  };
  const drawAll = () => replace(gridBox, ...slices.slice(0, 8).map((/** @type {any} */ slice) => gridCard(slice)), slices.length > 8 ? h("p", { class: "note" }, t("games.slices", 8, slices.length)) : null);
  const positionOf = (/** @type {any} */ slice, /** @type {number} */ row, /** @type {number} */ column) => {
    const fixed = Object.entries(slice.fixed);
    const inner = slice.rows.length > 1 || names.length - fixed.length >= 2 ? [row, column] : [column];
    if (names.length === 0) return inner;
    let at = 0;
    return names.map((name) => (name in slice.fixed ? slice.fixed[name] : inner[at++]));
  };
  const gridCard = (/** @type {any} */ slice) => {
    const free = names.filter((name) => !(name in slice.fixed));
    const cells = slice.rows.flat().length;
    const title = Object.keys(slice.fixed).length ? Object.entries(slice.fixed).map(([name, value]) => `${name} = ${value}`).join(", ") : t("games.grid");
    const csv = copyButton(`${t("copy")} CSV`, () => askText("table", { ...question, format: "csv" }));
    const latex = copyButton(`${t("copy")} LaTeX`, () => askText("table", { ...question, format: "latex" }));
    const here = (/** @type {number[] | null} */ position) => {
      if (!position || names.some((name, i) => name in slice.fixed && slice.fixed[name] !== position[i])) return null;
      const inner = names.length ? position.filter((_, i) => !(names[i] in slice.fixed)) : position;
      const [r, c] = inner.length > 1 ? inner : [0, inner[0]];
      return slice.rows[r]?.[c] === undefined ? null : /** @type {[number, number]} */ ([r, c]);
    };
    const say = (/** @type {any} */ value, /** @type {number} */ r, /** @type {number} */ c) => `(${positionOf(slice, r, c).join(", ")}): ${value}`;
    const open = (/** @type {number} */ r, /** @type {number} */ c) => {
      chosen = positionOf(slice, r, c);
      reached = new Set();
      note({ at: chosen.join(",") });
      const focused = gridBox.contains(document.activeElement);
      draw();
      if (focused) gridBox.querySelector('svg[tabindex="0"], canvas[tabindex="0"]')?.focus();
      explain(chosen);
    };
    const settings = { label: t("games.grid.alt", found.rule), largest, rowName: slice.rows.length > 1 ? free.at(-2) ?? "" : "", columnName: free.at(-1) ?? "", mark: here(wrong), chosen: here(chosen), point: (/** @type {string} */ text) => inspect?.point(text), open };
    if (cells > DRAWN) {
      const linked = [...reached].map((text) => here(text.split(",").map(Number))).filter((place) => place !== null);
      const drawn = () => address("draw/grid.svg", { rule: question.rule, set: question.set, to: question.to, fix: question.fix });
      return card(title, [...saveLinks(`${fileName(found.rule)}-table`, drawn), csv, latex], wideGrid(slice.rows, { ...settings, linked, say }), valueLegend(values), h("p", { class: "note" }, t("games.grid.note")));
    }
    const picture = grid(slice.rows, { ...settings, linked: (r, c) => reached.has(positionOf(slice, r, c).join()), title: say });
    return card(title, [...saveButtons(`${fileName(found.rule)}-table`, () => picture), csv, latex],
      scrolling(title, picture), valueLegend(values),
      h("p", { class: "note" }, t("games.grid.note")));
  };
  const explain = async (/** @type {number[]} */ position) => {
    // Rules on pairs of heaps are no texts; their positions are heaps.
    const written = PAIRS.test(question.rule.trim()) ? position.join("+") : `(${position.join(",")})`;
    if (inspect) {
      inspect.explain({ rule: question.rule, set: question.set, position: written }, `(${position.join(", ")})`, signal, {
        open: (there) => {
          const to = cellOf(there);
          if (!to) return;
          chosen = to;
          note({ at: to.join(",") });
          draw();
          explain(to);
        },
        found: (explained) => { reached = new Set((explained.options ?? []).map((/** @type {any} */ option) => cellOf(option.position)?.join() ?? "")); draw(); },
      });
      return;
    }
    automaton.run(position);
    try {
      const explained = await ask("explain", { rule: question.rule, set: question.set, position: written }, signal);
      const moves = explained.winning_moves.map((/** @type {any} */ move) => `(${move.position.flat(2).join(", ")})`);
      replace(detail, card(`(${position.join(", ")})`, [],
        h("p", { class: "headline" }, `${explained.outcome}: ${t(`outcome.${explained.outcome}`)}`),
        h("p", {}, explained.why), moves.length ? h("p", {}, `${t("games.moves")}: `, h("span", { class: "mono" }, moves.slice(0, 12).join("  "), moves.length > 12 ? " …" : "")) : null));
    } catch (error) {
      if (!signal.aborted) replace(detail, message(error));
    }
  };
  /** The P-positions of the table, as a list. */
  const lostCard = () => {
    const lost = slices.flatMap((/** @type {any} */ slice) => slice.rows.flatMap((/** @type {any[]} */ row, /** @type {number} */ r) => row.flatMap((value, c) => (value === "P" ? [positionOf(slice, r, c)] : []))));
    return card(t("games.lost", number(lost.length)), [copyButton(`${t("copy")} CSV`, async () => `${[names.join(","), ...lost.map((/** @type {number[]} */ one) => one.join(","))].join("\n")}\n`)],
      h("p", { class: "mono lostlist" }, lost.slice(0, LISTED).map((/** @type {number[]} */ one) => (one.length === 1 ? one[0] : `(${one.join(",")})`)).join("  ") || t("none"), lost.length > LISTED ? " …" : ""),
      h("div", { class: "actions" }, h("a", { class: "button", href: link("games", { rule: question.rule, set: question.set.join(";"), to: question.to, tab: "conjecture", fit: "1", fto: reach(question) }) }, t("games.fit"))));
  };
  const conjecture = conjectureCard(question, names, given, signal, (position) => {
    wrong = position;
    draw();
  });
  const automaton = automatonCard(question, signal, { open: parameters().auto !== undefined, position: chosen, toggled: (open) => note({ auto: open ? "1" : "" }) });
  draw();
  replace(results, found.stopped ? h("p", { class: "message warn" }, t("sequence.stopped", "")) : null, gridBox, detail, question.show === "outcome" ? lostCard() : null, automaton.element, question.show === "outcome" || question.show === "value" ? null : conjecture);
  announce(t("games.grid"));
  if (chosen) explain(chosen);
}

/**
 * The cell of a position, which is a pair or a sum of tuples; none for a sum of several.
 * @param {any} position
 * @returns {number[] | null}
 */
function cellOf(position) {
  if (!Array.isArray(position[0])) return position;
  return position.length === 1 ? position[0] : null;
}

/** A corner for a text of as many coordinates as it has. @param {string} text */
function cornerOf(text) {
  const count = coordinates(text).length;
  return text.includes("chocolate") && count === 2 ? "10,30" : count === 1 ? "40" : Array(count).fill(12).join(",");
}

/** How far a formula is tested at first: in as many coordinates as the text has, whatever the corner says. @param {{rule: string, to: string}} question */
function reach({ rule, to }) {
  const dimensions = /\bposition\s*[(（]|^\s*[(（]/.test(rule) ? coordinates(rule).length : to.split(",").length;
  if (rule.includes("chocolate") && dimensions === 2) return "60,180";
  return dimensions === 1 ? "1000" : Array(dimensions).fill(dimensions === 2 ? 100 : 20).join(",");
}

/**
 * A formula, and the first position where it fails.
 * @param {any} question
 * @param {string[]} names
 * @param {Record<string, string>} given
 * @param {AbortSignal} signal
 * @param {(position: number[] | null) => void} mark
 */
function conjectureCard(question, names, given, signal, mark) {
  const formula = field(t("games.formula"), { width: "wide", mono: true, rows: 2, value: given.formula ?? names.join(" xor "), hint: t("games.formula.hint") });
  const to = field(t("games.to"), { width: "third", mono: true, value: given.fto ?? reach(question) });
  const result = h("div", { role: "status" });
  let latest = 0;
  const run = (/** @type {boolean} */ fit) => {
    // What an earlier question finds is not shown under this one.
    latest += 1;
    const asked = latest;
    clearFaults([formula, to]);
    mark(null);
    note({ formula: formula.input.value, fto: to.input.value, fit: fit ? "1" : "" });
    const parameters = { rule: question.rule, set: question.set, to: to.input.value, ...(fit ? { fit: true } : { formula: formula.input.value }) };
    const shown = h("div", {});
    replace(result, shown);
    runJob(shown, "conjecture", parameters, signal, ({ result: found }) => {
      if (asked !== latest) return;
      const wrong = found.counterexample ?? found.guesses?.[0]?.counterexample ?? null;
      mark(fit ? null : found.counterexample?.position ?? null);
      // What is said below is said of the formula that stands above.
      if (fit && found.formula) {
        formula.input.value = found.formula;
        note({ formula: found.formula, fto: to.input.value, fit: "" });
      }
      replace(shown,
        fit ? null : h("p", { class: "mono" }, found.formula ?? ""),
        // Where nothing fits, nothing has failed.
        fit && !found.formula ? null : h("p", { class: "headline" }, h("span", { class: `badge ${found.holds ? "good" : "bad"}` }, t(found.holds ? "games.holds" : "games.fails"))),
        fit ? h("p", { class: "mono" }, found.formula ?? t("games.nofit")) : null,
        found.tested !== undefined ? h("p", {}, t("games.tested", number(found.tested), found.not_covered ? t("games.notcovered", number(found.not_covered)) : "")) : null,
        !fit && wrong ? h("p", {}, t("games.counterexample", wrong.position.join(", "), String(wrong.expected), String(wrong.found))) : null,
        found.stopped ? h("p", { class: "message warn" }, t(`stopped.${found.stopped}`)) : null,
        fit && found.formula ? h("button", { type: "button", onclick: () => { formula.input.value = found.formula; run(false); } }, t("games.usefit")) : null);
    }, (error) => error instanceof Refused && showFault({ formula, to }, error.fault));
  };
  const box = card(t("games.conjecture"), [],
    h("form", { class: "form plain", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); run(false); } },
      formula.box, to.box, h("div", { class: "third go" }, h("div", { class: "actions" }, h("button", { class: "primary", type: "submit" }, t("games.test")), h("button", { type: "button", onclick: () => run(true) }, t("games.fit"))))),
    result);
  if (given.fit && given.fto) run(true);
  else if (given.formula && given.fto) run(false);
  return box;
}
