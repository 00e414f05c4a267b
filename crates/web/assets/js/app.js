// @ts-check
/** The frame around the pages: which one is shown, in which language, light or dark. */

import { byId, h, replace } from "./dom.js";
import { language, setLanguage, t } from "./i18n.js";
import { go, link, onChange, page, parameters } from "./state.js";
import * as home from "./pages/home.js";
import * as sequence from "./pages/sequence.js";
import * as family from "./pages/family.js";
import * as games from "./pages/games.js";
import * as values from "./pages/values.js";
import * as quotient from "./pages/quotient.js";
import * as play from "./pages/play.js";
import * as reproduce from "./pages/reproduce.js";

/**
 * @typedef {{show: (main: HTMLElement, parameters: Record<string, string>) => (() => void) | void}} Page
 */

/** @type {Record<string, Page>} */
const PAGES = { home, sequence, family, games, values, quotient, play, reproduce };

/** @type {(() => void) | void} */
let leave;

function show() {
  const name = page() in PAGES ? page() : "home";
  const given = parameters();
  if (given.lang) setLanguage(given.lang);
  document.documentElement.lang = language();
  document.title = name === "home" ? "Ishitori 石取り" : `${t(`nav.${name}`)} · Ishitori`;
  leave?.();
  const main = byId("main");
  main.replaceChildren();
  leave = PAGES[name].show(main, given);
  frame(name);
}

/** @param {string} current */
function frame(current) {
  const nav = byId("nav");
  nav.setAttribute("aria-label", t("nav.label"));
  const links = Object.keys(PAGES).filter((name) => name !== "home").map((name) =>
    h("a", { href: link(name), "aria-current": name === current ? "page" : null }, t(`nav.${name}`)));
  replace(nav, ...links);
  byId("mark").setAttribute("href", link("home"));
  byId("skip").textContent = t("skip");
  const lang = byId("lang");
  const other = language() === "ja" ? "en" : "ja";
  lang.textContent = other === "ja" ? "日本語" : "English";
  lang.setAttribute("lang", other);
  const theme = byId("theme");
  theme.textContent = isDark() ? "☀" : "☾";
  theme.setAttribute("aria-label", t(isDark() ? "theme.light" : "theme.dark"));
  theme.setAttribute("title", t(isDark() ? "theme.light" : "theme.dark"));
  replace(byId("footer"), t("footer"), " ", h("a", { href: "/api/v1/status" }, "API"));
}

function isDark() {
  const set = document.documentElement.dataset.theme;
  return set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** @param {string} name */
function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** @param {string} name @param {string} value */
function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is asked for again next time.
  }
}

byId("lang").addEventListener("click", () => {
  const other = language() === "ja" ? "en" : "ja";
  setLanguage(other);
  remember("lang", other);
  go(page(), { ...parameters(), lang: other });
});
byId("theme").addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
  frame(page());
});
document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!target || !plain || target.origin !== location.origin || target.hasAttribute("download")) return;
  if (/^\/(api|assets)\//.test(target.pathname) || target.target) return;
  if (target.hash) return;
  event.preventDefault();
  history.pushState(null, "", target.pathname + target.search);
  show();
  byId("main").focus();
  scrollTo(0, 0);
});

const theme = remembered("theme");
if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
setLanguage(parameters().lang ?? remembered("lang") ?? navigator.language);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => frame(page()));
onChange(show);
show();
