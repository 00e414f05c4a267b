// @ts-check
/** Boards of squares, hexagons, strips and graphs that can be played on: a move is made by choosing its places. */

import { svg } from "../dom.js";
import { t } from "../i18n.js";
import { places as graphPlaces } from "./graph-places.js";

/**
 * @typedef {{number: number, path: string[], touched: Set<string>, wins: boolean, told: string}} Way a move: the places of its name in order, and all that it changes
 * @typedef {{name: string, x: number, y: number, shape: SVGElement, label: string}} Site
 * @typedef {import("./board.js").Options} Options
 */

/** The most pixels of a place, and of a board in height. */
const ROOMY = 84;
const TALL = 440;

/** Letters of pieces by their owner, where the players have different moves. */
const OWNERS = { L: "xlLtbc", R: "orRfw" };

/** What stands at each place of a drawing, by its name. @param {any} drawing @returns {Map<string, string>} */
export function pieces(drawing) {
  /** @type {Map<string, string>} */
  const found = new Map();
  if (drawing.kind === "strip") [...drawing.cells].forEach((piece, i) => found.set(String(i + 1), piece));
  for (const [r, row] of (drawing.rows ?? []).entries()) [...row].forEach((piece, c) => found.set(`${letters(c)}${drawing.rows.length - r}`, piece));
  for (const { name, piece } of drawing.vertices ?? []) found.set(name, piece);
  for (const { from, to, kind } of drawing.edges ?? []) found.set(`${from}-${to}`, (found.get(`${from}-${to}`) ?? "") + kind);
  return found;
}

/** Columns: a to z, aa and on. @param {number} column @returns {string} */
function letters(column) {
  const one = (/** @type {number} */ n) => String.fromCharCode(97 + (n % 26));
  return column < 26 ? one(column) : one(Math.floor(column / 26) - 1) + one(column);
}

/** The moves of a position, each with its places. @param {any} state @returns {Way[]} */
export function ways(state) {
  const now = pieces(state.drawing);
  return state.moves.map((/** @type {any} */ { number, move, drawing, wins, told }) => {
    const path = move.split("=")[0].split("-");
    const then = pieces(drawing);
    const touched = new Set(path);
    for (const [name, piece] of now) {
      if (then.get(name) === piece) continue;
      for (const end of drawing.kind === "graph" ? name.split("-") : [name]) touched.add(end);
    }
    return { number, path, touched, wins, told };
  });
}

/**
 * The moves that chosen places may mean: those whose name begins with them; else those that have them in their name; else those
 * that change them, first of all where the first place is in the name. One place alone may be any of a name.
 * @param {Way[]} all
 * @param {string[]} chosen
 */
export function meant(all, chosen) {
  const begins = chosen.length > 1 ? all.filter(({ path }) => chosen.every((name, i) => path[i] === name)) : [];
  if (begins.length) return begins;
  const named = all.filter(({ path }) => chosen.every((name) => path.includes(name)));
  if (named.length) return named;
  const touching = all.filter(({ touched }) => chosen.every((name) => touched.has(name)));
  const there = touching.filter(({ path }) => path.includes(chosen[0]));
  return there.length ? there : touching;
}

/** The move that is exactly the chosen places, the one that changes the least. @param {Way[]} all @param {string[]} chosen */
export function exactly(all, chosen) {
  const same = all.filter(({ path }) => path.length === chosen.length && chosen.every((name) => path.includes(name))).sort((a, b) => a.touched.size - b.touched.size);
  return same.length && same[0].touched.size !== same[1]?.touched.size ? same[0] : null;
}

/**
 * What becomes of the choice when more places are pressed: a move, as soon as only one is meant; the same place again ends a
 * choice that is a move by itself, and else drops it.
 * @param {Way[]} all
 * @param {string[]} chosen
 * @param {string[]} names
 * @returns {{chosen: string[], plays: Way | null}}
 */
export function press(all, chosen, names) {
  if (names.length === 1 && chosen.at(-1) === names[0]) return { chosen: [], plays: exactly(all, chosen) };
  const longer = [...chosen, ...names];
  const kept = meant(all, longer).length ? longer : meant(all, names).length ? names : [];
  const open = kept.length ? meant(all, kept) : [];
  return open.length === 1 ? { chosen: [], plays: open[0] } : { chosen: kept, plays: null };
}

/**
 * The board. A stroke from place to place chooses both.
 * @param {any} state
 * @param {Options} options
 * @param {number} least pixels of a place at least
 */
export function siteBoard(state, options, least) {
  const { drawing } = state;
  const all = ways(state);
  const across = drawing.kind === "strip" ? [...drawing.cells].length : (drawing.rows?.[0]?.length ?? 1) + (drawing.kind === "hexagons" ? drawing.rows.length / 2 : 0);
  const down = drawing.rows?.length ?? 1;
  const size = Math.max(least, Math.min(drawing.kind === "graph" ? 54 : ROOMY, Math.floor((options.width - 60) / across), Math.floor(TALL / down)));
  const made = drawing.kind === "graph" ? graph(state, options, size) : cells(state, size);
  const byName = new Map(made.sites.map((site) => [site.name, site]));
  const [width, height] = made.size;
  // Graphs have their own measure; small ones are drawn larger.
  const larger = drawing.kind === "graph" ? Math.max(1, Math.min(1.7, (options.width - 20) / width, TALL / height)) : 1;
  const now = pieces(drawing);
  // Where every move begins with a piece one begins there; else anywhere. A pass is a button below.
  const from = all.every(({ path }) => path[0] === "pass" || path.length > 1 && ![".", "#"].includes(now.get(path[0]) ?? "."));
  const able = new Set(all.flatMap(({ path }) => path));
  const begins = new Set(all.flatMap(({ path }) => (from ? [path[0]] : path)));
  const winning = all.filter(({ wins }) => wins);
  const start = options.at && byName.has(options.at) ? options.at : made.sites.find(({ name }) => begins.has(name))?.name ?? made.sites[0]?.name;
  const ring = svg("rect", { class: "ring", rx: 8, visibility: "hidden", width: size + 2, height: size + 2 });
  const marks = options.marks.has("targets") ? winning.filter(({ path }) => path.length === 1).map(({ path }) => byName.get(path[0])) : [];
  const root = svg("svg", { width: width * larger, height: height * larger, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `${t("play.position")} ${state.position}`, "font-family": "Helvetica, Arial, sans-serif", class: `sites ${options.play ? "live" : ""}` },
    made.parts.flat(), marks.map((site) => site && svg("text", { x: site.x, y: site.y + 4.5, "text-anchor": "middle", "font-size": 13, "font-weight": 700, class: "pmark" }, "P")), ring);
  /** @type {string[]} */
  let chosen = [];
  for (const { name, shape, label } of made.sites) {
    const can = able.has(name) && Boolean(options.play);
    for (const [key, value] of Object.entries({ "data-key": name, role: "button", tabindex: name === start ? 0 : -1, "aria-label": label, "aria-disabled": !can })) shape.setAttribute(key, String(value));
    shape.classList.toggle("can", can && begins.has(name));
    shape.classList.toggle("hinted", options.hinted && winning.some(({ path }) => path.includes(name)));
    shape.append(svg("title", {}, label));
  }
  for (const line of root.querySelectorAll("[data-ends]")) line.classList.toggle("hinted", options.hinted && winning.some(({ path }) => path.join("-") === line.getAttribute("data-ends")));
  const show = () => {
    const open = chosen.length ? meant(all, chosen) : [];
    const next = new Set(open.flatMap(({ path, touched }) => [...path, ...touched]));
    for (const { name, shape } of made.sites) {
      shape.classList.toggle("taken", chosen.includes(name));
      shape.classList.toggle("next", next.has(name) && !chosen.includes(name));
      shape.setAttribute("aria-pressed", String(chosen.includes(name)));
      shape.setAttribute("aria-disabled", String(!options.play || !(able.has(name) || next.has(name))));
    }
    options.chosen?.(chosen.length ? new Set(open.map(({ number }) => number)) : null);
  };
  const preview = (/** @type {string[]} */ names) => {
    const open = names.length ? meant(all, names) : [];
    const gone = open.length === 1 ? open[0].touched : new Set();
    for (const { name, shape } of made.sites) shape.classList.toggle("goes", gone.has(name));
  };
  const choose = (/** @type {string[]} */ names) => {
    if (!options.play) return;
    const after = press(all, chosen, names);
    chosen = after.chosen;
    options.moved(names.at(-1) ?? "");
    if (after.plays) options.play(after.plays.number);
    else show();
  };
  const nameOf = (/** @type {EventTarget | null} */ target) => {
    const found = target instanceof Element ? target.closest("[data-key], [data-ends]") : null;
    return found?.getAttribute("data-key")?.split(" ") ?? found?.getAttribute("data-ends")?.split("-") ?? null;
  };
  /** @type {string[] | null} */
  let pressed = null;
  root.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    pressed = nameOf(event.target);
    if (event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });
  root.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    const to = nameOf(document.elementFromPoint(event.clientX, event.clientY));
    const from = pressed;
    pressed = null;
    if (!from || !to) return;
    if (from.join() === to.join()) choose(from);
    else {
      chosen = [];
      choose([...from, ...to]);
    }
  });
  root.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => {
    const names = nameOf(event.target);
    if (names && options.play) preview([...(pressed && pressed.join() !== names.join() ? pressed : chosen), ...names]);
  });
  root.addEventListener("pointerleave", () => preview([]));
  root.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
    const site = byName.get(nameOf(event.target)?.[0] ?? "");
    if (!site) return;
    for (const other of made.sites) other.shape.setAttribute("tabindex", other === site ? "0" : "-1");
    ring.setAttribute("x", String(site.x - size / 2 - 1));
    ring.setAttribute("y", String(site.y - size / 2 - 1));
    ring.setAttribute("visibility", "visible");
    options.moved(site.name);
    if (options.play) preview([...chosen, site.name]);
  });
  root.addEventListener("focusout", () => ring.setAttribute("visibility", "hidden"));
  root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const site = byName.get(nameOf(event.target)?.[0] ?? "");
    if (!site || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") choose([site.name]);
    else if (event.key === "Escape") {
      chosen = [];
      show();
    } else {
      const next = towards(made.sites, site, event.key);
      if (!next) return;
      next.shape.focus();
    }
    event.preventDefault();
  });
  return root;
}

/** The nearest place in the direction of an arrow; what lies askew counts as further away. @param {Site[]} sites @param {Site} from @param {string} key */
function towards(sites, from, key) {
  const way = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[key];
  if (!way) return key === "Home" ? sites[0] : key === "End" ? sites.at(-1) : undefined;
  /** @type {{site: Site | undefined, far: number}} */
  let best = { site: undefined, far: Infinity };
  for (const site of sites) {
    const [dx, dy] = [site.x - from.x, site.y - from.y];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along > 1 && aside <= 2 * along && along + 3 * aside < best.far) best = { site, far: along + 3 * aside };
  }
  return best.site;
}

/**
 * Moves whose places were all filled by them and never emptied: pieces that were laid, such as dominoes, and by whom.
 * @param {any} state
 * @returns {{path: string[], player: string}[]}
 */
export function laid(state) {
  const { drawing, history = [] } = state;
  if (!["squares", "hexagons", "strip"].includes(drawing.kind)) return [];
  const now = pieces(drawing);
  return history.map((/** @type {any} */ { move, player, position }) => {
    const rows = position.split("|").map((/** @type {string} */ row) => [...row]);
    const then = pieces(drawing.kind === "strip" ? { kind: "strip", cells: rows[0] } : { kind: drawing.kind, rows });
    const path = move.split("=")[0].split("-");
    return path.every((/** @type {string} */ name) => then.get(name) === "#" && now.get(name) === "#") ? { path, player } : null;
  }).filter(Boolean);
}

/** Whose a piece is. @param {any} state @param {string} piece */
function owner(state, piece) {
  if (state.impartial) return "N";
  return OWNERS.L.includes(piece) ? "L" : OWNERS.R.includes(piece) ? "R" : "N";
}

/** A disc with a letter. @param {any} state @param {string} piece @param {string} name of its place @param {number} x @param {number} y @param {number} r */
function disc(state, piece, name, x, y, r) {
  return svg("g", { class: `disc ${owner(state, piece)}`, "data-disc": name, "data-letter": piece }, svg("circle", { cx: x, cy: y, r }), svg("text", { x, y: y + r * 0.4, "text-anchor": "middle", "font-size": r * 1.15 }, piece));
}

/** A domino on two squares. @param {Site} a @param {Site} b @param {number} size @param {string} whose @param {string} name */
function domino(a, b, size, whose, name) {
  const edge = size * 0.09;
  const [x, y] = [Math.min(a.x, b.x) - size / 2 + edge, Math.min(a.y, b.y) - size / 2 + edge];
  const [across, down] = [Math.abs(a.x - b.x) + size - 2 * edge, Math.abs(a.y - b.y) + size - 2 * edge];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const half = size * 0.3;
  const [dx, dy] = a.x === b.x ? [half, 0] : [0, half];
  return svg("g", { class: `laid ${whose} domino`, "data-laid": name }, svg("title", {}, name), svg("rect", { x, y, width: across, height: down, rx: size * 0.14 }), svg("line", { x1: middle.x - dx, x2: middle.x + dx, y1: middle.y - dy, y2: middle.y + dy }));
}

/**
 * Squares or hexagons.
 * @param {any} state
 * @param {number} size
 */
function cells(state, size) {
  const { drawing } = state;
  const rows = /** @type {string[][]} */ (drawing.kind === "strip" ? [[...drawing.cells]] : drawing.rows.map((/** @type {string} */ row) => [...row]));
  const hexagons = drawing.kind === "hexagons";
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const [lean, high, left, top] = [hexagons ? size / 2 : 0, hexagons ? size * 0.866 : size, drawing.kind === "strip" ? 8 : 34, 10];
  /** @type {Site[]} */
  const sites = [];
  /** @type {Element[]} */
  const above = [];
  rows.forEach((row, r) => row.forEach((piece, c) => {
    const [x, y] = [left + (c + 0.5) * size + lean * r, top + (r + 0.5) * high + (hexagons ? 4 : 0)];
    const name = drawing.kind === "strip" ? String(c + 1) : `${letters(c)}${rows.length - r}`;
    const side = size / Math.sqrt(3);
    const points = [[0, -side], [size / 2, -side / 2], [size / 2, side / 2], [0, side], [-size / 2, side / 2], [-size / 2, -side / 2]];
    const shape = hexagons ? svg("polygon", { points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ") }) : svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size });
    shape.setAttribute("class", `site ${piece === "#" ? "gone" : ""}`);
    sites.push({ name, x, y, shape, label: `${name} ${piece === "." ? t("play.free") : piece === "#" ? t("play.gone") : piece}` });
    if (piece !== "." && piece !== "#") above.push(disc(state, piece, name, x, y, size * 0.36));
  }));
  // What was laid stays to be seen, one piece for each move.
  const places = new Map(sites.map((site) => [site.name, site]));
  for (const { path, player } of laid(state)) {
    const points = path.map((name) => places.get(name)).filter((site) => site !== undefined);
    const whose = state.impartial ? "N" : player === "Left" ? "L" : "R";
    const [a, b] = points;
    if (points.length === 2 && !hexagons && Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < size * 1.5) {
      above.push(domino(a, b, size, whose, path.join("-")));
      continue;
    }
    above.push(svg("polyline", { class: `laid ${whose}`, "data-laid": path.join("-"), "stroke-width": size * 0.62, points: [...points, points[0]].map(({ x, y }) => `${x},${y}`).join(" ") }, svg("title", {}, path.join("-"))));
  }
  const bottom = top + rows.length * high + (hexagons ? 8 : 0);
  const word = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => svg("text", { x, y, "text-anchor": "middle", "font-size": 12, class: "soft" }, text);
  for (let c = 0; c < columns; c += 1) above.push(word(left + (c + 0.5) * size + lean * (rows.length - 1), bottom + 14, drawing.kind === "strip" ? String(c + 1) : letters(c)));
  if (drawing.kind !== "strip") rows.forEach((_, r) => above.push(word(left + lean * r - 14, top + (r + 0.5) * high + 4, String(rows.length - r))));
  return { sites, parts: [sites.map(({ shape }) => shape), above], size: [left + columns * size + lean * (rows.length - 1) + 10, bottom + 22] };
}

/**
 * Vertices and edges; an edge can be pressed as its two ends.
 * @param {any} state
 * @param {Options} options
 * @param {number} size
 */
function graph(state, options, size) {
  const { vertices, edges } = state.drawing;
  const layout = options.layout ?? new Map();
  if (!vertices.every((/** @type {any} */ { name }) => layout.has(name))) {
    layout.clear();
    for (const [name, place] of graphPlaces(vertices, edges, Math.max(64, size * 1.7))) layout.set(name, place);
  }
  const known = [...layout.values()];
  const edge = size / 2 + 14;
  const at = (/** @type {string} */ name) => { const { x, y } = layout.get(name) ?? { x: 0, y: 0 }; return { x: x + edge, y: y + edge }; };
  const [width, height] = [Math.max(0, ...known.map(({ x }) => x)) + 2 * edge, Math.max(0, ...known.map(({ y }) => y)) + 2 * edge];
  /** @type {Site[]} */
  const sites = [];
  /** @type {any[]} */
  const [lines, above] = [[], []];
  const ground = vertices.filter((/** @type {any} */ v) => v.on_ground).map((/** @type {any} */ v) => at(v.name));
  if (ground.length) lines.push(svg("line", { class: "earth", x1: Math.min(...ground.map((/** @type {any} */ p) => p.x)) - 30, x2: Math.max(...ground.map((/** @type {any} */ p) => p.x)) + 30, y1: ground[0].y, y2: ground[0].y }));
  const ends = (/** @type {any} */ { from, to }) => [from, to].sort().join("-");
  /** @type {Map<string, number>} */
  const counted = new Map();
  for (const one of edges) {
    const [a, b] = [at(one.from), at(one.to)];
    const like = edges.filter((/** @type {any} */ other) => ends(other) === ends(one)).length;
    const before = counted.get(ends(one)) ?? 0;
    counted.set(ends(one), before + 1);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy) || 1;
    const bend = (before - (like - 1) / 2) * 44 * (one.from > one.to ? -1 : 1);
    const middle = { x: (a.x + b.x) / 2 - (dy / length) * bend, y: (a.y + b.y) / 2 + (dx / length) * bend };
    const d = one.from === one.to ? `M${a.x} ${a.y}c-${size} -${size} ${size} -${size} 0 0` : `M${a.x} ${a.y}Q${middle.x} ${middle.y} ${b.x} ${b.y}`;
    const whose = one.kind === "e" && !state.impartial ? "green" : owner(state, one.kind);
    lines.push(svg("path", { d, class: `edge ${whose}`, "data-edge": `${ends(one)} ${one.kind} ${before}` }), svg("path", { d, class: "reach", "data-ends": `${one.from}-${one.to}` }, svg("title", {}, `${one.from}-${one.to}`)));
    if (one.one_way) {
      const turn = Math.atan2(b.y - middle.y, b.x - middle.x);
      const tip = (/** @type {number} */ back, /** @type {number} */ aside) => `${b.x - Math.cos(turn) * back - Math.sin(turn) * aside},${b.y - Math.sin(turn) * back + Math.cos(turn) * aside}`;
      lines.push(svg("polygon", { class: `head ${whose}`, points: [tip(size * 0.36, 0), tip(size * 0.36 + 11, 6), tip(size * 0.36 + 11, -6)].join(" ") }));
    }
  }
  for (const { name, piece } of vertices) {
    const { x, y } = at(name);
    const shape = svg("circle", { cx: x, cy: y, r: size * 0.36, class: "site" });
    sites.push({ name, x, y, shape, label: `${name} ${piece === "." ? t("play.free") : piece}` });
    if (piece === ".") above.push(svg("text", { x, y: y + 4.5, "text-anchor": "middle", "font-size": 13, class: "vertexname" }, name));
    else above.push(disc(state, piece, name, x, y, size * 0.34), svg("text", { x: x + size * 0.4, y: y - size * 0.28, "font-size": 12, class: "soft" }, name));
  }
  return { sites, parts: [lines, sites.map(({ shape }) => shape), above], size: [Math.max(width, 120), Math.max(height, 60)] };
}
