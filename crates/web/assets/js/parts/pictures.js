// @ts-check
/** Pictures, and how they are saved. */

import { address } from "../api.js";
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
  const save = (/** @type {string} */ kind) => h("a", {
    class: "button", href: address(`${picture}.${kind}`, parameters), download: `${picture.split("/")[1]}.${kind}`,
  }, t(`save.${kind}`));
  const image = h("img", { src: address(`${picture}.${options.shown ?? "svg"}`, parameters), alt, loading: "lazy" });
  const figure = h("figure", { class: `figure${options.natural ? " natural" : ""}`, tabindex: options.natural ? 0 : null, role: options.natural ? "group" : null, "aria-label": options.natural ? title : null }, image);
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
        download(`${picture.split("/")[1]}.png`, await (await fetch(address(`jobs/${done.id}/result`))).blob());
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

/**
 * Buttons that save a picture drawn here.
 * @param {string} name
 * @param {() => SVGSVGElement} picture
 */
export function saveButtons(name, picture) {
  const asSvg = () => {
    const copy = /** @type {SVGSVGElement} */ (picture().cloneNode(true));
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  };
  return [
    h("button", { type: "button", onclick: () => download(`${name}.svg`, asSvg()) }, t("save.svg")),
    h("button", { type: "button", onclick: () => rasterise(asSvg(), picture(), (png) => download(`${name}.png`, png)) }, t("save.png")),
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
