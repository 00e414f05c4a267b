/** QR codes: read again by a decoder that knows only the standard, and equal to matrices of another program. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { matrix } from "../../crates/web/assets/js/parts/qr.js";

/** Codewords of correction per block, and blocks, of error correction M (ISO/IEC 18004, table 9), for the versions that are read here. */
const TABLE = { 1: [10, 1], 2: [16, 1], 3: [26, 1], 4: [18, 2], 5: [24, 2], 6: [16, 4], 7: [18, 4], 8: [22, 4], 9: [22, 5], 10: [26, 5], 11: [30, 5], 14: [24, 9], 20: [26, 16], 25: [28, 21], 27: [28, 25], 40: [28, 49] };
/** The places of the patterns of alignment (annex E). */
const ALIGNED = { 1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50], 11: [6, 30, 54], 14: [6, 26, 46, 66], 20: [6, 34, 62, 90], 25: [6, 32, 58, 84, 110], 27: [6, 34, 62, 90, 118], 40: [6, 30, 58, 86, 114, 142, 170] };
/** The fifteen bits of the format with correction M, by mask (annex C). */
const FORMATS = ["101010000010010", "101000100100101", "101111001111100", "101101101001011", "100010111111001", "100000011001110", "100111110010111", "100101010100000"];
const TURNED = [
  (i, j) => (i + j) % 2 === 0, (i) => i % 2 === 0, (i, j) => j % 3 === 0, (i, j) => (i + j) % 3 === 0, (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => (i * j) % 2 + (i * j) % 3 === 0, (i, j) => ((i * j) % 2 + (i * j) % 3) % 2 === 0, (i, j) => ((i + j) % 2 + (i * j) % 3) % 2 === 0,
];

/** A product in GF(256), digit by digit. */
function product(a, b) {
  let [sum, x] = [0, a];
  for (let i = 0; i < 8; i += 1) {
    if (b >> i & 1) sum ^= x;
    x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
  }
  return sum;
}

/** The text of a square; every block must be divisible by the generator, that is 0 at the powers of 2. */
function decoded(rows) {
  const size = rows.length;
  const version = (size - 17) / 4;
  const [check, blocks] = TABLE[version];
  const bits = [[0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [7, 8], [8, 8], [8, 7], [8, 5], [8, 4], [8, 3], [8, 2], [8, 1], [8, 0]].map(([r, c]) => rows[r][c]).reverse().join("");
  const second = [...Array.from({ length: 8 }, (_, i) => rows[8][size - 1 - i]), ...Array.from({ length: 7 }, (_, i) => rows[size - 7 + i][8])].reverse().join("");
  assert.equal(second, bits, "both copies of the format");
  const mask = FORMATS.indexOf(bits);
  assert.ok(mask >= 0, `format ${bits}`);
  assert.equal(rows[size - 8][8], 1, "the dark module");
  const near = (r, c) => ALIGNED[version].some((y) => ALIGNED[version].some((x) => !((y === 6 && (x === 6 || x === size - 7)) || (x === 6 && y === size - 7)) && Math.abs(r - y) <= 2 && Math.abs(c - x) <= 2));
  const isPattern = (r, c) => (r <= 8 && c <= 8) || (r <= 8 && c >= size - 8) || (r >= size - 8 && c <= 8) || r === 6 || c === 6 || near(r, c) || (version >= 7 && ((r < 6 && c >= size - 11) || (c < 6 && r >= size - 11)));
  const stream = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let i = 0; i < size; i += 1) {
      const r = up ? size - 1 - i : i;
      for (const c of [right, right - 1]) if (!isPattern(r, c)) stream.push(rows[r][c] ^ Number(TURNED[mask](r, c)));
    }
    up = !up;
  }
  const words = Array.from({ length: stream.length >> 3 }, (_, i) => Number.parseInt(stream.slice(8 * i, 8 * i + 8).join(""), 2));
  const data = words.length - check * blocks;
  const long = data % blocks;
  const each = Array.from({ length: blocks }, (_, b) => ({ length: Math.floor(data / blocks) + (b >= blocks - long ? 1 : 0), words: [] }));
  let at = 0;
  for (let i = 0; i <= Math.floor(data / blocks); i += 1) for (const block of each) if (i < block.length) block.words.push(words[at++]);
  for (let i = 0; i < check; i += 1) for (const block of each) block.words.push(words[at++]);
  for (const block of each) {
    for (let i = 0, root = 1; i < check; i += 1, root = product(root, 2)) assert.equal(block.words.reduce((sum, word) => product(sum, root) ^ word, 0), 0, "a block that is no codeword");
  }
  const message = each.flatMap((block) => block.words.slice(0, block.length).map((word) => word.toString(2).padStart(8, "0"))).join("");
  assert.equal(message.slice(0, 4), "0100", "bytes");
  const width = version < 10 ? 8 : 16;
  const length = Number.parseInt(message.slice(4, 4 + width), 2);
  return new TextDecoder().decode(Uint8Array.from({ length }, (_, i) => Number.parseInt(message.slice(4 + width + 8 * i, 12 + width + 8 * i), 2)));
}

test("every text is read again, at the edges of the versions", () => {
  for (const [length, version] of [[1, 1], [14, 1], [15, 2], [42, 3], [62, 4], [84, 5], [106, 6], [122, 7], [152, 8], [180, 9], [213, 10], [251, 11], [362, 14], [666, 20], [997, 25], [1125, 27], [2331, 40]]) {
    const text = Array.from({ length }, (_, i) => "https://example.org/?rule=%2B&seed="[(i * 7 + length) % 35]).join("");
    const rows = matrix(text);
    assert.equal(rows.length, 4 * version + 17, `${length} bytes`);
    assert.equal(decoded(rows), text);
  }
  assert.equal(decoded(matrix("石取り http://localhost/study?rule=ケイレス")), "石取り http://localhost/study?rule=ケイレス");
  assert.equal(matrix("x".repeat(2332)), null, "no code holds so much");
});

test("the patterns are where they belong", () => {
  for (const text of ["x", "x".repeat(200)]) {
    const rows = matrix(text);
    const size = rows.length;
    for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]]) {
      assert.deepEqual(rows.slice(top, top + 7).map((row) => [...row.slice(left, left + 7)].join("")), ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
    }
    for (let i = 8; i < size - 8; i += 1) assert.deepEqual([rows[6][i], rows[i][6]], [1 - i % 2, 1 - i % 2]);
  }
});

test("matrices equal those of another program", () => {
  // SHA-256 of the rows, drawn by the Python package qrcode 8.2 with error correction M, bytes, and the mask that we chose.
  for (const [text, wanted] of [
    ["石取り", "43b489fc1378ca037c32f311649982dbb65eb8f00659b9e5e8926a9c61cf4c03"], ["https://example.org/play?rule=nim&position=3%2B5%2B7", "643d99d7876560e6ea6e83f621c240755c7cd11f0f587f74f38437dc2e55b8bf"],
    [`https://example.org/study?s=${"0123456789abcdef".repeat(12)}`, "750b4dfcf2cc30cb998f954def6823b4e0a0c71a093a801a564a53b6e521845d"], [`https://example.org/study?s=${"0123456789abcdef".repeat(60)}`, "e800ae9b80a54454e6bed980584c9f7fdd46785c209a9c5c0c5e3d256501e94d"],
  ]) assert.equal(createHash("sha256").update(matrix(text).map((row) => [...row].join("")).join("\n")).digest("hex"), wanted, text);
});
