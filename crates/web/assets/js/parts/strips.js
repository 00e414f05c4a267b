// @ts-check
/** The strip chart on a canvas: one row per set, one cell per heap. */

import { h, svg } from "../dom.js";
import { number, t } from "../i18n.js";
import { colour as named, isDark } from "../theme.js";
import { BAND } from "./rows.js";

const LETTERS = ["P", "N", "L", "R"];
/** As in the pictures of the server: white, black, blue, vermilion; in the dark paper, ink, and the same hues. */
const LIGHT = { colours: [[255, 255, 255], [0, 0, 0], [0, 90, 168], [206, 82, 0]], missing: [226, 224, 216] };
const DARK = { colours: [[28, 32, 36], [231, 229, 223], [90, 169, 232], [240, 138, 75]], missing: [60, 64, 70] };
/** For paper light, else as the page is. @param {boolean} [paper] */
const palette = (paper = false) => (isDark() && !paper ? DARK : LIGHT);
const TOP = 22;
const MAX_ROW = 26;
/** Pixels for the numbers of rows. */
const AXIS = 58;
/** From which height on rows are named. */
const NAMED = 12;

/**
 * @typedef {import("./rows.js").Rows} Rows
 * @typedef {{top: number, height: number}} View first row that is shown, pixels per row
 */

export class StripChart {
  /**
   * @param {Rows} rows
   * @param {Partial<View>} view
   * @param {{moved: (view: View) => void, opened: (numbers: number[]) => void, label: string}} options
   */
  constructor(rows, view, options) {
    this.rows = rows;
    this.options = options;
    this.canvas = h("canvas", { tabindex: 0, role: "application", "aria-label": options.label, "aria-describedby": "chart-keys" });
    this.readout = h("p", { class: "readout mono", role: "status" }, t("chart.hover"));
    this.overview = h("canvas", { class: "aside", "aria-hidden": "true" });
    this.element = h("div", { class: "chart" }, h("div", { class: "beside" }, this.canvas, this.overview), this.readout);
    /** What the overview was drawn of. */
    this.drawnOf = "";
    this.off = document.createElement("canvas");
    /** @type {{row: number, n: number} | null} */
    this.cursor = null;
    this.top = view.top ?? 0;
    /** @type {number | null} */
    this.height = view.height ?? null;
    this.frame = 0;
    /** Whether it is drawn to be saved. */
    this.paper = false;
    this.gutter = 8;
    /** @type {Map<number, PointerEvent>} */
    this.pointers = new Map();
    this.listen();
    this.resizing = new ResizeObserver(() => this.redraw());
    this.resizing.observe(this.canvas);
  }

  destroy() {
    this.resizing.disconnect();
    cancelAnimationFrame(this.frame);
  }

  /** Pixels of the rows. */
  get space() {
    return Math.max(1, this.canvas.clientHeight - TOP);
  }

  /** Pixels of a row when all are shown. */
  get fit() {
    return Math.min(MAX_ROW, this.space / Math.max(1, this.rows.length));
  }

  get rowHeight() {
    return this.height === null ? this.fit : Math.min(MAX_ROW, Math.max(this.fit, this.height));
  }

  redraw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  /**
   * A colour of the page, or the one for paper.
   * @param {string} name
   * @param {string} paper
   */
  ink(name, paper) {
    return this.paper ? paper : named(name);
  }

  /** The view as dots for paper, light whatever the page is. @param {(png: Blob) => void} then */
  toPng(then) {
    this.paper = true;
    this.draw();
    this.paper = false;
    this.canvas.toBlob((/** @type {Blob | null} */ png) => png && then(png));
    this.redraw();
  }

  /** Keeps the view within the rows. */
  clamp() {
    const visible = this.space / this.rowHeight;
    this.top = Math.min(Math.max(0, this.rows.length - visible), Math.max(0, this.top));
  }

  draw() {
    const { canvas, rows } = this;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (width === 0) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    this.clamp();
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = this.ink("fig", "#ffffff");
    context.fillRect(0, 0, width, height);
    const row = this.rowHeight;
    const from = Math.floor(this.top);
    const to = Math.min(rows.length, Math.ceil(this.top + this.space / row));
    rows.want(from, to);
    canvas.setAttribute("aria-busy", String(rows.isBusy));
    const named = row >= NAMED;
    context.font = "11px Helvetica, Arial, sans-serif";
    this.gutter = named ? this.names(context, from, to) : AXIS;
    this.cell = (width - this.gutter - 4) / rows.columns;
    const { image, y, tall } = row >= 1 ? this.near(from, to, row) : this.distant(row);
    this.paint(context, image, y, tall);
    if (row >= 6 && this.cell >= 6) this.grid(context, from, to, row);
    this.axis(context, width);
    if (!named) this.rowAxis(context, row);
    if (named) this.label(context, from, to, row);
    this.point(context, row);
    if (!this.paper) this.drawOverview();
  }

  /**
   * The numbers of rows, where they have no names.
   * @param {CanvasRenderingContext2D} context
   * @param {number} height
   */
  rowAxis(context, height) {
    const rough = 64 / height;
    const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
    const step = Math.max(1, ([1, 2, 5, 10].find((m) => m * power >= rough) ?? 10) * power);
    context.fillStyle = this.ink("fig-soft", "#4a5058");
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (let row = Math.ceil(this.top / step) * step; row < this.rows.length && row < this.top + this.space / height; row += step) {
      context.fillText(number(row + 1), this.gutter - 6, Math.max(TOP + 6, TOP + (row - this.top + 0.5) * height));
      context.fillRect(this.gutter - 4, TOP + (row - this.top + 0.5) * height, 3, 1);
    }
  }

  /** An overview of all rows next to the chart, with a frame around those in view. O(lines) unless more has arrived. */
  drawOverview() {
    const { overview, rows } = this;
    const [width, height] = [overview.clientWidth, overview.clientHeight];
    const shown = this.space / (rows.length * this.rowHeight);
    if (!width || !height) return;
    const of = `${rows.version} ${width} ${height} ${isDark()}`;
    if (this.drawnOf !== of) {
      this.drawnOf = of;
      this.whole = document.createElement("canvas");
      const lines = Math.max(1, Math.min(rows.length, Math.floor(height)));
      const image = new ImageData(rows.columns, lines);
      const { colours, missing } = palette();
      const counts = new Uint16Array(rows.columns * 4);
      for (let y = 0; y < lines; y += 1) {
        const row = Math.floor(((y + 0.5) * rows.length) / lines);
        // A band stands for its line; it is counted once.
        let mixed = rows.length / lines >= BAND ? rows.band(Math.floor(row / BAND)) : null;
        if (!mixed && rows.length / lines < BAND) {
          counts.fill(0);
          mixed = rows.count(row, counts) ? counts : null;
        }
        for (let n = 0; n < rows.columns; n += 1) {
          const total = mixed ? mixed[n * 4] + mixed[n * 4 + 1] + mixed[n * 4 + 2] + mixed[n * 4 + 3] : 0;
          for (let part = 0; part < 3; part += 1) {
            let sum = 0;
            if (mixed) for (let o = 0; o < 4; o += 1) sum += mixed[n * 4 + o] * colours[o][part];
            image.data[(y * rows.columns + n) * 4 + part] = total ? sum / total : missing[part];
          }
          image.data[(y * rows.columns + n) * 4 + 3] = 255;
        }
      }
      [this.whole.width, this.whole.height] = [image.width, image.height];
      this.whole.getContext("2d")?.putImageData(image, 0, 0);
    }
    if (overview.width !== Math.round(width) || overview.height !== Math.round(height)) [overview.width, overview.height] = [Math.round(width), Math.round(height)];
    const context = overview.getContext("2d");
    if (!context || !this.whole) return;
    context.clearRect(0, 0, width, height);
    context.imageSmoothingEnabled = true;
    context.drawImage(this.whole, 0, 0, width, height);
    context.strokeStyle = "#ffb000";
    context.lineWidth = 3;
    const [y, tall] = [(this.top / rows.length) * height, Math.max(6, Math.min(1, shown) * height)];
    context.strokeRect(1.5, Math.min(y + 1.5, height - tall), width - 3, Math.max(3, tall - 3));
  }

  /**
   * How wide the names of the rows are.
   * @param {CanvasRenderingContext2D} context
   * @param {number} from
   * @param {number} to
   */
  names(context, from, to) {
    let widest = 20;
    for (let row = from; row < to; row += 1) {
      const numbers = this.rows.numbers(row);
      if (numbers) widest = Math.max(widest, context.measureText(name(numbers)).width);
    }
    return Math.min(widest + 14, this.canvas.clientWidth * 0.4);
  }

  /**
   * One line of pixels for each row, to be stretched.
   * @param {number} from
   * @param {number} to
   * @param {number} height
   */
  near(from, to, height) {
    const { rows } = this;
    const { colours, missing } = palette(this.paper);
    const image = new ImageData(rows.columns, Math.max(1, to - from));
    for (let row = from; row < to; row += 1) {
      const at = rows.at(row);
      for (let n = 0; n < rows.columns; n += 1) {
        const colour = at ? colours[(at[0][at[1] + rows.words * 4 + (n >> 2)] >> ((n & 3) * 2)) & 3] : missing;
        image.data.set([colour[0], colour[1], colour[2], 255], ((row - from) * rows.columns + n) * 4);
      }
    }
    return { image, y: TOP + (from - this.top) * height, tall: (to - from) * height };
  }

  /**
   * One line of pixels for many rows: their mean.
   * @param {number} height
   */
  distant(height) {
    const { rows } = this;
    const { colours, missing } = palette(this.paper);
    const lines = Math.min(Math.ceil(rows.length * height), this.space);
    const image = new ImageData(rows.columns, Math.max(1, Math.floor(lines)));
    const counts = new Uint32Array(rows.columns * 4);
    for (let y = 0; y < image.height; y += 1) {
      const [first, last] = [Math.floor(this.top + y / height), Math.min(rows.length, Math.max(Math.floor(this.top + (y + 1) / height), Math.floor(this.top + y / height) + 1))];
      counts.fill(0);
      let all = true;
      if (last - first >= BAND) {
        for (let band = Math.floor(first / BAND); band * BAND < last && all; band += 1) {
          const part = rows.band(band);
          if (!part) all = false;
          else for (let i = 0; i < counts.length; i += 1) counts[i] += part[i];
        }
      } else for (let row = first; row < last && all; row += 1) all = rows.count(row, counts);
      for (let n = 0; n < rows.columns; n += 1) {
        const at = (y * rows.columns + n) * 4;
        const total = counts[n * 4] + counts[n * 4 + 1] + counts[n * 4 + 2] + counts[n * 4 + 3];
        for (let part = 0; part < 3; part += 1) {
          let sum = 0;
          for (let o = 0; o < 4; o += 1) sum += counts[n * 4 + o] * colours[o][part];
          image.data[at + part] = all && total ? sum / total : missing[part];
        }
        image.data[at + 3] = 255;
      }
    }
    return { image, y: TOP, tall: image.height };
  }

  /**
   * What is in view as a drawing: runs of cells of one colour, one path for each colour.
   * O(cells in view).
   * @param {string} title
   * @returns {SVGSVGElement}
   */
  toSvg(title) {
    const { rows, gutter } = this;
    this.paper = true;
    const cell = this.cell ?? 1;
    const height = this.rowHeight;
    const from = Math.floor(this.top);
    const to = Math.min(rows.length, Math.ceil(this.top + this.space / height));
    const { image, y, tall } = height >= 1 ? this.near(from, to, height) : this.distant(height);
    this.paper = false;
    const line = tall / image.height;
    /** @type {Map<number, string[]>} */
    const runs = new Map();
    const pixels = new Uint32Array(image.data.buffer);
    for (let r = 0; r < image.height; r += 1) {
      for (let start = 0, end; start < image.width; start = end) {
        const colour = pixels[r * image.width + start];
        for (end = start + 1; end < image.width && pixels[r * image.width + end] === colour; ) end += 1;
        let paths = runs.get(colour);
        if (!paths) runs.set(colour, (paths = []));
        paths.push(`M${start} ${r}h${end - start}v1h${start - end}z`);
      }
    }
    const [width, whole] = [this.canvas.clientWidth, Math.max(TOP, y + tall) + 30];
    const hex = (/** @type {number} */ colour) => `#${[0, 8, 16].map((shift) => ((colour >>> shift) & 255).toString(16).padStart(2, "0")).join("")}`;
    const cells = [...runs].map(([colour, paths]) => svg("path", { fill: hex(colour), d: paths.join("") }));
    const labels = [];
    for (let n = 0; n < rows.columns; n += axisStep(cell)) labels.push(svg("text", { x: gutter + (n + 0.5) * cell, y: TOP - 6, "text-anchor": "middle" }, n));
    if (height >= NAMED) {
      for (let row = from; row < to; row += 1) {
        const numbers = rows.numbers(row);
        if (numbers) labels.push(svg("text", { x: 6, y: TOP + (row - this.top + 0.5) * height + 4 }, name(numbers)));
      }
    }
    if (cell >= 12 && height >= 13) {
      for (let row = from; row < to; row += 1) {
        for (let n = 0; n < rows.columns; n += 1) {
          const outcome = rows.outcome(row, n);
          if (outcome !== null) labels.push(svg("text", { x: gutter + (n + 0.5) * cell, y: TOP + (row - this.top + 0.5) * height + 4, "text-anchor": "middle", fill: outcome === 0 ? "#1e2126" : "#ffffff" }, LETTERS[outcome]));
        }
      }
    }
    const id = "view";
    return svg("svg", { width, height: whole, viewBox: `0 0 ${width} ${whole}`, role: "img", "aria-label": title, "font-family": "Helvetica, Arial, sans-serif", "font-size": 11, fill: "#4a5058" },
      svg("title", {}, title), svg("rect", { width, height: whole, fill: "#ffffff" }),
      svg("clipPath", { id }, svg("rect", { x: 0, y: TOP, width, height: whole - TOP })),
      svg("g", { "clip-path": `url(#${id})` },
        svg("g", { transform: `translate(${gutter} ${y}) scale(${cell} ${line})`, "shape-rendering": "crispEdges" }, cells)),
      labels, svg("text", { x: gutter, y: whole - 10 }, title));
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ImageData} image
   * @param {number} y
   * @param {number} height
   */
  paint(context, image, y, height) {
    this.off.width = image.width;
    this.off.height = image.height;
    this.off.getContext("2d")?.putImageData(image, 0, 0);
    context.save();
    context.beginPath();
    context.rect(0, TOP, this.canvas.clientWidth, this.space);
    context.clip();
    context.imageSmoothingEnabled = false;
    context.drawImage(this.off, this.gutter, y, (this.cell ?? 0) * this.rows.columns, height);
    context.restore();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} from
   * @param {number} to
   * @param {number} height
   */
  grid(context, from, to, height) {
    const cell = this.cell ?? 0;
    context.strokeStyle = "rgb(120 120 120 / 45%)";
    context.lineWidth = 0.5;
    context.beginPath();
    const bottom = Math.min(this.canvas.clientHeight, TOP + (to - this.top) * height);
    for (let n = 0; n <= this.rows.columns; n += 1) {
      context.moveTo(this.gutter + n * cell, TOP);
      context.lineTo(this.gutter + n * cell, bottom);
    }
    for (let row = from; row <= to; row += 1) {
      const y = TOP + (row - this.top) * height;
      if (y < TOP) continue;
      context.moveTo(this.gutter, y);
      context.lineTo(this.gutter + cell * this.rows.columns, y);
    }
    context.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} from
   * @param {number} to
   * @param {number} height
   */
  label(context, from, to, height) {
    context.save();
    context.beginPath();
    context.rect(0, TOP, this.gutter - 4, this.space);
    context.clip();
    context.textAlign = "left";
    context.textBaseline = "middle";
    for (let row = from; row < to; row += 1) {
      const numbers = this.rows.numbers(row);
      context.fillStyle = this.cursor?.row === row ? this.ink("fig-ink", "#000000") : this.ink("fig-soft", "#4a5058");
      if (numbers) context.fillText(name(numbers), 6, TOP + (row - this.top + 0.5) * height);
    }
    context.restore();
    const cell = this.cell ?? 0;
    if (cell < 12 || height < 13) return;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let row = from; row < to; row += 1) {
      const y = TOP + (row - this.top + 0.5) * height;
      if (y < TOP + 4) continue;
      for (let n = 0; n < this.rows.columns; n += 1) {
        const outcome = this.rows.outcome(row, n);
        if (outcome === null) continue;
        context.fillStyle = this.ink(`on-${LETTERS[outcome]}`, outcome === 0 ? "#1e2126" : "#ffffff");
        context.fillText(LETTERS[outcome], this.gutter + (n + 0.5) * cell, y + 0.5);
      }
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} width
   */
  axis(context, width) {
    context.clearRect(0, 0, width, TOP);
    context.fillStyle = this.ink("fig", "#ffffff");
    context.fillRect(0, 0, width, TOP);
    const cell = this.cell ?? 1;
    const step = axisStep(cell);
    context.fillStyle = this.ink("fig-soft", "#4a5058");
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    for (let n = 0; n < this.rows.columns; n += step) context.fillText(String(n), this.gutter + (n + 0.5) * cell, TOP - 6);
  }

  /**
   * The cell that is pointed at.
   * @param {CanvasRenderingContext2D} context
   * @param {number} height
   */
  point(context, height) {
    if (!this.cursor) return;
    const { row, n } = this.cursor;
    const y = TOP + (row - this.top) * height;
    if (y < TOP - 1 || y > this.canvas.clientHeight) return;
    const cell = this.cell ?? 0;
    context.strokeStyle = "#ffb000";
    context.lineWidth = 2;
    context.strokeRect(this.gutter + n * cell - 1, y - 1, Math.max(cell, 3) + 2, Math.max(height, 3) + 2);
    context.strokeStyle = "rgb(255 176 0 / 55%)";
    context.lineWidth = 1;
    context.strokeRect(this.gutter, y, cell * this.rows.columns, Math.max(height, 1));
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    const n = Math.floor((x - this.gutter) / (this.cell ?? 1));
    const row = Math.floor(this.top + (y - TOP) / this.rowHeight);
    if (y < TOP || row < 0 || row >= this.rows.length) return null;
    return { row, n: Math.min(this.rows.columns - 1, Math.max(0, n)) };
  }

  /** @param {{row: number, n: number} | null} cell */
  pointAt(cell) {
    this.cursor = cell;
    if (cell) {
      const numbers = this.rows.numbers(cell.row);
      const outcome = this.rows.outcome(cell.row, cell.n);
      this.readout.textContent = numbers && outcome !== null
        ? t("chart.cell", name(numbers), cell.n, LETTERS[outcome], t(`outcome.${LETTERS[outcome]}`), number(cell.row + 1), number(this.rows.length))
        : t("chart.loading");
    }
    this.redraw();
  }

  /**
   * Zooms about a height of the canvas.
   * @param {number} factor
   * @param {number} y
   */
  zoom(factor, y) {
    const before = this.rowHeight;
    const row = this.top + (y - TOP) / before;
    this.height = Math.min(MAX_ROW, Math.max(this.fit, before * factor));
    this.top = row - (y - TOP) / this.height;
    this.moved();
  }

  /** @param {number} rows */
  scroll(rows) {
    this.top += rows;
    this.moved();
  }

  moved() {
    this.clamp();
    this.redraw();
    this.options.moved({ top: Math.round(this.top), height: this.rowHeight });
  }

  showAll() {
    this.height = null;
    this.top = 0;
    this.moved();
  }

  open() {
    const numbers = this.cursor && this.rows.numbers(this.cursor.row);
    if (numbers) this.options.opened(numbers);
  }

  listen() {
    const { canvas } = this;
    /** @type {{x: number, y: number, moved: boolean} | null} */
    let held = null;
    let pinch = 0;
    canvas.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
      if (event.ctrlKey || event.metaKey || !event.shiftKey) this.zoom(Math.exp(-lines / 320), event.offsetY);
      else this.scroll((lines || event.deltaX) / this.rowHeight);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, event);
      held = { x: event.offsetX, y: event.offsetY, moved: false };
      pinch = 0;
    });
    canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (!this.pointers.has(event.pointerId)) {
        this.pointAt(this.cellAt(event.offsetX, event.offsetY));
        return;
      }
      this.pointers.set(event.pointerId, event);
      if (this.pointers.size === 2) {
        const [a, b] = [...this.pointers.values()];
        const apart = Math.hypot(a.offsetX - b.offsetX, a.offsetY - b.offsetY);
        if (pinch > 0) this.zoom(apart / pinch, (a.offsetY + b.offsetY) / 2);
        pinch = apart;
        if (held) held.moved = true;
      } else if (held) {
        const dy = event.offsetY - held.y;
        if (Math.abs(dy) + Math.abs(event.offsetX - held.x) > 4) held.moved = true;
        if (held.moved) {
          this.scroll(-dy / this.rowHeight);
          held.y = event.offsetY;
          held.x = event.offsetX;
        }
      }
    });
    const up = (/** @type {PointerEvent} */ event) => {
      this.pointers.delete(event.pointerId);
      pinch = 0;
      if (event.type === "pointerup" && held && !held.moved) {
        this.pointAt(this.cellAt(event.offsetX, event.offsetY));
        this.open();
      }
      held = null;
    };
    const { overview } = this;
    const jump = (/** @type {PointerEvent} */ event) => {
      if (event.buttons !== 1) return;
      this.top = (event.offsetY / overview.clientHeight) * this.rows.length - this.space / this.rowHeight / 2;
      this.moved();
    };
    overview.addEventListener("pointerdown", jump);
    overview.addEventListener("pointermove", jump);
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("focus", () => {
      if (!this.cursor) this.pointAt({ row: Math.floor(this.top), n: 0 });
    });
    canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const page = Math.max(1, Math.floor(this.space / this.rowHeight) - 1);
      const cursor = this.cursor ?? { row: Math.floor(this.top), n: 0 };
      const middle = TOP + (cursor.row + 0.5 - this.top) * this.rowHeight;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowUp: () => this.step(cursor, -Math.max(1, Math.floor(1 / this.rowHeight)), 0), ArrowDown: () => this.step(cursor, Math.max(1, Math.floor(1 / this.rowHeight)), 0),
        ArrowLeft: () => this.step(cursor, 0, -1), ArrowRight: () => this.step(cursor, 0, 1),
        PageUp: () => this.step(cursor, -page, 0), PageDown: () => this.step(cursor, page, 0),
        Home: () => this.step(cursor, -this.rows.length, 0), End: () => this.step(cursor, this.rows.length, 0),
        "+": () => this.zoom(1.6, middle), "=": () => this.zoom(1.6, middle), "-": () => this.zoom(1 / 1.6, middle), 0: () => this.showAll(),
        Enter: () => this.open(), " ": () => this.open(),
      };
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }

  /**
   * Moves the cursor and keeps it in view.
   * @param {{row: number, n: number}} cursor
   * @param {number} down
   * @param {number} right
   */
  step(cursor, down, right) {
    const row = Math.min(this.rows.length - 1, Math.max(0, cursor.row + down));
    const n = Math.min(this.rows.columns - 1, Math.max(0, cursor.n + right));
    const visible = this.space / this.rowHeight;
    if (row < this.top) this.scroll(row - this.top);
    else if (row + 1 > this.top + visible) this.scroll(row + 1 - this.top - visible);
    this.pointAt({ row, n });
  }
}

/** Heaps between two numbers of the axis. @param {number} cell */
function axisStep(cell) {
  return [1, 2, 5, 10, 20, 50, 100, 200].find((s) => s * cell >= 26) ?? 500;
}

/** @param {number[]} numbers */
export function name(numbers) {
  return `{${numbers.join(",")}}`;
}
