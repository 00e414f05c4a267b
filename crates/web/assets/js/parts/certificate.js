// @ts-check
/** The certificate of a job: to take along, and to have checked in place. */

import { address, check, jobFile } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { message } from "./fields.js";
import { download } from "./pictures.js";

/**
 * Valid, rejected, or not decided because a limit ended the check.
 * @param {boolean | null} valid
 */
export function badgeOf(valid) {
  if (valid === null) return h("span", { class: "badge" }, t("check.undecided"));
  return h("span", { class: `badge ${valid ? "good" : "bad"}` }, t(valid ? "check.valid" : "check.invalid"));
}

/**
 * What a checker says that shares nothing with the solver.
 * @param {{valid: boolean | null, claim?: string, why: string}} verdict
 */
export function verdictOf({ valid, claim, why }) {
  return h("p", { class: "verdict" }, badgeOf(valid), " ", claim ?? "", h("br"), h("span", { class: "note" }, why));
}

/**
 * Buttons to save and to check the certificate; nothing where there is none.
 * @param {import("../api.js").Job} job
 * @param {string} name of the file, without its ending
 */
export function certificate(job, name) {
  const file = job.files?.find((one) => one.endsWith("certificate.json"));
  if (!file) return null;
  const verdict = h("div", { role: "status" });
  const checkIt = async () => {
    replace(verdict, h("p", { class: "note" }, t("job.running")));
    try {
      replace(verdict, verdictOf(await check(await (await jobFile(job.id, file)).text())));
    } catch (error) {
      replace(verdict, message(error));
    }
  };
  // The server calls every certificate the same; here it is named after the game.
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      download(`${name}.json`, await jobFile(job.id, file));
    } catch (error) {
      replace(verdict, message(error));
    }
  };
  return h("div", {}, h("div", { class: "actions" },
    h("a", { class: "button", href: address(`jobs/${job.id}/files/${file}`), download: `${name}.json`, onclick: save }, t("certificate.save")),
    h("button", { type: "button", onclick: checkIt }, t("certificate.check"))), verdict);
}
