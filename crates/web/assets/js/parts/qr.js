// @ts-check
/**
 * QR codes (ISO/IEC 18004): a text as bytes, error correction M, versions 1 to 40, drawn here so that no link leaves the page.
 */

import { svg } from "../dom.js";

/** Error correction M by version: codewords of correction in each block, and blocks (table 9 of the standard). */
const CORRECTION = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28];
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49];
const LARGEST = 40;
/** The quiet zone around the code, in modules. */
const QUIET = 4;

/** Logarithms and powers of 2 in GF(256) with the polynomial x⁸ + x⁴ + x³ + x² + 1. */
const [LOG, POWER] = (() => {
  const log = new Uint8Array(256);
  const power = new Uint8Array(510);
  for (let i = 0, x = 1; i < 255; i += 1) {
    power[i] = power[i + 255] = x;
    log[x] = i;
    x = x << 1 ^ (x & 0x80 ? 0x11d : 0);
  }
  return [log, power];
})();

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWER[LOG[a] + LOG[b]] : 0);

/** The generator of the Reed–Solomon code with this many codewords of correction, without its first coefficient. @param {number} degree */
function generator(degree) {
  const all = new Uint8Array(degree);
  all[degree - 1] = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) all[j] = times(all[j], POWER[i]) ^ (all[j + 1] ?? 0);
  }
  return all;
}

/** The codewords of correction of a block: the remainder of its division by the generator. @param {Uint8Array} block @param {Uint8Array} by */
function correction(block, by) {
  const rest = new Uint8Array(by.length);
  for (const byte of block) {
    const factor = byte ^ rest[0];
    rest.copyWithin(0, 1);
    rest[rest.length - 1] = 0;
    by.forEach((coefficient, i) => { rest[i] ^= times(coefficient, factor); });
  }
  return rest;
}

/** Modules for data and correction of a version. @param {number} version */
function modules(version) {
  let count = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const n = Math.floor(version / 7) + 2;
    count -= (25 * n - 10) * n - 55;
    if (version >= 7) count -= 36;
  }
  return count;
}

/** Codewords for data of a version. @param {number} version */
function capacity(version) {
  return Math.floor(modules(version) / 8) - CORRECTION[version] * BLOCKS[version];
}

/** Where the patterns of alignment stand, in rows and columns. @param {number} version */
export function alignment(version) {
  if (version === 1) return [];
  const n = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + n * 3 + 5) / (n * 4 - 4)) * 2;
  const last = 4 * version + 10;
  return [6, ...Array.from({ length: n - 1 }, (_, i) => last - (n - 2 - i) * step)];
}

/** The text as codewords of data: mode, length, bytes, an end, and filling. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const size = capacity(version);
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ length) => { for (let i = length - 1; i >= 0; i -= 1) bits.push(value >> i & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, 8 * size - bits.length));
  put(0, (8 - bits.length % 8) % 8);
  for (let filling = 0xec; bits.length < 8 * size; filling ^= 0xec ^ 0x11) put(filling, 8);
  return Uint8Array.from({ length: size }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((byte, bit) => byte << 1 | bit, 0));
}

/** Data and correction of all blocks, the first codewords of each block first. @param {Uint8Array} data @param {number} version */
function interleaved(data, version) {
  const blocks = BLOCKS[version];
  const total = Math.floor(modules(version) / 8);
  const short = Math.floor(total / blocks) - CORRECTION[version];
  const shorter = blocks - total % blocks;
  const by = generator(CORRECTION[version]);
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const block = data.subarray(from, from + short + (i < shorter ? 0 : 1));
    from += block.length;
    return { block, check: correction(block, by) };
  });
  const all = /** @type {number[]} */ ([]);
  for (let i = 0; i <= short; i += 1) for (const { block } of parts) if (i < block.length) all.push(block[i]);
  for (let i = 0; i < by.length; i += 1) for (const { check } of parts) all.push(check[i]);
  return all;
}

/** Which modules a mask turns, by row and column. @type {((r: number, c: number) => boolean)[]} */
export const MASKS = [
  (r, c) => (r + c) % 2 === 0, (r) => r % 2 === 0, (_, c) => c % 3 === 0, (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0, (r, c) => r * c % 2 + r * c % 3 === 0,
  (r, c) => (r * c % 2 + r * c % 3) % 2 === 0, (r, c) => ((r + c) % 2 + r * c % 3) % 2 === 0,
];

/** Bits with the remainder of their division by a polynomial behind them (a BCH code). @param {number} value @param {number} polynomial @param {number} degree */
function checked(value, polynomial, degree) {
  let rest = value;
  for (let i = 0; i < degree; i += 1) rest = rest << 1 ^ (rest >> degree - 1 & 1) * polynomial;
  return value << degree | rest & (1 << degree) - 1;
}

/**
 * A square whose patterns are drawn, and which of its modules are taken by them.
 * @param {number} version
 */
export function patterns(version) {
  const size = 4 * version + 17;
  const grid = Array.from({ length: size }, () => new Uint8Array(size));
  const taken = Array.from({ length: size }, () => new Uint8Array(size));
  const set = (/** @type {number} */ r, /** @type {number} */ c, /** @type {boolean | number} */ dark) => {
    if (r < 0 || c < 0 || r >= size || c >= size) return;
    grid[r][c] = Number(dark);
    taken[r][c] = 1;
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [r, c] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    for (let y = -4; y <= 4; y += 1) for (let x = -4; x <= 4; x += 1) set(r + y, c + x, ![2, 4].includes(Math.max(Math.abs(x), Math.abs(y))));
  }
  const places = alignment(version);
  for (const r of places) for (const c of places) {
    if ((r === 6 && (c === 6 || c === size - 7)) || (c === 6 && r === size - 7)) continue;
    for (let y = -2; y <= 2; y += 1) for (let x = -2; x <= 2; x += 1) set(r + y, c + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
  }
  if (version >= 7) {
    const bits = checked(version, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const [a, b] = [size - 11 + i % 3, Math.floor(i / 3)];
      set(a, b, bits >> i & 1);
      set(b, a, bits >> i & 1);
    }
  }
  format(set, size, 0);
  return { size, grid, taken, set };
}

/** The bits that name correction M and the mask, twice. @param {(r: number, c: number, dark: number) => void} set @param {number} size @param {number} mask */
function format(set, size, mask) {
  const bits = checked(mask, 0x537, 10) ^ 0x5412;
  const bit = (/** @type {number} */ i) => bits >> i & 1;
  for (let i = 0; i <= 5; i += 1) set(i, 8, bit(i));
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let i = 9; i < 15; i += 1) set(8, 14 - i, bit(i));
  for (let i = 0; i < 8; i += 1) set(8, size - 1 - i, bit(i));
  for (let i = 8; i < 15; i += 1) set(size - 15 + i, 8, bit(i));
  set(size - 8, 8, 1);
}

/** The modules that are not patterns, in the order in which bits are written. @param {number} size @param {Uint8Array[]} taken */
export function order(size, taken) {
  const all = /** @type {[number, number][]} */ ([]);
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1) {
      const r = (right + 1 & 2) === 0 ? size - 1 - i : i;
      for (const c of [right, right - 1]) if (!taken[r][c]) all.push([r, c]);
    }
  }
  return all;
}

/** How hard a square is to read: long runs, blocks, patterns like the finders, and unequal parts of dark and light. @param {Uint8Array[]} grid */
function penalty(grid) {
  const size = grid.length;
  let [points, dark] = [0, 0];
  for (const at of [(/** @type {number} */ i, /** @type {number} */ j) => grid[i][j], (/** @type {number} */ i, /** @type {number} */ j) => grid[j][i]]) {
    for (let i = 0; i < size; i += 1) {
      let run = 0;
      let line = "";
      for (let j = 0; j < size; j += 1) {
        run = j > 0 && at(i, j) === at(i, j - 1) ? run + 1 : 1;
        if (run === 5) points += 3;
        else if (run > 5) points += 1;
        line += at(i, j);
      }
      for (const like of ["10111010000", "00001011101"]) for (let j = line.indexOf(like); j >= 0; j = line.indexOf(like, j + 1)) points += 40;
    }
  }
  for (let r = 0; r < size; r += 1) {
    for (let c = 0; c < size; c += 1) {
      dark += grid[r][c];
      if (r > 0 && c > 0 && grid[r][c] === grid[r - 1][c] && grid[r][c] === grid[r][c - 1] && grid[r][c] === grid[r - 1][c - 1]) points += 3;
    }
  }
  return points + 10 * Math.floor(Math.abs(20 * dark - 10 * size * size) / (size * size));
}

/**
 * The square of a text, rows of 0 and 1; null if it is too long for a code.
 * @param {string} text
 * @returns {Uint8Array[] | null}
 */
export function matrix(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= LARGEST && bytes.length + (version < 10 ? 2 : 3) > capacity(version)) version += 1;
  if (version > LARGEST) return null;
  const { size, grid, taken, set } = patterns(version);
  const all = interleaved(codewords(bytes, version), version);
  const places = order(size, taken);
  places.forEach(([r, c], i) => { grid[r][c] = (all[i >> 3] ?? 0) >> 7 - i % 8 & 1; });
  const turn = (/** @type {number} */ mask) => { for (const [r, c] of places) grid[r][c] ^= Number(MASKS[mask](r, c)); };
  const marks = MASKS.map((_, mask) => {
    turn(mask);
    format(set, size, mask);
    const points = penalty(grid);
    turn(mask);
    return points;
  });
  const best = marks.indexOf(Math.min(...marks));
  turn(best);
  format(set, size, best);
  return grid;
}

/**
 * The code of a text as a picture, dark on white in every colour scheme; null if the text is too long for a code.
 * @param {string} text
 * @param {string} label
 */
export function qrCode(text, label) {
  const rows = matrix(text);
  if (!rows) return null;
  const size = rows.length + 2 * QUIET;
  const path = rows.map((row, r) => [...row].map((dark, c) => (dark ? `M${c + QUIET} ${r + QUIET}h1v1h-1z` : "")).join("")).join("");
  return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, width: 4 * size, height: 4 * size, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("rect", { width: size, height: size, fill: "#ffffff" }), svg("path", { d: path, fill: "#000000" }));
}
