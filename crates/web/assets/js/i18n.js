// @ts-check
/**
 * The sentences in the language of the reader. They stand in `crates/words/languages`, a file `pages.txt` for each language, from
 * which a test writes `js/languages`.
 */

import en from "./languages/en.js";
import ja from "./languages/ja.js";

/** By the code of the language: what it says by keys. @type {Record<string, Record<string, string>>} */
export const LANGUAGES = { en, ja };
/** English in brackets and a third longer: by it tests find what is in no file of a language. */
const PSEUDO = "en-XA";

let current = "en";

/** The code of the language. */
export function language() {
  return current;
}

/** Takes the language with this code, with any region. @param {string} tag */
export function setLanguage(tag) {
  const code = tag.toLowerCase().split("-")[0];
  current = tag === PSEUDO ? PSEUDO : code in LANGUAGES ? code : "en";
}

/** A number with thin groups of digits. @param {number | null | undefined} value */
export function number(value) {
  if (value === null || value === undefined) return "–";
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/**
 * A sentence.
 * @param {string} key
 * @param {...any} values for {0}, {1}, …
 */
export function t(key, ...values) {
  const entry = (LANGUAGES[current] ?? en)[key];
  if (entry === undefined) return key;
  const letters = current === PSEUDO ? (entry.match(/\p{L}/gu) ?? []).length : 0;
  const said = letters > 0 ? `⟦${entry}${"~~~~ ".repeat(Math.ceil(letters / 15)).slice(0, Math.ceil(letters / 3)).trimEnd()}⟧` : entry;
  return said.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)] ?? ""));
}
