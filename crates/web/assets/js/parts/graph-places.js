// @ts-check
/** Where the vertices of a graph are drawn: what stands on the ground grows upwards, a path lies in a line, all else in a circle. */

/** @typedef {{x: number, y: number}} Place */

/**
 * @param {{name: string, on_ground: boolean}[]} vertices
 * @param {{from: string, to: string}[]} edges
 * @param {number} step
 * @returns {Map<string, Place>}
 */
export function places(vertices, edges, step) {
  /** @type {Map<string, string[]>} */
  const near = new Map(vertices.map(({ name }) => [name, []]));
  for (const { from, to } of edges) {
    if (from === to) continue;
    near.get(from)?.push(to);
    near.get(to)?.push(from);
  }
  const ground = vertices.filter(({ on_ground: grounded }) => grounded).map(({ name }) => name);
  if (ground.length) return growing(ground, near, step);
  return inLines(near, step) ?? inCircle([...near.keys()], step);
}

/** @param {string[]} ground @param {Map<string, string[]>} near @param {number} step */
function growing(ground, near, step) {
  /** @type {string[][]} */
  const levels = [];
  const seen = new Set(ground);
  for (let level = ground; level.length; level = level.flatMap((name) => (near.get(name) ?? []).filter((other) => !seen.has(other) && seen.add(other)))) levels.push(level);
  const widest = Math.max(...levels.map((level) => level.length));
  return new Map(levels.flatMap((level, up) => level.map((name, i) => /** @type {[string, Place]} */ ([name, { x: ((i + 0.5) / level.length) * widest * step - step / 2, y: (levels.length - 1 - up) * step }]))));
}

/** Paths, one after the other; nothing if there is something else. @param {Map<string, string[]>} near @param {number} step */
function inLines(near, step) {
  if ([...near.values()].some((others) => new Set(others).size > 2)) return null;
  /** @type {Map<string, Place>} */
  const found = new Map();
  for (const [end, others] of near) {
    if (new Set(others).size > 1 || found.has(end)) continue;
    /** @type {string | undefined} */
    let at = end;
    while (at !== undefined) {
      found.set(at, { x: found.size * step, y: 0 });
      at = near.get(at)?.find((other) => !found.has(other));
    }
  }
  return found.size === near.size ? found : null;
}

/** @param {string[]} names @param {number} step */
function inCircle(names, step) {
  const radius = Math.max(step, (names.length * step * 0.8) / (2 * Math.PI));
  return new Map(names.map((name, i) => {
    const turn = (2 * Math.PI * i) / names.length;
    return /** @type {[string, Place]} */ ([name, { x: radius + radius * Math.sin(turn), y: radius - radius * Math.cos(turn) }]);
  }));
}
