// @ts-check
/** The rows of a family: fetched when they are looked at, kept packed, mixed for distant views. */

import { askBytes } from "../api.js";

/** Rows that are fetched at a time. */
const BLOCK = 4096;
/** Rows that share a band of the distant view. */
export const BAND = 64;
/** Requests at a time. */
const AT_A_TIME = 2;

export class Rows {
  /**
   * @param {import("../api.js").Parameters} family
   * @param {number} sets how many sets there are
   * @param {number} max the bound for their numbers
   * @param {number} to the last heap
   * @param {() => void} arrived
   * @param {(error: unknown) => void} failed
   * @param {AbortSignal} signal
   */
  constructor(family, sets, max, to, arrived, failed, signal) {
    this.family = family;
    this.sets = sets;
    this.columns = to + 1;
    this.words = Math.ceil(max / 32);
    this.outcomeBytes = Math.ceil(this.columns / 4);
    this.stride = this.words * 4 + this.outcomeBytes;
    this.arrived = arrived;
    this.failed = failed;
    this.signal = signal;
    /** @type {(Uint8Array | undefined)[]} */
    this.blocks = new Array(Math.ceil(sets / BLOCK));
    /** @type {Set<number>} */
    this.pending = new Set();
    /** @type {number[]} */
    this.wanted = [];
    /** The places that are shown, in order; all if there is no filter. @type {Uint32Array | null} */
    this.places = null;
    /** @type {(Uint16Array | undefined)[]} */
    this.bands = [];
    /** Counts what has arrived: what was drawn of less is out of date. */
    this.version = 0;
  }

  /** How many rows are shown. */
  get length() {
    return this.places ? this.places.length : this.sets;
  }

  /**
   * Shows only the places whose bit is set.
   * @param {Uint8Array | null} bits
   */
  filter(bits) {
    this.bands = [];
    this.version += 1;
    if (!bits) {
      this.places = null;
      return;
    }
    const places = [];
    for (let place = 0; place < this.sets; place += 1) if ((bits[place >> 3] >> (place & 7)) & 1) places.push(place);
    this.places = Uint32Array.from(places);
  }

  /** @param {number} row */
  place(row) {
    return this.places ? this.places[row] : row;
  }

  /**
   * Asks for the rows of a view, nearest to its middle first.
   * @param {number} from
   * @param {number} to
   */
  want(from, to) {
    const middle = Math.floor(this.place(Math.min(this.length - 1, Math.max(0, Math.floor((from + to) / 2)))) / BLOCK);
    const wanted = new Set();
    if (this.places) {
      for (let row = Math.max(0, from); row < Math.min(to, this.length); row += 1) wanted.add(Math.floor(this.places[row] / BLOCK));
    } else {
      for (let block = Math.floor(Math.max(0, from) / BLOCK); block * BLOCK < Math.min(to, this.sets); block += 1) wanted.add(block);
    }
    this.wanted = [...wanted].filter((block) => !this.blocks[block] && !this.pending.has(block)).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    this.fetch();
  }

  /** Whether rows that were asked for are still missing. */
  get isBusy() {
    return this.pending.size + this.wanted.length > 0;
  }

  fetch() {
    while (this.pending.size < AT_A_TIME && this.wanted.length > 0 && !this.signal.aborted) {
      const block = /** @type {number} */ (this.wanted.shift());
      this.pending.add(block);
      const count = Math.min(BLOCK, this.sets - block * BLOCK);
      askBytes("family/rows", { ...this.family, from: block * BLOCK, count, to: this.columns - 1 }, this.signal).then((bytes) => {
        if (bytes.length !== count * this.stride) throw new Error(`rows of ${bytes.length} bytes, expected ${count * this.stride}`);
        this.blocks[block] = bytes;
        this.version += 1;
        this.pending.delete(block);
        this.arrived();
      }).catch((error) => {
        if (!this.signal.aborted) this.failed(error);
      }).finally(() => {
        this.pending.delete(block);
        this.fetch();
      });
    }
  }

  /**
   * Where a row begins in its block.
   * @param {number} row
   * @returns {[Uint8Array, number] | null} null if it is not here yet
   */
  at(row) {
    const place = this.place(row);
    const bytes = this.blocks[Math.floor(place / BLOCK)];
    return bytes ? [bytes, (place % BLOCK) * this.stride] : null;
  }

  /**
   * The outcome of a heap: 0 P, 1 N, 2 L, 3 R.
   * @param {number} row
   * @param {number} n
   */
  outcome(row, n) {
    const at = this.at(row);
    if (!at) return null;
    return (at[0][at[1] + this.words * 4 + (n >> 2)] >> ((n & 3) * 2)) & 3;
  }

  /**
   * The numbers of the set of a row.
   * @param {number} row
   */
  numbers(row) {
    const at = this.at(row);
    if (!at) return null;
    const numbers = [];
    for (let i = 0; i < this.words * 32; i += 1) if ((at[0][at[1] + (i >> 3)] >> (i & 7)) & 1) numbers.push(i + 1);
    return numbers;
  }

  /**
   * Adds the outcomes of a row to counts: for each column four of them.
   * @param {number} row
   * @param {Uint16Array | Uint32Array} counts
   */
  count(row, counts) {
    const at = this.at(row);
    if (!at) return false;
    const [bytes, start] = at;
    const base = start + this.words * 4;
    for (let n = 0; n < this.columns; n += 1) counts[n * 4 + ((bytes[base + (n >> 2)] >> ((n & 3) * 2)) & 3)] += 1;
    return true;
  }

  /**
   * The counts of a band of rows, or null if some are not here yet.
   * @param {number} band
   */
  band(band) {
    const known = this.bands[band];
    if (known) return known;
    const counts = new Uint16Array(this.columns * 4);
    const last = Math.min(this.length, (band + 1) * BAND);
    for (let row = band * BAND; row < last; row += 1) if (!this.count(row, counts)) return null;
    this.bands[band] = counts;
    return counts;
  }
}
