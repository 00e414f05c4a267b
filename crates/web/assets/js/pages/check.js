// @ts-check
/** The page that checks a certificate of the visitor. */

import { check } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { badgeOf } from "../parts/certificate.js";
import { field, message, start } from "../parts/fields.js";

/** @param {HTMLElement} main */
export function show(main) {
  const leaving = new AbortController();
  const text = field(t("check.text"), { width: "full", mono: true, rows: 8, placeholder: "{\"format\": …}", draft: false });
  const verdict = h("div", { class: "results", role: "status" });
  const run = async (/** @type {string} */ document, /** @type {string} */ name) => {
    replace(verdict, h("p", { class: "note" }, t("job.running")));
    try {
      const { valid, claim, why } = await check(document);
      if (leaving.signal.aborted) return;
      replace(verdict, h("section", { class: "card" },
        h("p", { class: "headline" }, badgeOf(valid), " ", name),
        claim ? h("p", {}, claim) : null, h("p", { class: "note" }, why)));
    } catch (error) {
      if (!leaving.signal.aborted) replace(verdict, message(error));
    }
  };
  /** The file that was chosen or dropped last, with its name. @type {[string, string] | null} */
  let brought = null;
  const bring = (/** @type {string} */ content, /** @type {string} */ name) => {
    brought = [content, name];
    run(content, name);
  };
  const file = h("input", { type: "file", accept: ".json,application/json", id: "certificate" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) bring(await chosen.text(), chosen.name);
  });
  const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (!text.input.value.trim() && brought) run(...brought); else run(text.input.value, ""); } },
    h("div", { class: "full" }, h("label", { for: "certificate" }, t("check.file")), file), text.box, start(t("certificate.check")));
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    if (event.type === "drop" && dropped) dropped.text().then((content) => bring(content, dropped.name));
  };
  form.addEventListener("dragover", drop);
  form.addEventListener("drop", drop);
  main.append(h("h1", {}, t("nav.check")), h("p", { class: "lead" }, t("check.lead")), form, verdict);
  return () => leaving.abort();
}
