// @ts-check
/**
 * Unpacks the program. It is packed as LZMA, which browsers cannot unpack by themselves: a third smaller than gzip,
 * which they can. The decoder follows the specification by I. Pavlov (lzma-specification.txt, public domain).
 */

const TOP = 2 ** 24;

/** Trees of bits and their probabilities. @param {number} count */
const even = (count) => new Uint16Array(count).fill(1024);

/** Lengths of matches. */
const lengths = () => ({ choice: even(2), low: even(16 << 3), mid: even(16 << 3), high: even(256) });

/**
 * Whatever form the bytes have: packed as LZMA with its size in the head, as gzip, or not at all.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function unpacked(bytes) {
  if (bytes[0] === 0 && bytes[1] === 0x61) return bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(plain).arrayBuffer());
  }
  return unlzma(bytes);
}

/**
 * @param {Uint8Array<ArrayBuffer>} source
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unlzma(source) {
  const head = new DataView(source.buffer, source.byteOffset);
  const lc = source[0] % 9;
  const lp = Math.floor(source[0] / 9) % 5;
  const pb = Math.floor(source[0] / 45);
  const size = head.getUint32(5, true);
  if (source[0] >= 225 || head.getUint32(9, true) !== 0) throw new Error("not packed as it should be");
  const out = new Uint8Array(size);
  let at = 18;
  let range = 0xffffffff;
  let code = head.getUint32(14);

  /** @param {Uint16Array} probabilities @param {number} i */
  const bit = (probabilities, i) => {
    const p = probabilities[i];
    const bound = (range >>> 11) * p;
    let found = 0;
    if (code < bound) {
      range = bound;
      probabilities[i] = p + ((2048 - p) >> 5);
    } else {
      range -= bound;
      code -= bound;
      probabilities[i] = p - (p >> 5);
      found = 1;
    }
    if (range < TOP) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | source[at++]) >>> 0;
    }
    return found;
  };
  /** @param {Uint16Array} tree @param {number} base @param {number} bits */
  const ofTree = (tree, base, bits) => {
    let m = 1;
    for (let i = 0; i < bits; i += 1) m = (m << 1) | bit(tree, base + m);
    return m - (1 << bits);
  };
  /** @param {Uint16Array} tree @param {number} base @param {number} bits */
  const reversed = (tree, base, bits) => {
    let m = 1;
    let found = 0;
    for (let i = 0; i < bits; i += 1) {
      const b = bit(tree, base + m);
      m = (m << 1) | b;
      found |= b << i;
    }
    return found;
  };
  /** @param {number} bits */
  const direct = (bits) => {
    let found = 0;
    for (let i = 0; i < bits; i += 1) {
      range >>>= 1;
      const b = code >= range ? 1 : 0;
      if (b) code -= range;
      found = found * 2 + b;
      if (range < TOP) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | source[at++]) >>> 0;
      }
    }
    return found;
  };
  /** @param {ReturnType<typeof lengths>} coder @param {number} place */
  const length = ({ choice, low, mid, high }, place) => {
    if (!bit(choice, 0)) return ofTree(low, place << 3, 3);
    if (!bit(choice, 1)) return 8 + ofTree(mid, place << 3, 3);
    return 16 + ofTree(high, 0, 8);
  };

  const literals = even(0x300 << (lc + lp));
  const [isMatch, isLong] = [even(12 << 4), even(12 << 4)];
  const [isRepeated, isFirst, isSecond, isThird] = [even(12), even(12), even(12), even(12)];
  const [slots, special, align] = [even(4 << 6), even(115), even(16)];
  const [fresh, again] = [lengths(), lengths()];
  let state = 0;
  let [d0, d1, d2, d3] = [0, 0, 0, 0];
  let n = 0;
  while (n < size) {
    const place = n & ((1 << pb) - 1);
    if (!bit(isMatch, (state << 4) + place)) {
      const before = n > 0 ? out[n - 1] : 0;
      const base = 0x300 * (((n & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        let match = out[n - d0 - 1];
        while (symbol < 0x100) {
          const expected = (match >> 7) & 1;
          match <<= 1;
          const b = bit(literals, base + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | b;
          if (b !== expected) break;
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, base + symbol);
      out[n++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let long;
    if (bit(isRepeated, state)) {
      if (!bit(isFirst, state)) {
        if (!bit(isLong, (state << 4) + place)) {
          state = state < 7 ? 9 : 11;
          out[n] = out[n - d0 - 1];
          n += 1;
          continue;
        }
      } else {
        let distance = d1;
        if (bit(isSecond, state)) {
          distance = d2;
          if (bit(isThird, state)) {
            distance = d3;
            d3 = d2;
          }
          d2 = d1;
        }
        d1 = d0;
        d0 = distance;
      }
      long = length(again, place);
      state = state < 7 ? 8 : 11;
    } else {
      [d3, d2, d1] = [d2, d1, d0];
      long = length(fresh, place);
      state = state < 7 ? 7 : 10;
      const slot = ofTree(slots, Math.min(long, 3) << 6, 6);
      d0 = slot;
      if (slot >= 4) {
        const bits = (slot >> 1) - 1;
        d0 = (2 | (slot & 1)) * 2 ** bits;
        d0 += slot < 14 ? reversed(special, d0 - slot, bits) : direct(bits - 4) * 16 + reversed(align, 0, 4);
      }
    }
    const end = Math.min(size, n + long + 2);
    if (d0 >= n) throw new Error("damaged");
    for (let from = n - d0 - 1; n < end; from += 1, n += 1) out[n] = out[from];
  }
  return out;
}
