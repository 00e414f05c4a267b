/** Starts the server and a browser, and keeps an eye on both. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const shots = path.join(root, "target/e2e");
export const assets = path.join(root, "crates/web/assets");

function program() {
  const candidates = [process.env.ISHITORI, path.join(root, "target/debug/ishitori")];
  const found = candidates.find((file) => file && existsSync(file));
  assert.ok(found, "build the program first: cargo build -p ishitori-cli");
  return found;
}

function browserProgram() {
  const candidates = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = candidates.find((file) => file && existsSync(file));
  assert.ok(found, "a Chromium is needed: apt-get install chromium");
  return found;
}

/** A server and a browser for all tests of a file. */
export async function open() {
  mkdirSync(shots, { recursive: true });
  const server = spawn(program(), ["serve", "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((resolve, reject) => {
    server.stdout.once("data", (data) => resolve(String(data)));
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const base = `http://${JSON.parse(line).address}`;
  const browser = await chromium.launch({ executablePath: browserProgram(), args: ["--no-sandbox"] });
  const close = async () => {
    await browser.close();
    server.kill();
  };
  return { base, browser, close };
}

/**
 * A page as a visitor has it. Errors on the page, and requests that leave the machine, fail the test.
 */
export async function visit({ base, browser }, address, { width = 1280, height = 900, scheme = "light", locale = "en-GB", touch = false, motion = "no-preference" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale, hasTouch: touch, reducedMotion: motion, acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"] });
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
  return {
    page,
    /** Nothing went wrong, and the accessibility rules hold. */
    async done(name) {
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
      const found = violations.map((v) => `${v.id}: ${v.help} (${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any.map((a) => a.message).join("; ")}`).join(" | ")})`);
      assert.deepEqual(found, [], `accessibility of ${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
      assert.deepEqual(faults, [], `faults of ${name}`);
      await context.close();
    },
  };
}
