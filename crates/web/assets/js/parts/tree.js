// @ts-check
/** A game and its options as a tree: Left's slant to the left, Right's to the right. */

import { ask } from "../api.js";
import { h, replace, svg } from "../dom.js";
import { number, t } from "../i18n.js";
import { link, note, parameters } from "../state.js";
import { Diagram } from "./diagram.js";
import { message } from "./fields.js";
import { card, saveButtons } from "./pictures.js";
import { term } from "./words.js";

/**
 * @typedef {{label: string, value?: string, outcome: string, left: number[], right: number[], more: boolean}} Vertex
 */

const LETTER = 8.4;
const GAP = 16;
const MARGIN = 30;
const TALL = 24;

/**
 * Where the vertices of a tree are: options side by side under their game, Left's to the left of it.
 * @param {Vertex[]} vertices
 */
export function layout(vertices) {
  const half = (/** @type {number} */ v) => Math.max(16, (vertices[v].label.length * LETTER) / 2 + 8);
  /** How far a tree reaches to both sides of its root, and where its options are. @type {{reach: [number, number], at: [number, number][]}[]} */
  const shapes = [];
  // Options come after their games: from the last to the first everything below is known.
  for (let v = vertices.length - 1; v >= 0; v -= 1) {
    const reach = /** @type {[number, number]} */ ([half(v), half(v)]);
    const at = /** @type {[number, number][]} */ ([]);
    for (const side of [0, 1]) {
      let used = GAP / 2;
      for (const option of side === 0 ? [...vertices[v].left].reverse() : vertices[v].right) {
        const [inner, outer] = side === 0 ? [shapes[option].reach[1], shapes[option].reach[0]] : shapes[option].reach;
        at.push([option, side === 0 ? -(used + inner) : used + inner]);
        used += inner + outer + GAP;
        reach[side] = Math.max(reach[side], used - GAP);
      }
    }
    shapes[v] = { reach, at };
  }
  /** Edges of a wide tree fall more steeply. @type {number[]} */
  const falls = [];
  const levels = /** @type {number[]} */ (Array(vertices.length).fill(0));
  shapes.forEach(({ at }, v) => {
    for (const [option, offset] of at) {
      levels[option] = levels[v] + 1;
      falls[levels[v]] = Math.max(falls[levels[v]] ?? 70, Math.min(360, Math.abs(offset) * 0.14));
    }
  });
  const below = (/** @type {number} */ level) => falls.slice(0, level).reduce((sum, fall) => sum + fall, MARGIN);
  const places = vertices.map(() => ({ x: 0, y: 0 }));
  places[0] = { x: MARGIN + shapes[0].reach[0], y: MARGIN };
  const parents = /** @type {(number | null)[]} */ (vertices.map(() => null));
  shapes.forEach(({ at }, v) => {
    for (const [option, offset] of at) {
      places[option] = { x: places[v].x + offset, y: below(levels[option]) };
      parents[option] = v;
    }
  });
  return { places, parents, levels, half, width: shapes[0].reach[0] + shapes[0].reach[1] + 2 * MARGIN, height: below(falls.length) + MARGIN + 20 };
}

/**
 * @param {Vertex[]} vertices
 * @param {string} name
 * @param {{chosen: number | null, chose: (vertex: number) => void, pointed?: (text: string) => void, signal: AbortSignal}} setting
 */
export function tree(vertices, name, setting) {
  const { places, parents, levels, half, width, height } = layout(vertices);
  const options = (/** @type {number} */ v) => [...vertices[v].left, ...vertices[v].right];
  const lines = vertices.flatMap((vertex, v) => /** @type {[string, number[]][]} */ ([["L", vertex.left], ["R", vertex.right]]).flatMap(([side, list]) => list.map((option) =>
    svg("line", { x1: places[v].x, y1: places[v].y + TALL / 2, x2: places[option].x, y2: places[option].y - TALL / 2, class: `link link-${side}`, "data-from": v, "data-to": option }))));
  const boxes = vertices.map((vertex, v) => svg("g", { class: "vertex", "data-v": v },
    svg("title", {}, say(vertex)),
    svg("rect", { x: places[v].x - half(v), y: places[v].y - TALL / 2, width: 2 * half(v), height: TALL, rx: 6, class: "vertexbox" }),
    svg("rect", { x: places[v].x - half(v), y: places[v].y + TALL / 2 - 4, width: 2 * half(v), height: 4, rx: 2, class: `outcome outcome-${vertex.outcome}` }),
    svg("text", { x: places[v].x, y: places[v].y + 4, "text-anchor": "middle", class: "ink" }, vertex.label),
    vertex.more ? svg("text", { x: places[v].x, y: places[v].y + TALL / 2 + 13, "text-anchor": "middle", class: "soft" }, "…") : null));
  return new Diagram({
    label: t("tree.alt", name), width, height, focus: places[0], parts: [...lines, ...boxes], places, options, ...setting,
    say: (v) => say(vertices[v]),
    step: (v, key) => {
      const neighbour = (/** @type {1 | -1} */ way) => {
        const row = vertices.map((_, u) => u).filter((u) => levels[u] === levels[v]).sort((a, b) => places[a].x - places[b].x);
        return row[row.indexOf(v) + way] ?? null;
      };
      if (key === "ArrowUp") return parents[v];
      if (key === "ArrowDown") return options(v)[0] ?? null;
      return neighbour(key === "ArrowLeft" ? -1 : 1);
    },
  });
}

/** @param {Vertex} vertex */
function say(vertex) {
  return `${vertex.value ?? vertex.label}: ${vertex.outcome}, ${t(`outcome.${vertex.outcome}`)}`;
}

/**
 * A card with the tree of a game; the address keeps the vertex that is chosen.
 * @param {string} expression
 * @param {string} name of its files
 * @param {import("./inspector.js").Inspector | null} inspector
 * @param {AbortSignal} signal
 */
export function treeCard(expression, name, inspector, signal) {
  const body = h("div", { class: "treebox" }, h("p", { class: "note" }, t("chart.loading")));
  const readout = h("div", { class: "told", "aria-live": "polite" });
  const shown = card(t("tree"), [], body, inspector ? null : readout, legend(), h("p", { class: "note" }, t("tree.note")));
  ask("draw/tree", { expression }, signal).then((found) => {
    const vertices = /** @type {Vertex[]} */ (found.vertices);
    const given = Number(parameters().v ?? NaN);
    const describeChosen = (/** @type {number} */ v) => (inspector ? inspector.show(...describe(vertices, v, choose)) : replace(readout, ...describe(vertices, v, choose)));
    const choose = (/** @type {number} */ v) => {
      note({ v });
      diagram.choose(v);
      describeChosen(v);
    };
    const chosen = Number.isInteger(given) && vertices[given] ? given : null;
    const diagram = tree(vertices, found.title, { chosen, chose: choose, pointed: (text) => inspector?.point(text), signal });
    replace(body, diagram.element);
    if (chosen !== null) describeChosen(chosen);
    const save = h("div", { class: "actions" }, saveButtons(`${name}-tree`, () => diagram.picture));
    shown.querySelector("header")?.append(save);
  }).catch((error) => { if (!signal.aborted) replace(body, message(error)); });
  return shown;
}

/**
 * What is known of a vertex, and ways on from it.
 * @param {Vertex[]} vertices
 * @param {number} v
 * @param {(vertex: number) => void} choose
 */
function describe(vertices, v, choose) {
  const vertex = vertices[v];
  const list = (/** @type {string} */ name, /** @type {number[]} */ options) => (options.length ? [h("h3", {}, t(name, number(options.length))), h("ul", { class: "options" }, options.map((o) => h("li", {}, h("button", { type: "button", class: "chip", onclick: () => choose(o) }, vertices[o].label, " ", vertices[o].outcome))))] : []);
  return [
    h("p", { class: "headline mono" }, vertex.value ?? vertex.label), h("p", {}, term(vertex.outcome), ": ", t(`outcome.${vertex.outcome}`)),
    ...list("tree.left", vertex.left), ...list("tree.right", vertex.right),
    vertex.left.length + vertex.right.length ? null : h("p", { class: "note" }, t(vertex.more ? "tree.more" : /^-?\d+$/.test(vertex.label) && vertex.label !== "0" ? "tree.integer" : "inspector.nooptions")),
    vertex.value ? h("div", { class: "actions" }, h("a", { class: "button", href: link("game", { g: vertex.value }) }, t("tree.open"))) : null,
  ];
}

/** What the colours mean. */
function legend() {
  return h("ul", { class: "legend" }, h("li", {}, h("i", { class: "L" }), t("tree.edge.L")), h("li", {}, h("i", { class: "R" }), t("tree.edge.R")),
    h("li", {}, h("i", { class: "c-chosen" }), t("tree.chosen")));
}
