/** Starts the server and a browser, and keeps an eye on both. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveRouted } from "../site/routed.js";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const shots = path.join(root, "target/e2e");
export const assets = path.join(root, "crates/web/assets");

function program() {
  const candidates = [process.env.ISHITORI, path.join(root, "target/debug/ishitori")];
  const found = candidates.find((file) => file && existsSync(file));
  assert.ok(found, "build the program first: cargo build --bin ishitori");
  return found;
}

export function browserProgram() {
  const candidates = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = candidates.find((file) => file && existsSync(file));
  assert.ok(found, "a Chromium is needed: apt-get install chromium-headless-shell");
  return found;
}

/**
 * A server and, unless it is not wanted, a browser for all tests of a file. The server has as much time for an answer at
 * once as is said, such as "90s": where a test is about what is answered, and not about limits, so long that a debug
 * build on a busy machine is not late. With `ISHITORI_TRANSPORT=worker` the browser
 * gets the site that `cargo xtask site` wrote, which has no server.
 */
export async function open({ browser: wanted = true, time = "2s" } = {}) {
  mkdirSync(shots, { recursive: true });
  const server = spawn(program(), ["serve", "--port", "0", "--json", "--time-limit", time], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((resolve, reject) => {
    server.stdout.once("data", (data) => resolve(String(data)));
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const address = `http://${JSON.parse(line).address}`;
  const files = wanted && process.env.ISHITORI_TRANSPORT === "worker" ? await serveRouted(process.env.ISHITORI_SITE ?? path.join(root, "target/site"), address) : null;
  const base = files?.base ?? address;
  const browser = wanted && await chromium.launch({ executablePath: browserProgram(), args: ["--no-sandbox"] });
  const close = async () => {
    if (browser) await browser.close();
    files?.server.closeAllConnections();
    files?.server.close();
    server.kill();
  };
  return { base, browser, close, served: files === null };
}

/**
 * The pages as they lie in the folder, not as they were built into the program: with `ISHITORI_ASSETS=1`, while one
 * writes them.
 */
async function fromFolder(context) {
  const kinds = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html" };
  const give = (route, file) => existsSync(file) ? route.fulfill({ body: readFileSync(file), contentType: `${kinds[path.extname(file)]}; charset=utf-8` }) : route.fulfill({ status: 404 });
  await context.route(/^[^?]*\/assets\//, (route) => give(route, path.join(assets, new URL(route.request().url()).pathname.replace("/assets/", ""))));
}

/** Which rules of accessibility a page breaks, and where. */
export async function barriers(page, options = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((options) => window.axe.run(document, options), options);
  return violations.map((v) => `${v.id}: ${v.help} (${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any.map((a) => a.message).join("; ")}`).join(" | ")})`);
}

/**
 * A page as a visitor has it. Errors on the page, and requests that leave the machine, fail the test.
 */
export async function visit({ base, browser, served }, address, { width = 1280, height = 900, scheme = "light", locale = "en-GB", touch = false, motion = "no-preference" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale, hasTouch: touch, reducedMotion: motion, acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"] });
  if (process.env.ISHITORI_ASSETS) await fromFolder(context);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // A question that is refused is shown on the page; the browser notes it as well.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !url.startsWith("blob:") && !url.startsWith("data:")) faults.push(`request to ${url}`);
  });
  await page.goto(base + address);
  // The first visit of the site without a server loads it twice.
  if (!served) await page.waitForFunction(() => crossOriginIsolated && document.querySelector("main > :not(noscript)"));
  return {
    page,
    /** Nothing went wrong, and the accessibility rules hold. */
    async done(name) {
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
      assert.deepEqual(await barriers(page), [], `accessibility of ${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
      assert.deepEqual(faults, [], `faults of ${name}`);
      await context.close();
    },
  };
}

/**
 * Presses keys one after the other: how many milliseconds our own code took for one (handlers and the frames
 * they asked for), and the median of the time until the answer was on the screen. The second is reported and
 * never judged: painting without a GPU next to other tests is not ours.
 */
export async function answers(page, keys) {
  await page.evaluate(() => {
    window.worked = 0;
    window.shown = new Map();
    window.watching = new PerformanceObserver((list) => {
      for (const { interactionId: id, duration, processingStart, processingEnd } of list.getEntries()) {
        if (!id) continue;
        window.worked += processingEnd - processingStart;
        window.shown.set(id, Math.max(window.shown.get(id) ?? 0, duration));
      }
    });
    window.watching.observe({ type: "event", durationThreshold: 16 });
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => ask((time) => {
      const begun = performance.now();
      draw(time);
      window.worked += performance.now() - begun;
    });
  });
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(60);
  }
  await page.waitForTimeout(200);
  const [worked, all] = await page.evaluate(() => { window.watching.disconnect(); return [window.worked, [...window.shown.values()]]; });
  const shown = all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  return { work: Math.round(worked / keys.length), shown };
}
