// @ts-check
/** Periods that are too far away for an answer here, each proved by a certificate in the repository (`docs/certificates`). */

import { h } from "../dom.js";
import { number, t } from "../i18n.js";

/** Period, and the heap from which it holds, by rule. @type {Record<string, [number, number]>} */
const KNOWN = { "0.106": [328226140474, 465384263797] };
const WHERE = "https://github.com/ishitori/ishitori/blob/main/docs/certificates/README.md";

/** What a certificate proves of a rule, if there is one. @param {string} rule */
export function knownPeriod(rule) {
  const known = Object.hasOwn(KNOWN, rule.trim()) ? KNOWN[rule.trim()] : null;
  return known && h("p", { class: "known" }, t("period.certificate", number(known[0]), number(known[1])), " ", h("a", { href: WHERE, rel: "noopener" }, t("period.certificate.link")));
}
