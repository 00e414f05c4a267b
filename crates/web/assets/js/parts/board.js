// @ts-check
/** Positions that can be played on: rows of stones, strips, cells with pieces, bars of chocolate. */

import { h, svg } from "../dom.js";
import { t } from "../i18n.js";
import { emptied } from "./motion.js";
import { siteBoard } from "./sites.js";

/**
 * @typedef {{
 *   play: ((number: number) => void) | null,
 *   width: number,
 *   hinted: boolean,
 *   marks: Set<string>,
 *   at: string | null,
 *   moved: (at: string) => void,
 *   layout?: Map<string, {x: number, y: number}>,
 *   sizes?: Map<string, number>,
 *   tall?: number,
 *   chosen?: (numbers: Set<number> | null) => void,
 * }} Options `play` is null while neither player may move; `marks` are the places of P-positions, `at` where the keyboard stands; `layout` keeps
 * the vertices of a graph where they were, and `sizes` places as large as they were; `tall` are the most pixels
 * in height; `chosen` hears which moves are still meant by what was chosen
 * @typedef {{move: any, gone: string[]}} Choice a move, and the places that it empties
 */

/** Numbers up to this are drawn as strips. */
const STRIP = 200;
/** Stones of one row that are drawn. */
const STONES = 600;
/** Pixels of a place: what a finger can hit, and what a pointer can. */
const FINGER = 42;
const POINTER = 34;

/** The most pixels of a place, and of a board in height: a small position fills the page, too. */
const ROOMY = 64;
const TALL = 440;

/** @param {number} width */
function pitch(width) {
  return width < 700 ? FINGER : POINTER;
}

/**
 * Pixels of a place, so that these many side by side and one above the other fill the page; as many as at the beginning of a game.
 * @param {Options} options
 * @param {string} kind of the drawing
 * @param {number} width
 * @param {number} across
 * @param {number} down
 */
function roomy({ sizes, width: whole, tall = TALL }, kind, width, across, down) {
  const size = sizes?.get(kind) ?? Math.max(pitch(whole), Math.min(ROOMY, Math.floor(width / Math.max(1, across)), Math.floor(tall / Math.max(1, down))));
  sizes?.set(kind, size);
  return size;
}

/**
 * The position to play on.
 * @param {any} state
 * @param {Options} options
 * @returns {Element}
 */
export function board(state, options) {
  const { drawing } = state;
  if (drawing.kind === "sum") {
    return h("div", { class: "sum" }, drawing.parts.map((/** @type {any} */ part, /** @type {number} */ at) => board({ ...state, drawing: part, moves: ofPart(state, at) }, { ...options, sizes: undefined, tall: TALL / drawing.parts.length })));
  }
  if (drawing.kind !== "numbers" && drawing.numbers) {
    const inner = board({ ...state, drawing: { ...drawing, numbers: null } }, options);
    return h("div", {}, inner, board({ ...state, drawing: { kind: "numbers", numbers: drawing.numbers } }, { ...options, play: null, hinted: false, marks: new Set() }));
  }
  if (["squares", "hexagons", "strip", "graph"].includes(drawing.kind)) return siteBoard(state, options, pitch(options.width));
  if (drawing.kind === "heaps") return heaps(state, drawing.heaps, options);
  if (drawing.kind === "bar") return bar(state, drawing, options);
  if (drawing.kind === "grid") return grid(state, drawing, options);
  if (drawing.kind === "stones") {
    return h("div", { class: "pad" }, stones(drawing.stones), h("p", {}, `${t(`play.meaning.${drawing.meaning}`)} ${drawing.number}`));
  }
  if (drawing.kind === "numbers" && drawing.numbers.every((/** @type {[string, number]} */ [, value]) => value >= 0 && value <= STRIP)) {
    const [names, values] = [0, 1].map((i) => drawing.numbers.map((/** @type {any[]} */ pair) => pair[i]));
    return heaps(state, values, options, names);
  }
  if (drawing.kind === "written") return h("div", { class: "pad" }, h("p", { class: "headline mono" }, drawing.text));
  return h("div", { class: "pad" }, drawing.numbers.map((/** @type {[string, number]} */ [name, value]) => h("p", { class: "headline mono" }, `${name} = ${value}`)));
}

/** The moves in one part of a sum that leave one part in its place, as moves of that part. @param {any} state @param {number} at */
function ofPart(state, at) {
  return state.moves.filter((/** @type {any} */ { part, drawing }) => part === at && drawing.kind === "sum" && drawing.parts.length === state.drawing.parts.length)
    .map((/** @type {any} */ move) => ({ ...move, drawing: move.drawing.parts[at] }));
}

/** Stones that only show a number. @param {number} count */
function stones(count) {
  const across = Math.min(20, Math.max(1, count));
  const size = 26;
  const parts = Array.from({ length: Math.min(count, STONES) }, (_, i) => svg("circle", { cx: 16 + (i % across) * size, cy: 16 + Math.floor(i / across) * size, r: 10, class: "stone" }));
  const [width, height] = [12 + across * size, 12 + Math.ceil(count / across) * size];
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": String(count) }, parts);
}

/**
 * Which moves a stroke over places makes. Where stones are taken from the end of a row, a stroke that begins and ends at one stone takes it
 * and those after it. Where they are taken from the middle, it takes the stone alone; where that is no move, the fewest stones with it
 * that are one. Where nothing is taken it parts the row before the stone. A stroke along a row takes what it covers, one from row to row takes from both.
 * @param {any} state
 * @param {number[]} now
 */
export function strokes(state, now) {
  /** @type {Map<string, Choice>} */
  const found = new Map();
  /** @type {[string, Choice][]} */
  const second = [];
  const pins = Boolean(state.breaks_rows);
  /** Stretches of a row that may be taken, by row. @type {Map<number, {from: number, to: number, choice: Choice}[]>} */
  const stretches = new Map();
  const places = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) => Array.from({ length: Math.max(0, to - from) }, (_, i) => `${at}:${from + i}`);
  const run = (/** @type {number} */ at, /** @type {number} */ a, /** @type {number} */ b, /** @type {any} */ move) => {
    if (b <= a) return;
    const choice = { move, gone: places(at, a, b) };
    found.set(`${at}:${a}>${at}:${b - 1}`, choice);
    stretches.set(at, [...(stretches.get(at) ?? []), { from: a, to: b, choice }]);
  };
  for (const move of state.moves) {
    if (move.heap) {
      const { at, from, left } = move.heap;
      const taken = from - left.reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0);
      if (left.length <= 1) {
        const rest = left[0] ?? 0;
        if (!pins) found.set(`${at}:${rest}`, { move, gone: places(at, rest, from) });
        run(at, rest, from, move);
        // The same taken from the front.
        if (pins && rest > 0) run(at, 0, taken, move);
        else if (rest > 0) second.push([`${at}:0>${at}:${taken - 1}`, { move, gone: places(at, 0, taken) }]);
      } else if (left.length === 2 && taken > 0) {
        for (const first of left) run(at, first, first + taken, move);
      } else if (left.length === 2) {
        // Parted: a click on the stone after the gap, or a stroke over the gap where a click takes.
        for (const first of left) second.push([`${at}:${first}`, { move, gone: [] }], [`${at}:${first - 1}>${at}:${first}`, { move, gone: [] }]);
      }
      continue;
    }
    const then = move.drawing.heaps ?? move.drawing.numbers?.map((/** @type {[string, number]} */ [, value]) => value);
    if (then?.length !== now.length) continue;
    const changed = now.map((_, i) => i).filter((i) => then[i] !== now[i]);
    if (changed.some((i) => then[i] > now[i])) continue;
    if (changed.length === 1) {
      const [i] = changed;
      found.set(`${i}:${then[i]}`, { move, gone: places(i, then[i], now[i]) });
      run(i, then[i], now[i], move);
    } else if (changed.length === 2) {
      const [i, j] = changed;
      const choice = { move, gone: [...places(i, then[i], now[i]), ...places(j, then[j], now[j])] };
      found.set(`${i}:${then[i]}>${j}:${then[j]}`, choice);
      found.set(`${j}:${then[j]}>${i}:${then[i]}`, choice);
    }
  }
  if (pins) {
    for (const [at, all] of stretches) {
      for (let i = 0; i < now[at]; i += 1) {
        const best = all.filter(({ from, to }) => from <= i && i < to).sort((a, b) => a.to - a.from - (b.to - b.from) || b.from - a.from)[0];
        if (best) found.set(`${at}:${i}`, best.choice);
      }
    }
  }
  for (const [key, choice] of second) if (!found.has(key)) found.set(key, choice);
  return found;
}

/**
 * Rows of stones, or strips of squares.
 * @param {any} state
 * @param {number[]} all
 * @param {Options} options
 * @param {string[]} [names] names make strips of them
 */
function heaps(state, all, options, names) {
  const left = names ? 84 : 48;
  const longest = Math.max(6, ...all);
  const size = longest > 40 ? pitch(options.width) : roomy(options, names ? "numbers" : "heaps", options.width - left - 14, Math.min(longest, names ? 40 : 24), all.length);
  const across = Math.max(1, Math.min(Math.max(6, ...all), names ? 40 : 24, Math.floor((options.width - left - 14) / size)));
  const r = size / 2 - 3;
  /** @type {Place[]} */
  const places = [];
  const parts = [];
  let y = 8;
  all.forEach((count, at) => {
    parts.push(svg("text", { x: 8, y: y + size / 2 + 5, "font-size": 14, class: "soft" }, names ? `${names[at]} = ${count}` : count));
    for (let i = 0; i < Math.min(count, STONES); i += 1) {
      const [x, top] = [left + (i % across) * size, y + Math.floor(i / across) * size];
      const shape = names
        ? svg("rect", { x, y: top, width: size - 4, height: size - 4, rx: 4, class: "stone" })
        : svg("circle", { cx: x + size / 2, cy: top + size / 2, r, class: "stone" });
      shape.setAttribute("data-heap", String(at));
      shape.setAttribute("data-stone", String(i));
      places.push({ key: `${at}:${i}`, shape, x, y: top, size, label: t("play.stone", i + 1, count), row: at, column: i });
    }
    y += Math.max(1, Math.ceil(count / across)) * size + 12;
  });
  if (!names && all.every((count) => count === 0)) parts.push(svg("text", { x: 20, y: 26, "font-size": 14, class: "soft" }, t("play.nostones")));
  const [width, height] = [left + 12 + across * size, Math.max(52, y + 2)];
  return playable(state, strokes(state, all), places, parts, [width, height], options, across);
}

/**
 * Cells with pieces on them. A stroke on a cell makes the move that changes it and the fewest others: a piece goes
 * there, or the cell goes.
 * @param {any} state
 * @param {{rows: string[]}} drawing
 * @param {Options} options
 */
function grid(state, drawing, options) {
  const size = roomy(options, "grid", options.width - 20, Math.max(6, ...drawing.rows.map((row) => [...row].length)), drawing.rows.length);
  const cells = (/** @type {{rows: string[]}} */ { rows }) => rows.map((row) => Array.from(row));
  const now = cells(drawing);
  /** @type {Map<string, Choice & {changes: number}>} */
  const found = new Map();
  for (const move of state.moves) {
    if (move.drawing.kind !== "grid") continue;
    const then = cells(move.drawing);
    /** @type {[string, string][]} */
    const changed = [];
    now.forEach((row, r) => row.forEach((cell, c) => {
      const next = then[r]?.[c] ?? "";
      if (next !== cell) changed.push([`${r}:${c}`, next]);
    }));
    const gone = changed.filter(([, next]) => next === "" || next === "·").map(([key]) => key);
    const pieces = changed.filter(([, next]) => next !== "" && next !== "·").map(([key]) => key);
    for (const [key, next] of changed) {
      const known = found.get(key);
      if (next !== "·" && (!known || known.changes > changed.length)) found.set(key, { move, gone, changes: changed.length });
    }
    // From where a piece stands to where it goes.
    for (const from of gone) for (const to of pieces) if (!found.has(`${from}>${to}`)) found.set(`${from}>${to}`, { move, gone, changes: changed.length });
  }
  /** @type {Place[]} */
  const places = [];
  const parts = /** @type {Element[]} */ ([]);
  now.forEach((row, r) => row.forEach((cell, c) => {
    const piece = !"□■·".includes(cell);
    const [x, y] = [8 + c * size, 8 + r * size];
    const shape = svg("rect", { x, y, width: size - 2, height: size - 2, rx: 4, class: `cell ${piece ? "piece" : cell === "·" ? "empty" : "full"}`, "data-r": r, "data-c": c });
    places.push({ key: `${r}:${c}`, shape, x, y, size: size - 2, label: `(${r + 1}, ${c + 1}) ${cell}`, row: r, column: c });
    if (piece) parts.push(svg("text", { x: x + size / 2 - 1, y: y + size / 2 + 4, "text-anchor": "middle", "font-size": 15, class: "onpiece" }, cell));
  }));
  const columns = Math.max(1, ...now.map((row) => row.length));
  return playable(state, found, places, parts, [16 + columns * size, 16 + Math.max(1, now.length) * size], options, columns, true);
}

/**
 * A bar of chocolate: a stroke on a square breaks it off with as little else as can be.
 * @param {any} state
 * @param {{columns: number[], bitter: [number, number]}} drawing
 * @param {Options} options
 */
function bar(state, drawing, options) {
  // A long bar is drawn smaller, as far as a finger can still hit its squares.
  const across = Math.max(1, drawing.columns.length);
  const [least, fits] = [pitch(options.width), Math.floor((options.width - 20) / across)];
  const tall = Math.max(1, ...drawing.columns);
  const size = across * least <= 2 * options.width ? roomy(options, "bar", options.width - 20, across, tall) : Math.max(24, fits);
  const squares = (/** @type {number[]} */ columns) => columns.reduce((sum, height) => sum + height, 0);
  // What a move leaves of a column; the bitter square stays where it is.
  const left = (/** @type {any} */ move, /** @type {number} */ c) => move.drawing.columns[c - drawing.bitter[0] + move.drawing.bitter[0]] ?? 0;
  const cuts = state.moves.filter((/** @type {any} */ move) => move.drawing.kind === "bar");
  /** @type {Map<string, Choice>} */
  const found = new Map();
  /** @type {Place[]} */
  const places = [];
  drawing.columns.forEach((height, c) => {
    for (let r = 0; r < height; r += 1) {
      const bitter = drawing.bitter[0] === c && drawing.bitter[1] === r;
      const [x, y] = [10 + c * size, 8 + (tall - 1 - r) * size];
      const shape = svg("rect", { x, y, width: size - 2, height: size - 2, rx: 5, class: `square${bitter ? " bitter" : ""}`, "data-c": c, "data-r": r });
      places.push({ key: `${c}:${r}`, shape, x, y, size: size - 2, label: bitter ? t("play.bitter") : `(${c}, ${r})`, row: tall - 1 - r, column: c });
      const move = cuts.filter((/** @type {any} */ m) => left(m, c) <= r).sort((/** @type {any} */ a, /** @type {any} */ b) => squares(b.drawing.columns) - squares(a.drawing.columns))[0];
      if (!move || bitter) continue;
      const gone = /** @type {string[]} */ ([]);
      drawing.columns.forEach((other, k) => { for (let i = Math.max(0, left(move, k)); i < other; i += 1) gone.push(`${k}:${i}`); });
      found.set(`${c}:${r}`, { move, gone });
    }
  });
  return playable(state, found, places, [], [20 + Math.max(1, drawing.columns.length) * size, 16 + tall * size], options, drawing.columns.length, true);
}

/**
 * @typedef {{key: string, shape: SVGElement, x: number, y: number, size: number, label: string, row: number, column: number}} Place
 */

/**
 * A drawing on which strokes are moves: by pointer, by finger, and by keys (arrows walk, Enter plays, Shift with an
 * arrow or the sign for "mark" begins a longer stroke).
 * @param {any} state
 * @param {Map<string, Choice>} choices
 * @param {Place[]} places
 * @param {Element[]} others
 * @param {[number, number]} size
 * @param {Options} options
 * @param {number} across places of a row
 * @param {boolean} [square] rows are of a grid
 */
function playable(state, choices, places, others, [width, height], options, across, square = false) {
  const { play } = options;
  const byKey = new Map(places.map((place) => [place.key, place]));
  const hints = new Set();
  const targets = new Set();
  /** A move may be made in several ways; it is shown in the first. */
  const shown = new Set();
  for (const [stroke, { move, gone }] of choices) {
    if (!move.wins) continue;
    const first = stroke.split(">")[0];
    if (!stroke.includes(">")) targets.add(first);
    if (shown.has(move.number)) continue;
    shown.add(move.number);
    for (const key of gone.length && gone.length <= 12 ? gone : [first]) hints.add(key);
  }
  const ring = svg("rect", { class: "ring", rx: 6, visibility: "hidden" });
  const start = options.at && byKey.has(options.at) ? options.at : places.find(({ key }) => choices.has(key))?.key ?? places[0]?.key;
  /** @type {string | null} */
  let mark = null;
  const drawn = places.map((place) => {
    const choice = choices.get(place.key);
    const able = Boolean(choice) && Boolean(play);
    place.shape.classList.toggle("can", able);
    place.shape.classList.toggle("hinted", options.hinted && hints.has(place.key));
    const label = able ? `${place.label}: ${choice?.move.told}` : place.label;
    const attributes = { "data-key": place.key, role: "button", tabindex: place.key === start ? 0 : -1, "aria-label": label, "aria-disabled": able ? null : "true" };
    for (const [name, value] of Object.entries(attributes)) if (value !== null) place.shape.setAttribute(name, String(value));
    place.shape.append(svg("title", {}, label));
    const dot = options.marks.has(place.key) || (options.marks.has("targets") && targets.has(place.key))
      ? svg("text", { x: place.x + place.size / 2, y: place.y + place.size / 2 + 4.5, "text-anchor": "middle", "font-size": 13, "font-weight": 700, class: "pmark" }, "P") : null;
    return [place.shape, dot];
  }).flat().filter((part) => part !== null);
  const root = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `${t("play.position")} ${state.position}`, "font-family": "Helvetica, Arial, sans-serif", class: play ? "live" : "" }, drawn, others, ring);
  emptied.set(root, (number) => [...choices.values()].find(({ move }) => move.number === number)?.gone ?? []);
  const find = (/** @type {string} */ from, /** @type {string} */ to) => (from === to ? choices.get(from) : choices.get(`${from}>${to}`) ?? choices.get(`${to}>${from}`));
  const preview = (/** @type {Choice | undefined} */ choice) => {
    const gone = new Set(choice?.gone ?? []);
    for (const { key, shape } of places) shape.classList.toggle("goes", gone.has(key));
  };
  const keyOf = (/** @type {EventTarget | null} */ target) => (target instanceof Element ? target.closest("[data-key]")?.getAttribute("data-key") ?? null : null);
  const make = (/** @type {string} */ from, /** @type {string} */ to) => {
    const choice = find(from, to);
    if (choice && play) {
      options.moved(to);
      play(choice.move.number);
    }
  };
  /** @type {string | null} */
  let pressed = null;
  root.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    pressed = keyOf(event.target);
    // A finger keeps to what it touched first; strokes are read from its position.
    if (event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });
  root.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => {
    const key = keyOf(event.target);
    if (key) preview(find(pressed ?? key, key));
  });
  root.addEventListener("pointerleave", () => { preview(undefined); });
  root.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    const to = keyOf(document.elementFromPoint(event.clientX, event.clientY));
    const from = pressed;
    pressed = null;
    if (from && to && from !== to) {
      event.preventDefault();
      make(from, to);
      stroked = true;
      setTimeout(() => { stroked = false; }, 0);
    }
  });
  let stroked = false;
  root.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const key = keyOf(event.target);
    if (key && !stroked) make(key, key);
  });
  root.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    const place = byKey.get(keyOf(event.target) ?? "");
    if (!place) return;
    for (const other of places) other.shape.setAttribute("tabindex", other === place ? "0" : "-1");
    for (const [name, value] of Object.entries({ x: place.x - 2, y: place.y - 2, width: place.size + 4, height: place.size + 4 })) ring.setAttribute(name, String(value));
    ring.setAttribute("visibility", "visible");
    options.moved(place.key);
    preview(find(mark ?? place.key, place.key));
  });
  root.addEventListener("focusout", () => ring.setAttribute("visibility", "hidden"));
  root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const key = keyOf(event.target);
    const place = key ? byKey.get(key) : undefined;
    if (!key || !place || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      make(mark ?? key, key);
      mark = null;
      return;
    }
    if (event.key === "Escape") mark = null;
    const next = neighbour(places, place, event.key, across, square);
    if (!next) return;
    event.preventDefault();
    if (event.shiftKey) mark ??= key;
    else mark = null;
    next.shape.focus();
  });
  return root;
}

/**
 * The place that an arrow leads to.
 * @param {Place[]} places
 * @param {Place} from
 * @param {string} key
 * @param {number} across
 * @param {boolean} square
 */
function neighbour(places, from, key, across, square) {
  const at = (/** @type {number} */ row, /** @type {number} */ column) => places.find((place) => place.row === row && place.column === column);
  if (key === "ArrowLeft") return at(from.row, from.column - 1);
  if (key === "ArrowRight") return at(from.row, from.column + 1);
  if (key === "Home") return at(from.row, 0) ?? places[0];
  if (key === "End") return places.filter((place) => place.row === from.row).at(-1);
  const down = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (!down) return undefined;
  // A row of stones may take several lines.
  const wrapped = square ? undefined : at(from.row, from.column + down * across);
  if (wrapped) return wrapped;
  for (let row = from.row + down; row >= 0 && row <= 1000; row += down) {
    const line = places.filter((place) => place.row === row);
    if (line.length) return line.find((place) => place.column === from.column) ?? line.at(-1);
    if (row > Math.max(...places.map((place) => place.row))) return undefined;
  }
  return undefined;
}
