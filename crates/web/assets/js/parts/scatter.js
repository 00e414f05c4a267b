// @ts-check
/** A sequence as dots: zoom, move, point, choose; next to it an overview. */

import { h, svg } from "../dom.js";
import { number, t } from "../i18n.js";
import { colour } from "../theme.js";

const LEFT = 46;
const BOTTOM = 30;
const TOP = 12;
const RIGHT = 12;
/** Fewest heaps that are shown. */
const NEAREST = 12;

/**
 * @typedef {{name: string, exceptions?: number[], period?: number, preperiod?: number, chosen?: number | null,
 *   pointed: (n: number | null) => void, chose: (n: number) => void, signal: AbortSignal}} Options
 */

export class Scatter {
  /**
   * @param {number[]} values
   * @param {Options} options
   */
  constructor(values, options) {
    this.values = values;
    this.options = options;
    this.exceptions = new Set(options.exceptions ?? []);
    this.period = options.period ?? 0;
    this.preperiod = options.preperiod ?? 0;
    this.most = values.reduce((most, value) => Math.max(most, value), 1);
    /** What is in view, and what is pointed at. */
    this.from = 0;
    this.to = Math.max(NEAREST, values.length);
    /** @type {number | null} */
    this.at = null;
    /** @type {number | null} */
    this.chosen = options.chosen ?? null;
    /** The places that belong to the chosen one: its options. @type {Set<number>} */
    this.linked = new Set();
    this.canvas = h("canvas", { class: "scatter", tabindex: 0, role: "application", "aria-label": t("scatter.alt", options.name, number(values.length - 1)), "aria-describedby": "scatter-keys" });
    this.overview = h("canvas", { class: "overview", "aria-hidden": "true" });
    this.readout = h("p", { class: "readout mono", role: "status" }, t("chart.hover.dot"));
    this.element = h("div", { class: "chart" }, this.canvas, this.overview, this.readout, h("p", { class: "note", id: "scatter-keys" }, t("scatter.keys")));
    this.frame = 0;
    /** What the overview was drawn of. */
    this.drawnOf = "";
    /** @type {HTMLCanvasElement | null} */
    this.whole = null;
    this.listen();
    const resized = new ResizeObserver(() => this.redraw());
    resized.observe(this.canvas);
    options.signal.addEventListener("abort", () => { resized.disconnect(); cancelAnimationFrame(this.frame); }, { once: true });
  }

  redraw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  /** What is known of the period by now. @param {{period?: number, preperiod?: number, exceptions?: number[]}} known */
  know({ period = 0, preperiod = 0, exceptions = [] }) {
    Object.assign(this, { period, preperiod, exceptions: new Set(exceptions) });
    this.redraw();
  }

  /** Chooses a heap, and what can be reached from it. @param {number | null} n @param {number[]} [linked] */
  choose(n, linked = []) {
    this.chosen = n;
    this.linked = new Set(linked);
    if (n !== null && (n < this.from || n >= this.to)) this.show(n - (this.to - this.from) / 2, this.to - this.from);
    this.redraw();
  }

  /** @param {number} from @param {number} wide */
  show(from, wide) {
    const width = Math.min(Math.max(NEAREST, wide), Math.max(NEAREST, this.values.length));
    this.from = Math.min(Math.max(0, from), Math.max(0, this.values.length - width));
    this.to = this.from + width;
    this.redraw();
  }

  /** @param {number} factor @param {number} x pixels of the canvas */
  zoom(factor, x) {
    const wide = this.to - this.from;
    const share = Math.min(1, Math.max(0, (x - LEFT) / (this.canvas.clientWidth - LEFT - RIGHT)));
    const there = this.from + share * wide;
    this.show(there - share * (wide / factor), wide / factor);
  }

  /** @param {HTMLCanvasElement} canvas */
  context(canvas) {
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width) return null;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const context = canvas.getContext("2d");
    context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    context?.clearRect(0, 0, width, height);
    return context;
  }

  draw() {
    const context = this.context(this.canvas);
    if (!context) return;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const ink = Object.fromEntries(["fig-ink", "fig-soft", "fig-line", "accent", "ring", "mark", "chosen", "good", "wash"].map((name) => [name, colour(name)]));
    const last = Math.min(this.values.length - 1, Math.ceil(this.to));
    let most = 1;
    for (let n = Math.floor(this.from); n <= last; n += 1) most = Math.max(most, this.values[n]);
    const X = (/** @type {number} */ n) => LEFT + ((n + 0.5 - this.from) / (this.to - this.from)) * (width - LEFT - RIGHT);
    const Y = (/** @type {number} */ v) => height - BOTTOM - (v / (most + 0.5)) * (height - BOTTOM - TOP);
    this.scale = { X, Y, most };
    if (this.period > 0) this.bands(context, X, height, ink);
    context.font = "12px system-ui, sans-serif";
    context.lineWidth = 1;
    context.fillStyle = ink["fig-soft"];
    context.strokeStyle = ink["fig-line"];
    context.textAlign = "right";
    context.textBaseline = "middle";
    const step = tick(most / Math.max(1, (height - BOTTOM - TOP) / 40));
    for (let v = 0; v <= most; v += step) {
      context.beginPath();
      context.moveTo(LEFT, Y(v));
      context.lineTo(width - RIGHT, Y(v));
      context.stroke();
      context.fillText(String(v), LEFT - 8, Y(v));
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    const across = tick((this.to - this.from) / Math.max(1, (width - LEFT - RIGHT) / 70));
    for (let n = Math.ceil(this.from / across) * across; n < this.to && n < this.values.length; n += across) context.fillText(number(n), X(n), height - BOTTOM + 8);
    context.textAlign = "left";
    context.fillText("G(n)", 4, 0);
    context.textAlign = "right";
    context.fillText("n", width - 4, height - 14);
    const space = (width - LEFT - RIGHT) / (this.to - this.from);
    const r = Math.min(5, Math.max(1, space * 0.36));
    const dot = (/** @type {number} */ n, /** @type {string} */ fill, /** @type {number} */ size) => {
      context.fillStyle = fill;
      context.beginPath();
      context.arc(X(n), Y(this.values[n]), size, 0, Math.PI * 2);
      context.fill();
    };
    // One path for all dots of a colour.
    const first = Math.max(0, Math.floor(this.from));
    for (const [fill, takes] of /** @type {[string, (n: number) => boolean][]} */ ([[ink.accent, (n) => this.values[n] !== 0], [ink.ring, (n) => this.values[n] === 0]])) {
      context.fillStyle = fill;
      context.beginPath();
      for (let n = first; n <= last; n += 1) {
        if (!takes(n)) continue;
        const [x, y] = [X(n), Y(this.values[n])];
        if (r < 1.6) context.rect(x - r, y - r, r * 2, r * 2);
        else {
          context.moveTo(x + r, y);
          context.arc(x, y, r, 0, Math.PI * 2);
        }
      }
      context.fill();
    }
    for (const n of this.exceptions) if (n >= first && n <= last) dot(n, ink.mark, Math.max(r, 2.5));
    for (const n of this.linked) if (n >= this.from - 1 && n <= last) dot(n, this.values[n] === 0 ? ink.good : ink.chosen, Math.max(r, 3) + 2);
    for (const [n, stroke] of /** @type {[number | null, string][]} */ ([[this.chosen, ink.chosen], [this.at, ink["fig-ink"]]])) {
      if (n === null || n < this.from - 1 || n > last) continue;
      context.strokeStyle = stroke;
      context.lineWidth = 2;
      context.beginPath();
      context.arc(X(n), Y(this.values[n]), Math.max(r, 3) + 4, 0, Math.PI * 2);
      context.stroke();
    }
    this.drawOverview(ink);
  }

  /**
   * The tail, and every other period.
   * @param {CanvasRenderingContext2D} context
   * @param {(n: number) => number} X
   * @param {number} height
   * @param {Record<string, string>} ink
   */
  bands(context, X, height, ink) {
    context.fillStyle = ink.wash;
    const half = X(0.5) - X(0);
    if ((X(this.period) - X(0)) < 3) return;
    const first = Math.max(0, Math.floor((this.from - this.preperiod) / this.period));
    for (let k = first; this.preperiod + k * this.period < Math.min(this.to, this.values.length); k += 1) {
      if (k % 2) continue;
      const a = Math.max(LEFT, X(this.preperiod + k * this.period) - half);
      const b = Math.min(X(this.preperiod + (k + 1) * this.period) - half, this.canvas.clientWidth - RIGHT);
      if (b > a) context.fillRect(a, TOP, b - a, height - BOTTOM - TOP);
    }
  }

  /** @param {Record<string, string>} ink */
  drawOverview(ink) {
    const context = this.context(this.overview);
    if (!context) return;
    const [width, height] = [this.overview.clientWidth, this.overview.clientHeight];
    const wide = (width - LEFT - RIGHT) / this.values.length;
    const of = `${width} ${height} ${ink["fig-soft"]}`;
    // The whole does not change while one moves about in it.
    if (this.drawnOf !== of) {
      this.drawnOf = of;
      this.whole = document.createElement("canvas");
      [this.whole.width, this.whole.height] = [width * 2, height * 2];
      const whole = this.whole.getContext("2d");
      if (whole) {
        whole.scale(2, 2);
        whole.fillStyle = ink["fig-soft"];
        const stride = Math.max(1, Math.floor(this.values.length / 20000));
        for (let n = 0; n < this.values.length; n += stride) whole.fillRect(LEFT + n * wide, height - 3 - (this.values[n] / this.most) * (height - 6), Math.max(0.7, wide * 0.6), 1.4);
      }
    }
    if (this.whole) context.drawImage(this.whole, 0, 0, width, height);
    context.strokeStyle = ink.accent;
    context.lineWidth = 2;
    context.strokeRect(LEFT + this.from * wide, 1, Math.max(6, (Math.min(this.to, this.values.length) - this.from) * wide), height - 2);
  }

  /** The heap under a place of the canvas: the nearest dot. @param {number} x @param {number} y */
  heapAt(x, y) {
    if (!this.scale || x < LEFT - 8) return null;
    const width = this.canvas.clientWidth - LEFT - RIGHT;
    const middle = this.from + ((x - LEFT) / width) * (this.to - this.from) - 0.5;
    const reach = Math.max(0.5, (6 / width) * (this.to - this.from));
    let [best, apart] = [/** @type {number | null} */ (null), Infinity];
    for (let n = Math.max(0, Math.ceil(middle - reach)); n <= Math.min(this.values.length - 1, Math.floor(middle + reach)); n += 1) {
      const far = Math.hypot(this.scale.X(n) - x, (this.scale.Y(this.values[n]) - y) * (reach > 0.5 ? 1 : 0.05));
      if (far < apart) [best, apart] = [n, far];
    }
    return best;
  }

  /** @param {number | null} n */
  point(n) {
    if (n === this.at) return;
    this.at = n;
    if (n !== null) this.readout.textContent = this.say(n);
    this.options.pointed(n);
    this.redraw();
  }

  /** @param {number} n */
  say(n) {
    const where = this.exceptions.has(n) ? `, ${t("exception")}` : this.period && n < this.preperiod ? `, ${t("tail")}` : "";
    return `G(${number(n)}) = ${this.values[n]}${this.values[n] === 0 ? ` (P: ${t("outcome.P")})` : ""}${where}`;
  }

  listen() {
    const { canvas, overview } = this;
    /** @type {Map<number, PointerEvent>} */
    const fingers = new Map();
    let [moved, pinch] = [false, 0];
    canvas.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.show(this.from + ((event.deltaX || event.deltaY) / 600) * (this.to - this.from), this.to - this.from);
      else this.zoom(Math.exp(-(event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY) / 320), event.offsetX);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      fingers.set(event.pointerId, event);
      canvas.setPointerCapture(event.pointerId);
      [moved, pinch] = [false, 0];
    });
    canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      const before = fingers.get(event.pointerId);
      if (!before) {
        this.point(this.heapAt(event.offsetX, event.offsetY));
        return;
      }
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) {
        const [a, b] = [...fingers.values()];
        const apart = Math.abs(a.offsetX - b.offsetX);
        if (pinch > 8 && apart > 8) this.zoom(apart / pinch, (a.offsetX + b.offsetX) / 2);
        pinch = apart;
        moved = true;
      } else if (moved || Math.abs(event.offsetX - before.offsetX) > 3) {
        moved = true;
        this.show(this.from - ((event.offsetX - before.offsetX) / (canvas.clientWidth - LEFT - RIGHT)) * (this.to - this.from), this.to - this.from);
      } else fingers.set(event.pointerId, before);
    });
    const up = (/** @type {PointerEvent} */ event) => {
      if (event.type === "pointerup" && !moved) {
        const n = this.heapAt(event.offsetX, event.offsetY);
        this.point(n);
        if (n !== null) this.options.chose(n);
      }
      fingers.delete(event.pointerId);
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => { if (!fingers.size) this.point(null); });
    canvas.addEventListener("dblclick", () => this.show(0, this.values.length));
    canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = this.at ?? this.chosen ?? Math.round(this.from);
      const page = Math.max(1, Math.floor((this.to - this.from) / 2));
      const go = (/** @type {number} */ n) => {
        const to = Math.min(this.values.length - 1, Math.max(0, n));
        if (to < this.from || to >= this.to) this.show(to - page, this.to - this.from);
        this.point(to);
      };
      const middle = () => (this.scale ? this.scale.X(at) : LEFT);
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), PageUp: () => go(at - page), PageDown: () => go(at + page), Home: () => go(0), End: () => go(this.values.length - 1),
        "+": () => this.zoom(1.6, middle()), "=": () => this.zoom(1.6, middle()), "-": () => this.zoom(1 / 1.6, middle()), 0: () => this.show(0, this.values.length),
        Enter: () => this.options.chose(at), " ": () => this.options.chose(at),
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    const drag = (/** @type {PointerEvent} */ event) => {
      if (event.buttons !== 1) return;
      const there = ((event.offsetX - LEFT) / (overview.clientWidth - LEFT - RIGHT)) * this.values.length;
      this.show(there - (this.to - this.from) / 2, this.to - this.from);
    };
    overview.addEventListener("pointerdown", drag);
    overview.addEventListener("pointermove", drag);
  }

  /** What is in view, for paper. @returns {SVGSVGElement} */
  toSvg() {
    const [width, height] = [900, 420];
    const last = Math.min(this.values.length - 1, Math.ceil(this.to));
    const first = Math.max(0, Math.floor(this.from));
    const most = Math.max(1, ...this.values.slice(first, last + 1));
    const X = (/** @type {number} */ n) => 60 + ((n + 0.5 - this.from) / (this.to - this.from)) * (width - 80);
    const Y = (/** @type {number} */ v) => height - 60 - (v / (most + 0.5)) * (height - 90);
    const parts = /** @type {Element[]} */ ([]);
    for (let v = 0; v <= most; v += tick(most / 8)) parts.push(svg("line", { x1: 60, x2: width - 20, y1: Y(v), y2: Y(v), stroke: "#d5d2c9" }), svg("text", { x: 52, y: Y(v) + 4, "text-anchor": "end", fill: "#1e2126" }, v));
    for (let n = Math.ceil(this.from / tick((this.to - this.from) / 12)) * tick((this.to - this.from) / 12); n <= last; n += tick((this.to - this.from) / 12)) parts.push(svg("text", { x: X(n), y: height - 40, "text-anchor": "middle", fill: "#1e2126" }, n));
    for (let n = first; n <= last; n += 1) parts.push(svg("circle", { cx: X(n).toFixed(2), cy: Y(this.values[n]).toFixed(2), r: Math.min(4, Math.max(1, ((width - 80) / (this.to - this.from)) * 0.36)).toFixed(2), fill: this.exceptions.has(n) ? "#d4009b" : this.values[n] === 0 ? "#9c2a1d" : "#1f5673" }));
    const title = t("scatter.alt", this.options.name, number(last));
    return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, "font-family": "Helvetica, Arial, sans-serif", "font-size": 12 }, parts,
      svg("text", { x: 60, y: 20, fill: "#1e2126", "font-size": 13 }, title), svg("text", { x: width - 20, y: height - 20, "text-anchor": "end", fill: "#1e2126" }, "n"));
  }
}

/** A round number at least as large. @param {number} rough */
function tick(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return Math.max(1, ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10) * power);
}
