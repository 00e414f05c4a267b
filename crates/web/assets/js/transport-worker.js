// @ts-check
/** The worker that computes: one request at a time, until it is ended. */

/**
 * What the program exports: see crates/wasm/src/exports.rs.
 * @typedef {{memory: WebAssembly.Memory, allocate: (length: number) => number, ask: () => number,
 *   found: () => number, forget: () => void, keep: (nameLength: number) => void}} Program
 */

/** @type {Promise<Program>} */
let program;
/** The request that is being answered. */
let current = 0;
/** Why the program failed, if it did. */
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
    /** @param {number} at @param {number} length @param {number} share */
    report: (at, length, share) => postMessage({ id: current, progress: text(exports, at, length), share: share < 0 ? undefined : share }),
    /** @param {number} at @param {number} length */
    broke: (at, length) => { why = text(exports, at, length); },
  };
  exports = /** @type {any} */ ((await WebAssembly.instantiate(module, { page })).exports);
  return exports;
}

/** Writes bytes to where the program reads them. @param {Program} program @param {Uint8Array[]} parts */
function write(program, ...parts) {
  let at = program.allocate(parts.reduce((sum, part) => sum + part.length, 0));
  for (const part of parts) {
    new Uint8Array(program.memory.buffer, at, part.length).set(part);
    at += part.length;
  }
}

/** The tables of the atlas, which are fetched when it is first asked for. @type {Promise<void> | null} */
let atlas = null;

/** @param {Program} program */
async function loadAtlas(program) {
  const folder = new URL("../../atlas/", import.meta.url);
  /** @param {string} name */
  const get = async (name) => {
    const response = await fetch(new URL(name, folder));
    if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
    return response;
  };
  const { tables } = await (await get("manifest.json")).json();
  await Promise.all(tables.map(async (/** @type {{name: string}} */ table) => {
    const name = new TextEncoder().encode(`${table.name}.parquet`);
    write(program, name, new Uint8Array(await (await get(`${table.name}.parquet`)).arrayBuffer()));
    program.keep(name.length);
  }));
}

/** Whether a request looks at the atlas. @param {{address: string, body?: string}} request */
const needsAtlas = ({ address, body = "" }) => /^atlas\b|^identify\?.*[LRNP]/.test(address) || /"atlas"/.test(body);

/** @param {Program} program @param {object} request */
function answer(program, request) {
  write(program, new TextEncoder().encode(JSON.stringify(request)));
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
    if (needsAtlas(request)) {
      atlas ??= loadAtlas(loaded).catch(() => { atlas = null; });
      // If this fails, the answer says which file could not be fetched.
      await atlas;
    }
    current = id;
    const reply = answer(loaded, request);
    /** @type {any} */ (self).postMessage({ id, reply }, [reply]);
  } catch (error) {
    // A trap, or no more stack or memory: what is left of the program cannot be used.
    postMessage({ id, broken: why || String(error) });
  }
};
