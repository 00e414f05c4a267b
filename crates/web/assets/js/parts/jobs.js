// @ts-check
/** A computation that takes a while, on the page. */

import { Refused, begin, cancelJob, follow, jobState } from "../api.js";
import { announce, h, replace } from "../dom.js";
import { language, t } from "../i18n.js";
import { link } from "../state.js";
import { message } from "./fields.js";

/** Jobs of this visit by what they were asked, so that a page that is loaded again finds its own. */
const KEPT = "jobs";

/** @returns {Record<string, string>} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {}; // a browser that keeps nothing, or what others left there
  }
}

/** @param {string} question @param {string | null} id */
function keep(question, id) {
  const all = Object.entries(kept()).filter(([asked]) => asked !== question).slice(-40);
  if (id) all.push([question, id]);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // Then a page that is loaded again asks again.
  }
}

/**
 * A progress line: the bar, what is said, a button to cancel.
 * @param {() => void} cancel
 */
function progressBar(cancel) {
  const line = h("span", { class: "note" }, t("job.waiting"));
  const bar = h("div", { class: "bar", role: "progressbar", "aria-label": t("job.running"), "aria-valuemin": 0, "aria-valuemax": 100 });
  const button = h("button", { type: "button", onclick: () => { button.disabled = true; cancel(); } }, t("cancel"));
  const address = h("a", { class: "note", hidden: true }, t("job.address"));
  const element = h("div", { class: "progress" }, bar, line, address, button);
  const began = performance.now();
  /** @type {import("../api.js").Job | undefined} */
  let last;
  const update = (/** @type {import("../api.js").Job | undefined} */ state) => {
    last = state;
    if (state?.id) {
      address.hidden = false;
      address.href = link("job", { id: state.id });
    }
    const seconds = Math.floor(Math.max((performance.now() - began) / 1000, state?.seconds ?? 0));
    const what = state?.state === "queued" ? t("job.queued") : state?.progress || t("job.running");
    const share = state?.share ?? null;
    bar.classList.toggle("known", share !== null);
    if (share !== null) {
      bar.style.setProperty("--share", String(share));
      bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    }
    line.textContent = seconds >= 1 ? `${what} · ${seconds} s` : what;
  };
  const tick = setInterval(() => update(last), 500);
  return { element, update, end: () => clearInterval(tick) };
}

/**
 * Follows a job in a box: progress with a button to cancel, then what `show` makes of the result, also of
 * what was found when it was cancelled.
 * @param {HTMLElement} box
 * @param {() => Promise<import("../api.js").Job>} started
 * @param {AbortSignal} leaving ends the following when the page is left; who comes back follows again
 * @param {(job: import("../api.js").Job) => void} show
 * @param {(error: any) => boolean} [handled] whether the page has shown the error itself
 */
export async function followJob(box, started, leaving, show, handled) {
  /** @type {string | null} */
  let id = null;
  let cancelled = false;
  const stop = () => {
    cancelled = true;
    if (id) cancelJob(id).catch(() => {}); // it has ended
  };
  const progress = progressBar(stop);
  replace(box, progress.element);
  box.setAttribute("aria-busy", "true");
  try {
    let job = await started();
    if (leaving.aborted) return;
    id = job.id;
    progress.update(job);
    if (cancelled) stop();
    if (job.state === "failed") throw new Refused(job.error ?? { code: "failed", message: t("failed") });
    if (job.state === "queued" || job.state === "running") job = await follow(job.id, progress.update, leaving);
    if (leaving.aborted) return;
    if (job.state === "cancelled") {
      replace(box);
      const note = h("p", { class: "note" }, t(job.result ? "job.partial" : "job.cancelled"));
      if (job.result) show(job);
      box.prepend(note);
      announce(note.textContent ?? "");
    } else {
      show(job);
      announce(t("job.done"));
    }
  } catch (error) {
    if (leaving.aborted) return;
    if (!handled?.(error)) replace(box, message(error));
    else replace(box);
  } finally {
    progress.end();
    box.removeAttribute("aria-busy");
  }
}

/**
 * Runs a job in a box. The same question asked before during this visit is followed, not asked again.
 * @param {HTMLElement} box
 * @param {string} command
 * @param {import("../api.js").Parameters} parameters
 * @param {AbortSignal} leaving
 * @param {(job: import("../api.js").Job) => void} show
 * @param {(error: any) => boolean} [handled]
 */
export function runJob(box, command, parameters, leaving, show, handled) {
  const question = JSON.stringify([command, language(), parameters]);
  const started = async () => {
    const known = kept()[question];
    if (known) {
      try {
        const job = await jobState(known);
        if (job.state !== "failed" && job.state !== "cancelled") return job;
      } catch {
        // It is not kept any more.
      }
    }
    const job = await begin(command, parameters);
    keep(question, job.id);
    return job;
  };
  return followJob(box, started, leaving, show, handled);
}
