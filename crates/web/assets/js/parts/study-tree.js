// @ts-check
/** A tree of variations: its moves, comments and names; as a short text for addresses, and as a file. */

/**
 * A position of a study: the number of the move that leads there and the move itself as far as it is known, a comment, a name, and what
 * is played from there, the main line first.
 * @typedef {{n: number, m: string, c: string, name: string, k: Node[]}} Node
 * @typedef {import("./question.js").Asked & {title: string, root: Node}} Study
 */

/** What is read is bounded: positions, moves of a line, characters of a comment, a name and a file. */
const MOST_NODES = 2000;
const DEEPEST = 300;
const LONGEST = { c: 4000, name: 80, m: 400, title: 200, rule: 20_000 };
const MOST_BYTES = 1 << 20;
/** The name and the version of the format, which a file begins with. */
const FORMAT = "ishitori-study";

/** A position without anything. @param {number} n @param {string} m @returns {Node} */
export function fresh(n = 0, m = "") {
  return { n, m, c: "", name: "", k: [] };
}

/** The positions from the root along a path; it ends where the tree does. @param {Node} root @param {number[]} path */
export function along(root, path) {
  const all = [root];
  for (const i of path) {
    const next = all[all.length - 1].k[i];
    if (!next) break;
    all.push(next);
  }
  return all;
}

/** All positions with their paths, the main line first. @param {Node} root */
export function everyNode(root) {
  /** @type {{node: Node, path: number[]}[]} */
  const all = [];
  /** @type {{node: Node, path: number[]}[]} */
  const waiting = [{ node: root, path: [] }];
  while (waiting.length) {
    const here = /** @type {{node: Node, path: number[]}} */ (waiting.pop());
    all.push(here);
    for (let i = here.node.k.length - 1; i >= 0; i -= 1) waiting.push({ node: here.node.k[i], path: [...here.path, i] });
  }
  return all;
}

/** @param {unknown} value @param {keyof typeof LONGEST} kind */
function text(value, kind) {
  return typeof value === "string" ? value.slice(0, LONGEST[kind]) : "";
}

/** A tree as arrays: number, children, comment, name; what is empty at the end is left out. @param {Node} node @returns {any[]} */
function packed(node) {
  if (node.name) return [node.n, node.k.map(packed), node.c, node.name];
  if (node.c) return [node.n, node.k.map(packed), node.c];
  return node.k.length ? [node.n, node.k.map(packed)] : [node.n];
}

/** What a reader of trees may still take. @param {unknown} given @param {(raw: any) => {n: unknown, m: unknown, c: unknown, name: unknown, k: unknown}} parts @returns {Node} */
function read(given, parts) {
  let left = MOST_NODES;
  const one = (/** @type {unknown} */ raw, /** @type {number} */ depth) => {
    left -= 1;
    if (left < 0 || depth > DEEPEST) throw new RangeError("large");
    const { n, m, c, name, k } = parts(raw);
    if (!Number.isSafeInteger(n) || Number(n) < 0) throw new TypeError("number");
    /** @type {Node} */
    const node = { n: Number(n), m: text(m, "m"), c: text(c, "c"), name: text(name, "name"), k: [] };
    if (k !== undefined && k !== "" && !Array.isArray(k)) throw new TypeError("moves");
    for (const child of Array.isArray(k) ? k : []) node.k.push(one(child, depth + 1));
    return node;
  };
  return one(given, 0);
}

/** @param {Uint8Array} bytes */
function letters(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Bytes that went through a stream, at most as many as a study may have. @param {Uint8Array} bytes @param {any} stream */
async function through(bytes, stream) {
  const reader = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("large");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A tree as a text for an address. @param {string} title @param {Node} root */
export async function toAddress(title, root) {
  if (!title && !root.k.length && !root.c && !root.name) return "";
  const bytes = new TextEncoder().encode(JSON.stringify([title, packed(root)]));
  return letters(await through(bytes, new CompressionStream("deflate-raw")));
}

/** The title and the tree of an address; throws if it is none. @param {string} s @returns {Promise<{title: string, root: Node}>} */
export async function ofAddress(s) {
  if (!s) return { title: "", root: fresh() };
  const binary = atob(s.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const [title, root] = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  return { title: text(title, "title"), root: read(root, (raw) => ({ n: raw[0], m: "", k: raw[1], c: raw[2], name: raw[3] })) };
}

/** A study as a file. @param {Study} study */
export function toFile(study) {
  /** @type {(node: Node) => any} */
  const moves = ({ n, m, c, name, k }) => ({ number: n, move: m, ...(name && { name }), ...(c && { comment: c }), ...(k.length && { moves: k.map(moves) }) });
  const { n: _, m: __, c, name, k } = study.root;
  const { rule, position, set, end, side, title } = study;
  return `${JSON.stringify({ format: FORMAT, version: 1, ...(title && { title }), rule, position, ...(set && { set }), ...(end && { end }), first: side, ...(name && { name }), ...(c && { comment: c }), moves: k.map(moves) }, null, 1)}\n`;
}

/** The study of a file; throws if it is none. @param {string} written @returns {Study} */
export function ofFile(written) {
  if (written.length > MOST_BYTES) throw new RangeError("large");
  const given = JSON.parse(written);
  if (given?.format !== FORMAT || given.version !== 1 || typeof given.rule !== "string") throw new TypeError("format");
  const root = read({ ...given, number: 0, move: "" }, (raw) => ({ n: raw?.number, m: raw?.move, c: raw?.comment, name: raw?.name, k: raw?.moves }));
  return { rule: text(given.rule, "rule"), position: text(given.position, "rule"), set: text(given.set, "rule"), end: text(given.end, "title"), side: given.first === "right" ? "right" : "left", title: text(given.title, "title"), root };
}
