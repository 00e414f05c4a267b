// @ts-check
/** The worker that computes: one request at a time, until it is ended. */

/**
 * What the program exports: see crates/wasm/src/exports.rs.
 * @typedef {{memory: WebAssembly.Memory, room: (length: number) => number, ask: () => number,
 *   found: () => number, forget: () => void}} Program
 */

/** @type {Promise<Program>} */
let program;
/** The request that is being answered. */
let current = 0;
/** Why the program broke down, if it did. */
let why = "";
/** Set by the page to end a job early, where memory can be shared. @type {Int32Array | null} */
let flag = null;

/** @param {Program} program @param {number} at @param {number} length */
function text({ memory }, at, length) {
  // Texts of shared memory cannot be decoded, copies can.
  return new TextDecoder().decode(new Uint8Array(memory.buffer, at, length).slice());
}

/** @param {WebAssembly.Module} module */
async function load(module) {
  /** @type {Program} */
  let exports;
  const page = {
    clock: () => performance.now(),
    // With every look at the clock, which costs more; some engines look a few times a second only.
    cancelled: () => (flag ? Atomics.load(flag, 0) : 0),
    /** @param {number} at @param {number} length */
    tell: (at, length) => postMessage({ id: current, progress: text(exports, at, length) }),
    /** @param {number} at @param {number} length */
    broke: (at, length) => { why = text(exports, at, length); },
  };
  exports = /** @type {any} */ ((await WebAssembly.instantiate(module, { page })).exports);
  return exports;
}

/** @param {Program} program @param {object} request */
function answer(program, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = program.room(bytes.length);
  new Uint8Array(program.memory.buffer, at, bytes.length).set(bytes);
  const length = program.ask();
  const reply = new Uint8Array(program.memory.buffer, program.found(), length).slice();
  program.forget();
  return reply.buffer;
}

/** Messages: `{module, flag}` first, then `{id, request}`. @param {MessageEvent} event */
self.onmessage = async (event) => {
  const { module, id, request } = event.data;
  if (module) {
    flag = event.data.flag ? new Int32Array(event.data.flag) : null;
    program = load(module);
    return;
  }
  try {
    const loaded = await program;
    current = id;
    const reply = answer(loaded, request);
    /** @type {any} */ (self).postMessage({ id, reply }, [reply]);
  } catch (error) {
    // A trap, or no more stack or memory: what is left of the program cannot be used.
    postMessage({ id, broken: why || String(error) });
  }
};
