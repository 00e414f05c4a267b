// @ts-check
/** A game against the program: whose turn it is, the board, hints, the moves so far. */

import { Refused, ask } from "../api.js";
import { announce, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { board } from "./board.js";
import { message } from "./fields.js";
import { Inspector } from "./inspector.js";
import { runJob } from "./jobs.js";
import { remember, show } from "./motion.js";
import { card, fileName, saveButtons } from "./pictures.js";

/** Buttons for moves; more are a list to scroll. */
const BUTTONS = 200;
const THINKING = 650;

/**
 * @typedef {{
 *   question: import("../api.js").Parameters,
 *   moves?: string, step?: string, at?: string,
 *   note: (values: Record<string, string>) => void,
 *   fault: (fault: import("../api.js").Fault) => boolean,
 *   begun?: () => void,
 *   bare?: boolean,
 *   signal: AbortSignal,
 * }} Setting `note` puts moves into the address; `fault` shows what is wrong with the question, if it can; `bare` leaves the list of moves, the
 * story and the graph out
 */

export class Match {
  /**
   * @param {HTMLElement} box
   * @param {Setting} setting
   */
  constructor(box, setting) {
    this.box = box;
    this.setting = setting;
    /** @type {number[]} */
    this.moves = setting.moves ? setting.moves.split(",").map(Number) : [];
    this.hinted = false;
    this.overlay = false;
    /** The step that is looked at, if it is not the last. @type {number | null} */
    this.looking = null;
    /** Where the keyboard stands on the board. @type {string | null} */
    this.at = null;
    /** Heaps that the player to move loses, for a single heap. @type {Set<string>} */
    this.lost = new Set();
    /** Counts the tables that were asked for: what belongs to an earlier one is out of date. */
    this.turn = 0;
    /** Ends the question and the thinking that are under way. */
    this.thinking = new AbortController();
    /** Where the vertices of a graph are drawn, as long as the game lasts. @type {Map<string, {x: number, y: number}>} */
    this.layout = new Map();
    /** How large places are drawn, as long as the window is as wide. @type {Map<string, number>} */
    this.sizes = new Map();
    this.graph = h("div", {});
    this.graphShown = false;
    this.width = 0;
    /** Moves of the position that is on the table. @type {number | null} */
    this.drawn = null;
    /** @type {(() => void) | null} */
    this.again = null;
    const resized = new ResizeObserver(() => {
      const width = this.box.clientWidth;
      if (this.width && Math.abs(width - this.width) > 24) this.again?.();
    });
    resized.observe(box);
    setting.signal.addEventListener("abort", () => resized.disconnect(), { once: true });
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
    if (this.setting.signal.aborted) leave();
    this.setting.signal.addEventListener("abort", leave, { once: true });
    const stale = () => this.setting.signal.aborted || signal.aborted || turn !== this.turn;
    this.lock();
    const moves = (this.looking === null ? this.moves : this.moves.slice(0, this.looking)).join(",");
    let state;
    try {
      state = await ask("play", { ...this.setting.question, moves }, signal);
    } catch (error) {
      if (stale()) return;
      if (!(error instanceof Refused) || !this.setting.fault(error.fault)) replace(this.box, message(error));
      return;
    }
    if (stale()) return;
    if (this.looking === null) this.whole = state;
    await this.prepare(state, signal);
    if (stale()) return;
    this.draw(state, turn);
    this.again = () => { if (turn === this.turn) this.draw(state, turn); };
    if (this.looking !== null) return;
    const last = state.history.at(-1);
    announce(state.over ?? last?.told ?? state.position);
    if (state.turn === "program" && state.reply && state.reply.number !== null) {
      await new Promise((resolve) => setTimeout(resolve, THINKING));
      if (!stale()) this.play(state.reply.number, turn);
    }
  }

  /** Finds which heaps are lost, for the overlay. @param {any} state @param {AbortSignal} signal */
  async prepare(state, signal) {
    this.lost = new Set();
    if (!this.overlay) return;
    this.lost.add("targets");
    const { drawing } = state;
    if (drawing.kind !== "heaps" || drawing.heaps.length !== 1 || state.board !== "heaps") return;
    try {
      const { rule, end } = this.setting.question;
      const found = await ask("outcomes", { rule, end, to: Math.min(600, drawing.heaps[0]) }, signal);
      this.lost.delete("targets");
      [...found.outcomes].forEach((letter, n) => { if (letter === "P") this.lost.add(`0:${n}`); });
    } catch {
      // A rule without a table of heaps: the winning moves are marked.
    }
  }

  /** Nothing on the table can be clicked until the next one is drawn. */
  lock() {
    for (const button of this.box.querySelectorAll(".moves button")) button.setAttribute("disabled", "");
    this.box.querySelector(".board")?.classList.add("locked");
  }

  /**
   * Plays a move on the table of a turn; on any other it is none.
   * @param {number} number
   * @param {number} turn
   */
  play(number, turn) {
    if (turn !== this.turn || this.looking !== null) return;
    this.moves.push(number);
    this.hinted = false;
    this.note();
    this.refresh();
  }

  note() {
    this.setting.note({ moves: this.moves.join(",") });
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
    this.looking = null;
    this.note();
    this.refresh();
  }

  /** Looks at a step of the game; the last one is the game itself. @param {number} step */
  look(step) {
    const last = this.moves.length;
    this.looking = step >= last ? null : Math.max(0, step);
    this.hinted = false;
    this.refresh();
  }

  /**
   * @param {any} state
   * @param {number} turn
   */
  draw(state, turn) {
    const held = this.box.contains(document.activeElement) ? focusKey() : null;
    if (this.width !== this.box.clientWidth) this.sizes.clear();
    this.width = this.box.clientWidth;
    const looking = this.looking !== null;
    // One more move than there was is seen as it is made.
    const played = !looking && this.drawn === state.history.length - 1 ? this.moves[state.history.length - 1] : undefined;
    const before = played === undefined ? [] : remember(this.box.querySelector(".board"), played);
    this.drawn = looking ? null : state.history.length;
    const mine = state.turn === "person" && !state.winner && !state.drawn && !looking;
    const headline = h("p", { class: "headline" }, looking ? t("play.looking", this.looking, this.moves.length)
      : state.drawn ? [h("span", { class: "badge" }, t("play.drawn")), " ", state.over]
      : state.winner ? [h("span", { class: `badge ${state.winner === "person" ? "good" : "bad"}` }, t(state.winner === "person" ? "play.won" : "play.lost")), " ", state.over]
        : [t(mine ? "play.yourturn" : "play.thinking"), state.impartial ? "" : ` (${t(state.to_move === "Left" ? "play.left" : "play.right")})`]);
    const hint = h("div", { role: "status", class: "hintline" });
    const picture = h("div", { class: "figure board", role: "group", "aria-label": `${t("play.position")} ${state.position}` });
    const best = leading(state);
    const drawBoard = () => replace(picture, board({ ...state, moves: best }, {
      play: mine ? (number) => this.play(number, turn) : null, width: Math.max(280, this.width - 40), hinted: this.hinted, marks: this.lost, at: this.at, moved: (at) => { this.at = at; },
      layout: this.layout, sizes: this.sizes, chosen: (numbers) => narrow(numbers),
    }));
    const buttons = h("div", { class: "moves", role: "group", "aria-label": t("play.moves") },
      state.moves.slice(0, BUTTONS).map((/** @type {any} */ move, /** @type {number} */ i) => h("button", { type: "button", class: `chip${this.hinted && best[i]?.wins ? " wins" : ""}`, title: move.told, disabled: !mine, onclick: () => this.play(move.number, turn) }, move.move.replaceAll("->", " → "))));
    // Of the moves only those that what was chosen on the board may still mean.
    const narrow = (/** @type {Set<number> | null} */ numbers) => { for (const [i, button] of [...buttons.children].entries()) button.toggleAttribute("hidden", Boolean(numbers) && !numbers?.has(state.moves[i].number)); };
    drawBoard();
    const showHint = () => {
      this.hinted = true;
      const focused = focusKey();
      replace(hint, h("p", {}, state.hint ?? t("play.nohint")));
      for (const [i, button] of [...buttons.children].entries()) button.classList.toggle("wins", Boolean(best[i]?.wins));
      drawBoard();
      this.focus(focused);
    };
    const onSites = ["squares", "hexagons", "strip", "graph"].includes(state.drawing.kind);
    const explain = () => {
      const outcome = state.outcome ? `${state.outcome}: ${t(`outcome.${state.outcome}`)}${t("fullstop")} ` : "";
      // On a board the squares of the winning moves say more than the letters of the positions after them.
      const marked = onSites && state.moves.some((/** @type {any} */ move) => move.wins);
      if (marked) {
        this.hinted = true;
        drawBoard();
      }
      const known = state.moves.some((/** @type {any} */ move) => move.wins === false);
      replace(hint, h("p", {}, outcome, onSites ? withoutBoards(state.why ?? "") : state.why ?? "", onSites ? [" ", marked ? t("play.marked") : known && mine ? t("play.marked.none") : ""] : null));
    };
    const from = looking && !state.winner && !state.drawn ? h("button", { type: "button", "data-focus": "from", onclick: () => this.playFrom(turn) }, t("play.from")) : null;
    const overlay = h("button", { type: "button", "data-focus": "overlay", "aria-pressed": String(this.overlay), onclick: () => { this.overlay = !this.overlay; this.refresh(); } }, t("play.overlay"));
    const name = fileName(String(this.setting.question.rule ?? state.rule));
    const actions = h("div", { class: "actions" },
      h("button", { type: "button", "data-focus": "hint", disabled: !mine, onclick: showHint }, t("play.hint")), h("button", { type: "button", "data-focus": "why", onclick: explain }, t("play.why")), overlay,
      h("button", { type: "button", "data-focus": "undo", disabled: !state.history.some((/** @type {any} */ s) => s.by === "person"), onclick: () => { if (turn === this.turn) this.undo(state); } }, t("play.undo")),
      from,
      h("button", { type: "button", "data-focus": "again", onclick: () => { this.moves = []; this.looking = null; this.note(); this.refresh(); } }, t("play.again")),
      !this.setting.bare && picture.querySelector("svg") ? saveButtons(`${name}-${fileName(state.position)}`, () => /** @type {SVGSVGElement} */ (picture.querySelector("svg"))) : null);
    replace(this.box,
      h("section", { class: "card" }, h("h2", { class: "visually-hidden" }, `${state.rule}${state.end && state.end !== "normal" ? `, ${state.end}` : ""}`), headline, this.unknown(state, turn), picture, hint, actions,
        this.strip(state), h("p", { class: "note" }, state.begins ?? "", " ", onSites ? t("play.sites") : state.board === "cells" ? "" : t(state.breaks_rows ? "play.how.pins" : ["bar", "sum"].includes(state.drawing.kind) && JSON.stringify(state.drawing).includes('"bar"') ? "play.how.bar" : state.board === "heaps" ? "play.how.heaps" : "play.how")),
        mine && !this.setting.bare ? h("details", { class: "more", open: state.drawing.kind !== "heaps" || state.moves.length <= 24 }, h("summary", { "data-focus": "moves" }, t("play.moves.count", state.moves_in_all)), buttons) : null),
      this.setting.bare ? null : h("div", { class: "two" }, card(t("play.history"), [], this.movesSoFar()), this.graph));
    show(picture, before, state);
    // Only rules on heaps have such a graph, not texts and pairs that are drawn as heaps.
    if (!this.graphShown && !this.setting.bare && state.board === "heaps" && state.drawing.kind === "heaps") {
      this.graphShown = true;
      // As far as at the beginning, so that a link to a step shows the same.
      const heaps = (String(state.start).match(/\d+/g) ?? []).map(Number);
      this.showGraph(Math.max(4, Math.min(12, Math.max(0, ...heaps))));
    }
    if (held) this.focus(held);
    this.setting.begun?.();
  }

  /**
   * A note that the winner is not known here, where that is so: the program then plays by trial. A job may find the winner.
   * @param {any} state
   * @param {number} turn
   */
  unknown(state, turn) {
    if (state.outcome || state.winner || state.drawn) return null;
    const found = h("div", { class: "found", role: "status" });
    const { signal } = this.setting;
    const { rule, set, end } = this.setting.question;
    // Who wins on a board may be found without its value.
    const [command, asked] = state.board === "cells" && !end ? ["position", { game: String(rule).replace(/^board:/, ""), position: state.position, outcome: true }] : ["explain", { rule, set, end, position: state.position }];
    const find = () => runJob(found, command, asked, signal, (job) => {
      if (turn !== this.turn || !job.result) return;
      replace(found, h("p", {}, job.result.outcome ? `${job.result.outcome}: ${t(`outcome.${job.result.outcome}`)}. ` : t("play.still")));
    });
    return h("div", { class: "message warn unknown" }, h("p", {}, t("play.unknown")), h("div", { class: "actions" }, h("button", { type: "button", "data-focus": "find", onclick: find }, t("play.find"))), found);
  }

  /** Plays on from the step that is looked at; what came after it is forgotten. @param {number} turn */
  playFrom(turn) {
    if (turn !== this.turn || this.looking === null) return;
    this.moves.length = this.looking;
    this.looking = null;
    this.hinted = false;
    this.note();
    this.refresh();
  }

  /** Puts the keyboard back to where it was. @param {string | null} key */
  focus(key) {
    if (!key) return;
    const [kind, name] = [key.slice(0, 1), key.slice(1)];
    const own = kind === "b" ? [...this.box.querySelectorAll(".board [data-key]")] : [...this.box.querySelectorAll("[data-focus]")];
    const attribute = kind === "b" ? "data-key" : "data-focus";
    const same = own.find((element) => element.getAttribute(attribute) === name && !element.hasAttribute("disabled"));
    // A stone that was taken: the nearest that is left.
    const near = kind === "b" ? own.findLast((element) => element.getAttribute(attribute)?.split(":")[0] === name.split(":")[0]) ?? own[0] : this.box.querySelector(".board [tabindex='0']");
    const target = same ?? near;
    if (target instanceof SVGElement || target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  /** The moves so far, in words. */
  movesSoFar() {
    const steps = this.whole?.history ?? [];
    if (!steps.length) return h("p", { class: "note" }, t("play.nomoves"));
    return h("ol", { class: "history" }, steps.map((/** @type {any} */ step, /** @type {number} */ i) => h("li", { "aria-current": this.looking === i + 1 ? "step" : null }, step.told ?? `${step.by === "person" ? t("play.me") : t("play.you")}: ${step.move}`, " ", step.quality === "mistake" ? h("span", { class: "badge warn" }, t("play.mistake")) : null)));
  }

  /**
   * The winner after each move under best play: a mistake is a move that changes it. Buttons step through.
   * @param {any} state
   */
  strip(state) {
    const whole = this.whole ?? state;
    const steps = whole.history;
    if (!steps.length) return null;
    const other = (/** @type {string} */ who) => (who === "person" ? "program" : "person");
    const side = (/** @type {string} */ player) => (player === whole.person ? "person" : "program");
    /** @type {string | null} */
    let winner = whole.winner ?? { N: whole.turn, P: whole.turn ? other(whole.turn) : null, L: side("Left"), R: side("Right") }[/** @type {"N"} */ (whole.outcome)] ?? null;
    const after = [winner];
    for (let i = steps.length - 1; i >= 0; i -= 1) {
      if (steps[i].quality === "mistake") winner = steps[i].by;
      after.unshift(winner);
    }
    const at = this.looking ?? steps.length;
    const word = (/** @type {string | null} */ who) => t(who === "person" ? "play.ahead.me" : who === "program" ? "play.ahead.you" : "unknown");
    const go = (/** @type {number} */ step) => () => this.look(step);
    return h("div", { class: "evaluation", role: "group", "aria-label": t("play.evaluation") },
      h("button", { type: "button", "data-focus": "back", disabled: at === 0, "aria-label": t("play.step.back"), onclick: go(at - 1) }, "◀"),
      h("div", { class: "evals" }, after.map((who, i) => h("button", { type: "button", class: `eval ${who ?? "unknown"}`, "data-focus": `eval${i}`, "aria-pressed": String(i === at), "aria-label": t("play.step.at", i, word(who)), title: t("play.step.at", i, word(who)), onclick: go(i) }))),
      h("button", { type: "button", "data-focus": "on", disabled: at === steps.length, "aria-label": t("play.step.on"), onclick: go(at + 1) }, "▶"),
      h("span", { class: "note" }, `${at} / ${steps.length}`, this.looking === null ? null : [" ", h("button", { type: "button", class: "quiet", "data-focus": "live", onclick: go(steps.length) }, t("play.live"))]));
  }

  /** The transition graph, filled in step by step. @param {number} to */
  async showGraph(to) {
    const { question, signal } = this.setting;
    // Fetched where it is shown: the home page has a game without it.
    const { transitionsCard } = await import("./transitions.js");
    if (signal.aborted) return;
    const inspector = new Inspector();
    const given = Number(this.setting.at ?? NaN);
    const choose = (/** @type {number} */ n) => {
      this.setting.note({ n: String(n) });
      inspector.explain({ rule: String(question.rule), end: String(question.end ?? ""), position: String(n) }, `n = ${n}`, signal, { open: (position) => { if (position.length === 1) { graph.choose(position[0]); choose(position[0]); } } });
    };
    const chosen = Number.isInteger(given) && given >= 0 && given <= to ? given : null;
    // Rules that leave the two players different moves may have no such graph.
    const graph = transitionsCard({ ...question, rule: question.rule, to }, { chosen, step: this.setting.step, note: (values) => this.setting.note(values), chose: choose, signal, fault: () => true });
    graph.element.append(h("div", { class: "told" }, inspector.body));
    replace(this.graph, graph.element);
    if (chosen !== null) choose(chosen);
  }
}

/**
 * The moves of a position, of which those are marked as winning that lead to the win: where positions recur, a move that only keeps the win may lead
 * round in a circle until it is lost by the rule on repetition, so there it is the move of the hint alone.
 * @param {any} state
 */
export function leading(state) {
  if (!state.endless || !state.hint) return state.moves;
  const wins = state.moves.filter((/** @type {any} */ move) => move.wins && state.hint.includes(move.told));
  const hinted = wins.sort((/** @type {any} */ a, /** @type {any} */ b) => b.told.length - a.told.length)[0];
  return hinted ? state.moves.map((/** @type {any} */ move) => ({ ...move, wins: move === hinted })) : state.moves;
}

/** Sentences without those that write positions of boards, such as `..#.|.##.`. @param {string} text */
export function withoutBoards(text) {
  return text.split(/(?<=。)\s*(?=\S)|(?<=\.)\s*(?=\p{Lu})|(?<=[^.#|\s]\.)\s*(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u).filter((sentence) => !/[.#\p{Ll}]{2,}\||\|[.#\p{Ll}]{2,}|[.#]{2,}[^\s.#]|\S[.#]{2,}/u.test(sentence)).join(" ");
}

/** What has the keyboard: a place of the board (`b…`) or a button (`f…`). */
function focusKey() {
  const element = document.activeElement;
  const place = element?.getAttribute("data-key");
  if (place) return `b${place}`;
  const name = element?.getAttribute("data-focus");
  return name ? `f${name}` : null;
}
