// @ts-check
/** Fields of forms, and what is wrong with them. */

import { freshId, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { link, page, parameters } from "../state.js";
import { keepDraft } from "./drafts.js";

/**
 * @typedef {{box: HTMLElement, input: HTMLInputElement & HTMLSelectElement, fault: HTMLElement}} Field
 */

/**
 * A labelled input.
 * @param {string} label
 * @param {{width?: string, value?: string, hint?: string, mono?: boolean, type?: string,
 *   min?: number, max?: number, list?: [string, string][], options?: [string, string][],
 *   placeholder?: string, rows?: number, inputmode?: string, draft?: boolean}} options
 * @returns {Field}
 */
export function field(label, options = {}) {
  const id = freshId();
  const described = `${id}-fault${options.hint ? ` ${id}-hint` : ""}`;
  const common = { id, name: id, "aria-describedby": described, class: options.mono ? "mono" : "" };
  let input;
  if (options.options) {
    input = h("select", common, options.options.map(([value, text]) => h("option", { value, selected: value === options.value }, text)));
  } else if (options.rows) {
    input = h("textarea", { ...common, rows: options.rows, spellcheck: "false", placeholder: options.placeholder });
    input.value = options.value ?? "";
  } else {
    input = h("input", {
      ...common, type: options.type ?? "text", value: options.value ?? "", min: options.min, max: options.max,
      list: options.list ? `${id}-list` : null, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      placeholder: options.placeholder, inputmode: options.inputmode,
    });
  }
  if (options.draft !== false) keepDraft(input);
  const fault = h("p", { class: "fault", id: `${id}-fault`, hidden: true });
  const box = h("div", { class: options.width ?? "third" },
    h("label", { for: id }, label), input,
    options.list ? h("datalist", { id: `${id}-list` }, options.list.map(([value, text]) => h("option", { value }, text))) : null,
    options.hint ? h("p", { class: "hint", id: `${id}-hint` }, options.hint) : null, fault);
  return { box, input, fault };
}

/**
 * Takes the marks of earlier faults away.
 * @param {Field[]} fields
 */
export function clearFaults(fields) {
  for (const { input, fault } of fields) {
    input.removeAttribute("aria-invalid");
    fault.hidden = true;
    fault.replaceChildren();
  }
}

/**
 * Shows a fault at the field it is about. False if there is no such field.
 * @param {Record<string, Field>} fields
 * @param {import("../api.js").Fault} fault
 */
export function showFault(fields, fault) {
  const field = fields[fault.parameter ?? ""];
  if (!field) return false;
  field.input.setAttribute("aria-invalid", "true");
  field.fault.hidden = false;
  // On a phone the fields are folded.
  field.box.closest("details")?.setAttribute("open", "");
  const meant = fault.suggestion;
  replace(field.fault, spoken(fault), place(field.input.value, fault.place),
    meant ? h("span", { class: "meant" }, t("fault.meant"), " ", h("a", { href: link(page(), { ...parameters(), [fault.parameter ?? "rule"]: mended(field.input.value, fault.place, meant) }) }, meant)) : null);
  if (fault.place && "setSelectionRange" in field.input) {
    // What is wrong is marked in the text itself too.
    const [from, to] = fault.place.map((byte) => characters(field.input.value, byte));
    // Not while the visitor types there: the next key would overwrite what is selected.
    if (document.activeElement !== field.input) field.input.setSelectionRange(from, to);
    field.input.setAttribute("data-wrong", `${from}-${to}`);
  }
  // A visitor in another field stays there.
  if (!isTyping()) field.input.focus();
  return true;
}

/** Whether a field has the focus. */
function isTyping() {
  return document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement;
}

/**
 * What is wrong, without the name of the parameter, which stands at its field already.
 * @param {import("../api.js").Fault} fault
 */
function spoken(fault) {
  const { message: text, parameter } = fault;
  // Where in the text it is, is marked there. A field may have another name than what is asked.
  const named = parameter ? new RegExp(`^(?:${parameter}|rule|game|expression)(?::\\d+:\\d+)?: `).exec(text) : null;
  const plain = text.slice(named?.[0].length ?? 0);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * A text with the word that is meant in the place of the one that is wrong.
 * @param {string} text
 * @param {[number, number] | undefined} bytes
 * @param {string} word
 */
function mended(text, bytes, word) {
  if (!bytes) return word;
  const [from, to] = bytes.map((byte) => characters(text, byte));
  return text.slice(0, from) + word + text.slice(to);
}

/**
 * How many characters the first bytes of a text are.
 * @param {string} text
 * @param {number} bytes
 */
function characters(text, bytes) {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes)).length;
}

/**
 * The text with the bytes at fault marked.
 * @param {string} text
 * @param {[number, number] | undefined} bytes
 */
function place(text, bytes) {
  if (!bytes || text === "") return null;
  const encoded = new TextEncoder().encode(text);
  const decode = (/** @type {number} */ from, /** @type {number} */ to) => new TextDecoder().decode(encoded.slice(from, to));
  const [from, to] = bytes;
  return h("span", { class: "place" }, decode(0, from), h("mark", {}, decode(from, to) || "␣"), decode(Math.max(to, from), encoded.length));
}

/**
 * A fault that belongs to no field.
 * @param {unknown} error
 */
export function message(error) {
  const text = error instanceof Error ? error.message : String(error);
  return h("div", { class: "message", role: "alert" }, h("strong", {}, t("failed")), " ", text);
}

/**
 * The button that starts, in a row of its own with what follows.
 * @param {string} label
 */
export function start(label) {
  return h("div", { class: "start" }, h("button", { class: "primary", type: "submit" }, label));
}

/**
 * Chips that fill in examples.
 * @param {string} label
 * @param {[string, string][]} examples text and address
 */
export function chips(label, examples) {
  return h("div", { class: "chips rest" }, h("span", { class: "label" }, label),
    examples.map(([text, href]) => h("a", { class: "button chip", href }, text)));
}
