/** Takes the pictures of pages that the book shows: `node book-pictures.js`, after a change of these pages. */
import path from "node:path";
import { open, root, visit } from "./tests/bench.js";

const pages = {
  "page-play": "/game?rule=kayles&tab=play",
  "page-table": "/game?rule=chocolate:3&to=8,24&tab=table",
  "page-family": "/family",
};
const bench = await open({ time: "30s" });
for (const [language, locale] of [["en", "en-GB"], ["ja", "ja-JP"]]) {
  for (const [name, address] of Object.entries(pages)) {
    const { page } = await visit(bench, address, { width: 1000, height: 720, locale });
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(400);
    await page.screenshot({ path: path.join(root, `book/${language}/src/img/${name}.png`) });
    await page.context().close();
  }
}
await bench.close();
