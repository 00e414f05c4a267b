// @ts-check
/**
 * Pictures and links whose address is that of a question. Where a service worker may run it hands
 * them to this page; where not (an address that is not https, a private window) the page minds them itself.
 */

/** @typedef {(url: string, options?: RequestInit) => Promise<Response>} Send */

/** How long the first visit waits for the service worker. */
const PATIENCE = 4000;

/**
 * Starts the service worker, which keeps the pages for use without a network, and answers what it is asked.
 * @param {string} root
 * @param {Send} send
 * @returns {Promise<boolean>} whether there is one
 */
export async function serviceWorker(root, send) {
  const { serviceWorker: workers } = navigator;
  if (!workers) return false;
  workers.addEventListener("message", async (event) => {
    const [port] = event.ports;
    if (!port || typeof event.data?.ask !== "string") return;
    try {
      const answer = await send(event.data.ask, { method: event.data.method });
      const body = await answer.arrayBuffer();
      port.postMessage({ status: answer.status, headers: [...answer.headers], body }, [body]);
    } catch {
      port.postMessage({ status: 503, headers: [], body: new ArrayBuffer(0) });
    }
  });
  workers.startMessages();
  try {
    const found = await workers.register(`${root}sw.js`, { scope: root });
    const controlled = new Promise((resolve) => {
      if (workers.controller) resolve(true);
      workers.addEventListener("controllerchange", () => resolve(true), { once: true });
      setTimeout(() => resolve(Boolean(workers.controller)), PATIENCE);
    });
    const { active } = await Promise.race([workers.ready, new Promise((_, reject) => setTimeout(reject, PATIENCE))]) ?? found;
    if (!workers.controller) active?.postMessage("claim");
    if (!(await controlled)) return false;
    keep(active);
    return true;
  } catch {
    return false; // not allowed here
  }
}

/** When the page is shown everything else is fetched and kept. @param {ServiceWorker | null} worker */
function keep(worker) {
  if (document.readyState === "complete") worker?.postMessage("keep");
  else addEventListener("load", () => worker?.postMessage("keep"), { once: true });
}

/**
 * Minds pictures that did not load and links that are followed.
 * @param {string} api
 * @param {Send} send
 */
export function picturesAndLinks(api, send) {
  const isOurs = (/** @type {string} */ url) => new URL(url, location.href).pathname.startsWith(api);
  const refused = new WeakSet();
  // Before the page hears of it.
  addEventListener("error", async (event) => {
    const image = event.target;
    if (!(image instanceof HTMLImageElement) || !isOurs(image.src) || refused.has(image)) return;
    event.stopImmediatePropagation();
    const answer = await send(image.src).catch(() => null);
    if (answer?.ok) {
      image.src = URL.createObjectURL(await answer.blob());
    } else {
      refused.add(image);
      image.dispatchEvent(new Event("error"));
    }
  }, { capture: true });
  addEventListener("click", async (event) => {
    const anchor = event.target instanceof Element ? event.target.closest("a") : null;
    if (!anchor?.href || !isOurs(anchor.href)) return;
    event.preventDefault();
    const answer = await send(anchor.href);
    const url = URL.createObjectURL(await answer.blob());
    const copy = document.createElement("a");
    copy.href = url;
    if (anchor.hasAttribute("download")) copy.download = anchor.download;
    else copy.target = "_blank";
    copy.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }, { capture: true });
}
