// @ts-check
/** A thermograph whose temperature can be taken in the hand: what the game is worth when it is cooled. */

import { ask } from "../api.js";
import { h, replace, svg } from "../dom.js";
import { t } from "../i18n.js";
import { written } from "../pages/values.js";

/** A fraction such as `3/2`. @param {string} text */
export function fraction(text) {
  const [above, below = "1"] = text.split("/");
  return Number(above) / Number(below);
}

/**
 * Where a wall is at a temperature: a line between its corners, a mast above the last.
 * @param {[number, number][]} wall temperature and value, from below
 * @param {number} temperature
 */
export function at(wall, temperature) {
  const last = wall[wall.length - 1];
  if (temperature >= last[0]) return last[1];
  for (let i = 0; i + 1 < wall.length; i += 1) {
    const [[a, u], [b, v]] = [wall[i], wall[i + 1]];
    if (temperature >= a && temperature <= b) return b === a ? v : u + ((v - u) * (temperature - a)) / (b - a);
  }
  return wall[0][1];
}

/**
 * Numbers along an axis, at most a few: where numbers are so large that a step is lost in rounding, none is asked for twice.
 * @param {number} low
 * @param {number} high
 * @param {number} step
 * @param {number} [first] the first one, a multiple of the step if not given
 */
function ticks(low, high, step, first = Math.ceil(low / step) * step) {
  const count = Math.min(40, Math.floor((high - first) / step) + 1);
  const all = Array.from({ length: Number.isFinite(count) ? Math.max(0, count) : 0 }, (_, k) => first + k * step);
  // Nor is the same number written twice.
  const seen = new Set();
  return all.filter((v) => !seen.has(shown(v)) && seen.add(shown(v)));
}

/**
 * A number of a wall; beyond 2^53 it is not exact any more.
 * @param {number} value
 */
function rounded(value) {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? `≈ ${value.toExponential(6)}` : value;
}

/**
 * A number at an axis.
 * @param {number} value
 */
function shown(value) {
  const short = Math.abs(value) >= 1e6 ? value.toExponential(1) : String(Math.round(value * 1000) / 1000);
  return short.replace("-", "−");
}

/**
 * @param {any} found the walls
 * @param {string} name
 * @param {string} expression
 * @param {{point: (text: string) => void} | null} inspector
 * @param {AbortSignal} signal
 * @param {number} space pixels there are, so that nothing is made small
 */
export function thermograph(found, name, expression, inspector, signal, space) {
  const walls = /** @type {[number, number][][]} */ ([found.left_wall, found.right_wall].map((wall) => wall.map((/** @type {[string, string]} */ pair) => pair.map(fraction))));
  const hottest = Math.max(0, ...walls.flat().map(([temperature]) => temperature));
  const top = hottest + Math.max(1, hottest * 0.35);
  const values = walls.flat().map(([, value]) => value);
  // Wide enough that it does not vanish next to numbers beyond 2^53.
  const spread = Math.max(1, Math.max(...values) - Math.min(...values), Math.max(...values.map(Math.abs)) * 2 ** -40);
  const [low, high] = [Math.min(...values) - spread * 0.12, Math.max(...values) + spread * 0.12];
  const [width, height, left, bottom, up, right] = [Math.max(260, Math.min(680, space - 48)), 420, top >= 1e6 ? 74 : 52, 40, 16, 18];
  // Values grow to the left, as is the custom.
  const X = (/** @type {number} */ value) => left + ((high - value) / (high - low)) * (width - left - right);
  const Y = (/** @type {number} */ temperature) => height - bottom - ((temperature + 1) / (top + 1)) * (height - bottom - up);
  const parts = [];
  const most = width < 420 ? 5 : 9;
  const round = (/** @type {number} */ reach) => [0.125, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100].find((step) => reach / step <= most) ?? reach / most;
  for (const v of ticks(low, high, round(high - low))) parts.push(svg("line", { x1: X(v), x2: X(v), y1: up, y2: height - bottom, class: "gridline" }), svg("text", { x: X(v), y: height - bottom + 18, "text-anchor": "middle", class: "soft", "font-size": 12 }, shown(v)));
  for (const v of ticks(-1, top, round(top + 1), -1)) parts.push(svg("line", { x1: left, x2: width - right, y1: Y(v), y2: Y(v), class: "gridline" }), svg("text", { x: left - 8, y: Y(v) + 4, "text-anchor": "end", class: "soft", "font-size": 12 }, shown(v)));
  parts.push(svg("text", { x: 6, y: 12, class: "soft", "font-size": 12 }, "t"));
  const line = (/** @type {[number, number][]} */ wall) => [...wall.map(([temperature, value]) => `${X(value)},${Y(temperature)}`), `${X(wall[wall.length - 1][1])},${up}`].join(" ");
  const region = [...walls[0].map(([temperature, value]) => `${X(value)},${Y(temperature)}`), ...[...walls[1]].reverse().map(([temperature, value]) => `${X(value)},${Y(temperature)}`)].join(" ");
  parts.push(svg("polygon", { points: region, class: "between" }), svg("polyline", { points: line(walls[0]), class: "wall-L" }), svg("polyline", { points: line(walls[1]), class: "wall-R" }));
  const level = svg("line", { x1: left, x2: width - right, class: "level" });
  const dots = [svg("circle", { r: 6, class: "dot-L" }), svg("circle", { r: 6, class: "dot-R" })];
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": t("thermograph.alt", name, found.mean, found.temperature), "font-family": "Helvetica, Arial, sans-serif", class: "thermo" }, parts, level, dots);
  const slider = h("input", { type: "range", min: -1, max: top, step: 1 / 64, value: 0, "aria-label": t("thermograph.cool") });
  const readout = h("p", { class: "mono readout", role: "status" });
  const cooled = h("p", { class: "mono" });
  let waiting = 0;
  const set = (/** @type {number} */ temperature) => {
    const eighth = Math.round(Math.min(top, Math.max(-1, temperature)) * 8) / 8;
    slider.value = String(eighth);
    level.setAttribute("y1", String(Y(eighth)));
    level.setAttribute("y2", String(Y(eighth)));
    const [l, r] = walls.map((wall) => at(wall, eighth));
    dots[0].setAttribute("cx", String(X(l)));
    dots[1].setAttribute("cx", String(X(r)));
    for (const dot of dots) dot.setAttribute("cy", String(Y(eighth)));
    const words = t("thermograph.at", eighth, rounded(l), rounded(r));
    readout.textContent = words;
    inspector?.point(words);
    clearTimeout(waiting);
    waiting = window.setTimeout(async () => {
      if (eighth < 0) return replace(cooled);
      try {
        const eighths = Math.round(eighth * 8);
        const game = await ask("eval", { expression: `Cool(${expression},${eighths}/8)` }, signal);
        replace(cooled, t("thermograph.cooled", eighth), " ", written(game));
      } catch {
        replace(cooled); // what has no name at this temperature is only drawn
      }
    }, 250);
  };
  slider.addEventListener("input", () => set(Number(slider.value)));
  let held = false;
  const follow = (/** @type {PointerEvent} */ event) => {
    const box = picture.getBoundingClientRect();
    const y = ((event.clientY - box.top) / box.height) * height;
    set(((height - bottom - y) / (height - bottom - up)) * (top + 1) - 1);
  };
  picture.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => { held = true; picture.setPointerCapture(event.pointerId); follow(event); });
  picture.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => { if (held) follow(event); });
  picture.addEventListener("pointerup", () => { held = false; });
  set(0);
  const element = h("div", {}, h("div", { class: "figure" }, picture), h("label", { class: "thermolabel" }, t("thermograph.cool"), slider), readout, cooled,
    h("ul", { class: "legend" }, h("li", {}, h("i", { class: "L" }), t("thermograph.left")), h("li", {}, h("i", { class: "R" }), t("thermograph.right"))));
  return { element, picture: () => picture };
}
