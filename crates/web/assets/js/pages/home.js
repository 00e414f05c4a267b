// @ts-check
/** Where one begins: a box for any game, and games to look at. */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { thumbnail } from "../parts/gallery.js";
import { runJob } from "../parts/jobs.js";
import { Match } from "../parts/match.js";
import { title } from "../parts/names.js";
import { gameLink, playLink, searchBox } from "../parts/search.js";
import { periodReport } from "../parts/sequence-cards.js";
import { link } from "../state.js";

/** Games that invite. */
const SHOWN = ["kayles", "chocolate:3", "31game", "wythoff", "dawsons-kayles", "board:domineering", "lib:chocolate3", "grundys-game"];
/** The game that is on the table, and the one of which something is proved. */
const LIVE = { rule: "nim", position: "3+4+5" };
const THEOREM = "kayles";
/** Texts to try: all kinds of them. */
const TRY = ["{1,2,3}", "0.77", "Kayles", "チョコレート", "{2|-1}", "domineering ....|....", "0,1,2,3,1,4,3,2,1,4,2,6", "(n) -> (n-s) for s in {1,3} if s <= n"];

/** @param {HTMLElement} main */
export function show(main) {
  const leaving = new AbortController();
  const box = searchBox(leaving.signal, { large: true });
  const fill = (/** @type {string} */ text) => {
    const input = box.querySelector("input");
    input.value = text;
    input.focus();
    input.dispatchEvent(new Event("input"));
  };
  const table = h("div", { class: "playbox" });
  const game = h("div", {}, h("h2", {}, t("home.live")), table);
  new Match(table, { question: LIVE, bare: true, signal: leaving.signal, note: () => {}, fault: () => false }).refresh();
  const theorem = h("div", { class: "proof" });
  runJob(theorem, "period", { rule: THEOREM }, leaving.signal, (job) => replace(theorem, periodReport(job, { rule: THEOREM })));
  const tool = (/** @type {string} */ name, /** @type {Record<string, string>} */ values = {}) => h("section", { class: "card tool" },
    h("h3", {}, h("a", { class: "cover", href: link(name, values) }, t(`nav.${name}`))), h("p", {}, t(`home.${name}`)));
  main.append(
    h("div", { class: "hero" }, h("h1", {}, t("home.title")), h("p", { class: "lead" }, t("home.lead")), box,
      h("div", { class: "chips" }, h("span", { class: "label" }, t("search.try")), TRY.map((text) => h("button", { type: "button", class: "chip", onclick: () => fill(text) }, text)))),
    h("div", { class: "two live" }, game, h("section", { class: "card" }, h("h2", {}, t("home.theorem")), h("p", {}, t("home.theorem.lead")), theorem,
      h("div", { class: "actions" }, h("a", { class: "button", href: link("game", { rule: THEOREM, tab: "proof" }) }, t("home.theorem.more"))))),
    h("div", { class: "rowhead" }, h("h2", {}, t("home.games.title")), h("a", { href: link("gallery") }, t("home.all"))),
    h("div", { class: "cards gallery" }, SHOWN.map((name) => h("section", { class: "card" }, thumbnail(name), h("h3", {}, h("a", { class: "cover", href: gameLink(name) }, title(name))),
      h("a", { class: "button chip play", href: playLink(name), "aria-label": t("home.play.game", title(name)) }, t("home.play.one"))))),
    h("div", { class: "rowhead" }, h("h2", {}, t("home.tools"))),
    h("div", { class: "cards tools" }, tool("play"), tool("puzzle"), tool("study"), tool("family"), tool("values"), tool("games"), tool("identify"), tool("atlas"), tool("check"), tool("reproduce")));
  return () => leaving.abort();
}
