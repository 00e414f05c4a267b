// @ts-check
/**
 * The sentences in the language of the reader. They stand in `crates/words/languages`, a file `pages.txt` for each language, from
 * which a test writes `js/languages`.
 */

/** The codes of the languages, each a file of `js/languages`. */
export const LANGUAGES = ["en", "ja"];
/** English in brackets and a third longer: by it tests find what is in no file of a language. */
const PSEUDO = "en-XA";

let current = "en";
/** What the language says, by keys; loaded when it is first wanted. @type {Record<string, string>} */
let texts = {};

/** The code of the language. */
export function language() {
  return current;
}

/** Takes the language with this code, with any region. @param {string} tag */
export async function setLanguage(tag) {
  const code = tag.toLowerCase().split("-")[0];
  const known = LANGUAGES.includes(code) ? code : "en";
  texts = (await import(`./languages/${known}.js`)).default;
  current = tag === PSEUDO ? PSEUDO : known;
}

/** A number with thin groups of digits. @param {number | null | undefined} value */
export function number(value) {
  if (value === null || value === undefined) return "–";
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/**
 * A sentence.
 * @param {string} key
 * @param {...any} values for {0}, {1}, …; {0:move|moves} is the first word where {0} is 1, else the second
 */
export function t(key, ...values) {
  const entry = texts[key];
  if (entry === undefined) return key;
  const letters = current === PSEUDO ? (entry.match(/\p{L}/gu) ?? []).length : 0;
  const said = letters > 0 ? `⟦${entry}${"~~~~ ".repeat(Math.ceil(letters / 15)).slice(0, Math.ceil(letters / 3)).trimEnd()}⟧` : entry;
  const worded = said.replace(/\{(\d):([^{}|]*)\|([^{}|]*)\}/g, (_, i, one, several) => (String(values[Number(i)]) === "1" ? one : several));
  return worded.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)] ?? ""));
}
