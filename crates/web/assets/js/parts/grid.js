// @ts-check
/** Coloured grids that are drawn here: tables of games and of quotients. */

import { svg } from "../dom.js";

/** From paper to the strongest colour: pale yellow to deep blue on white, the other way round in the dark. */
const STOPS = [[255, 251, 209], [199, 226, 180], [106, 190, 188], [44, 118, 183], [23, 34, 110]];
const DARK = [[38, 44, 72], [44, 94, 140], [72, 156, 160], [160, 206, 148], [255, 244, 170]];

/**
 * From pale yellow over green to deep blue, as in the pictures of the server; the style sheet knows which of the two it is.
 * @param {number} share 0 to 1
 * @returns {[string, string]} paper and ink
 */
export function ramp(share) {
  const [light, dark] = [shade(share, false), shade(share, true)];
  const ink = (/** @type {number[]} */ paper) => (isDeep(paper) ? "#ffffff" : "#000000");
  return [`light-dark(rgb(${light.join(",")}), rgb(${dark.join(",")}))`, `light-dark(${ink(light)}, ${ink(dark)})`];
}

/** The same for what is painted. @param {number} share 0 to 1 @param {boolean} dark */
export function shade(share, dark) {
  const stops = dark ? DARK : STOPS;
  const at = Math.min(0.9999, Math.max(0, share)) * (stops.length - 1);
  const part = at - Math.floor(at);
  return stops[Math.floor(at)].map((value, i) => Math.round(value + (stops[Math.floor(at) + 1][i] - value) * part));
}

/**
 * Whether white can be read better than black on a colour (relative luminance of WCAG 2): one of them
 * has a contrast of at least 4.58 on any colour, which a softer black would not have.
 * @param {number[]} rgb
 */
function isDeep(rgb) {
  const [r, g, b] = rgb.map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.179;
}

/** What has no colour. @type {[string, string]} */
const PAPER = ["var(--fig)", "var(--fig-ink)"];

/**
 * The colours of a cell.
 * @param {any} value
 * @param {number} largest
 * @returns {[string, string]}
 */
export function colours(value, largest) {
  if (typeof value === "number") return value === 0 ? PAPER : ramp(value / Math.max(1, largest));
  return "LRNP".includes(value) && value.length === 1 ? [`var(--${value})`, `var(--on-${value})`] : PAPER;
}

/**
 * A grid of values; null leaves a gap.
 * @param {any[][]} rows
 * @param {{label: string, rowName: string, columnName: string, largest?: number, mark?: [number, number] | null,
 *   chosen?: [number, number] | null, linked?: (row: number, column: number) => boolean, point?: (text: string) => void, rowLabels?: string[], columnLabels?: string[],
 *   colour?: (value: any, row: number, column: number) => [string, string],
 *   title?: (value: any, row: number, column: number) => string,
 *   open?: (row: number, column: number) => void}} options
 */
export function grid(rows, options) {
  const flat = rows.flat();
  const largest = options.largest ?? Math.max(0, ...flat.filter((value) => typeof value === "number"));
  const longest = Math.max(1, ...flat.map((value) => (value === null ? 0 : String(value).length)));
  const columns = Math.max(...rows.map((row) => row.length), 0);
  const wide = Math.max(22, Math.min(90, longest * 7.2 + 10));
  const tall = 22;
  const labels = options.rowLabels ?? rows.map((_, r) => String(r));
  const left = Math.max(30, Math.max(...labels.map((text) => text.length)) * 7 + 16);
  const top = 42;
  const parts = /** @type {Element[]} */ ([]);
  // Headings of columns and of rows.
  const above = /** @type {Element[]} */ ([]);
  const rowLabels = /** @type {Element[]} */ ([]);
  const step = options.columnLabels ? 1 : Math.max(1, Math.ceil(24 / wide));
  for (let c = 0; c < columns; c += step) {
    above.push(svg("text", { x: left + (c + 0.5) * wide, y: top - 7, "text-anchor": "middle", "font-size": 11, class: "soft" }, options.columnLabels?.[c] ?? c));
  }
  const corner = [svg("text", { x: left + 2, y: 14, "font-size": 12, "font-style": "italic", class: "ink" }, options.columnName ? `${options.columnName} →` : ""),
    svg("text", { x: 6, y: top - 7, "font-size": 12, "font-style": "italic", class: "ink" }, options.rowName ? `${options.rowName} ↓` : "")];
  rows.forEach((row, r) => {
    rowLabels.push(svg("text", { x: left - 7, y: top + (r + 0.68) * tall, "text-anchor": "end", "font-size": 11, class: "soft" }, labels[r]));
    row.forEach((value, c) => {
      if (value === null) return;
      const [paper, ink] = options.colour ? options.colour(value, r, c) : colours(value, largest);
      const marked = options.mark && options.mark[0] === r && options.mark[1] === c;
      const chosen = options.chosen && options.chosen[0] === r && options.chosen[1] === c;
      const [x, y] = [left + c * wide, top + r * tall];
      parts.push(svg("g", { "data-row": r, "data-column": c, cursor: options.open ? "pointer" : null },
        svg("title", {}, options.title ? options.title(value, r, c) : String(value)),
        svg("rect", { x, y, width: wide, height: tall, style: `fill:${paper};stroke:var(--fig-line)`, "stroke-width": 0.6 }),
        value === 0 || value === "P" ? svg("circle", { cx: x + wide / 2, cy: y + tall / 2, r: 9, fill: "none", style: "stroke:var(--ring)", "stroke-width": 1.1 }) : null,
        svg("text", { x: x + wide / 2, y: y + tall * 0.68, "text-anchor": "middle", "font-size": 12, style: `fill:${ink}` }, value),
        options.linked?.(r, c) ? svg("rect", { x: x + 2, y: y + 2, width: wide - 4, height: tall - 4, rx: 3, fill: "none", style: "stroke:var(--chosen)", "stroke-width": 2, "stroke-dasharray": "3 2" }) : null,
        marked || chosen ? svg("rect", { x: x + 1, y: y + 1, width: wide - 2, height: tall - 2, class: marked ? "marked" : "picked", fill: "none", style: `stroke:var(--${marked ? "mark" : "chosen"})`, "stroke-width": 3 }) : null));
    });
  });
  const [width, height] = [left + columns * wide + 10, top + rows.length * tall + 10];
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": options.label, "font-family": "Helvetica, Arial, sans-serif" },
    parts,
    svg("g", { "data-stick": "left" }, svg("rect", { x: 0, y: top, width: left - 1, height: rows.length * tall, class: "paper" }), rowLabels),
    svg("g", { "data-stick": "top" }, svg("rect", { x: 0, y: 0, width, height: top - 1, class: "paper" }), above),
    svg("g", { "data-stick": "both" }, svg("rect", { x: 0, y: 0, width: left - 1, height: top - 1, class: "paper" }), corner));
  const { open, point } = options;
  if (point) {
    picture.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => {
      const cell = event.target instanceof Element ? event.target.closest("g[data-row]") : null;
      const title = cell?.querySelector("title")?.textContent;
      if (title) point(title);
    });
  }
  if (open) {
    picture.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const cell = event.target instanceof Element ? event.target.closest("g[data-row]") : null;
      if (cell) open(Number(cell.getAttribute("data-row")), Number(cell.getAttribute("data-column")));
    });
    walk(picture, options.chosen ?? null, open);
  }
  return picture;
}

/**
 * Lets the arrow keys walk over the cells, and Enter open one.
 * @param {SVGSVGElement} picture
 * @param {[number, number] | null} begin
 * @param {(row: number, column: number) => void} open
 */
function walk(picture, begin, open) {
  picture.setAttribute("tabindex", "0");
  picture.setAttribute("role", "application");
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => picture.querySelector(`g[data-row="${row}"][data-column="${column}"]`);
  const frame = svg("rect", { fill: "none", style: "stroke:var(--chosen)", "stroke-width": 3, "stroke-dasharray": "4 2", visibility: "hidden", "pointer-events": "none" });
  const announced = svg("desc", { "aria-live": "polite" });
  picture.append(frame, announced);
  let at = begin;
  const stand = () => {
    const here = at && cell(...at);
    const paper = here?.querySelector("rect");
    if (!paper) return;
    for (const name of ["x", "y", "width", "height"]) frame.setAttribute(name, paper.getAttribute(name) ?? "0");
    frame.setAttribute("visibility", "visible");
    announced.textContent = here?.querySelector("title")?.textContent ?? "";
    here?.scrollIntoView({ block: "nearest", inline: "nearest" });
    uncover(picture, here);
  };
  const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
  picture.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      if (!at) {
        const first = picture.querySelector("g[data-row]");
        if (first) at = [Number(first.getAttribute("data-row")), Number(first.getAttribute("data-column"))];
      } else if (cell(at[0] + step[0], at[1] + step[1])) at = [at[0] + step[0], at[1] + step[1]];
      stand();
    } else if ((event.key === "Enter" || event.key === " ") && at) {
      event.preventDefault();
      open(...at);
    }
  });
  picture.addEventListener("blur", () => frame.setAttribute("visibility", "hidden"));
}

/**
 * Scrolls on where a cell is behind the headings.
 * @param {SVGSVGElement} picture
 * @param {Element | null} cell
 */
function uncover(picture, cell) {
  const box = picture.closest(".scrolling");
  const heads = picture.querySelector('[data-stick="both"] rect');
  if (!box || !cell || !heads) return;
  const [covered, there] = [heads.getBoundingClientRect(), cell.getBoundingClientRect()];
  box.scrollBy(Math.min(0, there.left - covered.right), Math.min(0, there.top - covered.bottom));
}

/**
 * A line that goes up in steps.
 * @param {[number, number][]} points
 * @param {{label: string, x: string, y: string}} options
 */
export function steps(points, options) {
  const [width, height, left, bottom, top, right] = [Math.min(560, Math.max(280, innerWidth - 90)), 310, 62, 44, 34, 20];
  const last = Math.max(1, points.at(-1)?.[0] ?? 1);
  const most = Math.max(1, ...points.map(([, y]) => y));
  const X = (/** @type {number} */ x) => left + (x / last) * (width - left - right);
  const Y = (/** @type {number} */ y) => height - bottom - (y / most) * (height - bottom - top);
  let path = "";
  points.forEach(([x, y], i) => {
    path += i === 0 ? `M${X(x)},${Y(y)}` : `H${X(x)}V${Y(y)}`;
  });
  const tick = (/** @type {number} */ top_) => {
    const rough = top_ / (innerWidth < 500 ? 4 : 5);
    const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
    return Math.max(1, ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10) * power);
  };
  const parts = [];
  for (let y = 0; y <= most; y += tick(most)) {
    parts.push(svg("line", { x1: left, x2: width - right, y1: Y(y), y2: Y(y), style: "stroke:var(--fig-line)" }), svg("text", { x: left - 8, y: Y(y) + 4, "text-anchor": "end", "font-size": 11, class: "ink" }, y));
  }
  for (let x = 0; x <= last; x += tick(last)) {
    parts.push(svg("text", { x: X(x), y: height - bottom + 17, "text-anchor": "middle", "font-size": 11, class: "ink" }, x));
  }
  parts.push(svg("path", { d: path, fill: "none", style: "stroke:var(--L)", "stroke-width": 2 }));
  points.forEach(([x, y]) => parts.push(svg("circle", { cx: X(x), cy: Y(y), r: 2.6, style: "fill:var(--L)" }, svg("title", {}, `${x}: ${y}`))));
  parts.push(svg("text", { x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle", "font-size": 12, class: "ink" }, options.x),
    svg("text", { x: 14, y: 14, "font-size": 12, class: "ink" }, options.y));
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": options.label, "font-family": "Helvetica, Arial, sans-serif" }, parts);
}
