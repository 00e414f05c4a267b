// @ts-check
/** Studies: a position and a tree of variations from it, with what each move is worth, comments and names; in the address, or a file. */

import { Refused } from "../api.js";
import { announce, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { board } from "../parts/board.js";
import { clearFaults, field, message, showFault, start } from "../parts/fields.js";
import { title } from "../parts/names.js";
import { copyButton, download, fileName } from "../parts/pictures.js";
import { qrCode } from "../parts/qr.js";
import { askedOf, stand } from "../parts/question.js";
import { atLength, factsOf, heat, inWords, shortly } from "../parts/study-moves.js";
import { along, everyNode, fresh, ofAddress, ofFile, toAddress, toFile } from "../parts/study-tree.js";
import { go, link, note, parameters } from "../state.js";

/** Positions to begin with. @type {[string, Record<string, string>][]} */
const EXAMPLES = [
  ["Nim 3+5+7", { rule: "nim", position: "3+5+7" }], ["Kayles 7", { rule: "kayles", position: "7" }], ["chocolate:3", { rule: "chocolate:3", position: "(4,13)" }],
  ["Domineering 3×4", { rule: "board:domineering", position: "3x4" }], ["Hackenbush", { rule: "board:hackenbush", position: "@1 1l2 2r3 1r4 4l5" }],
];
/** A longer address is cut off by some programs. */
const LONGEST_LINK = 6000;
/** The most moves of a best line. */
const LINE = 12;
/** Positions of a tree whose moves are judged when it is opened. */
const JUDGED = 60;
/** Before a comment is put into the address. */
const PAUSE = 400;

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const view = given.embed !== undefined ? "embed" : given.teach !== undefined ? "teach" : "";
  if (view) document.body.dataset.view = view;
  const asked = askedOf({ ...given, rule: given.rule ?? "nim", position: given.position ?? (given.rule ? "" : "3+5+7") });
  const box = h("div", { class: "results flush study", "aria-busy": "true" });
  const fields = {
    rule: field(t("rule"), { width: "half", mono: true, value: asked.rule, draft: false }),
    position: field(t("play.position"), { width: "half", mono: true, value: asked.position, draft: false }),
    end: field(t("end"), { width: "third", mono: true, value: asked.end, placeholder: "normal", list: [["normal", t("end.normal")], ["misere", t("end.misere")]], draft: false }),
    side: field(t("play.first"), { width: "small", options: [["left", t("play.left")], ["right", t("play.right")]], value: asked.side, draft: false }),
  };
  const form = h("form", { class: "form slim", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    go("study", Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, one.input.value.trim()])));
  } }, fields.rule.box, fields.position.box, fields.end.box, fields.side.box, start(t("study.begin")));
  const head = view ? null : h("p", { class: "lead" }, t("study.lead"));
  const settings = view ? null : h("div", { class: "card slimcard" }, h("div", { class: "chips" }, h("span", { class: "label" }, t("examples")), EXAMPLES.map(([text, values]) => h("a", { class: "button chip", href: link("study", values) }, text))),
    h("details", { class: "more settings" }, h("summary", {}, t("study.settings")), form));
  const heading = h("h1", {}, t("nav.study"));
  main.append(heading, ...[head, box, settings].filter(Boolean));
  open(box, asked, given, { signal: leaving.signal, view, heading, fault: (fault) => showFault(fields, fault), begun: () => clearFaults(Object.values(fields)) });
  return () => {
    leaving.abort();
    delete document.body.dataset.view;
  };
}

/**
 * @typedef {{signal: AbortSignal, view: string, heading: HTMLElement, fault: (fault: import("../api.js").Fault) => boolean, begun: () => void}} Setting
 */

/**
 * Reads the tree of the address and shows it.
 * @param {HTMLElement} box
 * @param {import("../parts/question.js").Asked} asked
 * @param {Record<string, string>} given
 * @param {Setting} setting
 */
async function open(box, asked, given, setting) {
  let tree;
  try {
    tree = await ofAddress(given.s ?? "");
  } catch {
    replace(box, h("div", { class: "message", role: "alert" }, t("study.unreadable.link")));
    tree = { title: "", root: fresh() };
  }
  if (setting.signal.aborted) return;
  new Desk(box, { ...asked, ...tree }, (given.at ?? "").split(".").filter(Boolean).map(Number), setting).refresh();
}

/** The study on the table: where one stands in the tree, the board there, its moves, the comments. */
class Desk {
  /**
   * @param {HTMLElement} box
   * @param {import("../parts/study-tree.js").Study} study
   * @param {number[]} path
   * @param {Setting} setting
   */
  constructor(box, study, path, setting) {
    this.box = box;
    this.study = study;
    this.path = path.slice(0, along(study.root, path).length - 1);
    this.setting = setting;
    this.turn = 0;
    /** Whether the moves show what they are worth: in class only when it is asked for. */
    this.shown = setting.view !== "teach";
    /** The position where one stands, as it was last asked about. @type {any} */
    this.state = null;
    /** Where the keyboard stands on the board. @type {string | null} */
    this.at = null;
    /** @type {Map<string, {x: number, y: number}>} */
    this.layout = new Map();
    /** What moves of the tree are worth, by the paths to them, as far as one has been there. @type {Map<string, string>} */
    this.worth = new Map();
    /** What moves of the tree lead to, by the paths to them: a value with its temperature, or a Grundy number. @type {Map<string, string>} */
    this.values = new Map();
    /** The same of moves that were pointed at, by position and move. @type {Map<string, string>} */
    this.pointed = new Map();
    this.typing = 0;
    const keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", keys);
    setting.signal.addEventListener("abort", () => {
      removeEventListener("keydown", keys);
      clearTimeout(this.typing);
    }, { once: true });
  }

  /** The positions from the root to where one stands. */
  get line() {
    return along(this.study.root, this.path);
  }

  /** Where one stands. */
  get node() {
    return /** @type {import("../parts/study-tree.js").Node} */ (this.line.at(-1));
  }

  /** The numbers of the moves that lead here. */
  get moves() {
    return this.line.slice(1).map((node) => node.n);
  }

  /** Asks about the position and draws it. */
  async refresh() {
    this.turn += 1;
    const turn = this.turn;
    const stale = () => this.setting.signal.aborted || turn !== this.turn;
    try {
      const state = await stand(this.study, this.moves, this.setting.signal);
      if (stale()) return;
      // A file says which moves it means; in another version of the program numbers may be others.
      const strange = this.line.slice(1).findIndex((node, i) => node.m && node.m !== state.history[i]?.move);
      if (strange >= 0) {
        replace(this.box, h("div", { class: "message", role: "alert" }, t("study.other.move", strange + 1, this.line[strange + 1].m)));
        return;
      }
      this.line.slice(1).forEach((node, i) => { node.m = state.history[i].move; });
      this.setting.begun();
      this.state = state;
      this.judge(this.node, this.path, state);
      this.draw(state, null);
      announce(state.over ?? state.position);
      const facts = await factsOf(this.study, state, this.setting.signal);
      if (stale()) return;
      this.node.k.forEach((child, i) => this.values.set([...this.path, i].join("."), this.pointed.get(`${state.position} ${child.m}`) ?? atLength(facts.moves.get(child.m))));
      this.draw(state, facts);
      // What was pointed at already.
      this.box.querySelector("table.stats tr:hover, table.stats tr:focus-within")?.dispatchEvent(new PointerEvent("pointerenter"));
      this.judgeTree();
    } catch (error) {
      if (stale()) return;
      const shown = error instanceof Refused && this.setting.fault(error.fault);
      replace(this.box, shown ? null : message(error));
    } finally {
      if (!stale()) this.box.removeAttribute("aria-busy");
    }
  }

  /** Remembers what the moves of the tree from a position are worth. @param {import("../parts/study-tree.js").Node} node @param {number[]} path @param {any} state */
  judge(node, path, state) {
    const best = state.moves.some((/** @type {any} */ move) => move.wins);
    node.k.forEach((child, i) => {
      const move = state.moves.find((/** @type {any} */ one) => one.number === child.n);
      if (!move) return;
      child.m = move.move;
      this.worth.set([...path, i].join("."), move.wins ? "wins" : move.wins === false && best ? "mistake" : "");
    });
  }

  /** Judges the moves of the whole tree, one position after the other, and draws the tree again. */
  async judgeTree() {
    const inner = everyNode(this.study.root).filter(({ node, path }) => node.k.length && !this.worth.has([...path, 0].join("."))).slice(0, JUDGED);
    for (const { node, path } of inner) {
      try {
        const state = await stand(this.study, along(this.study.root, path).slice(1).map((one) => one.n), this.setting.signal);
        this.judge(node, path, state);
      } catch {
        return; // the page was left, or the tree is of another game, which the heading says
      }
    }
    const tree = this.box.querySelector(".variations");
    if (inner.length && tree) tree.replaceWith(this.tree());
  }

  /** Puts the tree and the place into the address. */
  async keep() {
    const s = await toAddress(this.study.title, this.study.root);
    if (this.setting.signal.aborted) return;
    note({ s: s.length > LONGEST_LINK ? "" : s, at: this.path.join(".") });
    const long = this.box.querySelector(".toolong");
    if (long) /** @type {HTMLElement} */ (long).hidden = s.length <= LONGEST_LINK;
  }

  /** Goes to another place of the tree. @param {number[]} path */
  goTo(path) {
    this.path = path;
    if (this.setting.view === "teach") this.shown = false;
    this.keep();
    this.refresh();
  }

  /** Plays a move: a new branch, or one that is there. @param {number} number @param {string} played */
  play(number, played) {
    const { node } = this;
    let i = node.k.findIndex((child) => child.n === number);
    if (i < 0) i = node.k.push(fresh(number, played)) - 1;
    if (this.state) this.judge(node, this.path, this.state);
    this.goTo([...this.path, i]);
  }

  /** Adds a line of best play from here. */
  async addBest() {
    let at = this.node;
    const moves = [...this.moves];
    for (let i = 0; i < LINE; i += 1) {
      const state = await stand(this.study, moves, this.setting.signal);
      const best = state.moves.find((/** @type {any} */ move) => move.wins) ?? state.moves[0];
      if (!best || state.moves.every((/** @type {any} */ move) => move.wins === null)) break;
      let next = at.k.find((child) => child.n === best.number);
      if (!next) {
        next = fresh(best.number, best.move);
        at.k.push(next);
      }
      moves.push(best.number);
      at = next;
    }
    await this.keep();
    this.refresh();
  }

  /** Takes this position and all after it away. */
  remove() {
    const at = this.path.at(-1);
    if (at === undefined) return;
    this.line.at(-2)?.k.splice(at, 1);
    this.worth.clear();
    this.values.clear();
    this.goTo(this.path.slice(0, -1));
  }

  /** Arrows go through the tree, a space shows the answer. @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !(event.target instanceof Element)) return;
    if (event.target.closest("input, textarea, select, [data-key], [role=tablist]")) return;
    if (event.key === "ArrowLeft" && this.path.length) this.goTo(this.path.slice(0, -1));
    else if (event.key === "ArrowRight" && this.node.k.length) this.goTo([...this.path, 0]);
    else if (event.key === " " && this.setting.view === "teach" && !event.target.closest("button, a, summary")) this.answer();
    else return;
    event.preventDefault();
  }

  /** Shows what the moves are worth, or hides it again. */
  answer() {
    this.shown = !this.shown;
    this.refresh();
  }

  /**
   * @param {any} state
   * @param {import("../parts/study-moves.js").Facts | null} facts
   */
  draw(state, facts) {
    const held = this.box.contains(document.activeElement) ? document.activeElement?.getAttribute("data-focus") ?? null : null;
    const { view } = this.setting;
    const { node } = this;
    this.setting.heading.textContent = this.study.title || `${title(this.study.rule)} ${state.start}`;
    const over = state.winner || state.drawn;
    const known = facts ?? { outcome: state.outcome, grundy: null, value: null, mean: null, temperature: null, moves: new Map() };
    const words = h("p", { class: "headline" }, !this.shown && !over ? t("study.question") : inWords(known, state).join(" · ") || t("study.unknown"));
    const mover = over ? null : h("p", { class: "note" }, state.impartial ? t("study.tomove") : t(state.to_move === "Left" ? "study.tomove.left" : "study.tomove.right"));
    const picture = h("div", { class: "figure board", role: "group", "aria-label": `${t("play.position")} ${state.position}` });
    replace(picture, board(state, {
      play: view === "embed" || over ? null : (number) => this.play(number, state.moves.find((/** @type {any} */ move) => move.number === number)?.move ?? ""),
      width: Math.max(280, this.box.clientWidth * (view === "teach" ? 1 : 0.6) - 60), hinted: this.shown && view !== "embed", marks: new Set(), at: this.at, moved: (key) => { this.at = key; }, layout: this.layout,
    }));
    const named = node.name ? h("h2", {}, node.name) : h("h2", { class: "visually-hidden" }, state.position);
    const teaching = view === "teach" ? h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", "data-focus": "answer", "aria-pressed": String(this.shown), onclick: () => this.answer() }, t(this.shown ? "study.hide" : "study.answer")),
      h("button", { type: "button", "data-focus": "back", disabled: !this.path.length, onclick: () => this.goTo(this.path.slice(0, -1)) }, t("study.back")),
      h("button", { type: "button", "data-focus": "on", disabled: !node.k.length, onclick: () => this.goTo([...this.path, 0]) }, t("study.on"))) : null;
    const comment = view ? (node.c && this.shown ? h("p", { class: "comment" }, node.c) : null) : null;
    const moves = view === "embed" || (view === "teach" && !this.shown) || over ? null : this.moveTable(state, known);
    const desk = h("section", { class: "card desk" }, named, words, mover, picture, comment, teaching, view ? null : this.editing(), moves);
    const side = h("div", { class: "aside" }, h("section", { class: "card" }, h("h2", {}, t("study.tree")), this.tree()), view === "teach" ? this.code() : view ? this.whole() : this.sharing());
    replace(this.box, h("div", { class: "studied" }, desk, side));
    if (held) {
      const same = this.box.querySelector(`[data-focus="${CSS.escape(held)}"]`);
      if (same instanceof HTMLElement) same.focus({ preventScroll: true });
    }
  }

  /** All moves with what they are worth, the winning ones first. @param {any} state @param {import("../parts/study-moves.js").Facts} facts */
  moveTable(state, facts) {
    const rank = (/** @type {any} */ move) => (move.wins ? 0 : move.draws ? 1 : 2);
    const all = [...state.moves].sort((a, b) => rank(a) - rank(b) || a.number - b.number);
    const there = new Set(this.node.k.map((child) => child.n));
    // The temperature of what a move leads to is asked for when one points at it.
    const warm = async (/** @type {any} */ event, /** @type {any} */ move) => {
      const fact = facts.moves.get(move.move);
      const row = event.currentTarget;
      try {
        if (!(await heat(this.study, fact, this.setting.signal))) return;
        row.querySelector("td.value").textContent = atLength(fact);
        row.querySelector("button").title = [move.told, atLength(fact)].join(" · ");
        this.pointed.set(`${state.position} ${move.move}`, atLength(fact));
      } catch {
        // The value alone is there.
      }
    };
    const rows = all.slice(0, 200).map((move) => h("tr", { onpointerenter: (/** @type {Event} */ event) => warm(event, move), onfocusin: (/** @type {Event} */ event) => warm(event, move) },
      h("th", { scope: "row" }, h("button", { type: "button", class: `chip${move.wins ? " wins" : ""}`, "data-focus": `m${move.number}`, title: [move.told, atLength(facts.moves.get(move.move))].filter(Boolean).join(" · "), onclick: () => this.play(move.number, move.move) }, move.move.replaceAll("->", " → "))),
      h("td", {}, move.wins ? t("study.wins") : move.draws ? t("play.drawn") : move.wins === false ? t("study.loses") : "–"), h("td", { class: "mono value" }, shortly(facts.moves.get(move.move)) || "–"), h("td", {}, there.has(move.number) ? t("study.there") : "")));
    return h("details", { class: "more", open: all.length <= 40 }, h("summary", { "data-focus": "moves" }, t("play.moves.count", state.moves_in_all)),
      h("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": t("play.moves") }, h("table", { class: "stats" },
        h("thead", {}, h("tr", {}, [t("study.move"), t("study.result"), t("values.value"), t("study.tree")].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows))));
  }

  /** Name and comment of the position, and what is done with the branch. */
  editing() {
    const { node } = this;
    const name = field(t("study.name"), { width: "", value: node.name, draft: false });
    const comment = field(t("study.comment"), { width: "", rows: 3, value: node.c, draft: false });
    name.input.maxLength = 80;
    comment.input.maxLength = 4000;
    name.input.setAttribute("data-focus", "name");
    comment.input.setAttribute("data-focus", "comment");
    // On paper the comment stands as a text.
    const printed = h("p", { class: "comment onpaper" }, node.c);
    const changed = () => {
      printed.textContent = comment.input.value;
      node.name = name.input.value;
      node.c = comment.input.value;
      clearTimeout(this.typing);
      this.typing = window.setTimeout(() => {
        this.keep();
        const tree = this.box.querySelector(".variations");
        if (tree) tree.replaceWith(this.tree());
      }, PAUSE);
    };
    name.input.addEventListener("input", changed);
    comment.input.addEventListener("input", changed);
    return h("div", {}, printed, h("div", { class: "editing" }, name.box, comment.box, h("div", { class: "actions" },
      h("button", { type: "button", "data-focus": "back", disabled: !this.path.length, onclick: () => this.goTo(this.path.slice(0, -1)) }, t("study.back")),
      h("button", { type: "button", "data-focus": "on", disabled: !node.k.length, onclick: () => this.goTo([...this.path, 0]) }, t("study.on")),
      h("button", { type: "button", "data-focus": "best", onclick: () => this.addBest() }, t("study.best")),
      h("button", { type: "button", "data-focus": "remove", disabled: !this.path.length, onclick: () => this.remove() }, t("study.remove")))));
  }

  /** The tree: the main line, and other moves below what they are played instead of. */
  tree() {
    const here = this.path.join(".");
    const all = everyNode(this.study.root);
    const items = all.map(({ node, path }) => {
      const key = path.join(".");
      const worth = this.setting.view !== "teach" || this.shown ? this.worth.get(key) : "";
      const marks = worth === "wins" ? h("span", { class: "winning", title: t("study.wins") }, "✓") : worth === "mistake" ? h("span", { class: "badge warn", title: t("play.mistake") }, "?") : null;
      // A branch stands further right than the line it leaves.
      const indent = path.filter((i) => i > 0).length;
      const label = path.length ? `${path.length}. ${(node.m || `#${node.n}`).replaceAll("->", " → ")}` : t("study.start");
      return h("li", { style: `margin-left:${Math.min(6, indent)}rem` }, h("button", { type: "button", class: "chip", "data-focus": `t${key}`, "aria-current": key === here ? "step" : null, title: this.setting.view !== "teach" || this.shown ? this.values.get(key) || null : null, onclick: () => this.goTo(path) }, label), " ", marks, node.name ? h("strong", {}, ` ${node.name}`) : null, node.c && this.setting.view !== "teach" ? h("span", { class: "note" }, ` ${node.c.length > 60 ? `${node.c.slice(0, 60)}…` : node.c}`) : null);
    });
    return h("ol", { class: "variations" }, items);
  }

  /** The address of this study with these parameters. @param {Record<string, string>} [more] */
  address(more = {}) {
    const { embed: _, teach: __, ...rest } = parameters();
    return new URL(link("study", { ...rest, ...more }), location.href).href;
  }

  /** The link as a QR code. */
  code() {
    const address = this.address({ teach: "1" });
    const picture = qrCode(address, t("qr.label", address));
    return h("section", { class: "card qrcard" }, h("h2", {}, t("qr.title")), picture ?? h("p", {}, t("qr.long")), h("p", {}, h("a", { href: this.address() }, t("study.leave"))));
  }

  /** A link to the page from where it is embedded. */
  whole() {
    return h("p", { class: "note" }, h("a", { href: this.address(), target: "_blank", rel: "noopener" }, t("study.whole")));
  }

  /** Link, file, class and frame. */
  sharing() {
    const name = field(t("study.title"), { width: "", value: this.study.title, draft: false });
    name.input.maxLength = 200;
    name.input.setAttribute("data-focus", "title");
    name.input.addEventListener("input", () => {
      this.study.title = name.input.value;
      clearTimeout(this.typing);
      this.typing = window.setTimeout(() => {
        this.setting.heading.textContent = this.study.title || title(this.study.rule);
        this.keep();
      }, PAUSE);
    });
    const file = h("input", { type: "file", accept: ".json,application/json", "aria-label": t("study.open"), onchange: async () => {
      try {
        const study = ofFile(await file.files[0].text());
        const s = await toAddress(study.title, study.root);
        const { rule, position, set, end, side } = study;
        if (s.length <= LONGEST_LINK) {
          go("study", { rule, position, set, end, side: side === "right" ? side : "", s });
          return;
        }
        // What is too long for the address is on the page alone.
        note({ rule, position, set, end, side, s: "", at: "" });
        this.study = study;
        this.path = [];
        this.worth.clear();
        this.refresh();
      } catch {
        fault.hidden = false;
        replace(fault, t("study.unreadable.file"));
      }
    } });
    const fault = h("p", { class: "fault", role: "alert", hidden: true });
    const address = this.address();
    const frame = () => `<iframe src="${this.address({ embed: "1" }).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" width="720" height="560" title="${(this.study.title || this.study.rule).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe>`;
    const picture = qrCode(address, t("qr.label", address));
    return h("section", { class: "card sharing" }, h("h2", {}, t("study.share")), name.box,
      h("div", { class: "actions" }, copyButton(t("study.link"), async () => this.address()), copyButton(t("study.frame"), async () => frame()),
        h("button", { type: "button", onclick: () => download(`${fileName(this.study.title || this.study.rule)}.study.json`, new Blob([toFile(this.study)], { type: "application/json" })) }, t("study.save")),
        h("button", { type: "button", onclick: () => go("study", { ...parameters(), teach: "1" }) }, t("study.teach"))),
      h("p", { class: "message warn toolong", hidden: true }, t("study.toolong")),
      h("label", { class: "opening" }, t("study.open"), file), fault,
      h("details", { class: "more" }, h("summary", { "data-focus": "qr" }, t("qr.title")), picture ?? h("p", {}, t("qr.long"))));
  }
}
