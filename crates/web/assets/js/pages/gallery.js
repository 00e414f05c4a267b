// @ts-check
/** All games of the library, with pictures, to be filtered. */

import { h, replace } from "../dom.js";
import { number, t } from "../i18n.js";
import { field } from "../parts/fields.js";
import { thumbnail } from "../parts/gallery.js";
import { IMPARTIAL, NAMES, learn, onBoard, recurs, search, title } from "../parts/names.js";
import { gameLink } from "../parts/search.js";
import { note } from "../state.js";

/** What can be asked for. */
const KINDS = ["all", "heap", "tuple", "chocolate", "board", "impartial", "partizan", "loopy"];
const PARTIZAN = /northcott|cake|domineering|toads|clobber|col$|hackenbush|snort|toppling/;

/** Of which kinds a game is. @param {string} name */
function kinds(name) {
  const found = [IMPARTIAL.get(name) ?? !PARTIZAN.test(name) ? "impartial" : "partizan"];
  if (name.startsWith("board:")) found.push("board");
  else if (/chocolate/.test(name)) found.push("chocolate", "tuple");
  else if (name.startsWith("lib:") || /^(wythoff|nim-with-pass|fibonacci-nim|mem)$/.test(name)) found.push("tuple");
  else found.push("heap");
  if (recurs(name.replace("board:", ""))) found.push("loopy");
  return found;
}

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const text = field(t("gallery.filter"), { width: "wide", value: given.q ?? "", draft: false });
  let kind = given.kind ?? "all";
  const list = h("div", { class: "cards gallery" });
  const count = h("p", { class: "note", role: "status" });
  /** What is said of each game. @type {Map<string, string>} */
  const descriptions = new Map();
  const cardOf = (/** @type {string} */ name, /** @type {string} */ position = "") => {
    const words = h("p", { class: "told" });
    return { name, words, card: h("section", { class: "card", "data-game": name }, thumbnail(name, position), h("h2", {}, h("a", { class: "cover", href: gameLink(name, position) }, title(name))), words,
      h("p", { class: "note" }, kinds(name).map((one) => t(`gallery.${one}`)).join(" · "))) };
  };
  const cards = NAMES.map(([name]) => cardOf(name));
  const buttons = KINDS.map((one) => h("button", { type: "button", class: "chip", onclick: () => { kind = one; filter(); } }, t(`gallery.${one}`)));
  const filter = () => {
    const wanted = text.input.value.trim();
    const named = new Set(search(wanted));
    const shown = cards.filter(({ name }) => (kind === "all" || kinds(name).includes(kind)) && (!wanted || named.has(name) || title(name).toLowerCase().includes(wanted.toLowerCase()) || descriptions.get(name)?.toLowerCase().includes(wanted.toLowerCase())));
    replace(list, ...shown.map(({ card }) => card));
    count.textContent = t("gallery.count", number(shown.length), number(cards.length));
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(KINDS[i] === kind)));
    note({ q: wanted, kind: kind === "all" ? "" : kind });
  };
  text.input.addEventListener("input", filter);
  main.append(h("h1", {}, t("nav.gallery")), h("p", { class: "lead" }, t("gallery.lead")),
    h("div", { class: "form" }, text.box, h("div", { class: "wide" }, h("div", { class: "chips" }, buttons))), count, list);
  filter();
  learn().then((games) => {
    if (leaving.signal.aborted) return;
    for (const game of games) {
      const name = onBoard(game) ? `board:${game.name}` : game.kind === "language" ? game.rule : game.name;
      if (game.description) descriptions.set(name, sentence(game.description));
      if (game.start && !cards.some((card) => card.name === name)) cards.push(cardOf(name, game.start));
    }
    descriptions.set("chocolate:3", descriptions.get("lib:chocolate") ?? "");
    for (const { name, words } of cards) words.textContent = descriptions.get(name) ?? "";
    filter();
  }).catch(() => {}); // the list of names is enough to choose from
  return () => leaving.abort();
}

/** What is said of a game, without what only a command line needs. @param {string} text */
export function sentence(text) {
  const clean = text.replace(/[;、]\s*--set\s+\S+/g, "").replace(/\s*\((partizan)\)|\s*[((]非不偏[))]/g, "");
  return `${clean.charAt(0).toUpperCase()}${clean.slice(1)}${/[。.]$/.test(clean) ? "" : t("fullstop")}`;
}
