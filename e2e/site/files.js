/** A host that serves the files of the site, and nothing else. */

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const TYPES = { html: "text/html; charset=utf-8", css: "text/css", js: "text/javascript", svg: "image/svg+xml", json: "application/json", png: "image/png", woff2: "font/woff2" };

/**
 * Serves the files of `site` below `folder`. What has no file is asked of `otherwise`, which says whether it answered.
 * @param {string} site
 * @param {string} folder
 * @param {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean} otherwise
 */
export async function serveFiles(site, folder, otherwise = () => false) {
  assert.ok(existsSync(path.join(site, "sw.js")), "write the site first: cargo xtask site");
  const seen = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    seen.push(pathname);
    if (otherwise(request, response)) return;
    const name = decodeURIComponent(pathname.startsWith(folder) ? pathname.slice(folder.length) : "..");
    let file = path.join(site, name);
    if (existsSync(file) && statSync(file).isDirectory()) file = path.join(file, "index.html");
    if (request.method !== "GET" || !file.startsWith(site) || !existsSync(file)) {
      response.writeHead(404, { "content-type": "text/plain" }).end("there is no such file");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[path.extname(file).slice(1)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${server.address().port}`, server, seen };
}
