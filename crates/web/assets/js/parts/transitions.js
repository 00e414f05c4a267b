// @ts-check
/** The moves between positions as arrows, with results that can be filled in one after the other. */

import { address, ask } from "../api.js";
import { h, replace, svg } from "../dom.js";
import { t } from "../i18n.js";
import { Diagram } from "./diagram.js";
import { message } from "./fields.js";
import { colours } from "./grid.js";
import { card, fileName, saveButtons } from "./pictures.js";

/**
 * @typedef {{values: (number | string)[], positions?: string[], moves: {to: number[], left: boolean, right: boolean, taken: number}[][],
 *   reasons: string[], filled?: number[]}} Found
 */

const SIDE = 38;
const MARGIN = 34;
/** The most that an arrow rises. */
const HIGHEST = 260;

/**
 * @param {Found} found
 * @param {string} name
 * @param {{chosen: number | null, chose: (vertex: number) => void, pointed?: (text: string) => void, signal: AbortSignal}} setting
 */
export function transitions(found, name, setting) {
  const { values, moves } = found;
  const names = found.positions ?? values.map((_, n) => String(n));
  const across = Math.max(72, Math.max(...names.map((one) => one.length)) * 8 + 16);
  const ends = moves.flatMap((list, n) => list.flatMap((move) => move.to.map((to) => [n, to])));
  const rise = (/** @type {number} */ far) => Math.min(HIGHEST, 12 + 0.25 * far * across);
  const above = Math.max(0, ...ends.filter(([n, to]) => to < n).map(([n, to]) => rise(n - to)));
  const below = Math.max(0, ...ends.filter(([n, to]) => to > n).map(([n, to]) => rise(to - n)));
  const top = MARGIN + above;
  const places = values.map((_, n) => ({ x: MARGIN + SIDE / 2 + n * across, y: top + SIDE / 2 }));
  const [width, height] = [2 * MARGIN + (values.length - 1) * across + SIDE, top + SIDE + 30 + below + MARGIN];
  const largest = Math.max(1, ...values.map((value) => (typeof value === "number" ? value : 0)));
  const partizan = moves.flat().some((move) => move.left !== move.right);
  /** One arrow for all moves from one position to another. @type {Map<string, {n: number, to: number, left: boolean, right: boolean, thin: boolean}>} */
  const arrows = new Map();
  moves.forEach((list, n) => list.forEach((move) => move.to.forEach((to) => {
    const key = `${n} ${to} ${move.to.length > 1}`;
    const known = arrows.get(key);
    arrows.set(key, { n, to, left: move.left || Boolean(known?.left), right: move.right || Boolean(known?.right), thin: move.to.length > 1 });
  })));
  const lines = [...arrows.values()].map(({ n, to, left, right, thin }) => {
    const back = to < n;
    const [x1, x2] = [places[n].x + (back ? -6 : 6), places[to].x + (back ? 6 : -6)];
    const y = back ? top : top + SIDE + 20;
    const bow = rise(Math.abs(n - to)) * (back ? -1 : 1) * 1.33;
    const whose = left === right ? "both" : left ? "L" : "R";
    // The head of the arrow comes in along the last piece of the curve.
    const head = `M${x2},${y} l-4,${back ? -9 : 9} l8,0 z`;
    return svg("g", { class: `link link-${whose}${thin ? " thin" : ""}`, "data-from": n, "data-to": to },
      svg("path", { d: `M${x1},${y} C${x1},${y + bow} ${x2},${y + bow} ${x2},${y + (back ? -7 : 7)}`, class: "arc" }), svg("path", { d: head, class: "head" }));
  });
  const boxes = values.map((value, n) => {
    const [paper, ink] = colours(value, largest);
    const { x, y } = places[n];
    return svg("g", { class: "vertex", "data-v": n },
      svg("title", {}, say(found, n)),
      svg("rect", { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, rx: 5, class: "vertexbox", style: `fill:${paper}` }),
      value === 0 || value === "P" ? svg("circle", { cx: x, cy: y, r: SIDE * 0.42, class: "lost" }) : null,
      svg("text", { x, y: y + 6, "text-anchor": "middle", "font-size": 17, class: "value", style: `fill:${ink}` }, value),
      svg("text", { x, y: y + SIDE / 2 + 16, "text-anchor": "middle", "font-size": 14, class: "soft name" }, names[n]),
      svg("text", { x, y: y + SIDE / 2 + 33, "text-anchor": "middle", "font-size": 14, class: "sign" }));
  });
  const diagram = new Diagram({
    label: name, width, height, focus: places[places.length - 1], parts: [...lines, ...boxes], places, ...setting,
    options: (n) => moves[n].flatMap((move) => move.to), say: (n) => say(found, n),
    step: (n, key) => (key === "ArrowLeft" || key === "ArrowDown" ? (n > 0 ? n - 1 : null) : n + 1 < values.length ? n + 1 : null),
  });
  /** Shows results as far as they are filled in; the last is explained. @param {number | null} step */
  const fill = (step) => {
    const order = found.filled ?? values.map((_, n) => n);
    const done = new Set(step === null ? order : order.slice(0, step + 1));
    const current = step === null ? null : order[step];
    const next = new Set(current === null ? [] : moves[current].flatMap((move) => move.to));
    for (const group of diagram.picture.querySelectorAll("[data-v]")) {
      const n = Number(group.getAttribute("data-v"));
      group.classList.toggle("unknown", !done.has(n));
      const sign = group.querySelector(".sign");
      if (sign) sign.textContent = n === current ? "★" : next.has(n) ? "◆" : "";
    }
    for (const line of diagram.picture.querySelectorAll("[data-from]")) line.classList.toggle("unknown", !done.has(Number(line.getAttribute("data-from"))));
    if (current !== null) diagram.bring(current);
  };
  return { diagram, fill, partizan };
}

/** @param {Found} found @param {number} n */
function say(found, n) {
  const name = found.positions?.[n] ?? `n = ${n}`;
  const value = found.values[n];
  const meaning = typeof value === "number" ? `G = ${value}${value === 0 ? `, P: ${t("outcome.P")}` : ""}` : `${value}: ${t(`outcome.${value}`)}`;
  return `${name}: ${meaning}`;
}

/**
 * A card with the graph of a game; a slider fills its results in.
 * @param {{rule: any, end?: any, set?: any, to: number | string}} question
 * @param {{chosen: number | null, step?: string | null, note?: (values: Record<string, string>) => void, chose: (n: number, options: number[]) => void, pointed?: (text: string) => void,
 *   steps?: boolean, signal: AbortSignal, fault?: (error: any) => boolean}} setting
 */
export function transitionsCard(question, setting) {
  const body = h("div", { class: "graphbox" }, h("p", { class: "note" }, t("chart.loading")));
  const shown = card(t("play.graph"), [], body);
  /** @type {Diagram | null} */
  let drawn = null;
  const asked = { rule: question.rule, end: question.end, set: question.set, to: question.to };
  ask("draw/graph", asked, setting.signal).then((/** @type {Found} */ found) => {
    const name = fileName(`${question.rule}${question.end && question.end !== "normal" ? `-${question.end}` : ""}`);
    const options = (/** @type {number} */ n) => [...new Set(found.moves[n].flatMap((move) => move.to))];
    const choose = (/** @type {number} */ n) => {
      diagram.choose(n);
      setting.chose(n, options(n));
    };
    const chosen = setting.chosen !== null && found.moves[setting.chosen] ? setting.chosen : null;
    const { diagram, fill, partizan } = transitions(found, t("play.graph"), { ...setting, chosen, chose: choose });
    drawn = diagram;
    const save = h("div", { class: "actions" }, saveButtons(`${name}-graph`, () => diagram.picture),
      h("a", { class: "button", href: address("draw/graph-steps.svg", asked), download: `${name}-graph-steps.svg` }, t("play.graph.film")));
    replace(body, diagram.element, legend(found, partizan), setting.steps === false ? null : steps(found, fill, setting), setting.steps !== false && typeof found.values[0] === "number" ? h("p", { class: "note" }, t("play.graph.note")) : null);
    shown.querySelector("header")?.append(save);
  }).catch((error) => {
    if (setting.signal.aborted) return;
    if (setting.fault?.(error)) shown.remove();
    else replace(body, message(error));
  });
  return { element: shown, choose: (/** @type {number | null} */ n) => drawn?.choose(n) };
}

/**
 * The slider, and why the position of the step has its result.
 * @param {Found} found
 * @param {(step: number | null) => void} fill
 * @param {{step?: string | null, note?: (values: Record<string, string>) => void}} setting
 */
function steps(found, fill, setting) {
  const order = found.filled;
  if (!order) return null;
  const last = order.length - 1;
  const given = Number(setting.step);
  const slider = h("input", { type: "range", min: 0, max: last, value: given >= 1 && given <= last ? given - 1 : last, "aria-label": t("play.graph.step") });
  const label = h("span", { class: "note" });
  const why = h("p", { class: "readout reason", role: "status" });
  const set = () => {
    const step = Number(slider.value);
    fill(step === last ? null : step);
    label.textContent = `${step + 1} / ${order.length}`;
    why.textContent = found.reasons[order[step]];
  };
  const moved = () => {
    set();
    setting.note?.({ step: slider.value === slider.max ? "" : String(Number(slider.value) + 1) });
  };
  slider.addEventListener("input", moved);
  const by = (/** @type {number} */ way) => () => { slider.value = String(Number(slider.value) + way); moved(); };
  set();
  return h("div", {}, why, h("div", { class: "progress steps" }, h("button", { type: "button", "aria-label": t("play.graph.back"), onclick: by(-1) }, "◀"), slider,
    h("button", { type: "button", "aria-label": t("play.graph.next"), onclick: by(1) }, "▶"), label));
}

/** What colours and signs mean. @param {Found} found @param {boolean} partizan */
function legend(found, partizan) {
  const numbers = typeof found.values[0] === "number";
  return h("ul", { class: "legend" },
    numbers ? h("li", {}, h("i", { class: "lostring" }), t("legend.zero")) : ["L", "R", "N", "P"].filter((o) => found.values.includes(o)).map((o) => h("li", {}, h("i", { class: o }), `${o}: ${t(`outcome.${o}`)}`)),
    partizan ? [["L", "tree.edge.L"], ["R", "tree.edge.R"]].map(([side, key]) => h("li", {}, h("i", { class: side }), t(key))) : null,
    found.moves.flat().some((move) => move.to.length > 1) ? h("li", {}, h("i", { class: "thinline" }), t("graph.parts")) : null,
    h("li", {}, h("i", { class: "c-chosen" }), t("tree.chosen")));
}
