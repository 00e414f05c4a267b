// @ts-check
/**
 * The server, in the page: answers what `ishitori serve` answers below `api/v1/`, by workers that run the
 * same program. Jobs are queued, watched and cancelled as there.
 */

import { picturesAndLinks, serviceWorker } from "./transport-pictures.js";

/**
 * @typedef {{name: string, type: string, length: number}} File
 * @typedef {{status: number, type: string, name: string | null, complete: boolean, length: number, files: File[]}} Head
 * @typedef {{head: Head, body: Uint8Array, files: Uint8Array[]}} Reply
 * @typedef {{kind: string, address: string, accept: string, body?: string, jobs?: [number, number]}} Request
 * @typedef {{id: string, order: string, command: string, state: string, progress: string, share?: number, began: number | null,
 *   ended: number | null, reply: Reply | null, error: any, status: number, listeners: Set<LocalEvents>, worker: Runner | null,
 *   request: Request}} Job
 */

/** Where the pages ask. */
let api = "";
/** The program, compiled once for all workers. @type {Promise<WebAssembly.Module>} */
let compiled;
/** Where it lies. */
let source = "";
/** Where the workers' script lies. */
let script = "";

const CORES = navigator.hardwareConcurrency || 1;
/** Questions that are answered at once at a time, and jobs. */
const DIRECT = Math.min(2, CORES);
const RUNNING = Math.max(1, Math.min(4, Math.floor(CORES / 2)));
/** Jobs that wait; finished jobs that are kept, and bytes of them. */
const QUEUED = 32;
const KEPT = 64;
const KEPT_BYTES = 128 << 20;
/** How long a job goes on that no page follows, and how long a cancelled one has to report its results. */
const ABANDONED = 20_000;
const FAREWELL = 8_000;
/** A job that can be named by what it asks is found again by a page that was loaded again. */
const NAMED = 1500;

/** The program, compiled. */
async function compile() {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A worker that answers one request at a time. */
class Runner {
  constructor() {
    this.flag = typeof SharedArrayBuffer === "undefined" || !crossOriginIsolated ? null : new SharedArrayBuffer(4);
    this.worker = new Worker(script, { type: "module" });
    this.id = 0;
    /** @type {Promise<void>} */
    this.ready = compiled.then((module) => this.worker.postMessage({ module, flag: this.flag }));
    this.dead = false;
    /** @type {(error: Error) => void} */
    this.fail = () => {};
  }

  /**
   * @param {Request} request
   * @param {(line: string, share?: number) => void} [onProgress]
   * @returns {Promise<Reply>}
   */
  async answer(request, onProgress) {
    await this.ready;
    this.id += 1;
    const id = this.id;
    return new Promise((resolve, reject) => {
      this.fail = (error) => {
        this.dead = true;
        this.worker.terminate();
        reject(error);
      };
      this.worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        if (data.progress !== undefined) onProgress?.(data.progress, data.share);
        else if (data.broken !== undefined) this.fail(new Broken(data.broken));
        else resolve(unpack(data.reply));
      };
      this.worker.onerror = (event) => this.fail(new Broken(event.message));
      this.worker.postMessage({ id, request });
    });
  }

  /** Asks it to report its results; returns whether it can hear that. */
  hurry() {
    if (!this.flag) return false;
    Atomics.store(new Int32Array(this.flag), 0, 1);
    return true;
  }

  end() {
    this.fail(new DOMException("ended", "AbortError"));
    this.dead = true;
    this.worker.terminate();
  }
}

/** The program failed; what is left of it cannot be used. */
class Broken extends Error {}

/** @param {ArrayBuffer} buffer @returns {Reply} */
function unpack(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  /** @type {Head} */
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let at = 4 + length;
  const take = (/** @type {number} */ bytes) => {
    const part = new Uint8Array(buffer, at, bytes);
    at += bytes;
    return part;
  };
  const body = take(head.length);
  return { head, body, files: head.files.map((file) => take(file.length)) };
}

/** @param {Uint8Array} bytes @param {number} status @param {string} type @param {Record<string, string>} [more] */
function response(bytes, status, type, more) {
  return new Response(/** @type {any} */ (bytes), { status, headers: { "content-type": type, ...more } });
}

/** @param {Reply} reply */
function whole({ head, body }) {
  /** @type {Record<string, string>} */
  const more = head.status === 200 ? { "ishitori-complete": String(head.complete) } : {};
  if (head.name) more["content-disposition"] = `attachment; filename="${head.name}"`;
  return response(body, head.status, head.type, more);
}

/** Idle workers for answers at once. @type {Runner[]} */
const idle = [];
let working = 0;
/** Who waits for one. @type {(() => void)[]} */
const waiting = [];

/**
 * An answer at once. The signal ends the work, too.
 * @param {Request} request
 * @param {AbortSignal | null | undefined} signal
 * @returns {Promise<Reply>}
 */
async function direct(request, signal) {
  if (working >= DIRECT) await new Promise((resolve) => waiting.push(() => resolve(undefined)));
  working += 1;
  const next = () => {
    working -= 1;
    waiting.shift()?.();
  };
  if (signal?.aborted) {
    next();
    throw new DOMException("aborted", "AbortError");
  }
  const runner = idle.pop() ?? new Runner();
  const stop = () => runner.end();
  signal?.addEventListener("abort", stop);
  try {
    return await runner.answer(request);
  } finally {
    signal?.removeEventListener("abort", stop);
    if (!runner.dead) idle.push(runner);
    next();
  }
}

/**
 * The same, and if the program breaks down, that is the answer.
 * @param {Request} request
 * @param {AbortSignal | null} [signal]
 */
async function answer(request, signal) {
  try {
    return await direct(request, signal);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    console.warn(error.message);
    return direct({ ...request, kind: "broken", body: "" }, signal);
  }
}

/** All jobs, in the order in which they came. @type {Map<string, Job>} */
const jobs = new Map();

/** @param {Job} job */
const isOver = (job) => job.state !== "queued" && job.state !== "running";

/** What is said about a job. @param {Job} job */
function described(job) {
  /** @type {Record<string, any>} */
  const object = { id: job.id, command: job.command, state: job.state };
  if (job.progress) object.progress = job.progress;
  if (job.share !== undefined) object.share = job.share;
  if (job.began !== null) object.seconds = ((job.ended ?? performance.now()) - job.began) / 1000;
  if (job.reply) {
    object.complete = job.reply.head.complete;
    object.files = job.reply.head.files.map((file) => file.name);
  }
  if (job.error) object.error = job.error;
  const text = JSON.stringify(object);
  if (job.reply?.head.type !== "application/json") return text;
  return `${text.slice(0, -1)},"result":${new TextDecoder().decode(job.reply.body)}}`;
}

/** Notifies the followers of a job. @param {Job} job */
function notify(job) {
  for (const listener of job.listeners) listener.notify(job);
}

/** @param {Job} job @param {string} state */
function finish(job, state) {
  if (isOver(job)) return;
  job.state = state;
  job.ended = performance.now();
  job.worker?.end();
  job.worker = null;
  notify(job);
  tidy();
  start();
}

/** Forgets the oldest of what is too much. */
function tidy() {
  const over = [...jobs.values()].filter(isOver);
  let bytes = over.reduce((sum, job) => sum + size(job), 0);
  let count = over.length;
  for (const job of over) {
    if (count <= KEPT && bytes <= KEPT_BYTES) return;
    jobs.delete(job.id);
    bytes -= size(job);
    count -= 1;
  }
}

/** @param {Job} job */
function size({ order, reply }) {
  return order.length + (reply ? reply.body.length + reply.files.reduce((sum, file) => sum + file.length, 0) : 0);
}

/** Starts the jobs whose turn it is. */
function start() {
  const all = [...jobs.values()];
  let free = RUNNING - all.filter((job) => job.state === "running").length;
  for (const job of all) {
    if (free <= 0) return;
    if (job.state === "queued") {
      free -= 1;
      run(job);
    }
  }
}

/** @param {Job} job */
async function run(job) {
  job.state = "running";
  job.began = performance.now();
  job.worker = new Runner();
  notify(job);
  try {
    const reply = await job.worker.answer(job.request, (line, share) => {
      job.progress = line;
      job.share = share;
      if (!isOver(job)) notify(job);
    });
    if (isOver(job)) return;
    if (reply.head.status === 200) job.reply = reply;
    else if (!cancelled.has(job)) fail(job, reply);
    finish(job, cancelled.has(job) ? "cancelled" : job.error ? "failed" : "done");
  } catch (error) {
    if (isOver(job)) return;
    if (error instanceof Broken) {
      console.warn(error.message);
      fail(job, await direct({ ...job.request, kind: "broken", body: "" }, null));
      finish(job, "failed");
    } else finish(job, "cancelled");
  }
}

/** @param {Job} job @param {Reply} reply */
function fail(job, { head, body }) {
  job.error = JSON.parse(new TextDecoder().decode(body)).error;
  job.status = head.status;
}

/** Jobs that were asked to end. @type {WeakSet<Job>} */
const cancelled = new WeakSet();

/** @param {Job} job */
function cancel(job) {
  if (isOver(job) || cancelled.has(job)) return;
  cancelled.add(job);
  // Where memory is shared a job reports its results; elsewhere it just ends.
  if (job.state === "running" && job.worker?.hurry()) setTimeout(() => finish(job, "cancelled"), FAREWELL);
  else finish(job, "cancelled");
}

/** @param {string} text */
const coded = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
/** @param {string} text */
const decoded = (text) => new TextDecoder().decode(Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));

/**
 * Begins a job; the same question that has been answered completely is not asked again.
 * @param {Request} request with the order as its body
 * @returns {Promise<Job | Reply>} a reply if it is refused
 */
async function submit(request) {
  const order = JSON.stringify([request.address, request.accept, request.body]);
  for (const job of jobs.values()) {
    if (job.order === order && job.state === "done" && job.reply?.head.complete) return job;
  }
  const looked = await answer({ ...request, kind: "order" });
  if (looked.head.status !== 200) return looked;
  if ([...jobs.values()].filter((job) => !isOver(job)).length >= QUEUED + RUNNING) return direct({ ...request, kind: "busy", body: "" }, null);
  const { command } = JSON.parse(new TextDecoder().decode(looked.body));
  const number = Math.floor(performance.timeOrigin + performance.now());
  const name = order.length <= NAMED ? coded(order) : crypto.randomUUID();
  /** @type {Job} */
  const job = {
    id: `${number}-${name}`, order, command, state: "queued", progress: "", began: null, ended: null, reply: null,
    error: null, status: 200, listeners: new Set(), worker: null, request: { ...request, kind: "job" },
  };
  // Two in one moment.
  while (jobs.has(job.id)) job.id = `0${job.id}`;
  jobs.set(job.id, job);
  start();
  return job;
}

/** A job by its name; one of a page that was loaded again is asked again. @param {string} id */
async function find(id) {
  const known = jobs.get(id);
  if (known) return known;
  try {
    const [address, accept, body] = JSON.parse(decoded(id.slice(id.indexOf("-") + 1)));
    const job = await submit({ kind: "job", address, accept, body });
    if (!("order" in job)) return null;
    jobs.set(id, job);
    if (job.id !== id) jobs.delete(job.id);
    job.id = id;
    return job;
  } catch {
    return null; // not a name that says what was asked
  }
}

/** Follows a job, as an `EventSource` does. */
class LocalEvents extends EventTarget {
  /** @param {string} id */
  constructor(id) {
    super();
    /** @type {number} */
    this.readyState = EventSource.OPEN;
    /** @type {((event: Event) => void) | null} */
    this.onerror = null;
    /** @type {Job | null} */
    this.job = null;
    find(id).then((job) => {
      if (this.readyState === EventSource.CLOSED) return;
      if (!job) {
        this.readyState = EventSource.CLOSED;
        this.onerror?.(new Event("error"));
        return;
      }
      this.job = job;
      job.listeners.add(this);
      this.notify(job);
    });
  }

  /** @param {Job} job */
  notify(job) {
    if (this.readyState === EventSource.CLOSED) return;
    const name = isOver(job) ? job.state : "progress";
    this.dispatchEvent(new MessageEvent(name, { data: described(job) }));
  }

  close() {
    this.readyState = EventSource.CLOSED;
    const { job } = this;
    if (!job) return;
    job.listeners.delete(this);
    setTimeout(() => { if (job.listeners.size === 0 && !isOver(job)) cancel(job); }, ABANDONED);
  }
}

/**
 * What is answered at an address of a job.
 * @param {string} path
 * @param {Request} request
 * @param {string} method
 */
async function ofJob(path, request, method) {
  const [, id, part, name] = path.split("/");
  const job = await find(decodeURIComponent(id));
  if (!job) return whole(await answer({ ...request, kind: "missing" }));
  const json = "application/json";
  if (!part) {
    if (method === "DELETE") cancel(job);
    return response(new TextEncoder().encode(described(job)), 200, json);
  }
  if (job.error) return response(new TextEncoder().encode(JSON.stringify({ error: job.error })), job.status, json);
  if (!job.reply) return whole(await answer({ ...request, kind: "unfinished" }));
  if (part === "result") return whole(job.reply);
  const place = job.reply.head.files.findIndex((file) => file.name === decodeURIComponent(name ?? ""));
  if (part !== "files" || place < 0) return whole(await answer({ ...request, kind: "nothing" }));
  const { type } = job.reply.head.files[place];
  /** @type {Record<string, string>} */
  const more = type.startsWith("image/") ? {} : { "content-disposition": `attachment; filename="${name}"` };
  return response(job.reply.files[place], 200, type, more);
}

/**
 * On the first visit the page is loaded once more, by way of the service worker: then it may share memory with its
 * workers, so that a job which is cancelled can report what it found.
 */
async function isolate() {
  const tried = "ishitori-isolated";
  if (crossOriginIsolated || sessionStorage.getItem(tried)) return;
  sessionStorage.setItem(tried, "tried");
  location.reload();
  await new Promise(() => {});
}

/**
 * Asks, as `fetch` does.
 * @param {string} url
 * @param {RequestInit} [options]
 */
export async function send(url, options = {}) {
  const asked = new URL(url, location.href);
  if (!asked.pathname.startsWith(api)) return fetch(url, options);
  const method = options.method ?? "GET";
  const path = asked.pathname.slice(api.length);
  const address = decodeURIComponent(path) + asked.search;
  const accept = navigator.languages.map((tag, i) => `${tag};q=${(1 - i / 100).toFixed(2)}`).join(",");
  const count = (/** @type {string} */ state) => [...jobs.values()].filter((job) => job.state === state).length;
  /** @type {Request} */
  const request = { kind: "get", address, accept, jobs: [count("running"), count("queued")] };
  const body = typeof options.body === "string" ? options.body : "";
  if (method === "POST" && path === "jobs") {
    const job = await submit({ ...request, body });
    if (!("order" in job)) return whole(job);
    return response(new TextEncoder().encode(described(job)), 202, "application/json");
  }
  if (path.startsWith("jobs/")) return ofJob(path, request, method);
  if (method === "POST") return whole(await answer({ ...request, kind: "check", body }, options.signal));
  return whole(await answer(request, options.signal));
}

/** @param {string} url */
export function listen(url) {
  const path = new URL(url, location.href).pathname.slice(api.length);
  return new LocalEvents(decodeURIComponent(path.split("/")[1] ?? ""));
}

/**
 * Begins. @param {string} root the path of the site
 * @returns {Promise<any>}
 */
export async function begin(root) {
  api = `${root}api/v1/`;
  source = `${root}assets/ishitori.wasm`;
  script = `${root}assets/js/transport-worker.js`;
  const minded = await serviceWorker(root, send);
  if (minded) await isolate();
  compiled = compile();
  // Said to every page that asks.
  compiled.catch(() => {});
  if (!minded) picturesAndLinks(api, send);
  return { send, listen };
}
