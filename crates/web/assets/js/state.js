// @ts-check
/** The address is the state: a link shows what its sender saw. */

/** @type {() => void} */
let changed = () => {};

/**
 * Whether pages stand behind the sign `#`: on hosts that serve files only, where there is no server to answer
 * `/game`. The page itself says so.
 */
const HASH = document.querySelector('meta[name="routing"]')?.getAttribute("content") === "hash";

/** Where we are: the path of a page and what it is about. @returns {URL} */
function here() {
  if (!HASH) return new URL(location.href);
  return new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", location.origin);
}

/** @param {() => void} listener */
export function onChange(listener) {
  changed = listener;
}

/** The page that is shown: the first word of the path. */
export function page() {
  return here().pathname.split("/")[1] || "home";
}

/** @returns {Record<string, string>} */
export function parameters() {
  return Object.fromEntries(here().searchParams);
}

/**
 * The address of a page.
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [values]
 */
export function link(name, values = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") query.set(key, String(value));
  }
  const lang = here().searchParams.get("lang");
  if (lang && !query.has("lang")) query.set("lang", lang);
  const text = query.toString();
  return `${HASH ? "#" : ""}/${name === "home" ? "" : name}${text ? `?${text}` : ""}`;
}

/** Whether an address of this site is a page, not a file. @param {HTMLAnchorElement} anchor */
export function isPage(anchor) {
  if (anchor.origin !== location.origin || anchor.hasAttribute("download") || anchor.target) return false;
  if (HASH) return anchor.hash.startsWith("#/") && anchor.pathname === location.pathname;
  return !/^\/(api|assets)\//.test(anchor.pathname) && !anchor.hash;
}

/** Remembers how far the page is scrolled, for those who come back. */
export function noteScroll() {
  history.replaceState({ ...history.state, y: Math.round(scrollY) }, "");
}

/**
 * Goes to an address of a page; the entry is new unless it is the same.
 * @param {string} address
 */
export function visit(address) {
  noteScroll();
  const there = new URL(address, location.href);
  if (there.href !== location.href) history.pushState(null, "", there);
  changed();
}

/**
 * Goes to a page.
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [values]
 */
export function go(name, values) {
  visit(link(name, values));
}

/**
 * Goes to a page instead of this one, which leaves no trace in the history.
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [values]
 */
export function instead(name, values) {
  history.replaceState(null, "", link(name, values));
  changed();
}

/**
 * Changes a few values of the address without a new entry in the history, and without drawing the
 * page again.
 * @param {Record<string, string | number | null | undefined>} values
 */
export function note(values) {
  history.replaceState(history.state, "", link(page(), { ...parameters(), ...values }));
}
