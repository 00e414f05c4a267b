// @ts-check
/**
 * An editor for games: a plain text field with the same text coloured beneath it, mistakes underlined, words
 * completed. A library for editors would need a step that builds the pages; this needs none.
 */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";

const WORDS = "game position where both left right end terminal def let show for in if when then else and or not xor div mod step normal misere true false board pieces along mirror".split(" ");
const FUNCTIONS = "min max gcd abs pow isqrt bit bitand bitor shl shr popcount heap bar grid rows strip hex graph orthogonal diagonal vertical horizontal neighbour".split(" ");
const TOKENS = /(?<comment>#[^\n]*|\/\/[^\n]*)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<number>\d+)|(?<sign>->|→|\.\.<?|[<>=!]=?|[+\-*/%⊕≤≥≠…:;{}(),|])|(?<other>\s+|.)/gsu;

const ON_BOARDS = new RegExp(TOKENS.source.replace("#[^\\n]*", "(?<=^[ \\t]*)#[^\\n]*").replace("(?<other>", "(?<place>#)|(?<other>"), "gmsu");

/** Texts to begin with, and what they show. @type {[string, string][]} */
export const SAMPLES = [
  ["editor.sample.take", "(n) -> (n-s) for s in {1,3,4} if s <= n"],
  ["editor.sample.two", "(a, b) -> (u, b) for u in 0 ..< a; (a, v) for v in 0 ..< b"],
  ["editor.sample.split", "(n) -> (a) + (n-1-a) for a in 0 .. n-1 if n >= 1"],
  ["editor.sample.partizan", "position (a, b)\nleft: (u, b) for u in 0 ..< a\nright: (a, v) for v in 0 ..< b"],
  ["editor.sample.bar", "game chocolate(k = 3)\nposition (y, z) where y <= z div k\nboth: (u, z)               for u in 0 ..< y\n      (min(y, w div k), w) for w in 0 ..< z\nend: normal\nshow: bar"],
  ["editor.sample.board", "game dominoes\nboard grid\nleft: . . -> # # along vertical\nright: . . -> # # along horizontal"],
];

/**
 * The pieces of a text, with what they are.
 * @param {string} text
 * @returns {[string, string][]} kind and piece
 */
export function tokens(text) {
  // On boards `#` is also a place without a square: there only whole lines are comments.
  const onBoard = /^\s*board\s+(grid|hex|strip|graph)\b/m.test(text);
  return [...text.matchAll(onBoard ? ON_BOARDS : TOKENS)].map((match) => {
    const { comment, word, number, sign } = match.groups ?? {};
    if (comment) return ["comment", match[0]];
    if (word) return [WORDS.includes(word) ? "keyword" : FUNCTIONS.includes(word) ? "function" : "name", match[0]];
    return [number ? "number" : sign ? "sign" : "plain", match[0]];
  });
}

/**
 * Makes an editor of a text field.
 * @param {import("./fields.js").Field} field
 */
export function editor(field) {
  const input = /** @type {HTMLTextAreaElement} */ (/** @type {unknown} */ (field.input));
  const under = h("pre", { class: "under mono", "aria-hidden": "true" });
  const list = h("ul", { class: "meanings completions", role: "listbox", "aria-label": t("editor.complete"), hidden: true });
  const wrap = h("div", { class: "editor" });
  input.replaceWith(wrap);
  wrap.append(under, input, list);
  input.setAttribute("wrap", "off");
  /** The characters at fault. @type {[number, number] | null} */
  let wrong = null;
  const paint = () => {
    let at = 0;
    const parts = /** @type {Node[]} */ ([]);
    for (const [kind, piece] of tokens(input.value)) {
      const bad = wrong && at < wrong[1] && at + piece.length > wrong[0];
      parts.push(h("span", { class: `k-${kind}${bad ? " wrong" : ""}` }, piece));
      at += piece.length;
    }
    if (wrong && wrong[0] >= at) parts.push(h("span", { class: "wrong" }, " "));
    replace(under, ...parts, "\n");
    under.scrollTop = input.scrollTop;
    under.scrollLeft = input.scrollLeft;
  };
  /** @type {string[]} */
  let offered = [];
  let at = 0;
  const begun = () => /[\p{L}_][\p{L}\p{N}_]*$/u.exec(input.value.slice(0, input.selectionStart))?.[0] ?? "";
  const close = () => {
    list.hidden = true;
    offered = [];
  };
  const offer = () => {
    const start = begun();
    const own = tokens(input.value).filter(([kind]) => kind === "name").map(([, piece]) => piece);
    offered = start.length >= 2 ? [...new Set([...WORDS, ...FUNCTIONS, ...own])].filter((word) => word.startsWith(start) && word !== start).slice(0, 6) : [];
    at = 0;
    list.hidden = offered.length === 0;
    show();
  };
  const show = () => replace(list, ...offered.map((word, i) => h("li", { role: "option", "aria-selected": String(i === at), onpointerdown: (/** @type {Event} */ event) => { event.preventDefault(); take(word); } }, h("span", { class: "mono" }, word), h("span", { class: "note" }, t(WORDS.includes(word) ? "editor.word" : FUNCTIONS.includes(word) ? "editor.function" : "editor.name")))));
  const take = (/** @type {string} */ word) => {
    const start = begun();
    input.setRangeText(word.slice(start.length), input.selectionStart, input.selectionStart, "end");
    close();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    close();
  };
  input.addEventListener("input", () => { wrong = null; paint(); offer(); });
  input.addEventListener("scroll", () => { under.scrollTop = input.scrollTop; under.scrollLeft = input.scrollLeft; });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (list.hidden || event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") at = (at + (event.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length;
    else if (event.key === "Tab" || (event.key === "Enter" && !event.ctrlKey && !event.metaKey)) take(offered[at]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    show();
  });
  // The error is shown at the field; here its place is underlined.
  new MutationObserver(() => {
    if (input.getAttribute("aria-invalid") === "true" && input.selectionStart < input.selectionEnd) wrong = [input.selectionStart, input.selectionEnd];
    else if (input.getAttribute("aria-invalid") !== "true") wrong = null;
    paint();
  }).observe(input, { attributes: true, attributeFilter: ["aria-invalid", "data-wrong"] });
  paint();
  return { paint };
}

/**
 * Help next to the editor: what the parts of a text are, with texts to click.
 * @param {(text: string) => void} use
 */
export function syntaxHelp(use) {
  return h("details", { class: "more help", open: innerWidth > 760 }, h("summary", {}, t("editor.help")),
    h("dl", { class: "facts" }, ["position", "moves", "players", "sums", "ends", "shows"].flatMap((key) => [h("dt", { class: "mono" }, t(`editor.${key}.form`)), h("dd", {}, t(`editor.${key}`))])),
    h("div", { class: "chips" }, SAMPLES.map(([key, text]) => h("button", { type: "button", class: "chip", title: text, onclick: () => use(text) }, t(key)))));
}
