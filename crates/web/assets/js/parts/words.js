// @ts-check
/** Rules and results in words: what may be taken, where one loses, what a letter means. */

import { h } from "../dom.js";
import { language, t } from "../i18n.js";

/** @param {(string | number)[]} items @param {string} last the key of the word before the last */
function enumerate(items, last) {
  if (items.length < 2) return items.join("");
  if (language() === "ja") return items.join("、");
  return `${items.slice(0, -1).join(", ")} ${t(last)} ${items.at(-1)}`;
}

/** Numbers in which consecutive ones are written as a stretch. @param {number[]} numbers */
function stretches(numbers) {
  /** @type {string[]} */
  const parts = [];
  for (let i = 0; i < numbers.length; ) {
    let j = i;
    while (j + 1 < numbers.length && numbers[j + 1] === numbers[j] + 1) j += 1;
    if (j - i >= 3) parts.push(`${numbers[i]}–${numbers[j]}`);
    else for (let k = i; k <= j; k += 1) parts.push(String(numbers[k]));
    i = j + 1;
  }
  return parts;
}

/**
 * The rule of heaps in words; null if the form is not one of those with a simple description.
 * @param {string} rule
 * @returns {string | null}
 */
export function ruleInWords(rule) {
  const set = /^sub:([\d,\s-]+)$/.exec(rule);
  if (set) {
    const numbers = set[1].split(",").flatMap((part) => {
      const [from, to] = part.split("-").map(Number);
      return to === undefined ? [from] : Array.from({ length: Math.max(0, Math.min(1000, to - from + 1)) }, (_, i) => from + i);
    });
    return t("words.take", enumerate(stretches(numbers), "or"));
  }
  const all = /^allbut:([\d,]+)$/.exec(rule);
  if (all) return t("words.allbut", enumerate(all[1].split(",").map(Number), "or"));
  const code = /^([0-7])\.([0-7]+)$/.exec(rule);
  if (!code) return null;
  /** How a heap may be left, and by taking how many. @type {Map<number, number[]>} */
  const groups = new Map();
  [...code[2]].forEach((digit, i) => {
    const how = Number(digit);
    if (how) groups.set(how, [...(groups.get(how) ?? []), i + 1]);
  });
  const parts = [...groups].map(([how, counts]) => {
    const left = [1, 2, 4].filter((bit) => how & bit).map((bit) => t(`words.left.${bit}`));
    return t("words.octal", enumerate(stretches(counts), "or"), enumerate(left, "or"));
  });
  if (Number(code[1]) & 4) parts.unshift(t("words.split"));
  return parts.length ? parts.join(" ") : null;
}

/**
 * The heaps of a class as a formula: `n ≡ 0 (mod 4)`, and what else belongs to it.
 * @param {{from: number, modulus: number, residues: number[], also: number[], except: number[]}} found
 */
export function formula({ from, modulus, residues, also, except }) {
  const parts = [];
  const most = 24;
  const listed = (/** @type {number[]} */ numbers) => numbers.slice(0, most).join(", ") + (numbers.length > most ? " …" : "");
  if (residues.length) {
    const body = modulus === 1 ? t("formula.all") : `n ≡ ${listed(residues)} (mod ${modulus})`;
    const lower = from > Math.max(0, ...except) + 1 && from > modulus ? `, n ≥ ${from}` : "";
    parts.push(body + (except.length ? ` ${t("formula.except", listed(except))}` : "") + (except.length ? "" : lower));
  }
  if (also.length) parts.push(`n = ${listed(also)}`);
  return parts.length ? parts.join(` ${t("formula.and")} `) : t("formula.none");
}

/**
 * A word that explains itself when it is pointed at or reached by keys.
 * @param {string} key in the glossary
 * @param {string} [shown]
 */
export function term(key, shown) {
  return h("span", { class: "term", tabindex: 0, role: "note", "aria-label": `${shown ?? key}: ${t(`glossary.${key}`)}`, "data-tip": t(`glossary.${key}`) }, shown ?? key);
}
