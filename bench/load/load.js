/**
 * Many visitors at once: node bench/load/load.js http://127.0.0.1:PORT [SECONDS] [VISITORS]
 *
 * Each visitor asks one question after the other, of all kinds, good ones and bad ones. Said are requests a second, how
 * long they took, and how many had which status; a status of 500 or more is a failure; 429 says that the server is
 * busy.
 */

const [base, seconds = "20", visitors = "64"] = process.argv.slice(2);
if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(base ?? "")) {
  console.error("usage: node bench/load/load.js http://127.0.0.1:PORT [SECONDS] [VISITORS]");
  process.exit(2);
}
const ADDRESSES = [
  "/", "/gallery", "/assets/js/app.js", "/api/v1/status", "/api/v1/games", "/api/v1/games?lang=ja", "/api/v1/grundy?rule=0.77&to=200",
  "/api/v1/period?rule=0.77", "/api/v1/period?rule=sub:2,5,7", "/api/v1/outcomes?rule=sub:2,3&end=mod2:LR&to=63", "/api/v1/eval?expression={2||1|0}%2B*",
  "/api/v1/position?game=domineering&position=...|...", "/api/v1/position?game=amazons&position=x..|..o&moves=true", "/api/v1/play?rule=nim&position=3%2B5%2B7",
  "/api/v1/explain?rule=kayles&position=9", "/api/v1/draw/scatter.svg?rule=0.77&to=120", "/api/v1/draw/grid.svg?rule=wythoff&to=12,12", "/api/v1/table?rule=chocolate:3&to=6,18",
  "/api/v1/quotient?rule=0.77&end=misere&to=12", "/api/v1/certificate?rule=0.07", "/nowhere", "/api/v1/period?rule=0.9", "/api/v1/eval?expression={1|", "/api/v1/nothing",
];
const counts = new Map();
const times = [];
const failures = [];
const end = Date.now() + Number(seconds) * 1000;
async function visitor(number) {
  for (let k = number; Date.now() < end; k += 7) {
    const address = ADDRESSES[k % ADDRESSES.length];
    const begun = performance.now();
    const response = await fetch(base + address);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    if (response.status >= 500) failures.push(`${response.status} ${address}`);
  }
}
await Promise.all(Array.from({ length: Number(visitors) }, (_, number) => visitor(number)));
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
console.log(`${times.length} requests of ${visitors} visitors in ${seconds} s: ${(times.length / Number(seconds)).toFixed(0)} a second; median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`);
console.log([...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`).join(", "));
for (const failure of new Set(failures)) console.error(failure);
process.exit(failures.length ? 1 : 0);
