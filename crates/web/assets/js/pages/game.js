// @ts-check
/** The page of one game: its rule in words, its picture, and all that can be asked about it, at one address. */

import { Refused, ask } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { clearFaults, field, message, showFault } from "../parts/fields.js";
import { Inspector } from "../parts/inspector.js";
import { BOARDS, isBoardText, learn, onBoard, recurs, startOf, title } from "../parts/names.js";
import { SLIDING, numberControls } from "../parts/sliders.js";
import { ruleInWords } from "../parts/words.js";
import { link, note, parameters } from "../state.js";
import { sentence } from "./gallery.js";

/**
 * @typedef {"heap" | "tuple" | "value" | "board"} Kind
 * @typedef {{kind: Kind, rule: string, g: string, board: string, position: string, end: string, to: string, set: string[],
 *   numbers: number[] | null, given: Record<string, string>, fields: Record<string, import("../parts/fields.js").Field>,
 *   signal: AbortSignal, inspector: Inspector, again: () => void, stale: () => void}} Game
 */

/** What can be looked at, and for which games. */
const TABS = /** @type {[string, Kind[], () => Promise<{show: (box: HTMLElement, game: Game) => Promise<void>}>][]} */ ([
  ["play", ["heap", "tuple", "value", "board"], () => import("../parts/views/play.js")],
  ["numbers", ["heap"], () => import("../parts/views/numbers.js")],
  ["table", ["heap", "tuple"], () => import("../parts/views/table.js")],
  ["family", ["heap"], () => import("../parts/views/family.js")],
  ["quotient", ["heap"], () => import("../parts/views/quotient.js")],
  ["values", ["heap", "value", "board"], () => import("../parts/views/values.js")],
  ["proof", ["heap", "tuple", "board"], () => import("../parts/views/proof.js")],
  ["export", ["heap", "tuple", "value", "board"], () => import("../parts/views/export.js")],
]);
const FIRST = /** @type {Record<Kind, string>} */ ({ heap: "numbers", tuple: "table", value: "values", board: "values" });
/** Tabs with a column next to them for the place that is pointed at. */
const INSPECTED = ["numbers", "table"];
/** Games whose values have a tree to point at. @type {Kind[]} */
const VALUED = ["value", "board"];
/** Before what is typed is asked about. */
const PAUSE = 350;

/** @param {Record<string, string>} given @returns {Kind} */
export function kindOf(given) {
  if (given.board) return "board";
  if (given.g) return "value";
  const rule = given.rule ?? "";
  return /^(lib:|chocolate)|->|^\s*(game|position)\b|^(wythoff|nim-with-pass|fibonacci-nim|mem)$/m.test(rule) ? "tuple" : "heap";
}

/** How far the table of a game goes at first. @param {string} rule */
function corner(rule) {
  if (/chocolate3|chocolate-pass/.test(rule)) return "6,6,6";
  if (/chocolate/.test(rule)) return "10,30";
  if (/^lib:(nim|end-nim|chomp3|silver-dollar)$/.test(rule)) return "6,6,6";
  if (/^lib:(maundy-cake|nim-pass)$/.test(rule)) return "4,6,6";
  if (/^lib:(thirty-one|kayles|string-cutting)$/.test(rule)) return "40";
  if (/^lib:domineering$/.test(rule)) return "63";
  const inside = /\bposition\s*[((]([^))]*)[))]/.exec(rule) ?? /^\s*[((]([^))]*)[))]/.exec(rule);
  const dimensions = inside ? inside[1].split(/[,,、]/).length : 2;
  return dimensions === 1 ? "60" : Array(dimensions).fill(dimensions === 2 ? 16 : 6).join(",");
}

/** The numbers of a subtraction set. @param {string} rule */
function setOf(rule) {
  const found = /^sub:([\d,-]+)$/.exec(rule);
  if (!found) return null;
  const numbers = found[1].split(",").flatMap((part) => {
    const [from, to = from] = part.split("-").map(Number);
    return Array.from({ length: Math.max(0, Math.min(64, to - from + 1)) }, (_, i) => from + i);
  });
  return numbers.length ? numbers : null;
}

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const kind = kindOf(given);
  const named = kind === "value" ? given.g ?? "" : kind === "board" ? `${title(`board:${given.board}`)} ${given.position ?? ""}` : title((given.rule ?? "").trim());
  const heading = h("h1", { class: named.length > 40 ? "long" : null }, named.split("\n")[0]);
  const words = h("p", { class: "lead words" }, " ");
  const { fields, panel } = parametersOf(kind, given);
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("game.tabs") });
  const view = h("div", { class: "view results flush", id: "view", role: "tabpanel", tabindex: -1 });
  const inspector = new Inspector();
  const body = h("div", { class: "withside" }, view, inspector.element);
  const old = h("p", { class: "note", hidden: true }, t("game.old"));
  /** What is shown is older than what is written, which cannot be read. */
  const stale = () => {
    old.hidden = false;
    view.classList.add("old");
  };
  // On a phone the picture comes first.
  /** The text of the library that the rule names. */
  let text = "";
  /** Whether a slider moves: what it changes is asked about sooner than what is typed. */
  let sliding = false;
  const controls = numberControls(() => {
    const [rule, set, to, position] = ["rule", "set", "to", "position"].map((name) => fields[name]?.input.value.trim() ?? "");
    if (kind === "board") return { rule: fields.board.input.value, set: "", to: "", position, board: true };
    if (kind === "value") return { rule: "", set: "", to: "", position: "" };
    // A named subtraction set is written as one when it is changed.
    return /^sub:/.test(expanded.get(rule) ?? "") ? { rule: expanded.get(rule) ?? "", set, to, position } : { rule, set, to, position, text: rule === given.rule && text ? text : rule };
  }, (name, written) => {
    fields[name].input.value = written;
    sliding = true;
    fields[name].input.dispatchEvent(new Event("input", { bubbles: true }));
    sliding = false;
  });
  controls.element.classList.add("numbers");
  const folded = h("details", { class: "panel", open: innerWidth > 760 }, h("summary", {}, t("game.panel")), panel, controls.element);
  main.append(h("header", { class: "gamehead" }, heading, words), folded, tabs, old, body);

  /** Whether the tab before was the board. */
  let wasPlaying = false;
  /** Ends what the tab before is doing. */
  let showing = new AbortController();
  const draw = async () => {
    showing.abort();
    showing = new AbortController();
    const { signal } = showing;
    const now = parameters();
    const rule = now.rule ?? "";
    const end = now.end || "normal";
    const heap = kind === "heap";
    /** @type {Game} */
    const game = {
      kind, rule, g: now.g ?? "", board: now.board ?? "", position: now.position ?? "", end, to: now.to || (heap ? "" : corner(rule)), set: (now.set ?? "").split(";").map((one) => one.trim()).filter(Boolean),
      numbers: setOf(heap ? expanded.get(rule) ?? rule : rule), given: now, fields, signal, inspector, again: draw, stale,
    };
    const possible = TABS.filter(([name, kinds]) => kinds.includes(kind) && (name !== "family" || game.numbers) && !(name === "proof" && kind === "board" && recurs(game.board)));
    const current = possible.find(([name]) => name === now.tab)?.[0] ?? FIRST[kind];
    drawTabs(possible.map(([name]) => name), current);
    describe();
    const withSide = INSPECTED.includes(current) || (current === "values" && VALUED.includes(kind));
    // Who plays wants the board, not the rule, and finds it by its heading.
    const playing = current === "play";
    if (folded.classList.toggle("folded", playing) || wasPlaying) folded.open = !playing && innerWidth > 760;
    wasPlaying = playing;
    body.classList.toggle("alone", !withSide);
    inspector.element.hidden = !withSide;
    view.setAttribute("aria-labelledby", `tab-${current}`);
    view.setAttribute("aria-busy", "true");
    clearFaults(Object.values(fields));
    old.hidden = true;
    view.classList.remove("old");
    try {
      const { show: open } = await possible.find(([name]) => name === current)?.[2]() ?? (await TABS[0][2]());
      if (signal.aborted) return;
      await open(view, game);
    } catch (error) {
      if (signal.aborted) return;
      const shown = error instanceof Refused && showFault(fields, alias(error.fault));
      if (shown && view.childElementCount) stale();
      else replace(view, shown ? null : message(error));
    } finally {
      if (!signal.aborted) view.removeAttribute("aria-busy");
    }
  };
  const drawTabs = (/** @type {string[]} */ names, /** @type {string} */ current) => {
    const focused = tabs.contains(document.activeElement);
    replace(tabs, ...names.map((name) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(name === current), "aria-controls": "view", tabindex: name === current ? 0 : -1, onclick: () => pick(name) }, t(`tab.${name}`))));
    if (focused) /** @type {HTMLElement | null} */ (tabs.querySelector('[aria-selected="true"]'))?.focus();
  };
  const pick = (/** @type {string} */ name) => {
    replace(view);
    history.pushState(null, "", link("game", { ...parameters(), tab: name }));
    draw();
  };
  tabs.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const all = [...tabs.children];
    const at = all.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    const to = { ArrowRight: (at + 1) % all.length, ArrowLeft: (at + all.length - 1) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (all[to]).click();
  });
  // What is changed in the panel is asked about at once, when one stops typing.
  let typing = 0;
  let editing = false;
  for (const part of [panel, controls.element]) part.addEventListener("focusin", () => { editing = false; });
  panel.addEventListener("input", () => {
    clearTimeout(typing);
    controls.draw();
    typing = window.setTimeout(() => {
      const now = parameters();
      const values = Object.fromEntries(Object.entries(fields).map(([key, f]) => [key, f.input.value.trim()]));
      const changed = Object.keys(values).filter((key) => values[key] !== (now[key] ?? (key === "to" ? String(fields.to.input.defaultValue) : "")));
      // Who goes back comes to what was there before the field was changed.
      if (!editing) history.pushState(null, "", location.href);
      editing = true;
      // How far a table goes is nothing to a game that is being played.
      if (changed.every((key) => key === "to")) note(values);
      else note({ ...values, moves: "", step: "", at: "", n: "", v: "", prove: "" });
      describe();
      if (changed.some((key) => key !== "to") || now.tab !== "play") draw();
    }, sliding ? SLIDING : PAUSE);
  });
  panel.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  /** What names stand for. @type {Map<string, string>} */
  const expanded = new Map();
  const descriptions = new Map();
  controls.draw();
  if (/^lib:/.test(given.rule ?? "")) {
    // Its parameters have sliders, too.
    ask("games", { name: given.rule }, leaving.signal).then((found) => {
      if (fields.rule.input.value.trim() !== given.rule) return;
      text = found.text ?? "";
      controls.draw();
    }).catch(() => {}); // the table can be asked for without them
  }
  const describe = () => {
    const now = parameters();
    const rule = (now.rule ?? "").trim();
    const name = kind === "value" ? now.g ?? "" : kind === "board" ? `${title(`board:${now.board ?? ""}`)} ${now.position ?? ""}` : title(rule);
    if (name.trim()) heading.textContent = name.split("\n")[0];
    document.title = `${heading.textContent} · Ishitori`;
    const said = [];
    if (kind === "heap" || kind === "tuple") {
      if (descriptions.get(rule)) said.push(descriptions.get(rule));
      const more = ruleInWords(expanded.get(rule) ?? rule);
      if (more) said.push(more);
      if (!said.length && kind === "tuple") said.push(t(rule.startsWith("chocolate") ? "words.chocolate" : "words.own"));
    } else said.push(kind === "board" ? [descriptions.get(`board:${now.board}`), recurs(now.board ?? "") ? t("words.loopy") : now.tab === "play" || now.end === "misere" ? "" : t("words.board")].filter(Boolean).join(" ") : t("words.value"));
    if (kind === "heap" || kind === "tuple" || kind === "value" || now.end === "misere") said.push(endInWords(now.end || "normal"));
    const code = expanded.get(rule);
    replace(words, said.join(" "), code && code !== rule ? [" ", h("span", { class: "mono" }, `(${code})`)] : null);
  };
  describe();
  draw();
  if (kind === "board" && !isBoardText(given.board)) {
    learn().then((games) => {
      if (leaving.signal.aborted) return;
      for (const game of games.filter(onBoard)) {
        if (game.description) descriptions.set(`board:${game.name}`, sentence(game.description));
        const known = [...fields.board.input.children].find((option) => option.getAttribute("value") === game.name);
        if (known) known.textContent = title(`board:${game.name}`);
        else fields.board.input.append(h("option", { value: game.name }, title(`board:${game.name}`)));
      }
      // Where positions recur there is no strategy to write down.
      const now = parameters();
      if (recurs(now.board ?? "") && now.tab !== "proof") drawTabs(TABS.filter(([name, kinds]) => kinds.includes(kind) && name !== "proof").map(([name]) => name), now.tab ?? FIRST[kind]);
      // Another game has another position to begin with.
      fields.board.input.addEventListener("change", () => {
        fields.position.input.value = startOf(fields.board.input.value);
        controls.draw();
      });
      describe();
    }).catch(() => {}); // the rule is shown by its name
  }
  if (kind === "heap" || kind === "tuple") {
    learn().then((games) => {
      if (leaving.signal.aborted) return;
      for (const game of games) {
        if (onBoard(game)) continue;
        const key = game.kind === "language" ? game.rule : game.name;
        if (game.description) descriptions.set(key, sentence(game.description));
        if (game.kind === "heap") expanded.set(game.name, game.rule);
      }
      controls.draw();
      descriptions.set("chocolate:3", descriptions.get("lib:chocolate"));
      describe();
      if (kind === "heap" && !showing.signal.aborted && setOf(expanded.get(parameters().rule ?? "") ?? "")) {
        // Now that the name is known to be a subtraction set, there is a family to show.
        const names = TABS.filter(([, kinds]) => kinds.includes(kind)).map(([name]) => name);
        drawTabs(names, parameters().tab ?? FIRST[kind]);
      }
    }).catch(() => {}); // the rule itself is shown
  }
  return () => {
    leaving.abort();
    showing.abort();
    clearTimeout(typing);
  };
}

/** What is wrong with a parameter of another name. @param {import("../api.js").Fault} fault */
function alias(fault) {
  const parameter = { expression: "g", game: "board" }[fault.parameter ?? ""] ?? fault.parameter;
  return { ...fault, parameter };
}

/** Who wins when no move is left. @param {string} end */
function endInWords(end) {
  const known = ["normal", "misere", "moves"].includes(end) ? end : /^mod2:LR$/.test(end) ? "mod2" : "other";
  return t(`words.end.${known}`, end);
}

/**
 * The panel of parameters.
 * @param {Kind} kind
 * @param {Record<string, string>} given
 */
function parametersOf(kind, given) {
  /** @type {Record<string, import("../parts/fields.js").Field>} */
  const fields = {};
  const add = (/** @type {string} */ name, /** @type {string} */ label, /** @type {any} */ options) => { fields[name] = field(label, { mono: true, draft: false, value: given[name] ?? "", ...options }); };
  if (kind === "board") {
    if (isBoardText(given.board)) add("board", t("game.board"), { width: "wide", rows: 7 });
    else add("board", t("game.board"), { width: "third", options: [...new Set([...Object.keys(BOARDS), given.board])].map((name) => [name, title(`board:${name}`)]) });
    add("position", t("play.position"), { width: "wide" });
  } else if (kind === "value") add("g", t("values.g"), { width: "full" });
  else {
    const long = (given.rule ?? "").includes("\n");
    add("rule", t("rule"), kind === "tuple" ? { width: "wide", rows: long ? 7 : undefined } : { width: "half" });
    if (kind === "tuple") add("set", t("games.set"), { width: "small", placeholder: "k=3" });
    else add("end", t("end"), { width: "half", list: [["normal", t("end.normal")], ["misere", t("end.misere")], ["mod2:LR", t("end.mod2")], ["mod3:LRP", ""], ["moves", t("end.moves")]], placeholder: "normal" });
    add("to", t(kind === "tuple" ? "games.to" : "sequence.to"), { width: "small", value: given.to ?? (kind === "tuple" ? corner(given.rule ?? "") : "143") });
  }
  return { fields, panel: h("form", { class: "form slim", "aria-label": t("game.parameters") }, Object.values(fields).map((f) => f.box)) };
}
