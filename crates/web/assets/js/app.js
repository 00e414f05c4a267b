// @ts-check
/** The frame around the pages: which one is shown, in which language, light or dark. */

import { address } from "./api.js";
import { byId, h, replace } from "./dom.js";
import { language, setLanguage, t } from "./i18n.js";
import { newPage } from "./parts/drafts.js";
import { moved } from "./parts/moved.js";
import { searchBox } from "./parts/search.js";
import { isDark } from "./theme.js";
import { go, instead, isPage, link, noteScroll, onChange, page, parameters, visit } from "./state.js";

/**
 * @typedef {{show: (main: HTMLElement, parameters: Record<string, string>) => (() => void) | void}} Page
 */

/** Pages are fetched when they are first shown. @type {Record<string, () => Promise<Page>>} */
const PAGES = {
  home: () => import("./pages/home.js"),
  gallery: () => import("./pages/gallery.js"),
  game: () => import("./pages/game.js"),
  family: () => import("./pages/family.js"),
  values: () => import("./pages/values.js"),
  games: () => import("./pages/games.js"),
  play: () => import("./pages/play.js"),
  puzzle: () => import("./pages/puzzle.js"),
  study: () => import("./pages/study.js"),
  worksheet: () => import("./pages/worksheet.js"),
  reproduce: () => import("./pages/reproduce.js"),
  identify: () => import("./pages/identify.js"),
  atlas: () => import("./pages/atlas.js"),
  check: () => import("./pages/check.js"),
  job: () => import("./pages/job.js"),
};
/** The search box in the head of a page, and what ends that of the page before. */
const find = h("div", { class: "find" });
byId("nav").after(find);
let finding = new AbortController();
/** Those in the head of every page. */
const NAV = ["play", "puzzle", "study", "gallery", "family", "values", "games", "reproduce", "check"];

/** @type {(() => void) | void} */
let leave;
/** Counts the pages that were asked for: only the last one is shown. */
let turn = 0;

async function show() {
  turn += 1;
  const mine = turn;
  const name = page();
  const given = parameters();
  const leads = moved(name, given);
  if (leads) {
    instead("game", leads);
    return;
  }
  if (given.lang) await setLanguage(given.lang);
  const shown = await (PAGES[name] ?? (() => import("./pages/missing.js")))();
  if (mine !== turn) return;
  document.documentElement.lang = language();
  document.title = name === "home" ? "Ishitori 石取り" : `${t(name in PAGES ? `nav.${name}` : "missing.title")} · Ishitori`;
  leave?.();
  const main = byId("main");
  main.replaceChildren();
  newPage(name);
  leave = shown.show(main, given);
  frame(name);
}

/** @param {string} current */
function frame(current) {
  const nav = byId("nav");
  nav.setAttribute("aria-label", t("nav.label"));
  const links = NAV.map((name) => h("a", { href: link(name), "aria-current": name === current ? "page" : null }, t(`nav.${name}`)));
  replace(nav, ...links);
  // Home and the choice of a game have a box of their own.
  finding.abort();
  finding = new AbortController();
  replace(find, current === "home" || current === "play" || !(current in PAGES) ? null : searchBox(finding.signal));
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
  replace(byId("footer"), t("footer"), " ", h("a", { href: address("status") }, "API"));
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

/** Scrolls to where the page was left, as soon as it is long enough again. */
function returnTo(/** @type {number} */ y) {
  const began = performance.now();
  const attempt = () => {
    if (document.documentElement.scrollHeight >= y + innerHeight - 1 || performance.now() - began > RETURN) {
      watching.disconnect();
      scrollTo(0, y);
    }
  };
  const watching = new ResizeObserver(attempt);
  for (const touched of ["wheel", "touchstart", "keydown"]) addEventListener(touched, () => watching.disconnect(), { once: true, passive: true });
  setTimeout(attempt, RETURN + 50);
  watching.observe(byId("main"));
  attempt();
}

/** Draws the page again, in other colours: all of it is in the address. */
async function repaint() {
  const y = scrollY;
  await show();
  returnTo(y);
  byId("theme").focus({ preventScroll: true });
}

/** How long a page that comes back may take to grow. */
const RETURN = 4000;

byId("lang").addEventListener("click", () => {
  const other = language() === "ja" ? "en" : "ja";
  remember("lang", other);
  go(page() === "home" ? "home" : page(), { ...parameters(), lang: other });
});
byId("theme").addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
  repaint();
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
document.addEventListener("click", async (event) => {
  const target = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!target?.href || !plain || event.defaultPrevented || !isPage(target)) return;
  event.preventDefault();
  visit(target.href);
  byId("main").focus({ preventScroll: true });
  scrollTo(0, 0);
});

const theme = remembered("theme");
if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
await setLanguage(parameters().lang ?? remembered("lang") ?? navigator.language);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
history.scrollRestoration = "manual";
let scrolled = 0;
addEventListener("scroll", () => {
  clearTimeout(scrolled);
  scrolled = window.setTimeout(noteScroll, 120);
}, { passive: true });
onChange(show);
addEventListener("popstate", async (event) => {
  clearTimeout(scrolled);
  await show();
  returnTo(event.state?.y ?? 0);
});
show().then(() => { if (history.state?.y) returnTo(history.state.y); });
