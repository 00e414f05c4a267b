/**
 * The site on a host that answers every address of a page with the page, as many hosts of files can be configured to: so
 * that the tests of the pages go over the worker as they go over the server. Only these tests, not the browser, are
 * answered below `api/`: by the server, for the truth.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { serveFiles } from "./files.js";

/**
 * @param {string} site
 * @param {string} server The address of the server that the tests ask.
 */
export async function serveRouted(site, server) {
  const shell = readFileSync(path.join(site, "index.html"), "utf8")
    .replace('<meta name="routing" content="hash">', "").replaceAll('="assets/', '="/assets/').replaceAll('href="./"', 'href="/"');
  const pass = async (request, response) => {
    const answer = await fetch(server + request.url);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  return serveFiles(site, "/", (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    if (pathname.startsWith("/api/") && request.headers["user-agent"] === "node") {
      pass(request, response).catch((error) => response.writeHead(500).end(String(error)));
      return true;
    }
    if (request.method !== "GET" || /^\/(api|assets|book|doc)\/|^\/sw\.js$/.test(pathname)) return false;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(shell);
    return true;
  });
}
