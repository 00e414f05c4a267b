/** The site without a server: the same pages, answered by workers of the browser. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { gzipSync, inflateSync } from "node:zlib";
import { open } from "../tests/bench.js";
import { ANSWERED, REFUSED } from "./addresses.js";
import { FOLDER, enter, filesOf, host, site } from "./host.js";

/** Bytes of a first visit in all, compressed. */
const MOST = 4_000_000;
/** Bytes before anything is computed: all pages in all languages, of which each visit uses a part. */
const FIRST = 300_000;

let place;
before(async () => { place = await host(); });
afterEach(async () => { for (const context of place?.browser.contexts() ?? []) await context.close(); });
after(async () => { await place?.close(); });

test("the workbench is small", () => {
  const files = filesOf(site).filter((name) => name === "index.html" || name === "sw.js" || name.startsWith("assets/"));
  assert.ok(files.includes("assets/ishitori.wasm"));
  const size = (name) => gzipSync(readFileSync(path.join(site, name)), { level: 9 }).length;
  const total = files.reduce((sum, name) => sum + size(name), 0);
  assert.ok(total <= MOST, `${total} bytes`);
  const first = files.filter((name) => !name.endsWith(".wasm")).reduce((sum, name) => sum + size(name), 0);
  assert.ok(first <= FIRST, `${first} bytes`);
});

/**
 * What the server says to an order. It refuses what is too long by the length that is announced, before it is sent.
 * @returns {Promise<[number, string]>}
 */
const posted = (url, body) => new Promise((resolve, reject) => {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body), expect: "100-continue" };
  const order = request(url, { method: "POST", headers }, async (response) => {
    let text = "";
    for await (const part of response) text += part;
    resolve([response.statusCode, text]);
    order.destroy();
  });
  order.on("continue", () => order.end(body));
  order.on("error", reject);
  order.flushHeaders();
});

/** A picture of dots: its chunks but for the dots, then the dots. @param {Buffer} bytes */
function dotsOf(bytes) {
  const [others, dots] = [[bytes.subarray(0, 8)], []];
  for (let at = 8, next; at < bytes.length; at = next) {
    next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") dots.push(bytes.subarray(at + 8, next - 4));
    else others.push(bytes.subarray(at, next));
  }
  return Buffer.concat([...others, inflateSync(Buffer.concat(dots))]);
}

/** A document for paper with its streams, without how many bytes they took and where what follows is. @param {Buffer} bytes */
function streamsOf(bytes) {
  const text = bytes.toString("latin1").replace(/\/Length \d+/g, "/Length").replace(/\nxref\n[^]*\ntrailer\n/, "\n").replace(/startxref\n\d+/, "startxref");
  return text.replace(/(\/FlateDecode[^]*?>>\nstream\n)([^]*?)(\nendstream)/g, (_, before, packed, after) => before + inflateSync(Buffer.from(packed, "latin1")).toString("latin1") + after);
}

/**
 * An answer with its picture unpacked: the server packs with another library, all else is the same.
 * @param {{type: string, body: string}} answer
 */
function unpacked(answer) {
  const unpack = { "image/png": dotsOf, "application/pdf": streamsOf }[answer.type];
  return unpack ? { ...answer, body: unpack(Buffer.from(answer.body, "base64")).toString("base64") } : answer;
}

test("answers are those of the server, byte for byte, pictures once they are unpacked", async (t) => {
  const server = await open({ browser: false });
  t.after(() => server.close());
  const { context, page, faults } = await enter(place);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const ask = (url) => page.evaluate(async (address) => {
    const response = await fetch(address);
    const bytes = new Uint8Array(await response.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    const header = (name) => response.headers.get(name);
    return { status: response.status, type: header("content-type"), complete: header("ishitori-complete"), name: header("content-disposition"), body: btoa(text) };
  }, url);
  let compared = 0;
  for (const [list, fine] of [[ANSWERED, true], [REFUSED, false]]) {
    for (const address of list) {
      const here = await ask(`${FOLDER}api/v1/${address}`);
      const response = await fetch(`${server.base}/api/v1/${address}`);
      const header = (name) => response.headers.get(name);
      const there = { status: response.status, type: header("content-type"), complete: header("ishitori-complete"), name: header("content-disposition"), body: Buffer.from(await response.arrayBuffer()).toString("base64") };
      assert.equal(here.status === 200, fine, `${address}: ${Buffer.from(here.body, "base64")}`);
      assert.deepEqual(unpacked(here), unpacked(there), address);
      compared += 1;
    }
  }
  assert.ok(compared >= 100, String(compared));
  // Orders that are none.
  for (const body of ["", "[]", '{"command": 1}', '{"command": "x", "more": 1}', `{"command": "x", "document": "${"y".repeat(17 << 20)}"}`]) {
    const there = await posted(`${server.base}/api/v1/jobs?lang=ja`, body);
    const here = await page.evaluate(async ([module, url, text]) => {
      const { send } = await import(module);
      const answer = await send(url, { method: "POST", body: text });
      return [answer.status, await answer.text()];
    }, [`${FOLDER}assets/js/transport.js`, `${FOLDER}api/v1/jobs?lang=ja`, body]);
    assert.deepEqual(here, there, body.slice(0, 40));
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("a certificate is checked", async () => {
  const { context, page, faults } = await enter(place);
  const checked = await page.evaluate(async (module) => {
    const { ask, askText, check } = await import(module);
    const text = await askText("certificate", { rule: "0.07" });
    const wrong = JSON.parse(text);
    await ask("status");
    return [await check(text), await check(text.replace(/34/g, "35")), wrong.rule !== null];
  }, `${FOLDER}assets/js/api.js`);
  assert.equal(checked[0].valid, true, JSON.stringify(checked));
  assert.equal(checked[1].valid, false, JSON.stringify(checked));
  assert.deepEqual(faults, []);
  await context.close();
});

test("the atlas comes when it is asked for, and only then", async () => {
  const { context, page, faults } = await enter(place);
  const asked = [];
  page.context().on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${place.base}${FOLDER}#/sequence?rule=0.77&to=143`);
  await page.getByText(/Period 12 from n = 71/).first().waitFor();
  assert.deepEqual(asked.filter((name) => name.includes("/atlas/")), []);
  await page.goto(`${place.base}${FOLDER}#/atlas?sequence=LRLNNLPL`);
  await page.getByText("mod2:LR").first().waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

/** A job that takes minutes, followed in the page until something is asked of it. */
const LONG = ["period", { rule: "0.6", limit: 1 << 30 }];

test("a long job tells how far it is, is cancelled, and the next one is answered", async () => {
  for (const shared of [false, true]) {
    const { context, page, faults } = await enter(place, "", shared ? {} : { serviceWorkers: "block" });
    assert.equal(await page.evaluate(() => crossOriginIsolated), shared, "the service worker lets memory be shared");
    const seen = await page.evaluate(async ([module, [command, parameters]]) => {
      const { ask, begin, cancelJob, follow, jobState } = await import(module);
      const lines = [];
      const { id } = await begin(command, parameters);
      const notified = new Promise((resolve) => {
        follow(id, (job) => { if (job.progress) { lines.push(job.progress); if (lines.length === 3) resolve(); } }, new AbortController().signal)
          .then((job) => { ended = job; }, (error) => { ended = error; });
      });
      let ended = null;
      await notified;
      // Questions are answered while it runs.
      const meanwhile = await ask("grundy", { rule: "nim", to: 3 });
      const running = (await jobState(id)).state;
      const began = performance.now();
      await cancelJob(id);
      while (!ended) await new Promise((resolve) => setTimeout(resolve, 20));
      const took = performance.now() - began;
      const { state } = await jobState(id);
      const next = await ask("period", { rule: "0.77" });
      return { lines, meanwhile, running, took, state, ended: { state: ended.state, result: ended.result ?? null }, next };
    }, [`${FOLDER}assets/js/api.js`, LONG]);
    assert.ok(seen.lines.length >= 3 && new Set(seen.lines).size >= 2, JSON.stringify(seen.lines));
    assert.equal(seen.running, "running");
    assert.deepEqual(seen.meanwhile.values, [0, 1, 2, 3], "an answer meanwhile");
    assert.equal(seen.state, "cancelled");
    assert.ok(seen.took < 10_000, `${seen.took} ms`);
    if (shared) assert.ok(seen.ended.result, "what was known is kept where memory is shared");
    assert.ok(JSON.stringify(seen.next).includes("12"));
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("a job has an address that a page which is loaded again finds", async () => {
  const { context, page, faults } = await enter(place);
  const module = `${FOLDER}assets/js/api.js`;
  const first = await page.evaluate(async (url) => {
    const { begin, follow } = await import(url);
    const { id } = await begin("quotient", { rule: "sub:2,3", end: "mod2:LR" });
    const done = await follow(id, () => {}, new AbortController().signal);
    return { id, result: done.result, files: done.files };
  }, module);
  assert.ok(first.result);
  assert.deepEqual(first.files, ["certificate.json"]);
  await page.reload();
  const again = await page.evaluate(async ([url, id]) => {
    const { follow, jobFile } = await import(url);
    const done = await follow(id, () => {}, new AbortController().signal);
    const file = JSON.parse(await (await jobFile(id, "certificate.json")).text());
    return { id: done.id, result: done.result, file: Object.keys(file).length };
  }, [module, first.id]);
  assert.equal(again.id, first.id);
  assert.deepEqual(again.result, first.result);
  assert.ok(again.file > 0);
  const missing = await page.evaluate(async (url) => {
    const { jobState } = await import(url);
    return jobState("7-nothing").catch((error) => error.fault.code);
  }, module);
  assert.equal(missing, "not-found");
  assert.deepEqual(faults, []);
  await context.close();
});

/** Pages of the workbench, and what they show. */
const PAGES = [
  ["", "en", /workbench for combinatorial games/i],
  ["#/sequence?rule=0.77&to=143", "en", /Period 12 from n = 71/],
  ["#/values?g=%7B2%7C%7C1%7C0%7D%20%2B%20*", "en", /\{2\|\|1\|0\}/],
  ["#/family?min=2&max=7", "en", /2/],
  ["#/reproduce", "en", /C17/],
  ["#/?lang=ja", "ja", /組合せゲーム/],
  ["#/sequence?rule=0.77&to=143&lang=ja", "ja", /周期/],
  ["#/games?rule=chocolate:3&to=10,30&lang=ja", "ja", /chocolate/],
];

test("the pages are shown in both languages, with their pictures", async () => {
  for (const [address, language, says] of PAGES) {
    const { context, page, faults } = await enter(place, address, { locale: language === "ja" ? "ja-JP" : "en-GB" });
    await page.locator("main").getByText(says).first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), language, address);
    for (const picture of await page.locator("main img").all()) {
      await picture.scrollIntoViewIfNeeded();
      await page.waitForFunction((image) => image.complete && image.naturalWidth > 0, await picture.elementHandle());
    }
    assert.deepEqual(faults, [], address);
    await context.close();
  }
});

test("without a service worker pictures and links work as well", async () => {
  const { context, page, faults } = await enter(place, "", { serviceWorkers: "block" });
  await page.evaluate(async (module) => {
    const { address } = await import(module);
    const image = new Image();
    image.id = "drawn";
    image.src = address("draw/graph.svg", { rule: "sub:1,3,4", to: 9 });
    const link = document.createElement("a");
    link.id = "saved";
    link.download = "graph.svg";
    link.href = image.src;
    link.textContent = "graph";
    document.body.append(image, link);
  }, `${FOLDER}assets/js/api.js`);
  await page.waitForFunction(() => { const image = document.getElementById("drawn"); return image.complete && image.naturalWidth > 0; });
  const download = page.waitForEvent("download");
  await page.locator("#saved").click();
  assert.equal((await download).suggestedFilename(), "graph.svg");
  assert.deepEqual(faults.filter((fault) => !/404/.test(fault)), []);
  await context.close();
});

test("after the first visit no network is needed", async () => {
  const own = await host();
  try {
    const { context, page, faults } = await enter(own);
    const isKept = () => page.evaluate(async () => {
      const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().some((request) => request.url.endsWith("assets/ishitori.wasm"));
    });
    while (!(await isKept())) await page.waitForTimeout(50);
    await own.leave();
    await page.reload();
    const period = await page.evaluate(async (module) => (await import(module)).ask("period", { rule: "0.77" }), `${FOLDER}assets/js/api.js`);
    assert.ok(JSON.stringify(period).includes("12"));
    await page.goto(`${own.base}${FOLDER}#/sequence?rule=0.77&to=143`);
    await page.getByText(/Period 12 from n = 71/).first().waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  } finally {
    await own.browser.close();
  }
});

test("book and reference are published with the workbench", { skip: process.env.ISHITORI_BARE ? "not built" : false }, async () => {
  const { context, page, faults } = await enter(place, "book/ja/workbench.html", { locale: "ja-JP" });
  await page.getByRole("heading", { name: "サーバーなしで使う" }).waitFor();
  await page.goto(`${place.base}${FOLDER}doc/`);
  await page.locator("h1", { hasText: "ishitori" }).first().waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("games whose positions recur and games on graphs are played, and own texts proved, without a server", async () => {
  const { context, page, faults } = await enter(place, "#/game?board=backsliding-toads-and-frogs&position=tt..f&tab=play");
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  await page.locator(".moves button").first().click();
  await page.locator(".history li").nth(1).waitFor();
  await page.goto(`${place.base}${FOLDER}#/game?board=hackenbush&position=${encodeURIComponent("@1 1l2 2r3 3r4 1r5")}&tab=play`);
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  const edge = page.locator('[data-ends="1-2"]');
  await edge.scrollIntoViewIfNeeded();
  const box = await edge.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(".history li").first().waitFor();
  // A graph of moves, drawn by the program in the page.
  await page.goto(`${place.base}${FOLDER}#/game?rule=sub:1,2&position=6&tab=play`);
  await page.locator("svg.diagram .vertex").first().waitFor();
  await page.goto(`${place.base}${FOLDER}#/games?rule=${encodeURIComponent("(n) -> (n-s) for s in {1,3,4} if s <= n")}&to=40&auto=1`);
  await page.getByText("number of states: 7").waitFor();
  await page.waitForFunction(() => { const image = document.querySelector(".automaton .served img"); return image?.complete && image.naturalWidth > 0; });
  assert.deepEqual(faults, []);
  await context.close();
});

test("a study of the site is shown within a page of another site", async (t) => {
  const address = `${place.base}${FOLDER}#/study?rule=nim&position=1%2B2&embed=1`;
  const school = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>A page of a school</title><iframe src="${address}" width="720" height="560" title="A study"></iframe>`));
  await new Promise((resolve) => school.listen(0, "127.0.0.1", resolve));
  t.after(() => { school.closeAllConnections(); school.close(); });
  const context = await place.browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`http://127.0.0.1:${school.address().port}`);
  const frame = page.frameLocator("iframe");
  await frame.locator(".board .stone").nth(2).waitFor();
  assert.equal(await frame.locator(".board .stone").count(), 3);
  await context.close();
});
