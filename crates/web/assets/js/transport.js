// @ts-check
/**
 * Where questions go: to the server, or, where there is none, to a worker of this page that computes the
 * answers itself. The pages cannot distinguish them. The page itself says which it is
 * (`<meta name="transport" content="worker">`, written by `cargo xtask site`).
 */

/**
 * @typedef {{readyState: number, onerror: ((event: Event) => void) | null, close: () => void,
 *   addEventListener: (name: string, listener: (event: MessageEvent) => void) => void}} Events
 * @typedef {{send: (url: string, options?: RequestInit) => Promise<Response>, listen: (url: string) => Events}} Local
 */

const worker = document.querySelector('meta[name="transport"]')?.getAttribute("content") === "worker";

/** The path of the site, which may lie in a folder of its host. */
export const ROOT = worker ? new URL("./", location.href).pathname : "/";

/** @type {Local | null} */
const local = worker ? await (await import("./transport-local.js")).begin(ROOT) : null;

/**
 * Asks, as `fetch` does.
 * @param {string} url
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export function send(url, options) {
  return local ? local.send(url, options) : fetch(url, options);
}

/**
 * Follows the events of a job, as an `EventSource` does.
 * @param {string} url
 * @returns {Events}
 */
export function listen(url) {
  return local ? local.listen(url) : /** @type {any} */ (new EventSource(url));
}
