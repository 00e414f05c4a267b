// @ts-check
/**
 * What was typed and not sent. It is kept for the visit under the page and the place of its field, together
 * with what stood there first: a field that begins with the same again gets what was typed, one that begins with
 * something else (an example was chosen, the question was sent) does not.
 */

let here = "";
let places = 0;

/** A page is drawn: its fields are counted again. @param {string} name */
export function newPage(name) {
  here = name;
  places = 0;
}

/**
 * Lets a field keep what is typed into it.
 * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} input
 */
export function keepDraft(input) {
  const key = `draft:${here}:${places}`;
  places += 1;
  const first = input.value;
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (kept && kept.first === first && typeof kept.typed === "string") input.value = kept.typed;
  } catch {
    // A browser that keeps nothing, or what others left there.
  }
  input.addEventListener("input", () => {
    try {
      sessionStorage.setItem(key, JSON.stringify({ first, typed: input.value }));
    } catch {
      // Then it is lost with the page.
    }
  });
}
