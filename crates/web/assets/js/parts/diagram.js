// @ts-check
/** A drawing of vertices and lines that one can walk about in: zoom, move, point, choose, by mouse, touch and keys. */

import { h, svg } from "../dom.js";
import { t } from "../i18n.js";

/** How much larger than drawn things may become, and the least at which letters of 14 px can be read. */
const NEAREST = 4;
const READABLE = 0.8;
/** Pixels of a finger that is not moving. */
const STILL = 4;

/**
 * @typedef {{x: number, y: number}} Place
 * @typedef {{label: string, width: number, height: number, tallest?: number, focus: Place, parts: any[], places: Place[], chosen?: number | null,
 *   say: (vertex: number) => string, step: (vertex: number, key: string) => number | null, options: (vertex: number) => number[],
 *   pointed?: (text: string) => void, chose: (vertex: number) => void, signal: AbortSignal}} Setting
 */

/** Vertices are groups with `data-v`, lines have `data-from` and `data-to`. */
export class Diagram {
  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.picture = /** @type {SVGSVGElement} */ (svg("svg", {
      class: "diagram", tabindex: 0, role: "application", "aria-label": setting.label, "font-family": "Helvetica, Arial, sans-serif", "font-size": 14,
      "data-whole": `0 0 ${setting.width} ${setting.height}`, preserveAspectRatio: "xMidYMid meet",
    }, setting.parts));
    this.readout = h("p", { class: "readout mono", role: "status" }, t("diagram.point"));
    this.zoomed = h("div", { class: "zoom" }, [["+", 1.5, "diagram.nearer"], ["−", 1 / 1.5, "diagram.farther"]].map(([sign, factor, name]) => h("button", { type: "button", "aria-label": t(String(name)), onclick: () => this.zoom(Number(factor)) }, sign)),
      h("button", { type: "button", "aria-label": t("diagram.whole"), title: t("diagram.whole"), onclick: () => this.whole() }, "⤢"));
    this.element = h("div", { class: "diagrambox" }, h("div", { class: "figure" }, this.picture, this.zoomed), this.readout, h("p", { class: "note" }, t("diagram.keys")));
    /** What is in the middle, and pixels for one unit. */
    this.middle = setting.focus;
    this.scale = 0;
    /** @type {number | null} */
    this.at = null;
    /** @type {number | null} */
    this.chosen = setting.chosen ?? null;
    this.listen();
    this.mark();
    const resized = new ResizeObserver(() => this.resize());
    resized.observe(this.picture);
    setting.signal.addEventListener("abort", () => resized.disconnect(), { once: true });
  }

  /** As large as fits, but never so small that it cannot be read. */
  resize() {
    const width = this.picture.clientWidth;
    if (!width) return;
    const fits = Math.min(1, width / this.setting.width);
    const height = Math.round(Math.min(this.setting.tallest ?? 460, Math.max(120, this.setting.height * Math.max(fits, READABLE)))) + 2;
    if (this.picture.clientHeight !== height) this.picture.style.height = `${height}px`;
    if (!this.scale) {
      this.scale = Math.max(fits, READABLE);
      this.middle = this.kept({ x: this.setting.focus.x, y: this.setting.focus.y });
      if (this.chosen !== null) this.bring(this.chosen);
    }
    this.draw();
  }

  /** All of it. */
  whole() {
    const { width, height } = this.setting;
    this.scale = Math.min(1, this.picture.clientWidth / width, this.picture.clientHeight / height);
    this.middle = { x: width / 2, y: height / 2 };
    this.draw();
  }

  /** A middle from which something can be seen. @param {Place} place */
  kept({ x, y }) {
    const { width, height } = this.setting;
    const clamp = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ seen) => (seen >= size ? size / 2 : Math.min(size - seen / 2, Math.max(seen / 2, at)));
    return { x: clamp(x, width, this.picture.clientWidth / this.scale), y: clamp(y, height, this.picture.clientHeight / this.scale) };
  }

  draw() {
    if (!this.scale) return;
    const [wide, tall] = [this.picture.clientWidth / this.scale, this.picture.clientHeight / this.scale];
    this.middle = this.kept(this.middle);
    this.picture.setAttribute("viewBox", [this.middle.x - wide / 2, this.middle.y - tall / 2, wide, tall].map((n) => n.toFixed(2)).join(" "));
  }

  /** @param {number} factor @param {Place} [still] what stays where it is */
  zoom(factor, still = this.middle) {
    const { width, height } = this.setting;
    const least = Math.min(1, this.picture.clientWidth / width, this.picture.clientHeight / height);
    const scale = Math.min(NEAREST, Math.max(least, this.scale * factor));
    const share = this.scale / scale;
    this.middle = { x: still.x + (this.middle.x - still.x) * share, y: still.y + (this.middle.y - still.y) * share };
    this.scale = scale;
    this.draw();
  }

  /** Moves by pixels. @param {number} dx @param {number} dy */
  move(dx, dy) {
    this.middle = { x: this.middle.x - dx / this.scale, y: this.middle.y - dy / this.scale };
    this.draw();
  }

  /** Where a point of the screen is in the drawing. @param {{clientX: number, clientY: number}} event @returns {Place} */
  under({ clientX, clientY }) {
    const box = this.picture.getBoundingClientRect();
    return { x: this.middle.x + (clientX - box.left - box.width / 2) / this.scale, y: this.middle.y + (clientY - box.top - box.height / 2) / this.scale };
  }

  /** Brings a vertex into view. @param {number} vertex */
  bring(vertex) {
    const place = this.setting.places[vertex];
    if (!place || !this.scale) return;
    const [wide, tall] = [this.picture.clientWidth / this.scale / 2 - 60, this.picture.clientHeight / this.scale / 2 - 30];
    const near = (/** @type {number} */ middle, /** @type {number} */ at, /** @type {number} */ reach) => (Math.abs(at - middle) <= Math.max(0, reach) ? middle : at);
    this.middle = { x: near(this.middle.x, place.x, wide), y: near(this.middle.y, place.y, tall) };
    this.draw();
  }

  /** @param {number | null} vertex */
  point(vertex) {
    if (vertex === this.at) return;
    this.at = vertex;
    if (vertex !== null) {
      const said = this.setting.say(vertex);
      this.readout.textContent = said;
      this.setting.pointed?.(said);
    }
    this.mark();
  }

  /** Marks a vertex as chosen, and what can be reached from it. @param {number | null} vertex */
  choose(vertex) {
    this.chosen = vertex;
    if (vertex !== null) this.bring(vertex);
    this.mark();
  }

  mark() {
    const linked = new Set(this.chosen === null ? [] : this.setting.options(this.chosen));
    for (const group of this.picture.querySelectorAll("[data-v]")) {
      const vertex = Number(group.getAttribute("data-v"));
      group.classList.toggle("chosen", vertex === this.chosen);
      group.classList.toggle("linked", linked.has(vertex));
      group.classList.toggle("at", vertex === this.at);
    }
    for (const line of this.picture.querySelectorAll("[data-from]")) line.classList.toggle("lit", Number(line.getAttribute("data-from")) === (this.chosen ?? -1));
  }

  /** @param {EventTarget | null} target */
  vertexOf(target) {
    const group = target instanceof Element ? target.closest("[data-v]") : null;
    return group ? Number(group.getAttribute("data-v")) : null;
  }

  listen() {
    const { picture, setting } = this;
    /** @type {Map<number, PointerEvent>} */
    const fingers = new Map();
    let [moved, pinch] = [false, 0];
    /** @type {number | null} */
    let pressed = null;
    picture.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.move(-(event.deltaX || event.deltaY), 0);
      else this.zoom(Math.exp(-(event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY) / 320), this.under(event));
    }, { passive: false });
    picture.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      fingers.set(event.pointerId, event);
      pressed = this.vertexOf(event.target);
      picture.setPointerCapture(event.pointerId);
      [moved, pinch] = [false, 0];
    });
    picture.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      const before = fingers.get(event.pointerId);
      if (!before) {
        this.point(this.vertexOf(event.target));
        return;
      }
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if (fingers.size === 2) {
        fingers.set(event.pointerId, event);
        const [a, b] = [...fingers.values()];
        const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (pinch > 8 && apart > 8) this.zoom(apart / pinch, this.under({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }));
        pinch = apart;
        moved = true;
      } else if (moved || Math.hypot(dx, dy) > STILL) {
        fingers.set(event.pointerId, event);
        moved = true;
        this.move(dx, dy);
      }
    });
    const up = (/** @type {PointerEvent} */ event) => {
      if (event.type === "pointerup" && !moved && fingers.size === 1 && pressed !== null) {
        this.point(pressed);
        setting.chose(pressed);
      }
      fingers.delete(event.pointerId);
    };
    picture.addEventListener("pointerup", up);
    picture.addEventListener("pointercancel", up);
    picture.addEventListener("pointerleave", () => { if (!fingers.size) this.point(null); });
    picture.addEventListener("dblclick", () => this.whole());
    picture.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = this.at ?? this.chosen;
      const walk = () => {
        const to = at === null ? 0 : event.key === "Home" ? 0 : event.key === "End" ? setting.places.length - 1 : setting.step(at, event.key);
        if (to === null) return;
        this.bring(to);
        this.point(to);
      };
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: walk, ArrowRight: walk, ArrowUp: walk, ArrowDown: walk, Home: walk, End: walk,
        "+": () => this.zoom(1.5), "=": () => this.zoom(1.5), "-": () => this.zoom(1 / 1.5), 0: () => this.whole(),
        Enter: () => { if (at !== null) setting.chose(at); }, " ": () => { if (at !== null) setting.chose(at); },
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
}
