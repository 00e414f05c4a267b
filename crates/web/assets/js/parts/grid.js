// @ts-check
/** Coloured grids that are drawn here: tables of games and of quotients. */

import { svg } from "../dom.js";

const OUTCOMES = /** @type {Record<string, [string, string]>} */ ({ L: ["#005aa8", "#ffffff"], R: ["#ce5200", "#ffffff"], N: ["#000000", "#ffffff"], P: ["#ffffff", "#1e2126"] });

/**
 * From pale yellow over green to deep blue, as in the pictures of the server.
 * @param {number} share 0 to 1
 * @returns {[string, string]} paper and ink
 */
export function ramp(share) {
  const stops = [[255, 251, 209], [199, 226, 180], [106, 190, 188], [44, 118, 183], [23, 34, 110]];
  const at = Math.min(0.9999, Math.max(0, share)) * (stops.length - 1);
  const [a, b] = [stops[Math.floor(at)], stops[Math.floor(at) + 1]];
  const part = at - Math.floor(at);
  const mixed = a.map((value, i) => Math.round(value + (b[i] - value) * part));
  return [`rgb(${mixed.join(",")})`, isDark(mixed) ? "#ffffff" : "#000000"];
}

/**
 * Whether white can be read better than black on a colour (relative luminance of WCAG 2): one of them
 * has a contrast of at least 4.58 on any colour, which a softer black would not have.
 * @param {number[]} rgb
 */
function isDark(rgb) {
  const [r, g, b] = rgb.map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.179;
}

/**
 * The colours of a cell.
 * @param {any} value
 * @param {number} largest
 * @returns {[string, string]}
 */
export function colours(value, largest) {
  if (typeof value === "number") return value === 0 ? ["#ffffff", "#1e2126"] : ramp(value / Math.max(1, largest));
  return OUTCOMES[value] ?? ["#ffffff", "#1e2126"];
}

/**
 * A grid of values; null leaves a gap.
 * @param {any[][]} rows
 * @param {{label: string, rowName: string, columnName: string, mark?: [number, number] | null,
 *   chosen?: [number, number] | null, rowLabels?: string[], columnLabels?: string[],
 *   colour?: (value: any, row: number, column: number) => [string, string],
 *   title?: (value: any, row: number, column: number) => string,
 *   open?: (row: number, column: number) => void}} options
 */
export function grid(rows, options) {
  const flat = rows.flat();
  const largest = Math.max(0, ...flat.filter((value) => typeof value === "number"));
  const longest = Math.max(1, ...flat.map((value) => (value === null ? 0 : String(value).length)));
  const columns = Math.max(...rows.map((row) => row.length), 0);
  const wide = Math.max(22, Math.min(90, longest * 7.2 + 10));
  const tall = 22;
  const labels = options.rowLabels ?? rows.map((_, r) => String(r));
  const left = Math.max(30, Math.max(...labels.map((text) => text.length)) * 7 + 16);
  const top = 42;
  const parts = [];
  const step = options.columnLabels ? 1 : Math.max(1, Math.ceil(24 / wide));
  for (let c = 0; c < columns; c += step) {
    parts.push(svg("text", { x: left + (c + 0.5) * wide, y: top - 7, "text-anchor": "middle", "font-size": 11, fill: "#5a616b" }, options.columnLabels?.[c] ?? c));
  }
  parts.push(svg("text", { x: left + 2, y: 14, "font-size": 12, "font-style": "italic", fill: "#3c424a" }, options.columnName ? `${options.columnName} →` : ""));
  parts.push(svg("text", { x: 6, y: top - 7, "font-size": 12, "font-style": "italic", fill: "#3c424a" }, options.rowName ? `${options.rowName} ↓` : ""));
  rows.forEach((row, r) => {
    parts.push(svg("text", { x: left - 7, y: top + (r + 0.68) * tall, "text-anchor": "end", "font-size": 11, fill: "#5a616b" }, labels[r]));
    row.forEach((value, c) => {
      if (value === null) return;
      const [paper, ink] = options.colour ? options.colour(value, r, c) : colours(value, largest);
      const marked = options.mark && options.mark[0] === r && options.mark[1] === c;
      const chosen = options.chosen && options.chosen[0] === r && options.chosen[1] === c;
      const [x, y] = [left + c * wide, top + r * tall];
      parts.push(svg("g", { "data-row": r, "data-column": c, cursor: options.open ? "pointer" : null },
        svg("title", {}, options.title ? options.title(value, r, c) : String(value)),
        svg("rect", { x, y, width: wide, height: tall, fill: paper, stroke: "#c9c6bd", "stroke-width": 0.6 }),
        value === 0 || value === "P" ? svg("circle", { cx: x + wide / 2, cy: y + tall / 2, r: 9, fill: "none", stroke: "#9c2a1d", "stroke-width": 1.1 }) : null,
        svg("text", { x: x + wide / 2, y: y + tall * 0.68, "text-anchor": "middle", "font-size": 12, fill: ink }, value),
        marked || chosen ? svg("rect", { x: x + 1, y: y + 1, width: wide - 2, height: tall - 2, fill: "none", stroke: marked ? "#d4009b" : "#b5651d", "stroke-width": 3 }) : null));
    });
  });
  const [width, height] = [left + columns * wide + 10, top + rows.length * tall + 10];
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": options.label, "font-family": "Helvetica, Arial, sans-serif" },
    svg("rect", { width, height, fill: "#ffffff" }), parts);
  const { open } = options;
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
  const frame = svg("rect", { fill: "none", stroke: "#b5651d", "stroke-width": 3, "stroke-dasharray": "4 2", visibility: "hidden", "pointer-events": "none" });
  const told = svg("desc", { "aria-live": "polite" });
  picture.append(frame, told);
  let at = begin;
  const stand = () => {
    const here = at && cell(...at);
    const paper = here?.querySelector("rect");
    if (!paper) return;
    for (const name of ["x", "y", "width", "height"]) frame.setAttribute(name, paper.getAttribute(name) ?? "0");
    frame.setAttribute("visibility", "visible");
    told.textContent = here?.querySelector("title")?.textContent ?? "";
    here?.scrollIntoView({ block: "nearest", inline: "nearest" });
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
 * A line that goes up in steps.
 * @param {[number, number][]} points
 * @param {{label: string, x: string, y: string}} options
 */
export function steps(points, options) {
  const [width, height, left, bottom, top, right] = [560, 310, 62, 44, 34, 20];
  const last = Math.max(1, points.at(-1)?.[0] ?? 1);
  const most = Math.max(1, ...points.map(([, y]) => y));
  const X = (/** @type {number} */ x) => left + (x / last) * (width - left - right);
  const Y = (/** @type {number} */ y) => height - bottom - (y / most) * (height - bottom - top);
  let path = "";
  points.forEach(([x, y], i) => {
    path += i === 0 ? `M${X(x)},${Y(y)}` : `H${X(x)}V${Y(y)}`;
  });
  const tick = (/** @type {number} */ top_) => {
    const rough = top_ / 5;
    const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
    return Math.max(1, ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10) * power);
  };
  const parts = [];
  for (let y = 0; y <= most; y += tick(most)) {
    parts.push(svg("line", { x1: left, x2: width - right, y1: Y(y), y2: Y(y), stroke: "#e3e0d8" }), svg("text", { x: left - 8, y: Y(y) + 4, "text-anchor": "end", "font-size": 11, fill: "#3c424a" }, y));
  }
  for (let x = 0; x <= last; x += tick(last)) {
    parts.push(svg("text", { x: X(x), y: height - bottom + 17, "text-anchor": "middle", "font-size": 11, fill: "#3c424a" }, x));
  }
  parts.push(svg("path", { d: path, fill: "none", stroke: "#005aa8", "stroke-width": 2 }));
  points.forEach(([x, y]) => parts.push(svg("circle", { cx: X(x), cy: Y(y), r: 2.6, fill: "#005aa8" }, svg("title", {}, `${x}: ${y}`))));
  parts.push(svg("text", { x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle", "font-size": 12, fill: "#1e2126" }, options.x),
    svg("text", { x: 14, y: 14, "font-size": 12, fill: "#1e2126" }, options.y));
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": options.label, "font-family": "Helvetica, Arial, sans-serif" }, svg("rect", { width, height, fill: "#ffffff" }), parts);
}
