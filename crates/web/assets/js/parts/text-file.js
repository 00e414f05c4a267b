// @ts-check
/** A text of a game as a file and as a link: open, save, copy, show to a telephone. */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { copyButton, download, fileName } from "./pictures.js";
import { qrCode } from "./qr.js";

/** The longest text that is read. */
const LONGEST = 1 << 16;

/** The name that a text gives its game. @param {string} text */
function nameOf(text) {
  return /^\s*game\s+([^\s(]+)/m.exec(text)?.[1] ?? "";
}

/**
 * @param {HTMLElement} input where a file may be dropped
 * @param {() => string} text
 * @param {(text: string) => void} put
 * @param {() => string} address of what is shown
 */
export function textFile(input, text, put, address) {
  const fault = h("p", { class: "fault", role: "alert", hidden: true });
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    const large = file.size > LONGEST;
    const written = large ? "" : await file.text();
    // No text has such a character; a picture or a program has one soon.
    const strange = large || written.includes("\u0000");
    fault.hidden = !strange;
    replace(fault, strange ? t("games.file.strange") : null);
    if (!strange) put(written.replace(/\r\n?/g, "\n").replace(/^\ufeff/, ""));
  };
  const chosen = h("input", { type: "file", accept: ".game,.txt,text/plain", hidden: true, "aria-label": t("games.file.open"), onchange: async () => {
    await take(chosen.files[0]);
    chosen.value = "";
  } });
  input.addEventListener("dragover", (/** @type {DragEvent} */ event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
  input.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
  const shown = h("div", {});
  const code = h("details", { class: "more", ontoggle: () => { if (code.open) replace(shown, qrCode(address(), t("qr.label", address())) ?? h("p", {}, t("qr.long"))); } }, h("summary", {}, t("qr.title")), shown);
  return h("div", { class: "textfile" },
    h("div", { class: "actions" },
      h("button", { type: "button", onclick: () => chosen.click() }, t("games.file.open")), chosen,
      h("button", { type: "button", onclick: () => download(`${fileName(nameOf(text()) || text()).slice(0, 40)}.game`, new Blob([text().endsWith("\n") ? text() : `${text()}\n`], { type: "text/plain" })) }, t("games.file.save")),
      copyButton(t("study.link"), async () => address())), fault, code);
}
