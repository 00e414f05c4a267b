// @ts-check
/** A computation that takes a while, on the page. */

import { job } from "../api.js";
import { announce, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { message } from "./fields.js";

/**
 * Runs a job and shows it in a box: progress with a button to cancel, then what `show` makes of the
 * result.
 * @param {HTMLElement} box
 * @param {string} command
 * @param {import("../api.js").Parameters} parameters
 * @param {AbortSignal} leaving ends the job when the page is left
 * @param {(job: import("../api.js").Job) => void} show
 * @param {(error: any) => boolean} [handled] whether the page has shown the error itself
 */
export async function runJob(box, command, parameters, leaving, show, handled) {
  const stop = new AbortController();
  const forward = () => stop.abort();
  leaving.addEventListener("abort", forward);
  const line = h("span", { class: "note" }, t("job.waiting"));
  const cancel = h("button", { type: "button", onclick: () => stop.abort() }, t("cancel"));
  replace(box, h("div", { class: "progress" }, h("div", { class: "bar", role: "progressbar", "aria-label": t("job.running") }), line, cancel));
  box.setAttribute("aria-busy", "true");
  const began = performance.now();
  const tick = setInterval(() => update(last), 500);
  /** @type {import("../api.js").Job | undefined} */
  let last;
  const update = (/** @type {import("../api.js").Job | undefined} */ state) => {
    last = state;
    const seconds = Math.floor((performance.now() - began) / 1000);
    const what = state?.state === "queued" ? t("job.queued") : state?.progress || t("job.running");
    line.textContent = seconds >= 1 ? `${what} · ${seconds} s` : what;
  };
  try {
    const done = await job(command, parameters, update, stop.signal);
    if (leaving.aborted) return;
    show(done);
    announce(t("job.done"));
  } catch (error) {
    if (leaving.aborted) return;
    if (error instanceof DOMException && error.name === "AbortError") replace(box, h("p", { class: "note" }, t("job.cancelled")));
    else if (!handled?.(error)) replace(box, message(error));
    else replace(box);
  } finally {
    clearInterval(tick);
    box.removeAttribute("aria-busy");
    leaving.removeEventListener("abort", forward);
  }
}
