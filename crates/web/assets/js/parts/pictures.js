// @ts-check
/** Pictures, and how they are saved. */

import { address, jobResult } from "../api.js";
import { announce, h } from "../dom.js";
import { t } from "../i18n.js";
import { runJob } from "./jobs.js";

/**
 * A card with a heading and actions.
 * @param {string} title
 * @param {any[]} actions
 * @param {...any} content
 */
export function card(title, actions, ...content) {
  return h("section", { class: "card" },
    h("header", {}, h("h2", {}, title), actions.length ? h("div", { class: "actions" }, actions) : null), content);
}

/**
 * A picture that the server draws.
 * @param {string} title
 * @param {string} picture such as `draw/scatter`
 * @param {import("../api.js").Parameters} parameters
 * @param {string} alt
 * @param {AbortSignal} leaving
 * @param {{natural?: boolean, note?: any, shown?: "svg" | "png"}} [options] what is shown: bands of
 *   many rows are seamless as dots only
 */
export function serverPicture(title, picture, parameters, alt, leaving, options = {}) {
  const named = `${fileName(String(parameters.rule ?? parameters.expression ?? `${parameters.min}-${parameters.max}`))}-${picture.split("/")[1]}`;
  const save = (/** @type {string} */ kind) => h("a", {
    class: "button", href: address(`${picture}.${kind}`, parameters), download: `${named}.${kind}`,
  }, t(`save.${kind}`));
  const image = h("img", { src: address(`${picture}.${options.shown ?? "svg"}`, parameters), alt, loading: "lazy" });
  const figure = h("figure", { class: `figure served${options.natural ? " natural" : ""}`, tabindex: 0, role: "group", "aria-label": title }, image);
  const actions = [save("svg"), save("png")];
  // What takes too long for an answer at once is a job.
  image.addEventListener("error", () => {
    const box = h("div", { class: "pad" });
    figure.replaceChildren(box);
    runJob(box, `${picture}.svg`, parameters, leaving, (done) => {
      const drawn = address(`jobs/${done.id}/result`);
      figure.replaceChildren(h("img", { src: drawn, alt }));
      actions[0].setAttribute("href", drawn);
    });
    actions[1].addEventListener("click", (/** @type {Event} */ event) => {
      event.preventDefault();
      const waiting = h("div", {});
      figure.after(waiting);
      runJob(waiting, `${picture}.png`, parameters, leaving, async (done) => {
        waiting.remove();
        download(`${named}.png`, await jobResult(done.id));
      });
    });
  }, { once: true });
  return card(title, actions, figure, options.note);
}

/**
 * Offers bytes as a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const anchor = h("a", { href: url, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A name for a file, made of the name of a game. @param {string} text */
export function fileName(text) {
  return text.replace(/[^\p{L}\p{N}.-]+/gu, "_").replace(/^_+|_+$/g, "").slice(0, 60) || "game";
}

/** What is said of an element in a drawing, and is put into a saved one. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "font-size", "font-weight", "font-family", "text-anchor", "visibility"];

/**
 * A drawing for paper: light whatever the page is, with every colour in place, on white.
 * @param {SVGSVGElement} picture
 */
export function forPaper(picture) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  const root = document.documentElement;
  const theme = root.dataset.theme;
  // Nothing is painted between these two lines.
  root.dataset.theme = "light";
  const originals = picture.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, i) => {
    const computed = getComputedStyle(originals[i]);
    for (const style of STYLES) {
      const value = computed.getPropertyValue(style);
      if (value && element instanceof SVGElement && !(element instanceof SVGTitleElement)) element.setAttribute(style, value);
    }
    if (element.hasAttribute("data-stick")) element.removeAttribute("transform");
    for (const name of ["class", "tabindex", "role", "style", "data-stick"]) element.removeAttribute(name);
  });
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("role", "img");
  const whole = copy.getAttribute("data-whole");
  if (whole) {
    // Of what one moves about in, all is saved.
    copy.setAttribute("viewBox", whole);
    const [, , width, height] = whole.split(" ");
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
  }
  for (const name of ["class", "tabindex", "style", "data-whole"]) copy.removeAttribute(name);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: "#ffffff" })) paper.setAttribute(name, value);
  copy.prepend(paper);
  return copy;
}

/**
 * Buttons that save a picture drawn here.
 * @param {string} name
 * @param {() => SVGSVGElement} picture
 */
export function saveButtons(name, picture) {
  const written = (/** @type {SVGSVGElement} */ paper) => new Blob([new XMLSerializer().serializeToString(paper)], { type: "image/svg+xml" });
  const asPng = () => {
    const paper = forPaper(picture());
    rasterise(written(paper), paper, (png) => download(`${name}.png`, png));
  };
  return [
    h("button", { type: "button", onclick: () => download(`${name}.svg`, written(forPaper(picture()))) }, t("save.svg")),
    h("button", { type: "button", onclick: asPng }, t("save.png")),
  ];
}

/**
 * @param {Blob} blob
 * @param {SVGSVGElement} picture
 * @param {(png: Blob) => void} then
 */
function rasterise(blob, picture, then) {
  const url = URL.createObjectURL(blob);
  dots(url, [picture.width.baseVal.value, picture.height.baseVal.value], (png) => {
    URL.revokeObjectURL(url);
    then(png);
  });
}

/**
 * A drawing as dots, two for each of its pixels.
 * @param {string} url
 * @param {[number, number] | null} size its own if not given
 * @param {(png: Blob) => void} then
 */
function dots(url, size, then) {
  const image = new Image();
  image.onload = () => {
    const [width, height] = size ?? [image.naturalWidth, image.naturalHeight];
    const scale = Math.min(2, 16000 / Math.max(width, height, 1));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((png) => png && then(png), "image/png");
  };
  image.src = url;
}

/**
 * Links that save a drawing of the server that is shown already.
 * @param {string} name
 * @param {() => string} url
 */
export function saveLinks(name, url) {
  const asSvg = h("a", { class: "button", href: url(), download: `${name}.svg` }, t("save.svg"));
  asSvg.addEventListener("click", () => asSvg.setAttribute("href", url()));
  return [asSvg, h("button", { type: "button", onclick: () => dots(url(), null, (png) => download(`${name}.png`, png)) }, t("save.png"))];
}

/**
 * A button that copies a text.
 * @param {string} label
 * @param {() => Promise<string>} text
 */
export function copyButton(label, text) {
  const button = h("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(await text());
      button.textContent = t("copied");
      announce(t("copied"));
    } catch {
      button.textContent = t("not.copied");
    }
    setTimeout(() => (button.textContent = label), 1600);
  });
  return button;
}
