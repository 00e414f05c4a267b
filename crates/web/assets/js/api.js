// @ts-check
/** Questions to the server, or to the program in the page where there is none. */

import { language, t } from "./i18n.js";
import { ROOT, listen, send } from "./transport.js";

/**
 * @typedef {{code: string, message: string, parameter?: string, place?: [number, number], suggestion?: string}} Fault
 * @typedef {Record<string, string | number | boolean | string[] | null | undefined>} Parameters
 * @typedef {{id: string, command: string, state: string, progress?: string, share?: number, seconds?: number,
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
  return `${ROOT}api/v1/${command}?${query}`;
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
    response = await send(url, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused({ code: "offline", message: t("offline") });
  }
  if (!response.ok) throw await faultOf(response);
  return response;
}

/**
 * An answer as data. Whole numbers beyond 2^53 stay what they are, as texts, where the browser gives the text of a number.
 * @param {string} text
 */
function parsed(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const exact = (/** @type {string} */ _, /** @type {any} */ value, /** @type {{source?: string}} */ context) => (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source ? context.source : value);
  return JSON.parse(text, /** @type {any} */ (exact));
}

/**
 * A direct question.
 * @param {string} command
 * @param {Parameters} [parameters]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(command, parameters, signal) {
  return parsed(await (await request(address(command, parameters), { signal })).text());
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
 * A document that belongs to a job.
 * @param {string} id
 * @param {string} name
 */
export async function jobFile(id, name) {
  return (await request(address(`jobs/${id}/files/${name}`))).blob();
}

/**
 * The result of a job that is no object: a drawing.
 * @param {string} id
 */
export async function jobResult(id) {
  return (await request(address(`jobs/${id}/result`))).blob();
}

/**
 * Begins a job.
 * @param {string} command
 * @param {Parameters} parameters
 * @returns {Promise<Job>}
 */
export async function begin(command, parameters) {
  const given = Object.entries(parameters).filter(([, v]) => v !== null && v !== undefined && v !== "");
  const body = JSON.stringify({ command, parameters: Object.fromEntries(given) });
  const headers = { "content-type": "application/json" };
  return (await request(address("jobs"), { method: "POST", headers, body })).json();
}

/**
 * A job as it stands; refused if it is not kept any more.
 * @param {string} id
 * @returns {Promise<Job>}
 */
export async function jobState(id) {
  return (await request(address(`jobs/${id}`))).json();
}

/**
 * Asks a job to end; who follows it gets what it has found.
 * @param {string} id
 */
export async function cancelJob(id) {
  await request(address(`jobs/${id}`), { method: "DELETE", keepalive: true });
}

/**
 * Follows a job until it is done or cancelled. The signal ends the following, not the job: a job that
 * no page follows for a while ends by itself.
 * @param {string} id
 * @param {(job: Job) => void} onProgress
 * @param {AbortSignal} signal
 * @returns {Promise<Job>}
 */
export function follow(id, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const events = listen(address(`jobs/${id}/events`));
    const end = () => {
      events.close();
      signal.removeEventListener("abort", stop);
    };
    const stop = () => {
      end();
      reject(new DOMException("left", "AbortError"));
    };
    /** @param {MessageEvent} event */
    const read = (event) => /** @type {Job} */ (JSON.parse(event.data));
    let failures = 0;
    events.addEventListener("progress", (event) => {
      failures = 0;
      onProgress(read(event));
    });
    for (const over of ["done", "cancelled"]) events.addEventListener(over, (event) => { end(); resolve(read(/** @type {MessageEvent} */ (event))); });
    events.addEventListener("failed", (event) => {
      end();
      reject(new Refused(read(event).error ?? { code: "failed", message: t("failed") }));
    });
    events.onerror = () => {
      // The browser tries again by itself; a server that has gone is not waited for.
      failures += 1;
      if (events.readyState === EventSource.CLOSED || failures >= PATIENCE) {
        end();
        reject(new Refused({ code: "offline", message: t("offline") }));
      }
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
}
