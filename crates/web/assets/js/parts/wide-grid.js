// @ts-check
/** A grid of very many values, painted: point, choose, walk by keys. */

import { h } from "../dom.js";
import { colour, isDark } from "../theme.js";
import { shade } from "./grid.js";

/** Pixels of a cell. */
const LARGEST = 16;
const SMALLEST = 2;
const LEFT = 44;
const TOP = 22;

/**
 * @param {any[][]} rows null leaves a gap
 * @param {{label: string, rowName: string, columnName: string, largest?: number, mark: [number, number] | null, chosen: [number, number] | null, linked: [number, number][],
 *   say: (value: any, row: number, column: number) => string, point: (text: string) => void, open: (row: number, column: number) => void}} options
 */
export function wideGrid(rows, options) {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const largest = options.largest ?? rows.reduce((most, row) => row.reduce((m, value) => (typeof value === "number" ? Math.max(m, value) : m), most), 1);
  const canvas = h("canvas", { class: "widegrid", tabindex: 0, role: "application", "aria-label": options.label });
  const readout = h("p", { class: "readout mono", role: "status" }, "\u00a0");
  const element = h("div", { class: "chart" }, h("div", { class: "figure natural scrolling" }, canvas), readout);
  const lost = rows.flatMap((row, r) => row.flatMap((value, c) => (value === 0 || value === "P" ? [[r, c]] : [])));
  let cell = 0;
  /** @type {[number, number] | null} */
  let at = options.chosen;
  /** The cells alone, one dot each: marks come and go above them. */
  const cells = document.createElement("canvas");
  [cells.width, cells.height] = [columns, rows.length];
  const paint = () => {
    const context = cells.getContext("2d");
    if (!context) return;
    const image = context.createImageData(columns, rows.length);
    const letters = Object.fromEntries(["L", "R", "N", "P"].map((letter) => [letter, dots(colour(letter))]));
    const [paper, dark] = [dots(colour("fig")), isDark()];
    rows.forEach((row, r) => row.forEach((value, c) => {
      if (value === null) return;
      const [red, green, blue] = typeof value === "number" ? value === 0 ? paper : shade(value / largest, dark) : letters[value] ?? paper;
      image.data.set([red, green, blue, 255], 4 * (r * columns + c));
    }));
    context.putImageData(image, 0, 0);
  };
  const draw = () => {
    const available = element.clientWidth - LEFT - 16;
    if (available <= 0) return;
    const next = Math.max(SMALLEST, Math.min(LARGEST, Math.floor(available / columns)));
    const ratio = Math.min(devicePixelRatio || 1, 16000 / (LEFT + columns * next), 16000 / (TOP + rows.length * next));
    cell = next;
    const [width, height] = [LEFT + columns * cell + 4, TOP + rows.length * cell + 4];
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.imageSmoothingEnabled = false;
    context.fillStyle = colour("fig-line");
    context.fillRect(LEFT, TOP, columns * cell, rows.length * cell);
    context.drawImage(cells, LEFT, TOP, columns * cell, rows.length * cell);
    context.strokeStyle = colour("ring");
    context.lineWidth = Math.min(1.2, cell / 3);
    for (const [r, c] of lost) {
      context.beginPath();
      context.arc(LEFT + (c + 0.5) * cell, TOP + (r + 0.5) * cell, Math.max(0.7, cell * 0.32), 0, 7);
      context.stroke();
    }
    context.fillStyle = colour("fig-soft");
    context.font = "11px Helvetica, Arial, sans-serif";
    const every = (/** @type {number} */ needed, /** @type {number} */ count) => [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((n) => n * cell >= needed) ?? count;
    context.textAlign = "center";
    for (let c = 0; c < columns; c += every(34, columns)) context.fillText(String(c), LEFT + (c + 0.5) * cell, TOP - 6);
    context.textAlign = "right";
    for (let r = 0; r < rows.length; r += every(16, rows.length)) context.fillText(String(r), LEFT - 6, TOP + (r + 0.5) * cell + 4);
    context.fillText(`${options.rowName}\u2193 ${options.columnName}\u2192`, LEFT - 4, 11);
    const frame = ([r, c] = /** @type {[number, number]} */ ([0, 0]), /** @type {string} */ name, /** @type {number} */ width_) => {
      context.strokeStyle = colour(name);
      context.lineWidth = width_;
      const grow = Math.max(0, 6 - cell) / 2 + 1;
      context.strokeRect(LEFT + c * cell - grow, TOP + r * cell - grow, cell + 2 * grow, cell + 2 * grow);
    };
    for (const one of options.linked) frame(one, "chosen", 1.2);
    if (options.chosen) frame(options.chosen, "chosen", 2.6);
    if (options.mark) frame(options.mark, "mark", 2.6);
    if (at && document.activeElement === canvas) frame(at, "focus", 2.6);
  };
  const under = (/** @type {MouseEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    const [r, c] = [Math.floor((event.clientY - box.top - TOP) / cell), Math.floor((event.clientX - box.left - LEFT) / cell)];
    return rows[r]?.[c] === undefined || rows[r][c] === null ? null : /** @type {[number, number]} */ ([r, c]);
  };
  const point = (/** @type {[number, number] | null} */ place) => {
    if (!place) return;
    const said = options.say(rows[place[0]][place[1]], ...place);
    readout.textContent = said;
    options.point(said);
  };
  canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => point(under(event)));
  canvas.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const place = under(event);
    if (place) options.open(...place);
  });
  const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
  canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step) {
      const next = /** @type {[number, number]} */ (at ? [at[0] + step[0], at[1] + step[1]] : [0, 0]);
      if (rows[next[0]]?.[next[1]] !== undefined && rows[next[0]][next[1]] !== null) at = next;
      point(at);
      draw();
    } else if ((event.key === "Enter" || event.key === " ") && at) options.open(...at);
    else return;
    event.preventDefault();
  });
  canvas.addEventListener("focus", draw);
  canvas.addEventListener("blur", draw);
  paint();
  const resized = new ResizeObserver(() => { if (element.isConnected) draw(); });
  resized.observe(element);
  return element;
}

/** The parts of a colour of the style sheet. @param {string} hex @returns {number[]} */
function dots(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}
