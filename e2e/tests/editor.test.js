/** The editor: the text is shown next to it at once, as a table or a board, with sliders for its numbers. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

test("the table follows the text, stays while there is a mistake, and the link has it", async () => {
  const { page, done } = await visit(bench, "/games");
  await page.getByText("Circled").waitFor();
  const text = page.locator("textarea").first();
  await text.fill("(n) -> (n-s) for s in {1,2} if s <= n");
  await page.locator(".slider").filter({ hasText: "n ≤" }).waitFor();
  await page.waitForURL(/rule=%28n%29/);
  // A heap has its numbers in one row: 0, 1, 2, 0, 1, 2.
  await page.waitForFunction(() => [...document.querySelectorAll("svg g[data-row='0'] text")].slice(0, 6).map((one) => one.textContent).join() === "0,1,2,0,1,2");
  const cells = await page.locator("svg g[data-row]").count();
  await text.fill("(n) -> (n-s) forr s in {1,2} if s <= n");
  await page.getByText("The results below are from before").waitFor();
  await page.locator(".fault mark").waitFor();
  assert.equal(await page.locator("svg g[data-row]").count(), cells, "the table of before");
  await text.fill("(n) -> (n-s) for s in {1,2,3} if s <= n");
  await page.waitForFunction(() => [...document.querySelectorAll("svg g[data-row='0'] text")].slice(0, 5).map((one) => one.textContent).join() === "0,1,2,3,0");
  await page.reload();
  await page.waitForFunction(() => [...document.querySelectorAll("svg g[data-row='0'] text")].slice(0, 5).map((one) => one.textContent).join() === "0,1,2,3,0");
  await done("editor-live");
});

test("sliders change parameters and sizes, and the table with them", async () => {
  const { page, done } = await visit(bench, "/games");
  await page.getByText("Circled").waitFor();
  const slide = async (name, value) => page.getByRole("slider", { name, exact: true }).evaluate((one, to) => { one.value = to; one.dispatchEvent(new Event("input", { bubbles: true })); }, value);
  await slide("k", "5");
  await page.waitForURL(/set=k%3D5/);
  // y <= z div 5: the row y = 2 begins at z = 10.
  await page.waitForFunction(() => !document.querySelector("svg g[data-row='2'][data-column='9']") && document.querySelector("svg g[data-row='2'][data-column='10']"));
  await slide("z ≤", "20");
  await page.waitForURL(/to=10%2C20/);
  await page.waitForFunction(() => !document.querySelector("svg g[data-row='0'][data-column='21']") && document.querySelector("svg g[data-row='0'][data-column='20']"));
  await done("editor-sliders");
});

test("the same text is played, proved and taken along next to the editor, in both languages", async () => {
  for (const [locale, words] of [["en-GB", ["Play", "Your move", "Proof", "Prove", "Export", "Link"]], ["ja-JP", ["対局", "あなたの番です", "証明", "証明する", "書き出し", "リンク"]]]) {
    const { page, done } = await visit(bench, "/games?rule=%28n%29+-%3E+%28n-s%29+for+s+in+%7B1%2C3%2C4%7D+if+s+%3C%3D+n&to=40", { locale });
    await page.getByRole("tab", { name: words[0], exact: true }).click();
    await page.locator(".headline").filter({ hasText: words[1] }).waitFor();
    assert.ok(await page.locator("textarea").first().isVisible(), "the text stays next to it");
    await page.getByRole("tab", { name: words[2], exact: true }).click();
    await page.getByRole("button", { name: words[3], exact: true }).waitFor();
    await page.getByRole("tab", { name: words[4], exact: true }).click();
    await page.getByRole("heading", { name: words[5], exact: true }).waitFor();
    await done(`editor-views-${locale}`);
  }
});
