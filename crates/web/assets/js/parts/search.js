// @ts-check
/** One box for everything that can be looked at: it says what it takes a text for, and leads there. */

import { freshId, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { link, visit } from "../state.js";
import { OEIS } from "./oeis.js";
import { NAMES, PLAYED, SECOND, isBoardText, learn, plain, search, startOf, title } from "./names.js";

/**
 * @typedef {{title: string, note: string, href: string}} Place
 */

/** Suggestions that are shown. */
const MOST = 8;

/**
 * The page of a game.
 * @param {string} name as in the list of names
 * @param {string} [position] to begin with, on a board
 */
export function gameLink(name, position) {
  const board = /^board:(.*)$/.exec(name)?.[1];
  return board ? link("game", { board, position: startOf(board) || position }) : link("game", { rule: name });
}

/**
 * The page where a game is played.
 * @param {string} name as in the list of names
 */
export function playLink(name) {
  const board = /^board:(.*)$/.exec(name)?.[1];
  return board ? link("game", { board, position: PLAYED[board] ?? startOf(board), first: SECOND.includes(board) ? "you" : "", tab: "play" }) : link("game", { rule: name, tab: "play" });
}

/** Pages that are found by their names. */
const PAGES = ["play", "puzzle", "study", "gallery", "family", "values", "games", "identify", "atlas", "worksheet", "reproduce", "check"];

/** Words that are games by themselves for the calculator. */
const VALUES = /^(up|down|star|on|off|over|under|dud|miny|tiny)$/i;
/** Signs of boards, for positions without the name of a game, and the games that are meant first. @type {[RegExp, string[]][]} */
const BOARD_SIGNS = [[/^[xo.#]+(\|[xo.#]+)+$/, ["clobber", "grid-snort", "amazons"]], [/^[.#]+(\|[.#]+)+$/, ["domineering", "cram", "grid-col"]], [/^(?=.*t)(?=.*f)[tf.]+$/, ["toads-and-frogs"]], [/^[lre]{3,}$/, ["toppling-dominoes"]]];

/** How many letters have to be changed, left out, put in or exchanged with the next to make one text of another (Damerau), at most `most`. @param {string} a @param {string} b @param {number} most */
function distance(a, b, most) {
  const [from, to] = [[...a], [...b]];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before = /** @type {number[]} */ ([]);
  let row = to.map((_, j) => j + 1);
  row.unshift(0);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[to.length];
}

/** Games whose name is nearly this text, or stands in it, the nearest first. @param {string} typed @returns {string[]} */
function nearly(typed) {
  const text = plain(typed);
  const most = text.length < 4 ? 0 : text.length < 8 ? 2 : 3;
  const found = NAMES.map(([name, en, ja, others], i) => {
    const names = [name.replace(/^(lib|board):/, ""), en, ja, ...others].map(plain);
    // A misspelt name may stand before other words: wytoff game.
    const words = names.flatMap((one) => [one, one.split(/[\s'(]/)[0], one.split("の")[0]]).filter((one) => one.length > 2);
    const near = Math.min(99, ...(most ? words.map((one) => distance(text, one, most)) : []));
    const within = names.some((one) => one.length > 1 && text.includes(one));
    return { name, i, far: near <= most ? near : within ? 4 : 99 };
  });
  return found.filter(({ far }) => far < 99).sort((a, b) => a.far - b.far || a.i - b.i).map(({ name }) => name);
}

/**
 * What a text may mean, the likeliest first; what is not known by any name may be something that is spelt nearly so.
 * @param {string} typed
 * @returns {Place[]}
 */
export function meanings(typed) {
  const text = typed.normalize("NFKC").trim();
  if (!text) return [];
  /** @type {Place[]} */
  const found = [];
  const add = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {string} */ href) => {
    if (!found.some((place) => place.href === href)) found.push({ title: name, note: t(`search.${kind}`), href });
  };
  // A text of a game is nothing else, whatever names stand in it.
  if (isBoardText(typed)) add(title(typed), "text", link("game", { board: typed.trim(), position: startOf(typed) }));
  else if (/->/.test(text) || /^(game|position)\b/m.test(text)) add(text.split("\n")[0], "text", link("game", { rule: typed.trim() }));
  if (found.length) return found;
  const sequence = /^(?:oeis[:\s]*)?a(\d{6})$/i.exec(text)?.[1];
  if (sequence) {
    const [name, of] = OEIS[`A${sequence}`] ?? [];
    // What the encyclopedia has under other numbers is not known here; its terms are looked up.
    if (name) add(`${title(name)} (A${sequence})`, `oeis.${of}`, link("game", { rule: name, tab: of === "lost" ? "play" : "" }));
    else add(`A${sequence}`, "oeis", link("identify"));
    return found;
  }
  const numbers = /^\{?\s*(\d+(?:[\s,、]+\d+)*)\s*\}?$/.exec(text)?.[1].split(/[\s,、]+/).map(Number) ?? [];
  const braced = text.startsWith("{");
  const rising = numbers.length > 0 && numbers.every((n, i) => n >= 1 && (i === 0 || n > numbers[i - 1]));
  const named = search(text);
  const exact = named.filter((name) => isNamed(name, text));
  for (const name of exact) add(title(name), "game", gameLink(name));
  // The name of a game and where it begins, or how it ends.
  const more = /^(\S.*?)[\s:]+([\d(][\d+,()x×\s]*|[^\s\p{L}\d]\S*|\S*[|.#]\S*|[a-z]+)$/su.exec(text);
  if (more && !exact.length) {
    const position = more[2].trim();
    for (const name of search(more[1]).filter((one) => isNamed(one, more[1]) || one === search(more[1])[0]).slice(0, 3)) {
      const board = /^board:(.*)$/.exec(name)?.[1];
      const numeric = /^[\d(][\d+,()\s]*$/.test(position);
      if (board && !numeric) add(`${title(name)} ${position}`, "board", link("game", { board, position }));
      else if (!board && numeric) add(`${title(name)} ${position}`, "position", link("game", { rule: name, position, tab: "play" }));
    }
  }
  const ended = /^(.*?)[\s、]*\b(mod\d+:[LRNP]+|moves)$/i.exec(text) ?? /^(.*?)[\s、]*(mis[eè]re|ミゼール|逆形)$/iu.exec(text);
  const [, before, end] = ended ?? ((turned) => turned && [turned[0], turned[2], turned[1]])(/^(mis[eè]re|ミゼール|逆形)[\s、のな]*(.+)$/iu.exec(text)) ?? [];
  if (before && end) {
    const rule = /^\{([\d,\s]+)\}$/.exec(before)?.[1];
    const games = rule ? [`sub:${rule.replace(/\s/g, "")}`] : /^\d*\.\d+$/.test(before) ? [before.replace(/^\./, "0.")] : search(before).filter((name) => !name.startsWith("board:")).slice(0, 2);
    const rest = /^mod|moves/i.test(end) ? end : "misere";
    // A position may stand between: misère nim 4+4+1.
    const [, short, position] = /^(\S.*?)[\s:、]+(\d+(?:\s*\+\s*\d+)*)$/u.exec(before) ?? [];
    if (position && !games.length) for (const name of search(short).filter((one) => !one.startsWith("board:")).slice(0, 2)) add(`${title(name)} ${position}, ${end}`, "end", link("game", { rule: name, end: rest, position: position.replace(/\s/g, ""), tab: "play" }));
    for (const name of games) add(`${title(name)}, ${end}`, "end", link("game", { rule: name, end: rest }));
  }
  if (numbers.length >= 2 || (braced && numbers.length === 1)) {
    const asSet = () => { if (rising) add(`{${numbers.join(",")}}`, "set", link("game", { rule: `sub:${numbers.join(",")}` })); };
    const asValues = () => {
      if (braced || numbers.length < 3) return;
      add(numbers.join(", "), "sequence", link("identify", { values: numbers.join(",") }));
      add(numbers.join(", "), "atlas", link("atlas", { sequence: numbers.join(",") }));
    };
    if (rising) { asSet(); asValues(); } else { asValues(); asSet(); }
  }
  if (/^[LRNP]{3,}$/.test(text)) {
    add(text, "outcomes", link("identify", { values: text }));
    add(text, "atlas", link("atlas", { sequence: text }));
  }
  // Conditions on rows of the atlas, such as order = 40.
  if (/^[a-z]\w*\s*(?:=|!=|[<>]=?)\s*[\w.:]+(?:\s+(?:and|or)\s+[a-z]\w*\s*(?:=|!=|[<>]=?)\s*[\w.:]+)*$/.test(text)) add(text, "condition", link("atlas", { condition: text }));
  const code = /^\.[\dA-Fa-f]+$/.test(text) ? `0${text}` : text;
  if (/^\d+!?\.[\dA-Fa-f[\]{}!]+$/.test(code) || /^(sub|allbut|abc|psub|psplit):/.test(text)) add(title(code), "code", link("game", { rule: code }));
  if (/^(chocolate:|lib:)/.test(text)) add(title(text), "text", link("game", { rule: text }));
  for (const [signs, boards] of BOARD_SIGNS) if (signs.test(text)) for (const board of boards) add(`${title(`board:${board}`)} ${text}`, "board", link("game", { board, position: text }));
  const isValue = (/[|]/.test(text) && /[{±]/.test(text)) || (/^[\d^v*+\-/±{}|.,()\s\w:]+$/.test(text) && (/[*^±/{]|^-?\d+$|\w\(/.test(text) || VALUES.test(text)));
  if (isValue && !/^[.xo#tf|]+$/.test(text)) add(text, "value", link("game", { g: text }));
  for (const name of named) add(title(name), "game", gameLink(name));
  // Pages of the workbench, after games.
  if (text.length > 1) for (const name of PAGES) if ([name, plain(t(`nav.${name}`))].some((one) => one.startsWith(plain(text)))) add(t(`nav.${name}`), "page", link(name));
  if (!found.length) for (const name of nearly(text)) add(title(name), "meant", gameLink(name));
  return found.slice(0, MOST);
}

/** Whether a game is called exactly so, in any of its names. @param {string} name @param {string} text */
function isNamed(name, text) {
  const wanted = plain(text);
  const entry = NAMES.find(([one]) => one === name);
  return entry !== undefined && [entry[0], entry[0].replace(/^(lib|board):/, ""), entry[0].replace(/^(lib|board):/, "").replaceAll("-", " "), entry[1], entry[2], ...entry[3]].some((one) => plain(one) === wanted);
}

/**
 * The box.
 * @param {AbortSignal} signal
 * @param {{large?: boolean, value?: string}} [options]
 */
export function searchBox(signal, options = {}) {
  const id = freshId();
  const list = h("ul", { id: `${id}-list`, role: "listbox", class: "meanings", "aria-label": t("search.label"), hidden: true });
  const input = h("input", {
    id, type: "search", class: "mono", role: "combobox", "aria-expanded": "false", "aria-controls": `${id}-list`, "aria-autocomplete": "list",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: t("search.placeholder"), value: options.value ?? "", enterkeyhint: "go",
  });
  /** @type {Place[]} */
  let places = [];
  let at = -1;
  const mark = () => {
    [...list.querySelectorAll('[role="option"]')].forEach((item, i) => item.setAttribute("aria-selected", String(i === at)));
    if (at >= 0) input.setAttribute("aria-activedescendant", `${id}-${at}`);
    else input.removeAttribute("aria-activedescendant");
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    at = -1;
    mark();
  };
  const update = () => {
    places = meanings(input.value);
    at = -1;
    const nothing = Boolean(input.value.trim()) && (!places.length || places[0].note === t("search.meant"));
    if (nothing) places.push({ title: t("search.everything"), note: "", href: link("gallery") });
    replace(list, nothing ? h("li", { class: "nothing", role: "presentation" }, t("search.nothing", input.value.trim().slice(0, 40))) : null, ...places.map((place, i) => h("li", { role: "option", id: `${id}-${i}`, "data-href": place.href, "aria-selected": "false", onclick: () => open(i) },
      h("span", { class: "mono" }, place.title), h("span", { class: "note" }, place.note))));
    list.hidden = places.length === 0;
    input.setAttribute("aria-expanded", String(places.length > 0));
    mark();
  };
  const open = (/** @type {number} */ i) => {
    const place = places[i];
    if (!place) return;
    close();
    visit(place.href);
    scrollTo(0, 0);
  };
  input.addEventListener("input", update);
  input.addEventListener("focus", () => {
    if (input.value) update();
    // The names of all boards, by the time that something is typed.
    learn().then(() => { if (input.value && document.activeElement === input) update(); }).catch(() => {});
  });
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) update();
      at = (at + (event.key === "ArrowDown" ? 1 : -1) + places.length + (at === -1 && event.key === "ArrowUp" ? 1 : 0)) % Math.max(1, places.length);
      mark();
    } else if (event.key === "Escape") close();
  });
  const form = h("form", { class: `search${options.large ? " large" : ""}`, role: "search", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    // All names are known before it is said that one is not.
    await learn().catch(() => {});
    const chosen = at;
    if (chosen < 0) update();
    // What is only nearly so is offered, not opened.
    if (chosen >= 0 || places[0]?.note !== t("search.meant") && places[0]?.note !== "") open(Math.max(0, chosen));
  } }, h("label", { for: id }, t("search.label")), h("div", { class: "searchline" }, input, h("button", { type: "submit", class: "primary" }, t("search.go"))), list);
  document.addEventListener("pointerdown", (event) => { if (event.target instanceof Node && !form.contains(event.target)) close(); }, { signal });
  form.addEventListener("focusout", (/** @type {FocusEvent} */ event) => { if (!(event.relatedTarget instanceof Node) || !form.contains(event.relatedTarget)) setTimeout(close, 150); });
  return form;
}
