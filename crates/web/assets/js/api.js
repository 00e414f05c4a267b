// @ts-check
/** Questions to the server. */

import { language, t } from "./i18n.js";

/**
 * @typedef {{code: string, message: string, parameter?: string, place?: [number, number]}} Fault
 * @typedef {Record<string, string | number | boolean | string[] | null | undefined>} Parameters
 * @typedef {{id: string, command: string, state: string, progress?: string, seconds?: number,
 *   complete?: boolean, result?: any, files?: string[], error?: Fault}} Job
 */

/** Attempts to follow a job whose server does not answer. */
const PATIENCE = 4;

/** A question that was not answered. */
export class Refused extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * The address of a question.
 * @param {string} command
 * @param {Parameters} [parameters]
 */
export function address(command, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  query.append("lang", language());
  return `/api/v1/${command}?${query}`;
}

/** @param {Response} response */
async function faultOf(response) {
  try {
    const { error } = await response.json();
    if (error?.message) return new Refused(error);
  } catch {
    // Not JSON: an answer of something else than our server.
  }
  return new Refused({ code: "http", message: `HTTP ${response.status}` });
}

/**
 * @param {string} url
 * @param {RequestInit} [options]
 */
async function request(url, options) {
  let response;
  try {
    response = await fetch(url, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused({ code: "offline", message: t("offline") });
  }
  if (!response.ok) throw await faultOf(response);
  return response;
}

/**
 * A direct question.
 * @param {string} command
 * @param {Parameters} [parameters]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(command, parameters, signal) {
  return (await request(address(command, parameters), { signal })).json();
}

/**
 * A direct question whose answer is a text.
 * @param {string} command
 * @param {Parameters} parameters
 */
export async function askText(command, parameters) {
  return (await request(address(command, parameters))).text();
}

/**
 * A direct question whose answer is packed.
 * @param {string} command
 * @param {Parameters} parameters
 * @param {AbortSignal} [signal]
 */
export async function askBytes(command, parameters, signal) {
  return new Uint8Array(await (await request(address(command, parameters), { signal })).arrayBuffer());
}

/**
 * Has a certificate checked.
 * @param {string} document
 */
export async function check(document) {
  const headers = { "content-type": "application/json" };
  return (await request(address("check"), { method: "POST", headers, body: document })).json();
}

/**
 * A job: begins, tells about itself, ends or is cancelled by the signal.
 * @param {string} command
 * @param {Parameters} parameters
 * @param {(job: Job) => void} onProgress
 * @param {AbortSignal} signal
 * @returns {Promise<Job>}
 */
export async function job(command, parameters, onProgress, signal) {
  const given = Object.entries(parameters).filter(([, v]) => v !== null && v !== undefined && v !== "");
  const body = JSON.stringify({ command, parameters: Object.fromEntries(given) });
  const headers = { "content-type": "application/json" };
  const response = await request(address("jobs"), { method: "POST", headers, body, signal });
  /** @type {Job} */
  const begun = await response.json();
  onProgress(begun);
  if (begun.state === "done") return begun;
  return new Promise((resolve, reject) => {
    const events = new EventSource(address(`jobs/${begun.id}/events`));
    const end = () => {
      events.close();
      signal.removeEventListener("abort", stop);
      removeEventListener("pagehide", stop);
    };
    const give = () => {
      fetch(address(`jobs/${begun.id}`), { method: "DELETE", keepalive: true }).catch(() => {});
    };
    const stop = () => {
      end();
      give();
      reject(new DOMException("cancelled", "AbortError"));
    };
    /** @param {MessageEvent} event */
    const read = (event) => /** @type {Job} */ (JSON.parse(event.data));
    let failures = 0;
    events.addEventListener("progress", (event) => {
      failures = 0;
      onProgress(read(event));
    });
    events.addEventListener("done", (event) => { end(); resolve(read(event)); });
    events.addEventListener("failed", (event) => {
      end();
      reject(new Refused(read(event).error ?? { code: "failed", message: "failed" }));
    });
    events.addEventListener("cancelled", () => { end(); reject(new DOMException("cancelled", "AbortError")); });
    events.onerror = () => {
      // The browser tries again by itself; a server that has gone is not waited for.
      failures += 1;
      if (events.readyState === EventSource.CLOSED || failures >= PATIENCE) {
        end();
        // A page that is being closed comes here too.
        give();
        reject(new Refused({ code: "offline", message: t("offline") }));
      }
    };
    if (signal.aborted) stop();
    else {
      signal.addEventListener("abort", stop);
      addEventListener("pagehide", stop);
    }
  });
}
