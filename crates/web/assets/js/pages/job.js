// @ts-check
/** One computation at its own address. */

import { address, jobState } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { followJob } from "../parts/jobs.js";
import { card } from "../parts/pictures.js";

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const box = h("div", {});
  main.append(h("h1", {}, t("job.title")), h("p", { class: "lead" }, t("job.lead")), h("div", { class: "results" }, h("section", { class: "card" }, box)));
  followJob(box, () => jobState(given.id ?? ""), leaving.signal, (job) => replace(box, result(job)));
  return () => leaving.abort();
}

/** @param {import("../api.js").Job} job */
function result(job) {
  const text = JSON.stringify(job.result ?? null, null, 2);
  const cut = text.length > 20000;
  return h("div", {}, h("p", { class: "headline mono" }, job.command),
    h("div", { class: "actions" },
      h("a", { class: "button", href: address(`jobs/${job.id}/result`), download: `${job.command.replace(/\W+/g, "-")}.json` }, t("job.result")),
      (job.files ?? []).map((name) => h("a", { class: "button", href: address(`jobs/${job.id}/files/${name}`), download: name }, name))),
    job.result ? h("pre", { class: "scroll tall mono", tabindex: 0, role: "group", "aria-label": t("job.result") }, text.slice(0, 20000), cut ? " …" : "") : null);
}
