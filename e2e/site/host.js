/** A host that serves files only, in a folder of its own, and a browser. */

import { readdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { browserProgram, root } from "../tests/bench.js";
import { serveFiles } from "./files.js";

/** The folder in which the site lies. */
export const FOLDER = "/class/ishitori/";

export const site = process.env.ISHITORI_SITE ?? path.join(root, "target/site");

/** Files of a folder, and nothing else. */
export async function host() {
  const { base, server, seen } = await serveFiles(site, FOLDER);
  const browser = await chromium.launch({ executablePath: browserProgram(), args: ["--no-sandbox"] });
  const close = async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  /** The host goes away; what was loaded stays. */
  const leave = () => new Promise((resolve) => {
    server.closeAllConnections();
    server.close(resolve);
  });
  return { base, browser, close, leave, seen };
}

/** All files below a folder of the site, relative to it. */
export function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"));
}

/** A page of the site as a visitor has it. Errors on the page, and requests that leave the host, are faults. */
export async function enter({ base, browser }, address = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(base + FOLDER) && !url.startsWith("blob:") && !url.startsWith("data:")) faults.push(`request to ${url}`);
  });
  await page.goto(base + FOLDER + address);
  // The first visit loads the workbench twice.
  if (options.serviceWorkers !== "block" && !/^(book|doc)\//.test(address)) await page.waitForFunction(() => crossOriginIsolated && document.querySelector("main > :not(noscript)"));
  return { context, page, faults };
}
