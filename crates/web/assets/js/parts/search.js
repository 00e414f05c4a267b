// @ts-check
/** One box for everything that can be looked at: it says what it takes a text for, and leads there. */

import { freshId, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { link, visit } from "../state.js";
import { isBoardText, learn, plain, search, startOf, title } from "./names.js";

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
 * What a text may mean, the likeliest first.
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
  const numbers = /^\{?\s*(\d+(?:[\s,、]+\d+)*)\s*\}?$/.exec(text)?.[1].split(/[\s,、]+/).map(Number) ?? [];
  const braced = text.startsWith("{");
  const rising = numbers.length > 0 && numbers.every((n, i) => n >= 1 && (i === 0 || n > numbers[i - 1]));
  const exact = search(text).filter((name) => plain(title(name)) === plain(text) || search(text)[0] === name);
  const board = /^([\p{L}-]+)[\s:]+([^\s].*)$/su.exec(text);
  const boards = board ? search(board[1]).filter((name) => name.startsWith("board:")) : [];
  if (boards.length && board && !/->/.test(text)) {
    const game = boards[0].slice("board:".length);
    add(`${title(boards[0])} ${board[2]}`, "board", link("game", { board: game, position: board[2].trim() }));
  }
  if (numbers.length >= 2 || (braced && numbers.length === 1)) {
    const asSet = () => { if (rising) add(`{${numbers.join(",")}}`, "set", link("game", { rule: `sub:${numbers.join(",")}` })); };
    const asValues = () => { if (!braced && numbers.length >= 3) add(numbers.join(", "), "sequence", link("identify", { values: numbers.join(",") })); };
    if (rising) { asSet(); asValues(); } else { asValues(); asSet(); }
  }
  if (/^\d+!?\.[\dA-Fa-f[\]{}!]+$/.test(text) || /^(sub|allbut|abc|psub|psplit):/.test(text)) add(title(text), "code", link("game", { rule: text }));
  if (/^(chocolate:|lib:)/.test(text)) add(title(text), "text", link("game", { rule: text }));
  if (isBoardText(typed)) add(title(typed), "text", link("game", { board: typed.trim(), position: startOf(typed) }));
  else if (/->/.test(text) || /^(game|position)\b/m.test(text)) add(text.split("\n")[0], "text", link("game", { rule: typed.trim() }));
  else if (/[|]/.test(text) && /[{±]/.test(text)) add(text, "value", link("game", { g: text }));
  for (const name of exact.slice(0, 1)) add(title(name), "game", gameLink(name));
  for (const name of search(text)) add(title(name), "game", gameLink(name));
  if (!found.length || /^[\d^v*+\-/±{}|.,()\s\w:]+$/.test(text) && /[*^±/]|^-?\d+$|\w\(/.test(text)) add(text, "value", link("game", { g: text }));
  if (!found.length) add(text, "code", link("game", { rule: text }));
  return found.slice(0, MOST);
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
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === at)));
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
    replace(list, ...places.map((place, i) => h("li", { role: "option", id: `${id}-${i}`, "data-href": place.href, "aria-selected": "false", onclick: () => open(i) },
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
  const form = h("form", { class: `search${options.large ? " large" : ""}`, role: "search", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!places.length) update();
    open(at >= 0 ? at : 0);
  } }, h("label", { for: id }, t("search.label")), h("div", { class: "searchline" }, input, h("button", { type: "submit", class: "primary" }, t("search.go"))), list);
  document.addEventListener("pointerdown", (event) => { if (event.target instanceof Node && !form.contains(event.target)) close(); }, { signal });
  form.addEventListener("focusout", (/** @type {FocusEvent} */ event) => { if (!(event.relatedTarget instanceof Node) || !form.contains(event.relatedTarget)) setTimeout(close, 150); });
  return form;
}
