// @ts-check
/** The address is the state: a link shows what its sender saw. */

/** @type {() => void} */
let changed = () => {};

/** @param {() => void} listener */
export function onChange(listener) {
  changed = listener;
  addEventListener("popstate", listener);
}

/** The page that is shown: the first word of the path. */
export function page() {
  return location.pathname.split("/")[1] || "home";
}

/** @returns {Record<string, string>} */
export function parameters() {
  return Object.fromEntries(new URLSearchParams(location.search));
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
  const lang = new URLSearchParams(location.search).get("lang");
  if (lang && !query.has("lang")) query.set("lang", lang);
  const text = query.toString();
  return `/${name === "home" ? "" : name}${text ? `?${text}` : ""}`;
}

/**
 * Goes to a page.
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [values]
 */
export function go(name, values) {
  const to = link(name, values);
  if (to !== location.pathname + location.search) history.pushState(null, "", to);
  changed();
}

/**
 * Changes a few values of the address without a new entry in the history, and without drawing the
 * page again.
 * @param {Record<string, string | number | null | undefined>} values
 */
export function note(values) {
  history.replaceState(null, "", link(page(), { ...parameters(), ...values }));
}
