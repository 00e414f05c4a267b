// @ts-check
/**
 * The service worker of the site without a server: keeps the pages for use without a network, and hands
 * questions that come as pictures or links to the page that shows them, which has the program.
 * `cargo xtask site` puts it at the root of the site and fills in what there is to keep.
 */

/** @type {any} */
const worker = self;
/** A name that changes with the content. */
const VERSION = "ishitori-VERSION";
/** What is kept, relative to the root of the site. @type {string[]} */
const FILES = [/* FILES */];

const ROOT = new URL("./", worker.location.href);
const API = new URL("api/v1/", ROOT).pathname;
/** How long a page may take to answer: jobs are no direct questions. */
const PATIENCE = 30_000;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "claim") event.waitUntil(worker.clients.claim());
  if (event.data === "keep") event.waitUntil(keep());
});

/** Fetches what is not kept yet; then what earlier versions kept is forgotten. */
async function keep() {
  const cache = await caches.open(VERSION);
  const have = new Set((await cache.keys()).map((request) => request.url));
  const missing = FILES.map((file) => new URL(file, ROOT).href).filter((url) => !have.has(url));
  await cache.addAll(missing.map((url) => new Request(url, { cache: "no-cache" })));
  for (const name of await caches.keys()) if (name.startsWith("ishitori-") && name !== VERSION) await caches.delete(name);
}

/** As it is, and so that the page may share memory with its workers. @param {Response} response */
function isolated(response) {
  if (response.type !== "basic" && response.type !== "default") return response;
  const headers = new Headers(response.headers);
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-embedder-policy", "require-corp");
  headers.set("cross-origin-resource-policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** @param {any} event */
async function ask(event) {
  const { request } = event;
  const all = await worker.clients.matchAll({ type: "window" });
  const pages = all.filter((/** @type {any} */ page) => !new URL(page.url).pathname.startsWith(API));
  const page = pages.find((/** @type {any} */ one) => one.id === event.clientId) ?? pages[0];
  if (!page) return request.mode === "navigate" ? Response.redirect(ROOT.href) : Response.error();
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => resolve(new Response(data.body, { status: data.status, headers: data.headers }));
    setTimeout(() => reject(new Error("no answer")), PATIENCE);
  });
  page.postMessage({ ask: request.url, method: request.method }, [port2]);
  return isolated(await answer);
}

/** What is kept, else what the host has; the book, the reference and the atlas as they were last seen. @param {any} event */
async function file(event) {
  const { request } = event;
  const cache = await caches.open(VERSION);
  const kept = FILES.length ? await cache.match(request, { ignoreSearch: true }) : null;
  const url = new URL(request.url);
  const name = url.pathname.slice(ROOT.pathname.length);
  const isData = /^(book|doc|atlas)\//.test(name);
  const ours = !isData && (name.startsWith("assets/") || request.mode === "navigate");
  if (kept && ours) return isolated(kept);
  try {
    const response = await fetch(request);
    if (!ours && response.ok) event.waitUntil(cache.put(request, response.clone()));
    return ours ? isolated(response) : response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  if (url.pathname.startsWith(API)) event.respondWith(ask(event));
  else if (event.request.method === "GET") event.respondWith(file(event));
});
