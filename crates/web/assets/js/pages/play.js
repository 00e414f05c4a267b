// @ts-check
/** What would you like to play? Each game leads to its board. */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { thumbnail } from "../parts/gallery.js";
import { NAMES, learn, title } from "../parts/names.js";
import { playLink, searchBox } from "../parts/search.js";
import { link } from "../state.js";

/** Games to begin with: one of every kind. */
const FIRST = ["nim", "chocolate:3", "board:domineering", "31game", "kayles", "board:hackenbush", "board:clobber", "wythoff", "board:toads-and-frogs", "lib:silver-dollar", "board:amazons", "board:hare-and-hounds"];

/** @param {HTMLElement} main */
export function show(main) {
  const leaving = new AbortController();
  const others = h("div", { class: "chips", "data-quoted": true });
  const list = () => replace(others, NAMES.filter(([name]) => !FIRST.includes(name)).map(([name]) => h("a", { class: "button chip", href: playLink(name) }, title(name))));
  const tile = (/** @type {string} */ name) => h("section", { class: "card", "data-game": name }, thumbnail(name), h("h2", {}, h("a", { class: "cover", href: playLink(name) }, title(name))));
  const cards = h("div", { class: "cards gallery" }, FIRST.map(tile));
  main.append(h("h1", {}, t("nav.play")), h("p", { class: "lead" }, t("play.lead")), searchBox(leaving.signal), cards,
    h("div", { class: "rowhead" }, h("h2", {}, t("play.others"))), others,
    h("p", { class: "note" }, h("a", { href: link("puzzle") }, t("puzzle.today")), " · ", h("a", { href: link("games") }, t("play.own"))));
  list();
  learn().then(() => {
    if (leaving.signal.aborted) return;
    list();
    // Boards have their names and pictures by now.
    for (const card of cards.querySelectorAll('[data-game^="board:"]')) card.replaceWith(tile(card.getAttribute("data-game") ?? ""));
  }).catch(() => {}); // the games whose names are known are enough to choose from
  return () => leaving.abort();
}
