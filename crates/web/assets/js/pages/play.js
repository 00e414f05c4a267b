// @ts-check
/** A game against the program. */

import { Refused, address, ask } from "../api.js";
import { announce, h, replace, svg } from "../dom.js";
import { t } from "../i18n.js";
import { chips, clearFaults, field, message, showFault, start } from "../parts/fields.js";
import { runJob } from "../parts/jobs.js";
import { card, saveButtons, saveLinks } from "../parts/pictures.js";
import { go, link, note } from "../state.js";

/** @type {[string, Record<string, string>][]} */
const EXAMPLES = [
  ["31", { rule: "31game", position: "31" }], ["Nim 3+5+7", { rule: "nim", position: "3+5+7" }], ["Kayles", { rule: "kayles", position: "10" }],
  ["chocolate:3", { rule: "chocolate:3", position: "(4,13)" }], ["{2,3} mod2:LR", { rule: "sub:2,3", position: "17", end: "mod2:LR" }], ["wythoff", { rule: "wythoff", position: "7,10" }], ["misère", { rule: "sub:1-3", position: "21", end: "misere" }],
];
/** Buttons for moves; more are a list to scroll. */
const BUTTONS = 200;
const THINKING = 650;
/** Numbers up to this are drawn as strips. */
const STRIP = 200;

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const fields = {
    rule: field(t("rule"), { width: "wide", mono: true, value: given.rule ?? "31game", hint: t("play.rule.hint") }),
    position: field(t("play.position"), { width: "wide", mono: true, value: given.position ?? (given.rule ? "" : "31"), hint: t("values.h.hint") }),
    end: field(t("end"), { width: "third", mono: true, value: given.end ?? "", placeholder: "normal", list: [["normal", t("end.normal")], ["misere", t("end.misere")], ["mod2:LR", t("end.mod2")], ["moves", t("end.moves")]] }),
    first: field(t("play.first"), { width: "third", options: [["me", t("play.me")], ["you", t("play.you")]], value: given.first ?? "me" }),
    side: field(t("play.side"), { width: "third", options: [["left", t("play.left")], ["right", t("play.right")]], value: given.side ?? "left" }),
    level: field(t("play.level"), { width: "third", options: [["perfect", t("play.perfect")], ["8", "8"], ["5", "5"], ["2", "2"], ["0", "0"]], value: given.level ?? "perfect" }),
  };
  const table = h("div", { class: "results" });
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const values = Object.fromEntries(Object.entries(fields).map(([key, f]) => [key, f.input.value.trim()]));
    go("play", { ...values, first: values.first === "me" ? "" : values.first, side: values.side === "left" ? "" : values.side, level: values.level === "perfect" ? "" : values.level });
  } }, fields.rule.box, fields.position.box, fields.end.box, fields.first.box, fields.side.box, fields.level.box,
  start(t("play.begin")), chips(t("examples"), EXAMPLES.map(([text, values]) => [text, link("play", values)])));
  main.append(h("h1", {}, t("nav.play")), h("p", { class: "lead" }, t("play.lead")), form, table);
  const question = { rule: given.rule ?? "31game", position: given.position ?? (given.rule ? "" : "31"), end: given.end, first: given.first, side: given.side, level: given.level, seed: given.seed };
  new Game(table, question, given, fields, leaving.signal).refresh();
  return () => leaving.abort();
}

class Game {
  /**
   * @param {HTMLElement} box
   * @param {import("../api.js").Parameters} question
   * @param {Record<string, string>} given
   * @param {Record<string, import("../parts/fields.js").Field>} fields
   * @param {AbortSignal} signal
   */
  constructor(box, question, given, fields, signal) {
    Object.assign(this, { box, question, given, fields, signal });
    this.box = box;
    this.question = question;
    this.given = given;
    this.fields = fields;
    this.signal = signal;
    /** @type {number[]} */
    this.moves = given.moves ? given.moves.split(",").map(Number) : [];
    this.hinted = false;
    /** Counts the tables that were asked for: what belongs to an earlier one is out of date. */
    this.turn = 0;
    /** Ends the question and the thinking that are under way. */
    this.thinking = new AbortController();
    this.graph = h("div", {});
    this.graphShown = false;
  }

  /** Asks for the table as it stands, and lets the program move. */
  async refresh() {
    // Whatever was on its way belongs to another table: an answer, a reply that waits, a click.
    this.turn += 1;
    const turn = this.turn;
    this.thinking.abort();
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    const leave = () => this.thinking.abort();
    if (this.signal.aborted) leave();
    this.signal.addEventListener("abort", leave, { once: true });
    const stale = () => this.signal.aborted || signal.aborted || turn !== this.turn;
    this.lock();
    clearFaults(Object.values(this.fields));
    const moves = this.moves.join(",");
    let state;
    try {
      state = await ask("play", { ...this.question, moves }, signal);
    } catch (error) {
      if (stale()) return;
      if (!(error instanceof Refused) || !showFault(this.fields, error.fault)) replace(this.box, message(error));
      return;
    }
    if (stale()) return;
    this.draw(state, turn);
    const last = state.history.at(-1);
    announce(state.over ?? last?.told ?? state.position);
    if (state.turn === "program" && state.reply && state.reply.number !== null) {
      await new Promise((resolve) => setTimeout(resolve, THINKING));
      if (!stale()) this.play(state.reply.number, turn);
    }
  }

  /** Nothing on the table can be clicked until the next one is drawn. */
  lock() {
    for (const button of this.box.querySelectorAll(".moves button")) button.setAttribute("disabled", "");
    this.box.querySelector(".board")?.setAttribute("inert", "");
  }

  /**
   * Plays a move on the table of a turn; on any other it is none.
   * @param {number} number
   * @param {number} turn
   */
  play(number, turn) {
    if (turn !== this.turn) return;
    this.moves.push(number);
    this.hinted = false;
    this.note();
    this.refresh();
  }

  note() {
    history.replaceState(null, "", link("play", { ...this.given, moves: this.moves.join(",") }));
  }

  /** Takes back one's own last move and the answer to it. @param {any} state */
  undo(state) {
    // Only what stands on this table: the program may have been about to move.
    this.moves.length = Math.min(this.moves.length, state.history.length);
    let taken = 0;
    for (let i = state.history.length - 1; i >= 0; i -= 1) {
      taken += 1;
      if (state.history[i].by === "person") break;
    }
    this.moves.length = Math.max(0, this.moves.length - taken);
    this.hinted = false;
    this.note();
    this.refresh();
  }

  /**
   * @param {any} state
   * @param {number} turn
   */
  draw(state, turn) {
    const mine = state.turn === "person" && !state.winner;
    const headline = state.winner ? h("p", { class: "headline" }, h("span", { class: `badge ${state.winner === "person" ? "good" : "bad"}` }, t(state.winner === "person" ? "play.won" : "play.lost")), " ", state.over)
      : h("p", { class: "headline" }, t(mine ? "play.yourturn" : "play.thinking"), state.impartial ? "" : ` (${t(state.to_move === "Left" ? "play.left" : "play.right")})`);
    const hint = h("div", { role: "status" });
    const board = h("div", { class: "figure board", "aria-label": `${t("play.position")} ${state.position}`, role: "group" }, picture(state, mine ? (number) => this.play(number, turn) : null));
    const buttons = h("div", { class: "moves", role: "group", "aria-label": t("play.moves") },
      state.moves.slice(0, BUTTONS).map((/** @type {any} */ move) => h("button", { type: "button", class: `chip${this.hinted && move.wins ? " wins" : ""}`, title: move.told, disabled: !mine, onclick: () => this.play(move.number, turn) }, move.move.replaceAll("->", " → "))));
    const replay = h("ol", { class: "history" }, state.history.map((/** @type {any} */ step) => h("li", {}, step.told ?? `${step.by === "person" ? t("play.me") : t("play.you")}: ${step.move}`, " ", step.quality === "mistake" ? h("span", { class: "badge warn" }, t("play.mistake")) : null)));
    const showHint = () => {
      this.hinted = true;
      replace(hint, h("p", {}, state.hint ?? t("play.nohint")));
      for (const [i, button] of [...buttons.children].entries()) button.classList.toggle("wins", Boolean(state.moves[i]?.wins));
    };
    const explain = () => replace(hint, h("p", {}, state.outcome ? `${state.outcome}: ${t(`outcome.${state.outcome}`)}. ` : "", state.why ?? ""));
    replace(this.box,
      card(`${state.rule}${state.end && state.end !== "normal" ? `, ${state.end}` : ""}`, [
        h("button", { type: "button", disabled: !mine, onclick: showHint }, t("play.hint")), h("button", { type: "button", onclick: explain }, t("play.why")),
        h("button", { type: "button", disabled: !state.history.some((/** @type {any} */ s) => s.by === "person"), onclick: () => { if (turn === this.turn) this.undo(state); } }, t("play.undo")),
        h("button", { type: "button", onclick: () => { this.moves = []; this.note(); this.refresh(); } }, t("play.again")),
        ...(board.querySelector("svg") ? saveButtons("position", () => /** @type {SVGSVGElement} */ (board.querySelector("svg"))) : []),
      ], h("p", { class: "note" }, state.begins ?? ""), headline, board, hint,
      mine ? h("details", { class: "more", open: state.drawing.kind !== "heaps" || state.moves.length <= 24 }, h("summary", {}, t("play.moves.count", state.moves_in_all)), buttons) : null),
      h("div", { class: "two" }, card(t("play.history"), [], state.history.length ? replay : h("p", { class: "note" }, t("play.nomoves"))), this.graph));
    if (!this.graphShown && state.drawing.kind === "heaps") {
      this.graphShown = true;
      // As far as at the beginning, so that a link to a step shows the same.
      const heaps = (String(state.start).match(/\d+/g) ?? []).map(Number);
      this.showGraph(Math.max(4, Math.min(12, Math.max(0, ...heaps))));
    }
    if (mine && document.activeElement === document.body) board.querySelector("[tabindex]")?.focus?.();
  }

  /** The transition graph, filled in step by step. @param {number} to */
  showGraph(to) {
    const body = h("div", {});
    replace(this.graph, card(t("play.graph"), [], body, h("p", { class: "note" }, t("play.graph.note"))));
    runJob(body, "draw/graph-steps.svg", { rule: this.question.rule, end: this.question.end, to }, this.signal, (job) => {
      const steps = (job.files ?? []).filter((name) => /-\d\d\.svg$/.test(name)).sort();
      const image = h("img", { alt: t("play.graph") });
      const label = h("span", { class: "note" });
      const slider = h("input", { type: "range", min: 0, max: steps.length - 1, value: steps.length - 1, "aria-label": t("play.graph.step") });
      const given = Number(new URLSearchParams(location.search).get("step"));
      if (given >= 1 && given <= steps.length) slider.value = String(given - 1);
      const moved = () => {
        set();
        this.given.step = slider.value === slider.max ? "" : String(Number(slider.value) + 1);
        note({ step: this.given.step });
      };
      const shown = () => address(`jobs/${job.id}/files/${steps[Number(slider.value)]}`);
      const set = () => {
        image.src = shown();
        label.textContent = `${Number(slider.value) + 1} / ${steps.length}`;
      };
      slider.addEventListener("input", moved);
      set();
      const all = address(`jobs/${job.id}/result`);
      replace(body, h("figure", { class: "figure" }, image), h("div", { class: "progress steps" },
        h("button", { type: "button", "aria-label": t("play.graph.back"), onclick: () => { slider.value = String(Number(slider.value) - 1); moved(); } }, "◀"), slider,
        h("button", { type: "button", "aria-label": t("play.graph.next"), onclick: () => { slider.value = String(Number(slider.value) + 1); moved(); } }, "▶"), label));
      this.graph.querySelector("header")?.append(h("div", { class: "actions" }, saveLinks("graph-step", shown), h("a", { class: "button", href: all, download: "graph-steps.svg" }, t("play.graph.film"))));
    }, () => {
      // Rules that break heaps, or leave two players different moves, have no such graph.
      replace(this.graph);
      return true;
    });
  }
}

/**
 * The position to click on.
 * @param {any} state
 * @param {((number: number) => void) | null} play
 * @returns {Node}
 */
function picture(state, play) {
  const { drawing } = state;
  if (drawing.kind === "sum") {
    return h("div", {}, drawing.parts.map((/** @type {any} */ part) => picture({ ...state, drawing: part, moves: [] }, null)));
  }
  if (drawing.kind !== "numbers" && drawing.numbers) {
    const inner = picture({ ...state, drawing: { ...drawing, numbers: null } }, play);
    return h("div", {}, inner, picture({ ...state, drawing: { kind: "numbers", numbers: drawing.numbers } }, null));
  }
  if (drawing.kind === "heaps") return heaps(state, drawing.heaps, play);
  if (drawing.kind === "bar") return bar(state, drawing, play);
  if (drawing.kind === "stones") {
    return h("div", { class: "pad" }, stones(drawing.stones), h("p", {}, `${t(`play.meaning.${drawing.meaning}`)} ${drawing.number}`));
  }
  if (drawing.kind === "numbers" && drawing.numbers.every((/** @type {[string, number]} */ [, value]) => value >= 0 && value <= STRIP)) {
    const [names, values] = [0, 1].map((i) => drawing.numbers.map((/** @type {any[]} */ pair) => pair[i]));
    return heaps(state, values, play, { names });
  }
  if (drawing.kind === "written") return h("div", { class: "pad" }, h("p", { class: "headline mono" }, drawing.text));
  if (drawing.kind === "grid") return grid(state, drawing, play);
  return h("div", { class: "pad" }, drawing.numbers.map((/** @type {[string, number]} */ [name, value]) => h("p", { class: "headline mono" }, `${name} = ${value}`)));
}

/** @param {number} count */
function stones(count) {
  const across = Math.min(20, Math.max(1, count));
  const size = 26;
  const parts = Array.from({ length: count }, (_, i) => svg("circle", { cx: 16 + (i % across) * size, cy: 16 + Math.floor(i / across) * size, r: 10, fill: "#6d747d" }));
  const [width, height] = [12 + across * size, 12 + Math.ceil(count / across) * size];
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": String(count) }, parts);
}

/**
 * What a click on a stone does: the move, and the stones that go.
 * @typedef {{move: any, from: number, to: number}} Click
 */

/**
 * Which stones of which row can be clicked. A click takes a stone and those after it; where that is
 * no move, the stone alone, which breaks the row in two.
 * @param {any} state
 * @param {number[]} now
 * @returns {Map<string, Click>}
 */
function clicks(state, now) {
  /** @type {Map<string, Click>} */
  const found = new Map();
  /** @type {[string, Click][]} */
  const breaks = [];
  for (const move of state.moves) {
    if (move.heap) {
      const { at, from, left } = move.heap;
      const taken = from - left.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0);
      if (left.length <= 1) found.set(`${at}:${left[0] ?? 0}`, { move, from: left[0] ?? 0, to: from });
      else if (left.length === 2 && taken === 1) for (const stone of left) breaks.push([`${at}:${stone}`, { move, from: stone, to: stone + 1 }]);
      continue;
    }
    const then = move.drawing.heaps ?? move.drawing.numbers?.map((/** @type {[string, number]} */ [, value]) => value);
    if (then?.length !== now.length) continue;
    const changed = now.map((_, i) => i).filter((i) => then[i] !== now[i]);
    if (changed.length === 1 && then[changed[0]] < now[changed[0]]) found.set(`${changed[0]}:${then[changed[0]]}`, { move, from: then[changed[0]], to: now[changed[0]] });
  }
  for (const [key, click] of breaks) if (!found.has(key)) found.set(key, click);
  return found;
}

/**
 * Rows of stones, or strips of squares, to click on.
 * @param {any} state
 * @param {number[]} all
 * @param {((number: number) => void) | null} play
 * @param {{names?: string[]}} [options] names make strips of them
 */
function heaps(state, all, play, { names } = {}) {
  const size = 26;
  const across = Math.max(8, Math.min(names ? 40 : 24, Math.max(0, ...all)));
  const left = names ? 92 : 52;
  const possible = play ? clicks(state, all) : new Map();
  const parts = [];
  let y = 6;
  all.forEach((count, at) => {
    parts.push(svg("text", { x: 8, y: y + 18, "font-size": 13, fill: "#5a616b" }, names ? `${names[at]} = ${count}` : count));
    for (let i = 0; i < Math.min(count, 600); i += 1) {
      /** @type {Click | undefined} */
      const click = possible.get(`${at}:${i}`);
      const [cx, cy] = [left + (i % across) * size, y + 14 + Math.floor(i / across) * size];
      const look = { fill: click ? "#2f4d63" : "#a9aeb5", stroke: "#1e2126", "stroke-width": 0.5, cursor: click ? "pointer" : null, "data-heap": at, "data-stone": i };
      const title = svg("title", {}, click ? click.move.told : t("play.stone", i + 1, count));
      const stone = names ? svg("rect", { x: cx - 11, y: cy - 11, width: 23, height: 23, rx: 3, ...look }, title) : svg("circle", { cx, cy, r: 10.5, ...look }, title);
      if (click && play) {
        stone.addEventListener("click", () => play(click.move.number));
        stone.addEventListener("pointerenter", () => mark(at, click, "0.35"));
        stone.addEventListener("pointerleave", () => mark(at, click, "1"));
      }
      parts.push(stone);
    }
    y += Math.max(1, Math.ceil(count / across)) * size + 10;
  });
  if (all.length === 0) parts.push(svg("text", { x: 20, y: 26, "font-size": 14, fill: "#5a616b" }, t("play.nostones")));
  const [width, height] = [left + 12 + across * size, Math.max(44, y + 4)];
  const root = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${t("play.position")} ${state.position}`, "font-family": "Helvetica, Arial, sans-serif" }, parts);
  function mark(/** @type {number} */ at, /** @type {Click} */ click, /** @type {string} */ opacity) {
    for (let i = click.from; i < click.to; i += 1) root.querySelector(`[data-heap="${at}"][data-stone="${i}"]`)?.setAttribute("opacity", opacity);
  }
  return root;
}

/**
 * Cells with pieces on them. A click on a cell makes the move that changes it and the fewest others:
 * a piece goes there, or the cell goes.
 * @param {any} state
 * @param {{rows: string[]}} drawing
 * @param {((number: number) => void) | null} play
 */
function grid(state, drawing, play) {
  const size = 30;
  const cells = (/** @type {{rows: string[]}} */ { rows }) => rows.map((row) => Array.from(row));
  const now = cells(drawing);
  /** @type {Map<string, {move: any, changes: number}>} */
  const possible = new Map();
  for (const move of play ? state.moves : []) {
    if (move.drawing.kind !== "grid") continue;
    const then = cells(move.drawing);
    /** @type {[string, string][]} */
    const changed = [];
    now.forEach((row, r) => row.forEach((cell, c) => {
      const next = then[r]?.[c] ?? "";
      if (next !== cell) changed.push([`${r}:${c}`, next]);
    }));
    for (const [key, next] of changed) {
      const known = possible.get(key);
      if (next !== "·" && (!known || known.changes > changed.length)) possible.set(key, { move, changes: changed.length });
    }
  }
  /** @type {SVGElement[]} */
  const parts = [];
  now.forEach((row, r) => row.forEach((cell, c) => {
    const move = possible.get(`${r}:${c}`)?.move;
    const piece = !"□■·".includes(cell);
    const [x, y] = [8 + c * size, 8 + r * size];
    const fill = piece ? "#2f4d63" : cell === "·" ? "#e3e6ea" : "#c9a26b";
    const square = svg("rect", { x, y, width: size - 2, height: size - 2, rx: 4, fill, stroke: move ? "#1e2126" : "#a9aeb5", "stroke-width": move ? 1.5 : 0.5, cursor: move ? "pointer" : null, "data-r": r, "data-c": c }, svg("title", {}, move ? move.told : cell));
    if (move && play) square.addEventListener("click", () => play(move.number));
    parts.push(square);
    if (piece) parts.push(svg("text", { x: x + size / 2 - 1, y: y + size / 2 + 4, "text-anchor": "middle", "font-size": 15, fill: "#ffffff", "pointer-events": "none" }, cell));
  }));
  const [width, height] = [16 + Math.max(1, ...now.map((row) => row.length)) * size, 16 + Math.max(1, now.length) * size];
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${t("play.position")} ${state.position}`, "font-family": "Helvetica, Arial, sans-serif" }, parts);
}

/**
 * A bar of chocolate: a click on a square breaks it off with as little else as can be.
 * @param {any} state
 * @param {{columns: number[], bitter: [number, number]}} drawing
 * @param {((number: number) => void) | null} play
 */
function bar(state, drawing, play) {
  const size = 30;
  const tall = Math.max(1, ...drawing.columns);
  /** @type {SVGElement[]} */
  const parts = [];
  const squares = (/** @type {number[]} */ columns) => columns.reduce((sum, height) => sum + height, 0);
  // What a move leaves of a column; the bitter square stays where it is.
  const left = (/** @type {any} */ m, /** @type {number} */ c) => m.drawing.columns[c - drawing.bitter[0] + m.drawing.bitter[0]] ?? 0;
  drawing.columns.forEach((height, c) => {
    for (let r = 0; r < height; r += 1) {
      const bitter = drawing.bitter[0] === c && drawing.bitter[1] === r;
      const cuts = state.moves.filter((/** @type {any} */ m) => m.drawing.kind === "bar" && left(m, c) <= r);
      const move = cuts.sort((/** @type {any} */ a, /** @type {any} */ b) => squares(b.drawing.columns) - squares(a.drawing.columns))[0];
      const square = svg("rect", { x: 10 + c * size, y: 8 + (tall - 1 - r) * size, width: size - 2, height: size - 2, rx: 5, fill: bitter ? "#3d5a2a" : "#7b4a2a", stroke: "#3b2313", "stroke-width": 1, cursor: move && play ? "pointer" : null, "data-c": c, "data-r": r },
        svg("title", {}, bitter ? t("play.bitter") : move ? move.told : ""));
      if (move && play) {
        const shade = (/** @type {string} */ opacity) => {
          for (const other of root.querySelectorAll("rect[data-c]")) if (Number(other.getAttribute("data-r")) >= left(move, Number(other.getAttribute("data-c")))) other.setAttribute("opacity", opacity);
        };
        square.addEventListener("click", () => play(move.number));
        square.addEventListener("pointerenter", () => shade("0.35"));
        square.addEventListener("pointerleave", () => shade("1"));
      }
      parts.push(square);
    }
  });
  const [width, height] = [20 + Math.max(1, drawing.columns.length) * size, 16 + tall * size];
  const root = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${t("play.position")} ${state.position}` }, parts);
  return root;
}
