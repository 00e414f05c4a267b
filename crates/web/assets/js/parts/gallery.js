// @ts-check
/** Small pictures of games. */

import { address } from "../api.js";
import { h, svg } from "../dom.js";
import { BOARDS, title } from "./names.js";

/** How far games on tuples are drawn; others by themselves. @type {Record<string, string>} */
const CORNERS = {
  "chocolate:3": "8,24", "lib:chocolate": "8,24", "lib:chocolate-stairs": "8,24", wythoff: "12,16", "lib:wythoff": "12,16", "lib:wythoff-spread": "12,16", "lib:euclid": "12,16", "lib:bounded-nim": "10,14", "fibonacci-nim": "12,12", mem: "10,14",
  "lib:chomp2": "10,14", "lib:cutcake": "6,8", "lib:eatcake": "6,8", "lib:turn-and-eatcake": "6,8", "lib:fibonacci-nim": "12,12", "lib:mem": "10,14", "lib:northcott": "8,10",
};
/** Bars of chocolate. @type {Record<string, string>} */
const BARS = { "lib:chocolate3": "(4,3,9)" };

/**
 * A decorative picture: it says nothing that the name next to it does not.
 * @param {string} name
 * @param {string} [position] to begin with, on a board
 */
export function thumbnail(name, position) {
  const board = /^board:(.*)$/.exec(name)?.[1];
  if (board && BOARDS[board]) return h("div", { class: "thumb drawn", "aria-hidden": "true" }, boardPicture(board, BOARDS[board]));
  const image = (/** @type {string} */ src) => {
    const picture = h("img", { class: "thumb served whole", src, alt: "", loading: "lazy", width: 320, height: 152 });
    picture.addEventListener("error", () => picture.replaceWith(h("div", { class: "thumb drawn", "aria-hidden": "true" }, name.replace("lib:", ""))), { once: true });
    return picture;
  };
  if (board) return image(address("draw/board.svg", { game: board, position, title: title(name) }));
  if (BARS[name]) return image(address("draw/bar.svg", { rule: name, position: BARS[name] }));
  if (CORNERS[name]) return image(address("draw/grid.svg", { rule: name, to: CORNERS[name] }));
  if (name.startsWith("lib:") || name === "nim-with-pass") return h("div", { class: "thumb drawn mono", "aria-hidden": "true" }, name.replace("lib:", ""));
  return image(address("draw/scatter.svg", { rule: name, to: 80 }));
}

const PIECES = /** @type {Record<string, string>} */ ({ x: "L", o: "R", t: "L", f: "R", l: "L", r: "R", e: "N", L: "L", R: "R" });

/**
 * A position on a board or a strip.
 * @param {string} game
 * @param {string} position
 */
export function boardPicture(game, position) {
  const size = 34;
  if (game === "hackenbush") return stalk(position);
  // An empty board may be written by its size.
  const [, down, across] = /^\s*(\d{1,2})\s*[x×]\s*(\d{1,2})\s*$/.exec(position) ?? [];
  if (down) return boardPicture(game, Array(Number(down)).fill(".".repeat(Number(across))).join("|"));
  const rows = position.split("|").map((row) => [...row.replace(/[\s-]/g, "")]);
  const parts = rows.flatMap((row, r) => row.map((cell, c) => {
    const [x, y] = [4 + c * size, 4 + r * size];
    const side = PIECES[cell];
    return svg("g", {}, svg("rect", { x, y, width: size - 2, height: size - 2, rx: 3, class: cell === "#" ? "wall" : "square-empty" }),
      side ? game === "toppling-dominoes" ? svg("rect", { x: x + 10, y: y + 3, width: size - 22, height: size - 8, rx: 3, class: `side-${side}` }) : svg("circle", { cx: x + size / 2 - 1, cy: y + size / 2 - 1, r: size / 2 - 6, class: `side-${side}` }) : null,
      side ? svg("text", { x: x + size / 2 - 1, y: y + size / 2 + 4, "text-anchor": "middle", "font-size": 13, class: `on-${side}` }, cell) : null);
  }));
  const [width, height] = [8 + Math.max(1, ...rows.map((row) => row.length)) * size, 8 + rows.length * size];
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${game} ${position}`, "font-family": "Helvetica, Arial, sans-serif" }, parts);
}

/** A picture of Hackenbush, growing from the ground. @param {string} text */
function stalk(text) {
  const parts = /** @type {Element[]} */ ([]);
  const stack = /** @type {[number, number][]} */ ([]);
  let [x, y, widest, highest] = [30, 0, 30, 0];
  for (const sign of text) {
    if (sign === "(") stack.push([x, y]);
    else if (sign === ")") [x, y] = stack.pop() ?? [x, y];
    else if (sign === "+") [x, y] = [widest + 50, 0];
    else if (PIECES[sign]) {
      const to = [x + (stack.length ? 26 : 0), y + 30];
      parts.push(svg("line", { x1: x, y1: -y, x2: to[0], y2: -to[1], class: `edge-${PIECES[sign]}` }), svg("circle", { cx: to[0], cy: -to[1], r: 3.5, class: "ink" }));
      [x, y] = to;
      widest = Math.max(widest, x);
      highest = Math.max(highest, y);
    }
  }
  const [width, height] = [widest + 40, highest + 26];
  return svg("svg", { width, height, viewBox: `0 ${-highest - 12} ${width} ${height}`, role: "img", "aria-label": `hackenbush ${text}` },
    svg("line", { x1: 6, y1: 0, x2: width - 6, y2: 0, class: "ground" }), parts);
}
